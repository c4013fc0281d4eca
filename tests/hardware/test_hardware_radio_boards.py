"""The circuit boards for radio tags: their files have the nets, gaps and tuning that they state."""

import csv
from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from math import log, pi, sqrt
from pathlib import Path
from typing import Any

import pytest

from hardware import (
    antenna_board,
    coils,
    firmware_facts,
    layout,
    parts_list,
    parts_radio,
    reader_board,
    sensor_board,
    tag_disc,
)
from hardware import parameters as p
from hardware import sensing_ways as ways
from hardware.gerber import Board, Hole, Mounted, Pad, write
from hardware.physics import tags
from hardware.printed import printed_parts

BOARDS = {
    board.name: board
    for board in (
        antenna_board.board(3),
        antenna_board.board(1),
        tag_disc.board(parts_radio.tag_capacitor()),
        *map(sensor_board.board, sensor_board.VARIANTS),
    )
}
ROUTED = {"reader", "dice_sensor_a1", "dice_sensor_b1"}
NAMES = (*BOARDS, "reader")
GAPS = {"tag_disc": tag_disc.CLEARANCE}
EDGES = {"tag_disc": tag_disc.EDGE}


@cache
def board_named(name: str) -> Board:
    """Return a board. The reader's tracks take half a minute to find."""
    return reader_board.board() if name == "reader" else BOARDS[name]


def pins(board: Board) -> dict[str, str]:
    """Return the net of each pin of a board, by "ref.pin"."""
    found = {pad.pin: pad.net for pad in board.pads}
    return found | {hole.pin: hole.net for hole in board.holes if hole.pin}


def test_two_rings_and_a_straight_loop_have_the_inductance_of_textbooks() -> None:
    # Far apart in size, the small ring lies in the even field of the large one.
    both = coils.ring_inductance([100.0, 1.0], 0.1)
    own = coils.ring_inductance([100.0], 0.1) + coils.ring_inductance([1.0], 0.1)
    assert both - own == pytest.approx(2 * coils.MU0 * pi / (2 * 100.0), rel=0.001)
    # A square of 100 mm, of tape 1 mm wide: 2 mu0 a / pi (ln(a / gmd) - 0.774 - 0.226), Grover.
    corners = [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0), (0.0, 0.0)]
    radius = coils.GMD * (1 + coils.COPPER)
    grover = 2 * coils.MU0 * 100 / pi * (log(100 / radius) + log(2 / (1 + sqrt(2))) + sqrt(2) - 2)
    assert coils.inductance(corners, 1.0) == pytest.approx(grover, rel=0.02)


def test_twice_the_turns_have_nearly_four_times_the_inductance() -> None:
    once = coils.ring_inductance([50.0], 0.2)
    twice = coils.ring_inductance([50.0, 50.1], 0.2)
    assert 3.5 < twice / once < 4.2


def test_a_coil_and_its_capacitor_are_in_tune() -> None:
    farad = coils.capacitance(1000.0, 13.56)
    assert farad == pytest.approx(137.8, abs=0.1)
    assert coils.resonance(1000.0, farad) == pytest.approx(13.56)
    assert coils.reactance(1000.0, 13.56) == pytest.approx(85.2, abs=0.1)
    assert coils.two_usual(47.2) == (39.0, 8.2)


def test_an_antenna_is_in_tune_and_damped_as_the_simulation_takes_it() -> None:
    against = coils.resonance(antenna_board.inductance(), sum(antenna_board.capacitors()))
    assert against == pytest.approx(antenna_board.CARRIER, rel=0.002)
    reactance = coils.reactance(antenna_board.inductance(), antenna_board.CARRIER)
    assert reactance / antenna_board.load() == pytest.approx(antenna_board.QUALITY, rel=0.1)
    assert antenna_board.mean_turn() == tags.ANTENNA
    assert antenna_board.resistor_watts(tags.LARGEST_CURRENT) < 0.25


def test_the_worst_antenna_still_finds_its_tags_before_the_best_next_to_it() -> None:
    assert tags.STEP / antenna_board.weakest() < ways.tag_tally().ratio
    assert ways.tag_tally().currents[1] / antenna_board.weakest() < tags.LARGEST_CURRENT


def test_a_tag_is_in_tune_as_the_simulation_takes_it() -> None:
    shift = tags.magnet_shift(tag_disc.mean_radius())
    assert tag_disc.resonance(shift) == pytest.approx(ways.TAG.resonance, abs=0.1)
    assert tag_disc.spread(shift) < ways.TAG.spread
    assert (
        1 / (1 / tag_disc.quality() + 1 / tags.magnet_quality(ways.TAG.radius)) > ways.TAG.quality
    )


def test_a_tag_fits_into_the_foot_behind_the_gap_of_the_fingers() -> None:
    assert tag_disc.CHIP_HEIGHT < p.FINGER_GAP
    assert tag_disc.board(1.0).outline == p.DISC_DIAMETER


@pytest.mark.parametrize("antennas", [1, 3])
def test_an_antenna_board_fits_between_posts_bolts_and_walls(antennas: int) -> None:
    left, front, right, back = antenna_board.board(antennas).outline  # type: ignore[misc]
    frame = "frame_points" if antennas == 3 else "frame_column"
    room = next(part.room for part in printed_parts(p.KEYS_FR) if part.name == frame)
    assert right - left < room[0] - 2 * p.FRAME_WALL
    assert front > p.FRAME_POST
    assert back < p.TILE_DEPTH - p.FRAME_POST
    bolt = p.FRAME_HEIGHT / 2 + p.WASHER_M3 / 2
    assert bolt < p.FRAME_HEIGHT - 1.6


def test_each_point_bar_and_tray_has_its_antenna_below_its_seats() -> None:
    boards = parts_radio.boards()
    assert boards == {3: 8, 1: 4}
    assert sum(each * count for each, count in boards.items()) == len(layout.seats())
    wide, long = antenna_board.mean_turn()
    for seat in range(p.SEATS):
        y = p.FIRST_SEAT + seat * p.SEAT_PITCH
        assert abs(y - antenna_board.MIDDLE) + tag_disc.mean_radius() < long / 2
    assert tag_disc.mean_radius() < wide / 2


def test_the_wires_of_the_box_fill_two_thirds_of_the_slot_beside_it() -> None:
    from hardware import circuit

    made = circuit.circuit()
    antennas = sum(2 * each * count for each, count in parts_radio.boards().items())
    keys = made.count(circuit.KEY) + 2
    trays = 2 * (4 + 2)
    packed = sqrt(3) / 2 * p.CABLE_WIRE**2  # round wires, side by side
    wide, high = p.CABLE_SLOT
    assert 0.6 < (antennas + keys + trays) * packed / (wide * high) < 0.7
    guide = (firmware_facts.FIRMWARE.parent / "hardware" / "building.md").read_text("utf-8")
    assert f"{antennas + keys + trays} wires of {p.CABLE_WIRE} mm" in guide


def test_the_firmware_switches_as_many_antennas_and_currents_as_there_are() -> None:
    hal = firmware_facts.constants(
        (firmware_facts.FIRMWARE / "radio" / "radio_hal.py").read_text(encoding="utf-8")
    )
    assert hal["STEPS"] == ways.tag_tally().steps
    antennas = sum(each * count for each, count in parts_radio.boards().items())
    assert antennas == len(firmware_facts.ZONES)
    assert antennas + hal["STEPS"] < 8 * hal["CHAIN_BYTES"]


def test_the_radio_parts_are_those_on_the_boards() -> None:
    mounted: Counter[str] = Counter()
    boards = {**BOARDS, "reader": reader_board.placed()}
    for name, count in (
        *(("antennas_3", 8), ("antennas_1", 4), ("tag_disc", 32), ("reader", 1)),
        *(("dice_sensor_a1", 2), ("dice_sensor_b1", 2)),
    ):
        for part in boards[name].parts:
            mounted[part.value.split(",")[0]] += count
    del mounted["wires to the module's antenna"], mounted["wires of a cable"]
    bought = {line.part: line.quantity for line in parts_radio.lines()}
    for value, quantity in mounted.items():
        assert [bought[part] for part in bought if f" {part}".endswith(f" {value}")] == [quantity]


def test_the_radio_parts_lists_are_up_to_date() -> None:
    again = "run: python -m hardware.parts_list"
    assert parts_list.RADIO_PAGE.read_text(encoding="utf-8") == parts_list.radio_page(), again
    table = parts_list.table(parts_radio.lines())
    assert parts_list.RADIO_TABLE.read_text(encoding="utf-8") == table, again


# The reader's board, before its tracks are found.

READER = pins(reader_board.placed())


def low_outputs(bits: int) -> set[str]:
    """Return the nets that are low after the firmware has shifted these bits.

    Each register passes its bits on to the next, first the highest; QA has the bit shifted last.
    """
    chain = [bits >> bit & 1 for bit in range(40)]
    outputs = {(chip, pin): 8 * chip + n for chip in range(5) for n, pin in enumerate(QA_TO_QH)}
    return {READER[f"U{chip + 1}.{pin}"] for (chip, pin), bit in outputs.items() if not chain[bit]}


QA_TO_QH = (15, 1, 2, 3, 4, 5, 6, 7)


def open_diodes(bits: int) -> list[str]:
    """Return the nets behind the diodes that low outputs open."""
    low = low_outputs(bits)
    resistors = [pin[:-2] for pin, net in READER.items() if pin.endswith(".B") and net in low]
    fed = {READER[f"{one}.A"] for one in resistors if f"{one}.A" in READER}
    return sorted(net for pin, net in READER.items() if pin.endswith(".K") and net in fed)


@pytest.mark.parametrize("antenna", range(28))
def test_each_choice_of_the_firmware_opens_one_antenna_and_one_current(antenna: int) -> None:
    zone = firmware_facts.ZONES[antenna]
    for step in range(reader_board.STEPS):
        chosen = ~(1 << antenna | 1 << 28 + step) & (1 << 40) - 1
        assert open_diodes(chosen) == [f"CURRENT{step}", f"SIGNAL_{zone}"]
    assert low_outputs(~(1 << reader_board.RESET_BIT) & (1 << 40) - 1) == {"RESET_5V"}
    assert open_diodes((1 << 40) - 1) == []


def test_the_registers_form_a_chain_from_the_pico() -> None:
    assert READER["U1.14"] == READER["J1.5"] == "TO"
    assert [READER[f"U{chip}.9"] for chip in (1, 2, 3, 4)] == [
        READER[f"U{chip}.14"] for chip in (2, 3, 4, 5)
    ]
    for pin, net in ((8, "GND"), (10, "5V"), (13, "GND"), (16, "5V"), (11, "CLOCK"), (12, "LATCH")):
        assert {READER[f"U{chip}.{pin}"] for chip in range(1, 6)} == {net}


def test_the_plugs_of_reader_and_antennas_have_the_same_pins() -> None:
    used = []
    for side in "VN":
        for number, zones in enumerate(reader_board.PLUGS, 1):
            tile = next(zs for _, zs, _ in layout.HALF if set(zs) == set(zones))
            antennas = pins(BOARDS[f"antennas_{len(tile)}"])
            for pin in range(1, 2 * len(tile) + 1):
                there, here = antennas[f"J1.{pin}"], READER[f"J{side}{number}.{pin}"]
                zone = side + tile[(pin - 1) // 2]
                assert here == (f"SIGNAL_{zone}" if there.startswith("SIGNAL") else "GND")
                used.append(zone)
    assert Counter(used) == dict.fromkeys(firmware_facts.ZONES, 2)


def test_no_part_of_the_reader_lies_on_another() -> None:
    bodies = {part.ref: body(part) for part in reader_board.placed().parts}
    for (one, (x, y, wide, high)), (other, (a, b, broad, deep)) in combinations(bodies.items(), 2):
        assert abs(x - a) >= wide + broad or abs(y - b) >= high + deep, (one, other)


def body(part: Mounted) -> tuple[float, float, float, float]:
    """Return the middle of a part, and half its size with pads."""
    wide, high = BODIES.get(part.package, (0.0, 0.0))
    if part.package.startswith("PH"):
        poles = int(part.value.split()[3])
        wide, high = 2 * reader_board.PLUG_DEPTH, 2 * (poles - 1) + reader_board.BODY
    elif part.turn % 180:
        wide, high = high, wide
    return *part.place, wide / 2, high / 2


BODIES = {  # with pads
    "SOD-323": (3.3, 1.4),
    "0805": (2.9, 1.4),
    "1210": (4.2, 2.6),
    "SO-16": (6.9, 10.2),
    "2.54 mm": (22.9, 2.6),
    "four holes": reader_board.TOROID_BODY,
    "two holes": (1.8, 4.2),
}


def test_the_diodes_have_the_currents_and_the_loss_that_the_page_states() -> None:
    top = reader_board.STEPS - 1
    assert reader_board.switch_ohms() == pytest.approx(antenna_board.SWITCH, abs=0.05)
    largest = tags.LARGEST_CURRENT / antenna_board.TURNS
    assert reader_board.charge_ratio(largest) > 1.5
    assert largest**2 * reader_board.diode_ohms(reader_board.bias(top)[0]) < 0.25
    ohms = [reader_board.total_ohms(step) for step in range(reader_board.STEPS)]
    assert all(1.6 < high / low < 2.0 for high, low in pairwise(ohms))
    assert ohms[0] / ohms[top] > tags_range()
    assert reader_board.leak() < 0.001


def tags_range() -> float:
    """Return the ratio of the currents that tags need."""
    least, most = ways.tag_tally().currents
    return most / least


# What needs gerber-writer and gerbonara.


@pytest.mark.hardware
@pytest.mark.parametrize("name", NAMES)
def test_the_files_have_the_nets_and_gaps_of_the_board(name: str, tmp_path: Path) -> None:
    from shapely import unary_union

    from tests.hardware import copper

    board = board_named(name)
    write(board, tmp_path)
    holes = [hole.place for hole in board.holes]
    layers = [copper.islands(tmp_path / f"{name}-{side}_Cu.gbr") for side in "FB"]
    nets = copper.nets(layers[0], layers[1], holes)
    # Each net is one piece of copper, and no piece has two nets.
    found: dict[int, set[str]] = {}
    ends: list[Pad | Hole] = [*board.pads, *(hole for hole in board.holes if hole.pin)]
    for pin in ends:
        here = [number for number, net in enumerate(nets) if _covers(net, pin, board)]
        assert len(here) == 1, pin
        found.setdefault(here[0], set()).add(pin.net)
    assert sorted(map(tuple, found.values())) == sorted({(net,) for net in pins(board).values()})
    assert len(found) == len(nets)
    # Widened by nearly half a gap, nothing touches: neither nets nor neighbouring turns.
    gap = GAPS.get(name, antenna_board.CLEARANCE)
    for islands in layers:
        wide = unary_union([island.buffer(gap / 2 - 0.002) for island in islands])
        pieces = list(getattr(wide, "geoms", [wide]))
        assert len(pieces) == len(islands)
        assert name in ROUTED or not any(piece.interiors for piece in pieces)
        edge = EDGES.get(name, antenna_board.EDGE)
        assert _inside(board).buffer(0.001 - edge).covers(unary_union(islands))
    drilled = {(*(round(way, 3) for way in hole.place), hole.drill) for hole in board.holes}
    assert copper.drills(tmp_path / f"{name}-PTH.drl") == drilled
    assert all((hole.pad - hole.drill) / 2 >= 0.1 for hole in board.holes)


def _covers(net: list[Any], pin: Pad | Hole, board: Board) -> bool:
    from shapely import Point

    side = 0 if board.parts_in_front else 1
    layers = (side,) if isinstance(pin, Pad) else (0, 1)
    return any(layer in layers and shape.covers(Point(pin.place)) for layer, shape in net)


def _inside(board: Board) -> Any:
    from shapely import Point, box

    if isinstance(board.outline, float):
        return Point(0, 0).buffer(board.outline / 2, 64)
    return box(*board.outline)


def test_a_sensor_lies_in_the_middle_of_its_pocket_and_nothing_is_higher() -> None:
    board = BOARDS["dice_sensor_a1"]
    left, front, right, back = board.outline  # type: ignore[misc]
    assert (left, front) == (-right, -back)
    assert right - left == pytest.approx(p.SENSOR_POCKET[0] - 2 * p.FIT_SLIDE)
    places = {part.package: part.place for part in board.parts}
    assert places.pop("SOT-23-6") == (0.0, 0.0)
    assert set(places) == {"0603", "four holes"}
    # From the left when that row is nearer, whichever way round the board is held.
    rows = {hole.place: hole.net for hole in board.holes if hole.pin}
    turned = {(round(-x, 6), round(-y, 6)): net for (x, y), net in rows.items()}
    assert turned == {(round(x, 6), round(y, 6)): net for (x, y), net in rows.items()}
    near = sorted((x, net) for (x, y), net in rows.items() if y < 0)
    assert [net for _, net in near] == list(sensor_board.WIRES)


@pytest.mark.hardware
def test_a_short_between_two_turns_is_noticed(tmp_path: Path) -> None:
    from tests.hardware import copper

    board = antenna_board.board(1)
    x, y = antenna_board.OUTER[0] / 2 - 1, antenna_board.MIDDLE
    board.wire(board.front, "LOOP1", 0.3, (x, y), (x - 1, y))
    write(board, tmp_path)
    front = copper.islands(tmp_path / "antennas_1-F_Cu.gbr")
    assert any(island.interiors for island in front)


@pytest.mark.hardware
@pytest.mark.parametrize("name", NAMES)
def test_a_board_maker_gets_every_layer_and_the_places_of_the_parts(
    name: str, tmp_path: Path
) -> None:
    from gerbonara import LayerStack

    board = board_named(name)
    made = write(board, tmp_path)
    assert sorted(made) == sorted(path.name for path in tmp_path.iterdir())
    stack = LayerStack.open(tmp_path)
    side = "top" if board.parts_in_front else "bottom"
    for use in ("top copper", "bottom copper", "top mask", "bottom mask", f"{side} paste"):
        assert stack[use] is not None, use
    assert stack.outline is not None
    assert len(list(stack.drill_layers)) == 1
    with (tmp_path / f"{name}-Parts.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["part"]: row for row in csv.DictReader(file)}
    assert set(rows) == {pin.split(".")[0] for pin in pins(board)}
    assert {row["side"] for row in rows.values()} == {side}

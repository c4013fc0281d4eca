"""Firmware, wiring, wiring list, netlist and parts list say the same."""

import csv
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware import circuit as wiring
from hardware import firmware_facts, layout, parts_list, placement, wiring_list
from hardware import parameters as p
from hardware.printed import printed_parts

ROOT = Path(__file__).parents[2]
BOARD = wiring.circuit()


def as_sets(board: wiring.Circuit) -> set[frozenset[str]]:
    """The nets as sets of `ref.number`, with the names of the rails among them."""
    nets = set()
    for name, ends in board.nets.items():
        net = {f"{ref}.{board.parts[ref].kind.pin(pin)[0]}" for ref, pin in ends}
        rail = wiring_list.RAILS.get(name)
        nets.add(frozenset(net | ({rail} if rail else set())))
    return nets


def expected_pins() -> dict[int, str]:
    """What the firmware drives, read from its files by this test itself."""
    text = (ROOT / "firmware" / "hal.py").read_text(encoding="utf-8")

    def numbers(name: str) -> list[int]:
        line = re.search(rf"^{name} = (.*?)(?:  #.*)?$", text, re.MULTILINE)
        assert line is not None
        return [int(number) for number in re.findall(r"\d+", line[1])]

    pins = {pin: f"SELECT{bit}" for bit, pin in enumerate(numbers("SELECT_PINS"))}
    for side, pin in zip("VN", numbers("LINE_PINS"), strict=True):
        pins[pin] = f"LINE_{side}"
    names = ("SDA_V", "SCL_V", "SDA_N", "SCL_N")
    pins |= dict(zip(numbers("I2C_PINS"), names, strict=True))
    pins |= dict(zip(numbers("MOTOR_PINS"), ("MOTOR_V", "MOTOR_N"), strict=True))
    keys = ("repeat", "board", "score", "hint", "cube", "yes", "no")
    labels = [f"KEY_{side}_{key}" for side in "VN" for key in keys]
    return pins | dict(zip(numbers("KEY_PINS"), labels, strict=True))


def test_the_wiring_joins_the_firmwares_pins() -> None:
    assert wiring_list.pin_table(BOARD) == expected_pins()


def test_every_pin_of_the_firmwares_page_is_wired_so() -> None:
    page = (ROOT / "firmware" / "README.md").read_text(encoding="utf-8")
    pins = page[page.index("## Pins") : page.index("## How it decides")]
    named = set()
    for first, last in re.findall(r"GP(\d+)(?: to GP(\d+))?", pins):
        named |= set(range(int(first), int(last or first) + 1))
    assert named == set(expected_pins()) | {firmware_facts.LAMP_PIN}


def test_the_zones_are_wired_in_the_order_of_the_wire() -> None:
    for side, mux in enumerate(("U2", "U3")):
        for channel in range(14):
            zone = "VN"[side] + (str(channel + 1) if channel < 12 else "BO"[channel - 12])
            assert (mux, f"I{channel}") in BOARD.nets[f"CHANNEL_{zone}"]
    zones = {name.removeprefix("BUS_") for name in BOARD.nets if name.startswith("BUS_")}
    assert zones == set(firmware_facts.ZONES) == set(layout.seats())


def test_every_bus_is_pulled_up_guarded_and_reaches_its_three_seats() -> None:
    for zone in firmware_facts.ZONES:
        ends = BOARD.nets[f"BUS_{zone}"]
        values = Counter(BOARD.parts[ref].kind.name for ref, _ in ends)
        assert values == {"resistor": 2, "suppressor array": 1, "seat disc": p.SEATS}
        keep = next(ref for ref, _ in ends if "keep" in BOARD.parts[ref].use)
        assert (keep, "B") in BOARD.nets["3V3"]
    for side in "VN":
        pulls = [ref for ref, _ in BOARD.nets[f"LINE_{side}"] if ref.startswith("R")]
        assert [BOARD.parts[ref].value for ref in pulls] == ["1.5 kilo-ohm"]


def test_no_part_of_5_volts_reaches_a_pin_of_the_controller() -> None:
    chips = {"U1", "U2", "U3", "C1", "C2", "C3"}
    motors = {"M1", "C8", "D9", "M3", "C10", "D10"}
    assert {ref for ref, _ in BOARD.nets["5V"]} == chips | motors
    assert [pin for ref, pin in BOARD.nets["5V"] if ref == "U1"] == ["VBUS"]


@pytest.mark.parametrize(("side", "first"), [("V", 1), ("N", 3)])
def test_the_motors_of_a_side_are_off_unless_the_controller_turns_its_transistor_on(
    side: str, first: int
) -> None:
    nets = {name: set(ends) for name, ends in BOARD.nets.items()}
    pull = f"R{first + 14}"
    assert (pull, "A") in nets[f"MOTOR_{side}"]
    assert (pull, "B") in nets["GND"]
    switch, diode = f"Q{(first + 1) // 2}", f"D{8 + (first + 1) // 2}"
    assert nets[f"BASE_{side}"] == {(f"R{first + 13}", "B"), (switch, "BASE")}
    assert (switch, "EMITTER") in nets["GND"]
    one, other = f"M{first}", f"M{first + 1}"
    assert {(one, "A"), (diode, "CATHODE")} <= nets["5V"]
    assert {(one, "B"), (other, "A")} <= nets[f"BETWEEN_{side}"]
    assert {(other, "B"), (diode, "ANODE"), (switch, "COLLECTOR")} <= nets[f"SWITCHED_{side}"]


def test_sensors_of_one_bus_have_different_addresses() -> None:
    assert firmware_facts.ADDRESSES == (0x35, 0x22)
    for side in "VN":
        refs = {ref for ref, _ in BOARD.nets[f"SDA_{side}"] if ref.startswith("U")} - {"U1"}
        assert {BOARD.parts[ref].value for ref in refs} == set(wiring.VARIANTS)


def test_each_pin_is_joined_once_or_has_a_reason_to_be_free() -> None:
    joined = Counter(end for ends in BOARD.nets.values() for end in ends)
    assert set(joined.values()) == {1}
    every = {(ref, pin[1]) for ref, part in BOARD.parts.items() for pin in part.kind.pins}
    assert every - set(joined) == set(wiring.UNUSED)


def test_a_part_or_a_pin_that_is_not_there_is_refused() -> None:
    board = wiring.circuit()
    with pytest.raises(ValueError, match="U1 is there twice"):
        board.add("U1", wiring.PICO, "RP2040", "another")
    with pytest.raises(KeyError, match="no pin GP99"):
        board.join("GND", ("U1", "GP99"))


def test_the_wiring_page_is_up_to_date_and_makes_the_same_nets() -> None:
    text = wiring_list.PAGE.read_text(encoding="utf-8")
    assert text == wiring_list.page(BOARD), "run: python -m hardware.wiring_list"
    assert {frozenset(net) for net in wiring_list.read_back(text)} == as_sets(BOARD)


def test_a_wire_left_out_of_the_page_is_noticed() -> None:
    text = wiring_list.page(BOARD).replace("U2 pin 15 (E) to ground rail.", "")
    assert {frozenset(net) for net in wiring_list.read_back(text)} != as_sets(BOARD)


def test_the_parts_table_is_up_to_date() -> None:
    again = "run: python -m hardware.parts_list"
    assert parts_list.TABLE.read_text(encoding="utf-8") == parts_list.table(), again
    assert parts_list.PAGE.read_text(encoding="utf-8") == parts_list.page(), again
    said = re.findall(r"^- (.+?): (\d+) ", parts_list.page(), re.MULTILINE)
    assert said == [(line.part, str(line.quantity)) for line in parts_list.lines()]


def test_quantities_are_those_of_board_and_pieces() -> None:
    with parts_list.TABLE.open(encoding="utf-8", newline="") as file:
        rows = {row["part"]: int(row["quantity"]) for row in csv.DictReader(file)}
    refs = Counter(re.sub(r"\d", "", ref) for ref in BOARD.parts)
    assert refs["U"] == 1 + 2 + 4
    small = re.compile("resistor|capacitor|suppressor|diode")
    electric = sum(count for part, count in rows.items() if small.match(part))
    assert electric == refs["R"] + refs["C"] + refs["D"]
    assert rows["key 12 x 12 mm"] == refs["S"] == 14
    zones, pieces = 28, 32
    assert refs["J"] == zones * 3
    assert rows["contact disc"] == zones * 3 + pieces * 2
    assert rows["magnet 5 x 2 mm N35"] == zones * 3 + pieces * 2
    assert rows["DS2401"] == pieces
    assert rows["transistor BC337-40"] == refs["Q"] == 2
    assert rows["vibration motor of a game controller, 2 to 3 V"] == refs["M"] == 4
    arrays = rows["suppressor array SRV05-4"]
    adapters = {"adapter SO-24 to 2.54 mm": 2, "adapter SOT-23-6 to 2.54 mm": 4 + arrays}
    assert {part: rows[part] for part in adapters} == adapters
    assert rows["pin strip 2.54 mm, 40 pins"] * 40 >= 2 * 24 + 6 * arrays
    assert rows["washer M3"] == 2 * rows["screw M3 x 10 with nut"] == 76
    tiles, carriers, base = 14, 2, 8
    assert rows["screw M3 x 16"] + rows["screw M3 x 22 countersunk"] == 4 * tiles
    assert rows["screw M3 x 22 countersunk"] == base
    assert rows["screw M3 x 10"] == 4 * carriers
    assert rows["washer M10"] == pieces * 2
    assert rows["magnet 4 x 4 mm N42"] == 4
    strip = pieces * p.FINGERS * (p.FINGER_LENGTH + 2.0) / 1000
    assert strip <= rows["phosphor bronze strip 0.10 x 1.5 mm"]


def test_pieces_are_enough_for_every_game() -> None:
    counts = {part.name: part.count for part in printed_parts(p.KEYS_EN)}
    assert counts["piece_clover"] >= 15
    assert counts["piece_square"] >= 15
    assert counts["piece_star"] >= 2
    assert counts["piece_foot"] == sum(counts[f"piece_{s}"] for s in ("clover", "square", "star"))


def test_printed_tiles_and_frames_are_as_many_as_the_layout_has() -> None:
    counts = {part.name: part.count for part in printed_parts(p.KEYS_FR)}
    placed = layout.placed()
    for name, count in Counter(tile.tile for tile in placed).items():
        assert counts[name] == count
    for name, count in Counter(tile.frame for tile in placed).items():
        assert counts[name] == count
    caps = sum(count for name, count in counts.items() if name.startswith("key_cap_"))
    assert caps == counts["tile_keys"] * 7


def test_tiles_cover_the_board_once() -> None:
    area = sum(layout.tile_width(tile.tile) * p.TILE_DEPTH for tile in layout.placed())
    assert area == layout.WIDTH * layout.DEPTH
    assert (layout.WIDTH, layout.DEPTH) == (576, 276)
    spots = [spot for places in layout.seats().values() for spot in places]
    assert len(set(spots)) == 84
    # V 1 is at V's right hand, V 12 at the left, N 12 right across from V 1.
    assert layout.seats()["V1"][0][0] > layout.seats()["V12"][0][0]
    assert layout.seats()["N12"][0][0] == layout.seats()["V1"][0][0]


SPOTS = placement.spots(BOARD)


def test_every_part_of_the_perforated_boards_has_a_hole_for_each_pin_and_no_other_part_has() -> (
    None
):
    elsewhere = (wiring.SEAT, wiring.KEY, wiring.SENSOR, wiring.MOTOR)
    in_trays = {f"C{number}" for number in range(4, 12)}
    meant = {ref for ref, part in BOARD.parts.items() if part.kind not in elsewhere}
    assert set(SPOTS) == meant - in_trays
    for ref, spot in SPOTS.items():
        assert set(spot.holes) == {number for number, _, _ in BOARD.parts[ref].kind.pins}
    for side in "VN":
        holes = [
            hole for spot in SPOTS.values() if spot.side == side for hole in spot.holes.values()
        ]
        assert len(set(holes)) == len(holes)
        rails = {(placement.GROUND_COLUMN, row) for row in range(4, 49)}
        rails |= {(placement.THREE_VOLT_COLUMN, row) for row in range(4, 49)}
        rails |= {(column, placement.FIVE_VOLT_ROW) for column in range(4, 14)}
        assert not rails & set(holes)


def test_parts_stand_on_the_board_clear_of_posts_bolts_and_each_other() -> None:
    wide, long = p.CIRCUIT_BOARD
    assert all(
        0 < way < side for way, side in zip(placement.place(16, 51), (wide, long), strict=True)
    )
    # The middle of the board, where the USB slot is, lies between two columns, and the Pico on it.
    pico = SPOTS["U1"].holes
    assert placement.place(pico["1"][0], 1)[0] + placement.place(pico["40"][0], 1)[0] == (
        pytest.approx(wide)
    )
    assert pico["1"] == (12, 1), "its socket at the player's edge, pin 1 is at the right of it"
    start = (p.TILE_DEPTH - long) / 2
    nuts = [p.TILE_DEPTH / 4 - start, 3 * p.TILE_DEPTH / 4 - start]
    inner = (p.COLUMN_WIDTH - wide) / 2 - p.FRAME_WALL
    taken: dict[tuple[str, int, int], str] = {}
    for ref, spot in SPOTS.items():
        columns = [column for column, _ in spot.holes.values()]
        rows = [row for _, row in spot.holes.values()]
        for column in range(min(columns), max(columns) + 1):
            for row in range(min(rows), max(rows) + 1):
                assert taken.setdefault((spot.side, column, row), ref) == ref
                x, y = placement.place(column, row)
                near = min(x, wide - x) - p.HOLE_PITCH / 2
                end = min(y, long - y) - p.HOLE_PITCH / 2
                assert near >= p.CIRCUIT_NOTCH or end >= p.CIRCUIT_NOTCH - p.HOLE_PITCH / 2, ref
                if any(abs(y - nut) < p.WASHER_M3 / 2 + p.HOLE_PITCH / 2 for nut in nuts):
                    assert near + inner > p.NUT_REACH, ref


def test_adapters_are_asked_for_as_wide_as_their_places() -> None:
    asked = {line.part: line.tolerance for line in parts_list.lines()}
    for part, ref, across in (("SO-24", "U2", ("1", "24")), ("SOT-23-6", "D1", ("1", "6"))):
        holes = SPOTS[ref].holes
        apart = abs(holes[across[0]][0] - holes[across[1]][0]) * p.HOLE_PITCH
        assert f"pins {apart:.2f} mm apart" in asked[f"adapter {part} to 2.54 mm"]
    grid = f"two pieces of {placement.COLUMNS} x {placement.ROWS} holes"
    assert grid in asked["perforated board 100 x 160 mm"]


def test_zones_stand_in_rows_in_the_order_that_the_page_says() -> None:
    for side in "VN":
        for channel in range(14):
            zone = firmware_facts.zone_at("VN".index(side), channel)
            mine = [
                SPOTS[ref].holes
                for ref, part in BOARD.parts.items()
                if part.chapter == f"Zone {zone}" and ref in SPOTS
            ]
            assert [sorted(holes.values()) for holes in mine] == [
                [(3, 5 + channel), (4, 5 + channel)],
                [(13, 5 + channel), (14, 5 + channel)],
            ]


# What needs SKiDL.


def netlist_nets() -> set[frozenset[str]]:
    """The nets of the exported netlist, as sets of `ref.number`."""
    from hardware import rulecheck

    text = rulecheck.netlist(BOARD)
    nets = re.split(r"\(net\s", text[text.index("(nets") :])[1:]
    pins = [re.findall(r'\(ref "?(\w+)"?\)\s*\(pin "?(\w+)"?\)', net) for net in nets]
    return {frozenset(f"{ref}.{number}" for ref, number in net) for net in pins}


@pytest.mark.hardware
def test_the_rules_are_kept() -> None:
    from hardware import rulecheck

    assert rulecheck.broken_rules(BOARD) == []


def forget_enable(board: wiring.Circuit) -> None:
    board.nets["GND"].remove(("U2", "E"))


def join_selects(board: wiring.Circuit) -> None:
    board.nets["SELECT0"] += board.nets.pop("SELECT1")


def cut_supply(board: wiring.Circuit) -> None:
    board.nets["3V3"].remove(("U1", "3V3"))


def join_supplies(board: wiring.Circuit) -> None:
    board.nets["5V"] += board.nets.pop("3V3")


def cut_key(board: wiring.Circuit) -> None:
    board.nets["KEY_V_yes"].pop()


BREAKS: dict[Callable[[wiring.Circuit], None], str] = {
    forget_enable: "Unconnected pin: INPUT pin 15/E of CD74HCT4067/U2",
    join_selects: "Pin conflict on net SELECT0",
    cut_supply: "Insufficient drive",
    join_supplies: "Pin conflict on net 5V",
    cut_key: "Only one pin",
}


@pytest.mark.hardware
@pytest.mark.parametrize("broken", BREAKS)
def test_a_broken_net_is_caught(broken: Callable[[wiring.Circuit], None]) -> None:
    from hardware import rulecheck

    board = wiring.circuit()
    broken(board)
    found = rulecheck.broken_rules(board)
    assert any(BREAKS[broken] in line for line in found), found


@pytest.mark.hardware
def test_the_netlist_has_the_same_nets_as_the_page_and_the_firmware() -> None:
    rails = set(wiring_list.RAILS.values())
    nets = netlist_nets()
    assert nets == {net - rails for net in as_sets(BOARD)}
    where = {name: number for number, name, _ in BOARD.parts["U1"].kind.pins}
    for gpio, net in expected_pins().items():
        ends = {f"{ref}.{BOARD.parts[ref].kind.pin(pin)[0]}" for ref, pin in BOARD.nets[net]}
        assert f"U1.{where[f'GP{gpio}']}" in ends
        assert frozenset(ends) in nets

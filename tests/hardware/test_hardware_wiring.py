"""Firmware, wiring, wiring list, netlist and parts list say the same."""

import csv
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware import circuit as wiring
from hardware import (
    firmware_facts,
    layout,
    parts_list,
    parts_trial,
    placement,
    reader_board,
    sensor_board,
    wiring_list,
)
from hardware import parameters as p
from hardware.printed import printed_parts

ROOT = Path(__file__).parents[2]
BOARD, TRIAL = wiring.circuit(), wiring.trial()


def as_sets(board: wiring.Circuit) -> set[frozenset[str]]:
    """The nets as sets of `ref.number`, with the names of the rails among them."""
    nets = set()
    for name, ends in board.nets.items():
        net = {f"{ref}.{board.parts[ref].kind.pin(pin)[0]}" for ref, pin in ends}
        rail = wiring_list.RAILS.get(name)
        nets.add(frozenset(net | ({rail} if rail else set())))
    return nets


def numbers(file: str, name: str) -> list[int]:
    """The numbers in the line of the firmware that begins with a name."""
    text = (ROOT / "firmware" / file).read_text(encoding="utf-8")
    line = re.search(rf"^{name}.* = (.*?)(?:  #.*)?$", text, re.MULTILINE)
    assert line is not None
    return [int(number) for number in re.findall(r"\d+", line[1])]


def expected_pins() -> dict[int, str]:
    """What the firmware drives, read from its files by this test itself."""
    nets = ("CLOCK", "TO", "FROM", "CHOOSE", "BUSY", "LATCH")
    reader = [
        pin
        for name in ("CLOCK_PIN", "READER_PIN", "LATCH_PIN")
        for pin in numbers("radio/radio_hal.py", name)
    ]
    pins = {pin: f"READER_{net}" for pin, net in zip(reader, nets, strict=True)}
    names = ("SDA_V", "SCL_V", "SDA_N", "SCL_N")
    pins |= dict(zip(numbers("hal.py", "I2C_PINS"), names, strict=True))
    pins |= dict(zip(numbers("hal.py", "MOTOR_PINS"), ("MOTOR_V", "MOTOR_N"), strict=True))
    keys = ("repeat", "board", "score", "hint", "cube", "yes", "no")
    labels = [f"KEY_{side}_{key}" for side in "VN" for key in keys]
    return pins | dict(zip(numbers("hal.py", "KEY_PINS"), labels, strict=True))


def test_the_wiring_joins_the_firmwares_pins() -> None:
    assert wiring_list.pin_table(BOARD) == expected_pins()


def test_every_pin_of_the_firmwares_page_is_wired_so() -> None:
    page = (ROOT / "firmware" / "README.md").read_text(encoding="utf-8")
    pins = page[page.index("## Pins") : page.index("## How it decides")]
    named = set()
    for first, last in re.findall(r"GP(\d+)(?: to GP(\d+))?", pins):
        named |= set(range(int(first), int(last or first) + 1))
    assert named == set(expected_pins()) | {firmware_facts.LAMP_PIN}


def test_the_trial_has_one_point_on_the_line_of_v_without_a_multiplexer() -> None:
    where = {pin: int(pin.removeprefix("GP")) for ref, pin in TRIAL.nets["LINE_V"] if ref == "U1"}
    assert list(where.values()) == numbers("hal.py", "LINE_PINS")[:1]
    values = {ref: TRIAL.parts[ref].value for ref, _ in TRIAL.nets["LINE_V"] if ref != "U1"}
    assert sorted(values.values()) == ["1.5 kilo-ohm", "100 ohm"]
    kinds = Counter(TRIAL.parts[ref].kind.name for ref, _ in TRIAL.nets["BUS_V1"])
    assert kinds == {"resistor": 1, "seat disc": p.SEATS}
    expected = expected_pins() | {numbers("hal.py", "LINE_PINS")[0]: "LINE_V"}
    assert wiring_list.pin_table(TRIAL).items() <= expected.items()


def test_strips_and_module_of_the_reader_are_joined_pin_to_pin() -> None:
    for number, net in enumerate(reader_board.TO_PICO, 1):
        ends = BOARD.nets[net if net in wiring.RAILS else f"READER_{net}"]
        pins = [BOARD.parts[ref].kind.pin(pin)[0] for ref, pin in ends if ref == "J1"]
        assert pins == [str(number)]
    module = dict(zip(reader_board.TO_MODULE, wiring.MODULE_PINS, strict=True))
    assert all(net == name for net, name in module.items())
    for net, (name, _) in wiring.MODULE_PINS.items():
        assert BOARD.nets[f"MODULE_{net}"] == [("J2", net), ("U2", name)]


def test_no_part_of_5_volts_reaches_a_pin_of_the_controller() -> None:
    motors = {"M1", "C8", "D1", "M3", "C10", "D2"}
    assert {ref for ref, _ in BOARD.nets["5V"]} == {"U1", "J1"} | motors
    assert [pin for ref, pin in BOARD.nets["5V"] if ref == "U1"] == ["VBUS"]


@pytest.mark.parametrize(("side", "first"), [("V", 1), ("N", 3)])
def test_the_motors_of_a_side_are_off_unless_the_controller_turns_its_transistor_on(
    side: str, first: int
) -> None:
    nets = {name: set(ends) for name, ends in BOARD.nets.items()}
    pull = f"R{first + 14}"
    assert (pull, "A") in nets[f"MOTOR_{side}"]
    assert (pull, "B") in nets["GND"]
    switch, diode = f"Q{(first + 1) // 2}", f"D{(first + 1) // 2}"
    assert nets[f"BASE_{side}"] == {(f"R{first + 13}", "B"), (switch, "BASE")}
    assert (switch, "EMITTER") in nets["GND"]
    one, other = f"M{first}", f"M{first + 1}"
    assert {(one, "A"), (diode, "CATHODE")} <= nets["5V"]
    assert {(one, "B"), (other, "A")} <= nets[f"BETWEEN_{side}"]
    assert {(other, "B"), (diode, "ANODE"), (switch, "COLLECTOR")} <= nets[f"SWITCHED_{side}"]


def test_sensors_of_one_bus_have_different_addresses() -> None:
    assert firmware_facts.ADDRESSES == (0x35, 0x22)
    for side in "VN":
        near = {ref for ref, _ in BOARD.nets[f"SDA_{side}"]} - {"U1"}
        refs = near | {ref for ref, _ in BOARD.nets[f"SDA_SECOND_{side}"]}
        names = {sensor_board.name(variant) for variant in sensor_board.VARIANTS}
        assert {BOARD.parts[ref].value for ref in refs} == names


def test_each_pin_is_joined_once_or_has_a_reason_to_be_free() -> None:
    joined = Counter(end for ends in BOARD.nets.values() for end in ends)
    assert set(joined.values()) == {1}
    every = {(ref, pin[1]) for ref, part in BOARD.parts.items() for pin in part.kind.pins}
    assert every - set(joined) == set(BOARD.unused) <= set(wiring.UNUSED)


def test_a_part_or_a_pin_that_is_not_there_is_refused() -> None:
    board = wiring.circuit()
    with pytest.raises(ValueError, match="U1 is there twice"):
        board.add("U1", wiring.PICO, "RP2040", "another")
    with pytest.raises(KeyError, match="no pin GP99"):
        board.join("GND", ("U1", "GP99"))


def test_the_wiring_page_is_up_to_date_and_makes_the_same_nets() -> None:
    text = wiring_list.PAGE.read_text(encoding="utf-8")
    assert text == wiring_list.page(BOARD), "run: python -m hardware.wiring_list"
    board, trial = text.split(wiring_list.TRIAL_HEADING)
    assert {frozenset(net) for net in wiring_list.read_back(board)} == as_sets(BOARD)
    mine = {net for net in as_sets(TRIAL) if len(net) > 1}
    assert {frozenset(net) for net in wiring_list.read_back(trial)} == mine


def test_a_wire_left_out_of_the_page_is_noticed() -> None:
    text = wiring_list.page(BOARD).split(wiring_list.TRIAL_HEADING)[0]
    text = text.replace("Q1 pin 3 (EMITTER) to ground rail.", "")
    assert {frozenset(net) for net in wiring_list.read_back(text)} != as_sets(BOARD)


def test_the_parts_table_is_up_to_date() -> None:
    again = "run: python -m hardware.parts_list"
    assert parts_list.TABLE.read_text(encoding="utf-8") == parts_list.table(), again
    assert parts_list.PAGE.read_text(encoding="utf-8") == parts_list.page(), again
    said = re.findall(r"^- (.+?): (\d+) ", parts_list.page(), re.MULTILINE)
    every = [*parts_list.lines(), *parts_trial.lines()]
    assert said == [(line.part, str(line.quantity)) for line in every]


def test_quantities_are_those_of_board_and_pieces() -> None:
    with parts_list.TABLE.open(encoding="utf-8", newline="") as file:
        rows = {row["part"]: int(row["quantity"]) for row in csv.DictReader(file)}
    refs = Counter(re.sub(r"\d", "", ref) for ref in BOARD.parts)
    assert refs["U"] == 1 + 1 + 4
    small = re.compile("resistor|capacitor|diode")
    electric = sum(count for part, count in rows.items() if small.match(part))
    assert electric == refs["R"] + refs["C"] + refs["D"]
    assert rows["key 12 x 12 mm"] == refs["S"] == 14
    zones, pieces = 28, 32
    assert rows["magnet 5 x 2 mm N35"] == zones * 3 + pieces * 2
    assert rows["transistor BC337-40"] == refs["Q"] == 2
    assert rows["vibration motor of a game controller, 2 to 3 V"] == refs["M"] == 4
    assert rows["washer M3"] == 2 * rows["screw M3 x 10 with nut"] == 76
    tiles, carriers, base = 14, 2, 8
    assert rows["screw M3 x 16"] + rows["screw M3 x 22 countersunk"] == 4 * tiles
    assert rows["screw M3 x 22 countersunk"] == base
    assert rows["screw M3 x 10"] == 4 * carriers
    assert rows["magnet 4 x 4 mm N42"] == 4
    trial = {line.part: line.quantity for line in parts_trial.lines()}
    strip = parts_trial.PIECES * p.FINGERS * p.FINGER_STRIP_LENGTH / 1000
    assert strip <= trial["phosphor bronze strip 0.10 x 1.5 mm"]
    discs = 2 * parts_trial.PIECES + parts_trial.SEATS
    assert trial["contact disc"] == discs + parts_trial.SPARE_DISCS


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


@pytest.mark.parametrize("board", [BOARD, TRIAL])
def test_parts_of_the_perforated_board_have_a_hole_for_each_pin_clear_of_others(
    board: wiring.Circuit,
) -> None:
    spots = placement.spots(board)
    small = (wiring.RESISTOR, wiring.DIODE, wiring.TRANSISTOR, wiring.PICO)
    meant = {ref for ref, part in board.parts.items() if part.kind in small}
    assert set(spots) == meant
    rails = (placement.GROUND_ROW, placement.THREE_VOLT_ROW, placement.FIVE_VOLT_ROW)
    taken = {(column, row) for row in rails for column in range(2, 21)}
    for ref, holes in spots.items():
        assert set(holes) == {number for number, _, _ in board.parts[ref].kind.pins}
        columns = range(min(x for x, _ in holes.values()), max(x for x, _ in holes.values()) + 1)
        rows = range(min(y for _, y in holes.values()), max(y for _, y in holes.values()) + 1)
        mine = {(column, row) for column in columns for row in rows}
        assert not mine & taken, ref
        assert all(1 <= way <= p.CIRCUIT_HOLES for hole in mine for way in hole)
        taken |= mine


def test_the_usb_socket_of_the_pico_is_in_the_slot_of_the_box() -> None:
    holes = placement.spots(BOARD)["U1"]
    assert holes["1"] == (1, 12)
    assert holes["40"] == (1, 19)
    middle = (placement.place(*holes["1"])[1] + placement.place(*holes["40"])[1]) / 2
    assert p.BOX_CIRCUIT - p.CIRCUIT_BOARD / 2 + middle == pytest.approx(p.BOX_PICO)


def test_the_perforated_board_is_asked_for_large_enough() -> None:
    line = next(line for line in parts_list.lines() if line.part.startswith("perforated"))
    assert f"{placement.COLUMNS} x {placement.ROWS} holes" in line.tolerance
    assert min(map(int, re.findall(r"\d+", line.part))) > p.CIRCUIT_BOARD


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


def forget_reset(board: wiring.Circuit) -> None:
    board.nets["MODULE_RESET"].remove(("U2", "RST"))


def join_outputs(board: wiring.Circuit) -> None:
    board.nets["READER_TO"] += board.nets.pop("READER_CLOCK")


def cut_supply(board: wiring.Circuit) -> None:
    board.nets["3V3"].remove(("U1", "3V3"))


def join_supplies(board: wiring.Circuit) -> None:
    board.nets["5V"] += board.nets.pop("3V3")


def cut_key(board: wiring.Circuit) -> None:
    board.nets["KEY_V_yes"].pop()


BREAKS: dict[Callable[[wiring.Circuit], None], str] = {
    forget_reset: "Unconnected pin: INPUT pin RST/RST of module with PN5180/U2",
    join_outputs: "Pin conflict on net READER_TO",
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

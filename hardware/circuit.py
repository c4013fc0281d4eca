"""Describes the whole wiring as data: parts with their pins, and nets.

The controller's pins are read from the firmware, so wiring and firmware agree. `rulecheck` passes
the data to SKiDL, `wiring_list` describes it in words, and `parts_list` counts the parts.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from hardware import firmware_facts as firmware
from hardware import parameters as p

IN, OUT, BOTH, PASSIVE, POWER_IN, POWER_OUT = (
    "in",
    "out",
    "both",
    "passive",
    "power in",
    "power out",
)

# Values, each with its reason. Tolerances are in the parts list.
LINE_PULL_UP = 1500  # ohm; the usual 4.7 k is too slow for 15 pieces, see physics/onewire.py
KEEP_ALIVE = 47_000  # keeps pieces powered while their channel is not selected
SERIES = 100  # limits the current of a discharge that passes the suppressor
I2C_PULL_UP = 4700
BASE = 1000  # ohm; 2.5 mA turn a BC337 on for a fifth of an ampere
MOTOR_PULL_DOWN = 4700  # keeps the motors off until the firmware runs
ON_RESISTANCE = 160.0  # ohm, the largest for a CD74HCT4067 at 5 V; from memory of its data sheet

Pins = tuple[tuple[str, str, str], ...]  # number, name, electrical type


@dataclass(frozen=True)
class Kind:
    """A kind of part: its name, the letter of its references, its pins."""

    name: str
    prefix: str
    pins: Pins

    def pin(self, name: str) -> tuple[str, str, str]:
        """Return the pin with this name. Raise KeyError if there is none."""
        for pin in self.pins:
            if pin[1] == name:
                return pin
        raise KeyError(f"{self.name} has no pin {name}.")


@dataclass(frozen=True)
class Component:
    """One part: its reference, kind, value and use, and the chapter of the guide that wires it."""

    ref: str
    kind: Kind
    value: str
    use: str
    chapter: str


@dataclass
class Circuit:
    """Parts by reference; nets by name, each a list of (reference, pin name); unused pins."""

    parts: dict[str, Component] = field(default_factory=dict)
    nets: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    unused: list[tuple[str, str]] = field(default_factory=list)

    def add(self, ref: str, kind: Kind, value: str, use: str, chapter: str = "Supply") -> str:
        """Add a part and return its reference."""
        if ref in self.parts:
            raise ValueError(f"{ref} is there twice.")
        self.parts[ref] = Component(ref, kind, value, use, chapter)
        return ref

    def join(self, net: str, *ends: tuple[str, str]) -> None:
        """Connect pins, each (reference, pin name), to a net."""
        for ref, pin in ends:
            self.parts[ref].kind.pin(pin)
            self.nets.setdefault(net, []).append((ref, pin))

    def count(self, kind: Kind, value: str | None = None) -> int:
        """Return the number of parts of a kind, with this value if it is given."""
        found = [part for part in self.parts.values() if part.kind is kind]
        return sum(value is None or part.value == value for part in found)


def _pico_pins() -> Pins:
    grounds = {3, 8, 13, 18, 23, 28, 38}
    special = {
        30: ("RUN", IN),
        33: ("AGND", POWER_IN),
        35: ("ADC_VREF", POWER_IN),
        36: ("3V3", POWER_OUT),
        37: ("3V3_EN", IN),
        39: ("VSYS", POWER_IN),
        40: ("VBUS", POWER_OUT),
    }
    numbers = iter([*range(23), 26, 27, 28])  # GP23 to GP25 stay on the module
    pins = []
    for place in range(1, 41):
        if place in grounds:
            pins.append((str(place), f"GND{place}", POWER_IN))
        elif place in special:
            name, what = special[place]
            pins.append((str(place), name, what))
        else:
            number = next(numbers)
            pins.append(
                (str(place), f"GP{number}", OUT if number in firmware.SELECT_PINS else BOTH)
            )
    return tuple(pins)


def _mux_pins() -> Pins:
    channels = {9 - n: n for n in range(8)} | {23 - n: 8 + n for n in range(8)}
    others = {
        1: ("COM", BOTH),
        10: ("S0", IN),
        11: ("S1", IN),
        12: ("GND", POWER_IN),
        13: ("S3", IN),
        14: ("S2", IN),
        15: ("E", IN),
        24: ("VCC", POWER_IN),
    }
    named = others | {place: (f"I{n}", BOTH) for place, n in channels.items()}
    return tuple((str(place), *named[place]) for place in range(1, 25))


def _two(one: str, other: str) -> Pins:
    return (("1", one, PASSIVE), ("2", other, PASSIVE))


PICO = Kind("Raspberry Pi Pico", "U", _pico_pins())
MUX = Kind("CD74HCT4067", "U", _mux_pins())
SENSOR = Kind(
    "TMAG5273",
    "U",
    (
        ("1", "SCL", IN),
        ("2", "GND", POWER_IN),
        ("3", "TEST", POWER_IN),
        ("4", "VCC", POWER_IN),
        ("5", "INT", BOTH),
        ("6", "SDA", BOTH),
    ),
)
RESISTOR = Kind("resistor", "R", _two("A", "B"))
CAPACITOR = Kind("capacitor", "C", _two("A", "B"))
SUPPRESSOR = Kind(
    "suppressor array",
    "D",
    (
        ("1", "IO1", PASSIVE),
        ("2", "GROUND", PASSIVE),
        ("3", "IO2", PASSIVE),
        ("4", "IO3", PASSIVE),
        ("5", "SUPPLY", PASSIVE),
        ("6", "IO4", PASSIVE),
    ),
)
GUARDED = 4  # the number of zones that one suppressor array protects
SEAT = Kind("seat disc", "J", _two("CENTRE", "RING"))
KEY = Kind("key", "S", _two("A", "B"))
TRANSISTOR = Kind(
    "transistor",
    "Q",
    (("1", "COLLECTOR", PASSIVE), ("2", "BASE", PASSIVE), ("3", "EMITTER", PASSIVE)),
)
DIODE = Kind("diode", "D", _two("CATHODE", "ANODE"))
MOTOR = Kind("motor", "M", _two("A", "B"))

VARIANTS = ("TMAG5273A1", "TMAG5273B1")
POLE = {"V": "V's", "N": "N's"}


def circuit() -> Circuit:
    """Return the circuit of one board."""
    board = Circuit()
    board.add("U1", PICO, "RP2040", "controller")
    board.join("5V", ("U1", "VBUS"))
    board.join("3V3", ("U1", "3V3"))
    grounds = [name for _, name, _ in PICO.pins if "GND" in name]
    board.join("GND", *(("U1", name) for name in grounds))
    board.join(
        "5V", (board.add("C1", CAPACITOR, "10 microfarad", "reserve of the 5 V supply"), "A")
    )
    board.join("GND", ("C1", "B"))
    for side in range(len(firmware.SIDES)):
        _multiplexer(board, side)
        _dice_seats(board, side)
        _motors(board, side)
        _keys(board, side)
    board.unused = list(UNUSED)
    return board


def _multiplexer(board: Circuit, side: int) -> None:
    letter = firmware.SIDES[side]
    chapter = f"Multiplexer of {letter}"
    mux = board.add(f"U{2 + side}", MUX, MUX.name, f"{POLE[letter]} multiplexer", chapter)
    board.join("5V", (mux, "VCC"))
    board.join("GND", (mux, "GND"), (mux, "E"))
    _decoupling(board, f"C{2 + side}", "5V", mux)
    for bit, pin in enumerate(firmware.SELECT_PINS):
        board.join(f"SELECT{bit}", *([("U1", f"GP{pin}")] if side == 0 else []), (mux, f"S{bit}"))
    line = f"LINE_{letter}"
    use = f"pull-up of {line}"
    pull = board.add(f"R{1 + side}", RESISTOR, _ohm(LINE_PULL_UP), use, chapter)
    board.join(line, ("U1", f"GP{firmware.LINE_PINS[side]}"), (mux, "COM"), (pull, "A"))
    board.join("3V3", (pull, "B"))
    guards = _suppressors(board, side, chapter)
    for channel in range(firmware.CHANNELS):
        _zone(board, (mux, f"I{channel}"), guards[channel], side, channel)


def _suppressors(board: Circuit, side: int, chapter: str) -> list[tuple[str, str]]:
    """Add the suppressor arrays of a side. Return the protecting pin for each channel."""
    guards: list[tuple[str, str]] = []
    zones = [firmware.zone_at(side, channel) for channel in range(firmware.CHANNELS)]
    groups = range(0, len(zones), GUARDED)
    for number, first in enumerate(groups, 1 + side * len(groups)):
        mine = zones[first : first + GUARDED]
        use = f"suppressors of {mine[0]} to {mine[-1]}"
        array = board.add(f"D{number}", SUPPRESSOR, "SRV05-4", use, chapter)
        board.join("GND", (array, "GROUND"))
        guards += [(array, f"IO{line + 1}") for line in range(len(mine))]
    return guards


def _zone(
    board: Circuit, way: tuple[str, str], guard: tuple[str, str], side: int, channel: int
) -> None:
    """Add one channel: series and keep-alive resistor, suppressor, and the zone's three seats."""
    zone, number = firmware.zone_at(side, channel), 100 * (1 + side) + channel
    chapter = f"Zone {zone}"
    series = board.add(f"R{number}", RESISTOR, _ohm(SERIES), "series resistor", chapter)
    keep = board.add(f"R{number + 200}", RESISTOR, _ohm(KEEP_ALIVE), "keep-alive resistor", chapter)
    board.join(f"CHANNEL_{zone}", way, (series, "A"))
    board.join(f"BUS_{zone}", guard, (series, "B"), (keep, "A"))
    board.join("3V3", (keep, "B"))
    for seat in range(p.SEATS):
        place = ("base", "middle", "tip")[seat]
        disc = board.add(f"J{10 * number + seat}", SEAT, "contact disc", f"{place} seat", chapter)
        board.join(f"BUS_{zone}", (disc, "CENTRE"))
        board.join("GND", (disc, "RING"))


def _dice_seats(board: Circuit, side: int) -> None:
    letter = firmware.SIDES[side]
    chapter = f"Dice seats of {letter}"
    names = dict(zip(("SDA", "SCL"), firmware.I2C_PINS[side], strict=True))
    for index, (name, pin) in enumerate(names.items()):
        use = f"pull-up of {name}_{letter}"
        pull = board.add(f"R{10 + 2 * side + index}", RESISTOR, _ohm(I2C_PULL_UP), use, chapter)
        board.join(f"{name}_{letter}", ("U1", f"GP{pin}"), (pull, "A"))
        board.join("3V3", (pull, "B"))
    for index, variant in enumerate(VARIANTS):
        number = 4 + 2 * side + index
        order = ("first", "second")[index]
        sensor = board.add(f"U{number}", SENSOR, variant, f"sensor of the {order} seat", chapter)
        for name in names:
            board.join(f"{name}_{letter}", (sensor, name))
        board.join("3V3", (sensor, "VCC"))
        board.join("GND", (sensor, "GND"), (sensor, "TEST"))
        _decoupling(board, f"C{number}", "3V3", sensor)


def _motors(board: Circuit, side: int) -> None:
    """Add the two motors of a side in series from 5 V to a transistor, with a flyback diode."""
    letter = firmware.SIDES[side]
    chapter, signal = f"Motors of {letter}", f"MOTOR_{letter}"
    base = board.add(f"R{14 + 2 * side}", RESISTOR, _ohm(BASE), f"base of {signal}", chapter)
    use = f"pull-down of {signal}"
    pull = board.add(f"R{15 + 2 * side}", RESISTOR, _ohm(MOTOR_PULL_DOWN), use, chapter)
    switch = board.add(f"Q{1 + side}", TRANSISTOR, "BC337-40", f"switch of {signal}", chapter)
    flyback = board.add(f"D{9 + side}", DIODE, "1N4001", f"flyback of {signal}", chapter)
    board.join(signal, ("U1", f"GP{firmware.MOTOR_PINS[side]}"), (base, "A"), (pull, "A"))
    board.join(f"BASE_{letter}", (base, "B"), (switch, "BASE"))
    board.join("GND", (pull, "B"), (switch, "EMITTER"))
    nets = ("5V", f"BETWEEN_{letter}", f"SWITCHED_{letter}")
    board.join(nets[0], (flyback, "CATHODE"))
    board.join(nets[2], (flyback, "ANODE"), (switch, "COLLECTOR"))
    for index, order in enumerate(("first", "second")):
        number = 1 + 2 * side + index
        motor = board.add(f"M{number}", MOTOR, "3 V", f"motor of the {order} tray", chapter)
        use = f"against sparks of {motor}, at its terminals"
        filters = board.add(f"C{7 + number}", CAPACITOR, "100 nanofarad", use, chapter)
        for part in (motor, filters):
            board.join(nets[index], (part, "A"))
            board.join(nets[index + 1], (part, "B"))


def _keys(board: Circuit, side: int) -> None:
    letter, count = firmware.SIDES[side], len(firmware.KEYS)
    for index, name in enumerate(firmware.KEYS):
        number = side * count + index
        key = board.add(f"S{1 + number}", KEY, "12 x 12", f"key {name}", f"Keys of {letter}")
        board.join(f"KEY_{letter}_{name}", ("U1", f"GP{firmware.KEY_PINS[number]}"), (key, "A"))
        board.join("GND", (key, "B"))


def _decoupling(board: Circuit, ref: str, supply: str, beside: str) -> None:
    chapter = board.parts[beside].chapter
    board.add(ref, CAPACITOR, "100 nanofarad", f"supply of {beside}, close to it", chapter)
    board.join(supply, (ref, "A"))
    board.join("GND", (ref, "B"))


# Pins left free, and why. Any other unconnected pin breaks a rule.
UNUSED = {
    ("U1", "RUN"): "has its own pull-up; a reset button can be added",
    ("U1", "ADC_VREF"): "nothing analogue is measured",
    ("U1", "3V3_EN"): "has its own pull-up",
    ("U1", "VSYS"): "the Pico feeds it from VBUS",
    **{(mux, f"I{channel}"): "spare channel" for mux in ("U2", "U3") for channel in (14, 15)},
    **{(f"U{number}", "INT"): "the firmware asks the sensor instead" for number in range(4, 8)},
    **{(f"D{number}", "SUPPLY"): "it also protects without a supply" for number in range(1, 9)},
    **{(array, line): "spare" for array in ("D4", "D8") for line in ("IO3", "IO4")},
}


def ends_of(board: Circuit, ref: str) -> Iterator[tuple[str, str]]:
    """Yield the connected pins of a part, with their nets."""
    for net, ends in board.nets.items():
        for other, pin in ends:
            if other == ref:
                yield pin, net


def _ohm(value: int) -> str:
    return f"{value / 1000:g} kilo-ohm" if value >= 1000 else f"{value} ohm"

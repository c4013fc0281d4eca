"""Describes the wiring by hand as data: parts with their pins, and nets.

`circuit` is the board with radio tags, `trial` the first trial. The controller's pins are read from
the firmware, so wiring and firmware agree. `rulecheck` passes the data to SKiDL, `wiring_list`
describes it in words, and `parts_list` counts the parts.
"""

from dataclasses import dataclass, field

from hardware import firmware_facts as firmware
from hardware import reader_board, sensor_board

IN, OUT, BOTH, PASSIVE, POWER_IN, POWER_OUT = (
    "in",
    "out",
    "both",
    "passive",
    "power in",
    "power out",
)

# Values, each with its reason. Tolerances are in the parts list.
LINE_PULL_UP = 1500  # ohm, in the trial; the usual 4.7 k is slower, see physics/onewire.py
SERIES = 100  # limits the current of a discharge
I2C_PULL_UP = 4700
BASE = 1000  # ohm; 2.5 mA turn a BC337 on for a fifth of an ampere
MOTOR_PULL_DOWN = 4700  # keeps the motors off until the firmware runs

RAILS = ("GND", "3V3", "5V")  # nets whose parts are all joined to one bare wire

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
    outputs = {firmware.READER_PINS[net] for net in ("CLOCK", "TO", "CHOOSE")}
    pins = []
    for place in range(1, 41):
        if place in grounds:
            pins.append((str(place), f"GND{place}", POWER_IN))
        elif place in special:
            name, what = special[place]
            pins.append((str(place), name, what))
        else:
            number = next(numbers)
            pins.append((str(place), f"GP{number}", OUT if number in outputs else BOTH))
    return tuple(pins)


def _strip_pins(nets: tuple[str, ...], supply: str) -> Pins:
    what = dict.fromkeys(RAILS, supply)
    return tuple((str(place), net, what.get(net, PASSIVE)) for place, net in enumerate(nets, 1))


def _two(one: str, other: str) -> Pins:
    return (("1", one, PASSIVE), ("2", other, PASSIVE))


PICO = Kind("Raspberry Pi Pico", "U", _pico_pins())
STRIP = Kind("the reader's strip for the Pico", "J", _strip_pins(reader_board.TO_PICO, POWER_IN))
MODULE_STRIP = Kind(
    "the reader's strip for the module", "J", _strip_pins(reader_board.TO_MODULE, POWER_OUT)
)
# The name of each pin on the module, by the net of its strip; from memory. They have no numbers.
MODULE_PINS = {
    "5V": ("5V", POWER_IN),
    "3V3": ("3V3", POWER_IN),
    "RESET": ("RST", IN),
    "CHOOSE": ("NSS", IN),
    "TO": ("MOSI", IN),
    "FROM": ("MISO", OUT),
    "CLOCK": ("SCK", IN),
    "BUSY": ("BUSY", OUT),
    "GND": ("GND", POWER_IN),
}
MODULE = Kind("module with PN5180", "U", tuple((n, n, what) for n, what in MODULE_PINS.values()))
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
SENSOR_BOARD = Kind(
    "sensor board",
    "U",
    tuple(
        (str(number), name, {"GND": POWER_IN, "3V3": POWER_IN}.get(name, PASSIVE))
        for number, name in enumerate(sensor_board.WIRES, 1)
    )
    + tuple(
        (str(number), f"{name}_OUT", {"GND": POWER_OUT, "3V3": POWER_OUT}.get(name, PASSIVE))
        for number, name in enumerate(sensor_board.WIRES, 1 + len(sensor_board.WIRES))
    ),
)
RESISTOR = Kind("resistor", "R", _two("A", "B"))
CAPACITOR = Kind("capacitor", "C", _two("A", "B"))
SEAT = Kind("seat disc", "J", _two("CENTRE", "RING"))
KEY = Kind("key", "S", _two("A", "B"))
TRANSISTOR = Kind(
    "transistor",
    "Q",
    (("1", "COLLECTOR", PASSIVE), ("2", "BASE", PASSIVE), ("3", "EMITTER", PASSIVE)),
)
DIODE = Kind("diode", "D", _two("CATHODE", "ANODE"))
MOTOR = Kind("motor", "M", _two("A", "B"))

GROUND = "GND38"  # of the Pico, which joins it to all others
VARIANTS = sensor_board.VARIANTS


def circuit() -> Circuit:
    """Return the circuit of the board with radio tags, without what its circuit boards join."""
    board = _controller()
    board.join("5V", ("U1", "VBUS"))
    board.add("J1", STRIP, STRIP.name, "reader", "Reader")
    for net in reader_board.TO_PICO:
        pin = firmware.READER_PINS.get(net)
        board.join(net if pin is None else f"READER_{net}", *_pico(pin), ("J1", net))
    board.add("J2", MODULE_STRIP, MODULE_STRIP.name, "reader", "Module")
    board.add("U2", MODULE, MODULE.name, "reader of the tags", "Module")
    for net, (name, _) in MODULE_PINS.items():
        board.join(f"MODULE_{net}", ("J2", net), ("U2", name))
    for side in range(len(firmware.SIDES)):
        _dice_seats(board, side)
        _motors(board, side)
        _keys(board, side)
    return board


def trial() -> Circuit:
    """Return the circuit of the first trial: a point, a die's seat and three keys."""
    board = _controller()
    line = f"LINE_{firmware.SIDES[0]}"
    board.add("R1", RESISTOR, _ohm(LINE_PULL_UP), f"pull-up of {line}", TRIAL)
    board.add("R2", RESISTOR, _ohm(SERIES), "series resistor", TRIAL)
    board.join(line, *_pico(firmware.LINE_PINS[0]), ("R1", "A"), ("R2", "A"))
    board.join("3V3", ("R1", "B"))
    board.join("BUS_V1", ("R2", "B"))
    for place in ("base", "middle", "tip"):
        disc = board.add(
            f"J{len(board.nets['BUS_V1'])}", SEAT, "contact disc", f"{place} seat", TRIAL
        )
        board.join("BUS_V1", (disc, "CENTRE"))
        board.join("GND", (disc, "RING"))
    _trial_die(board)
    for index, name in enumerate(firmware.KEYS):
        if name in TRIAL_KEYS:
            _key(board, 0, index)
    board.unused.append(("U4", "INT"))
    return board


TRIAL = "Point of the first trial"
TRIAL_KEYS = ("repeat", "yes", "no")


def _controller() -> Circuit:
    """Return a circuit with the controller and its supply."""
    board = Circuit()
    board.add("U1", PICO, "RP2040", "controller")
    board.join("3V3", ("U1", "3V3"))
    board.join("GND", ("U1", GROUND))
    board.unused += [end for end in UNUSED if end[0] == "U1"]
    return board


def _pico(gpio: int | None) -> list[tuple[str, str]]:
    return [] if gpio is None else [("U1", f"GP{gpio}")]


def _dice_seats(board: Circuit, side: int) -> None:
    """Add the two sensor boards of a side. The second is joined to the first."""
    letter = firmware.SIDES[side]
    chapter = f"Dice seats of {letter}"
    pins = dict(zip(("SDA", "SCL"), firmware.I2C_PINS[side], strict=True))
    first, second = (
        board.add(
            f"U{4 + 2 * side + index}",
            SENSOR_BOARD,
            sensor_board.name(variant),
            f"sensor of the {order} seat",
            chapter,
        )
        for index, (variant, order) in enumerate(zip(VARIANTS, ("first", "second"), strict=True))
    )
    for name in sensor_board.WIRES:
        gpio = pins.get(name)
        net = name if gpio is None else f"{name}_{letter}"
        board.join(net, *_pico(gpio), (first, name))
        board.join(f"{name}_SECOND_{letter}", (first, f"{name}_OUT"), (second, name))
        board.unused.append((second, f"{name}_OUT"))


def _trial_die(board: Circuit) -> None:
    """Add the sensor of one seat on an adapter, with its pull-ups."""
    letter = firmware.SIDES[0]
    chapter = f"Dice seats of {letter}"
    use = "sensor of the first seat"
    sensor = board.add("U4", SENSOR, VARIANTS[0], use, chapter)
    pins = firmware.I2C_PINS[0]
    for ref, name, pin in zip(("R10", "R11"), ("SDA", "SCL"), pins, strict=True):
        pull = f"pull-up of {name}_{letter}"
        board.add(ref, RESISTOR, _ohm(I2C_PULL_UP), pull, chapter)
        board.join(f"{name}_{letter}", *_pico(pin), (ref, "A"), (sensor, name))
        board.join("3V3", (ref, "B"))
    board.join("3V3", (sensor, "VCC"))
    board.join("GND", (sensor, "GND"), (sensor, "TEST"))
    board.add("C4", CAPACITOR, "100 nanofarad", f"supply of {sensor}, close to it", chapter)
    board.join("3V3", ("C4", "A"))
    board.join("GND", ("C4", "B"))


def _motors(board: Circuit, side: int) -> None:
    """Add the two motors of a side in series from 5 V to a transistor, with a flyback diode."""
    letter = firmware.SIDES[side]
    chapter, signal = f"Motors of {letter}", f"MOTOR_{letter}"
    base = board.add(f"R{14 + 2 * side}", RESISTOR, _ohm(BASE), f"base of {signal}", chapter)
    use = f"pull-down of {signal}"
    pull = board.add(f"R{15 + 2 * side}", RESISTOR, _ohm(MOTOR_PULL_DOWN), use, chapter)
    switch = board.add(f"Q{1 + side}", TRANSISTOR, "BC337-40", f"switch of {signal}", chapter)
    flyback = board.add(f"D{1 + side}", DIODE, "1N4001", f"flyback of {signal}", chapter)
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
    for index in range(len(firmware.KEYS)):
        _key(board, side, index)


def _key(board: Circuit, side: int, index: int) -> None:
    letter, name = firmware.SIDES[side], firmware.KEYS[index]
    number = side * len(firmware.KEYS) + index
    key = board.add(f"S{1 + number}", KEY, "12 x 12", f"key {name}", f"Keys of {letter}")
    board.join(f"KEY_{letter}_{name}", *_pico(firmware.KEY_PINS[number]), (key, "A"))
    board.join("GND", (key, "B"))


# Pins left free, and why. Any other unconnected pin breaks a rule.
UNUSED = {
    **{
        ("U1", name): "joined to pin 38 inside the Pico"
        for _, name, _ in PICO.pins
        if "GND" in name and name != GROUND
    },
    ("U1", "RUN"): "has its own pull-up; a reset button can be added",
    ("U1", "ADC_VREF"): "nothing analogue is measured",
    ("U1", "3V3_EN"): "has its own pull-up",
    ("U1", "VSYS"): "the Pico feeds it from VBUS",
    ("U4", "INT"): "the firmware asks the sensor instead",
    **{
        (sensor, f"{name}_OUT"): "there is no third tray"
        for sensor in ("U5", "U7")
        for name in sensor_board.WIRES
    },
}


def _ohm(value: int) -> str:
    return f"{value / 1000:g} kilo-ohm" if value >= 1000 else f"{value} ohm"

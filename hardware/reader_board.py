"""Designs the circuit board that connects one of 28 antennas, with one of seven currents.

A ready module with the reader PN5180 is plugged in. Each antenna and each current has a PIN diode,
which a low output of a shift register opens. A wound transformer is between the module and the
diodes. Its secondary winding carries the current of the antenna. Millimetres, as
`antenna_board.py`.
"""

from math import log10, pi

from hardware import antenna_board, coils, firmware_facts, router
from hardware.gerber import Board, Hole, Mounted, Pad, Spot

STEPS = 7
STEP = 1.8  # ratio of successive currents
RESET_BIT = len(firmware_facts.ZONES) + STEPS

# Direct currents. The supply is the 5 V of the USB plug.
SUPPLY, DIODE_VOLTS, OUTPUT_VOLTS = 5.0, 0.85, 0.2  # the last two from memory
COMMON = 120.0  # ohms between the supply and all diodes
# Ohms from a diode to its output: for antennas, and for small currents.
STRONG, WEAK = 270.0, 1000.0

# PIN diode BAR64-03W, data sheet of Infineon (2013): ohms at 1 and 10 mA, typical; lifetime of its
# charge; capacitance while it is closed, at most.
DIODE_1, DIODE_10 = 12.5, 2.1
LIFETIME = 1.55e-6
CLOSED = 0.35  # picofarad
TRANSFORMER_LOSS = 0.3  # decibel; a judgement
TURNS = (12, 6)  # turns of the transformer: to the module, and to the antennas
TOROID = 55.0  # nanohenry by turns squared, of FT37-61; from memory

RULES = router.Rules(track=0.25, clearance=0.2, via=(0.3, 0.6), edge=0.3)
PLUG_X, CATHODE_X, BUS_X, BIAS_X, GROUND_X = 18.5, 13.5, 11.1, 15.1, 16.6
BUS, GROUND, WIRE = 1.6, 1.0, 0.6  # widths of tracks
# The place of the first plug, and how much longer a plug is than its row of pins.
FIRST_PLUG, BODY = 57.0, 3.9
PLUG_DEPTH = 2.8  # from a plug's pins to its farther face, which is inside on one edge; JST
TOROID_BODY = (10.0, 4.6)  # with its wire, standing upright
PLUGS = (("1", "2", "3"), ("4", "5", "6"), ("7", "8", "9"), ("10", "11", "12"), ("B",), ("O",))
TOP_BUS, LINK, COLD_BUS, FOOT = 55.5, 52.2, 45.5, 33.0  # rows
HEADER = (1.0, 1.7)  # drill, pad
PITCH = 2.54
TO_PICO = ("5V", "3V3", "LATCH", "CHOOSE", "TO", "FROM", "CLOCK", "BUSY", "GND")
TO_MODULE = ("5V", "3V3", "RESET", "CHOOSE", "TO", "FROM", "CLOCK", "BUSY", "GND")
CHIP_ROWS = (75.0, 99.0, 87.0, 111.0, 63.0)  # in the order of the chain
TURNED = (3,)  # the chips whose outputs face N
OUTPUTS = (15, 1, 2, 3, 4, 5, 6, 7)  # pins of a 74HCT595, QA to QH
CHIP_NETS = {8: "GND", 10: "5V", 11: "CLOCK", 12: "LATCH", 13: "GND", 16: "5V"}


def diode_ohms(milliamperes: float) -> float:
    """Return the resistance of an open diode, by a power law through both values."""
    return float(DIODE_1 * milliamperes ** log10(DIODE_10 / DIODE_1))


def bias(step: int) -> tuple[float, float]:
    """Return the direct currents of the antenna's diode and of the current's diode, in mA."""
    own = bias_resistor(step)
    # Both currents flow through COMMON.
    volts = SUPPLY - DIODE_VOLTS - OUTPUT_VOLTS
    node = volts / (1 + COMMON / STRONG + COMMON / own)
    return 1000 * node / STRONG, 1000 * node / own


def reverse_volts() -> float:
    """Return the voltage that keeps all other diodes closed at the largest current."""
    return COMMON * sum(bias(STEPS - 1)) / 1000


def bias_resistor(step: int) -> float:
    """Return the resistor between a current's diode and its output."""
    return STRONG if step >= STEPS - 2 else WEAK


def switch_ohms(step: int = STEPS - 1) -> float:
    """Return the resistance of both open diodes."""
    return sum(map(diode_ohms, bias(step)))


def resistor(step: int) -> float:
    """Return the usual resistor that sets a current. The bias resistor is in parallel to it."""
    if step == STEPS - 1:
        return 0.0
    less = STEP ** (STEPS - 1 - step) - 1
    wanted = antenna_board.load() * less + switch_ohms() - switch_ohms(step)
    return coils.usual(1 / (1 / wanted - 1 / bias_resistor(step)))


def total_ohms(step: int) -> float:
    """Return the resistance at the transformer's secondary at a step, with a tuned antenna."""
    own, beside = resistor(step), bias_resistor(step)
    return antenna_board.load() - switch_ohms() + switch_ohms(step) + own * beside / (own + beside)


def loss() -> float:
    """Return the loss in diodes and transformer at the largest current, in decibel."""
    return TRANSFORMER_LOSS - 10 * log10(1 - switch_ohms() / antenna_board.load())


def leak() -> float:
    """Return the current in an antenna with a closed diode, as a share of the chosen one's."""
    closed = 1e6 / (2 * pi * antenna_board.CARRIER * CLOSED)
    return antenna_board.load() / closed


def charge_ratio(amperes: float) -> float:
    """Return the charge in the antenna's diode divided by the charge that half a wave moves.

    amperes -- the effective current. A diode with a ratio above 1 stays open.
    """
    moved = 2 * amperes * 2**0.5 / (2 * pi * antenna_board.CARRIER * 1e6)
    return bias(STEPS - 1)[0] / 1000 * LIFETIME / moved


def board() -> Board:
    """Return the board with all tracks. This takes about half a minute."""
    made = placed()
    router.route(made, RULES)
    return made


def placed() -> Board:
    """Return the board with its parts and the tracks laid by hand."""
    made = Board("reader", antenna_board.board(1).outline, parts_in_front=True)
    _buses(made)
    for side, sign in (("V", -1), ("N", 1)):
        _antennas(made, side, sign)
    for step in range(STEPS):
        _current(made, step)
    for number in range(1, len(CHIP_ROWS) + 1):
        _chip(made, number)
    _headers(made)
    _supply(made)
    return made


def output(bit: int) -> str:
    """Return the net of a bit."""
    return "RESET_5V" if bit == RESET_BIT else f"OUT{bit}"


def _buses(made: Board) -> None:
    for sign in (-1, 1):
        bus, ground = sign * BUS_X, sign * GROUND_X
        made.wire(made.front, "COMMON", BUS, (bus, TOP_BUS), (bus, 124.0))
        made.wire(made.back, "GND", GROUND, (ground, FOOT), (ground, 124.0))
    made.wire(made.front, "COMMON", BUS, (-BUS_X, TOP_BUS), (BUS_X, TOP_BUS))
    made.wire(made.front, "COLD", BUS, (-15.0, COLD_BUS), (15.0, COLD_BUS))
    for row in (LINK, FOOT):
        made.wire(made.back, "GND", GROUND, (-GROUND_X, row), (GROUND_X, row))


def _antennas(made: Board, side: str, sign: int) -> None:
    """Add the plugs of a side, and for each antenna its diode and resistor."""
    edge = FIRST_PLUG
    for number, zones in enumerate(PLUGS, 1):
        ref = f"J{side}{number}"
        poles = 2 * len(zones)
        middle = edge + (2 * (poles - 1) + BODY) / 2
        made.parts.append(
            Mounted(ref, f"JST PH with {poles} poles", "PH upright", (sign * PLUG_X, middle), 90.0)
        )
        for index, zone in enumerate(zones):
            loop = edge + BODY / 2 + 4 * index
            pin = poles - 2 * index
            _antenna(made, side + zone, sign, loop, (f"{ref}.{pin}", f"{ref}.{pin - 1}"))
        edge += 2 * (poles - 1) + BODY + 0.1


def _antenna(made: Board, zone: str, sign: int, row: float, pins: tuple[str, str]) -> None:
    bit = firmware_facts.ZONES.index(zone)
    signal, loop = (sign * PLUG_X, row + 2), (sign * PLUG_X, row)
    cathode, tap = (sign * CATHODE_X, row + 2), (sign * BIAS_X, row + 2)
    net, hole = f"SIGNAL_{zone}", antenna_board.PLUG_HOLE
    made.holes += [Hole("GND", loop, *hole, pins[0]), Hole(net, signal, *hole, pins[1])]
    made.wire(made.back, "GND", GROUND, loop, (sign * GROUND_X, row))
    _two(
        made, f"D{bit}", "BAR64-03W", "SOD-323", (net, cathode), ("COMMON", (sign * BUS_X, row + 2))
    )
    low = (sign * BIAS_X, row)
    _two(
        made,
        f"R{bit}",
        f"{STRONG:g} ohm, 1 %",
        "0805",
        (net, low),
        (output(bit), (low[0] - sign * 1.9, row)),
    )
    made.wire(made.front, net, WIRE, signal, cathode)
    made.wire(made.front, net, WIRE, tap, low)


def _current(made: Board, step: int) -> None:
    """Add a current: a diode, its two resistors and a capacitor, in a column."""
    bit, x = len(firmware_facts.ZONES) + step, 5.0 * (step - 3)
    first, ohms = f"CURRENT{step}", resistor(step)
    second = f"BLOCKED{step}" if ohms else first  # the largest current has no resistor
    cathode = (x, COLD_BUS - 2.4)
    _two(made, f"D{bit}", "BAR64-03W", "SOD-323", (first, cathode), ("COLD", (x, COLD_BUS)))
    beside = (x + 2.2, cathode[1])
    value = f"{bias_resistor(step):g} ohm, 1 %"
    _two(
        made, f"R{bit}", value, "0805", (first, beside), (output(bit), (x + 2.2, cathode[1] - 1.9))
    )
    down, foot = (x, cathode[1] - 2.4), (x, cathode[1] - 4.3)
    if ohms:
        value = f"{ohms:g} ohm, 1 %"
        _two(made, f"R{100 + bit}", value, "0805", (first, down), (second, foot))
    else:
        made.wire(made.front, first, WIRE, down, foot)
    to, ground = (x, foot[1] - 2.0), (x, foot[1] - 3.9)
    _two(made, f"C{100 + bit}", "100 nanofarad", "0805", (second, to), ("GND", ground))
    made.wire(made.front, first, WIRE, beside, cathode, down)
    made.wire(made.front, second, WIRE, foot, to)


SIZES: dict[str, Spot] = {
    "SOD-323": (0.9, 0.8),
    "0805": (1.0, 1.3),
    "1210": (1.2, 2.5),
}


def _two(made: Board, ref: str, value: str, package: str, *ends: tuple[str, Spot]) -> None:
    """Add a part with two pads. The pads of a diode are K, then A."""
    (_, (a, b)), (_, (c, d)) = ends
    names = ("K", "A") if ref[0] == "D" else ("A", "B")
    wide, high = SIZES[package]
    size = (wide, high) if abs(c - a) > abs(d - b) else (high, wide)
    for name, (net, place) in zip(names, ends, strict=True):
        made.pads.append(Pad(f"{ref}.{name}", net, place, size))
    turn = 0.0 if abs(c - a) > abs(d - b) else 90.0
    if c < a or d < b:
        turn += 180.0
    made.parts.append(Mounted(ref, value, package, ((a + c) / 2, (b + d) / 2), turn))


def _chip(made: Board, number: int) -> None:
    """Add a shift register and its capacitor."""
    row, sign = CHIP_ROWS[number - 1], -1 if number in TURNED else 1
    nets = dict(CHIP_NETS)
    nets |= {pin: output(8 * (number - 1) + place) for place, pin in enumerate(OUTPUTS)}
    nets[14] = "TO" if number == 1 else f"CHAIN{number - 1}"
    nets[9] = f"CHAIN{number}"  # of the last chip, unused, like its last four outputs
    made.parts.append(Mounted(f"U{number}", "74HCT595D", "SO-16", (0.0, row), 90.0 - 90.0 * sign))
    for pin, net in nets.items():
        x, y = (-2.7, 4.445 - 1.27 * (pin - 1)) if pin <= 8 else (2.7, 1.27 * (pin - 9) - 4.445)
        made.pads.append(Pad(f"U{number}.{pin}", net, (sign * x, row + sign * y), (1.5, 0.6)))
    x, y = sign * 6.2, row + sign * 4.445
    ends = ("5V", (x - sign * 0.95, y)), ("GND", (x + sign * 0.95, y))
    _two(made, f"C{number}", "100 nanofarad", "0805", *ends)


def _headers(made: Board) -> None:
    """Add the pins for the Pico and the module, and the holes of the transformer."""
    for ref, nets, row in (("J1", TO_PICO, 14.0), ("J2", TO_MODULE, 24.0)):
        made.parts.append(Mounted(ref, "pin strip with 9 pins", "2.54 mm", (0.0, row)))
        for pin, net in enumerate(nets, 1):
            place = ((pin - 5) * PITCH, row)
            made.holes.append(Hole(net, place, *HEADER, f"{ref}.{pin}"))
    made.parts.append(Mounted("T1", "FT37-61, 12 and 6 turns", "four holes", (0.0, 49.1)))
    made.parts.append(Mounted("J3", "wires to the module's antenna", "two holes", (8.0, 49.1)))
    for net, row in (("PRIMARY_A", 50.3), ("PRIMARY_B", 47.9)):
        made.holes.append(Hole(net, (3.0, row), *HEADER, f"T1.{net[-1]}"))
        made.holes.append(Hole(net, (8.0, row), *HEADER, f"J3.{net[-1]}"))
        made.wire(made.front, net, WIRE, (3.0, row), (8.0, row))
    for net, row, bus in (("COMMON", 50.3, TOP_BUS), ("COLD", 47.9, COLD_BUS)):
        made.holes.append(Hole(net, (-3.0, row), *HEADER, "T1.C" if net == "COMMON" else "T1.D"))
        made.wire(made.front, net, WIRE, (-3.0, row), (-3.0, bus))


def _supply(made: Board) -> None:
    """Add the supply of the diodes with its capacitor, and the divider of the reset."""
    _two(made, "L1", "10 microhenry", "1210", ("FEED", (6.8, 59.0)), ("COMMON", (9.8, 59.0)))
    _two(made, "R60", f"{COMMON:g} ohm, 1 %", "0805", ("5V", (6.8, 62.5)), ("FEED", (8.7, 62.5)))
    _two(made, "C60", "100 nanofarad", "0805", ("FEED", (7.0, 65.2)), ("GND", (8.9, 65.2)))
    _two(made, "R61", "1800 ohm, 1 %", "0805", ("RESET_5V", (14.0, 29.0)), ("RESET", (15.9, 29.0)))
    _two(made, "R62", "3300 ohm, 1 %", "0805", ("RESET", (15.9, 26.0)), ("GND", (17.8, 26.0)))
    _two(made, "C61", "10 microfarad", "0805", ("5V", (-15.6, 20.0)), ("GND", (-17.5, 20.0)))

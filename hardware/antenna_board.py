"""Designs the circuit boards with antennas below the seats: of three points, and of one column.

A board is glued below a tile. The front with the coils touches the plate, and the parts hang below.
Coil and capacitor of an antenna are in series, so the antenna takes current only through its two
wires. With open ends it has no effect. Millimetres: x from the tile's middle, y from the player's
edge.
"""

from math import pi, sqrt

from hardware import coils
from hardware import parameters as p
from hardware.gerber import Board, Hole, Mounted, Pad, Spot

CARRIER = 13.56  # MHz
TURNS = 4
WIDTH, GAP = 0.6, 0.3
PITCH = WIDTH + GAP
CLEARANCE = 0.2  # all manufacturers support it
OUTER = (28.8, 100.6)  # width and depth of an antenna, with its outermost track
MIDDLE = p.FIRST_SEAT + p.SEAT_PITCH  # the middle of the three seats
# Distance from the middle of a turn's far side to the beginning and the end of the turn.
START = 2.0
TRACE = 0.5
VIA = (0.4, 0.9)  # drill, pad
EDGE = 0.3  # from copper to the outline, and from the outline to the frame
FRONT, BACK = p.FRAME_POST + 0.7, p.TILE_DEPTH - p.FRAME_POST - 0.7  # between the frame's posts
GLUE = 0.3  # adhesive tape and solder mask between the tile and the coils

# Parts on the back, from the antenna's middle: capacitors, then resistors, two of each in parallel.
CAPACITORS, CAPACITOR_PADS, CAPACITOR_PAD = (-4.5, 1.9), 1.9, (1.0, 1.3)  # 0805
RESISTORS, RESISTOR_PADS, RESISTOR_PAD = (-8.4, 2.6), 3.0, (1.1, 1.7)  # 1206
FIRST_ROW = 117.0
PLUG_ROW, PLUG_PITCH, PLUG_HOLE = 124.0, 2.0, (0.75, 1.25)  # JST PH, upright

QUALITY = 20.0  # quality of an antenna with its resistors; answers are 424 kHz beside the carrier
CABLE = 800.0  # length of each ready cable: the farthest antenna is some 700 from the reader
CABLE_INDUCTANCE = 0.9  # nanohenry a millimetre, of two wires 2 mm apart; from memory
TRACKS = 45.0  # nanohenry of the reader's board, to the middle antenna; a judgement
TRACK_SPREAD = 35.0  # nanohenry less for the nearest and more for the farthest antenna
SWITCH = 5.1  # ohms of two open diodes: `reader_board.py`
# The tolerances of capacitors, and of coil and cable (a judgement).
PARTS_TOLERANCE, COIL_TOLERANCE = 0.02, 0.02


def mean_turn() -> Spot:
    """Return width and length of the average turn."""
    inset = WIDTH + PITCH * (TURNS - 1)
    return OUTER[0] - inset, OUTER[1] - inset


def corners() -> list[Spot]:
    """Return the coil's corners from its outer to its inner end, from the antenna's middle."""
    found: list[Spot] = []
    for turn in range(TURNS):
        x, y = ((side - WIDTH) / 2 - PITCH * turn for side in OUTER)
        found += [(-START, y), (-x, y), (-x, -y), (x, -y), (x, y), (START, y)]
    return found


def inductance() -> float:
    """Return the inductance of an antenna with its cable and tracks, in nanohenry."""
    return coils.inductance(corners(), WIDTH) + CABLE * CABLE_INDUCTANCE + TRACKS


def capacitors() -> tuple[float, float]:
    """Return two usual capacitors that together tune an antenna, in picofarad."""
    return coils.two_usual(coils.capacitance(inductance(), CARRIER))


def coil_resistance() -> float:
    """Return the resistance of the coil, in ohms."""
    return coils.resistance(coils.way(corners()), WIDTH, CARRIER)


def resistor() -> float:
    """Return the usual value of both resistors, which are in parallel, in ohms."""
    wanted = coils.reactance(inductance(), CARRIER) / QUALITY
    return coils.usual(2 * (wanted - coil_resistance() - SWITCH))


def load() -> float:
    """Return the resistance of a tuned antenna, as the reader sees it, in ohms."""
    return resistor() / 2 + coil_resistance() + SWITCH


def weakest() -> float:
    """Return the current of the worst-tuned antenna, as a share of the best antenna's current.

    The source is assumed to have no resistance, which is the worst case.
    """
    nominal = coils.reactance(inductance(), CARRIER)
    against = 1e6 / (2 * pi * CARRIER * sum(capacitors()))
    off = abs(nominal - against) + nominal * COIL_TOLERANCE + against * PARTS_TOLERANCE
    off += coils.reactance(TRACK_SPREAD, CARRIER)
    return load() / sqrt(load() ** 2 + off**2)


def resistor_watts(ampere_turns: float) -> float:
    """Return the heat of each resistor while the antenna has its largest current."""
    return (ampere_turns / TURNS) ** 2 * resistor() / 4


def board(antennas: int) -> Board:
    """Return the board of a tile with 1 or 3 antennas."""
    inner = (antennas * p.POINT_WIDTH if antennas > 1 else p.COLUMN_WIDTH) - 2 * p.FRAME_WALL
    half = inner / 2 - EDGE
    made = Board(f"antennas_{antennas}", (-half, FRONT, half, BACK), parts_in_front=False)
    for number in range(antennas):
        x = (number - (antennas - 1) / 2) * p.POINT_WIDTH
        _antenna(made, number + 1, x)
        _plug(made, number, antennas, x)
    made.parts.append(
        Mounted("J1", f"JST PH with {2 * antennas} poles", "PH upright", (0.0, PLUG_ROW))
    )
    return made


def _antenna(made: Board, number: int, x: float) -> None:
    """Add a coil, its capacitors and its resistors."""
    loop, between, signal = (f"{what}{number}" for what in ("LOOP", "BETWEEN", "SIGNAL"))
    coil = [(x + a, MIDDLE + b) for a, b in corners()]
    start, end = (coil[0][0], coil[0][1] + 1.2), (coil[-1][0], coil[-1][1] - 1.2)
    made.wire(made.front, loop, WIDTH, start, *coil, end)
    made.holes += [Hole(loop, start, *VIA), Hole(loop, end, *VIA)]
    ends = []
    for part, value, package, (along, apart), pads, size, nets in (
        ("C", capacitors(), "0805", CAPACITORS, CAPACITOR_PADS, CAPACITOR_PAD, (between, loop)),
        ("R", (resistor(),) * 2, "1206", RESISTORS, RESISTOR_PADS, RESISTOR_PAD, (signal, between)),
    ):
        unit = "picofarad, C0G, 2 %" if part == "C" else "ohm, 1 %"
        for row in (0, 1):
            ref, place = f"{part}{2 * number - 1 + row}", (x + along, FIRST_ROW + apart * row)
            made.parts.append(Mounted(ref, f"{value[row]:g} {unit}", package, place))
            for pin, net, side in zip("AB", nets, (-1, 1), strict=True):
                spot = (place[0] + side * pads / 2, place[1])
                made.pads.append(Pad(f"{ref}.{pin}", net, spot, size))
        for net, side in zip(nets, (-1, 1), strict=True):
            column = x + along + side * pads / 2
            rows = ((column, FIRST_ROW), (column, FIRST_ROW + apart))
            made.wire(made.back, net, TRACE, *rows)
            ends.append(rows[0])
    made.wire(made.back, loop, TRACE, start, ends[1])
    made.wire(made.back, between, TRACE, ends[0], ends[3])


def _plug(made: Board, index: int, antennas: int, x: float) -> None:
    """Lead both wires of an antenna to their pins.

    The wires of an antenna to the left of the plug cross.
    """
    first = (2 * index - antennas + 0.5) * PLUG_PITCH
    signal = (x + RESISTORS[0] - RESISTOR_PADS / 2, FIRST_ROW + RESISTORS[1])
    loop = (x + START, corners()[-1][1] + MIDDLE - 1.2)
    middle = 2 * index + 1 == antennas
    rows = (PLUG_ROW - 3, PLUG_ROW - 2) if middle else (PLUG_ROW, PLUG_ROW - 2)
    if x > 0:
        rows = rows[::-1]
    for pin, (net, start, row) in enumerate(
        ((f"SIGNAL{index + 1}", signal, rows[0]), (f"LOOP{index + 1}", loop, rows[1])), 1
    ):
        place = (first + (pin - 1) * PLUG_PITCH, PLUG_ROW)
        made.holes.append(Hole(net, place, *PLUG_HOLE, f"J1.{2 * index + pin}"))
        made.wire(made.back, net, TRACE, start, (start[0], row), (place[0], row), place)

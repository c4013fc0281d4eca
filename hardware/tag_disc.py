"""Designs the disc with a radio tag that lies in a piece's foot instead of the contact disc.

The front, which faces down, has a coil, a chip for ISO/IEC 15693 and a capacitor. These parts lie
in the gap that the fingers need in other pieces. Millimetres; the middle is the origin.
"""

from math import cos, pi, sin, sqrt

from hardware import coils
from hardware import parameters as p
from hardware.gerber import Board, Hole, Mounted, Pad, Spot

TURNS = 7
WIDTH = 0.15  # width of a track; all manufacturers support it
CLEARANCE = 0.15
PITCH = WIDTH + CLEARANCE
INNER = 6.23  # radius at which the innermost track begins, chosen for a usual capacitor
EDGE = 0.2  # copper stays this far from the outline; all manufacturers support it
VIA = (0.3, 0.5)  # drill, pad
STEPS = 48  # straight lines in a turn

# ST25DV04KC in UFDFPN8: pins 2 and 3 are the coil's; 28.5 picofarad between them. The values of the
# data sheets are from memory and from secondary sources.
CHIP = 28.5
COIL_PINS = (2, 3)
# The distances between pins, and between the middles of both rows of pads.
CHIP_PITCH, CHIP_ROWS = 0.5, 2.9
CHIP_PAD = (0.6, 0.28)
CHIP_HEIGHT = 0.6
CHIP_TOLERANCE, CAPACITOR_TOLERANCE = 0.05, 0.02
CHIP_PLACE = (1.6, 0.0)
CAPACITOR_PLACE, CAPACITOR_PADS = (4.75, 0.0), 1.0  # 0402, and between the middles of its pads
CAPACITOR_PAD = (0.6, 0.56)
RESONANCE = 15.4  # MHz, with the magnet behind it


def radii() -> list[float]:
    """Return the mean radius of each turn."""
    return [INNER + PITCH * (turn + 0.5) for turn in range(TURNS)]


def mean_radius() -> float:
    """Return the radius of the average turn."""
    return sum(radii()) / TURNS


def inductance() -> float:
    """Return the coil's inductance in nanohenry, without the magnet."""
    return coils.ring_inductance(radii(), WIDTH)


def capacitor(magnet_shift: float) -> float:
    """Return the usual capacitor that tunes the tag, in picofarad.

    magnet_shift -- the share by which the magnet raises the resonance
    """
    return coils.usual(coils.capacitance(inductance(), RESONANCE / (1 + magnet_shift)) - CHIP)


def resonance(magnet_shift: float) -> float:
    """Return the tag's resonance in megahertz."""
    whole = CHIP + capacitor(magnet_shift)
    return coils.resonance(inductance(), whole) * (1 + magnet_shift)


def spread(magnet_shift: float) -> float:
    """Return the share by which resonances differ, with tolerances as one standard deviation."""
    parts = (CHIP * CHIP_TOLERANCE, capacitor(magnet_shift) * CAPACITOR_TOLERANCE)
    return sqrt(sum(part * part for part in parts)) / (CHIP + capacitor(magnet_shift)) / 2


def quality() -> float:
    """Return the quality of the coil alone."""
    ohm = coils.resistance(sum(2 * pi * r for r in radii()), WIDTH, RESONANCE)
    return coils.reactance(inductance(), RESONANCE) / ohm


def _at(radius: float, turn: float) -> Spot:
    return radius * cos(2 * pi * turn), radius * sin(2 * pi * turn)


def board(picofarad: float) -> Board:
    """Return the disc. picofarad -- the value of its capacitor."""
    made = Board("tag_disc", p.DISC_DIAMETER, parts_in_front=True)
    chip_x, capacitor_x = CHIP_PLACE[0], CAPACITOR_PLACE[0]
    for pin in range(1, 9):
        side = 1 if pin < 5 else -1
        y = side * (pin - 2.5 if pin < 5 else pin - 6.5) * CHIP_PITCH
        net = "coil" if pin in COIL_PINS else f"free{pin}"
        made.pads.append(Pad(f"U1.{pin}", net, (chip_x + side * CHIP_ROWS / 2, y), CHIP_PAD))
    for end, side in (("A", -1), ("B", 1)):
        place = (capacitor_x, side * CAPACITOR_PADS / 2)
        made.pads.append(Pad(f"C1.{end}", "coil", place, CAPACITOR_PAD))
        at_chip = (chip_x + CHIP_ROWS / 2, side * CHIP_PITCH / 2)
        made.wire(made.front, "coil", WIDTH, at_chip, (capacitor_x, at_chip[1]), place)
    coil = [_at(INNER + PITCH * n / STEPS, n / STEPS) for n in range(TURNS * STEPS + 1)]
    made.wire(made.front, "coil", WIDTH, (capacitor_x, CAPACITOR_PADS / 2), (INNER, 0.0))
    made.wire(made.front, "coil", WIDTH, *coil)
    # The outer end goes below the turns to the other pad of the capacitor.
    inner = (capacitor_x, -CAPACITOR_PADS / 2 - 0.75)
    outer = _at(INNER + PITCH * (TURNS - 1) + WIDTH / 2 + CLEARANCE + VIA[1] / 2 + 0.02, 0.006)
    made.wire(made.front, "coil", WIDTH, coil[-1], outer)
    made.holes += [Hole("coil", inner, *VIA), Hole("coil", outer, *VIA)]
    made.wire(made.front, "coil", WIDTH, (capacitor_x, -CAPACITOR_PADS / 2), inner)
    made.wire(made.back, "coil", WIDTH, inner, outer)
    made.parts = [
        Mounted("U1", "ST25DV04KC-IE8C3", "UFDFPN8", CHIP_PLACE, 90.0),
        Mounted("C1", f"{picofarad:g} picofarad", "0402", CAPACITOR_PLACE, 90.0),
    ]
    return made

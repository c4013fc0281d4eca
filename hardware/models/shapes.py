"""Shapes that several parts have in common: round pockets, wire holes, seats."""

from build123d import Align, Cylinder, Location, Part

from hardware import parameters as p

UP = (Align.CENTER, Align.CENTER, Align.MIN)

# A diameter. The disc is glued in, so little room is enough.
DISC_POCKET = p.DISC_DIAMETER + p.FIT_GLUE
MAGNET_POCKET = p.HOLD_DIAMETER + p.FIT_GLUE


def disc(diameter: float, low: float, high: float, x: float = 0, y: float = 0) -> Part:
    """Return an upright cylinder between two heights."""
    return Location((x, y, low)) * Cylinder(diameter / 2, high - low, align=UP)


def ring(outer: float, inner: float, low: float, high: float) -> Part:
    """Return an upright tube between two heights, with an outer and an inner diameter."""
    return disc(outer, low, high) - disc(inner, low, high)


def wire_holes(low: float, high: float, x: float = 0, y: float = 0) -> list[Part]:
    """Return the two holes for the wires of a contact disc."""
    away = p.DISC_HOLE_RADIUS
    return [disc(p.DISC_WIRE_HOLE, low, high, x + side * away, y) for side in (-1, 1)]


def joint_pockets(low: float, x: float = 0, y: float = 0) -> list[Part]:
    """Return the pockets above a height for the solder joints of a contact disc's wires."""
    away, (wide, deep) = p.DISC_HOLE_RADIUS, p.DISC_JOINT
    return [disc(wide, low, low + deep, x + side * away, y) for side in (-1, 1)]


def seat(x: float, y: float, *, contacts: bool = False) -> list[Part]:
    """Return the cuts in a plate for one seat of a piece; z = 0 is the plate's ground.

    contacts -- whether the seat has a contact disc; without a disc its floor is closed
    """
    floor = -p.SEAT_DEPTH
    bed = floor - p.DISC_THICKNESS
    cuts = [
        disc(p.RECESS_DIAMETER, floor, 5, x, y),
        disc(MAGNET_POCKET, -p.PLATE, bed - p.THIN_WALL, x, y),
    ]
    if not contacts:
        return cuts
    return [
        *cuts,
        disc(DISC_POCKET, bed, floor, x, y),
        *wire_holes(-p.PLATE, floor, x, y),
        *joint_pockets(bed - p.DISC_JOINT[1], x, y),
    ]

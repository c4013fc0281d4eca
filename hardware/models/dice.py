"""Models of the die in two halves, its seat and its tower.

A die's centre is the origin; the two halves meet in the plane z = 0 and are glued. Faces are where
`parameters.DIE_FACES` says, which is how the firmware's tests turn their dice.
"""

from build123d import (
    Box,
    Cylinder,
    Location,
    Part,
    Plane,
    Polygon,
    Rectangle,
    extrude,
    fillet,
    loft,
)

from hardware import parameters as p
from hardware.models.shapes import UP, disc

HALF = p.DIE / 2
PEGS = ((9.0, 9.0), (9.0, -9.0), (-9.0, 9.0))  # three: the halves fit one way only

# Where the pips of each number lie, in steps from the middle of the face.
PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


def direction() -> tuple[float, float, float]:
    """Return the unit vector towards the magnet's north pole."""
    x, y, z = p.DIE_DIRECTION
    size = (x * x + y * y + z * z) ** 0.5
    return x / size, y / size, z / size


def face_plane(face: int) -> Plane:
    """Return the plane of a face, seen from outside."""
    axis, sign = p.DIE_FACES[face]
    normal = [0.0, 0.0, 0.0]
    normal[axis] = float(sign)
    return Plane(origin=tuple(HALF * part for part in normal), z_dir=tuple(normal))


def whole_die() -> Part:
    """Return the die without cavity and joint: sunken fields, with pips as high as the rim."""
    body = fillet(Box(p.DIE, p.DIE, p.DIE).edges(), p.DIE_ROUND)
    side = p.DIE - 2 * p.DIE_RIM
    for face, pips in PIPS.items():
        # Its walls lean by 45 degrees, so that those of the side faces print without support.
        inner = side - 2 * p.DIE_FIELD
        floor = Location((0, 0, -p.DIE_FIELD)) * Rectangle(inner, inner)
        field = loft([floor, Location((0, 0, 0.1)) * Rectangle(side + 0.2, side + 0.2)])
        for x, y in pips:
            field -= disc(p.DIE_PIP, -p.DIE_FIELD, 2, p.DIE_PIP_STEP * x, p.DIE_PIP_STEP * y)
        body -= face_plane(face).location * field
    return body


def magnet() -> Part:
    """Return the magnet in its place; its axis is the direction of the north pole."""
    return _along(p.DIE_MAGNET, p.DIE_MAGNET)


def _along(diameter: float, length: float) -> Part:
    return Plane(origin=(0, 0, 0), z_dir=direction()).location * Cylinder(diameter / 2, length)


def half(*, upper: bool) -> Part:
    """Return one half in its place in the die, with its joint at z = 0 and holes for the pegs."""
    body = whole_die() - _along(p.DIE_MAGNET + p.FIT_GLUE, p.DIE_MAGNET + p.FIT_GLUE)
    keep = Box(2 * p.DIE, 2 * p.DIE, p.DIE, align=UP)
    body = body & (keep if upper else Location((0, 0, -p.DIE)) * keep)
    for x, y in PEGS:
        body -= disc(p.DIE_PEG, -p.DIE_PEG_DEPTH, p.DIE_PEG_DEPTH, x, y)
    return body


def upper_half() -> Part:
    """Return the half with face 1, its joint down for printing."""
    return half(upper=True)


def lower_half() -> Part:
    """Return the half with face 6, turned over so that its joint is down for printing too."""
    return Location((0, 0, 0), (180, 0, 0)) * half(upper=False)


def seat() -> Part:
    """Return the seat: a square well under a funnel, open in front; z = 0 is its floor."""
    outer, rise = p.SEAT_PITCH_DICE, (p.FUNNEL_TOP - p.WELL) / 2
    low, rim = -p.SENSOR_FLOOR - p.SENSOR_POCKET[2], p.WELL_DEPTH + rise
    high = rim + p.TOWER_LIP
    body = Location((0, 0, low)) * Box(outer, outer, high - low, align=UP)
    body -= Box(p.WELL, p.WELL, high, align=UP)
    slopes = [Rectangle(side, side) for side in (p.WELL, p.FUNNEL_TOP)]
    body -= loft([Location((0, 0, p.WELL_DEPTH)) * slopes[0], Location((0, 0, rim)) * slopes[1]])
    body -= Location((0, 0, rim)) * Box(p.FUNNEL_TOP, p.FUNNEL_TOP, high, align=UP)
    body -= Location((0, -outer / 2, p.WELL_DEPTH)) * Box(p.WELL, outer, high, align=UP)
    x, y, z = p.SENSOR_POCKET
    body -= Location((0, 0, low)) * Box(x, y, z, align=UP)
    body -= Location((0, outer / 2, low)) * Box(*p.DICE_CABLE, align=UP)
    return body - [disc(p.FRAME_POST_HOLE, low, low + 5, x, y) for x, y in LINK_HOLES]


# Screws of the link, in the seat's underside at its back: x from its middle, y.
LINK_HOLES = tuple(
    (x, p.SEAT_PITCH_DICE / 2 - p.LINK_INSET) for x in (-p.LINK_SCREWS / 2, p.LINK_SCREWS / 2)
)


def tower() -> Part:
    """Return the tower: four walls, two wedges that turn a falling die, an opening for the hand.

    z = 0 is the seat's upper edge; the lip below it keeps the tower in place.
    """
    outer, high = p.SEAT_PITCH_DICE, p.TOWER_HEIGHT
    inner = outer - 2 * p.TOWER_WALL
    lip = p.FUNNEL_TOP - 2 * p.FIT_SLIDE
    body = Box(outer, outer, high, align=UP)
    body += Location((0, 0, -p.TOWER_LIP + p.FIT_SLIDE)) * Box(lip, lip, p.TOWER_LIP, align=UP)
    # The lip is narrower than the walls: a slope of 45 degrees joins them.
    hole = lip - 2 * p.TOWER_WALL
    low, rise = p.TOWER_WALL, (inner - hole) / 2
    body -= Location((0, 0, low + rise)) * Box(inner, inner, high, align=UP)
    ends = [Rectangle(side, side) for side in (hole, inner)]
    body -= loft([Location((0, 0, low)) * ends[0], Location((0, 0, low + rise)) * ends[1]])
    body -= Location((0, 0, -p.TOWER_LIP)) * Box(hole, hole, p.TOWER_LIP + low, align=UP)
    reach = inner - p.TOWER_GAP
    for side, at in ((-1, p.TOWER_OPENING + 4), (1, p.TOWER_OPENING + 4 + 2 * reach)):
        wall = side * inner / 2
        corners = [(wall, at), (wall, at + reach), (wall - side * reach, at)]
        wedge = extrude(Plane.XZ * Polygon(*corners, align=None), inner / 2, both=True)
        body += wedge
    wide = inner - 2 * p.TOWER_JAMB
    opening = p.TOWER_OPENING + p.TOWER_LIP
    return body - Location((0, -outer / 2, -p.TOWER_LIP)) * Box(wide, 20, opening, align=UP)


def link() -> Part:
    """Return the link: a flat bar under frame and seat, with two screws at each end."""
    long = p.LINK_LENGTH + 4 * p.LINK_INSET
    body = Box(p.LINK_WIDTH, long, p.FRAME_WALL, align=UP)
    far = long / 2 - p.LINK_INSET
    places = [(x, y) for x in (-p.LINK_SCREWS / 2, p.LINK_SCREWS / 2) for y in (-far, far)]
    return body - [disc(p.SCREW_HOLE, 0, 10, x, y) for x, y in places]


def printed_tower() -> Part:
    """Return the tower upside down for printing, so that the wedges need no support."""
    return Location((0, 0, 0), (180, 0, 0)) * tower()

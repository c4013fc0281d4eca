"""Models of the die in two halves, and of the tray with its seat.

The centre of a die is the origin. The two halves are glued together in the plane z = 0. The faces
are at the places of `parameters.DIE_FACES`, which the firmware's tests use too.
"""

from build123d import (
    Box,
    Cylinder,
    Location,
    Part,
    Plane,
    Rectangle,
    fillet,
    loft,
)

from hardware import parameters as p
from hardware import tray
from hardware.models.shapes import UP, disc

HALF = p.DIE / 2
PEGS = ((9.0, 9.0), (9.0, -9.0), (-9.0, 9.0))  # three pegs, so that the halves fit in only one way

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
    """Return the half with face 1, with its joint down for printing."""
    return half(upper=True)


def lower_half() -> Part:
    """Return the half with face 6, turned over so that its joint is also down for printing."""
    return Location((0, 0, 0), (180, 0, 0)) * half(upper=False)


def in_place(face: tray.Face, away: float = 0.0) -> Location:
    """Return the plane of a face of the tray, moved into the plastic. Its z points inwards."""
    normal, bound = face
    middle = tuple((bound + away) * part for part in normal)
    return Plane(origin=middle, x_dir=_across(face), z_dir=normal).location


def _across(face: tray.Face) -> tray.Vector:
    """Return a direction in a face: along the seat's own first or second axis."""
    return tray.AXES[1] if face[0] == tray.negative(tray.AXES[0]) else tray.AXES[0]


def dice_tray() -> Part:
    """Return the tray, with the middle of the seat's floor as the origin.

    A die slides into the corner of floor and walls. Below the floor the tray is hollow, for the
    sensor and for the motor that shakes the tray.
    """
    endless = Box(400, 400, 400, align=UP)
    clear = tray.HIGH_SIDE - tray.LOW_SIDE
    tall = tray.RIM - tray.FOOT
    middle = Location((tray.MIDDLE, tray.MIDDLE, tray.FOOT))
    shaft = middle * Box(clear, clear, 2 * tall, align=UP)
    floor = tray.seat_faces()[0]
    above = shaft
    for face in tray.seat_faces():
        above = above - in_place(face) * endless
    below = shaft & (in_place(floor, p.TRAY_FLOOR) * endless)
    body = middle * Box(tray.OUTER, tray.OUTER, tall, align=UP)
    body = body - above - below + _posts()
    x, y, z = p.SENSOR_POCKET
    body -= in_place(floor, p.SENSOR_FLOOR) * Box(x, y, z, align=UP)
    cable = Location((tray.MIDDLE, tray.MIDDLE + tray.OUTER / 2, tray.FOOT))
    return body - cable * Box(*p.DICE_CABLE, align=UP)


def _posts() -> Part:
    """Return the posts of the link's screws, inside the back wall."""
    post = Box(p.FRAME_POST, 2 * p.LINK_INSET, p.TRAY_POST, align=UP)
    hole = disc(p.FRAME_POST_HOLE, 0, p.TRAY_POST)
    return Part() + [Location((x, y, tray.FOOT)) * (post - hole) for x, y in LINK_HOLES]


def motor_room() -> Part:
    """Return the room of the motor with its weight, square to the floor's underside."""
    floor = tray.seat_faces()[0]
    wide, long = p.SHAKE_MOTOR
    # Seen from below, the seat's second axis points the other way.
    away = Location((p.SHAKE_PLACE, -p.SHAKE_PLACE, 0))
    return in_place(floor, p.TRAY_FLOOR) * away * Cylinder(wide / 2, long, align=UP)


# The screws of the link, in the underside of the tray at its back: x and y seen from the seat.
LINK_HOLES = tuple(
    (tray.MIDDLE + x, tray.MIDDLE + tray.OUTER / 2 - p.LINK_INSET)
    for x in (-p.LINK_SCREWS / 2, p.LINK_SCREWS / 2)
)


def link() -> Part:
    """Return the link: a flat bar under frame and tray, with two screws at each end."""
    long = p.LINK_LENGTH + 4 * p.LINK_INSET
    body = Box(p.LINK_WIDTH, long, p.FRAME_WALL, align=UP)
    far = long / 2 - p.LINK_INSET
    places = [(x, y) for x in (-p.LINK_SCREWS / 2, p.LINK_SCREWS / 2) for y in (-far, far)]
    return body - [disc(p.SCREW_HOLE, 0, 10, x, y) for x, y in places]

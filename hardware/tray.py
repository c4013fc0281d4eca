"""Places the faces of a dice tray: a tilted floor, two walls square to it, and upright walls.

The origin is the middle of the seat's floor, and z is up. The seat lies at the front left of the
tray. The floor falls towards the corner in which a die comes to rest. The two walls are square to
the tilted floor, so they lean outwards. A half-space is a normal and a bound. The plastic is where
the product with the normal is larger than the bound.
"""

import math

from hardware import parameters as p

Vector = tuple[float, float, float]
Face = tuple[Vector, float]

_SINE = math.sin(math.radians(p.TRAY_TILT)) / math.sqrt(2)
_COSINE = math.cos(math.radians(p.TRAY_TILT))
# The axes of the seat: along the floor to the right and to the back, and up from the floor.
AXES: tuple[Vector, Vector, Vector] = (
    ((1 + _COSINE) / 2, -(1 - _COSINE) / 2, _SINE),
    (-(1 - _COSINE) / 2, (1 + _COSINE) / 2, _SINE),
    (-_SINE, -_SINE, _COSINE),
)


def in_tray(place: Vector) -> Vector:
    """Convert a place from the axes of the seat to the axes of the tray."""
    x, y, z = (sum(place[axis] * AXES[axis][part] for axis in range(3)) for part in range(3))
    return x, y, z


LOWEST = in_tray((-p.DIE / 2, -p.DIE / 2, 0.0))  # the corner of the floor
# The clear width between upright walls, the same in x and y, and the heights of rim and foot.
HIGH_SIDE = LOWEST[0] + p.TRAY_REACH
LOW_SIDE = LOWEST[0] - p.TRAY_LEAN_HEIGHT * AXES[0][2] / AXES[0][0]
RIM = LOWEST[2] + p.TRAY_HEIGHT
FOOT = LOWEST[2] - p.TRAY_BASE
MIDDLE = (LOW_SIDE + HIGH_SIDE) / 2  # x and y of the tray's middle, seen from the seat
OUTER = HIGH_SIDE - LOW_SIDE + 2 * p.TRAY_WALL  # width and depth


def negative(vector: Vector) -> Vector:
    """Return the opposite vector."""
    x, y, z = vector
    return -x, -y, -z


def seat_faces() -> list[Face]:
    """Return the floor and the two walls that a die in its seat touches."""
    return [
        (negative(AXES[2]), 0.0),
        (negative(AXES[0]), p.DIE / 2),
        (negative(AXES[1]), p.DIE / 2),
    ]


def upright_faces() -> list[Face]:
    """Return the inner faces of the four upright walls: right, back, left, front."""
    return [
        ((1.0, 0.0, 0.0), HIGH_SIDE),
        ((0.0, 1.0, 0.0), HIGH_SIDE),
        ((-1.0, 0.0, 0.0), -LOW_SIDE),
        ((0.0, -1.0, 0.0), -LOW_SIDE),
    ]


def outer_faces() -> list[Face]:
    """Return the six outer faces. The products are smaller inside."""
    low, high = LOW_SIDE - p.TRAY_WALL, HIGH_SIDE + p.TRAY_WALL
    return [
        ((1.0, 0.0, 0.0), high),
        ((0.0, 1.0, 0.0), high),
        ((0.0, 0.0, 1.0), RIM),
        ((-1.0, 0.0, 0.0), -low),
        ((0.0, -1.0, 0.0), -low),
        ((0.0, 0.0, -1.0), -FOOT),
    ]

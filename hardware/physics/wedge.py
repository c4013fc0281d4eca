"""Computes by statics at which angles a flat die stays jammed across the corner of its tray.

The die is a square that touches the first wall with one corner and the second wall with another
corner. It can stay if a pair of forces within both cones of friction balances its weight along the
floor. Angles are in degrees.
"""

from math import cos, inf, radians, sin

STEP = 0.5


def jams(turn: float, friction: float, fall: float = 45.0) -> bool:
    """Return whether a die that is turned in its tray stays jammed.

    fall -- the angle between the steepest way down the floor and the first wall's normal: 45 for
    the present tray, whose floor falls towards the corner; 0 for a floor that falls only towards
    the first wall
    """
    c, s = cos(radians(turn)), sin(radians(turn))
    # The corners at the first wall (below) and at the second wall (left), from the middle, with
    # half a side as the unit.
    first, second = (s - c, -c - s), (-c - s, c - s)
    down, left = cos(radians(fall)), sin(radians(fall))
    # The other forces follow from the normal force n at the second wall. Each is a constant plus a
    # factor times n.
    arm = first[0] - second[0]
    normal = (first[1] * left - second[0] * down) / arm, (second[1] - first[1]) / arm
    along_first = left, -1.0
    along_second = down - normal[0], -normal[1]
    least, most = 0.0, inf
    for push, rub in ((normal, along_first), ((0.0, 1.0), along_second)):
        for sign in (-1, 1):
            constant = friction * push[0] + sign * rub[0]
            factor = friction * push[1] + sign * rub[1]
            if factor > 0:
                least = max(least, -constant / factor)
            elif factor < 0:
                most = min(most, -constant / factor)
            elif constant < 0:
                return False
    return least <= most


def jam_range(friction: float, fall: float = 45.0) -> tuple[float, float]:
    """Return the least and the greatest turn at which a die stays jammed."""
    turns = [STEP * number for number in range(1, int(90 / STEP))]
    stuck = [turn for turn in turns if jams(turn, friction, fall)]
    return min(stuck), max(stuck)

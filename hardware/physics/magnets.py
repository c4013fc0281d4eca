"""Forces between the magnets of pieces, of contact springs and of weight; stray fields.

Magnets are ideal: evenly magnetised cylinders on one axis, in air. The steel washers around them
are left out. SI units inside, newtons, millimetres and millitesla outside.
"""

import random
from dataclasses import dataclass
from math import cos, exp, pi, sin, sqrt

from hardware import layout
from hardware import parameters as p

MU0 = 4e-7 * pi
BRONZE = 110e9  # elastic modulus of phosphor bronze, pascal
GRAVITY = 9.81
PIECE_MASS = 15.0  # grams; see the tests of the models


def bessel_j1(x: float, steps: int = 48) -> float:
    """Bessel's function J1, by its integral; exact to 1e-9 up to x = 30."""
    step = pi / steps
    inner = sum(cos(step * n - x * sin(step * n)) for n in range(1, steps))
    return (inner + (1 + cos(pi)) / 2) * step / pi


# J1(x)^2 / x at the middles of steps: the part of the force's integral that never changes.
_STEP = 0.1
_KERNEL = [((n + 0.5) * _STEP, bessel_j1((n + 0.5) * _STEP)) for n in range(300)]


def pole_force(distance: float, radius: float, remanence: float) -> float:
    """The force between two evenly charged discs on one axis, newtons; distance and radius in m."""
    ratio = distance / radius
    integral = sum(j * j * exp(-x * ratio) / x for x, j in _KERNEL) * _STEP
    return pi * remanence**2 * radius**2 / MU0 * integral


def pair_force(gap: float, diameter: float, length: float, remanence: float) -> float:
    """The force between two like magnets, one above the other, millimetres between them; newtons.

    Positive attracts: both have the same pole up. Turn one over, and it is as strong, but pushes.
    """
    radius = diameter / 2000
    near = pole_force(gap / 1000, radius, remanence)
    middle = pole_force((gap + length) / 1000, radius, remanence)
    far = pole_force((gap + 2 * length) / 1000, radius, remanence)
    return near - 2 * middle + far


def hold_force(gap: float = p.MAGNET_GAP, remanence: float = p.HOLD_REMANENCE) -> float:
    """What holds a piece on a seat or on another piece."""
    return pair_force(gap, p.HOLD_DIAMETER, p.HOLD_THICKNESS, remanence)


def upside_down_force() -> float:
    """What an upside-down piece feels on a seat: its upper magnet, turned over, nearer the rim.

    Its recess comes down over nothing, so it lies on its rim, the height of a boss above its place.
    """
    below = p.SEAT_DEPTH + p.DISC_THICKNESS + p.THIN_WALL
    above = p.RECESS_DEPTH + p.DISC_THICKNESS + p.THIN_WALL
    return -hold_force(below + above + p.TRIANGLE_DARK)


def finger_force(
    deflection: float = p.FINGER_FREE - p.FINGER_GAP, strip: float = p.FINGER_STRIP
) -> float:
    """One spring finger's force, newtons: a strip clamped at one end."""
    width, thick, long = p.FINGER_WIDTH / 1000, strip / 1000, p.FINGER_LENGTH / 1000
    return BRONZE * width * thick**3 * (deflection / 1000) / (4 * long**3)


def fingers_force() -> float:
    """All fingers of a piece together."""
    return p.FINGERS * finger_force()


def weight(mass: float = PIECE_MASS) -> float:
    """A piece's weight in newtons; mass in grams."""
    return mass / 1000 * GRAVITY


@dataclass(frozen=True)
class Spread:
    """How much parts differ: standard deviations; the gap in millimetres, the others relative."""

    gap: float = 0.05
    remanence: float = 0.01
    strip: float = 0.03
    mass: float = 0.03


def wrong_joint_rate(pieces: int, spread: Spread, seed: int, tries: int = 4000) -> float:
    """How often lifting the top piece of a pile brings more than that one piece along.

    A joint holds with its magnets less its springs. The pull on a joint is what the hand lifts less
    the weight above it, so a joint that is weaker than the top one by more than the weight between
    them parts first.
    """
    chance = random.Random(seed)  # noqa: S311 -- no secret
    nominal, springs = hold_force(), fingers_force()
    slope = (hold_force(p.MAGNET_GAP + 0.05) - hold_force(p.MAGNET_GAP - 0.05)) / 0.1
    wrong = 0
    for _ in range(tries):
        needed = []
        above = 0.0
        for _ in range(pieces):
            above += weight() * chance.gauss(1, spread.mass)
            hold = nominal * chance.gauss(1, 2 * spread.remanence)
            hold += slope * chance.gauss(0, spread.gap)
            needed.append(above + hold - springs * chance.gauss(1, 3 * spread.strip))
        wrong += min(needed) < needed[0]
    return wrong / tries


def moment(diameter: float, length: float, remanence: float) -> float:
    """A cylinder's magnetic moment as the firmware's tests count it: mT mm3.

    That is field times distance cubed: remanence times volume, divided by 4 pi.
    """
    volume = pi / 4 * diameter**2 * length
    return remanence * 1000 * volume / (4 * pi)


def axis_field(distance: float, diameter: float, length: float, remanence: float) -> float:
    """The field on the axis, millitesla, at a distance from the magnet's middle in millimetres."""
    radius = diameter / 2
    ends = [distance + length / 2, distance - length / 2]
    return (
        remanence
        * 500
        * (ends[0] / sqrt(ends[0] ** 2 + radius**2) - ends[1] / sqrt(ends[1] ** 2 + radius**2))
    )


def stray_field() -> float:
    """The largest field of full piles at a dice seat, millitesla: 15 pieces on the nearest zone.

    Every piece has two magnets and every seat one, all with the same pole up.
    """
    strength = moment(p.HOLD_DIAMETER, p.HOLD_THICKNESS, p.HOLD_REMANENCE)
    worst = 0.0
    for places in layout.dice_seats().values():
        for x, y in places:
            for piles in layout.seats().values():
                total = sum(
                    strength * (1 + 2 * p.STACK) / ((x - a) ** 2 + (y - b) ** 2) ** 1.5
                    for a, b in piles
                )
                worst = max(worst, total)
    return worst

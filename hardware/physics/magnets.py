"""Computes the forces of magnets, contact springs and weight on pieces, and stray fields.

Magnets are ideal: evenly magnetised cylinders on one axis, in air. The steel washers around them
are left out. The computations use SI units; arguments and results are in newtons, millimetres and
millitesla.
"""

import random
from dataclasses import dataclass
from math import cos, exp, pi, sin, sqrt

from hardware import layout
from hardware import parameters as p

MU0 = 4e-7 * pi
BRONZE = 110e9  # elastic modulus of phosphor bronze, pascal
GRAVITY = 9.81
PIECE_MASS = 10.6  # grams, of the first trial


def bessel_j1(x: float, steps: int = 48) -> float:
    """Return Bessel's function J1 by its integral, exact to 1e-9 up to x = 30."""
    step = pi / steps
    inner = sum(cos(step * n - x * sin(step * n)) for n in range(1, steps))
    return (inner + (1 + cos(pi)) / 2) * step / pi


# J1(x)^2 / x at the middles of steps: the constant part of the force's integral.
_STEP = 0.1
_KERNEL = [((n + 0.5) * _STEP, bessel_j1((n + 0.5) * _STEP)) for n in range(300)]


def pole_force(distance: float, radius: float, remanence: float) -> float:
    """Return the force between two charged discs on one axis, in newtons; lengths in metres."""
    ratio = distance / radius
    integral = sum(j * j * exp(-x * ratio) / x for x, j in _KERNEL) * _STEP
    return pi * remanence**2 * radius**2 / MU0 * integral


def pair_force(gap: float, diameter: float, length: float, remanence: float) -> float:
    """Return the force between two equal magnets, one above the other; millimetres and newtons.

    The force is positive (attraction) with the same poles up. If one magnet is turned over, it is
    repulsion.
    """
    radius = diameter / 2000
    near = pole_force(gap / 1000, radius, remanence)
    middle = pole_force((gap + length) / 1000, radius, remanence)
    far = pole_force((gap + 2 * length) / 1000, radius, remanence)
    return near - 2 * middle + far


def hold_force(gap: float = p.MAGNET_GAP, remanence: float = p.HOLD_REMANENCE) -> float:
    """Return the force that holds a piece on a seat or on another piece."""
    return pair_force(gap, p.HOLD_DIAMETER, p.HOLD_THICKNESS, remanence)


def upside_down_force() -> float:
    """Return the force on a piece that lies upside down on a seat.

    Its upper magnet is turned over. The piece rests on its rim, which is the height of a boss above
    its normal place.
    """
    below = p.SEAT_DEPTH + p.DISC_THICKNESS + p.THIN_WALL
    above = p.RECESS_DEPTH + p.DISC_THICKNESS + p.THIN_WALL
    return -hold_force(below + above + p.TRIANGLE_DARK)


def finger_force(
    deflection: float = p.FINGER_FREE - p.FINGER_GAP, strip: float = p.FINGER_STRIP
) -> float:
    """Return the force of one spring finger, a strip clamped at one end, in newtons."""
    width, thick, long = p.FINGER_WIDTH / 1000, strip / 1000, p.FINGER_LENGTH / 1000
    return BRONZE * width * thick**3 * (deflection / 1000) / (4 * long**3)


def fingers_force() -> float:
    """Return the force of all fingers of a piece."""
    return p.FINGERS * finger_force()


def weight(mass: float = PIECE_MASS) -> float:
    """Return a piece's weight in newtons. mass -- in grams."""
    return mass / 1000 * GRAVITY


@dataclass(frozen=True)
class Spread:
    """Standard deviations of parts. The gap is in millimetres, the others are relative."""

    gap: float = 0.05
    remanence: float = 0.01
    strip: float = 0.03
    mass: float = 0.03


@dataclass(frozen=True)
class Joint:
    """The joint of two pieces: equal magnets, the force of the springs, and the mass of a piece."""

    diameter: float
    thickness: float
    springs: float  # newtons
    mass: float = PIECE_MASS
    gap: float = p.MAGNET_GAP
    pitch: float = p.STACK_PITCH

    def hold(self, wider: float = 0.0) -> float:
        """Return the force of the magnets, with a gap wider than planned."""
        return pair_force(self.gap + wider, self.diameter, self.thickness, p.HOLD_REMANENCE)

    def lift(self) -> float:
        """Return the force to take the top piece off."""
        return self.hold() + weight(self.mass) - self.springs

    def push(self, pieces: int = p.STACK) -> float:
        """Return the sideways force at the top that tips a pile about the edge of a foot."""
        return min(
            (self.hold() + above * weight(self.mass) - self.springs)
            * (p.BOSS_DIAMETER / 2)
            / (above * self.pitch)
            for above in range(1, pieces + 1)
        )


FINGERS = Joint(p.HOLD_DIAMETER, p.HOLD_THICKNESS, fingers_force())


def wrong_joint_rate(
    pieces: int, spread: Spread, seed: int, tries: int = 4000, joint: Joint = FINGERS
) -> float:
    """Return the share of lifts of a pile's top piece in which other pieces come along.

    To part a joint, the hand must lift the weight above the joint plus the force of the joint's
    magnets, less the force of its springs. The joint that needs the least force parts first.
    """
    chance = random.Random(seed)  # noqa: S311 -- no secret
    nominal = joint.hold()
    slope = (joint.hold(0.05) - joint.hold(-0.05)) / 0.1
    wrong = 0
    for _ in range(tries):
        needed = []
        above = 0.0
        for _ in range(pieces):
            above += weight(joint.mass) * chance.gauss(1, spread.mass)
            hold = nominal * chance.gauss(1, 2 * spread.remanence)
            hold += slope * chance.gauss(0, spread.gap)
            needed.append(above + hold - joint.springs * chance.gauss(1, 3 * spread.strip))
        wrong += min(needed) < needed[0]
    return wrong / tries


def moment(diameter: float, length: float, remanence: float) -> float:
    """Return a cylinder's magnetic moment in mT mm3, as in the firmware's tests.

    The moment is remanence times volume divided by 4 pi.
    """
    volume = pi / 4 * diameter**2 * length
    return remanence * 1000 * volume / (4 * pi)


def axis_field(distance: float, diameter: float, length: float, remanence: float) -> float:
    """Return the field on the axis in millitesla. distance -- from the centre, in millimetres."""
    radius = diameter / 2
    ends = [distance + length / 2, distance - length / 2]
    return (
        remanence
        * 500
        * (ends[0] / sqrt(ends[0] ** 2 + radius**2) - ends[1] / sqrt(ends[1] ** 2 + radius**2))
    )


def stray_field() -> float:
    """Return the largest stray field at a dice seat, with 15 pieces nearby, in millitesla.

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

"""Pushes piles of pieces sideways at their top, in MuJoCo: `python -m hardware.physics.piles`.

Prints, for piles of one to five pieces, how far the top moves and whether the pile
stands. Lengths are in millimetres here and in metres in MuJoCo. A piece is round here, as wide as
the narrowest outline; its magnets pull with the force of `magnets.py`.
"""

import math
from dataclasses import dataclass, replace
from functools import cache

import mujoco
import numpy as np

from hardware import parameters as p
from hardware.physics import magnets

STEP = 0.0005  # seconds
RAMP, HELD, FREE = 0.5, 1.0, 1.5  # seconds: the push grows, stays, and is gone again
WALLS = 12  # flat walls that stand for a round one; a pile is pushed square to one of them
RIM = 12.0  # millimetres from the middle to the nearest edge of an outline: the star's hollows
# The simulated pieces have SLOWED times their mass, and gravity is divided by SLOWED, so that
# weights and forces are right. MuJoCo makes the contacts of heavier pieces stiffer, which is needed
# here.
SLOWED = 20.0
FRICTION = 0.1
PUSH = 0.6  # newtons that a pile of five must stand: a reading hand


@dataclass(frozen=True)
class Nest:
    """A foot and what it fits into: heights and depths, and the gap on each side."""

    boss: float
    recess: float
    seat: float
    fit: float
    lead: float = 0.0
    mass: float = 8.0  # grams
    springs: float = 0.0  # newtons by which fingers push two pieces apart

    @property
    def pitch(self) -> float:
        """Return what each piece adds to a pile."""
        return p.PIECE_HEIGHT + self.boss - self.recess


# 8 grams are less than the lightest piece.
DEEP = Nest(p.BOSS_HEIGHT, p.RECESS_DEPTH, p.SEAT_DEPTH, p.FIT_FOOT, p.FOOT_LEAD)
SHALLOW = Nest(boss=2.0, recess=1.8, seat=1.0, fit=p.FIT_SLIDE)  # the first design
TRIAL = replace(DEEP, springs=magnets.fingers_force())
LOOSE = replace(DEEP, fit=0.2)  # badly printed
LOOSER = replace(DEEP, fit=p.FIT_SLIDE)


@dataclass(frozen=True)
class Pushed:
    """What a push did: the farthest way of the top, its way when released, and the most rise."""

    moved: float
    left: float
    rise: float

    @property
    def stands(self) -> bool:
        """Tell whether the pile stood upright again, each foot in its place."""
        return self.left < 2.0 and self.rise < p.BOSS_HEIGHT


def _cylinder(radius: float, low: float, high: float, kind: str) -> str:
    half, middle = (high - low) / 2000, (high + low) / 2000
    return (
        f'<geom class="{kind}" type="cylinder" size="{radius / 1000} {half}" pos="0 0 {middle}"/>'
    )


def _socket(inner: float, low: float, high: float, outer: float) -> str:
    """Return the floor of a recess and flat walls around it."""
    wide = outer * math.tan(math.pi / WALLS) / 1000
    thick, away = (outer - inner) / 2000, (outer + inner) / 2000
    walls = "".join(
        f'<geom class="recess" type="box" size="{thick} {wide} {(high - low) / 2000}"'
        f' euler="0 0 {math.degrees(turn)}"'
        f' pos="{away * math.cos(turn)} {away * math.sin(turn)} {(high + low) / 2000}"/>'
        for turn in (2 * math.pi * n / WALLS for n in range(WALLS))
    )
    return _cylinder(outer, low - 2, low, "recess") + walls


def world(nest: Nest, pieces: int, friction: float, step: float) -> mujoco.MjModel:
    """Return a model of a pile on a seat."""
    inner = p.BOSS_DIAMETER / 2 + nest.fit
    lift, inertia = nest.boss - nest.seat, _inertia(nest)
    body = (
        _cylinder(p.BOSS_DIAMETER / 2 - nest.lead, -nest.boss, -nest.boss + 0.5, "foot")
        + _cylinder(p.BOSS_DIAMETER / 2, -nest.boss + nest.lead, 0, "foot")
        + _cylinder(RIM, 0, p.PIECE_HEIGHT - nest.recess - 2, "foot")
        + _socket(inner, p.PIECE_HEIGHT - nest.recess, p.PIECE_HEIGHT, RIM)
    )
    pile = "".join(
        f'<body pos="0 0 {(lift + n * nest.pitch) / 1000}"><freejoint/>{inertia}{body}</body>'
        for n in range(pieces)
    )
    return mujoco.MjModel.from_xml_string(
        f"""<mujoco><option timestep="{step}" gravity="0 0 {-magnets.GRAVITY / SLOWED}"
        cone="elliptic" integrator="implicitfast"/>
        <default><geom friction="{friction} 0.0005 0.00001" solref="0.001 1" condim="4"/>
        <default class="foot"><geom contype="2" conaffinity="1"/></default>
        <default class="recess"><geom contype="1" conaffinity="2"/></default></default>
        <worldbody>{_socket(inner, -nest.seat, 0, 25)}{pile}</worldbody></mujoco>"""
    )


def _inertia(nest: Nest) -> str:
    mass, radius, high = SLOWED * nest.mass / 1000, 0.0145, 0.014
    across = mass * (3 * radius**2 + high**2) / 12
    return (
        f'<inertial mass="{mass}" pos="0 0 {(p.PIECE_HEIGHT - nest.boss) / 2000}"'
        f' diaginertia="{across} {across} {mass * radius**2 / 2}"/>'
    )


@cache
def _pull(gap: float) -> float:
    return magnets.hold_force(gap)


class Pile:
    """A pile with its magnets and a hand."""

    def __init__(self, nest: Nest, pieces: int, friction: float, step: float = STEP) -> None:
        """Place the pieces on each other and on a seat."""
        self.model = world(nest, pieces, friction, step)
        self.data = mujoco.MjData(self.model)
        self.pieces = pieces
        self.springs = nest.springs
        # A little, so that a pile does not swing: newtons by metres a second, and by radians.
        self.damping = np.tile([0.5, 0.5, 0.5, 5e-5, 5e-5, 5e-5], pieces)
        below = p.DISC_THICKNESS + p.THIN_WALL + p.HOLD_THICKNESS / 2
        self.lower = -nest.boss + p.FINGER_GAP + below
        self.upper = p.PIECE_HEIGHT - nest.recess - below
        self.seat = np.array([0.0, 0.0, -nest.seat - below]) / 1000
        mujoco.mj_forward(self.model, self.data)
        self.start = self.data.xpos.copy()

    def at(self, piece: int, height: float) -> np.ndarray:
        """Return the place of a height on a piece's axis, in metres. The lowest piece is 1."""
        turn = self.data.xmat[piece].reshape(3, 3)
        return np.asarray(self.data.xpos[piece] + turn @ np.array([0, 0, height / 1000]))

    def step(self, push: float) -> None:
        """Go on by one step. push -- newtons to one side at the top."""
        self.data.qfrc_applied[:] = 0
        for piece in range(1, self.pieces + 1):
            here = self.at(piece, self.lower)
            there = self.seat if piece == 1 else self.at(piece - 1, self.upper)
            way = there - here
            apart = float(np.linalg.norm(way))
            gap = max(p.MAGNET_GAP / 2, 1000 * apart - p.HOLD_THICKNESS)
            less = 1 - (gap - p.MAGNET_GAP) / (p.FINGER_FREE - p.FINGER_GAP)
            push_apart = self.springs * min(1.0, max(0.0, less))
            force = way / apart * (_pull(round(gap, 2)) - push_apart)
            self._apply(force, here, piece)
            if piece > 1:
                self._apply(-force, there, piece - 1)
        top = self.at(self.pieces, p.PIECE_HEIGHT)
        self._apply(np.array([push, 0.0, 0.0]), top, self.pieces)
        self.data.qfrc_applied -= self.damping * self.data.qvel
        mujoco.mj_step(self.model, self.data)

    def _apply(self, force: np.ndarray, place: np.ndarray, piece: int) -> None:
        nothing = np.zeros(3)
        mujoco.mj_applyFT(
            self.model, self.data, force, nothing, place, piece, self.data.qfrc_applied
        )

    def moved(self) -> float:
        """Return how far the middle of the top is to one side."""
        return float(np.linalg.norm(1000 * self.at(self.pieces, p.PIECE_HEIGHT)[:2]))

    def rise(self) -> float:
        """Return how far the foot of the pile that rose most has risen from its place."""
        return float(1000 * (self.data.xpos - self.start)[1:, 2].max())


def pushed(
    nest: Nest, pieces: int, friction: float, push: float = PUSH, step: float = STEP
) -> Pushed:
    """Push a pile sideways at its top, and let it go."""
    pile = Pile(nest, pieces, friction, step)
    moved = rise = 0.0
    while pile.data.time < RAMP + HELD + FREE:
        free = pile.data.time > RAMP + HELD
        pile.step(0.0 if free else push * min(1.0, pile.data.time / RAMP))
        moved, rise = max(moved, pile.moved()), max(rise, pile.rise())
        if moved > 100 or (not free and rise > 30):
            break
    return Pushed(moved, pile.moved(), rise)


def line(name: str, nest: Nest, pieces: int, friction: float, push: float) -> str:
    """Return what a push does, as an item of `physics.md`."""
    found = pushed(nest, pieces, friction, push)
    way = f"the top moves {found.moved:.0f} mm and comes back"
    end = way if found.stands else "it falls"
    return f"- {name}, {pieces} high, friction {friction}, {push} N: {end}."


def main() -> None:
    """Print the list."""
    cases = [
        *(("Deep feet", DEEP, pieces, FRICTION, PUSH) for pieces in range(1, p.STACK + 1)),
        ("Deep feet", DEEP, p.STACK, 0.3, PUSH),
        ("Deep feet", DEEP, p.STACK, FRICTION, 1.0),
        ("Deep feet with 0.2 mm of room", LOOSE, p.STACK, FRICTION, PUSH),
        ("Deep feet with 0.3 mm of room", LOOSER, p.STACK, FRICTION, PUSH),
        ("Pieces of the first trial, with springs", TRIAL, p.STACK, FRICTION, PUSH),
        *(("Feet of 2 mm, as first designed", SHALLOW, n, FRICTION, PUSH) for n in (1, p.STACK)),
    ]
    for case in cases:
        print(line(*case), flush=True)


if __name__ == "__main__":
    main()

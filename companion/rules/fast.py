"""Makes the steps of a turn by adding precomputed constants, for most positions.

A step changes a state (see `position`) by a constant amount. Masks find the points from which a die
can be played, and tables give the constant of each point.

A mask of points is an integer with the lowest bit of the four-bit slot of each point set; here the
bar counts as a point. Source: docs/rules.md, C2, C4, B1, B2 and J1. The tests compare this module
with the step generator on every kind of position.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from companion.rules.games import Game
from companion.rules.position import (
    BAR_SLOT,
    HAND_SLOT,
    HOME,
    OFF_SLOT,
    ON_POINTS,
    OUTSIDE,
    SIDE,
    UNIT,
    WIDTH,
    held_points,
)
from companion.rules.steps import PlayerRules, has_right_to_hit
from companion.rules.vocabulary import OPPOSED, TOGETHER, Track

_FIRST_TWELVE: Final = (1 << 52) - 16
_HALF: Final = 48
_LOW_NIBBLES: Final = int("0f" * 12, 16)
_POINT_BYTES: Final = 12
_POINT_SLOTS: Final = (1 << 8 * _POINT_BYTES) - 1
_CHUNK_MASK: Final = (1 << 32) - 1

_BAR: Final = UNIT[BAR_SLOT]
_HOME_POINTS: Final = (1 << 4 * (HOME + 1)) - 16

_ABOVE: Final = tuple((ON_POINTS | _BAR) & -UNIT[die + 1] for die in range(7))
"""Indexed by die: the mask of points from which a piece can move that far on the board."""


def _by_subset(constants: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """Map each subset of neighbouring points, as a mask, to the constants of its points."""
    found: dict[int, tuple[int, ...]] = {0: ()}
    for place, constant in enumerate(constants):
        found |= {bits | 1 << 4 * place: (*one, constant) for bits, one in found.items()}
    return found


class _Constants:
    """Maps a mask of points to their constants."""

    def __init__(self, by_point: Iterable[int]) -> None:
        constants = tuple(by_point)
        self._low = _by_subset(constants[1:9])
        self._middle = _by_subset(constants[9:17])
        self._high = _by_subset(constants[17:])

    def __call__(self, mask: int) -> tuple[int, ...]:
        return (
            self._low[mask >> 4 & _CHUNK_MASK]
            + self._middle[mask >> 36 & _CHUNK_MASK]
            + self._high[mask >> 68]
        )


def _step_changes(die: int) -> Iterator[int]:
    """Yield the state change of a step with a die from each point; 0 if it leaves the board."""
    for source in range(BAR_SLOT + 1):
        yield UNIT[source - die] - UNIT[source] if source > die else 0


_SLOTS: Final = _Constants(range(BAR_SLOT + 1))
"""Maps a mask to its points, from low to high."""

_STEPS: Final = tuple(map(_Constants, map(_step_changes, range(7))))
"""Indexed by die: the state changes of the steps without a hit."""

_LIFTS: Final = {
    track: tuple((_BAR - UNIT[slot]) << WIDTH for slot in track.facing)
    for track in (OPPOSED, TOGETHER)
}
"""By track: the further state change of a hit on each point."""


class OpposingPoints(NamedTuple):
    """Masks of the points that the opponent closes to the mover, and of the blots to be hit."""

    closed: int
    blots: int


def opposing_points(rules: PlayerRules, state: int) -> OpposingPoints | None:
    """Return the opponent's points; None for a position to which `after` does not apply.

    Those are positions with a travelling postillon, with pieces in hand, with pieces on the bar
    that need not enter first, and those in which the right to hit depends on the order of dice
    (B3).
    """
    waiting = (state & SIDE) >> 4 * BAR_SLOT
    if waiting and (waiting >> 4 * (HAND_SLOT - BAR_SLOT) or not rules.game.enter_first):
        return None
    faced = _faced(rules.game.track, state >> WIDTH)
    several = faced >> 1 | faced >> 2 | faced >> 3
    if rules.game.closing == 1:
        return OpposingPoints((faced | several) & ON_POINTS, 0)
    blots = faced & ~several & ON_POINTS
    if blots and not has_right_to_hit(rules, state & SIDE):
        return None
    return OpposingPoints(several & ON_POINTS, blots)


def _faced(track: Track, theirs: int) -> int:
    """Return the opponent's piece counts on the points, numbered from the mover's side."""
    if not track.opposed:
        return theirs >> _HALF & _FIRST_TWELVE | (theirs & _FIRST_TWELVE) << _HALF
    low_first = (theirs >> 4 & _POINT_SLOTS).to_bytes(_POINT_BYTES, "little")
    turned = int.from_bytes(low_first, "big")
    return (turned >> 4 & _LOW_NIBBLES | (turned & _LOW_NIBBLES) << 4) << 4


def after(game: Game, closed: int, reached: dict[int, int], die: int) -> dict[int, int]:
    """Return each state after one step with a die, with the blots that remain.

    A step may enter a piece, bear off a piece or hit a blot.

    closed -- the mask of the points that are closed to the mover
    reached -- the states before the step, each with the mask of its blots
    """
    exit_slot = 15 * UNIT[game.track.facing[game.exit_number]] << WIDTH if game.exit_number else 0
    steps, lifts, open_to = _STEPS[die], _LIFTS[game.track], ~(closed << 4 * die) & _ABOVE[die]
    found: dict[int, int] = {}
    for state, blots in reached.items():
        mine = state & SIDE
        sources = (_BAR if mine >> 4 * BAR_SLOT else held_points(mine)) & open_to
        hitters = sources & blots << 4 * die
        for step in steps(sources ^ hitters):
            found[state + step] = blots
        for source in _SLOTS(hitters) if hitters else ():
            target = source - die
            hit = state + UNIT[target] - UNIT[source] + lifts[target]
            found[hit] = blots ^ UNIT[target]
        if not state & OUTSIDE and not state & exit_slot:
            last = _bears_off(state, die)
            if last:
                found[state + UNIT[OFF_SLOT] - UNIT[last]] = blots
    return found


def _bears_off(state: int, die: int) -> int:
    """Return the slot from which a die bears off if all pieces are home, 0 if it cannot (C4)."""
    if state >> 4 * die & 15:
        return die
    home = state & _HOME_POINTS
    return (home.bit_length() + 3) // 4 - 1 if 0 < home < 1 << 4 * die else 0

"""The one generator: every step a player may make with one die, in any of the games.

Games differ only in the data of `games.Game`. A step is a constant added to a state (see
`position`). Source: rules.md C4, B1 to B4, J1, J2, J8.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from companion.rules.bouchage import Bouchage
from companion.rules.games import Game, Hitting
from companion.rules.position import (
    BAR_SLOT,
    HAND_SLOT,
    HOME,
    OUTSIDE,
    POSTILLON_SHIFT,
    SIDE,
    UNIT,
    WIDTH,
)
from companion.rules.track import ENTRY

_HOME_OR_OFF: Final = (1 << 4 * (HOME + 1)) - 1


@dataclass(frozen=True)
class Way:
    """How one player plays: the game, his right to hit, the bouchages agreed on.

    may_hit -- he has won the right to hit before, whatever the position shows (B3).
    """

    game: Game
    may_hit: bool
    bouchage: Bouchage


class RawStep(NamedTuple):
    """One step in slots: source, target (0 is off), whether it hits, and the state after it."""

    source: int
    target: int
    hit: bool
    state: int


def steps(way: Way, state: int, die: int) -> list[RawStep]:
    """Every step the player below may make with one die."""
    mine = state & SIDE
    found = []
    for source in sources(way.game, mine):
        target = min(source, ENTRY) - die
        if target > 0:
            opposing = opposing_at(way.game, state, target)
            if opposing and (opposing >= way.game.closing or not has_right_to_hit(way, mine)):
                continue
            hit = opposing > 0
        elif can_bear_off(way.game, state, source, die):
            target, hit = 0, False
        else:
            continue
        found.append(RawStep(source, target, hit, apply(way.game, state, source, target, hit=hit)))
    return found


def sources(game: Game, mine: int) -> list[int]:
    """The slots a player may move from now: what must move first, or every piece not off."""
    travelling = mine >> POSTILLON_SHIFT
    if travelling:
        return [travelling]
    waiting = [slot for slot in (BAR_SLOT, HAND_SLOT) if mine >> 4 * slot & 15]
    if waiting and game.enter_first:
        return waiting
    return [slot for slot in range(1, BAR_SLOT) if mine >> 4 * slot & 15] + waiting


def opposing_at(game: Game, state: int, number: int) -> int:
    """How many opposing pieces stand on the point with this own number."""
    return state >> WIDTH >> 4 * game.track.facing[number] & 15


def has_right_to_hit(way: Way, mine: int) -> bool:
    """Whether a lone opposing piece may be hit now (B3: once a piece is home or off)."""
    hitting = way.game.hitting
    if hitting is Hitting.ONCE_HOME:
        return way.may_hit or bool(mine & _HOME_OR_OFF)
    return hitting is Hitting.ALWAYS


def can_bear_off(game: Game, state: int, source: int, die: int) -> bool:
    """Whether a piece may be borne off from a home point with a die of its number or more (C4)."""
    mine = state & SIDE
    if mine & OUTSIDE or (game.exit_number and opposing_at(game, state, game.exit_number)):
        return False
    return source == die or not mine >> 4 * (source + 1)


def apply(game: Game, state: int, source: int, target: int, *, hit: bool) -> int:
    """The state after a piece went from slot to slot, hitting the lone piece there if `hit`."""
    if source == state >> POSTILLON_SHIFT & 31:
        state += ((target if target > HOME else 0) - source) << POSTILLON_SHIFT
    state += UNIT[target] - UNIT[source]
    if hit:
        state += (UNIT[BAR_SLOT] - UNIT[game.track.facing[target]]) << WIDTH
    return state

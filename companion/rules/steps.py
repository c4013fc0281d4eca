"""Generates every step that a player may make, and finds which dice a turn must use.

Games differ only in the data of `games.Game`. A step is a constant added to a state (see
`position`). An *order* is a sequence of dice, one per step. The plays of a turn follow one of its
required orders, which are found without listing its ends.
Source: docs/rules.md, C2 to C4, B1 to B4, J1 to J3, J8.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from companion.rules.games import Game
from companion.rules.patterns import ForbiddenEnds
from companion.rules.position import (
    BAR_SLOT,
    HAND_SLOT,
    HOME,
    OFF_SLOT,
    OUTSIDE,
    POSTILLON_SHIFT,
    SIDE,
    UNIT,
    WIDTH,
)
from companion.rules.vocabulary import ENTRY, Dice

ACE_DEUCE: Final = (2, 1)
FULL_DOUBLE: Final = 4
DOUBLES: Final = tuple((die,) * FULL_DOUBLE for die in range(1, 7))
"""The dice of each double, from double 1 to double 6."""
ANY_DOUBLE: Final = DOUBLES[-1]
"""An upper bound for the double that may be named after 1 and 2."""

Orders = tuple[tuple[int, ...], ...]
Allowed = Callable[[int], bool]

_POINTS: Final = tuple((slot, 4 * slot) for slot in range(1, BAR_SLOT))
HOME_OR_OFF: Final = (1 << 4 * (HOME + 1)) - 1


@dataclass(frozen=True)
class PlayerRules:
    """The rules for one player: the game, the right to hit, and the forbidden ends.

    may_hit -- whether the player won the right to hit earlier, whatever the position shows (B3).
    """

    game: Game
    may_hit: bool
    forbidden: ForbiddenEnds


class RawStep(NamedTuple):
    """One step in slots: source, target (0 is off), whether it hits, and the state after it."""

    source: int
    target: int
    hit: bool
    state: int


def steps(rules: PlayerRules, state: int, die: int) -> list[RawStep]:
    """Return every step that the mover may make with one die."""
    game = rules.game
    facing, closing = game.track.facing, game.closing
    mine, theirs = state & SIDE, state >> WIDTH
    found = []
    for source in sources(game, mine):
        target = (min(ENTRY, source)) - die
        if target > 0:
            opposing = theirs >> 4 * facing[target] & 15
            if opposing and (opposing >= closing or not has_right_to_hit(rules, mine)):
                continue
        elif _can_bear_off(game, state, source, die):
            target, opposing = 0, 0
        else:
            continue
        after = state + UNIT[target] - UNIT[source]
        if opposing:
            after += (UNIT[BAR_SLOT] - UNIT[facing[target]]) << WIDTH
        found.append(RawStep(source, target, opposing > 0, after))
    if mine >> POSTILLON_SHIFT:
        return [_with_postillon(step) for step in found]
    return found


def after(rules: PlayerRules, states: Iterable[int], die: int) -> set[int]:
    """Return every state after one step with this die."""
    return {step.state for state in states for step in steps(rules, state, die)}


def _with_postillon(step: RawStep) -> RawStep:
    """Return a step of the postillon, with its new point stored in the state (J2)."""
    travelled = (step.target if step.target > HOME else 0) - step.source
    return step._replace(state=step.state + (travelled << POSTILLON_SHIFT))


def sources(game: Game, mine: int) -> list[int]:
    """Return the slots from which a player may move now."""
    first = game.runner.slot(mine) if game.runner else 0
    if first:
        return [first]
    waiting = [slot for slot in (BAR_SLOT, HAND_SLOT) if mine >> 4 * slot & 15]
    if waiting and game.enter_first:
        return waiting
    return [slot for slot, shift in _POINTS if mine >> shift & 15] + waiting


def has_right_to_hit(rules: PlayerRules, mine: int) -> bool:
    """Return whether a blot may be hit now (B3: once one of the mover's pieces is home or off)."""
    if rules.game.hits_once_home:
        return rules.may_hit or bool(mine & HOME_OR_OFF)
    return rules.game.has_hits


def _can_bear_off(game: Game, state: int, source: int, die: int) -> bool:
    """Return whether a piece may be borne off from a slot not above the die (C4)."""
    mine, exit_number = state & SIDE, game.exit_number
    if mine & OUTSIDE or (
        exit_number and state >> WIDTH >> 4 * game.track.facing[exit_number] & 15
    ):
        return False
    return source == die or not mine >> 4 * (source + 1)


# --- orders --------------------------------------------------------------------------------------


def full_uses(game: Game, dice: Dice) -> tuple[tuple[int, ...], ...]:
    """Return every way to use a whole throw: both dice, the larger first, or a double four times.

    After 1 and 2 in Acey-Deucey any double may follow (B4).
    """
    both = max(dice), min(dice)
    if both[0] == both[1]:
        return (both * 2,)
    if game.ace_deuce and both == ACE_DEUCE:
        return (both, *(both + double for double in DOUBLES))
    return (both,)


def end_filter(rules: PlayerRules, start: int) -> Allowed:
    """Return a function that tells whether a turn from `start` may end in a state (J3, J7)."""
    if not rules.forbidden.patterns:
        return every_end
    return rules.forbidden.filter(start, FULL_DOUBLE) or every_end


def every_end(_state: int) -> bool:
    """Return True. This is the filter if no end is forbidden."""
    return True


def has_allowed_end(
    rules: PlayerRules, state: int, order: tuple[int, ...], allowed: Allowed
) -> bool:
    """Return whether some walk along the order ends in an allowed state."""
    dead: set[tuple[int, int]] = set()

    def has_end(state: int, used: int) -> bool:
        if used == len(order):
            return allowed(state)
        if (state, used) in dead:
            return False
        if any(has_end(step.state, used + 1) for step in steps(rules, state, order[used])):
            return True
        dead.add((state, used))
        return False

    return has_end(state, 0)


def required(rules: PlayerRules, start: int, dice: Dice, allowed: Allowed) -> Orders:
    """Return the orders of legal plays (C2).

    Such an order uses as many dice as possible. If only one of two dice can be used, it is the
    larger if possible. If nothing can be played, the only order is empty. For a throw of 1 and 2 in
    Acey-Deucey, the orders are of these two dice, without the double that may follow.
    """
    high, low = max(dice), min(dice)
    if high == low:
        return ((high,) * longest(rules, start, high, allowed),)
    both = ((high, low), (low, high))
    if any(has_allowed_end(rules, start, order, allowed) for order in both):
        return both
    for die in (high, low):
        if has_allowed_end(rules, start, (die,), allowed):
            return ((die,),)
    return ((),)


def unplayable(dice: Dice, order: tuple[int, ...]) -> tuple[int, ...]:
    """Return the dice that no legal play uses, the larger first; for a double, one per unused step.

    order -- a required order.
    """
    thrown = Counter(dice if dice[0] != dice[1] else dice * 2)
    return tuple(sorted((thrown - Counter(order)).elements(), reverse=True))


def longest(rules: PlayerRules, start: int, die: int, allowed: Allowed = every_end) -> int:
    """Return the largest number of steps of a double that can be used."""
    for used in range(FULL_DOUBLE, 0, -1):
        if has_allowed_end(rules, start, (die,) * used, allowed):
            return used
    return 0


def earns_double(rules: PlayerRules, dice: Dice, orders: Orders) -> bool:
    """Return whether the throw is an ace-deuce and both of its dice can be used (B4)."""
    return rules.game.ace_deuce and (max(dice), min(dice)) == ACE_DEUCE and len(orders) > 1


def within_reach(state: int, target: tuple[int, ...], left: tuple[int, ...], unit: int = 1) -> bool:
    """Return whether the mover's pieces can reach the target with the dice left.

    The target may lack pieces, even borne-off pieces. Only necessary conditions are checked:

    - Pieces move only forward: on each point and behind it, the target has no more pieces than the
      state.
    - At most one piece arrives with each step.
    - The pieces travel no farther than the dice allow.
    - If no piece is borne off, the distance in pips is a multiple of `unit`.
    """
    ahead = (state >> 4 * HAND_SLOT & 15) - target[HAND_SLOT]
    waiting = (state >> 4 * BAR_SLOT & 15) - target[BAR_SLOT]
    if ahead < 0 or waiting < 0:
        return False
    pips = ahead = ahead + waiting
    wanted = 0
    for slot in range(24, 0, -1):
        surplus = (state >> 4 * slot & 15) - target[slot]
        ahead += surplus
        if ahead < 0:
            return False
        pips += ahead
        if surplus < 0:
            wanted -= surplus
    borne_off = target[OFF_SLOT] - (state >> 4 * OFF_SLOT & 15)
    lacking = ahead - borne_off
    if lacking < 0 or wanted + max(0, borne_off) > len(left):
        return False
    if lacking:
        return True
    return pips <= sum(left) and (borne_off > 0 or pips % unit == 0)

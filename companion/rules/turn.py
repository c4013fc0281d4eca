"""Finds the positions in which a turn may end.

Source: docs/rules.md, C2, C3, J3, B4.
"""

from collections.abc import Callable, Collection, Iterator
from collections.abc import Set as AbstractSet
from functools import partial
from heapq import nsmallest
from typing import Final, NamedTuple, TypeVar

from companion.rules import fast
from companion.rules.position import OFF_SLOT, SIDE, Position, count, counts
from companion.rules.steps import ACE_DEUCE, FULL_DOUBLE, PlayerRules, after, longest, steps
from companion.rules.vocabulary import PIECES_A_SIDE, Dice

Reached = TypeVar("Reached", bound=Collection[int])
"""A collection of states, which may be a mapping from states to further data."""


MayEnd = Callable[[int], bool] | None
"""A test whether a turn may end in a state; None if every end is allowed."""


_NEAR: Final = 3
"""The beam width: the number of states kept at each step of a walk towards a seen board."""
_NEAR_HIDDEN: Final = 12
"""The beam width if part of the board is hidden.

It is larger because more states are equally near.
"""


class Ends(NamedTuple):
    """The legal ends of a turn.

    positions -- the end positions; if nothing can be played, only the unchanged position;
    again -- the ends that earn a further throw (Acey-Deucey);
    nothing_to_play -- whether no die can be used.
    """

    positions: AbstractSet[Position]
    again: AbstractSet[Position]
    nothing_to_play: bool


def end_states(rules: PlayerRules, state: int, dice: Dice) -> tuple[set[int], set[int]]:
    """Return the states in which a turn may end, and the subset that earns a further throw."""
    high, low = dice if dice[0] >= dice[1] else dice[::-1]
    game = rules.game
    if game.ace_deuce and (high, low) == ACE_DEUCE:
        return _ace_deuce_ends(rules, state)
    runner = game.runner
    opposing = None if runner and runner.slot(state & SIDE) else fast.opposing_points(rules, state)
    if opposing:
        step = partial(fast.after, game, opposing.closed)
        return _stepped_ends(rules, {state: opposing.blots}, (high, low), step), set()
    return walked_ends(rules, state, high, low), set()


def walked_ends(rules: PlayerRules, state: int, high: int, low: int) -> set[int]:
    """Return the ends of a turn by generating every step: correct for all positions, but slower."""
    return _stepped_ends(rules, {state}, (high, low), partial(after, rules))


def _stepped_ends(
    rules: PlayerRules,
    start: Reached,
    dice: Dice,
    after: Callable[[Reached, int], Reached],
) -> set[int]:
    """Return the ends of both dice if possible, else of the larger die, else of the smaller (C2).

    start -- a collection with only the initial state;
    after -- makes one step with a die from each state.
    """
    high, low = dice
    (state,) = start
    may_end = rules.forbidden.filter(state, FULL_DOUBLE if high == low else 2)
    if high == low:
        ends, reached = {state}, start
        for _ in range(FULL_DOUBLE):
            reached = after(reached, high)
            ends = available(may_end, reached) or ends
        return ends
    by_high, by_low = after(start, high), after(start, low)
    return (
        available(may_end, {*after(by_high, low), *after(by_low, high)})
        or available(may_end, by_high)
        or available(may_end, by_low)
        or {state}
    )


def available(may_end: MayEnd, ends: Collection[int]) -> set[int]:
    """Return the ends that are not forbidden in this turn (J3, J7)."""
    if may_end:
        return {end for end in ends if may_end(end)}
    return ends if isinstance(ends, set) else set(ends)


def _ace_deuce_ends(rules: PlayerRules, state: int) -> tuple[set[int], set[int]]:
    """Return the ends of an ace-deuce, and the ends that earn a throw by a full double (B4)."""
    first = _after_ace_deuce(rules, state, ACE_DEUCE)
    if not first:
        return walked_ends(rules, state, *ACE_DEUCE), set()
    ends: set[int] = set()
    again: set[int] = set()
    for used, reached in _doubles_from(rules, first):
        ends |= reached
        if used == FULL_DOUBLE:
            again |= reached
    return ends, {end for end in again if count(end, OFF_SLOT) < PIECES_A_SIDE}


def only_end(rules: PlayerRules, state: int, dice: Dice) -> int | None:
    """Return the only end of a turn, None if there are several. Stops early in an ace-deuce."""
    ends: set[int] = set()
    for middle in _after_ace_deuce(rules, state, dice):
        for _, reached in _doubles_from(rules, {middle}):
            ends |= reached
            if len(ends) > 1:
                return None
    ends = ends or end_states(rules, state, dice)[0]
    return next(iter(ends)) if len(ends) == 1 else None


def near_ends(
    rules: PlayerRules, state: int, dice: Dice, seen: tuple[int, ...], hidden: frozenset[int]
) -> AbstractSet[int]:
    """Return all ends of a turn, or for an ace-deuce some ends near the pieces seen.

    seen -- the mover's pieces, slot by slot; hidden -- the slots whose contents are unknown.
    """

    def unlike(one: int) -> int:
        there = enumerate(zip(counts(one & SIDE), seen, strict=True))
        return sum(abs(a - b) for slot, (a, b) in there if slot not in hidden)

    most = _NEAR_HIDDEN if hidden else _NEAR

    ends: set[int] = set()
    for middle in nsmallest(most, _after_ace_deuce(rules, state, dice), key=unlike):
        for die in range(1, 7):
            reached = {middle}
            # Each walk of a double can be continued until `longest` steps are made.
            for _ in range(longest(rules, middle, die)):
                reached = set(nsmallest(most, after(rules, reached, die), key=unlike))
            ends |= reached
    return ends or end_states(rules, state, dice)[0]


def _after_ace_deuce(rules: PlayerRules, state: int, dice: Dice) -> set[int]:
    """Return the states in which a double may be named, after both 1 and 2 were used (B4)."""
    if not rules.game.ace_deuce or (max(dice), min(dice)) != ACE_DEUCE:
        return set()
    (high, low), start = ACE_DEUCE, {state}
    return after(rules, after(rules, start, high), low) | after(
        rules, after(rules, start, low), high
    )


def _doubles_from(rules: PlayerRules, middles: set[int]) -> Iterator[tuple[int, set[int]]]:
    """Yield the ends of each double after 1 and 2, grouped by the number of steps played.

    A step of a double never makes another step impossible, so a walk is as long as possible when it
    cannot be continued.
    """
    for die in range(1, 7):
        reached = middles
        for used in range(FULL_DOUBLE):
            further: set[int] = set()
            ends: set[int] = set()
            for state in reached:
                following = [step.state for step in steps(rules, state, die)]
                further.update(following)
                if not following:
                    ends.add(state)
            yield used, ends
            reached = further
        yield FULL_DOUBLE, reached

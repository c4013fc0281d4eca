"""Where a turn may end: the dice that must be used, the bouchages, ace-deuce.

Source: rules.md C2, C3, J3, B4.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from companion.rules import fast
from companion.rules.orders import ACE_DEUCE, FULL_DOUBLE, longest
from companion.rules.position import OFF_SLOT, Position, count
from companion.rules.steps import Way, steps
from companion.rules.words import PIECES_A_SIDE


@dataclass(frozen=True, slots=True)
class Ends:
    """The legal ends of a turn.

    positions -- every distinct one; where nothing can be played only the position itself;
    again -- those that earn a further throw (Acey-Deucey);
    nothing_to_play -- no die can be used.
    """

    positions: frozenset[Position]
    again: frozenset[Position]
    nothing_to_play: bool


def end_states(way: Way, state: int, dice: tuple[int, int]) -> tuple[set[int], set[int]]:
    """The states in which a turn may end, and those of them that earn a further throw."""
    high, low = max(dice), min(dice)
    if way.game.ace_deuce and (high, low) == ACE_DEUCE:
        return _ace_deuce_ends(way, state)
    if fast.is_plain(way, state, FULL_DOUBLE if high == low else 2):
        ground = fast.ground_of(way, state)
        if ground:
            return _plain_ends(way, ground, state, high, low), set()
    return walked_ends(way, state, high, low), set()


def _plain_ends(way: Way, ground: fast.Ground, state: int, high: int, low: int) -> set[int]:
    """The first of the lists that has available ends: most dice first, then the larger (C2)."""
    if high == low:
        found: Iterable[Collection[int]] = fast.double(ground, state, high)
    else:
        found = fast.two_dice(ground, state, high, low)
    for ends in found:
        allowed = available(way, state, ends)
        if allowed:
            return allowed
    return {state}


def walked_ends(way: Way, state: int, high: int, low: int) -> set[int]:
    """The ends of a turn, step by step; right for every position, and slower."""
    if high == low:
        return double_ends(way, state, high)
    return _two_dice_ends(way, state, high, low)


def _two_dice_ends(way: Way, state: int, high: int, low: int) -> set[int]:
    """Both dice if they can be used, else the larger, else the smaller, else none (C2)."""
    return (
        both_dice(way, state, high, low)
        or available(way, state, after(way, {state}, high))
        or available(way, state, after(way, {state}, low))
        or {state}
    )


def both_dice(way: Way, state: int, high: int, low: int) -> set[int]:
    """The available ends that use both dice, in either order."""
    start = {state}
    ends = after(way, after(way, start, high), low) | after(way, after(way, start, low), high)
    return available(way, state, ends)


def double_ends(way: Way, state: int, die: int) -> set[int]:
    """The available ends that use the most steps of a double."""
    ends = reached = {state}
    for _ in range(FULL_DOUBLE):
        reached = after(way, reached, die)
        ends = available(way, state, reached) or ends
    return ends


def after(way: Way, states: Iterable[int], die: int) -> set[int]:
    """Every state one step further with this die."""
    return {step.state for state in states for step in steps(way, state, die)}


def available(way: Way, start: int, ends: Collection[int]) -> set[int]:
    """The ends in which no bouchage rule is broken that binds in this turn (J3, J7)."""
    if not ends or not way.game.postillon or not way.bouchage.may_arise(start):
        return set(ends)
    bound = way.bouchage.bound(start)
    return {end for end in ends if way.bouchage.may_end(end, bound)}


def _ace_deuce_ends(way: Way, state: int) -> tuple[set[int], set[int]]:
    """1 and 2, then any double as far as it goes; a double played out throws again (B4)."""
    first = both_dice(way, state, *ACE_DEUCE)
    if not first:
        return _two_dice_ends(way, state, *ACE_DEUCE), set()
    ends: set[int] = set()
    again: set[int] = set()
    for die in range(1, 7):
        for used, reached in _doubles_from(way, first, die):
            ends |= reached
            if used == FULL_DOUBLE:
                again |= reached
    return ends, {end for end in again if count(end, OFF_SLOT) < PIECES_A_SIDE}


def _doubles_from(way: Way, middles: set[int], die: int) -> Iterator[tuple[int, set[int]]]:
    """The ends of one double after 1 and 2, and how many steps of it they took.

    States from which it goes equally far are walked on together, for their ends overlap.
    """
    by_length: dict[int, set[int]] = {}
    for middle in middles:
        by_length.setdefault(longest(way, middle, die), set()).add(middle)
    for used, reached in by_length.items():
        for _ in range(used):
            reached = after(way, reached, die)  # noqa: PLW2901 - one level follows the other
        yield used, reached

"""Finds which dice a turn must use, without listing its ends.

An *order* is a sequence of dice, one per step. The plays of a turn follow one of its required
orders. Source: docs/rules.md, C2, C3, J3, B4.
"""

from collections import Counter
from collections.abc import Callable
from typing import Final

from companion.rules.steps import PlayerRules, steps

ACE_DEUCE: Final = (2, 1)
FULL_DOUBLE: Final = 4

Orders = tuple[tuple[int, ...], ...]
Allowed = Callable[[int], bool]


def end_filter(way: PlayerRules, start: int) -> Allowed:
    """Return a test whether a turn that began at `start` may end in a state (J3, J7)."""
    return way.forbidden.filter(start, FULL_DOUBLE) or every_end


def every_end(_state: int) -> bool:
    """Return True: the filter if no end is forbidden."""
    return True


def leads(way: PlayerRules, state: int, order: tuple[int, ...], allowed: Allowed) -> bool:
    """Return whether some walk along the order ends in an allowed state."""
    return _leads(way, state, order, allowed, set())


def _leads(
    way: PlayerRules,
    state: int,
    order: tuple[int, ...],
    allowed: Allowed,
    dead: set[tuple[int, int]],
) -> bool:
    if not order:
        return allowed(state)
    key = state, len(order)
    if key in dead:
        return False
    for step in steps(way, state, order[0]):
        if _leads(way, step.state, order[1:], allowed, dead):
            return True
    dead.add(key)
    return False


def required(way: PlayerRules, start: int, dice: tuple[int, int], allowed: Allowed) -> Orders:
    """Return the orders of legal plays (C2).

    They use as many dice as possible or, if only one of two can be used, the larger if possible.

    If nothing can be played, the only order is empty. For an ace-deuce these are the orders of
    the 1 and the 2, without the double.
    """
    high, low = max(dice), min(dice)
    if high == low:
        return ((high,) * longest(way, start, high, allowed),)
    both = ((high, low), (low, high))
    if any(leads(way, start, order, allowed) for order in both):
        return both
    for die in (high, low):
        if leads(way, start, (die,), allowed):
            return ((die,),)
    return ((),)


def unplayable(way: PlayerRules, start: int, dice: tuple[int, int]) -> tuple[int, ...]:
    """Return the dice that no legal play uses, the larger first; of a double each unused step."""
    used = required(way, start, dice, end_filter(way, start))[0]
    thrown = Counter(dice if dice[0] != dice[1] else dice * 2)
    return tuple(sorted((thrown - Counter(used)).elements(), reverse=True))


def longest(way: PlayerRules, start: int, die: int, allowed: Allowed = every_end) -> int:
    """Return the largest number of steps of a double that can be used."""
    for used in range(FULL_DOUBLE, 0, -1):
        if leads(way, start, (die,) * used, allowed):
            return used
    return 0


def earns_double(way: PlayerRules, dice: tuple[int, int], orders: Orders) -> bool:
    """Return whether the throw is an ace-deuce and both of its dice can be used (B4)."""
    return way.game.ace_deuce and (max(dice), min(dice)) == ACE_DEUCE and len(orders) > 1

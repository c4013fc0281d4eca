"""Which dice a turn must use, found without listing its ends.

An *order* is a sequence of dice, one step each. A turn's plays are the walks along its required
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
    """Tells whether a turn that began at `start` may end in a state (J3, J7)."""
    return way.forbidden.filter(start, FULL_DOUBLE) or every_end


def every_end(_state: int) -> bool:
    """Allow every end, where none is forbidden."""
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
    """The orders a legal play follows: as many dice as possible, else the larger (C2).

    Where nothing can be played there is one empty order. For ace-deuce these are the orders of
    the 1 and the 2 alone.
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
    """The dice that no legal play uses, the larger first; of a double as often as it is left."""
    used = required(way, start, dice, end_filter(way, start))[0]
    thrown = Counter(dice if dice[0] != dice[1] else dice * 2)
    return tuple(sorted((thrown - Counter(used)).elements(), reverse=True))


def longest(way: PlayerRules, start: int, die: int, allowed: Allowed = every_end) -> int:
    """How many steps of a double can be used at most."""
    for used in range(FULL_DOUBLE, 0, -1):
        if leads(way, start, (die,) * used, allowed):
            return used
    return 0


def earns_double(way: PlayerRules, dice: tuple[int, int], orders: Orders) -> bool:
    """Whether this throw, with these required orders, is an ace-deuce that was played (B4)."""
    return way.game.ace_deuce and (max(dice), min(dice)) == ACE_DEUCE and len(orders) > 1

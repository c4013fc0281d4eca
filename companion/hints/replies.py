"""Evaluates the ends of many turns at once, and leaves out ends that can hardly be the best.

A search tries every throw from several positions, in most of which the thrower's pieces are the
same and only the opponent's differ. In one of eight such turns all ends are evaluated. An end that
is poor in this turn is also poor in the other turns, and is not evaluated there (docs/hints.md).
"""

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.hints.features import Floats
from companion.hints.moves import Reached, among_best, side_keys
from companion.hints.outcomes import Worth
from companion.hints.rows import Mask, Rows
from companion.rules.position import BAR_SLOT

GOOD: Final = 5
"""How many of the best ends of a fully evaluated turn are also evaluated in similar turns."""

GOOD_LATER: Final = 8
"""The same for a second throw in the games that evaluate every reply to the first."""

_ALIKE: Final = 8
"""Of this many similar turns, one is evaluated fully."""


def evaluated(
    start: Rows,
    reached: Reached,
    judge: Callable[[Rows], Floats],
    worth: Worth,
    good: int = GOOD,
) -> tuple[Reached, Floats]:
    """Return for every turn the ends that may be the best, and their chances.

    start -- the positions before the throw; the turns are those of `moves.each_throw`;
    good -- see `GOOD`.
    """
    group, is_whole = _like_turns(start)
    at = reached.turn % len(start)
    keys = _keys(start, reached, group)
    whole, rest = np.flatnonzero(is_whole[at]), np.flatnonzero(~is_whole[at])
    chances = judge(reached.rows[whole])
    best = whole[among_best(reached.turn[whole], worth(chances), good)]
    poor = np.setdiff1d(keys[whole], keys[best])
    kept = rest[~np.isin(keys[rest], poor)]
    without = np.setdiff1d(reached.turn[rest], reached.turn[kept])
    kept = np.concatenate([kept, rest[np.isin(reached.turn[rest], without)]])
    chosen = np.concatenate([whole, kept])
    found = np.concatenate([chances, judge(reached.rows[kept])])
    return Reached(reached.rows[chosen], reached.turn[chosen]), found


def _keys(start: Rows, reached: Reached, group: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return keys that are equal for the same result of a throw: own pieces, and pieces hit."""
    throw, at = np.divmod(reached.turn, len(start))
    turn = throw.astype(np.uint64) * np.uint64(len(start)) + group[at]
    hit = (reached.rows[:, 1, BAR_SLOT] - start[at, 1, BAR_SLOT]).astype(np.uint64)
    keys = side_keys(reached.rows)
    keys ^= turn << np.uint64(40) ^ hit << np.uint64(56)
    return keys


def _like_turns(start: Rows) -> tuple[NDArray[np.uint64], Mask]:
    """Return the group of each position (equal own pieces), and whether to evaluate it fully."""
    _, group = np.unique(side_keys(start), return_inverse=True)
    order = np.argsort(group, kind="stable")
    before = np.arange(len(order)) - np.searchsorted(group[order], group[order])
    is_whole = np.empty(len(start), dtype=np.bool_)
    is_whole[order] = before % _ALIKE == 0
    return group.astype(np.uint64), is_whole

"""One further throw: what a play is worth when the opponent's 21 throws are played out.

A play is first judged as it stands; those near the best are then judged by what the other player
makes of each throw (in Acey-Deucey the same player, where he throws again). Source: the idea is as
old as game programs; the engines call it 1-ply or 2-ply.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from companion.hints.evaluator import Evaluator
from companion.hints.features import Floats
from companion.hints.moves import THROWS, WEIGHTS, Mover, Reached
from companion.hints.rows import AGAIN, Rows, swapped
from companion.hints.selfplay import best_of
from companion.rules import Rules
from companion.rules.position import OFF_SLOT
from companion.rules.words import PIECES_A_SIDE

Worth = Callable[[Floats], Floats]
"""What chances are worth to the player they are seen by: equity, or what a match makes of it."""


@dataclass(frozen=True, eq=False)
class Judged:
    """What some positions are worth to the player who has just moved, and the chances behind it."""

    worth: Floats
    chances: Floats
    deep: bool


@dataclass(frozen=True)
class Width:
    """How much is searched: the best `most` positions, no worse than the best by `within`."""

    most: int
    within: float


_BEHIND: Final = np.float32(1e-4)

USUAL: Final = Width(10, 0.24)


class Search:
    """Judges the ends of one turn.

    worth -- of the mover's chances; worth_other -- of the opponent's, as he sees them.
    """

    def __init__(
        self, rules: Rules, evaluator: Evaluator, worth: Worth | None = None,
        worth_other: Worth | None = None,
    ) -> None:  # fmt: skip
        self._evaluator = evaluator
        self._mover = Mover(rules)
        self._worth = worth or evaluator.outcomes.equity
        self._worth_other = worth_other or evaluator.outcomes.equity

    def static(self, rows: Rows) -> Judged:
        """Judge positions as they stand."""
        chances = self._evaluator.chances(rows)
        return Judged(self._worth(chances), chances, deep=False)

    def best(self, rows: Rows, width: Width = USUAL) -> Judged:
        """Judge positions, those near the best by one further throw; the rest stay behind them."""
        static = self.static(rows)
        scale = float(np.abs(self._evaluator.outcomes.equities).max()) / 2
        order = np.argsort(-static.worth, kind="stable")
        near = static.worth >= static.worth[order[0]] - width.within * scale
        chosen = np.array([index for index in order[: width.most] if near[index]])
        if len(chosen) < 2:
            return static
        chances = static.chances.copy()
        chances[chosen] = self.deep(rows[chosen])
        worth = self._worth(chances)
        rest = np.setdiff1d(order, chosen)
        if len(rest):
            gap = worth[chosen].min() - static.worth[rest].max()
            worth[rest] = static.worth[rest] + min(gap - _BEHIND, 0)
        return Judged(worth, chances, deep=True)

    def deep(self, rows: Rows) -> Floats:
        """The chances after one further throw, the best play for whoever throws."""
        found = self._evaluator.chances(rows)
        open_games = np.flatnonzero(
            (rows[:, 0, OFF_SLOT] < PIECES_A_SIDE) & (rows[:, 1, OFF_SLOT] < PIECES_A_SIDE)
        )
        again = rows[open_games, 0, AGAIN] > 0
        for stays, which in ((False, open_games[~again]), (True, open_games[again])):
            if len(which):
                found[which] = self._expected(rows[which], stays=stays)
        return found

    def _expected(self, rows: Rows, *, stays: bool) -> Floats:
        """The average over the throws; stays -- the same player throws."""
        outcomes = self._evaluator.outcomes
        worth = self._worth if stays else self._worth_other
        start = rows.copy() if stays else swapped(rows)
        start[:, 0, AGAIN] = 0
        reached = [self._mover.ends(start, dice, self._rank) for dice in THROWS]
        turns = [each.turn + number * len(rows) for number, each in enumerate(reached)]
        everything = Reached(np.concatenate([each.rows for each in reached]), np.concatenate(turns))
        chances = self._evaluator.chances(everything.rows)
        best = chances[best_of(everything.turn, worth(chances))]
        if not stays:
            best = outcomes.swapped(best)
        by_throw = best.reshape(len(THROWS), len(rows), -1)
        expected: Floats = np.tensordot(WEIGHTS.astype(np.float32), by_throw, axes=1)
        return expected

    def _rank(self, rows: Rows) -> Floats:
        return self._worth_other(self._evaluator.chances(rows))

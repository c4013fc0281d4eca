"""The outcomes that an evaluator estimates: the chance of each way in which a game can end.

A game counts 1 to 3 points in backgammon and Dutch, 1 to 4 in Jacquet. The estimates are for the
player who has just moved: the chance to win, then for each value above 1 the chance to win at least
this value, then the same for losing. In Acey-Deucey a game counts the loser's remaining pieces. The
estimates are the chance to win, and the average points won and lost, each over all games and
divided by 15.

Source: docs/rules.md, B5, J9.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from companion.hints.features import Floats
from companion.hints.rows import Rows
from companion.rules import Rules
from companion.rules.position import OFF_SLOT
from companion.rules.vocabulary import PIECES_A_SIDE

Worth = Callable[[Floats], Floats]
"""Converts chances to a value: equity, or a value at a match score."""


@dataclass(frozen=True, eq=False)
class Outcomes:
    """The outcomes of one game.

    equities -- the points that each estimate adds to the average result; offset -- the constant to
    add;
    turned -- the order of the estimates from the opponent's view.
    """

    names: tuple[str, ...]
    equities: Floats
    offset: float
    turned: NDArray[np.intp]
    rules: Rules

    def equity(self, chances: Floats) -> Floats:
        """Return the average points won minus lost, with the cube at 1."""
        return (chances * self.equities).sum(axis=-1) + np.float32(self.offset)

    def swapped(self, chances: Floats) -> Floats:
        """Return the chances from the opponent's view."""
        turned = chances[..., self.turned]
        turned[..., 0] = 1 - chances[..., 0]
        return turned

    def correct(self, chances: Floats, rows: Rows) -> Floats:
        """Correct the chances of finished games, and of gammons that are no longer possible."""
        for side, own in ((0, True), (1, False)):
            over = rows[:, side, OFF_SLOT] == PIECES_A_SIDE
            if over.any():
                chances[over] = self._final(rows[over], own=own)
        if not self.rules.game.paid_by_piece:
            half = len(self.names) // 2
            for side, columns in ((0, slice(half + 1, None)), (1, slice(1, half + 1))):
                chances[rows[:, side, OFF_SLOT] > 0, columns] = 0
            for first in (1, half + 1):
                limit = chances[:, 0] if first == 1 else 1 - chances[:, 0]
                for column in range(first, first + half):
                    limit = np.minimum(chances[:, column], limit)
                    chances[:, column] = limit
        return chances

    def _final(self, rows: Rows, *, own: bool) -> Floats:
        """Return the chances for finished games. own -- whether the player's own side has won."""
        final = np.zeros((len(rows), len(self.names)), dtype=np.float32)
        loser = rows[:, 1 if own else 0]
        if own:
            final[:, 0] = 1
        points = np.array([self.rules.game.value(side) for side in loser.tolist()])
        if self.rules.game.paid_by_piece:
            final[:, 1 if own else 2] = points / PIECES_A_SIDE
            return final
        half = len(self.names) // 2
        first = 1 if own else half + 1
        for count in range(2, half + 2):
            final[:, first + count - 2] = points >= count
        return final


def outcomes_of(rules: Rules) -> Outcomes:
    """Return the outcomes of a game."""
    if rules.game.paid_by_piece:
        turned = np.array([0, 2, 1])
        return Outcomes(
            ("win", "points won", "points lost"),
            np.array([0, PIECES_A_SIDE, -PIECES_A_SIDE], dtype=np.float32),
            0.0,
            turned,
            rules,
        )
    kinds = rules.game.kinds[1:]
    names = ("win", *(f"win {kind}" for kind in kinds), *(f"lose {kind}" for kind in kinds))
    half = len(kinds)
    turned = np.array([0, *range(half + 1, 2 * half + 1), *range(1, half + 1)])
    equities = np.array([2] + [1] * half + [-1] * half, dtype=np.float32)
    return Outcomes(names, equities, -1.0, turned, rules)


class Evaluator(Protocol):
    """Evaluates many positions at once."""

    @property
    def outcomes(self) -> Outcomes:
        """The meaning of the chances."""

    def chances(self, rows: Rows) -> Floats:
        """Return the chances of every outcome for each position, for the player who just moved."""

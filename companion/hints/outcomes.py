"""What a network says of a position: the chances of each way in which the game may end.

Backgammon and Dutch count 1 to 3, Jacquet 1 to 4. Said are, for the player who has just moved:
the chance to win, then for each count from 2 on to win at least so much, then the same of losing.
In Acey-Deucey a game counts the loser's pieces not borne off: said are the chance to win, and the
points won and lost on average, in parts of 15 (each counted 0 where the other wins).

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
"""What chances are worth to the player they are seen by: equity, or what a match makes of it."""


@dataclass(frozen=True, eq=False)
class Outcomes:
    """The outcomes of one game.

    names -- one for each value; equities -- what each adds to the average points won; offset --
    what is added to their sum; turned -- the same chances in the opponent's order.
    """

    names: tuple[str, ...]
    equities: Floats
    offset: float
    turned: NDArray[np.intp]
    rules: Rules

    def equity(self, chances: Floats) -> Floats:
        """The points won on average, losses subtracted, of a game that counts once."""
        equity: Floats = (chances * self.equities).sum(axis=-1) + np.float32(self.offset)
        return equity

    def swapped(self, chances: Floats) -> Floats:
        """The same as the opponent sees it."""
        turned = chances[..., self.turned]
        turned[..., 0] = 1 - chances[..., 0]
        return turned

    def correct(self, chances: Floats, rows: Rows) -> Floats:
        """With what is certain: games that are over, and wins that can no longer count double."""
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
        """What a game that is over has brought; own -- the own side has won."""
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
    """The outcomes of a game by these rules."""
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
    """Judges many positions at once."""

    @property
    def outcomes(self) -> Outcomes:
        """What the chances mean."""

    def chances(self, rows: Rows) -> Floats:
        """Of each position the chances of every outcome, for the player who has just moved."""

"""A hand-written player, against which networks are measured in addition to `RulesOfThumb`.

It looks at the next throws instead of the shape of the position. In the backgammon family it tries
all 21 throws of the opponent and expects the hit that costs most. It counts the dice that each
opposing piece cannot play, so it blocks. In Jacquet it brings the postillon home, leaves the talon
early, holds many points, and keeps more dice playable than the opponent. It must not change,
because published results refer to it.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.hints.features import Floats
from companion.hints.moves import THROWS, WEIGHTS
from companion.hints.outcomes import Outcomes, outcomes_of
from companion.hints.rows import AGAIN, PIPS, POSTILLON, RIGHT, Mask, Rows
from companion.rules import Rules
from companion.rules.position import BAR_SLOT, HAND_SLOT, HOME, OFF_SLOT
from companion.rules.vocabulary import ENTRY, LAST_POINT

Whole = NDArray[np.int64]

_DICE: Final = range(1, 7)
_DISTANCES: Final = np.arange(ENTRY)
"""How far each place is from where the opponent enters; 0 is the bar or the hand."""


class Careful:
    """Evaluates positions by the pips that the next throws gain or lose."""

    def __init__(self, rules: Rules) -> None:
        self.outcomes: Outcomes = outcomes_of(rules)
        self._judge = self._family if rules.game.track.opposed else self._jacquet
        self._facing: Whole = np.array(rules.game.track.facing)[1:]
        self._must_win_right = rules.game.hits_once_home

    def chances(self, rows: Rows) -> Floats:
        """Return the values as pseudo-chances. Only their order is meaningful."""
        worth = self._judge(rows[:, 0].astype(np.int64), rows[:, 1].astype(np.int64))
        chance = 1 / (1 + np.exp(-worth / 100))
        found = np.zeros((len(rows), len(self.outcomes.names)), dtype=np.float32)
        found[:, 0] = chance
        if self.outcomes.rules.game.paid_by_piece:
            found[:, 1], found[:, 2] = chance, 1 - chance
        return self.outcomes.correct(found, rows)

    def _family(self, own: Whole, other: Whole) -> Floats:
        theirs = np.zeros((len(own), ENTRY), dtype=np.int64)
        theirs[:, 1:] = other[:, self._facing]
        theirs[:, 0] = other[:, BAR_SLOT] + other[:, HAND_SLOT]
        mine = own[:, :ENTRY].copy()
        mine[:, 0] = 0
        closed = mine > 1
        hit = self._expected_hit(mine, theirs, closed)
        if self._must_win_right:
            hit *= other[:, RIGHT] > 0
        stuck = sum(
            (theirs[:, :-die] * closed[:, die:]).sum(axis=1) * (0.4 if die < HOME else 0.7)
            for die in _DICE
        )
        shut = closed[:, 1 : HOME + 1].sum(axis=1)
        waits = other[:, BAR_SLOT] * 8.0 * (shut / HOME) ** 2
        stacks = np.maximum(mine - 3, 0).sum(axis=1)
        extra = 9 * own[:, AGAIN] + 5 * own[:, RIGHT]
        worth = _ahead(own, other) + stuck + waits + extra - 0.6 * stacks - hit
        return np.asarray(worth, dtype=np.float32)

    def _expected_hit(self, mine: Whole, theirs: Whole, closed: Mask) -> Floats:
        """Return the average pips lost to the opponent's most harmful hit."""
        costs = (mine == 1) * (ENTRY - _DISTANCES + 2)
        lost = np.zeros(len(mine))
        there = theirs > 0
        for (high, low), weight in zip(THROWS, WEIGHTS, strict=True):
            worst = np.zeros(len(mine), dtype=np.int64)
            for path in _paths(high, low):
                lands = there
                for die in path:
                    lands = np.pad(lands[:, :-die], ((0, 0), (die, 0)))
                    worst = np.maximum(worst, (costs * lands).max(axis=1))
                    lands = lands & ~closed
            lost += weight * worst
        return lost.astype(np.float32)

    def _jacquet(self, own: Whole, other: Whole) -> Floats:
        mine, theirs = own[:, : LAST_POINT + 1], other[:, : LAST_POINT + 1]
        seen = np.zeros_like(theirs)
        seen[:, 1:] = theirs[:, self._facing]
        faced = np.zeros_like(mine)
        faced[:, 1:] = mine[:, self._facing]
        free = _playable(mine, seen > 0) - _playable(theirs, faced > 0)
        travels = own[:, POSTILLON] > 0
        waiting = np.maximum(own[:, LAST_POINT] - 1, 0)
        early = own[:, OFF_SLOT] == 0
        points = (mine[:, 1:] > 0).sum(axis=1)
        postillon = travels * (10 + own[:, POSTILLON])
        spread = early * (points - 0.7 * waiting)
        worth = _ahead(own, other) + 0.5 * free + 3 * own[:, OFF_SLOT] - postillon + spread
        return np.asarray(worth, dtype=np.float32)


def _ahead(own: Whole, other: Whole) -> Floats:
    """Return the lead in pips."""
    lead: Floats = ((other - own)[:, : HAND_SLOT + 1] @ PIPS).astype(np.float32)
    return lead


def _paths(high: int, low: int) -> list[tuple[int, ...]]:
    """Return the orders in which one piece can use the dice."""
    return [(high,) * 4] if high == low else [(high, low), (low, high)]


def _playable(pieces: Whole, closed: Mask) -> Whole:
    """Return how many pairs of a piece and a die can be played; a point counts two pieces."""
    few = np.minimum(pieces, 2)
    return sum(
        ((few[:, die + 1 :] * ~closed[:, 1:-die]).sum(axis=1) for die in _DICE),
        start=np.zeros(len(pieces), dtype=np.int64),
    )

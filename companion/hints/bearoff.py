"""Evaluates races with a table of bear-off positions.

In a race no side can disturb the other. For each position with all pieces at home, the table has
the chances that bearing off takes one throw, two throws, and so on. The side is assumed to play for
the fewest throws on average. For positions with fifteen pieces it has the same chances for the
first piece. The chances of winning, and of winning a gammon, are calculated from the chances of
both sides. With up to six pieces a side the table has the exact chance of winning, if both sides
play to win (`two_sided`).

Pieces outside are assumed to come home to points 6, 5 and 4 in turn. The number of throws for this
is estimated from the pips. The estimate shows well who is ahead and how many pips a play wastes.
For gammons the network is better.

Positions are numbered by their pieces on points 1 to 6, positions with fewer pieces first: the
first 924 positions have at most six pieces, the last 15,504 all fifteen. The table is
`weights/bearoff.npz`, made by `python -m benchmarks.bearoff_table FILE`.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import comb, erf, exp, pi, sqrt
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.hints.features import Floats, is_race
from companion.hints.moves import THROWS, WEIGHTS
from companion.hints.network import judged_by_parts
from companion.hints.outcomes import Evaluator, Outcomes
from companion.hints.rows import Mask, Numbers, Rows
from companion.rules import Rules
from companion.rules.games.game import family_value
from companion.rules.position import HOME, SLOTS
from companion.rules.vocabulary import LAST_POINT, PIECES_A_SIDE

WHOLE: Final = comb(PIECES_A_SIDE - 1 + HOME, HOME)
"""The number of the first position with all fifteen pieces."""

FEW: Final = 6
SMALL: Final = comb(FEW + HOME, HOME)
"""The number of positions with at most six pieces."""

SCALE: Final = 65535
"""The value in the table that stands for a chance of 1."""

_RANKS: Final = np.array(
    [[comb(pieces + at, at + 1) for pieces in range(PIECES_A_SIDE + 1)] for at in range(HOME)]
)

_ARRIVE: Final = (6, 5, 4)
"""The points at which outside pieces are assumed to come home, in turn."""

_DOUBTFUL: Final = 0.002
"""The chance of a gammon above which the network estimates the chance, if pieces are outside."""

_THROWS: Final = 48
"""The maximum number of throws counted. Every race takes fewer."""

_PIPS: Final = np.array([high + low if high > low else 4 * high for high, low in THROWS])
_MEAN: Final = float(WEIGHTS @ _PIPS)
_SPREAD: Final = float(WEIGHTS @ (_PIPS - _MEAN) ** 2)


class _Sides(NamedTuple):
    """Sides of races: the position's number once all pieces are home, and the pips until then."""

    numbers: Numbers
    pips: Numbers


@dataclass(frozen=True, eq=False)
class BearoffTable:
    """The arrays of the file, with one row per position.

    throws -- the chance of each number of throws, from 1, to bear all pieces off;
    first -- the chance of each number of throws to bear off the first of fifteen pieces;
    two_sided -- the chance to win for the side to throw (row) against the other (column), with up
    to six pieces each.
    """

    throws: NDArray[np.uint16]
    first: NDArray[np.uint16]
    two_sided: NDArray[np.uint16]

    def chances(self, rows: Rows, outcomes: Outcomes) -> Floats:
        """Return the chances in races for the player who has just moved.

        Triple games have chance 0.
        """
        found = np.zeros((len(rows), len(outcomes.names)), dtype=np.float32)
        own, other = _brought_home(rows[:, 0]), _brought_home(rows[:, 1])
        mine, theirs = self._throws(own), self._throws(other)
        found[:, 0] = (mine * _left(theirs)).sum(axis=1)
        few = (np.maximum(own.numbers, other.numbers) < SMALL) & (own.pips + other.pips == 0)
        lost = self.two_sided[other.numbers[few], own.numbers[few]]
        found[few, 0] = 1 - lost / np.float32(SCALE)
        half = len(outcomes.names) // 2
        whole = other.numbers >= WHOLE
        saved = self._none_off(other, whole)
        found[whole, 1] = (mine[whole] * saved).sum(axis=1)
        whole = own.numbers >= WHOLE  # here the opponent throws first
        saved = self._none_off(own, whole)
        late = (theirs[whole, 1:] * saved[:, :-1]).sum(axis=1)
        found[whole, 1 + half] = theirs[whole, 0] + late
        return found

    def _throws(self, sides: _Sides) -> Floats:
        """Return the chance of each number of throws, from 1.

        Equal sides are computed only once.
        """
        most = len(self.throws)
        once, again = np.unique(sides.pips * most + sides.numbers, return_inverse=True)
        return _later(_shares(self.throws[once % most]), once // most)[again]

    def _none_off(self, sides: _Sides, whole: Mask) -> Floats:
        """Return, for each number of throws from 1, the chance that no piece is off afterwards."""
        first = _shares(self.first[sides.numbers[whole] - WHOLE])
        return _left(_later(first, sides.pips[whole]))


def numbers_of(sides: NDArray[np.integer]) -> Numbers:
    """Return the position number of each side with all pieces on points 1 to 6 or off."""
    up_to = sides[:, 1 : HOME + 1].cumsum(axis=1)
    return _RANKS[np.arange(HOME), up_to].sum(axis=1)


def is_home(rows: Rows) -> Mask:
    """Return a mask of the rows in which both sides have all pieces at home or off."""
    return rows[:, :, HOME + 1 : SLOTS].max(axis=(1, 2)) == 0


def is_counted(rules: Rules) -> bool:
    """Return whether the table is valid for a game.

    No throw may earn a further throw, no side may block the other in a race, and the value of a
    game must depend on whether the loser has borne off a piece.
    """
    game = rules.game
    return game.track.opposed and game.value is family_value


def _brought_home(sides: NDArray[np.uint8]) -> _Sides:
    home = sides[:, : HOME + 1].astype(np.int64)
    outside = sides[:, HOME + 1 : LAST_POINT + 1].astype(np.int64)
    pips = outside @ np.arange(HOME + 1, LAST_POINT + 1)
    many = outside.sum(axis=1)
    for turn, point in enumerate(_ARRIVE):
        comes = (many + len(_ARRIVE) - 1 - turn) // len(_ARRIVE)
        home[:, point] += comes
        pips -= comes * point
    return _Sides(numbers_of(home), pips)


def _later(chances: Floats, pips: Numbers) -> Floats:
    """Return the chances of each number of throws if these pips must be played first."""
    width = chances.shape[1]
    found = np.zeros((len(chances), _THROWS), dtype=np.float32)
    if not pips.any():
        found[:, :width] = chances
        return found
    walks = _walks()[pips]
    for throws in range(width):
        found[:, throws:] += chances[:, throws, None] * walks[:, : _THROWS - throws]
    return found


@cache
def _walks() -> Floats:
    """Return the chance of each number of throws, from 0, for each number of pips."""
    most = PIECES_A_SIDE * LAST_POINT
    walks = np.array([_walk(pips) for pips in range(most + 1)], dtype=np.float32)
    return walks / walks.sum(axis=1, keepdims=True)


def _walk(pips: int) -> NDArray[np.float64]:
    """Return the chance of each number of throws for some pips; their average is exact."""
    if not pips:
        return np.array([1.0] + [0.0] * (_THROWS - 1))
    mean = pips / _MEAN
    spread = sqrt(max(pips * _SPREAD / _MEAN**3 - 1 / 6, 1e-4))
    above = np.array([_above(mean - throws, spread) for throws in range(-1, _THROWS + 1)])
    return above[:-2] - 2 * above[1:-1] + above[2:]


def _above(mean: float, spread: float) -> float:
    """Return the mean of a normal variable with negative values replaced by 0."""
    at = mean / spread
    below = (1 + erf(at / sqrt(2))) / 2
    return mean * below + spread * exp(-at * at / 2) / sqrt(2 * pi)


def _shares(stored: NDArray[np.uint16]) -> Floats:
    """Return the chances of a table, scaled to a sum of 1 after rounding."""
    found = stored.astype(np.float32)
    return found / np.maximum(found.sum(axis=1, keepdims=True), 1)


def _left(shares: Floats) -> Floats:
    """Return the chance that more than each number of throws is needed."""
    return np.maximum(1 - shares.cumsum(axis=1), 0)


@cache
def table() -> BearoffTable:
    """Return the included table. It is read at the first call."""
    source = files("companion.hints") / "weights" / "bearoff.npz"
    with source.open("rb") as stream, np.load(stream) as stored:
        return BearoffTable(stored["throws"], stored["first"], stored["two_sided"])


@dataclass(frozen=True, eq=False)
class Tabled:
    """An evaluator combined with the table for races.

    The table gives the chance of a gammon if all pieces of the loser are at home or if the chance
    is tiny. Otherwise the evaluator gives it.
    """

    rules: Rules
    evaluator: Evaluator

    @property
    def outcomes(self) -> Outcomes:
        """The evaluator's outcomes."""
        return self.evaluator.outcomes

    def chances(self, rows: Rows) -> Floats:
        """Return the chances of each outcome for the player who has just moved."""
        return judged_by_parts(self._judge, rows)

    def _judge(self, rows: Rows) -> Floats:
        race = is_race(self.rules, rows)
        if not race.any():
            return self.evaluator.chances(rows)
        found = np.empty((len(rows), len(self.outcomes.names)), dtype=np.float32)
        found[race] = table().chances(rows[race], self.outcomes)
        found[~race] = self.evaluator.chances(rows[~race])
        half = len(self.outcomes.names) // 2
        for side, first in ((1, 1), (0, 1 + half)):
            outside = rows[:, side, HOME + 1 : LAST_POINT + 1].max(axis=1) > 0
            late = np.flatnonzero(race & outside & (found[:, first] > _DOUBTFUL))
            if len(late):
                said = self.evaluator.chances(rows[late])
                found[late, first : first + half] = said[:, first : first + half]
        return self.outcomes.correct(found, rows)

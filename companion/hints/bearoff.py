"""Races by a table: how many throws each side needs once the pieces have passed each other.

Each side then counts by itself: in how many throws it is borne off, and fifteen pieces their first,
each with its chance, whoever plays for the fewest throws on average. Two such counts say who is
done first, and whether the other has borne off any by then. With all pieces at home the table knows
them; with six a side or fewer the chance to win is exact, both playing for it (`two_sided`).

Pieces still outside are thought of as brought to 6, 5 and 4 in turn, and the pips up to there as
thrown before: so many throws as they take on average, spread as sums of throws are. That is an
estimate, of who is ahead and of what a play wastes; gammons the network knows better there.

A position is numbered by its pieces on the points 1 to 6: those of fewer pieces first, so that the
first 924 hold six pieces at most, and the last 15,504 all fifteen. The table is
`weights/bearoff.npz`, made by `python -m companion.training.bearoff FILE`.
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
from companion.rules.track import LAST_POINT
from companion.rules.vocabulary import PIECES_A_SIDE

WHOLE: Final = comb(PIECES_A_SIDE - 1 + HOME, HOME)
"""The first position of all fifteen pieces."""

FEW: Final = 6
SMALL: Final = comb(FEW + HOME, HOME)
"""So many positions have six pieces at most."""

SCALE: Final = 65535
"""What a certainty is in the table."""

_RANKS: Final = np.array(
    [[comb(pieces + at, at + 1) for pieces in range(PIECES_A_SIDE + 1)] for at in range(HOME)]
)

_ARRIVE: Final = (6, 5, 4)
"""Where the pieces outside are thought to come home, in turn."""

_DOUBTFUL: Final = 0.002
"""Where pieces are outside and a gammon is as likely as this, the network says how likely."""

_THROWS: Final = 48
"""A race takes fewer throws."""

_PIPS: Final = np.array([high + low if high > low else 4 * high for high, low in THROWS])
_MEAN: Final = float(WEIGHTS @ _PIPS)
_SPREAD: Final = float(WEIGHTS @ (_PIPS - _MEAN) ** 2)


class _Sides(NamedTuple):
    """Some sides of a race: their numbers once home, and the pips that are walked before."""

    numbers: Numbers
    pips: Numbers


@dataclass(frozen=True, eq=False)
class Table:
    """The numbers of the file; a row a position.

    throws -- the chance of each number of throws to bear all off, from one on; first -- of
    fifteen pieces the chance of each number of throws to bear the first off; two_sided -- of up to
    six pieces (row) against as many (column) the chance to win of who throws.
    """

    throws: NDArray[np.uint16]
    first: NDArray[np.uint16]
    two_sided: NDArray[np.uint16]

    def chances(self, rows: Rows, outcomes: Outcomes) -> Floats:
        """The chances in races for who has just moved; to win or lose triple is left at none."""
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
        whole = own.numbers >= WHOLE  # before the other's first throw none is off, and so on
        saved = self._none_off(own, whole)
        late = (theirs[whole, 1:] * saved[:, :-1]).sum(axis=1)
        found[whole, 1 + half] = theirs[whole, 0] + late
        return found

    def _throws(self, sides: _Sides) -> Floats:
        """The chance of each number of throws, from one on; each side that comes again once."""
        most = len(self.throws)
        once, again = np.unique(sides.pips * most + sides.numbers, return_inverse=True)
        return _later(_shares(self.throws[once % most]), once // most)[again]

    def _none_off(self, sides: _Sides, whole: Mask) -> Floats:
        """The chance that after so many throws, from one on, none of the fifteen is off."""
        first = _shares(self.first[sides.numbers[whole] - WHOLE])
        return _left(_later(first, sides.pips[whole]))


def numbers_of(sides: NDArray[np.integer]) -> Numbers:
    """The number of each side, all of whose pieces stand on 1 to 6 or are off."""
    up_to = sides[:, 1 : HOME + 1].cumsum(axis=1)
    numbers: Numbers = _RANKS[np.arange(HOME), up_to].sum(axis=1)
    return numbers


def is_home(rows: Rows) -> Mask:
    """Where both sides have all pieces at home or off."""
    home: Mask = rows[:, :, HOME + 1 : SLOTS].max(axis=(1, 2)) == 0
    return home


def is_counted(rules: Rules) -> bool:
    """Return whether the table is true of a game.

    No throw earns another, nobody is in another's way in a race, and what a game counts hangs on
    the loser's first piece.
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
    """The chances of each number of throws when so many pips are walked before."""
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
    """For each number of pips the chance of each number of throws, from none on."""
    most = PIECES_A_SIDE * LAST_POINT
    walks = np.array([_walk(pips) for pips in range(most + 1)], dtype=np.float32)
    shares: Floats = walks / walks.sum(axis=1, keepdims=True)
    return shares


def _walk(pips: int) -> NDArray[np.float64]:
    """The average number of throws is kept: what falls between two is shared between them."""
    if not pips:
        return np.array([1.0] + [0.0] * (_THROWS - 1))
    mean = pips / _MEAN
    spread = sqrt(max(pips * _SPREAD / _MEAN**3 - 1 / 6, 1e-4))
    above = np.array([_above(mean - throws, spread) for throws in range(-1, _THROWS + 1)])
    between: NDArray[np.float64] = above[:-2] - 2 * above[1:-1] + above[2:]
    return between


def _above(mean: float, spread: float) -> float:
    """The mean of a normal variable whose negative values count as 0."""
    at = mean / spread
    below = (1 + erf(at / sqrt(2))) / 2
    return mean * below + spread * exp(-at * at / 2) / sqrt(2 * pi)


def _shares(stored: NDArray[np.uint16]) -> Floats:
    """Chances that add up to one again, as rounding has not left them."""
    found = stored.astype(np.float32)
    shares: Floats = found / np.maximum(found.sum(axis=1, keepdims=True), 1)
    return shares


def _left(shares: Floats) -> Floats:
    """The chance that more throws than so many are needed."""
    left: Floats = np.maximum(1 - shares.cumsum(axis=1), 0)
    return left


@cache
def table() -> Table:
    """The table that comes with the program, read when it is first needed."""
    source = files("companion.hints") / "weights" / "bearoff.npz"
    with source.open("rb") as stream, np.load(stream) as stored:
        return Table(stored["throws"], stored["first"], stored["two_sided"])


@dataclass(frozen=True, eq=False)
class Tabled:
    """An evaluator, and the table in races: but how likely gammons are the evaluator says.

    With all fifteen pieces at home the table says that too.
    """

    rules: Rules
    evaluator: Evaluator

    @property
    def outcomes(self) -> Outcomes:
        """Those of the evaluator."""
        return self.evaluator.outcomes

    def chances(self, rows: Rows) -> Floats:
        """The chances of each outcome for the player who has just moved."""
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

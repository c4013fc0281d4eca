"""The data of a hint. Numpy is not needed here.

A reason is a code with zones and a count; the speech package has its sentences.
"""

from dataclasses import dataclass, field
from typing import Final

from companion.message_error import MessageError
from companion.rules import Position

ENGINES: Final = ("auto", "own", "gnubg-nn", "bgsage", "gnubg")
"""The engines that can evaluate positions; see `companion.hints.evaluator`."""


class HintsMissingError(MessageError, RuntimeError):
    """Hints are not available. The message is one sentence that says what to install."""


class EngineGameError(MessageError, ValueError):
    """An engine does not know a game. The message is one sentence."""


class EngineError(MessageError, RuntimeError):
    """An engine is not installed or does not answer. The message is one sentence."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A merit or a risk of a play, counted on the board.

    Effects that most other plays of the turn have to at least the same degree are no reasons.
    Below, "distinctive" means that most other plays do not have the effect. `Explainer` has the
    order. Compared with one given play, only the effects that this play lacks are reasons. For the
    best play, an effect is no reason if the second-best or the compared play has more of it.

    `off` (count pieces borne off), `hit` (zones), `shut` (a piece that has to enter cannot),
    `again` (throws again), `right` (Dutch: wins the right to hit), `deny` (Dutch, distinctive;
    count of 36 throws with which the opponent can win it), `enter` (Acey-Deucey; count pieces that
    entered), `postillon-home`, `postillon-on` (count points moved), `block` (count points held in a
    row in front of the opponent's postillon or last piece), `prime` (the same in the backgammon
    family), `keep` (distinctive; count points in such a row that remains), `guard` (distinctive;
    zones of points that remain), `point` (zones made outside the opponent's home, none in exchange
    for a higher one at home, none if a prime gets shorter), `anchor` (zones made in the opponent's
    home), `escape` (count pieces that left the opponent's home, from behind an opposing one, unless
    one stands alone just outside and more than 12 throws can hit), `race` (count pips ahead, more
    than an average throw), `home` (count pieces that came home, without the postillon), `gammon`
    (far behind in a race, nothing borne off before, and plays differ in value; count pieces borne
    off now). In Dutch `prime`, `keep`, `guard`, `point`, `anchor` and `escape` require that the
    opponent has the right to hit.

    Risk of being hit by the next throw, if plays differ in it; zones, and count of 36 throws:
    `safe` (none; distinctive, or safer than the compared play); `fewest` (no other play leaves
    fewer; only if they are few, or most plays leave more); `open` (most plays leave four fewer),
    `risky` (more than a third do), `exposed` (otherwise). In Acey-Deucey these counts exclude 1 and
    2, and `fewest` is not used for a throw of 1 and 2, of which not all plays are tried. None of
    these is used if the player throws again.

    Differences from the second-best or the compared play, if there are no others; they must also
    exceed the position before the move (count: the difference between the two plays): `ready`
    (pieces borne off with the 36 next own throws together, ignoring the opponent's), `playable`
    (throws with which all dice can be used), `pips` (fewer), `halfway` (pieces on the own 12 or
    below, or off), `last-point` (fewer on the last point), `at-home` (pieces at home or off),
    `home-points` (home points with two pieces), `home-held` (with one), `deep` (fewer pieces on the
    own 1 and 2), `pile` (lower highest pile), `piles` (fewer pieces above three on a point),
    `lone-home`, `lone` (fewer blots at home, anywhere), `occupy` (points with a piece), `close`
    (narrower widest gap between two pieces).

    Jacquet only: `talon` (count pieces that left it), `spread` (zones newly held that an opposing
    piece must still pass, none given up); and distinctive: `pass` (count: the longest row of
    opposing points that a piece passed), `exit` (the opponent, with at most two pieces to bring
    home, cannot bear off), `hinder` (count of 36 throws with which the opponent cannot use all
    dice), `hold` (no point given up that an opposing piece must still pass), `saves` (behind;
    count: the most that a loss can still cost, less than before).
    """

    code: str
    zones: tuple[str, ...] = ()
    count: int = 0
    clear: bool = field(default=True, compare=False)
    """Whether this reason alone leads to the play: few others do anything similar, none more."""


@dataclass(frozen=True, slots=True)
class Clue:
    """A clue to a play, without the play itself.

    way -- `from` or `to`: count pieces leave or come to the point; `only`: at most count pieces
    move.
    """

    way: str
    zone: str = ""
    count: int = 1


NO_CLUE: Final = Clue("")


@dataclass(frozen=True, slots=True)
class AdvisedPlay:
    """A play with its end, its moves as text, its equity, and the reasons for it.

    clue -- for the best play: the single most useful point;
    leads -- for the best play: points announced with the first reasons, if these reasons also fit a
    clearly worse play.
    """

    end: Position
    moves: tuple[str, ...]
    equity: float
    reasons: tuple[Reason, ...]
    clue: Clue = NO_CLUE
    leads: tuple[Clue, ...] = ()


@dataclass(frozen=True, slots=True)
class Advice:
    """The plays of a turn, the best first. deep -- whether one further throw was searched.

    middle, worst -- how much the median play and the worst play lose, among all plays of the turn.
    """

    plays: tuple[AdvisedPlay, ...]
    deep: bool
    middle: float
    worst: float


@dataclass(frozen=True)
class Stake:
    """The stake of the game, for the player whose chances are evaluated.

    away, other_away -- points each player still needs, 0 if open-ended; cube -- its value;
    crawford -- whether this is the Crawford game; after_crawford -- whether none is to come.
    """

    away: int = 0
    other_away: int = 0
    cube: int = 1
    crawford: bool = False
    after_crawford: bool = False

    @property
    def turned(self) -> "Stake":
        """The stake for the opponent."""
        return Stake(self.other_away, self.away, self.cube, self.crawford, self.after_crawford)


@dataclass(frozen=True, slots=True)
class CubeAdvice:
    """The values of doubling and not doubling, for the player who may double before his throw.

    no_double, double_take -- his average result without a double, and after a take. A drop is 1,
    the game at the present cube; in a match, the values are on the same scale;
    chance -- his chance to win if the game is played to its end, 0 to 1;
    gammons -- the share of games that count more than once, among his wins and among his losses;
    plain -- the same advice if every game counted once.
    """

    no_double: float
    double_take: float
    chance: float
    gammons: tuple[float, float] = (0.0, 0.0)
    plain: "CubeAdvice | None" = None

    @property
    def takes(self) -> bool:
        """Whether the opponent should take a double (otherwise drop)."""
        return self.double_take <= 1

    @property
    def doubles(self) -> bool:
        """Whether to double."""
        return min(self.double_take, 1) > self.no_double

    @property
    def is_too_good(self) -> bool:
        """Whether to play on for a gammon, because a double would be dropped."""
        return not self.takes and not self.doubles

    def loss(self, *, doubled: bool, taken: bool | None = None) -> float:
        """Return the loss by a doubling decision, or with `taken` by the opponent's answer."""
        if taken is None:
            best = max(self.no_double, min(self.double_take, 1))
            return best - (min(self.double_take, 1) if doubled else self.no_double)
        return max((self.double_take - 1) if taken else (1 - self.double_take), 0)

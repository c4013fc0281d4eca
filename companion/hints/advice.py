"""What a hint is made of. Data only, and nothing here needs numpy.

A reason is a code with the zones and the figure it is about; the speech room has the words.
"""

from dataclasses import dataclass, field
from typing import Final

from companion.rules import Position

ENGINES: Final = ("auto", "own", "gnubg-nn", "bgsage", "gnubg")
"""Which engine judges; see `companion.hints.evaluator`."""


class HintsMissingError(RuntimeError):
    """Hints cannot be given here; one sentence says what to install."""


class EngineError(RuntimeError):
    """An engine that is not here or does not answer; one sentence says what to do."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing a play does; every one is counted, none guessed.

    What most other plays of the turn do at least as much of is none, and that a reason tells most
    of the others apart is meant by "most do not" below; `Explainer` has the order.

    `off` (count pieces borne off), `hit` (zones), `shut` (a piece that has to enter cannot),
    `again` (throws again), `right` (Dutch: wins the right to hit), `deny` (Dutch, most do not;
    count: with no more than so many of 36 throws the opponent can win it), `enter` (Acey-Deucey;
    count pieces that came in), `postillon-home`, `postillon-on` (count: points), `block` (count:
    points held in a row before the other's postillon or last piece), `prime` (count, the same in
    the backgammon family), `keep` (count: such a row stays, most do not), `guard` (zones of points
    that stay, most do not), `point` (zones made outside the other's home, none in
    place of a higher one at home), `anchor` (zones made in the other's home), `escape` (count
    pieces that left the other's home, from behind an opposing one), `race` (count: pips ahead,
    more than a throw brings),
    `home` (count pieces come home, the postillon apart), `gammon` (far behind in a race, nothing
    borne off before, and plays differ: count pieces borne off now). In Dutch `prime`, `keep`,
    `guard`, `point`, `anchor` and `escape` are told only where the other has the right to hit.

    Beside a play that it is compared with a play does what that one does not, whatever most do.

    What the next throw can hit, `zones` with `count` throws of 36, where the plays differ in that:
    `safe` (nothing, most do not, or the one it is compared with); of few throws,
    or fewer than most others leave, `fewest` (no other play leaves fewer); `open` (most
    leave four fewer), `risky` (more than a third do), `exposed` (none of these). In Acey-Deucey 1
    and 2 is not counted for them, and of the plays of 1 and 2, which are not all tried, `fewest`
    is not told; nor is any where the player throws again.

    What parts the best play from the second, or from the one it is compared with, where nothing
    above does, and is more than before the move too (count: by how much more than the other play):
    `ready` (summed over the 36 own next throws, the opponent's before left out, more pieces can be
    borne off), `playable` (with so many more of them all dice can be used), `pips` (fewer to go),
    `halfway` (more pieces on the own 12 and below or off), `last-point` (fewer on the last point),
    `at-home` (more pieces at home or off), `home-points` (more points at home with two pieces),
    `home-held` (with one), `deep` (fewer pieces on the own 1 and 2), `pile` (the highest is lower),
    `piles` (fewer pieces that are fourth or more on a point), `lone-home`, `lone` (fewer lone
    pieces at home, anywhere), `occupy` (more points with a piece), `close` (the widest gap between
    two pieces is narrower).

    Jacquet only: `talon` (count pieces that left it), `spread` (zones newly held that an opposing
    piece has still to pass, none such given up); and, where most do not: `pass` (count: the longest
    row of opposing points a piece got past), `exit` (the other, with two pieces at most still to
    come home, cannot bear off), `hinder` (count: with so many of 36 throws the other
    cannot use all dice), `hold` (no point given up that an opposing piece has still to pass),
    `saves` (behind: count: what a game lost counts at most from here on, less than before).
    """

    code: str
    zones: tuple[str, ...] = ()
    count: int = 0
    clear: bool = field(default=True, compare=False)
    """Who only heard that much would find this play: few do anything of the kind, none more."""


@dataclass(frozen=True, slots=True)
class Clue:
    """Where to look for a play: the point that so many pieces leave (`from`) or come to (`to`).

    Or that no more than so many pieces move (`only`).
    """

    way: str
    zone: str = ""
    count: int = 1


NO_CLUE: Final = Clue("")


@dataclass(frozen=True, slots=True)
class AdvisedPlay:
    """One play: its end, the moves as text, the points it wins on average, and why.

    clue -- of the best: the one point to look at; leads -- of the best: points to be told with the
    first reasons, where those lead to a clearly worse play too.
    """

    end: Position
    moves: tuple[str, ...]
    equity: float
    reasons: tuple[Reason, ...]
    clue: Clue = NO_CLUE
    leads: tuple[Clue, ...] = ()


@dataclass(frozen=True, slots=True)
class Advice:
    """The plays of a turn, the best first; deep -- one further throw was looked at.

    middle, worst -- what the play in the middle of all and the worst lose against the best, told
    of or not.
    """

    plays: tuple[AdvisedPlay, ...]
    deep: bool
    middle: float
    worst: float


@dataclass(frozen=True)
class Stake:
    """What the game counts for, seen by the player whose chances are judged.

    away, other_away -- points each still needs, 0 for an open end; cube -- its value; crawford --
    this is the Crawford game; after_crawford -- that has been played, or is not to be.
    """

    away: int = 0
    other_away: int = 0
    cube: int = 1
    crawford: bool = False
    after_crawford: bool = False

    @property
    def turned(self) -> "Stake":
        """The same as the opponent sees it."""
        return Stake(self.other_away, self.away, self.cube, self.crawford, self.after_crawford)


@dataclass(frozen=True, slots=True)
class CubeAdvice:
    """What a double is worth to the player who would offer it, before his throw.

    no_double, double_take -- what he wins on average without it, and when it is taken: 1 is what a
    drop gives him, the game at the present cube; at the score of a match in the same measure;
    chance -- how likely he wins the game where it is played to its end, 0 to 1; gammons -- the
    shares of games that count more than once, of those he wins and of those he loses; plain -- the
    same advice if every game counted once.
    """

    no_double: float
    double_take: float
    chance: float
    gammons: tuple[float, float] = (0.0, 0.0)
    plain: "CubeAdvice | None" = None

    @property
    def takes(self) -> bool:
        """Whether the other should take (else drop) when doubled."""
        return self.double_take <= 1

    @property
    def doubles(self) -> bool:
        """Whether to double."""
        return min(self.double_take, 1) > self.no_double

    @property
    def is_too_good(self) -> bool:
        """Whether to play on for a gammon, where a double would be dropped."""
        return not self.takes and not self.doubles

    def loss(self, *, doubled: bool, taken: bool | None = None) -> float:
        """What a choice loses, 0 the right one: the doubler's, with `taken` the other's answer."""
        if taken is None:
            best = max(self.no_double, min(self.double_take, 1))
            return best - (min(self.double_take, 1) if doubled else self.no_double)
        return max((self.double_take - 1) if taken else (1 - self.double_take), 0)

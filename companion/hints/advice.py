"""The data of a hint. Numpy is not needed here.

A reason is a code with zones and a count. The speech package has the sentences for the codes.
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


PRICES: Final = ("open", "risky")
"""Codes of reasons that are announced as the risk of a play."""

NO_MERITS: Final = (*PRICES, "exposed")
"""Codes that are not a reason to choose a play."""

ROWS: Final = ("prime", "block", "keep")
"""Codes that describe the same row of points."""

MOST_SPOKEN: Final = 3
"""The maximum number of reasons spoken, one fewer if one of them is a risk."""


@dataclass(frozen=True, slots=True)
class HintReason:
    """A merit or a risk of a play, counted on the board.

    An effect is not a reason if most other plays of the turn have it to at least the same degree.
    If the play is compared with one chosen play, only an effect that the other play lacks is a
    reason. For the best play, an effect is not a reason if the second-best or the compared play has
    more of it. `ORDER` in `weighing` has the order of the reasons.

    In every game:
    off -- count pieces are borne off;
    hit -- opposing pieces are hit on these zones;
    shut -- the opponent's piece on the bar cannot enter;
    again -- the player throws again;
    race -- the player is count pips ahead in a race, more than an average throw;
    home -- count pieces come home, not counting the postillon;
    gammon -- the player is far behind in a race and bears off the first count pieces.

    Backgammon family; in Dutch, `prime` and the codes after it need an opponent with the right to
    hit:
    right -- Dutch: wins the right to hit;
    deny -- Dutch: the opponent can win the right to hit with only count of 36 throws;
    enter -- Acey-Deucey: count pieces enter;
    prime -- count points in a row are held in front of the opponent's last piece;
    keep -- a row of count points as in `prime`, which most other plays shorten, remains;
    guard -- these points, which most other plays give up, remain;
    point -- these points outside the opponent's home are made;
    anchor -- these points in the opponent's home are made;
    escape -- count pieces left the opponent's home from behind an opposing piece.

    Jacquet (and `keep`, for a row as in `block`):
    postillon-home, postillon-on -- the postillon comes home, or moves count points;
    block -- count points in a row are held in front of the opponent's postillon or last piece;
    talon -- count pieces leave the talon;
    spread -- these points, which an opposing piece must still pass, are newly held;
    pass -- a piece passes count opposing points in a row;
    exit -- the opponent, with at most two pieces to bring home, cannot bear off;
    hinder -- the opponent cannot use all dice of count of 36 throws;
    hold -- no point that an opposing piece must still pass is given up;
    saves -- a loss now costs at most count points, less than before.

    The risk that count of the opponent's 36 throws hit pieces on these zones. It is given only if
    the plays differ in it and the player does not throw again. In Acey-Deucey a throw of 1 and 2 is
    not counted:
    safe -- nothing can be hit;
    fewest -- no other play leaves fewer such throws;
    open -- most other plays leave at least four fewer such throws;
    risky -- more than a third of the other plays leave at least four fewer;
    exposed -- in all other cases.

    Counts that are better by count than after the second-best or the compared play, and better than
    before the move. They are used only if there is no other reason:
    ready -- more pieces borne off by the 36 next own throws together;
    playable -- more throws that can be used fully;
    pips -- fewer pips;
    halfway -- more pieces on the own points 12 to 1, or off;
    last-point -- fewer pieces on the player's last held point;
    at-home -- more pieces at home or off;
    home-points, home-held -- more home points with two pieces, or with any;
    deep -- fewer pieces on the own points 2 and 1;
    pile -- fewer pieces on the highest pile;
    piles -- fewer pieces above three on a point, over all points;
    lone-home, lone -- fewer single pieces at home, or anywhere;
    occupy -- more points with a piece;
    close -- a smaller gap between two pieces.
    """

    code: str
    zones: tuple[str, ...] = ()
    count: int = 0
    clear: bool = field(default=True, compare=False)
    """Whether the reason points to this play: few others have a similar reason, none a stronger."""


@dataclass(frozen=True, slots=True)
class HintClue:
    """A clue to a play, which does not name the play.

    way -- `from` or `to`: count pieces leave this point, or come to it; `only`: at most count
    pieces move.
    """

    way: str
    zone: str = ""
    count: int = 1


NO_CLUE: Final = HintClue("")


@dataclass(frozen=True, slots=True)
class AdvisedPlay:
    """A play with its end, its moves as text, its equity, and the reasons for it.

    clue -- the most useful clue to the best play;
    leads -- for the best play, clues to announce with its first reasons, because these reasons also
    hold for a clearly worse play.
    """

    end: Position
    moves: tuple[str, ...]
    equity: float
    reasons: tuple[HintReason, ...]
    clue: HintClue = NO_CLUE
    leads: tuple[HintClue, ...] = ()


@dataclass(frozen=True, slots=True)
class Advice:
    """The plays of a turn, the best first. deep -- whether further throws were searched.

    middle, worst -- how much the median and the worst of all plays of the turn lose.
    """

    plays: tuple[AdvisedPlay, ...]
    deep: bool
    middle: float
    worst: float


@dataclass(frozen=True)
class Stake:
    """The stake of the game, for the player whose chances are evaluated.

    away, other_away -- the points that each player still needs, 0 if open-ended; cube -- the value
    of the cube;
    crawford -- whether this is the Crawford game;
    after_crawford -- whether the Crawford game is over, or the match has none.
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
    """The values of doubling and not doubling, for the player who may double before throwing.

    no_double, double_take -- the player's average result without a double, and after a take; if the
    opponent drops, the result is 1;
    chance -- the player's chance to win if the game is played to its end, 0 to 1;
    gammons -- the share of games that count more than once, among the player's wins and losses;
    plain -- the same advice if every game counted as a single game.
    """

    no_double: float
    double_take: float
    chance: float
    gammons: tuple[float, float] = (0.0, 0.0)
    plain: "CubeAdvice | None" = None

    @property
    def takes(self) -> bool:
        """Whether the opponent should take a double."""
        return self.double_take <= 1

    @property
    def doubles(self) -> bool:
        """Whether to double."""
        return min(self.double_take, 1) > self.no_double

    def loss(self, *, doubled: bool, taken: bool | None = None) -> float:
        """Return how much it loses to double or not, or with `taken`, to take or drop."""
        if taken is None:
            best = max(self.no_double, min(self.double_take, 1))
            return best - (min(self.double_take, 1) if doubled else self.no_double)
        return max((self.double_take - 1) if taken else (1 - self.double_take), 0)

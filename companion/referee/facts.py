"""The facts that the referee reports, one frozen class each (docs/protocol.md, "Events").

Each fact becomes a row of the journal, a line of `--events` and, through the announcer, speech.
"""

from dataclasses import dataclass

from companion.board.repair import Repair
from companion.referee.board_facts import BoardFact
from companion.referee.talk_facts import TalkFact
from companion.rules.verdicts import Fault, Verdict
from companion.rules.vocabulary import Player


@dataclass(frozen=True, slots=True)
class GameBegins:
    """A game starts, or resumes after a restart.

    match_to -- the points or games to win, None for a match without an end;
    layout -- how the board is laid out: "mirrored", "turned", both or neither;
    clock -- minutes that each player has, 0 for no clock;
    partner, simulated, exercise -- as in `Practice`. The event does not contain them.
    """

    game: str
    options: tuple[str, ...]
    number: int
    match_to: int | None
    score: tuple[int, int]
    crawford: bool = False
    resumed: bool = False
    layout: tuple[str, ...] = ()
    clock: int = 0
    partner: Player | None = None
    simulated: bool = False
    exercise: str = ""


@dataclass(frozen=True, slots=True)
class GameKept:
    """A saved game will resume once the board is set up. Not on the event stream.

    begins -- the fact that will be reported then;
    player -- whose turn it is, None before the opening;
    new -- whether there is no saved game, so a new game will begin.
    """

    begins: GameBegins
    player: Player | None
    new: bool = False


@dataclass(frozen=True, slots=True)
class OpeningDie:
    """The first of the two opening dice came to rest. Not on the event stream."""

    player: Player
    die: int


@dataclass(frozen=True, slots=True)
class Opening:
    """Each player threw one die; starter -- who begins, None if the dice are equal.

    doubles -- whether an automatic double follows. The event does not contain it.
    """

    v: int
    n: int
    starter: Player | None
    doubles: bool = False


@dataclass(frozen=True, slots=True)
class TurnBegins:
    """A player's turn begins with the throw.

    position -- the canonical text of the agreed position;
    held -- whether thrown dice, an open error or an offered cube are announced next. The event does
    not contain it.
    """

    player: Player
    position: str
    held: bool = False


@dataclass(frozen=True, slots=True)
class Roll:
    """A valid throw, with the larger die first.

    opening -- the throw consists of the two opening dice;
    by_hand -- the throw was set by a ruling, which was just announced;
    over -- the game resumes with the open error of its turn;
    simulated -- the practice partner drew the dice at random.
    """

    player: Player
    dice: tuple[int, int]
    opening: bool = False
    by_hand: bool = False
    over: bool = False
    simulated: bool = False


@dataclass(frozen=True, slots=True)
class RollVoid:
    """A throw that does not count.

    reason -- why the throw does not count;
    when -- the details in brackets after each reason. The event does not contain them.

    `early` -- too early:
    (`opening`) two dice of one player in the opening;
    (`again`) a second opening die of the player;
    (`answer`) a double is not answered;
    (`partner`) the partner's play is not made;
    (`by-hand`) the mover has not pressed `yes`;
    (`pause`) the game is paused;
    (`over`) the match is over;
    (`kept`) the throw was kept, but no longer counts;
    ("") the mover has not picked up the dice.
    `cocked` -- a die does not lie flat; (`opening`) it is an opening die.
    `wrong-player` -- the throw of the player who is not on turn.
    `one-die` -- only one die; (`moved`) a piece was moved; (`old`, `old-opening`) an old die is in
    the tray.
    `board` -- the board is not right; (`error`) an error is open.
    """

    player: Player
    reason: str
    when: str = ""


@dataclass(frozen=True, slots=True)
class DieDisturbed:
    """A die of this turn shows another face. The throw still counts; the die must be turned back.

    now -- the new face, 0 if the die does not lie flat.
    """

    player: Player
    was: int
    now: int


@dataclass(frozen=True, slots=True)
class DieBack:
    """The disturbed die was turned back. Not on the event stream."""

    player: Player
    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class DieWaits:
    """A reminder about a die that the game waits for. Not on the event stream.

    die -- the face of the die, 0 if it is unknown or all dice are meant.

    what -- `second` (the other die of the throw is not read), `opening` (this opening die must be
    picked up too), `uncounted` (the dice were put down while the power was off, and must be
    thrown), `again`, or `again-one` in the opening (the dice do not count for another reason, and
    must be thrown), `other` (one die was picked up, this one was not), `unread` (the turn's dice do
    not lie still, or there are too many), `lift` (the partner's play was made, and its dice must be
    picked up), `error` (the open error must be corrected before a throw counts), `throw` (a throw
    is missing), `nothing` (at a typed table, the turn without a play must be ended).
    """

    player: Player
    what: str
    die: int


@dataclass(frozen=True, slots=True)
class VerdictGiven:
    """The verdict on the settled board while the dice lie.

    Its name on the event stream is `verdict`.

    before -- the position at the beginning of the turn;
    position -- the board as it was read;
    ends_by -- how the turn is ended: `lift` of the dice, the key `yes`, `either`, or a typed
    `line`;
    unplayable -- see `Judgement`. The event does not contain `ends_by` and `unplayable`.
    """

    player: Player
    dice: tuple[int, int]
    verdict: Verdict
    faults: tuple[Fault, ...]
    position: str
    before: str
    nothing_to_play: bool = False
    ends_by: str = "lift"
    unplayable: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayNamed:
    """The practice partner named its play, which a player makes on the board.

    Not on the event stream.

    before, end -- the positions before and after the play, as text.
    """

    player: Player
    dice: tuple[int, int]
    before: str
    end: str


@dataclass(frozen=True, slots=True)
class PlayDiffers:
    """The board does not show the play that the partner named. Not on the event stream.

    legal -- the board shows another legal play, which a `yes` accepts;
    repairs -- the steps to the named play.
    """

    player: Player
    legal: bool
    repairs: tuple[Repair, ...]


@dataclass(frozen=True, slots=True)
class TurnEnds:
    """The dice were picked up: the turn ended `legal` or `illegal`."""

    player: Player
    dice: tuple[int, int]
    verdict: Verdict
    faults: tuple[Fault, ...]
    position: str
    before: str


@dataclass(frozen=True, slots=True)
class ErrorOpen:
    """A turn ended with an illegal play. The opponent accepts it or demands its correction.

    acceptable -- False if the board cannot be accepted (a piece missing, two colours…);
    still -- the game resumes with this error;
    demanded -- the opponent has demanded the correction. The event contains none of these.
    """

    player: Player
    faults: tuple[Fault, ...]
    acceptable: bool = True
    still: bool = False
    demanded: bool = False


@dataclass(frozen=True, slots=True)
class ErrorClosed:
    """The error was `corrected` or `accepted`; position -- the new agreed position."""

    player: Player
    how: str
    position: str


@dataclass(frozen=True, slots=True)
class CubeAction:
    """`offer`, `take`, `drop` or `automatic`. Its name on the event stream is `cube`.

    player -- who acts, None for an automatic double;
    value, owner -- the cube after the action; for an offer, the proposed value and the present
    owner;
    still -- the game resumes with this offer. The event does not contain it.
    """

    player: Player | None
    action: str
    value: int
    owner: Player | None
    still: bool = False


@dataclass(frozen=True, slots=True)
class Resign:
    """A resignation.

    value -- 1 for a single game, 2 for a gammon…; action -- `offer`, `accept` or `refuse`.
    """

    player: Player
    value: int
    action: str


@dataclass(frozen=True, slots=True)
class GameEnds:
    """A game was won.

    by -- `off`, `drop`, `resign` or `ruling`;
    score -- the score of V and N after the game;
    over -- whether the match is over too;
    games -- whether the score counts games. The event does not contain `over` and `games`.
    """

    winner: Player
    kind: str
    by: str
    points: int
    score: tuple[int, int]
    over: bool = False
    games: bool = False


@dataclass(frozen=True, slots=True)
class ExerciseEnds:
    """The aim of an exercise was reached. Not on the event stream.

    throws -- the number of throws used;
    hundredths -- the average with perfect play, in hundredths of a throw, 0 if unknown;
    simple -- whether `hundredths` is the average of a simple strategy instead.
    """

    player: Player
    exercise: str
    throws: int
    hundredths: int
    simple: bool = False


@dataclass(frozen=True, slots=True)
class MatchEnds:
    """The match was won."""

    winner: Player
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling: a request as an input of the referee, and a fact once it was carried out.

    what -- one of `rulings.KINDS`, or a request from the menu;
    by -- a name, `keyboard`, a player, or `players` who agreed;
    position -- the position to be set or returned to;
    dice -- the dice to be set;
    winner, kind, points -- the result of an awarded game, by default of the lowest kind;
    player -- who throws from the position, or whose dice are set;
    zone -- a place, `V-dice` or `N-dice`, which is out of order or in order again.
    """

    what: str
    by: str
    reason: str = ""
    position: str = ""
    dice: tuple[int, int] | None = None
    winner: Player | None = None
    player: Player | None = None
    kind: str = ""
    points: int | None = None
    zone: str = ""


@dataclass(frozen=True, slots=True)
class RulingRefused:
    """A ruling was refused. Not on the event stream.

    why -- a code, see `rulings`; position -- a text that is no position of this game.
    """

    what: str
    by: str
    why: str
    position: str = ""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """The seconds left on a player's clock, at certain marks. Not on the event stream."""

    player: Player
    seconds: int


GameFact = GameBegins | GameKept | GameEnds | ExerciseEnds | MatchEnds | TimeLeft
DiceFact = OpeningDie | Opening | Roll | RollVoid | DieDisturbed | DieBack | DieWaits
PlayFact = TurnBegins | VerdictGiven | PlayNamed | PlayDiffers | TurnEnds | ErrorOpen | ErrorClosed
Decision = CubeAction | Resign | Ruling | RulingRefused
Fact = BoardFact | TalkFact | GameFact | DiceFact | PlayFact | Decision

"""What happened at the table: one frozen class a fact, as the event stream names them.

These are the only things that leave the referee. Each becomes one journal row, one line of
`--events` and, through the announcer, words. Source: docs/protocol.md, "Events".
"""

from dataclasses import dataclass

from companion.referee.board_facts import BoardFault, Link, Repair, Setup
from companion.referee.talk_facts import (
    Choosing,
    Chosen,
    CubeHint,
    EntryAnswer,
    Explained,
    Hint,
    KeyAnswer,
    MovesTyped,
    Progress,
    Question,
    TurnJudged,
)
from companion.rules.verdicts import Fault, Verdict
from companion.rules.vocabulary import Player


@dataclass(frozen=True, slots=True)
class GameBegins:
    """A game starts or goes on after a restart. match_to is None where no end was agreed.

    layout -- how the pieces lie on the board, a part of ("mirrored", "turned");
    clock -- minutes each player has for it, 0 for no clock; partner -- whose turns the companion
    plays, simulated -- with dice of its own; exercise -- what is exercised instead. Not on the
    event stream.
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
    """A game that was kept is to go on, once the board stands right. Not on the event stream.

    begins -- which game of which match, as it will be told then; player -- whose turn it is, None
    before the opening; new -- none was kept: it is to begin.
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
    """One die each was thrown; starter is None when they were equal."""

    v: int
    n: int
    starter: Player | None


@dataclass(frozen=True, slots=True)
class TurnBegins:
    """A player is to throw; position is the canonical text of the agreed position.

    held -- the game goes on where something else comes first: dice that lie, an open error, an
    offered cube. Not on the event stream.
    """

    player: Player
    position: str
    held: bool = False


@dataclass(frozen=True, slots=True)
class Roll:
    """A valid throw, the larger die first.

    opening -- it came of the two opening dice; by_hand -- it was set and has just been told;
    over -- its turn has ended wrong, and the game goes on there;
    simulated -- the practice partner drew it, it lies nowhere.
    """

    player: Player
    dice: tuple[int, int]
    opening: bool = False
    by_hand: bool = False
    over: bool = False
    simulated: bool = False


@dataclass(frozen=True, slots=True)
class RollVoid:
    """A throw that does not count: `cocked`, `early`, `wrong-player`, `one-die` or `board`.

    when -- of an early throw what it came before: `opening` (one die each), `again` (an opening die
    was thrown already), `answer` (to a double), `partner` (its play was not made for it yet),
    `by-hand` (the other's `yes`), else his lift; or it fell into a `pause`, or the match is `over`;
    or `kept`: it was to count and no longer does; of
    a cocked one `opening` where one die is thrown; of `one-die` `moved` where a piece was moved
    meanwhile, `old` or `old-opening` where the other die is none of this throw; of `board` `error`
    where an open error comes first. Not on the event stream.
    """

    player: Player
    reason: str
    when: str = ""


@dataclass(frozen=True, slots=True)
class DieDisturbed:
    """A die of this turn lies on another face; the roll stands until it is turned back.

    now -- 0 where the die does not lie flat.
    """

    player: Player
    was: int
    now: int


@dataclass(frozen=True, slots=True)
class DieBack:
    """The disturbed die lies as it was thrown again. Not on the event stream."""

    player: Player
    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class DieWaits:
    """A die keeps the game waiting and nobody has noticed. Not on the event stream.

    what -- `second`: this one is read, the other of the throw is not; `opening`: this one of the
    two opening dice has to be picked up too; `uncounted`: what lies there came to lie while the
    board had no power, and does not count (die is 0); `again`, in the opening `again-one`: it does
    not count for another reason, and he is to throw; `other`: this one of the turn's dice still
    lies, the other was picked up (0: it is not read); `unread`: the turn's dice do not lie still,
    or others lie beside them; `lift`: the partner's play is made, its dice are to be picked up;
    `error`: no throw counts before the other has put his open error right; `throw`: none lies, and
    nobody throws.
    """

    player: Player
    what: str
    die: int


@dataclass(frozen=True, slots=True)
class VerdictGiven:
    """What the rules say of the settled board while the dice lie. `verdict` on the event stream.

    before -- the position in which the turn began; position -- what is seen, as it was read;
    ends_by -- how its player ends the turn: by the `lift` of the dice, with the key `yes`, or by
    `either`; unplayable -- see `Judgement`. Neither is on the event stream.
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
    """The practice partner has thrown and tells the play that is to be made for it.

    before, end -- the position in which its turn began, and the one in which it is to end, as text.
    Not on the event stream.
    """

    player: Player
    dice: tuple[int, int]
    before: str
    end: str


@dataclass(frozen=True, slots=True)
class PlayDiffers:
    """What stands on the board is not the play that the partner has named.

    legal -- it is another legal one, which a `yes` lets stand; repairs -- from there to the named
    one. Not on the event stream.
    """

    player: Player
    legal: bool
    repairs: tuple[Repair, ...]


@dataclass(frozen=True, slots=True)
class TurnEnds:
    """The dice were picked up: the turn is over and `legal` or `illegal`."""

    player: Player
    dice: tuple[int, int]
    verdict: Verdict
    faults: tuple[Fault, ...]
    position: str
    before: str


@dataclass(frozen=True, slots=True)
class ErrorOpen:
    """A finished turn was wrong; the opponent may have it corrected or accept it by throwing.

    acceptable is False for boards that nobody may accept (a piece missing, two colours…);
    still -- it was open before, and the game goes on there. Not on the event stream.
    """

    player: Player
    faults: tuple[Fault, ...]
    acceptable: bool = True
    still: bool = False


@dataclass(frozen=True, slots=True)
class ErrorClosed:
    """The error was `corrected` or `accepted`; position is the one that stands."""

    player: Player
    how: str
    position: str


@dataclass(frozen=True, slots=True)
class CubeAction:
    """`offer`, `take`, `drop` or `automatic`; `cube` on the event stream.

    player -- who acts, None for an automatic double;
    value, owner -- after the action; for an offer the value proposed and the present owner;
    still -- it was offered before, and the game goes on there. Not on the event stream.
    """

    player: Player | None
    action: str
    value: int
    owner: Player | None
    still: bool = False


@dataclass(frozen=True, slots=True)
class Resign:
    """A resignation: value in games (1, 2, 3), `offer`, `accept` or `refuse`."""

    player: Player
    value: int
    action: str


@dataclass(frozen=True, slots=True)
class GameEnds:
    """A game is won. by: `off`, `drop`, `resign` or `ruling`; score after it, V then N.

    over -- the match is over with it; games -- the score counts games. Not on the event stream.
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
    """The aim of an exercise is reached.

    throws -- how many it took; hundredths -- of a throw: what a perfect player needs on average,
    0 where an older companion did not know; simple -- a simple player. Not on the event stream.
    """

    player: Player
    exercise: str
    throws: int
    hundredths: int
    simple: bool = False


@dataclass(frozen=True, slots=True)
class MatchEnds:
    """The match is won."""

    winner: Player
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Ruling:
    """What somebody decided outside the turns: a referee's wish, and the fact once it is done.

    what -- one of `rulings.WHATS`; by -- a name, `keyboard`, a player, or `players` who agreed;
    reason -- free text; position -- to be set, or gone back to; dice -- to be set;
    winner, kind, points -- of an awarded game: the lowest kind and its own points where not told;
    player -- who is to throw from the position, or whose the dice are;
    zone -- what is out of order, or in order again: a place, `V-dice` or `N-dice`.
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
    """A ruling changed nothing; why -- a code, see `rulings`. Not on the event stream."""

    what: str
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """So many seconds are left on a player's clock; 0: none. Not on the event stream."""

    player: Player
    seconds: int


Fact = (
    Link
    | Setup
    | GameBegins
    | GameKept
    | OpeningDie
    | Opening
    | TurnBegins
    | Roll
    | RollVoid
    | DieDisturbed
    | DieBack
    | DieWaits
    | VerdictGiven
    | PlayNamed
    | PlayDiffers
    | TurnEnds
    | ErrorOpen
    | ErrorClosed
    | CubeAction
    | Resign
    | GameEnds
    | ExerciseEnds
    | MatchEnds
    | Ruling
    | RulingRefused
    | Question
    | TimeLeft
    | Choosing
    | Chosen
    | KeyAnswer
    | EntryAnswer
    | MovesTyped
    | Explained
    | BoardFault
    | Hint
    | CubeHint
    | TurnJudged
    | Progress
)

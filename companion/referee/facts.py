"""What happened at the table: one frozen class a fact, as the event stream names them.

These are the only things that leave the referee. Each becomes one journal row, one line of
`--events` and, through the announcer, words. Source: contracts, section 4.
"""

from dataclasses import dataclass

from companion.rules.verdicts import Fault, Verdict
from companion.rules.words import Player


@dataclass(frozen=True, slots=True)
class Link:
    """The board is `searching`, `connected` or `lost`; reason is a plain sentence or empty.

    why -- the reason as a code, see `link.port.PortError`. Not on the event stream.
    """

    state: str
    port: str = ""
    board: str = ""
    reason: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """One zone that differs from the wanted position; want and have are piles such as `14v1V`."""

    zone: str
    want: str
    have: str


@dataclass(frozen=True, slots=True)
class Repair:
    """One thing to do with the pieces: see `board.repair.RepairStep`. Not on the event stream."""

    kind: str
    count: int
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Setup:
    """The board was compared with the position that is wanted.

    repairs -- the shortest way to put it right, in the order in which it is told;
    empty -- no piece is on the board; start -- the start of a game is wanted; guided -- a player
    asked to be led from step to step; exercise -- what is set up to be exercised, "" for a game or
    what goes on. These five are not on the event stream.
    """

    ok: bool
    differences: tuple[Difference, ...] = ()
    repairs: tuple[Repair, ...] = ()
    empty: bool = False
    start: bool = False
    guided: bool = False
    exercise: str = ""


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
    `by-hand` (the other's `yes`), else his lift; or `kept`: it was to count and no longer does; of
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
    board had no power, and does not count (die is 0).
    """

    player: Player
    what: str
    die: int


@dataclass(frozen=True, slots=True)
class VerdictGiven:
    """What the rules say of the settled board while the dice lie. `verdict` on the event stream.

    before -- the position in which the turn began; position -- what is seen, as it was read;
    ends_by -- how its player ends the turn: by the `lift` of the dice, with the key `yes`, or by
    `either`. Not on the event stream.
    """

    player: Player
    dice: tuple[int, int]
    verdict: Verdict
    faults: tuple[Fault, ...]
    position: str
    before: str
    nothing_to_play: bool = False
    ends_by: str = "lift"


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

    over -- the match is over with it. Not on the event stream.
    """

    winner: Player
    kind: str
    by: str
    points: int
    score: tuple[int, int]
    over: bool = False


@dataclass(frozen=True, slots=True)
class ExerciseEnds:
    """The aim of an exercise is reached.

    throws -- how many it took; hundredths -- of a throw: what a perfect player needs on average,
    0 where that is not known. Not on the event stream.
    """

    player: Player
    exercise: str
    throws: int
    hundredths: int


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
class Question:
    """A player, or whoever answers, is asked for yes or no. Not on the event stream.

    topic -- a `Topic`; item -- the menu's entry, the value or the layout asked about, before a
    cube's value "accept " where the offer accepts an open error (E3);
    opened -- the menu was opened with it.
    """

    player: Player | None
    topic: str
    item: str = ""
    opened: bool = False


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """So many seconds are left on a player's clock; 0: none. Not on the event stream."""

    player: Player
    seconds: int


@dataclass(frozen=True, slots=True)
class Choice:
    """What may be played. match_to -- None for an open end; clock -- minutes a player, 0: none."""

    game: str = "backgammon"
    options: tuple[str, ...] = ()
    match_to: int | None = None
    clock: int = 0


@dataclass(frozen=True, slots=True)
class Choosing:
    """The players are asked what to play. Not on the event stream.

    step -- `again` (as last time), `shown` (its start position stands there), `game`, `length`,
    `rules` (the usual ones, without a clock), `option`, `clock`; choice -- what `yes` leads to;
    item -- the option asked about; of the very first offer `welcome`.
    """

    step: str
    choice: Choice
    item: str = ""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is played from now on. Not on the event stream: `game_begins` follows the set-up."""

    choice: Choice


@dataclass(frozen=True, slots=True)
class KeyAnswer:
    """The facts a key asked for, to be put into words for the asker. Not on the event stream.

    topic -- `board-own`, `board-other`, `board-bar`, `score`, `pips`, `turn`, `refused`,
    `cancelled`, `setting`, `let-stand`…; text -- the position or the refusal's code;
    numbers -- pips or score.
    """

    player: Player
    topic: str
    text: str = ""
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Explained:
    """The `hint` key about the running turn or the open error. Not on the event stream.

    player -- who asked; topic -- `why` (the faults), `alternative` (one legal play), `forced` (the
    only one), `still` (the faults of a board that was to be put right: nobody asked, both hear it);
    mover, dice, before -- the turn; end -- the board of that play.
    """

    player: Player
    topic: str
    mover: Player
    dice: tuple[int, int]
    before: str
    end: str = ""
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardFault:
    """Something is wrong with the board itself, or is so no more. Not on the event stream.

    place, what -- as on the wire, for example `V7` and `short`; gone -- it is well again;
    also -- further places with the same.
    """

    place: str
    what: str
    gone: bool = False
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HintReason:
    """One thing a play does: the codes, zones and figures of `companion.hints.advice.Reason`."""

    code: str
    zones: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True)
class HintPlay:
    """One play: its end as text, its moves, what it wins on average in thousandths, and why."""

    end: str
    moves: tuple[str, ...]
    thousandths: int
    reasons: tuple[HintReason, ...]


@dataclass(frozen=True, slots=True)
class Hint:
    """Advice for a player who asked, in practice.

    step -- `nudge`, `idea`, `play` (of the turn that runs), `better` (of the turn that is over;
    the last of the plays is what was played), `missing` (nobody here can advise), `nothing` (there
    is no turn to advise on); mover, dice, before -- the turn; plays -- the best first.
    """

    player: Player
    step: str
    mover: Player
    dice: tuple[int, int]
    before: str
    plays: tuple[HintPlay, ...] = ()


@dataclass(frozen=True, slots=True)
class CubeHint:
    """Advice on the cube for a player who asked, in practice. Not on the event stream.

    step -- for him who may double: `double-take`, `double-drop` (double; the other should answer
    so), `wait`, `too-good` (play on for a gammon), `enough` (the game wins the match as it is); for
    him who is offered the cube: `take`, `drop`; doubler, value, before -- whose double it is, the
    cube as it lies before it, and the position; chance -- of 100 games the asker wins so many;
    lost -- thousandths of a point on average that the other choice loses.
    """

    player: Player
    step: str
    doubler: Player
    value: int
    before: str
    chance: int
    lost: int


@dataclass(frozen=True, slots=True)
class TurnJudged:
    """What a person's finished turn has lost against the best play, in practice.

    lost -- thousandths of a point on average, 0 for the best. Only turns with a choice are judged.
    Not on the event stream, and silent.
    """

    player: Player
    lost: int


Fact = (
    Link
    | Setup
    | GameBegins
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
    | Explained
    | BoardFault
    | Hint
    | CubeHint
    | TurnJudged
)

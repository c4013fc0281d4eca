"""Facts of what the companion and the players say to one another: questions, answers, advice."""

from dataclasses import dataclass

from companion.rules import DEFAULT_GAME
from companion.rules.verdicts import Fault
from companion.rules.vocabulary import Player


@dataclass(frozen=True, slots=True)
class Question:
    """A player, or whoever answers, is asked for yes or no. Not on the event stream.

    topic -- a `Topic`; item -- the menu's entry, the value or the layout asked about, before a
    cube's value "accept " where the offer accepts an open error (E3);
    opened -- the menu begins with it, or begins anew.
    """

    player: Player | None
    topic: str
    item: str = ""
    opened: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """What may be played. match_to -- None for an open end; clock -- minutes a player, 0: none."""

    game: str = DEFAULT_GAME
    options: tuple[str, ...] = ()
    match_to: int | None = None
    clock: int = 0


@dataclass(frozen=True, slots=True)
class Choosing:
    """The players are asked what to play. Not on the event stream.

    step -- `again` (as last time), `shown` (its start position stands there), `game`, `length`,
    `rules` (the usual ones, without a clock), `option`, `clock`; choice -- what `yes` leads to;
    item -- the option asked about; of the very first offer `welcome`, until a key is pressed;
    explained -- somebody wants to know what is asked.
    """

    step: str
    choice: Choice
    item: str = ""
    explained: bool = False


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is played from now on. Not on the event stream: `game_begins` follows the set-up."""

    choice: Choice


@dataclass(frozen=True, slots=True)
class KeyAnswer:
    """The facts a key asked for, to be put into words for the asker. Not on the event stream.

    topic -- `board-own`, `board-other`, `board-off`, `score` (of points), `games` (where these are
    counted), `throws` (of an exercise), `pips`, `turn`, `whose-turn` (the same with the
    player's name, typed), `dice` (where none are played), `refused`,
    `cancelled`, `set`, `let-stand`…; text -- the position, the refusal's code, or of `places` the
    layout that is being offered; numbers -- pips or score.
    """

    player: Player
    topic: str
    text: str = ""
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class EntryAnswer:
    """Why an entry at the typed table did nothing, or what it did. Not on the event stream.

    code -- of the reason, such as `no-dice`, or of help, `help-moving`; place -- a zone, or
    ""; pile -- what stands there, as a position text, where that was asked.
    """

    player: Player
    code: str
    place: str = ""
    pile: str = ""


@dataclass(frozen=True, slots=True)
class MovesTyped:
    """The moves of a line, as they were understood. Not on the event stream.

    moves -- for each piece its stops in zones, `*` after a hit; how -- `made`; `kept`: they stand
    after a break; taken `back`, or back to the `start` of the turn.
    """

    player: Player
    moves: tuple[str, ...]
    how: str = "made"


@dataclass(frozen=True, slots=True)
class Explained:
    """The `hint` key about the running turn or the open error. Not on the event stream.

    player -- who asked; topic -- `why` (the faults), `alternative` (one legal play), `forced` (the
    only one), `dice` (the throw, and the faults), `still` (the faults of a board that was to be put
    right: nobody asked, both hear it), `left` (what is left to play of a correction at a typed
    table), `refused` (the faults of a line that was to correct and is not played), `enter-again` (a
    turn that is not legal is about to be ended there);
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
class HintReason:
    """One thing a play does: what `companion.hints.advice.Reason` has of it."""

    code: str
    zones: tuple[str, ...]
    count: int
    clear: bool = True


@dataclass(frozen=True, slots=True)
class HintClue:
    """Where to look for a play: what `companion.hints.advice.Clue` has of it."""

    way: str
    zone: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class HintPlay:
    """One play: its end as text, its moves, what it wins on average in thousandths, and why.

    clue -- of the best: a point to look at; leads -- of the best: points to be told with the first
    reasons.
    """

    end: str
    moves: tuple[str, ...]
    thousandths: int
    reasons: tuple[HintReason, ...]
    clue: HintClue = HintClue("", "")
    leads: tuple[HintClue, ...] = ()


@dataclass(frozen=True, slots=True)
class Hint:
    """Advice for a player who asked, in practice.

    step -- `nudge`, `idea`, `play` (of the turn that runs), `better` (of the turn that is over;
    the last of the plays is what was played), `only` (of one that had but one play), `missing`
    (nobody here can advise), `nothing` (there is no turn to advise on), `partners-throw`,
    `partners-play` (it is the companion's turn, which is to be thrown or made for it); mover, dice,
    before -- the turn; plays -- the best first; middle, worst -- thousandths of a point that the
    play in the middle of all and the worst lose, told of or not; unsure -- a first look and a
    second one found another play best; revised -- another play was told as the best before.
    """

    player: Player
    step: str
    mover: Player
    dice: tuple[int, int]
    before: str
    plays: tuple[HintPlay, ...] = ()
    middle: int = 0
    worst: int = 0
    unsure: bool = False
    revised: bool = False


@dataclass(frozen=True, slots=True)
class CubeHint:
    """Advice on the cube for a player who asked, in practice. Not on the event stream.

    step -- for him who may double: `double-take`, `double-drop` (double; the other should answer
    so), `wait`, `too-good` (play on for a gammon), `enough` (the game wins the match as it is); for
    him who is offered the cube: `take`, `drop`; doubler, value, before -- whose double it is, the
    cube as it lies before it, and the position; chance -- of 100 games the asker wins so many;
    lost -- thousandths of a point on average that the other choice loses; gammons -- where they
    decide: whose, and so many of 100 games that this player wins.
    """

    player: Player
    step: str
    doubler: Player
    value: int
    before: str
    chance: int
    lost: int
    gammons: tuple[Player, int] | None = None


@dataclass(frozen=True, slots=True)
class TurnJudged:
    """What a person's finished turn has lost against the best play, in practice.

    lost -- thousandths of a point on average, 0 for the best. Only turns with a choice are judged.
    Not on the event stream, and silent.
    """

    player: Player
    lost: int


@dataclass(frozen=True, slots=True)
class Progress:
    """What the last day of this kind of practice has brought, for a player who asked.

    exercise -- its name, "" for games; count -- decisions, or exercises done, 0: none is kept;
    average -- what each decision lost, thousandths of a point, or hundredths of throws that an
    exercise took; before -- the same on all days before, 0 for none; trend -- `better`, `worse`,
    `same`, "" where there are too few to say; hundredths -- of a throw: what a perfect
    player needs, simple -- a simple one, 0 for unknown. Not on the event stream.
    """

    player: Player
    exercise: str = ""
    count: int = 0
    average: int = 0
    before: int = 0
    trend: str = ""
    hundredths: int = 0
    simple: bool = False

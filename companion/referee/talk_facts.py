"""Facts of the dialogue with the players: questions, answers and advice."""

from dataclasses import dataclass

from companion.hints.advice import NO_CLUE, HintClue, HintReason
from companion.rules import DEFAULT_GAME
from companion.rules.verdicts import Fault
from companion.rules.vocabulary import Player


@dataclass(frozen=True, slots=True)
class Question:
    """A question for yes or no. Not on the event stream.

    player -- the asked player, None if either may answer;
    topic -- a `Topic`;
    item -- the menu's entry, the value or the layout. A cube's value follows "accept " if the offer
    also accepts an open error (E3);
    opened -- whether this is the first entry of the menu.
    """

    player: Player | None
    topic: str
    item: str = ""
    opened: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """A kind of match.

    match_to -- the length, None for no end; clock -- the minutes of each player, 0 for no clock.
    """

    game: str = DEFAULT_GAME
    options: tuple[str, ...] = ()
    match_to: int | None = None
    clock: int = 0


@dataclass(frozen=True, slots=True)
class Choosing:
    """The offer of a game, a length or another choice. Not on the event stream.

    step -- `again` (as last time), `shown` (the start position of this game is set up), `game`,
    `length`, `rules` (the usual rules, without a clock), `option`, `clock`;
    choice -- what `yes` leads to;
    item -- the option; `welcome` in the first offer until a key is pressed;
    explained -- whether a player asked for an explanation.
    """

    step: str
    choice: Choice
    item: str = ""
    explained: bool = False


@dataclass(frozen=True, slots=True)
class Chosen:
    """The game that was chosen. Not on the event stream: `game_begins` follows the set-up."""

    choice: Choice


@dataclass(frozen=True, slots=True)
class KeyAnswer:
    """The answer to a player's key. Not on the event stream.

    topic -- `board-own`, `board-other`, `board-off`, `score` (in points), `games` (the score in
    games), `throws` (of an exercise), `pips`, `turn` (whose turn it is, and the times),
    `whose-turn` (`turn` at a typed table), `answers` (who must answer a question, at a typed
    table), `dice` (before a throw), `refused`, `cancelled`, `set`, `let-stand`…;
    text -- the position, the refusal's code, or the layout offered (`places`);
    numbers -- the numbers of the answer, such as pips or score.
    """

    player: Player
    topic: str
    text: str = ""
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class EntryAnswer:
    """The answer to an entry at a typed table. Not on the event stream.

    code -- the code of a refusal, such as `no-dice`, or of help, such as `help-moving`;
    place -- a zone, or "";
    pile -- the pieces on this place, as a position text, if a player asked for them or moved too
    many.
    """

    player: Player
    code: str
    place: str = ""
    pile: str = ""


@dataclass(frozen=True, slots=True)
class MovesTyped:
    """The moves of a typed line, as they were understood. Not on the event stream.

    moves -- for each piece its stops in zones, `*` after a hit;
    how -- `made`; `added` (to illegal moves); `kept` (named again after a break); `back` (taken
    back), `start` (taken back, so that the turn is at its start).
    """

    player: Player
    moves: tuple[str, ...]
    how: str = "made"


@dataclass(frozen=True, slots=True)
class Explained:
    """An explanation of the running turn or the open error. Not on the event stream.

    player -- who asked;
    topic -- `why` (the faults), `alternative` (one legal play), `forced` (the only one), `dice`
    (the throw and the faults), `still` (the faults of an unfinished correction, for both players),
    `left` (the rest of a typed correction), `no-dice` (typed dice do not count; what comes first),
    `refused` (the faults of a typed correction line), `enter-again` (a warning before an illegal
    end);
    mover, dice, before -- the turn; for an unfinished play, `before` is the position that the play
    has reached;
    end -- the position after that play.
    """

    player: Player
    topic: str
    mover: Player
    dice: tuple[int, int]
    before: str
    end: str = ""
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class HintPlay:
    """A play: its end as text, its moves, its average result in thousandths, and its reasons.

    clue -- for the best play, a point to look at;
    leads -- for the best play, the points to announce with its first reasons.
    """

    end: str
    moves: tuple[str, ...]
    thousandths: int
    reasons: tuple[HintReason, ...]
    clue: HintClue = NO_CLUE
    leads: tuple[HintClue, ...] = ()


@dataclass(frozen=True, slots=True)
class Hint:
    """Advice for a player who asked, in practice.

    step -- `nudge`, `idea`, `play` (of the running turn), `better` (of the finished turn; the last
    of `plays` was made), `only` (for a turn with one play), `missing` (there is no engine),
    `nothing` (there is no turn to advise on), `partners-throw`, `partners-play` (the companion is
    on turn, and a person throws or moves for it);
    mover, dice, before -- the turn;
    plays -- the best first;
    middle, worst -- thousandths of a point that the median play and the worst play lose;
    unsure -- whether a deeper search found another play best;
    revised -- whether another play was announced as the best before.
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

    step -- before a double: `double-take`, `double-drop` (double; the opponent should take, or
    drop), `wait`, `too-good` (play on for a gammon), `enough` (the game wins the match anyway);
    before the answer: `take`, `drop`;
    doubler, value, before -- who doubles, the cube's value before the double, and the position;
    chance -- per cent of the games that the asker wins;
    lost -- how much the other choice loses on average, in thousandths of a point;
    gammons -- if gammons decide: a player, and the number of gammons that this player wins in 100
    games.
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
    """How much a player's finished turn lost against the best play. It has no event.

    lost -- thousandths of a point on average, 0 for the best play. Only turns of practice with a
    choice are judged. The judgement is not spoken.
    """

    player: Player
    lost: int


@dataclass(frozen=True, slots=True)
class Progress:
    """The result of the last day of this kind of practice, for a player who asked.

    It has no event.

    exercise -- the name of the exercise, "" for games;
    count -- the number of decisions, or of exercises done, 0 if none is recorded;
    average -- thousandths of a point lost per decision, or hundredths of throws per exercise;
    before -- the average of all earlier days, 0 if there are none;
    trend -- `better`, `worse`, `same`, or "" if there are too few results;
    hundredths -- the average with perfect play, in hundredths of a throw, 0 if unknown;
    simple -- whether `hundredths` is the average of a simple strategy instead.
    """

    player: Player
    exercise: str = ""
    count: int = 0
    average: int = 0
    before: int = 0
    trend: str = ""
    hundredths: int = 0
    simple: bool = False


Advice = Hint | CubeHint | TurnJudged | Progress
"""The facts of practice."""

Dialogue = Question | Choosing | Chosen | KeyAnswer | EntryAnswer | MovesTyped | Explained
TalkFact = Dialogue | Advice
"""The facts of this module."""

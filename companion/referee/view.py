"""The public view of the referee's state.

Each line of the journal contains the view that results from this line (`docs/protocol.md`).
Positions are texts; players, phases, topics and faults have the names of the event stream.
"""

from dataclasses import dataclass

from companion.referee.state import Phase, State
from companion.referee.turn_context import TurnContext
from companion.rules import Player, Rules


@dataclass(frozen=True, slots=True)
class ClockView:
    """The clock of a game: what V and N have used of `limit` (0: no limit), in milliseconds.

    turn -- the duration of the running turn;
    runs_for -- the player whose time runs, None if the clock is stopped.
    """

    used: tuple[int, int]
    limit: int
    turn: int
    runs_for: Player | None


@dataclass(frozen=True, slots=True)
class ErrorView:
    """The open error of `player`.

    faults -- codes as in `docs/mistakes.md`;
    acceptable -- whether the opponent may accept it.
    """

    player: Player
    faults: tuple[str, ...]
    acceptable: bool


@dataclass(frozen=True, slots=True)
class QuestionView:
    """The open question.

    player -- the asked player, None if either may answer; topic -- see `Topic`.
    """

    player: Player | None
    topic: str


@dataclass(frozen=True, slots=True)
class View:
    """The public state of one table.

    game, turn -- the numbers of game and turn; turn is 0 before the opening is decided;
    player -- whose turn it is;
    dice -- the dice of the running turn, the larger first;
    position -- the agreed position, at the beginning of the turn;
    board -- the board as last seen;
    score -- the scores of V and N; match_to -- points or games, None for a match without an end;
    cube -- the cube's value, or the stake;
    owner -- the owner of the cube, None if either may double;
    out_of_order -- places and dice trays whose sensors are ignored.
    """

    phase: Phase
    game: int
    turn: int
    player: Player | None
    dice: tuple[int, int] | None
    position: str
    board: str
    score: tuple[int, int]
    match_to: int | None
    cube: int
    owner: Player | None
    clock: ClockView
    error: ErrorView | None
    question: QuestionView | None
    out_of_order: tuple[str, ...]


def view(rules: Rules, state: State) -> View:
    """Return the public view of a state."""
    context, asked = TurnContext(rules, state, 0), state.asked
    seen = state.evening.typed or state.board.shown is not None
    return View(
        state.phase,
        state.match.number,
        state.turn.number,
        state.turn.player,
        state.throw.dice,
        context.before,
        context.seen.text if seen else context.before,
        state.match.score,
        state.match.length,
        state.game.cube.value,
        state.game.cube.owner,
        _clock(state),
        _error(context) if state.phase is Phase.ERROR else None,
        None if asked is None else QuestionView(asked.player, asked.topic),
        state.board.dead,
    )


def _clock(state: State) -> ClockView:
    clock = state.clock
    runs_for = None if clock.ticked is None else state.runs_for
    return ClockView(clock.used, state.evening.limit, clock.turn_used, runs_for)


def _error(context: TurnContext) -> ErrorView:
    codes = tuple(fault.code for fault in context.state.turn.faults)
    return ErrorView(context.mover, codes, context.acceptable(context.judge_ended()))

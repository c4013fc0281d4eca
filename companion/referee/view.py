"""How a table stands, for anybody to read: the public view of the referee's state.

Each line of the journal has the view after it (`docs/protocol.md`). Positions are text here, and
sides, phases, topics and faults are named as on the event stream.
"""

from dataclasses import dataclass

from companion.referee.state import Phase, State
from companion.referee.turn_context import TurnContext
from companion.rules import Player, Rules


@dataclass(frozen=True, slots=True)
class ClockView:
    """The time of a game: what V and N have used of `limit` (0: no limit), all in milliseconds.

    turn -- how long the running turn has lasted; runs_for -- whose time runs, None: nobody's, or
    the board is away.
    """

    used: tuple[int, int]
    limit: int
    turn: int
    runs_for: Player | None


@dataclass(frozen=True, slots=True)
class ErrorView:
    """A turn of `player` that ended wrong.

    faults -- the codes of `docs/mistakes.md`; acceptable -- the opponent may let it stand.
    """

    player: Player
    faults: tuple[str, ...]
    acceptable: bool


@dataclass(frozen=True, slots=True)
class QuestionView:
    """What a player is asked; player -- None where either may answer; topic -- see `Topic`."""

    player: Player | None
    topic: str


@dataclass(frozen=True, slots=True)
class View:
    """One table.

    phase -- see `Phase`; game, turn -- their numbers, turn 0 before the opening is decided;
    player -- whose turn it is; dice -- of the running turn, the larger first;
    position -- the agreed position, where the turn began; board -- what stands there as seen last;
    score -- of V and N; match_to -- points or games, None: no end was agreed;
    cube -- its value, or the stake; owner -- of the cube, None: either may double;
    out_of_order -- places and dice seats that are not believed.
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
    """The public view of a state."""
    table, asked = TurnContext(rules, state, 0), state.asked
    seen = state.evening.typed or state.board.shown is not None
    return View(
        state.phase,
        state.match.number,
        state.turn.number,
        state.turn.player,
        state.throw.dice,
        table.before,
        table.seen.text if seen else table.before,
        state.match.score,
        state.match.length,
        state.game.cube.value,
        state.game.cube.owner,
        _clock(state),
        _error(table) if state.phase is Phase.ERROR else None,
        None if asked is None else QuestionView(asked.player, asked.topic),
        state.board.dead,
    )


def _clock(state: State) -> ClockView:
    clock = state.clock
    runs_for = None if clock.ticked is None else state.runs_for
    return ClockView(clock.used, state.evening.limit, clock.turn_used, runs_for)


def _error(table: TurnContext) -> ErrorView:
    codes = tuple(fault.code for fault in table.state.turn.faults)
    return ErrorView(table.mover, codes, table.acceptable(table.judge_ended()))

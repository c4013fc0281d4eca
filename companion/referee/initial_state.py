"""With what an evening begins: the start of a match, or the state in which one was left."""

from dataclasses import replace

from companion.referee.exercises import MOVER, exercise_of
from companion.referee.state import (
    NO_PRACTICE,
    BoardSeen,
    Evening,
    GameState,
    Phase,
    Practice,
    State,
    TurnState,
)
from companion.rules import Match, Rules


def start(rules: Rules, match: Match, evening: Evening, practice: Practice = NO_PRACTICE) -> State:
    """The state in which a match starts: waiting for the start position."""
    position = rules.start
    if practice.exercise:
        position = rules.parse(exercise_of(rules.name, practice.exercise).position)
    layout = ("mirrored",) if "mirrored" in rules.options else ()
    board = BoardSeen(layout)
    fresh = State(match, GameState(position), board=board, evening=evening, practice=practice)
    if not practice.exercise:
        return fresh
    return replace(fresh, then=Phase.TO_THROW, turn=TurnState(MOVER, 1))


def resume(state: State) -> State:
    """Prepare a state to go on from: the board is compared first, and `then` is what follows."""
    over = state.phase is Phase.OVER
    return replace(unseen(state), then=state.then if over else state.phase_of_game)


def unseen(state: State) -> State:
    """The state with all forgotten that was seen of the board, or asked about it."""
    return replace(
        state,
        board=replace(state.board, shown=None, right=False),
        setup=replace(state.setup, named=0, wrong=False),
        clock=replace(state.clock, ticked=None),
        asked=None,
        throw=replace(state.throw, done=False, disturbed=""),
        prompted=-1,
        waits=None,
    )

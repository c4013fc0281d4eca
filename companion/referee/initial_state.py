"""The initial state of a match or an exercise, and of a resumed evening."""

from dataclasses import replace
from typing import Final

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
from companion.rules import Match, Player, Position, Rules
from companion.rules.games import BY_NAME, Exercise

MOVER: Final = Player.V
"""The player of an exercise."""


class ExerciseError(ValueError):
    """Raised for an unknown exercise; the message is one sentence."""


def exercise_names() -> tuple[str, ...]:
    """Return the names of the exercises of all games."""
    return tuple(dict.fromkeys(name for game in BY_NAME.values() for name in game.exercises))


def game_with(exercise: str) -> str:
    """Return the first game that has an exercise. Raises `ExerciseError`."""
    for game in BY_NAME.values():
        if exercise in game.exercises:
            return game.name
    raise ExerciseError(f"No game has an exercise {exercise[:40]!r}.")


def exercise_of(game: str, name: str) -> Exercise:
    """Return a game's exercise by name. Raises `ExerciseError` if the game has none."""
    exercises = BY_NAME[game].exercises
    if name not in exercises:
        known = ", ".join(exercises)
        raise ExerciseError(f"{game} has no exercise {name[:40]!r}; it has {known}.")
    return exercises[name]


def is_reached(exercise: Exercise, position: Position) -> bool:
    """Return whether a position fulfils the aim of an exercise."""
    return exercise.aim(position.side(MOVER))


def start(rules: Rules, match: Match, evening: Evening, practice: Practice = NO_PRACTICE) -> State:
    """Return the initial state of a match, which waits for the start position."""
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
    """Return the state to resume from.

    The board is compared before the interrupted phase continues.
    """
    then = state.then if state.phase is Phase.OVER else state.phase_of_game
    return replace(unseen(state), then=then, asked=state.suspended, suspended=None)


def without_board(state: State) -> State:
    """Return the state for a board that is away. When it is back, a set-up is described again."""
    setup, board = replace(state.setup, is_turn_unclear=True), state.board
    if state.phase is Phase.SETUP:
        setup, board = replace(setup, named=0), replace(board, shown=None)
    clock = replace(state.clock, ticked=None)
    return replace(state, clock=clock, setup=setup, board=board, waits=None)


def unseen(state: State) -> State:
    """Return the state without the last settled board and without the open question."""
    board = replace(state.board, shown=None, right=False)
    setup = replace(state.setup, named=0, wrong=False)
    throw = replace(state.throw, done=False, disturbed="")
    state = replace(state, board=board, setup=setup, throw=throw, asked=None, waits=None)
    return replace(state, clock=replace(state.clock, ticked=None), prompted=-1)

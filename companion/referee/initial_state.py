"""With what an evening begins: the start of a match, or the state in which one was left."""

from dataclasses import replace

from companion.referee.exercises import MOVER, exercise_of
from companion.referee.state import NO_PRACTICE, Evening, Phase, Practice, State
from companion.rules import Cube, Match, Rules


def start(rules: Rules, match: Match, evening: Evening, practice: Practice = NO_PRACTICE) -> State:
    """The state in which a match starts: waiting for the start position."""
    position = rules.start
    if practice.exercise:
        position = rules.parse(exercise_of(rules.name, practice.exercise).position)
    layout = ("mirrored",) if "mirrored" in rules.options else ()
    text = rules.text(position)
    fresh = State(match, Cube(), text, layout=layout, evening=evening, practice=practice)
    if not practice.exercise:
        return fresh
    return replace(fresh, then=Phase.TO_THROW, player=MOVER, turn=1)


def resume(state: State) -> State:
    """Prepare a state to go on from: the board is compared first, and `then` is what follows."""
    over = state.phase is Phase.OVER
    return replace(unseen(state), then=state.then if over else state.phase_of_game)


def unseen(state: State) -> State:
    """The state with all forgotten that was seen of the board, or asked about it."""
    return replace(
        state,
        shown=None,
        named=0,
        clock=replace(state.clock, ticked=None),
        right=False,
        wrong=False,
        asked=None,
        throw=replace(state.throw, done=False, disturbed=""),
        prompted=-1,
        waits=None,
    )

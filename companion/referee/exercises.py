"""Exercises: whether an aim is reached. Black's pieces stand where they are set up. Pure."""

from collections.abc import Callable
from itertools import groupby
from typing import Final

from companion.rules import Player, Position, Rules
from companion.rules.games import BY_NAME, Aim, Exercise

WALL: Final = 6
"""Points in a row that make a whole bouchage."""

MOVER: Final = Player.V
"""Who exercises."""


class ExerciseError(ValueError):
    """There is no such exercise; one clear sentence."""


def exercise_names() -> tuple[str, ...]:
    """What can be exercised; each game has some of them."""
    return tuple(dict.fromkeys(name for game in BY_NAME.values() for name in game.exercises))


def game_with(exercise: str) -> str:
    """The first game that has an exercise. Raises `ExerciseError`."""
    for game in BY_NAME.values():
        if exercise in game.exercises:
            return game.name
    raise ExerciseError(f"No game has an exercise {exercise[:40]!r}.")


def exercise_of(game: str, name: str) -> Exercise:
    """The exercise of a name. Raises `ExerciseError` where the game has none."""
    exercises = BY_NAME[game].exercises
    if name not in exercises:
        known = ", ".join(exercises)
        raise ExerciseError(f"{game} has no exercise {name[:40]!r}; it has {known}.")
    return exercises[name]


def is_reached(exercise: Exercise, rules: Rules, position: Position) -> bool:
    """Whether a position is the aim of an exercise."""
    return _AIMS[exercise.aim](rules, position)


def _all_off(rules: Rules, position: Position) -> bool:
    return rules.winner(position) is MOVER


def _postillon_home(rules: Rules, position: Position) -> bool:
    return rules.postillon_home(position, MOVER)


def _walled(rules: Rules, position: Position) -> bool:
    """Whether six points in a row along green's path are held."""
    placement = rules.placement(position)
    held = [placement[zone].of(MOVER) > 0 for zone in rules.game.track.zones[MOVER][1:25]]
    return any(there and len(list(run)) >= WALL for there, run in groupby(held))


_AIMS: Final[dict[Aim, Callable[[Rules, Position], bool]]] = {
    Aim.ALL_OFF: _all_off,
    Aim.POSTILLON_HOME: _postillon_home,
    Aim.WHOLE_BOUCHAGE: _walled,
}

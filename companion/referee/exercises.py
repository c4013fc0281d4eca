"""Exercises: positions from which green reaches an aim in as few throws as he can. Pure.

Black's pieces stand where they are set up and never move. The averages are those of a perfect
player, computed by `benchmarks/perfect_throws.py`; where that cannot be computed, those of a simple
one, measured by `benchmarks/simple_throws.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from companion.rules import Player, Position, Rules

WALL: Final = 6
"""Points in a row that make a whole bouchage."""

MOVER: Final = Player.V
"""Who exercises."""

Aim = Callable[[Rules, Position], bool]


@dataclass(frozen=True)
class Exercise:
    """A position and what is to be reached from it.

    is_reached -- whether a position is the aim; hundredths -- of a throw: what a perfect player
    needs on average; simple -- it is what a simple player needs, who can be beaten.
    """

    position: str
    is_reached: Aim
    hundredths: int
    simple: bool = False


class ExerciseError(ValueError):
    """There is no such exercise; one clear sentence."""


def _all_off(rules: Rules, position: Position) -> bool:
    return rules.winner(position) is MOVER


def _postillon_home(rules: Rules, position: Position) -> bool:
    return rules.postillon_home(position, MOVER)


def _walled(rules: Rules, position: Position) -> bool:
    """Whether six points in a row along green's path are held."""
    placement = rules.placement(position)
    held = [placement[zone].of(MOVER) > 0 for zone in rules.game.track.zones[MOVER][1:25]]
    return any(there and len(list(run)) >= WALL for there, run in groupby(held))


_HOME: Final = "V1=2v V2=2v V3=2v V4=3v V5=3v V6=3v"
"""Fifteen pieces at home, as they often stand when bearing off begins."""
_RACE: Final = f"{_HOME} N10=5n N11=5n N12=5n"
"""Black's in three heaps in his own home, so that the hints are those of a race."""
_JACQUET: Final = f"{_HOME} N1=5n N2=5n N3=5n"
_BEGUN: Final = "V6=1v V12=14n N6=1n N8=1v N11=1v N12=12v"
"""Jacquet after the first turns: both postillons are home."""

EXERCISES: Final = {
    ("backgammon", "bear-off"): Exercise(_RACE, _all_off, 814),
    ("jacquet", "bear-off"): Exercise(_JACQUET, _all_off, 814),
    ("dutch", "bear-off"): Exercise(_RACE, _all_off, 814),
    ("acey-deucey", "bear-off"): Exercise(_RACE, _all_off, 727),
    ("jacquet", "postillon"): Exercise("V12=14n1N N12=14v1V", _postillon_home, 297),
    ("jacquet", "bouchage"): Exercise(_BEGUN, _walled, 659, simple=True),
}
"""By game and name."""

NAMES: Final = tuple(dict.fromkeys(name for _, name in EXERCISES))


def exercise_of(game: str, name: str) -> Exercise:
    """The exercise of a name. Raises `ExerciseError` where the game has none."""
    exercise = EXERCISES.get((game, name))
    if exercise is None:
        known = ", ".join(each for of, each in EXERCISES if of == game)
        raise ExerciseError(f"{game} has no exercise {name[:40]!r}; it has {known}.")
    return exercise

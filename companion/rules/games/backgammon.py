"""Backgammon. Source: docs/rules.md, "Backgammon family"."""

from typing import Final

from companion.rules.games.game import (
    CUBE_OPTIONS,
    EVERY_GAMES_OPTIONS,
    FAMILY_KINDS,
    RACE,
    Aim,
    Exercise,
    Game,
    Hitting,
)
from companion.rules.vocabulary import OPPOSED

BACKGAMMON: Final = Game(
    name="backgammon",
    track=OPPOSED,
    start="V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v",
    closing=2,
    enter_first=True,
    hitting=Hitting.ALWAYS,
    cube=True,
    options=EVERY_GAMES_OPTIONS | CUBE_OPTIONS | {"mirrored"},
    kinds=FAMILY_KINDS,
    exercises={"bear-off": Exercise(RACE, Aim.ALL_OFF, hundredths=814)},
)

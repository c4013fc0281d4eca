"""Dutch backgammon. Source: docs/rules.md, B3."""

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

DUTCH: Final = Game(
    name="dutch",
    track=OPPOSED,
    start="VH=15v NH=15n",
    closing=2,
    enter_first=True,
    hitting=Hitting.ONCE_HOME,
    in_hand=True,
    cube=True,
    options=EVERY_GAMES_OPTIONS | CUBE_OPTIONS | {"mirrored", "may-hit-V", "may-hit-N"},
    kinds=FAMILY_KINDS,
    pace=2,
    exercises={"bear-off": Exercise(RACE, Aim.ALL_OFF, hundredths=814)},
)

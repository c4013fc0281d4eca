"""Acey-Deucey. Source: rules.md, B4."""

from typing import Final

from companion.rules.games.game import (
    EVERY_GAMES_OPTIONS,
    FAMILY_KINDS,
    RACE,
    Aim,
    Exercise,
    Game,
    Hitting,
)
from companion.rules.track import OPPOSED

ACEY_DEUCEY: Final = Game(
    name="acey-deucey",
    track=OPPOSED,
    start="VH=15v NH=15n",
    closing=2,
    enter_first=False,
    hitting=Hitting.ALWAYS,
    ace_deuce=True,
    in_hand=True,
    paid_by_piece=True,
    options=EVERY_GAMES_OPTIONS | {"mirrored", "double-on-ace-deuce"},
    kinds=FAMILY_KINDS[:1],
    pace=3,
    exercises={"bear-off": Exercise(RACE, Aim.ALL_OFF, hundredths=727)},
)

"""Acey-Deucey. Source: docs/rules.md, B4."""

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
from companion.rules.position import OFF_SLOT
from companion.rules.vocabulary import OPPOSED, PIECES_A_SIDE

ACEY_DEUCEY: Final = Game(
    name="acey-deucey",
    track=OPPOSED,
    start="VH=15v NH=15n",
    closing=2,
    enter_first=False,
    hitting=Hitting.ALWAYS,
    value=lambda loser: PIECES_A_SIDE - loser[OFF_SLOT],
    ace_deuce=True,
    in_hand=True,
    paid_by_piece=True,
    options=EVERY_GAMES_OPTIONS | {"mirrored", "double-on-ace-deuce"},
    kinds=FAMILY_KINDS[:1],
    pace=3,
    exercises={"bear-off": Exercise(RACE, Aim.ALL_OFF, hundredths=727)},
)

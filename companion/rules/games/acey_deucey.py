"""Acey-Deucey. Source: docs/rules.md, B4."""

from typing import Final

from companion.rules.games.game import RACE, Exercise, Game
from companion.rules.position import OFF_SLOT, all_off
from companion.rules.vocabulary import PIECES_A_SIDE

ACEY_DEUCEY: Final = Game(
    name="acey-deucey",
    start="VH=15v NH=15n",
    enter_first=False,
    value=lambda loser: PIECES_A_SIDE - loser[OFF_SLOT],
    ace_deuce=True,
    in_hand=True,
    paid_by_piece=True,
    own_options=frozenset({"double-on-ace-deuce"}),
    kinds=("single",),
    pace=3,
    exercises={"bear-off": Exercise(RACE, all_off, hundredths=727)},
)

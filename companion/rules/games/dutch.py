"""Dutch backgammon. Source: docs/rules.md, B3."""

from typing import Final

from companion.rules.games.game import BEAR_OFF, Game

DUTCH: Final = Game(
    name="dutch",
    start="VH=15v NH=15n",
    hits_once_home=True,
    in_hand=True,
    cube=True,
    pace=2,
    exercises={"bear-off": BEAR_OFF},
)

"""Backgammon. Source: docs/rules.md, "Backgammon family"."""

from typing import Final

from companion.rules.games.game import BEAR_OFF, Game

BACKGAMMON: Final = Game(
    name="backgammon",
    start="V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v",
    cube=True,
    exercises={"bear-off": BEAR_OFF},
)

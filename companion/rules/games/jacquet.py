"""Jacquet, RNIB edition. Source: rules.md, "Jacquet"."""

from typing import Final

from companion.rules.games.game import EVERY_GAMES_OPTIONS, HOME, Aim, Exercise, Game, Hitting
from companion.rules.track import TOGETHER

_START: Final = "V12=14n1N N12=14v1V"
_BEGUN: Final = "V6=1v V12=14n N6=1n N8=1v N11=1v N12=12v"
"""After the first turns: both postillons are home."""

JACQUET: Final = Game(
    name="jacquet",
    track=TOGETHER,
    start=_START,
    closing=1,
    enter_first=False,
    hitting=Hitting.NEVER,
    postillon=True,
    exit_number=12,
    opening_is_played=False,
    options=EVERY_GAMES_OPTIONS | {"no-full-prime", "double-bouchage", "count-games"},
    kinds=("simple", "double", "triple", "quadruple"),
    own_numbers=False,
    exercises={
        "bear-off": Exercise(f"{HOME} N1=5n N2=5n N3=5n", Aim.ALL_OFF, hundredths=814),
        "postillon": Exercise(_START, Aim.POSTILLON_HOME, hundredths=297),
        "bouchage": Exercise(_BEGUN, Aim.WHOLE_BOUCHAGE, hundredths=659, simple=True),
    },
)

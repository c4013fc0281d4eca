"""The four games: what each does its own way, as data for the one generator of steps.

Source: rules.md, "Backgammon family" and "Jacquet"; the options are those of contracts, section 3.
"""

import enum
from dataclasses import dataclass
from typing import Final

from companion.rules.track import OPPOSED, TOGETHER, Track


class Hitting(enum.Enum):
    """When a lone opposing piece may be hit."""

    ALWAYS = enum.auto()
    ONCE_HOME = enum.auto()
    NEVER = enum.auto()


@dataclass(frozen=True, eq=False)
class Game:
    """One game's ways.

    track -- the numbering of its points; start -- the text of its start position;
    closing -- how many opposing pieces close a point (J1, B1);
    enter_first -- pieces on the bar or in hand enter before anything else moves (B2);
    hitting -- when a lone piece may be hit (B1, B3);
    postillon -- one piece travels first, and the bouchage rules bind (J2 to J7);
    exit_number -- the own number of the point where borne-off pieces are put, 0 if none (J8);
    ace_deuce -- 1 and 2 earn a double and a further throw (B4);
    in_hand -- all pieces start in hand (B3, B4); cube -- it is played with a doubling cube (B6);
    options -- the options it knows;
    kinds -- the names of a won game by its value, worth one first; Acey-Deucey counts pieces.
    """

    name: str
    track: Track
    start: str
    closing: int
    enter_first: bool
    hitting: Hitting
    postillon: bool
    exit_number: int
    ace_deuce: bool
    in_hand: bool
    cube: bool
    options: frozenset[str]
    kinds: tuple[str, ...]


_EVERY: Final = {"end-on-any-die"}
_FAMILY_KINDS: Final = ("single", "gammon", "backgammon")
_CUBE: Final = {"automatic-doubles", "no-crawford", "no-cube"}

JACQUET: Final = Game(
    name="jacquet",
    track=TOGETHER,
    start="V12=14n1N N12=14v1V",
    closing=1,
    enter_first=False,
    hitting=Hitting.NEVER,
    postillon=True,
    exit_number=12,
    ace_deuce=False,
    in_hand=False,
    cube=False,
    options=frozenset({*_EVERY, "no-full-prime", "double-bouchage", "count-games"}),
    kinds=("simple", "double", "triple", "quadruple"),
)

BACKGAMMON: Final = Game(
    name="backgammon",
    track=OPPOSED,
    start="V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v",
    closing=2,
    enter_first=True,
    hitting=Hitting.ALWAYS,
    postillon=False,
    exit_number=0,
    ace_deuce=False,
    in_hand=False,
    cube=True,
    options=frozenset({*_EVERY, *_CUBE, "mirrored"}),
    kinds=_FAMILY_KINDS,
)

DUTCH: Final = Game(
    name="dutch",
    track=OPPOSED,
    start="VH=15v NH=15n",
    closing=2,
    enter_first=True,
    hitting=Hitting.ONCE_HOME,
    postillon=False,
    exit_number=0,
    ace_deuce=False,
    in_hand=True,
    cube=True,
    options=frozenset({*_EVERY, *_CUBE, "mirrored", "may-hit-V", "may-hit-N"}),
    kinds=_FAMILY_KINDS,
)

ACEY_DEUCEY: Final = Game(
    name="acey-deucey",
    track=OPPOSED,
    start="VH=15v NH=15n",
    closing=2,
    enter_first=False,
    hitting=Hitting.ALWAYS,
    postillon=False,
    exit_number=0,
    ace_deuce=True,
    in_hand=True,
    cube=False,
    options=frozenset({*_EVERY, "mirrored", "double-on-ace-deuce"}),
    kinds=_FAMILY_KINDS[:1],
)

BY_NAME: Final = {game.name: game for game in (BACKGAMMON, JACQUET, DUTCH, ACEY_DEUCEY)}

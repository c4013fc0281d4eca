"""What a game may do its own way, as data for everything that plays, judges and tells it.

Source: docs/rules.md, "Backgammon family" and "Jacquet"; the options are those of
docs/commands.md, "Rule options".
"""

import enum
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from companion.rules.patterns import Pattern
from companion.rules.position import OFF_SLOT
from companion.rules.track import Track
from companion.rules.verdicts import Code


class Hitting(enum.Enum):
    """When a lone opposing piece may be hit."""

    ALWAYS = enum.auto()
    ONCE_HOME = enum.auto()
    NEVER = enum.auto()


class Aim(enum.Enum):
    """What an exercise is to reach."""

    ALL_OFF = enum.auto()
    POSTILLON_HOME = enum.auto()
    WHOLE_BOUCHAGE = enum.auto()


@dataclass(frozen=True)
class Exercise:
    """A position from which green reaches an aim in as few throws as he can.

    hundredths -- of a throw: what a perfect player needs on average, computed by
    `benchmarks/perfect_throws.py`; simple -- it is what a simple player needs, who can be beaten,
    measured by `benchmarks/simple_throws.py`.
    """

    position: str
    aim: Aim
    hundredths: int
    simple: bool = False


class Runner(NamedTuple):
    """One piece that alone may move until it has come far enough.

    code -- the fault of moving another; slot -- where it stands, of a packed side (see
    `position`); 0 once every piece may move, which then stays so.
    """

    code: str
    slot: Callable[[int], int]


def family_value(loser: Sequence[int]) -> int:
    """What a won game counts in the backgammon family, see `Game.value` (B5)."""
    if loser[OFF_SLOT]:
        return 1
    return 3 if any(loser[19:27]) else 2


def no_patterns(_options: AbstractSet[str]) -> tuple[Pattern, ...]:
    """Forbid nothing."""
    return ()


FAMILY_DOCUMENTS: Final[Mapping[str, str]] = {
    Code.HIT_NOT_ON_BAR: "001 Frapper et rentrer",
    Code.BAR_FIRST: "001 Frapper et rentrer",
    Code.NOT_ALL_HOME: "001 La sortie",
    Code.FARTHER_PIECE: "001 La sortie",
    Code.OCCUPIED_POINT: "001 Mouvement des pions",
    Code.BLOCKED_STOP: "001 Mouvement des pions",
    Code.BACKWARDS: "001 Sens de déplacement",
    Code.HIT_FORBIDDEN: "004 Backgammon néerlandais",
    Code.WRONG_DISTANCE: "001 Mouvement des pions",
    Code.SMALLER_DIE: "001 Mouvement des pions",
    Code.DICE_UNUSED: "001 Mouvement des pions",
}
"""Where the rules of the backgammon family stand."""


@dataclass(frozen=True, eq=False)
class Game:
    """One game's ways.

    track -- the numbering of its points; start -- the text of its start position;
    closing -- how many opposing pieces close a point (J1, B1);
    enter_first -- pieces on the bar or in hand enter before anything else moves (B2);
    hitting -- when a lone piece may be hit (B1, B3);
    options -- the options it knows;
    kinds -- the names of a won game by its value, worth one first; the last also for more;
    value -- what a won game counts, from the loser's pieces slot by slot in his own numbers;
    runner -- the piece that must move first, None where every piece may;
    forbidden -- the patterns that may not be held, by the options agreed on;
    postillon -- each side has a piece that is told apart, its postillon (J2);
    documents -- the rule document and section by fault code;
    sentences -- what is said of the faults of the game's own, by code, then by language; a
    sentence may name {source} and {target};
    exit_number -- the own number of the point where borne-off pieces are put, 0 if none (J8);
    opening_is_played -- the opening dice are the first throw, else it is thrown anew (C5);
    ace_deuce -- 1 and 2 earn a double and a further throw (B4);
    in_hand -- all pieces start in hand (B3, B4); cube -- it is played with a doubling cube (B6);
    paid_by_piece -- the loser pays for each piece that he has left (B4);
    own_numbers -- its points may be told by each player's own numbers, else by their names alone;
    pace -- a game has so many times the turns of one of backgammon, for those who learn it;
    exercises -- by name.
    """

    name: str
    track: Track
    start: str
    closing: int
    enter_first: bool
    hitting: Hitting
    options: frozenset[str]
    kinds: tuple[str, ...]
    value: Callable[[Sequence[int]], int] = family_value
    runner: Runner | None = None
    forbidden: Callable[[AbstractSet[str]], tuple[Pattern, ...]] = no_patterns
    postillon: bool = False
    documents: Mapping[str, str] = field(default_factory=lambda: FAMILY_DOCUMENTS)
    sentences: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    exit_number: int = 0
    opening_is_played: bool = True
    ace_deuce: bool = False
    in_hand: bool = False
    cube: bool = False
    paid_by_piece: bool = False
    own_numbers: bool = True
    pace: int = 1
    exercises: Mapping[str, Exercise] = field(default_factory=dict)


EVERY_GAMES_OPTIONS: Final = frozenset({"end-on-any-die"})
CUBE_OPTIONS: Final = frozenset({"automatic-doubles", "no-crawford", "no-cube"})

FAMILY_KINDS: Final = ("single", "gammon", "backgammon")
"""How a game of the backgammon family is won."""

HOME: Final = "V1=2v V2=2v V3=2v V4=3v V5=3v V6=3v"
"""Fifteen pieces at home, as they often stand when bearing off begins."""

RACE: Final = f"{HOME} N10=5n N11=5n N12=5n"
"""Black's in three heaps in his own home, so that the hints are those of a race."""

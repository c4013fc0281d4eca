"""The data that define a game.

Source: docs/rules.md, "Backgammon family" and "Jacquet"; the options are those of
docs/commands.md, "Rule options".
"""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple

from companion.rules.patterns import Pattern
from companion.rules.position import OFF_SLOT, all_off
from companion.rules.verdicts import Code
from companion.rules.vocabulary import OPPOSED, Track


@dataclass(frozen=True)
class Exercise:
    """A position from which green tries to reach an aim in as few throws as possible.

    aim -- returns whether green's packed side (see `position`) has reached the aim;
    hundredths -- the average number of throws with perfect play, in hundredths, computed by
    `benchmarks/perfect_throws.py`;
    simple -- whether `hundredths` is the average of a simple strategy, which can be beaten,
    measured by `benchmarks/simple_throws.py`;
    has_hints -- whether the best play in a game is also the best play in the exercise.
    """

    position: str
    aim: Callable[[int], bool]
    hundredths: int
    simple: bool = False
    has_hints: bool = True


class Runner(NamedTuple):
    """A piece that must move to a certain place before the player may move another piece.

    code -- the fault of moving another piece;
    slot -- returns the slot of this piece in a packed side (see `position`), or 0 once every piece
    may move.
    """

    code: str
    slot: Callable[[int], int]


def family_value(loser: Sequence[int]) -> int:
    """Return the value of a won game in the backgammon family, see `Game.value` (B5)."""
    if loser[OFF_SLOT]:
        return 1
    return 3 if any(loser[19:27]) else 2


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
"""The rule document and section of each fault in the backgammon family."""


@dataclass(frozen=True, eq=False)
class Game:
    """The definition of one game. The default values describe backgammon.

    start -- the text of the start position;
    own_options -- the names of the options that only this game has;
    track -- the numbering of its points;
    closing -- how many opposing pieces close a point (J1, B1); with 1 no piece is ever hit;
    enter_first -- whether pieces on the bar or in hand enter before any other piece moves (B2);
    hits_once_home -- whether a player may hit only once a piece is home or off (B3);
    kinds -- the names of a won game that counts 1, 2, 3… points; the last name also stands for more
    points;
    value -- returns the value of a won game, from the loser's pieces by slot in own numbers;
    runner -- the piece that must move first, None if there is none;
    forbidden -- returns the patterns that may not be held, for the agreed options;
    postillon -- whether each side has a postillon (J2);
    documents -- the rule document and section by fault code;
    sentences -- the sentences of the faults that only this game has, by code, then by language; a
    sentence may contain {source} and {target};
    exit_number -- the own number of the point where borne-off pieces are put, 0 if none (J8);
    opening_is_played -- whether the opening dice are the first throw (C5);
    ace_deuce -- whether 1 and 2 earn a double and a further throw (B4);
    in_hand -- whether all pieces start in hand (B3, B4);
    cube -- whether the game is played with a doubling cube (B6);
    paid_by_piece -- whether the loser pays for each piece not borne off (B4);
    own_numbers -- whether points may be announced by each player's own numbers;
    pace -- the typical number of turns, as a multiple of the number in backgammon, for training;
    exercises -- by name.
    """

    name: str
    start: str
    own_options: frozenset[str] = frozenset()
    track: Track = OPPOSED
    closing: int = 2
    enter_first: bool = True
    hits_once_home: bool = False
    kinds: tuple[str, ...] = ("single", "gammon", "backgammon")
    value: Callable[[Sequence[int]], int] = family_value
    runner: Runner | None = None
    forbidden: Callable[[AbstractSet[str]], tuple[Pattern, ...]] = lambda _options: ()
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

    @property
    def has_hits(self) -> bool:
        """Whether a lone opposing piece can be hit."""
        return self.closing > 1

    @cached_property
    def options(self) -> frozenset[str]:
        """The names of its options."""
        options = self.own_options | {"end-on-any-die"}
        if self.track.opposed:
            options |= {"mirrored"}
        if self.hits_once_home:
            options |= POSITION_OPTIONS
        return options | {"automatic-doubles", "no-crawford", "no-cube"} if self.cube else options


POSITION_OPTIONS: Final = frozenset({"may-hit-V", "may-hit-N"})
"""Options that belong to a single position and cannot be agreed for a match (B3)."""

HOME: Final = "V1=2v V2=2v V3=2v V4=3v V5=3v V6=3v"
"""Fifteen pieces at home, typical for the start of bearing off."""

RACE: Final = f"{HOME} N10=5n N11=5n N12=5n"
"""`HOME` with black's pieces in three piles in black's home, so that hints treat it as a race."""

BEAR_OFF: Final = Exercise(RACE, all_off, hundredths=814)
"""Bearing off in backgammon."""

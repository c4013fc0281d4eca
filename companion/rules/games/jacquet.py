"""Jacquet, RNIB edition. Source: docs/rules.md, "Jacquet"."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from companion.rules.games.game import HOME, Exercise, Game, Runner
from companion.rules.patterns import ALWAYS, Pattern
from companion.rules.position import OFF_SLOT, UNIT, all_off, held_points, postillon
from companion.rules.verdicts import Code
from companion.rules.vocabulary import TOGETHER

_START: Final = "V12=14n1N N12=14v1V"
_BEGUN: Final = "V6=1v V12=14n N6=1n N8=1v N11=1v N12=12v"
"""A position after the first turns, with both postillons home."""

_DOCUMENTS: Final[Mapping[str, str]] = {
    Code.POSTILLON_FIRST: "000 Déplacement du postillon",
    Code.EXIT_OCCUPIED: "000 Sortie des pions",
    Code.NOT_ALL_HOME: "000 Sortie des pions",
    Code.FARTHER_PIECE: "000 Sortie des pions",
    Code.OCCUPIED_POINT: "000 Case occupée, case disponible",
    Code.BLOCKED_STOP: "000 Déplacement des pions",
    Code.BACKWARDS: "000 Sens de rotation",
    Code.WRONG_DISTANCE: "000 Mouvement des pions",
    Code.START_RUN: "000 Bouchages",
    Code.POSTILLON_BLOCKED: "000 Bouchages",
    Code.FULL_PRIME: "000 Conventions particulières",
    Code.SMALLER_DIE: "000 Règle d'utilisation des points",
    Code.DICE_UNUSED: "000 Règle d'utilisation des points",
}


def _bouchages(options: AbstractSet[str]) -> tuple[Pattern, ...]:
    """Return the forbidden patterns: the first five points, and six in a row (J4 to J6)."""
    ends = (1, 6) if "double-bouchage" in options else (1,)
    start_run = Pattern(Code.START_RUN, (24, 23, 22, 21, 20), unless=ends)
    blocked = (Pattern(Code.POSTILLON_BLOCKED, run, above=first) for first, run in _sixes())
    primes = (Pattern(Code.FULL_PRIME, run, above=ALWAYS) for _, run in _sixes())
    return (start_run, *blocked, *(primes if "no-full-prime" in options else ()))


def _sixes() -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield every group of six points in a row.

    Each item is the opponent's number of the first point, and the player's own numbers of all six.
    """
    for first in range(24, 5, -1):
        yield first, tuple(TOGETHER.facing[number] for number in range(first, first - 6, -1))


def _value(loser: Sequence[int]) -> int:
    """Return the value of a won game (J9)."""
    if loser[OFF_SLOT]:
        return 1
    return 4 if any(loser[19:25]) else 3 if any(loser[13:19]) else 2


def has_whole_bouchage(side: int) -> bool:
    """Return whether a packed side holds six points in a row, the aim of an exercise."""
    held, first = held_points(side), sum(UNIT[1:7])
    return any(held & first << 4 * farther == first << 4 * farther for farther in range(19))


JACQUET: Final = Game(
    name="jacquet",
    track=TOGETHER,
    start=_START,
    closing=1,
    enter_first=False,
    value=_value,
    runner=Runner(Code.POSTILLON_FIRST, postillon),
    forbidden=_bouchages,
    postillon=True,
    documents=_DOCUMENTS,
    exit_number=12,
    opening_is_played=False,
    own_options=frozenset({"no-full-prime", "double-bouchage", "count-games"}),
    kinds=("simple", "double", "triple", "quadruple"),
    own_numbers=False,
    exercises={
        "bear-off": Exercise(f"{HOME} N1=5n N2=5n N3=5n", all_off, hundredths=814),
        "postillon": Exercise(
            _START, lambda side: not postillon(side), hundredths=297, has_hints=False
        ),
        "bouchage": Exercise(
            _BEGUN, has_whole_bouchage, hundredths=659, simple=True, has_hints=False
        ),
    },
)

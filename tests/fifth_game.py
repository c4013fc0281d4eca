"""A game that only the tests know, with rules of its own, put into the table of games by them.

A block game like Fevga: both walk the same way round from their own first point, one piece closes a
point, nothing is hit. The first piece alone moves until it is past the first half of its path, and
nobody may hold all six points of the quarter he starts from.
"""

from collections.abc import Sequence
from typing import Final

from companion.rules.games import Game, Hitting, Runner
from companion.rules.patterns import Pattern
from companion.rules.position import count
from companion.rules.vocabulary import LAST_POINT, TOGETHER

RUNNER_FIRST: Final = "runner-first"
QUARTER_FULL: Final = "quarter-full"
_HALF: Final = 12


def _runner(side: int) -> int:
    """The first piece, while all others still stand where they began."""
    waiting = count(side, LAST_POINT)
    if waiting == 15:
        return LAST_POINT
    if waiting < 14:
        return 0
    return next((slot for slot in range(LAST_POINT - 1, _HALF, -1) if count(side, slot)), 0)


def _value(loser: Sequence[int]) -> int:
    return 1 if loser[0] else 2


BLOCK: Final = Game(
    name="plain-block",
    track=TOGETHER,
    start="V12=15n N12=15v",
    closing=1,
    enter_first=False,
    hitting=Hitting.NEVER,
    options=frozenset({"end-on-any-die"}),
    kinds=("single", "double"),
    value=_value,
    runner=Runner(RUNNER_FIRST, _runner),
    forbidden=lambda _options: (Pattern(QUARTER_FULL, tuple(range(24, 18, -1))),),
    documents={RUNNER_FIRST: "Plain block, 1", QUARTER_FULL: "Plain block, 2"},
    sentences={
        RUNNER_FIRST: {
            "en": "Runner first, not from {source} to {target}.",
            "fr": "Le coureur d'abord, pas de {source} à {target}.",
        },
        QUARTER_FULL: {
            "en": "Starting quarter full, from {source} to {target}.",
            "fr": "Quart de départ plein, de {source} à {target}.",
        },
    },
)

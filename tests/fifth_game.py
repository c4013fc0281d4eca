"""A game with its own rules that only the tests add to the table of games.

It is a blocking game like Fevga: both players move the same way round, one piece closes a point,
and nothing is hit. Only the first piece moves until it has passed the first half of its path. A
player may not hold all six points of the quarter in which the path begins.
"""

from collections.abc import Sequence
from typing import Final

from companion.rules.games import Game, Runner
from companion.rules.patterns import Pattern
from companion.rules.position import count
from companion.rules.vocabulary import LAST_POINT, TOGETHER

RUNNER_FIRST: Final = "runner-first"
QUARTER_FULL: Final = "quarter-full"
_HALF: Final = 12


def _runner(side: int) -> int:
    """Return the slot of the first piece while all others are at the start, 0 afterwards."""
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

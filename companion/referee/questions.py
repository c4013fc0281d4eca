"""The questions that the table asks, one record each (contracts, section 5).

A record stands next to the function that takes the answer, see `answers`. Its sentences stand in
`speech.answers` under the same topic.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from companion.referee.inputs import Taken
from companion.referee.outcomes import Action, Row, Targets


@dataclass(frozen=True, slots=True)
class QuestionKind:
    """One kind of question: what `yes` and `no` do, and how long it stays open.

    lapses -- a player opened it: it is closed when left alone for ten seconds, by another key or
    by a move; is_repeated -- it is asked again after the answer to another key; asks_opponent --
    it is put to the opponent, also where that is the companion, and asked again after a restart;
    stays_open -- dice and moves do not close it.
    """

    topic: str
    row: Row
    lapses: bool = False
    is_repeated: bool = False
    asks_opponent: bool = False
    stays_open: bool = False


QUESTIONS: Final[dict[str, QuestionKind]] = {}
"""Every kind of question by its topic."""


def answers(  # noqa: PLR0913 - what a record holds
    *topics: str,
    targets: Targets | None = None,
    followed_by: type[Taken] | tuple[type[Taken], ...] = (),
    lapses: bool = False,
    is_repeated: bool = False,
    asks_opponent: bool = False,
    stays_open: bool = False,
) -> Callable[[Action], Action]:
    """Record the questions that the decorated function takes the answer of."""

    def record(action: Action) -> Action:
        row = Row(action, targets or {}, followed_by)
        for topic in topics:
            QUESTIONS[topic] = QuestionKind(
                topic, row, lapses, is_repeated, asks_opponent, stays_open
            )
        return action

    return record

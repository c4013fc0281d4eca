"""Types of the transition table: actions, their results, rows, and kinds of questions."""

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from companion.referee.inputs import Taken
from companion.referee.state import Phase
from companion.referee.turn_context import TurnContext


class Followed(NamedTuple):
    """A further input for the machine, and the phase to enter before it; None: the phase stays."""

    by: Taken
    phase: Phase | None = None


Result = Phase | Followed | None
"""The result of an action: the next phase, a further input, or None if the phase stays."""

Action = Callable[[TurnContext, Any], Result]
"""A function that adds facts, changes the state and returns a result."""

GAME_ENDS: Final = frozenset({Phase.SETUP, Phase.OVER})
"""The phases after a game: the next game is set up, or the match is over."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the transition table: what an input does in a phase.

    leads_to -- the phases that the action may return;
    followed_by -- the kinds of input that the action may return.
    """

    action: Action
    leads_to: AbstractSet[Phase] = frozenset()
    followed_by: type[Taken] | tuple[type[Taken], ...] = ()


# --- questions ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class QuestionKind(Row):
    """A kind of question: the row of its answer, and when it stays open.

    lapses -- another key of the asked player, a typed move or the end of ten seconds closes the
    question (no time limit at a typed table);
    is_repeated -- the question is asked again after the answer to another key;
    asks_opponent -- the opponent, who may be the companion, is asked, and is asked again after a
    restart;
    stays_open -- pieces that move on the board do not close the question; a throw and typed moves
    do.
    """

    lapses: bool = False
    is_repeated: bool = False
    asks_opponent: bool = False
    stays_open: bool = False


QUESTIONS: Final[dict[str, QuestionKind]] = {}
"""Every kind of question by its topic."""


def answers(
    *topics: str,
    leads_to: AbstractSet[Phase] = frozenset(),
    followed_by: type[Taken] | tuple[type[Taken], ...] = (),
    **kind: bool,
) -> Callable[[Action], Action]:
    """Return a decorator that registers a function in `QUESTIONS` as the answer to these topics.

    kind -- further fields of `QuestionKind`.
    """

    def record(action: Action) -> Action:
        question = QuestionKind(action, leads_to, followed_by, **kind)
        QUESTIONS.update(dict.fromkeys(topics, question))
        return action

    return record

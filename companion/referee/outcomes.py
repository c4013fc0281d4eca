"""Types of the transition table: actions, outcomes, next phases, and kinds of questions."""

import enum
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from companion.referee.inputs import Taken
from companion.referee.state import Phase
from companion.referee.turn_context import TurnContext


class Outcome(enum.StrEnum):
    """The outcome of an action. The table maps each outcome to the next phase."""

    STAYS = "stays"
    """The phase stays."""
    SET_UP = "set up"
    """The board shows the required position, and the game begins or continues."""
    NEW_MATCH = "new match"
    """The start position was set up after a match."""
    NEW_GAME = "new game"
    """The game begins again without a result."""
    OPENED = "opened"
    """The opening dice have decided who begins."""
    THROWN = "thrown"
    """A throw counts."""
    LEGAL = "legal"
    """The turn ended legally, and the opponent throws next."""
    AGAIN = "again"
    """The turn ended legally, and the same player is to throw again."""
    WRONG = "wrong"
    """The turn ended with an error."""
    REOPENED = "reopened"
    """A corrected turn gets another legal end."""
    CORRECTED = "corrected"
    """The illegal play was corrected."""
    ACCEPTED = "accepted"
    """The illegal play was accepted."""
    OFFERED = "offered"
    """The cube is offered."""
    TAKEN = "taken"
    """The offered cube is taken."""
    GAME_OVER = "game over"
    """The game is over, and the next one can be set up."""
    MATCH_OVER = "match over"
    """The match is over with the game."""
    EXERCISE_OVER = "exercise over"
    """The aim of the exercise is reached; it can be set up again."""
    PAUSED = "paused"
    """The game is paused."""
    RESUMED = "resumed"
    """The pause is over, and the board is compared first."""
    UNDONE = "undone"
    """The last decision is undone; the board must be set up as before it."""
    THROW_AGAIN = "throw again"
    """A typed throw is taken back."""
    OPENING_AGAIN = "opening again"
    """One or both typed opening dice are taken back."""
    PLACED = "placed"
    """The referee ruled a position, and the board must be set up to match it."""


class Followed(NamedTuple):
    """An outcome, and an input that the machine takes next, in the new phase."""

    outcome: Outcome
    by: Taken


Result = Outcome | Followed | None
"""The result of an action; None means that the phase stays."""

Action = Callable[[TurnContext, Any], Result]
"""A function that adds facts, changes the state and returns an outcome."""

Targets = Mapping[Outcome, Phase | frozenset[Phase]]
"""The next phase for each outcome. For a set of possible phases, it is the phase in `State.then`
before the action."""

RESULT: Final[Targets] = {Outcome.GAME_OVER: Phase.SETUP, Outcome.MATCH_OVER: Phase.OVER}
UNDONE: Final[Targets] = {Outcome.UNDONE: Phase.SETUP}
ANEW: Final[Targets] = {Outcome.NEW_GAME: Phase.SETUP}


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the transition table: what an input does in a phase.

    targets -- see `Targets`;
    followed_by -- the kinds of input that the action may return.
    """

    action: Action
    targets: Targets = field(default_factory=dict)
    followed_by: type[Taken] | tuple[type[Taken], ...] = ()


# --- questions ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class QuestionKind:
    """A kind of question: its answer handler, and when it stays open.

    lapses -- it is closed by another key of the asked player, by a typed move, or after ten seconds
    (no time limit at a typed table); is_repeated -- it is asked again after the answer to another
    key;
    asks_opponent -- it is put to the opponent, who may be the companion, and again after a restart;
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


def answers(
    *topics: str,
    targets: Targets | None = None,
    followed_by: type[Taken] | tuple[type[Taken], ...] = (),
    **kind: bool,
) -> Callable[[Action], Action]:
    """Return a decorator that registers a function in `QUESTIONS` as the answer to these topics.

    kind -- further fields of `QuestionKind`.
    """

    def record(action: Action) -> Action:
        row = Row(action, targets or {}, followed_by)
        for topic in topics:
            QUESTIONS[topic] = QuestionKind(topic, row, **kind)
        return action

    return record

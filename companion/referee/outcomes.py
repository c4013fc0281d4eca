"""Actions of the referee, their outcomes and where these lead; and the questions it asks."""

import enum
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from companion.referee.inputs import Taken
from companion.referee.state import Phase, State
from companion.referee.turn_context import TurnContext


class Outcome(enum.StrEnum):
    """What became of an input that may move the evening to another phase."""

    STAYS = "stays"
    """The phase stays."""
    SET_UP = "set up"
    """The board stands as wanted, and the game begins or goes on."""
    NEW_MATCH = "new match"
    """The start position was set up after a match."""
    NEW_GAME = "new game"
    """The game begins again without a result."""
    OPENED = "opened"
    """The opening dice have decided who begins."""
    THROWN = "thrown"
    """A throw counts."""
    LEGAL = "legal"
    """The turn ended legally, and the opponent is to throw."""
    AGAIN = "again"
    """The turn ended legally, and the same player is to throw again."""
    WRONG = "wrong"
    """The turn ended with an error."""
    REOPENED = "reopened"
    """A turn that was corrected is given another legal end."""
    CORRECTED = "corrected"
    """The wrong turn was put right."""
    ACCEPTED = "accepted"
    """The wrong turn stands as it is."""
    OFFERED = "offered"
    """The cube is offered."""
    TAKEN = "taken"
    """The offered cube is taken."""
    GAME_OVER = "game over"
    """The game is over, and the next one is to be set up."""
    MATCH_OVER = "match over"
    """The match is over with the game."""
    EXERCISE_OVER = "exercise over"
    """The exercise has reached its aim, and is to be set up again."""
    PAUSED = "paused"
    """The game rests."""
    RESUMED = "resumed"
    """The pause is over, and the board is compared first."""
    UNDONE = "undone"
    """The last decision is taken back, and the board is to stand as before it."""
    THROW_AGAIN = "throw again"
    """A throw that was typed wrong is taken back."""
    OPENING_AGAIN = "opening again"
    """So is a die of the opening, or both."""
    PLACED = "placed"
    """A position was ruled, and the board is to stand so."""


class Followed(NamedTuple):
    """An outcome after which the machine takes another input, in the phase it led to."""

    outcome: Outcome
    by: Taken


Result = Outcome | Followed | None
"""What an action returns; None: the phase stays."""

Action = Callable[[TurnContext, Any], Result]
"""The effect of an input: facts, a changed state and an outcome."""

Targets = Mapping[Outcome, Phase | frozenset[Phase]]
"""The phase to which each outcome leads; of several the one that `State.then` named."""

RESULT: Final[Targets] = {Outcome.GAME_OVER: Phase.SETUP, Outcome.MATCH_OVER: Phase.OVER}
UNDONE: Final[Targets] = {Outcome.UNDONE: Phase.SETUP}
ANEW: Final[Targets] = {Outcome.NEW_GAME: Phase.SETUP}


class TransitionError(RuntimeError):
    """An action came to an outcome that its row does not have."""


@dataclass(frozen=True, slots=True)
class Row:
    """What an input does in a phase.

    targets -- the phase to which each outcome leads, of several the one that `State.then` named;
    followed_by -- the kinds of the input that may follow at once.
    """

    action: Action
    targets: Targets = field(default_factory=dict)
    followed_by: type[Taken] | tuple[type[Taken], ...] = ()

    def act(self, table: TurnContext, given: Taken) -> tuple[Phase, Taken | None]:
        """The phase to which the action leads, and the input that follows.

        Raises `TransitionError`.
        """
        before, result = table.state, self.action(table, given)
        if not isinstance(result, Followed):
            return self.phase_after(result or Outcome.STAYS, before), None
        if not isinstance(result.by, self.followed_by):
            raise TransitionError(f"{result.by} may not follow {given}.")
        return self.phase_after(result.outcome, before), result.by

    def phase_after(self, outcome: Outcome, before: State) -> Phase:
        """The phase to which an outcome leads from a state. Raises `TransitionError`."""
        if outcome is Outcome.STAYS:
            return before.phase
        target = self.targets.get(outcome, frozenset())
        if isinstance(target, Phase):
            return target
        if before.then not in target:
            raise TransitionError(f"{outcome} leads nowhere from {before.phase}.")
        return before.then


# --- questions ---------------------------------------------------------------------------------


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


def answers(
    *topics: str,
    targets: Targets | None = None,
    followed_by: type[Taken] | tuple[type[Taken], ...] = (),
    **kind: bool,
) -> Callable[[Action], Action]:
    """Record the questions that the decorated function takes the answer of.

    kind -- further fields of `QuestionKind`.
    """

    def record(action: Action) -> Action:
        row = Row(action, targets or {}, followed_by)
        for topic in topics:
            QUESTIONS[topic] = QuestionKind(topic, row, **kind)
        return action

    return record

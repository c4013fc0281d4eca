"""The outcomes of the referee's actions; the table in `machine` says where each leads."""

import enum
from typing import NamedTuple

from companion.referee.inputs import Taken


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

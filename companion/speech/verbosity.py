"""The levels of verbosity, and the level from which each optional detail is spoken."""

import enum

from companion.referee.board_facts import Setup
from companion.referee.facts import (
    CubeAction,
    ErrorOpen,
    ExerciseEnds,
    Fact,
    GameBegins,
    GameEnds,
    MatchEnds,
    Roll,
    TurnBegins,
    TurnEnds,
    VerdictGiven,
)
from companion.referee.talk_facts import MovesTyped, Question


class Verbosity(enum.StrEnum):
    """How many words: as few as can be, what is needed, everything; in this order."""

    BRIEF = "brief"
    NORMAL = "normal"
    FULL = "full"

    @property
    def rank(self) -> int:
        """0 for the fewest words."""
        return list(Verbosity).index(self)

    @property
    def following(self) -> "Verbosity":
        """The next level: from normal to full to brief, and round again."""
        levels = list(Verbosity)
        return levels[(self.rank + 1) % len(levels)]


class Detail(enum.Enum):
    """An optional detail of a fact's words: the fact, what it tells, the lowest level that has it.

    What is not in this table is said at every verbosity.
    """

    TURN_CALL = TurnBegins, "whose turn it is, where nobody doubts it", Verbosity.FULL
    PARTNER_TURN = TurnBegins, "to throw for the companion", Verbosity.NORMAL
    ACE_DEUCE = Roll, "what is played after 1 and 2 in Acey-Deucey", Verbosity.NORMAL
    FIRST_STEPS = VerdictGiven, "in the first turns how one begins and ends", Verbosity.NORMAL
    LIFT = VerdictGiven, "how a turn ends, wherever nothing can be played", Verbosity.FULL
    EXPLAINED = VerdictGiven, "what helps to understand a fault: the dice, the rule", Verbosity.FULL
    EVERY_FAULT = VerdictGiven, "all faults, not the first alone", Verbosity.FULL
    SAID_BACK = MovesTyped, "a typed line as it was understood", Verbosity.NORMAL
    UNFINISHED = VerdictGiven, "what is wrong while more can be played", Verbosity.FULL
    MOVER = TurnEnds, "who made the moves, and each in a whole sentence", Verbosity.FULL
    CHOICE = ErrorOpen, "what the opponent may do about the first errors", Verbosity.NORMAL
    PLACES = Setup, "on a first evening where things lie", Verbosity.NORMAL
    DIFFERENCES = Setup, "how many places are wrong", Verbosity.NORMAL
    MIRRORED_ONES = GameBegins, "where point 1 lies on a mirrored board", Verbosity.NORMAL
    OPTIONS = GameBegins, "the rules agreed on", Verbosity.FULL
    OPENING_THROW = GameBegins, "that each throws one die", Verbosity.NORMAL
    PARTNER_DICE = GameBegins, "who throws for the companion", Verbosity.NORMAL
    PARTNER_THROW = CubeAction, "to throw for the companion, once taken", Verbosity.NORMAL
    ENDING = GameEnds, "how the game was won", Verbosity.FULL
    KIND = GameEnds, "single, gammon and so on", Verbosity.NORMAL
    NEXT_GAME = GameEnds, "to set up the pieces", Verbosity.NORMAL
    NEXT_MATCH = MatchEnds, "to set up the pieces", Verbosity.NORMAL
    ONCE_MORE = ExerciseEnds, "to set up the pieces", Verbosity.NORMAL
    MENU = Question, "that the menu is open", Verbosity.NORMAL

    def __init__(self, _fact: type[Fact], _what: str, least: Verbosity) -> None:
        self.least = least

"""Data types for the functions that make sentences, and the levels of verbosity."""

import enum
from dataclasses import dataclass
from typing import Final

from companion.referee import facts
from companion.referee.board_facts import Setup
from companion.referee.state import Practice
from companion.referee.table_view import TableView
from companion.referee.talk_facts import MovesTyped, Question
from companion.rules.vocabulary import Player
from companion.speech.listener_knowledge import ListenerKnowledge
from companion.speech.utterance import Priority
from companion.speech.wording import Wording


class Verbosity(enum.StrEnum):
    """How much is announced, from the least to the most."""

    BRIEF = "brief"
    NORMAL = "normal"
    FULL = "full"

    @property
    def rank(self) -> int:
        """The rank among the verbosities; 0 is the one with the fewest words."""
        return _LEVELS.index(self)

    @property
    def following(self) -> "Verbosity":
        """The next level: from normal to full to brief to normal."""
        return _LEVELS[(self.rank + 1) % len(_LEVELS)]


_LEVELS: Final = tuple(Verbosity)


class Detail(enum.Enum):
    """An optional detail of a fact, with the lowest verbosity that includes it.

    Everything else is announced at every verbosity.
    """

    TURN_CALL = facts.TurnBegins, "whose turn it is, if that is clear", Verbosity.FULL
    PARTNER_TURN = facts.TurnBegins, "to throw for the companion", Verbosity.NORMAL
    ACE_DEUCE = facts.Roll, "what is played after 1 and 2 in Acey-Deucey", Verbosity.NORMAL
    FIRST_STEPS = facts.VerdictGiven, "in the first turns how one begins and ends", Verbosity.NORMAL
    LIFT = facts.VerdictGiven, "how a turn ends, wherever nothing can be played", Verbosity.FULL
    EXPLAINED = facts.VerdictGiven, "the dice or the rule with a fault", Verbosity.FULL
    EVERY_FAULT = facts.VerdictGiven, "all faults, not the first alone", Verbosity.FULL
    SAID_BACK = MovesTyped, "a typed line as it was understood", Verbosity.NORMAL
    UNFINISHED = facts.VerdictGiven, "what is wrong while more can be played", Verbosity.FULL
    MOVER = facts.TurnEnds, "who made the moves, and each in a whole sentence", Verbosity.FULL
    CHOICE = facts.ErrorOpen, "what the opponent may do about the first errors", Verbosity.NORMAL
    PLACES = Setup, "on a first evening where things lie", Verbosity.NORMAL
    DIFFERENCES = Setup, "how many places are wrong", Verbosity.NORMAL
    MIRRORED_ONES = facts.GameBegins, "where point 1 lies on a mirrored board", Verbosity.NORMAL
    OPTIONS = facts.GameBegins, "the rules agreed on", Verbosity.FULL
    OPENING_THROW = facts.GameBegins, "that each throws one die", Verbosity.NORMAL
    PARTNER_DICE = facts.GameBegins, "who throws for the companion", Verbosity.NORMAL
    PARTNER_THROW = facts.CubeAction, "to throw for the companion, once taken", Verbosity.NORMAL
    ENDING = facts.GameEnds, "how the game was won", Verbosity.FULL
    KIND = facts.GameEnds, "single, gammon and so on", Verbosity.NORMAL
    NEXT_GAME = facts.GameEnds, "to set up the pieces", Verbosity.NORMAL
    NEXT_MATCH = facts.MatchEnds, "to set up the pieces", Verbosity.NORMAL
    ONCE_MORE = facts.ExerciseEnds, "to set up the pieces", Verbosity.NORMAL
    MENU = Question, "that the menu is open", Verbosity.NORMAL

    def __init__(self, _fact: type[facts.Fact], _what: str, least: Verbosity) -> None:
        self.least = least


_NEXT_STEPS: Final = (
    Detail.CHOICE,
    Detail.OPENING_THROW,
    Detail.NEXT_GAME,
    Detail.NEXT_MATCH,
    Detail.ONCE_MORE,
)
"""Details that say what to do next."""


class Mode(enum.StrEnum):
    """Which help is given (docs/keys.md).

    In `tournament` mode verdicts are spoken only after the dice are lifted.
    """

    CLUB = "club"
    TOURNAMENT = "tournament"
    PRACTICE = "practice"


@dataclass(frozen=True, slots=True)
class SpeechContext:
    """The context in which a fact is announced.

    table -- the state of the table after the fact
    knows -- what the players have heard before
    is_saved -- whether a journal records the evening
    types_dice -- whether dice are typed
    is_record -- see `Announcer`
    """

    wording: Wording
    verbosity: Verbosity
    mode: Mode
    table: TableView
    knows: ListenerKnowledge
    is_saved: bool = True
    types_dice: bool = False
    is_record: bool = False

    @property
    def practice(self) -> Practice:
        """The settings of practice, such as the side that the companion plays."""
        return self.table.practice

    def says(self, detail: Detail) -> bool:
        """Return whether to include a detail."""
        if self.is_record and detail in _NEXT_STEPS:
            return False
        return self.verbosity.rank >= detail.least.rank

    def adds(self, detail: Detail, name: str, player: Player | None = None) -> str:
        """Return the sentence for a detail; "" if it is not included."""
        return self.wording.say(name, player) if self.says(detail) else ""

    def call(self, name: str) -> str:
        """Return the sentence that asks for a throw; "" in a record."""
        return "" if self.is_record else self.wording.say(name)

    @property
    def turn_key(self) -> str:
        """The key of a throw and of a call to throw, so that the throw replaces a waiting call."""
        return f"turn {self.table.turns}"


@dataclass(frozen=True, slots=True)
class Said:
    """The sentences for a fact in one language; see `Utterance` for the other fields.

    sentences -- whole sentences; empty ones are left out
    to -- the addressee, None for both players
    passing -- whether these sentences are dropped when an utterance of the next turn arrives
    """

    priority: Priority
    sentences: tuple[str, ...]
    key: str = ""
    to: Player | None = None
    last_move: bool = False
    passing: bool = False
    is_news: bool = True

    @property
    def text(self) -> str:
        """The sentences as one text."""
        return " ".join(filter(None, self.sentences))


def answer(to: Player | None, *sentences: str) -> Said:
    """Return an answer to a player, or to both; a newer answer replaces it."""
    return Said(Priority.ANSWER, sentences, key="answer", to=to, passing=True)

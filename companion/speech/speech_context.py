"""What a sentence maker is given and what it gives back. Data only."""

import enum
from dataclasses import dataclass

from companion.referee.state import Practice
from companion.referee.table_view import TableView
from companion.rules.vocabulary import Player
from companion.speech.listener_knowledge import ListenerKnowledge
from companion.speech.utterance import Priority
from companion.speech.verbosity import Detail, Verbosity
from companion.speech.wording import Wording


class Mode(enum.StrEnum):
    """Who is helped when (docs/keys.md).

    In `tournament` mode verdicts are spoken only after the dice are lifted.
    """

    CLUB = "club"
    TOURNAMENT = "tournament"
    PRACTICE = "practice"


@dataclass(frozen=True, slots=True)
class SpeechContext:
    """The circumstances in which a fact is told.

    table -- how it stands after the fact; knows -- what the players have been told before;
    is_saved -- whether a journal holds the evening.
    """

    wording: Wording
    verbosity: Verbosity
    mode: Mode
    table: TableView
    knows: ListenerKnowledge
    is_saved: bool = True

    @property
    def practice(self) -> Practice:
        """Whose turns the companion plays."""
        return self.table.practice

    def says(self, detail: Detail) -> bool:
        """Whether so many words are wanted that this is among them."""
        return self.verbosity.rank >= detail.least.rank

    def adds(self, detail: Detail, name: str, player: Player | None = None) -> str:
        """The sentence for a detail; "" where fewer words are wanted."""
        return self.wording.say(name, player) if self.says(detail) else ""

    @property
    def turn_key(self) -> str:
        """The call to throw gives way to the throw itself, while it still waits to be said."""
        return f"turn {self.table.turns}"


@dataclass(frozen=True, slots=True)
class Said:
    """Words for a fact in one language; see `Utterance` for the fields.

    sentences -- whole sentences, empty ones are left out; to -- None for both players;
    passing -- it is stale as soon as the next turn's words arrive; is_news -- see `Utterance`.
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
        """The sentences as they are spoken."""
        return " ".join(filter(None, self.sentences))


def answer(to: Player | None, *sentences: str) -> Said:
    """What is said to a player who asked, or to both; a newer answer takes its place."""
    return Said(Priority.ANSWER, sentences, key="answer", to=to, passing=True)

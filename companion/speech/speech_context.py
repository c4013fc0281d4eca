"""What a sentence maker is given and what it gives back. Data only."""

import enum
from dataclasses import dataclass

from companion.referee.state import NO_PRACTICE, Practice
from companion.rules.verdicts import Fault
from companion.rules.vocabulary import Player
from companion.speech.catalogue import Phrase
from companion.speech.utterance import Priority
from companion.speech.verbosity import Detail, Verbosity
from companion.speech.wording import Wording


class Mode(enum.StrEnum):
    """Who is helped when (contracts, section 5).

    In `tournament` mode verdicts are spoken only after the dice are lifted.
    """

    CLUB = "club"
    TOURNAMENT = "tournament"
    PRACTICE = "practice"


@dataclass(frozen=True, slots=True)
class SpeechContext:
    """The circumstances in which a fact is told.

    turn -- how many turns have begun; again -- this one is a further throw;
    learning -- it is one of the first two of an evening, in which more is explained;
    first_evening -- nobody has ever played here, as far as is known, and no game has begun;
    seated -- it was told who sits where; first_menu -- who opens the menu has never done so;
    known -- that this game goes on, or who has won it, was told already;
    mover -- whose turn it is, None before the first;
    heard -- the faults named in the last verdict of this turn;
    before, dice -- where the last finished turn began and its throw, so that a corrected turn can
    be told; practice -- whose turns the companion plays; wanted -- the end of the play it has named
    in this turn; drawn -- the dice of this turn lie nowhere.
    """

    wording: Wording
    verbosity: Verbosity
    mode: Mode
    turn: int
    before: str
    dice: tuple[int, int]
    again: bool = False
    learning: bool = False
    first_evening: bool = False
    seated: bool = False
    first_menu: bool = False
    known: bool = False
    practice: Practice = NO_PRACTICE
    wanted: str = ""
    drawn: bool = False
    mover: Player | None = None
    heard: tuple[Fault, ...] = ()

    def says(self, detail: Detail) -> bool:
        """Whether so many words are wanted that this is among them."""
        return self.verbosity.rank >= detail.least.rank

    def adds(self, detail: Detail, text: Phrase) -> str:
        """The sentence for a detail; "" where fewer words are wanted."""
        return self.wording.say(text) if self.says(detail) else ""

    @property
    def turn_key(self) -> str:
        """The call to throw gives way to the throw itself, while it still waits to be said."""
        return f"turn {self.turn}"


@dataclass(frozen=True, slots=True)
class Said:
    """Words for a fact in one language; see `Utterance` for the fields.

    sentences -- whole sentences, empty ones are left out; to -- None for both players;
    passing -- it is stale as soon as the next turn's words arrive.
    """

    priority: Priority
    sentences: tuple[str, ...]
    key: str = ""
    to: Player | None = None
    last_move: bool = False
    passing: bool = False

    @property
    def text(self) -> str:
        """The sentences as they are spoken."""
        return " ".join(filter(None, self.sentences))

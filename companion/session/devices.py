"""Where an evening's facts go: first into the journal, then to the events, then to the voice."""

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

from companion.events import EventWriter, say_event, to_event
from companion.records.journal import Journal
from companion.records.journal_file import JournalError
from companion.records.progress import progress
from companion.referee.facts import Fact, MatchEnds
from companion.referee.state import Asked, Practice
from companion.referee.talk_facts import Progress, Question
from companion.rules import Player
from companion.settings import Settings
from companion.speech.announcer import Announcer
from companion.speech.braille.display import Display
from companion.speech.speaker import Speaker
from companion.speech.utterance import Utterance

Row = tuple[float, tuple[Fact, ...], str, str, str]
"""What `Journal.record` takes: time, facts, raw board, snapshot, trace of the line."""

Begins = dict[str, object] | None
"""The settings of the match that begins with a row; None where one goes on."""


@dataclass(slots=True, kw_only=True)
class Devices:
    """The devices of an evening, and the order in which they are told.

    listen -- called with every fact, after it was recorded and written, before it is spoken;
    complain -- gets one sentence when journal or events fail; the evening goes on;
    again -- the evening is played again from its record, so nothing of it can be lost.
    """

    settings: Settings
    announcer: Announcer
    speaker: Speaker
    complain: Callable[[str], None]
    journal: Journal | None = None
    events: EventWriter | None = None
    display: Display | None = None
    listen: Callable[[Fact], None] | None = None
    again: bool = False
    clock: Callable[[], float] = monotonic
    _started: float = field(init=False)
    _unrecorded: list[tuple[Row, Begins]] = field(default_factory=list)
    _record_stopped: bool = False
    _begins: Begins = None
    _question: tuple[Question, tuple[Utterance, ...]] | None = None

    def __post_init__(self) -> None:
        self._started = self.clock()

    def _now(self) -> float:
        return self.clock() - self._started

    @property
    def kept(self) -> bool:
        """Whether all that happened is in a journal."""
        return self.again or (self.journal is not None and not self._unrecorded)

    def begin_match(self) -> None:
        """Let a match begin in the journal, with the next row: whatever waits is written before."""
        self._begins = self.settings.saved()

    def _file(self, journal: Journal, row: Row) -> None:
        """Record an observation; what cannot be recorded now waits, and is tried again.

        Each is one transaction, with the match that it begins or ends: done or not done.
        """
        self._unrecorded.append((row, self._begins))
        self._begins = None
        if _ends_match(row):
            self.begin_match()
        self._file_waiting(journal)

    def _file_waiting(self, journal: Journal) -> None:
        """Record all that waits; that the record stops, or goes on, is said once."""
        try:
            while self._unrecorded:
                row, begins = self._unrecorded[0]
                journal.record(*row, begins=begins, ends=_ends_match(row))
                del self._unrecorded[0]
        except JournalError as error:
            if not self._record_stopped:
                self._record_stopped = True
                self._journal_lost(error)
        else:
            if self._record_stopped:
                self._record_stopped = False
                self._alert(self.announcer.journal_again())

    def tell_loss(self, game: str, told: str) -> None:
        """Say that the journal was damaged, see `records.rescue.Loss`."""
        self.complain(told)
        self._alert(self.announcer.record_damaged(game))

    def _journal_lost(self, error: JournalError) -> None:
        self.complain(str(error))
        self._alert(self.announcer.journal_lost())

    def _progress(self, practice: Practice, asker: Player) -> Progress | None:
        """What this kind of practice has brought; None where no journal can tell."""
        if self.journal is None:
            return None
        strength = self.settings.against.strength
        try:
            return progress(self.journal, self.settings.game, practice, strength, asker)
        except JournalError as error:
            self.complain(str(error))
            return None

    def _alert(self, utterances: tuple[Utterance, ...]) -> None:
        """Tell what is no fact of the game."""
        self._say(utterances, self._now())

    def _say(self, utterances: tuple[Utterance, ...], t: float) -> None:
        """Show them, have them said, and write them to the events."""
        for utterance in utterances:
            if self.display is not None:
                self.display.show(utterance)
            interrupts = self.speaker.say((utterance,))
            if self.events is not None and utterance.text:
                self.events.write(say_event(utterance, t, interrupts=interrupts))

    def _write(self, fact: Fact, t: float) -> None:
        event = to_event(fact, t)
        if self.events is not None and event is not None:
            self.events.write(event)

    def _repeat(self, player: Player, asked: Asked | None) -> None:
        """Say and show again what this player heard last; asked: the question that is open."""
        question = None
        if asked is not None and self._question is not None:
            put, words = self._question
            if (put.player, put.topic, put.item) == (asked.player, asked.topic, asked.item):
                question = next((each for each in words if each.to in ("all", player)), None)
        again = self.speaker.repeat(player.value, question)
        if again is not None and self.display is not None:
            self.display.repeat(player, again)

    def _speak(self, fact: Fact, t: float) -> None:
        utterances = self.announcer.announce(fact)
        if isinstance(fact, Question):
            self._question = fact, utterances
        self._say(utterances, t)


def _ends_match(row: Row) -> bool:
    return any(isinstance(fact, MatchEnds) for fact in row[1])

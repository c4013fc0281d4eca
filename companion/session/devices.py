"""Where an evening's facts go: first into the journal, then to the events, then to the voice."""

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.events import EventWriter, say_event, to_event
from companion.records.journal import Journal
from companion.records.journal_file import JournalError
from companion.records.progress import progress
from companion.referee.facts import Fact, MatchEnds
from companion.referee.state import Practice
from companion.referee.talk_facts import Progress
from companion.rules import Player
from companion.settings import Settings
from companion.speech.announcer import Announcer
from companion.speech.braille.display import Display
from companion.speech.speaker import Speaker
from companion.speech.utterance import Utterance

Row = tuple[float, tuple[Fact, ...], str, str, str]
"""What `Journal.record` takes: time, facts, raw board, snapshot, trace of the line."""


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
    _unrecorded: list[Row] = field(default_factory=list)

    @property
    def kept(self) -> bool:
        """Whether all that happened is in a journal."""
        return self.again or (self.journal is not None and not self._unrecorded)

    def _file(self, journal: Journal, row: Row) -> None:
        """Record an observation; what cannot be recorded now is tried again with the next."""
        self._unrecorded.append(row)
        try:
            while self._unrecorded:
                self._record_one(journal, self._unrecorded[0])
                del self._unrecorded[0]
        except JournalError as error:
            if len(self._unrecorded) == 1:
                self._journal_lost(error)

    def _record_one(self, journal: Journal, row: Row) -> None:
        journal.record(*row)
        if any(isinstance(fact, MatchEnds) for fact in row[1]):
            journal.finish_match()
            journal.begin_match(self.settings.saved())

    def _file_match(self) -> None:
        """Begin a match in the journal; what could not be recorded of the one before is lost."""
        self._unrecorded.clear()
        if self.journal is not None:
            try:
                self.journal.begin_match(self.settings.saved())
            except JournalError as error:
                self._journal_lost(error)

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
        for utterance in utterances:
            self._say(utterance)

    def _say(self, utterance: Utterance) -> bool:
        """Show it, and have it said; True when it cuts what was being said."""
        if self.display is not None:
            self.display.show(utterance)
        return self.speaker.say((utterance,))

    def _write(self, fact: Fact, t: float) -> None:
        event = to_event(fact, t)
        if self.events is not None and event is not None:
            self.events.write(event)

    def _speak(self, fact: Fact, t: float) -> None:
        for utterance in self.announcer.announce(fact):
            interrupts = self._say(utterance)
            if self.events is not None and utterance.text:
                self.events.write(say_event(utterance, t, interrupts=interrupts))

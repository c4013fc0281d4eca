"""Where facts go, in this order: the journal, the event stream, who listens, the voice."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Final, Protocol

from companion.events import EventWriter, say_event, to_event
from companion.link.messages import Keyed
from companion.records.journal import Journal
from companion.records.journal_file import JournalError
from companion.records.progress import progress
from companion.records.trace import Trace
from companion.referee.facts import Fact, GameBegins, GameEnds, MatchEnds, Roll, TurnEnds
from companion.referee.state import Asked, Practice
from companion.referee.talk_facts import EntryAnswer, KeyAnswer, Progress, Question
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

_AGAIN: float = 1.0
"""Seconds after which what could not be recorded is tried again."""


class Stopwatch:
    """Seconds since it was made, by a clock in seconds."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.restart(clock)

    def restart(self, clock: Callable[[], float]) -> None:
        """Begin anew, by another clock."""
        self.clock = clock
        self._started = clock()

    def __call__(self) -> float:
        """The seconds that have gone."""
        return self.clock() - self._started


class Sink(Protocol):
    """Gets every fact, in order; t -- seconds since the evening began."""

    def take(self, fact: Fact, t: float) -> None:
        """Take one; nothing here waits for a voice."""


@dataclass(frozen=True, slots=True)
class EventStream:
    """Facts as JSON lines."""

    writer: EventWriter

    def take(self, fact: Fact, t: float) -> None:
        """Write it, where the event stream has it."""
        event = to_event(fact, t)
        if event is not None:
            self.writer.write(event)


@dataclass(frozen=True, slots=True)
class Listener:
    """Whoever else wants to hear the facts."""

    hear: Callable[[Fact], None]

    def take(self, fact: Fact, t: float) -> None:  # noqa: ARG002 - a listener has its own clock
        """Hand it on."""
        self.hear(fact)


class Telephones(Protocol):
    """The players' own pages of an evening."""

    def code(self, player: Player) -> str:
        """The code that opens this player's page."""

    def take(self, utterance: Utterance, asker: str) -> bool:
        """Show it on the pages; whether it is one player's alone, who reads it there.

        asker -- `V` or `N` where it answers a line of his, else "".
        """


@dataclass(slots=True, kw_only=True)
class Words:
    """Facts in words: said, shown in braille, and written to the events as they were said.

    telephones -- the players' own pages, None where there are none; typist -- `V` or `N` while a
    line from his own keypad is carried out.
    """

    announcer: Announcer
    speaker: Speaker
    now: Callable[[], float]
    events: EventWriter | None = None
    display: Display | None = None
    telephones: Telephones | None = None
    typist: str = ""
    _question: tuple[Question, tuple[Utterance, ...]] | None = None

    def take(self, fact: Fact, t: float) -> None:
        """Put a fact into words and have them said."""
        utterances = self.announcer.announce(fact)
        if isinstance(fact, Question):
            self._question = fact, utterances
        asker = self.typist if isinstance(fact, EntryAnswer | KeyAnswer) else ""
        self._say(utterances, t, asker)

    def alert(self, utterances: tuple[Utterance, ...]) -> None:
        """Tell what is no fact of the game."""
        self._say(utterances, self.now())

    def _say(self, utterances: tuple[Utterance, ...], t: float, asker: str = "") -> None:
        for utterance in utterances:
            if self.display is not None:
                self.display.show(utterance)
            read_there = self._is_read(utterance, asker)
            interrupts = not read_there and self.speaker.say((utterance,))
            if self.events is not None and utterance.text and not utterance.secret:
                self.events.write(say_event(utterance, t, interrupts=interrupts))

    def _is_read(self, utterance: Utterance, asker: str) -> bool:
        """Show it on the players' pages; whether it is one player's alone, who reads it there."""
        if self.telephones is None or not self.telephones.take(utterance, asker):
            return False
        if not utterance.secret:
            to = asker if utterance.to == "all" else utterance.to
            self.speaker.read_elsewhere(replace(utterance, to=to))
        return True

    def tell_code(self, player: Player) -> bool:
        """Tell a player the code of his page, and nobody's record; False where there is no page."""
        if self.telephones is None or not self.telephones.code(player):
            return False
        self.alert(self.announcer.code(player, self.telephones.code(player)))
        return True

    def keyed(self, key: Keyed) -> None:
        """Be quiet at a key, and name it; a screen reader does that by itself."""
        self.speaker.silence()
        if self.speaker.names_keys and not key.named:
            self.alert(self.announcer.keyed(key.sign, key.back))

    def repeat(self, player: Player, asked: Asked | None) -> None:
        """Say and show again what this player heard last; asked: the question that is open."""
        question = None
        if asked is not None and self._question is not None:
            put, words = self._question
            if (put.player, put.topic, put.item) == (asked.player, asked.topic, asked.item):
                question = next((each for each in words if each.to in ("all", player)), None)
        again = self.speaker.heard(player.value, question)
        if again is None:
            return
        if self.display is not None:
            self.display.repeat(player, again)
        asked_there = self.telephones is not None and self.typist == player.value
        if not (asked_there and self._is_read(replace(again, to=player.value), player.value)):
            self.speaker.say((again,))


@dataclass(slots=True, kw_only=True)
class Record:
    """The journal of an evening, or none; what it cannot take now waits, and is tried again.

    settings -- of the match that is played; complain -- gets one sentence when the journal fails,
    the evening goes on; again -- the evening is played again from its record, so nothing of it can
    be lost.
    """

    journal: Journal | None
    settings: Settings
    words: Words
    complain: Callable[[str], None]
    again: bool = False
    trace: Trace = field(default_factory=Trace)
    _waiting: list[tuple[Row, Begins]] = field(default_factory=list)
    _stopped: bool = False
    _tried: float = 0.0
    _begins: Begins = None

    @property
    def kept(self) -> bool:
        """Whether all that happened is in a journal."""
        return self.again or (self.journal is not None and not self._waiting)

    @property
    def is_cut(self) -> bool:
        """Whether the journal holds all but the last of what happened."""
        return bool(self._waiting)

    def tell_lost(self) -> None:
        """Say what the journal lacks, where the evening ends and it cannot be written still."""
        facts = [fact for row, _ in self._waiting for fact in row[1]]
        self.complain(_lost(self.settings.journal, len(self._waiting), facts))

    def begin_match(self) -> None:
        """Let a match begin in the journal, with the next row: whatever waits is written before."""
        self._begins = self.settings.saved()

    def note(self, t: float, kind: str, text: str = "") -> int:
        """Keep what came over the line for the next row of the journal."""
        return 0 if self.journal is None else self.trace.add(t, kind, text)

    def write(self, t: float, facts: tuple[Fact, ...], board: str, state: str) -> None:
        """Record an observation: its facts, the board's line and the encoded state after it.

        Each is one transaction, with the match that it begins or ends: done or not done.
        """
        if self.journal is None:
            return
        row = t, facts, board, state, self.trace.take()
        self._waiting.append((row, self._begins))
        self._begins = None
        if _ends_match(row):
            self.begin_match()
        self._write_waiting(self.journal)

    def tick(self, now: float) -> bool:
        """Try again, where something waits and it is time; whether it was tried."""
        due = bool(self._waiting) and now - self._tried >= _AGAIN
        if due:
            self._tried = now
            self.write_waiting()
        return due

    def write_waiting(self) -> None:
        """Try again to record what waits: no further row may come, after a match's end, say."""
        if self._waiting and self.journal is not None:
            self._write_waiting(self.journal)

    def _write_waiting(self, journal: Journal) -> None:
        """Record all that waits; that the record stops, or goes on, is said once."""
        announcer = self.words.announcer
        try:
            while self._waiting:
                row, begins = self._waiting[0]
                journal.record(*row, begins=begins, ends=_ends_match(row))
                del self._waiting[0]
        except JournalError as error:
            if not self._stopped:
                self._stopped = True
                self.complain(str(error))
                self.words.alert(announcer.journal_lost())
        else:
            if self._stopped:
                self._stopped = False
                self.words.alert(announcer.journal_again())

    def close(self) -> None:
        """Close the journal before anything is waited for that may hang."""
        if self.journal is not None:
            self.journal.close()
            self.journal = None

    def progress(self, practice: Practice, asker: Player) -> Progress | None:
        """What this kind of practice has brought; None where no journal can tell."""
        if self.journal is None:
            return None
        strength = self.settings.against.strength
        try:
            return progress(self.journal, self.settings.game, practice, strength, asker)
        except JournalError as error:
            self.complain(str(error))
            return None


def _ends_match(row: Row) -> bool:
    return any(isinstance(fact, MatchEnds) for fact in row[1])


_TOLD_OF: Final = {
    MatchEnds: "the end of the match",
    GameEnds: "the end of a game",
    GameBegins: "the beginning of a game",
    TurnEnds: "the end of a turn",
    Roll: "a throw",
}
"""What of an evening is named where it is not recorded, the weightiest first."""


def _lost(journal: str, count: int, facts: list[Fact]) -> str:
    """One sentence on what could not be recorded: so many observations, and what is in them."""
    kinds = {type(fact) for fact in facts}
    named = [words for kind, words in _TOLD_OF.items() if kind in kinds]
    what = "The last observation" if count == 1 else f"The last {count} observations"
    among = f", with {' and '.join(named[:2])}" if named else ""
    return (
        f"{what} of this evening could not be recorded{among}; the journal {journal} ends before."
    )

"""Records an evening in the journal, and keeps lines that cannot be written yet."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Thread
from typing import Final

from companion.link.messages import MS_MODULUS, BoardState, elapsed
from companion.records.encoding import convert, plain
from companion.records.journal import Journal
from companion.records.lines import JournalError
from companion.records.progress import progress
from companion.records.read import RecordedInput
from companion.referee.facts import Fact, MatchEnds
from companion.referee.state import Practice, State
from companion.referee.talk_facts import KeyAnswer, Progress
from companion.referee.view import View
from companion.rules import Player
from companion.session.sinks import Words
from companion.settings import Settings
from companion.speech.catalogue import Sentence, filled, first_sentence
from companion.speech.voice_settings import choices

LONGEST: Final = 2000
"""The maximum number of inputs, about 200 kilobytes, that wait to be recorded with a fact."""

CHOSEN: Final = "chosen"
"""The key in a match's settings for the voice settings that were chosen before the match."""

_RETRY_SECONDS: Final = 1.0
"""Seconds between attempts to write waiting lines."""


def reason_text(why: str, reason: str) -> str:
    """Return why a port was closed or is searched for: code and sentence as one text."""
    return f"{why}\t{reason}" if why else reason


def read_reason(text: str) -> tuple[str, str]:
    """Return the sentence and the code from a text of `reason_text`."""
    why, tab, reason = text.partition("\t")
    return (reason, why) if tab else (text, "")


@dataclass(slots=True, kw_only=True)
class Record:
    """The journal of an evening, or None, and lines that wait to be written.

    settings -- the settings of the running match;
    complain -- called with one sentence when the journal fails;
    again -- whether the evening is replayed from its record, so nothing can be lost;
    is_temporary -- whether the journal is deleted afterwards;
    usual -- the voice settings without changes in the menu, as `voice_settings.choices` returns
    them.
    """

    journal: Journal | None
    settings: Settings
    words: Words
    complain: Callable[[Sentence], None]
    again: bool = False
    is_temporary: bool = False
    usual: tuple[KeyAnswer, ...] = ()
    _inputs: list[RecordedInput] = field(default_factory=list)
    _waiting: list[Callable[[], None]] = field(default_factory=list)
    _stopped: bool = False
    _tried: float = 0.0
    _begins: dict[str, object] | None = None

    @property
    def is_saved(self) -> bool:
        """Whether everything so far is in a journal."""
        in_journal = self.journal is not None and not (self._waiting or self.is_temporary)
        return self.again or in_journal

    @property
    def is_cut(self) -> bool:
        """Whether the last lines could not be written."""
        return bool(self._waiting) and not self.is_temporary

    def tell_lost(self) -> None:
        """Report that lines could not be written before the evening ended."""
        journal, count = self.settings.journal, len(self._waiting)
        self.complain(filled("command.end-lost", journal=journal, count=count))

    def begin_match(self) -> None:
        """Begin a match in the journal with the next line, with the settings chosen in the menu."""
        now = choices(self.words.announcer, self.words.speaker)
        chosen = [plain(each) for each in now if each not in self.usual]
        self._begins = self.settings.saved() | {CHOSEN: chosen}

    def note(self, t: float, kind: str, text: str = "") -> RecordedInput:
        """Add an input (see `lines.Kind`) to the next line of the journal, and return it."""
        noted = RecordedInput(round(t, 6), kind, text)
        if self.journal is not None:
            self._inputs.append(noted)
        return noted

    def drop(self, noted: RecordedInput | None) -> None:
        """Remove this input if it is the newest and not yet recorded."""
        if self._inputs and self._inputs[-1] is noted:
            self._inputs.pop()

    def forget_inputs(self) -> None:
        """Forget the inputs since the last line, because another game begins."""
        self._inputs.clear()

    @property
    def is_long(self) -> bool:
        """Whether so many inputs wait that they must be recorded without a fact."""
        return len(self._inputs) >= LONGEST

    def write(self, t: float, facts: tuple[Fact, ...], state: State, view: View) -> None:
        """Record an observation as one line: its facts, the state after them, and its view."""
        if self.journal is None:
            return
        if self._begins is not None:
            self._waiting.append(partial(self.journal.begin_match, self._begins))
            self._begins = None
        ends = any(isinstance(fact, MatchEnds) for fact in facts)
        inputs = tuple(self._inputs)
        self._inputs.clear()
        record = partial(self.journal.record, t, facts, state, inputs, view=view, ends=ends)
        self._waiting.append(record)
        if ends:
            self.begin_match()
        self.write_waiting()

    def tick(self, now: float) -> bool:
        """Try again to write waiting lines if it is time. Return whether this was tried."""
        due = bool(self._waiting) and now - self._tried >= _RETRY_SECONDS
        if due:
            self._tried = now
            self.write_waiting()
        return due

    def write_waiting(self) -> None:
        """Try to write all waiting lines. Announce once that recording stopped or continues."""
        if self.journal is None:
            return
        try:
            while self._waiting:
                self._waiting[0]()
                del self._waiting[0]
        except JournalError as error:
            if not (self._stopped or self.is_temporary):
                self._stopped = True
                self.complain(first_sentence(error))
                self.words.alert(self.words.announcer.notice("evening.journal-lost"))
        else:
            if self._stopped:
                self._stopped = False
                self.words.alert(self.words.announcer.notice("evening.journal-again"))

    def close(self) -> None:
        """Close the journal."""
        if self.journal is not None:
            self.journal.close()
            self.journal = None

    def progress(
        self, practice: Practice, asker: Player, give: Callable[[Progress | KeyAnswer], None]
    ) -> None:
        """Compute the progress in this practice in another thread. Call `give` with the result."""
        nothing = KeyAnswer(asker, "progress")
        if self.journal is None or self.is_temporary:
            give(nothing)
            return
        kind = self.settings.game, practice, self.settings.against.strength
        folder = self.journal.folder

        def find() -> None:
            try:
                give(progress(folder, *kind, asker))
            except JournalError as error:
                self.complain(first_sentence(error))
                give(nothing)

        Thread(target=find, name="progress", daemon=True).start()


def chosen_before(settings: dict[str, object]) -> tuple[KeyAnswer, ...]:
    """Return the voice settings chosen in the menu before a match, from the match's settings."""
    return tuple(convert(tuple[KeyAnswer, ...], settings.get(CHOSEN, []), CHOSEN))


# --- what must be kept ---------------------------------------------------------------------------


def differs(before: State, after: State) -> bool:
    """Return whether the state changed in a way that the next settled board does not restore."""
    shown_again = replace(
        before,
        board=replace(before.board, shown=after.board.shown, right=after.board.right),
        setup=replace(before.setup, named=after.setup.named),
        turn=replace(before.turn, judged=after.turn.judged),
        throw=replace(before.throw, dice_lie=after.throw.dice_lie),
        clock=after.clock,
        last_key=after.last_key,
        waits=after.waits,
    )
    return shown_again != after


def only_time(before: State, after: State) -> bool:
    """Return whether only the clock changed."""
    return replace(before, clock=after.clock) == after


def says_the_same(last: BoardState, state: BoardState) -> bool:
    """Return whether a board line differs from the previous line only in its time."""
    later = elapsed(state.ms, last.ms) < MS_MODULUS // 2
    return later and replace(state, seq=last.seq, ms=last.ms) == last

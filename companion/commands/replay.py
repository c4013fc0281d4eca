"""Runs a recorded evening through the whole program again and compares the facts.

A recording is a journal or the bytes of a serial session. All evenings of a journal are run, with
the inputs that are stored with the facts. The recorded clock is used, so nothing waits.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from companion.commands.printing import DONE, NO, LeftOut
from companion.events import EventWriter
from companion.link.codec import FrameReader, encode, parse
from companion.link.connection import Connection
from companion.link.messages import BoardLost, BoardState, Closed, Opened, PortEvent, Searching
from companion.records.encoding import decode, plain_fact
from companion.records.lines import Tell, ignore
from companion.records.read import RecordedInput, is_journal, matches, observations
from companion.referee import talk_facts
from companion.referee.board_facts import Link
from companion.referee.facts import Fact, Ruling
from companion.referee.inputs import Act
from companion.referee.state import State
from companion.session.compose import assemble, complainer
from companion.session.record import read_reason
from companion.session.requests import referee_of
from companion.session.sources import SerialBoard, TypedEvent
from companion.session.table import Table
from companion.settings import Settings
from companion.speech.catalogue import (
    Catalogue,
    ExplainedError,
    Sentence,
    filled,
    first_sentence,
    plain,
)
from companion.speech.speaker import Speaker
from companion.speech.voices.print_voice import PrintVoice
from companion.untrusted import one_line, open_regular

LARGEST_SESSION: Final = 1 << 28
"""The maximum number of bytes in a serial session; an evening has about two million."""

_NOT_PLAYED: Final = (
    talk_facts.Hint,
    talk_facts.CubeHint,
    talk_facts.TurnJudged,
    talk_facts.Progress,
    talk_facts.Choosing,
)
"""Facts that came from an engine or a journal instead of the board, or that belong to no match."""

_REQUESTED: Final = ("set", "no-hints", "no-exercise-hints", "progress")
"""Answers that depend on the equipment of the evening."""

_PORT: Final[dict[str, Callable[[str], PortEvent | BoardLost]]] = {
    "opened": Opened,
    "closed": lambda text: Closed(*read_reason(text)),
    "searching": lambda text: Searching(*read_reason(text)),
    "lost": BoardLost,
}

_TIMED: Final[dict[str, tuple[Any, Callable[[Table, Any, int], object]]]] = {
    "ruling": (tuple[int, Ruling], Table.decide),
    "partner": (tuple[int, Act], Table.act),
    "typed": (tuple[int, TypedEvent], Table.take_typed),
}
"""The kinds of input that are recorded with the board's clock, with the method for each kind."""


def run(arguments: argparse.Namespace) -> int:
    """Run a recorded evening through the whole program again."""
    settings = Settings.of(vars(arguments), port="")
    if (arguments.game or arguments.option or arguments.match) and is_journal(Path(arguments.file)):
        raise ReplayError("command.replay-options")
    lang = arguments.message_lang
    replay = Replay(arguments.events, complain=complainer(lang), tell=LeftOut(lang))
    outcome = replay.play(arguments.file, settings)
    print(one_line(Catalogue(lang).tell(outcome.sentence)), file=sys.stderr)
    return DONE if outcome.fine else NO


class ReplayError(ExplainedError, ValueError):
    """A file that cannot be replayed. The message is one sentence."""


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """The result of a replay.

    facts -- the number of facts in the replay
    recorded -- the number of facts in the journal, None for a serial session
    difference -- the first difference, None if there is none
    faults -- internal errors of the program
    """

    facts: int
    recorded: int | None
    difference: Sentence | None
    faults: int

    @property
    def fine(self) -> bool:
        """Whether the replay agrees with the recording."""
        return not self.difference and not self.faults

    @property
    def sentence(self) -> Sentence:
        """The outcome as one sentence."""
        if self.difference and not self.faults:
            return self.difference
        name = "faults" if self.faults else "facts" if self.recorded is None else "same"
        return filled(f"command.replay-{name}", count=self.facts, faults=self.faults)


@dataclass(slots=True)
class Replay:
    """Replays recordings.

    events -- the file for events, `-` or ""; words -- whether to print announcements
    tell -- called with the error of each damaged line, which is skipped
    """

    events: str = ""
    words: bool = True
    complain: Callable[[Sentence], None] = field(default_factory=lambda: complainer("en"))
    tell: Tell = ignore
    made: list[Fact] = field(default_factory=list)
    faults: int = 0
    _now: float = 0.0
    _table: Table | None = None
    _connection: Connection = field(default_factory=Connection)
    _writer: EventWriter | None = None

    def play(self, path: str | Path, settings: Settings) -> ReplayResult:
        """Replay a file. settings -- for a serial session only.

        Raises `ReplayError`, `JournalError`, `OSError` with one clear sentence.
        """
        recorded = is_journal(Path(path))
        data = b"" if recorded else _bytes(path)
        self._writer = EventWriter(self.events, self.complain) if self.events else None
        try:
            if recorded:
                return self._journal(Path(path))
            return self._session(path, data, settings)
        finally:
            self._end()
            if self._writer is not None:
                self._writer.close()

    # --- a journal -----------------------------------------------------------------------------

    def _journal(self, path: Path) -> ReplayResult:
        recorded: list[Fact] = []
        for row in matches(path, self.tell, pending=True):
            if any(seen.entries for seen in observations(row.path)):
                recorded += self._match(row.path)
        if not recorded:
            raise ReplayError("command.replay-none", folder=str(path))
        self._end()
        return ReplayResult(
            len(self.made), len(recorded), first_difference(self.made, recorded), self.faults
        )

    def _match(self, path: Path) -> list[Fact]:
        """Replay one match. Return its recorded facts."""
        recorded: list[Fact] = []
        fresh = True
        for seen in observations(path, self.tell):
            for entry in seen.entries:
                try:
                    self.take(entry, fresh=fresh)
                except ValueError as error:
                    file, why = path.name, first_sentence(error)
                    refusal = filled("command.replay-line", file=file, line=seen.line, error=why)
                    raise ReplayError(refusal) from None
                fresh = False
            recorded += filter(_is_compared, seen.facts)
        return recorded

    def take(self, entry: RecordedInput, *, fresh: bool) -> None:
        """Replay one entry. fresh -- whether it is the first of its match."""
        self._now = entry.t
        if entry.kind == "begin":
            state = None if fresh or self._table is None else self._table.referee.state
            self._end()
            self._now = entry.t
            self._begin(Settings.from_json(entry.text), state)
        elif self._table is None:
            raise ReplayError("command.replay-middle")
        elif entry.kind == "line":
            for event in self._connection.receive(encode(entry.text), entry.t):
                self._table.take(event)
        elif entry.kind in _TIMED:
            kind, take = _TIMED[entry.kind]
            ms, given = decode(kind, entry.text)
            take(self._table, given, ms)
        else:
            self._connection = Connection()
            self._table.take(_PORT[entry.kind](entry.text))

    # --- a serial session ----------------------------------------------------------------------

    def _session(self, path: str | Path, data: bytes, settings: Settings) -> ReplayResult:
        """Replay the board's bytes, with the time of the board's own clock."""
        self._begin(replace(settings, journal="", events="", voice="print"), None)
        assert self._table is not None  # noqa: S101 - an evening has just begun
        last: int | None = None
        for line in FrameReader().feed(data):
            state = parse(line)
            if isinstance(state, BoardState):
                if last is not None:
                    self._now += (state.ms - last) % (1 << 30) / 1000
                last = state.ms
            for event in self._connection.receive(encode(line), self._now):
                self._table.take(event)
        if last is None:
            raise ReplayError("command.replay-neither", file=str(path))
        self._end()
        return ReplayResult(len(self.made), None, None, self.faults)

    # --- an evening ----------------------------------------------------------------------------

    def _begin(self, settings: Settings, state: State | None) -> None:
        referee = referee_of(settings, state)
        printer = PrintVoice(sys.stderr if self.events == "-" else sys.stdout)
        self._connection = Connection()
        self._table = assemble(
            settings,
            referee,
            Speaker(None, printer if self.words else None),
            SerialBoard(settings.port),
            events=self._writer,
            listen=self._hear,
            complain=self.complain,
            clock=lambda: self._now,
            again=True,
        ).table

    def _hear(self, fact: Fact) -> None:
        if _is_compared(fact):
            self.made.append(fact)

    def _end(self) -> None:
        if self._table is not None:
            self._table.words.speaker.close()
            self._table.words.speaker.check_written()
            self.faults += self._table.internal_errors
            self._table = None


def _bytes(path: str | Path) -> bytes:
    """Return the bytes of a serial session. Raises `ReplayError`."""
    try:
        with open_regular(path) as file:
            return file.read(min(os.fstat(file.fileno()).st_size, LARGEST_SESSION))
    except OSError as error:
        why = plain(str(error.strerror))
        raise ReplayError("command.file-unread", file=str(path), reason=why) from None


def _is_compared(fact: Fact) -> bool:
    """Return whether a replay must produce this fact again."""
    answer = isinstance(fact, talk_facts.KeyAnswer) and fact.topic in _REQUESTED
    return not (answer or isinstance(fact, _NOT_PLAYED))


def first_difference(made: list[Fact], recorded: list[Fact]) -> Sentence | None:
    """Return a sentence about the first difference with the facts of the journal, or None."""
    for number, (new, old) in enumerate(zip(made, recorded, strict=False), 1):
        if new != old:
            old_text, new_text = _written(old), _written(new)
            return filled("command.replay-other", number=number, old=old_text, new=new_text)
    number = min(len(made), len(recorded)) + 1
    if len(made) < len(recorded):
        lost = _written(recorded[len(made)])
        return filled("command.replay-missing", number=number, old=lost)
    extra = [fact for fact in made[len(recorded) :] if not isinstance(fact, Link)]
    return filled("command.replay-new", number=number, new=_written(extra[0])) if extra else None


def _written(fact: Fact) -> str:
    return json.dumps(plain_fact(fact), ensure_ascii=False)

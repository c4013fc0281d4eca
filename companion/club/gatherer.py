"""Gathers what the tables publish: records it, tells the tables what is known, tells the hall.

A thread of its own owns the record. What the broker's client brings waits in a bounded queue; what
finds no room there is left out, missed, and asked for again.
"""

import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

from companion.club import messages as m
from companion.club.broker import Address, Broker, Ears
from companion.club.ledger import Ledger
from companion.club.messages import About, Mark, Told
from companion.club.record import Record, RecordError
from companion.speech import page_phrases as p
from companion.web.words import Words

MOST_WAITING: Final = 20_000
MOST_TABLES: Final = 2_000
BATCH: Final = 500
"""Messages that wait, tables that are followed, messages recorded at once."""

GATHER: Final = 0.02
"""Seconds in which a batch comes together: one write to the disk for many facts."""

TELL_EVERY: Final = 5.0
"""Seconds between two times that tables are told up to where they are known."""

_KINDS: Final = ("fact", "state", "here", "ruled")


@dataclass(frozen=True, slots=True)
class Gathered:
    """What is new and recorded: facts in order, states, who is here, what came of rulings."""

    facts: tuple[tuple[str, Told], ...] = ()
    abouts: tuple[tuple[str, About], ...] = ()
    here: tuple[tuple[str, bool], ...] = ()
    ruled: tuple[tuple[str, str, str], ...] = ()


@dataclass(slots=True)
class _News:
    """What one batch brought, before it is recorded; of states the newest."""

    facts: list[tuple[str, Told]] = field(default_factory=list)
    abouts: dict[str, About] = field(default_factory=dict)
    here: list[tuple[str, bool]] = field(default_factory=list)
    ruled: list[tuple[str, str, str]] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether nothing came that anybody has to know."""
        return not (self.facts or self.abouts or self.here or self.ruled)

    @property
    def gathered(self) -> Gathered:
        """As it is told."""
        return Gathered(
            tuple(self.facts), tuple(self.abouts.items()), tuple(self.here), tuple(self.ruled)
        )


class Gatherer:
    """Gathers until `close`.

    hear -- gets what is new, in the gatherer's thread; tell -- gets sentences for people, in `lang`
    where nothing is wrong.
    """

    def __init__(
        self,
        address: Address,
        path: str,
        hear: Callable[[Gathered], None],
        tell: Callable[[str], None],
        lang: str,
    ) -> None:
        self._path = path
        self._hear = hear
        self._tell = tell
        self._words = Words(lang)
        self._inbox: queue.Queue[tuple[str, bytes, bool]] = queue.Queue(MOST_WAITING)
        self._ended = threading.Event()
        self._failed = False
        self._behind: set[str] = set()
        with Record(path) as record:
            self._ledger = Ledger(record.marks())
            self._tables = set(record.marks())
        ears = Ears(self._up, self._down, self._came, lambda _number: None)
        topics = tuple(m.topic("+", kind) for kind in _KINDS)
        self._broker = Broker(address, "", topics, ears)
        self._thread = threading.Thread(target=self._run, name="gatherer")

    def start(self) -> None:
        """Begin to gather."""
        self._thread.start()
        self._broker.start()

    def rule(self, table: str, wish: m.Wish) -> None:
        """Send a ruling to a table."""
        self._broker.publish(m.topic(table, "ruling"), m.write_wish(wish))

    def close(self) -> None:
        """Record what has come, and end."""
        self._broker.stop()
        self._ended.set()
        self._thread.join()

    # --- in the client's thread ----------------------------------------------------------------

    def _up(self) -> None:
        self._tell(self._words.say(p.BROKER_UP))
        for name in tuple(self._tables):
            self._have(name)

    def _down(self, reason: str) -> None:
        self._tell(self._words.say(p.BROKER_DOWN, reason=reason))

    def _came(self, topic: str, payload: bytes, kept: bool) -> None:  # noqa: FBT001 - as it came
        try:
            self._inbox.put_nowait((topic, payload, kept))
        except queue.Full:
            return  # a fact left out is missed by its number and asked for again

    # --- in the gatherer's own thread ----------------------------------------------------------

    def _run(self) -> None:
        with Record(self._path) as record:
            told = monotonic()
            while not (self._ended.is_set() and self._inbox.empty()):
                self._take(record, self._batch())
                if monotonic() - told >= TELL_EVERY:
                    told = monotonic()
                    self._tell_tables()
            self._tell_tables()

    def _batch(self) -> list[tuple[str, bytes, bool]]:
        """Wait for a message and for what comes with it."""
        try:
            batch = [self._inbox.get(timeout=0.2)]
        except queue.Empty:
            return []
        until = monotonic() + GATHER
        while len(batch) < BATCH:
            try:
                batch.append(self._inbox.get(timeout=max(until - monotonic(), 0.001)))
            except queue.Empty:
                break
        return batch

    def _take(self, record: Record, batch: list[tuple[str, bytes, bool]]) -> None:
        """Read, record and tell one batch."""
        news = _News()
        for topic, payload, kept in batch:
            try:
                name, kind = m.read_topic(topic)
                if self._is_followed(name):
                    self._read(record, name, kind, payload, news)
                    if kind == "state" and kept:
                        self._catch_up(record, name, news.abouts[name])
            except m.MessageError as error:
                self._complain(f"Something unreadable came from {topic[:80]}: {error}")
        if not news.is_empty and self._write(record, news):
            self._hear(news.gathered)

    def _read(self, record: Record, name: str, kind: str, payload: bytes, news: "_News") -> None:
        if kind == "fact":
            self._fact(record, name, m.read_told(payload), news.facts)
        elif kind == "state":
            news.abouts[name] = m.read_about(payload)
        elif kind == "here":
            news.here.append((name, m.read_here(payload)))
        elif kind == "ruled":
            news.ruled.append((name, *m.read_ruled(payload)))

    def _fact(self, record: Record, name: str, told: Told, facts: list[tuple[str, Told]]) -> None:
        """Take a fact if it is the next one; ask for what is missing before it."""
        if not self._ledger.knows(name, told.journal):
            self._ledger.change(name, told.journal, record.has(name, told.journal))
        if self._ledger.is_new(name, told):
            facts.append((name, told))
            self._behind.add(name)
            return
        missing = self._ledger.misses(name, told, monotonic())
        if missing is not None:
            self._broker.publish(m.topic(name, "want"), m.write_mark(missing))

    def _catch_up(self, record: Record, name: str, about: About) -> None:
        """A table was there before this club: ask for what it told meanwhile."""
        if not about.journal:
            return
        has = record.has(name, about.journal)
        if about.number > has:
            want = Mark(about.journal, has)
            self._broker.publish(m.topic(name, "want"), m.write_mark(want))

    def _is_followed(self, name: str) -> bool:
        """Whether there is room for this table, the first time it is heard of."""
        if name in self._tables:
            return True
        if len(self._tables) >= MOST_TABLES:
            self._complain(f"There are more than {MOST_TABLES} tables; {name} is left out.")
            return False
        self._tables.add(name)
        return True

    def _write(self, record: Record, news: "_News") -> bool:
        """Record a batch; where that fails it is taken back, missed, and asked for again."""
        if not news.facts and not news.abouts:
            return True
        try:
            record.add(news.facts, news.abouts.items())
        except RecordError as error:
            self._complain(str(error))
            self._ledger = Ledger(record.marks())
            return False
        return True

    def _tell_tables(self) -> None:
        """Tell each table that got on up to where it is known; it goes on from there."""
        behind, self._behind = self._behind, set()
        for name in behind:
            self._have(name)

    def _have(self, name: str) -> None:
        mark = self._ledger.mark(name)
        if mark is not None:
            self._broker.publish(m.topic(name, "have"), m.write_mark(mark), retain=True)

    def _complain(self, sentence: str) -> None:
        """Say what went wrong, the first time; a flood of it would hide everything else."""
        if not self._failed:
            self._failed = True
            self._tell(sentence)

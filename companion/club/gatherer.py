"""Collects and records the messages of the tables, acknowledges them, and passes them to the hall.

A separate thread owns the record. Messages wait in a bounded queue. If the queue is full, a message
is dropped. Its facts are then missing and are requested again.
"""

import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, repeat
from secrets import token_hex
from time import monotonic
from typing import Final

from companion import ending
from companion.club.record import ClubRecord, Ledger, RecordError
from companion.publishing import messages as m
from companion.publishing.broker import Address, Broker, BrokerCallbacks, reason_sentence
from companion.publishing.messages import About, Here, Mark, Published, Ruled
from companion.speech.catalogue import Catalogue, Sentence, filled, first_sentence
from companion.web.page_text import PageText

MOST_WAITING: Final = 20_000
"""The maximum number of messages waiting to be recorded."""

MOST_TABLES: Final = 2_000
"""The maximum number of tables with facts."""

MOST_NAMES: Final = 200
"""The maximum number of tables without facts."""

BATCH: Final = 500
"""The maximum number of messages recorded together."""

GATHER: Final = 0.02
"""Seconds to collect a batch, so that many facts are written to disk at once."""

TELL_EVERY: Final = 5.0
"""Seconds between two acknowledgements of the recorded facts to the tables."""

COMPLAIN_EVERY: Final = 5.0
COMPLAIN_AGAIN: Final = 600.0
"""Minimum seconds between any two complaints, and between two about the same topic."""

AGAIN: Final = (0.1, 1.0, 5.0, 30.0)
"""Seconds before each restart after an error. The last value is repeated."""

_KINDS: Final = ("fact", "state", "here", "ruled")


@dataclass(slots=True)
class Gathered:
    """News for the hall: facts in order, newest states, presence, results of rulings.

    dropped -- names of tables without facts that were removed to make room for others;
    broke_off -- whether collecting failed and will be restarted;
    broker -- why the broker is disconnected (see `BrokerCallbacks.down`), "" if it is connected
    again, None if nothing changed.
    """

    facts: list[tuple[str, Published]] = field(default_factory=list)
    abouts: dict[str, About] = field(default_factory=dict)
    here: list[tuple[str, Here]] = field(default_factory=list)
    ruled: list[tuple[str, Ruled]] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    broke_off: bool = False
    broker: str | None = None


class Gatherer:
    """Collects the messages of the tables until `close`.

    path -- the file of the record;
    hear -- called with news for the hall; tell -- called with sentences for the user, in `lang`.
    Both are called in the gatherer's thread and in the thread of the broker's client.
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
        self._words = PageText(lang)
        self._inbox: queue.Queue[tuple[str, bytes, bool]] = queue.Queue(MOST_WAITING)
        self._ended = threading.Event()
        self._complained: dict[str, float] = {}
        self._behind: set[str] = set()
        self._names: dict[str, About | None] = {}
        with ClubRecord(path) as record:
            self._ledger = Ledger(record.marks())
            self._tables = set(record.marks())
        callbacks = BrokerCallbacks(
            self._on_connected, self._on_disconnected, self._receive, lambda _number: None
        )
        topics = tuple(m.topic("+", kind) for kind in _KINDS)
        self._broker = Broker(address, f"club-{token_hex(8)}", topics, callbacks)
        self._thread = threading.Thread(target=self._run, name="gatherer", daemon=True)

    def start(self) -> None:
        """Start the thread and connect to the broker."""
        self._thread.start()
        self._broker.start()

    def rule(self, table: str, wish: m.Wish) -> None:
        """Send a ruling to a table."""
        self._broker.publish(m.topic(table, "ruling"), m.write_wish(wish))

    def close(self) -> None:
        """Disconnect, record the waiting messages, and end the thread."""
        self._broker.stop()
        self._ended.set()
        self._thread.join(ending.within(60))

    # --- in the client's thread ----------------------------------------------------------------

    def _on_connected(self) -> None:
        self._tell(self._words.say("club.hall-joined"))
        self._hear(Gathered(broker=""))
        for name in tuple(self._tables):
            self._acknowledge(name)

    def _on_disconnected(self, reason: str) -> None:
        self._tell(self._words.say("page.broker-down", reason=reason_sentence(reason, self._words)))
        self._hear(Gathered(broker=reason or "unreachable"))

    def _receive(self, topic: str, payload: bytes, kept: bool) -> None:  # noqa: FBT001 - as it came
        with suppress(queue.Full):  # the missing number shows a dropped fact
            self._inbox.put_nowait((topic, payload, kept))

    # --- in the gatherer's own thread ----------------------------------------------------------

    def _run(self) -> None:
        """Collect messages. After an error report it and restart from the record."""
        for pause in chain(AGAIN, repeat(AGAIN[-1])):
            try:
                self._gather()
            except Exception as error:  # noqa: BLE001 - the club must continue after any error
                self._report_failure(error)
            if self._ended.wait(pause):
                return

    def _report_failure(self, error: Exception) -> None:
        """Report the error to the user and the hall. All tables will be acknowledged again."""
        self._behind |= self._tables
        sentence = filled("club.broke-off", reason=f"{type(error).__name__}: {error}")
        self._tell(Catalogue(self._words.lang).tell(sentence))
        self._hear(Gathered(broke_off=True))

    def _gather(self) -> None:
        """Collect messages until `close`, continuing after the facts in the record."""
        with ClubRecord(self._path) as record:
            self._ledger = Ledger(record.marks())
            reported = monotonic()
            while not (self._ended.is_set() and self._inbox.empty()):
                self._take_batch(record, self._batch())
                if monotonic() - reported >= TELL_EVERY:
                    reported = monotonic()
                    self._acknowledge_tables()
            self._acknowledge_tables()

    def _batch(self) -> list[tuple[str, bytes, bool]]:
        """Wait for a message, and return it with those that follow within `GATHER`."""
        batch: list[tuple[str, bytes, bool]] = []
        with suppress(queue.Empty):
            batch.append(self._inbox.get(timeout=0.2))
            until = monotonic() + GATHER
            while len(batch) < BATCH:
                batch.append(self._inbox.get(timeout=max(until - monotonic(), 0.001)))
        return batch

    def _take_batch(self, record: ClubRecord, batch: list[tuple[str, bytes, bool]]) -> None:
        """Parse, record and pass on one batch."""
        news = Gathered()
        for topic, payload, kept in batch:
            try:
                name, kind = m.read_topic(topic)
                self._read_message(record, name, kind, payload, news)
                if kind == "state":
                    self._catch_up(record, name, news.abouts[name], kept=kept)
            except m.InvalidMessageError as error:
                about, why = topic[:80], first_sentence(error)
                self._complain(about, filled("club.unreadable", topic=about, error=why))
            except Exception as error:  # noqa: BLE001 - one message must not affect the others
                self._report_failure(error)
        self._record_batch(record, news)

    def _read_message(
        self, record: ClubRecord, name: str, kind: str, payload: bytes, news: Gathered
    ) -> None:
        """Add one message to `news`. Raise `InvalidMessageError` if it cannot be parsed."""
        if kind == "fact":
            published = m.read_row(payload)
            if self._is_accepted(name, news):
                self._take_fact(record, name, published, news)
        elif kind == "state":
            news.abouts[name] = m.read(m.About, payload)
            self._store_name(name, news)
            if name in self._names:
                self._names[name] = news.abouts[name]
        elif kind == "here":
            news.here.append((name, m.read(m.Here, payload)))
            self._store_name(name, news)
        elif name in self._tables:
            news.ruled.append((name, m.read(m.Ruled, payload)))

    def _take_fact(
        self, record: ClubRecord, name: str, published: Published, news: Gathered
    ) -> None:
        """Accept a fact if it is the next one; otherwise request the missing facts."""
        if not self._ledger.knows(name, published.journal):
            has = record.has(name, published.journal)
            behind = self._ledger.left_behind(name, published, has)
            if behind is not None:
                self._request_facts(name, behind)
                return
            self._ledger.change(name, published.journal, has)
        if self._ledger.is_new(name, published):
            news.facts.append((name, published))
            self._behind.add(name)
            return
        missing = self._ledger.misses(name, published, monotonic())
        if missing is not None:
            self._request_facts(name, missing)

    def _catch_up(self, record: ClubRecord, name: str, about: About, *, kept: bool) -> None:
        """Request the facts of a retained state that were sent before the club connected."""
        self._ledger.reach(name, Mark(about.journal, about.number))
        has = record.has(name, about.journal) if kept and about.journal else about.number
        if about.number > has:
            self._request_facts(name, Mark(about.journal, has))

    def _request_facts(self, name: str, mark: Mark) -> None:
        self._broker.publish(m.topic(name, "want"), m.write(mark))

    def _is_accepted(self, name: str, news: Gathered) -> bool:
        """Add a table if it is new. Return False if there are too many tables."""
        if name in self._tables:
            return True
        if len(self._tables) >= MOST_TABLES:
            self._complain("", filled("club.too-many", most=MOST_TABLES, name=name))
            return False
        self._tables.add(name)
        about = self._names.pop(name, None)
        if about is not None:
            news.abouts.setdefault(name, about)
        return True

    def _store_name(self, name: str, news: Gathered) -> None:
        """Store the name of a table without facts. If there are too many, drop the oldest."""
        if name in self._tables or name in self._names:
            return
        if len(self._names) >= MOST_NAMES:
            oldest = next(iter(self._names))
            del self._names[oldest]
            self._ledger.drop(oldest)
            news.dropped.append(oldest)
        if name in news.dropped:
            news.dropped.remove(name)
        self._names[name] = None

    def _record_batch(self, record: ClubRecord, news: Gathered) -> None:
        """Record a batch and pass it on, table by table if the whole batch fails."""
        if not self._is_recorded(record, news.facts, news.abouts):
            for name in {name for name, _ in news.facts} | news.abouts.keys():
                facts = [each for each in news.facts if each[0] == name]
                abouts = {each: news.abouts[each] for each in news.abouts if each == name}
                if not self._is_recorded(record, facts, abouts):
                    # Its facts are then missing and are requested again.
                    news.facts = [each for each in news.facts if each[0] != name]
                    news.abouts.pop(name, None)
                    self._ledger.forget(name, record.marks().get(name))
        if news != Gathered():
            self._hear(news)

    def _is_recorded(
        self, record: ClubRecord, facts: list[tuple[str, Published]], abouts: dict[str, About]
    ) -> bool:
        """Record facts, and states of tables with facts. Return whether it succeeded."""
        known = [(name, about) for name, about in abouts.items() if name in self._tables]
        try:
            if facts or known:
                record.add(facts, known)
        except RecordError as error:
            self._complain("", first_sentence(error))
            return False
        return True

    def _acknowledge_tables(self) -> None:
        """Acknowledge the new facts of each table, and request facts that are overdue."""
        behind, self._behind = self._behind, set()
        for name in behind:
            self._acknowledge(name)
        for name, mark in self._ledger.overdue():
            self._request_facts(name, mark)

    def _acknowledge(self, name: str) -> None:
        mark = self._ledger.mark(name)
        if mark is not None:
            self._broker.publish(m.topic(name, "have"), m.write(mark), retain=True)

    def _complain(self, about: str, sentence: Sentence) -> None:
        """Report an error to the user, but not too often. about -- the topic of the complaint."""
        now = monotonic()
        last = max(self._complained.values(), default=-COMPLAIN_AGAIN)
        again = now - self._complained.get(about, -COMPLAIN_AGAIN)
        if now - last >= COMPLAIN_EVERY and again >= COMPLAIN_AGAIN:
            self._complained = {
                each: at for each, at in self._complained.items() if now - at < COMPLAIN_AGAIN
            }
            self._complained[about] = now
            self._tell(Catalogue(self._words.lang).tell(sentence))

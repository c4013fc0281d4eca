"""The main loop of an evening. Processes events from all threads one at a time.

`session.table` handles the events.
"""

import math
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Final

from companion.link.messages import Arrived, PortEvent, TypedInput
from companion.practice.coach import CoachResult
from companion.practice.opponent import Decision
from companion.referee.facts import Ruling
from companion.referee.talk_facts import KeyAnswer, Progress
from companion.session.requests import take_advice, take_decision
from companion.session.table import Table

LONGEST_WAIT: Final = 0.25
"""The maximum seconds between two ticks."""

MOST_WAITING: Final = 64 * 1024
"""The maximum number of bytes of board input processed at once, about 30 seconds' worth. If more
are waiting, the oldest are dropped."""

LATE: Final = "late"
"""The outcome of a ruling that was processed after its deadline, so nothing was changed."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A request to end the evening cleanly.

    farewell -- whether to say good-bye to the players.
    """

    farewell: bool = False


@dataclass(frozen=True, slots=True)
class _Order:
    """A submitted ruling, its deadline, and the future for its outcome."""

    ruling: Ruling
    until: float
    outcome: Future[str]


_Event = PortEvent | TypedInput | Stop | _Order | CoachResult | Decision | Progress | KeyAnswer
"""All events of an evening."""


@dataclass(slots=True)
class Evening:
    """The event loop of one table.

    after_pass -- called after each pass of the loop, at least every `LONGEST_WAIT` seconds;
    taken -- the number of events from the board or keyboard that were processed.
    """

    table: Table
    after_pass: Callable[[], None] | None = None
    taken: int = 0
    _inbox: SimpleQueue[_Event] = field(default_factory=SimpleQueue)
    _next_event: "_Event | None" = None
    _ended: bool = False

    def __post_init__(self) -> None:
        self.table.submit = self._inbox.put

    def stop(self, *, now: bool = False) -> None:
        """Ask the evening to end; may be called from a signal handler or another thread.

        now -- whether to end at once with only a good-bye, dropping pending events; otherwise
        pending events are processed and all speech finishes first.
        """
        self.table.stop_now |= now
        self._inbox.put(Stop(farewell=now))

    def rule(self, ruling: Ruling, until: float = math.inf) -> Future[str]:
        """Submit a referee's ruling; may be called from any thread.

        until -- the deadline by `time.monotonic`, whose clock all processes share. After the
        deadline the ruling is not carried out, because its sender has already reported that there
        was no answer.

        The outcome is "" if the ruling was carried out, otherwise `LATE` or one sentence with the
        reason in the evening's language. The future is cancelled if the evening ends first.
        """
        order = _Order(ruling, until, Future())
        self._inbox.put(order)
        if self._ended:
            order.outcome.cancel()
        return order.outcome

    def run(self) -> None:
        """Run until `stop` is called or the players end the evening."""
        table = self.table
        table.source.start(self._inbox.put)
        try:
            while True:
                event = Stop(farewell=True) if table.stop_now else self._next()
                if isinstance(event, Stop):
                    self.end(event)
                    return
                self._take(event)
                table.tick()
                if table.stopped:
                    self.end(Stop(farewell=True))
                    return
                table.source.flush()
                if self.after_pass is not None:
                    self.after_pass()
        finally:
            table.source.close()
            self._cancel_orders()

    def _take(self, event: "_Event | None") -> None:
        """Dispatch one event to the table."""
        if isinstance(event, _Order):
            self._order(event)
        elif isinstance(event, CoachResult):
            take_advice(self.table, event)
        elif isinstance(event, Decision):
            take_decision(self.table, event)
        elif isinstance(event, Progress | KeyAnswer):
            self.table.publish((event,))
        elif event is not None and not isinstance(event, Stop):
            self.table.take(event)
            self.taken += 1

    def end(self, stop: Stop) -> None:
        """Write the journal's waiting lines.

        Say good-bye if `stop` asks for it or if lines were lost.
        """
        table = self.table
        table.record.write_waiting()
        table.note_saved()
        if table.stop_now:
            table.words.speaker.forget()
        cut = table.record.is_cut
        if stop.farewell or cut:
            state = table.referee.state
            begun = state.has_begun if table.chooser is None else state.is_under_way
            is_saved = table.record.is_saved
            table.words.alert(
                table.words.announcer.good_bye(begun=begun, is_saved=is_saved, cut=cut)
            )
        if cut:
            table.record.tell_lost()
        if table.stop_now:
            table.record.close()

    def _next(self) -> "_Event | None":
        event, self._next_event = self._next_event, None
        if event is not None:
            return event
        deadline = self.table.source.next_deadline
        wait = LONGEST_WAIT if deadline is None else deadline - self.table.now.clock()
        try:
            event = self._inbox.get(timeout=min(max(wait, 0.0), LONGEST_WAIT))
        except Empty:
            return None
        return self._with_waiting_bytes(event) if isinstance(event, Arrived) else event

    def _with_waiting_bytes(self, arrived: Arrived) -> Arrived:
        """Return this board input, with all further board input that is already waiting.

        At most the newest `MOST_WAITING` bytes are returned. Each line contains the whole state, so
        a lost line does no harm.
        """
        parts = [arrived.data]
        for _ in range(self._inbox.qsize()):
            event = self._inbox.get()
            if not isinstance(event, Arrived):
                self._next_event = event
                break
            parts.append(event.data)
        return Arrived(b"".join(parts)[-MOST_WAITING:])

    def _order(self, order: _Order) -> None:
        """Process a ruling and set its outcome.

        A successful `adjourn` ends the evening after the announcement.
        """
        if not order.outcome.set_running_or_notify_cancel():
            return
        ruling = order.ruling
        if monotonic() > order.until:
            order.outcome.set_result(LATE)
            return
        outcome = self.table.decide(ruling)
        order.outcome.set_result(outcome)
        if ruling.what == "adjourn" and not outcome:
            self.stop()

    def _cancel_orders(self) -> None:
        """Cancel the outcomes of all rulings still in the queue."""
        self._ended = True
        while not self._inbox.empty():
            event = self._inbox.get()
            if isinstance(event, _Order):
                event.outcome.cancel()

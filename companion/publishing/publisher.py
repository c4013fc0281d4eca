"""Publishes one table at the broker: facts in order, retained state, and answers to rulings.

It runs in the event loop of `page_process`. Facts are sent in the order of the journal. The club
reports which facts it has, and the publisher continues after them. So nothing needs to be stored
here, and nothing is lost if the broker loses its data.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from secrets import token_hex
from typing import Final

from companion.publishing import messages as m
from companion.publishing.broker import Address, Broker, BrokerCallbacks, reason_sentence
from companion.publishing.outbox import Outbox
from companion.publishing.outlet import PublishSettings
from companion.records.read import FactRow
from companion.web.app import Order
from companion.web.guard import Tries
from companion.web.page_text import PageText
from companion.web.watched_table import TimedTable

LISTEN: Final = 0.3
"""The seconds after connecting in which the broker delivers the club's last report."""

OVERDUE: Final = 12.0
"""The seconds within which an active club reports progress.

Normally it reports every five seconds.
"""

MOST_UNACKNOWLEDGED: Final = 50
"""The maximum number of facts sent but not yet acknowledged by the broker."""

STATE_EVERY: Final = 0.5
"""The minimum seconds between two updates of the retained state."""

SETTLED: Final = 3.0
"""After this many seconds a companion keeps its table's name, even if another one claims it."""

CLAIM_EVERY: Final = 1.0
"""The minimum seconds between two claims of the table's name."""

LEAVE: Final = 2.0
"""The seconds for which a permit (`leave`) for a ruling is valid. Together with the evening's time
limit this is less than a club waits. So a ruling that was reported as unanswered is never carried
out."""

MOST_THROWN_OFF: Final = 3
"""The number of times that another connection may replace this one before the table gives up."""


class Publisher:
    """Publishes one table.

    rule -- carries out a ruling whose seal is valid;
    tell -- called with sentences for the table;
    tries -- counts wrong tokens, together with the table's own page;
    age -- returns how many seconds ago a fact was recorded, None if unknown.
    Call `send_new_facts` and `set_state` in the event loop.
    """

    def __init__(  # noqa: PLR0913 - what one table needs
        self,
        publishing: PublishSettings,
        address: Address,
        rule: "Callable[[Order], asyncio.Task[str]]",
        tell: Callable[[str], None],
        *,
        tries: Tries | None = None,
        age: Callable[[m.Mark, FactRow], float | None] = lambda _mark, _row: 0.0,
    ) -> None:
        self._publishing = publishing
        self._rule = rule
        self._tell = tell
        self._age = age
        self._words = PageText(publishing.settings.lang)
        self._loop = asyncio.get_running_loop()
        self._outbox = Outbox(Path(publishing.folder))
        self._ready = False
        self._unacknowledged: set[int] = set()
        self._table = TimedTable()
        self._place = m.Mark("", 0)
        self._have: m.Mark | None = None
        self._state_told = b""
        self._state_timer: asyncio.TimerHandle | None = None
        # The name of the run is random, so that nobody can guess it and take over the connection.
        self._run = token_hex(8)
        self._is_settled = self._gave_up = self._claims_again = False
        self._claim_timer: asyncio.TimerHandle | None = None
        self._thrown_off = 0
        self._tries = tries or Tries()
        topics = tuple(map(self._topic, ("have", "want", "ruling", "here")))
        will = self._topic("here"), m.write(m.Here(here=False, run=self._run))
        self._broker = Broker(address, f"table-{self._run}", topics, self._callbacks(), will)

    def _callbacks(self) -> BrokerCallbacks:
        """Return the client's callbacks, each of which runs in the event loop."""

        def hand(do: Callable[..., None], *arguments: object) -> None:
            if not self._loop.is_closed():
                self._loop.call_soon_threadsafe(do, *arguments)

        return BrokerCallbacks(
            up=lambda: hand(self._on_connect),
            down=lambda reason: hand(self._on_disconnect, reason),
            came=lambda *arguments: hand(self._on_message, *arguments),
            taken=lambda number: hand(self._on_acknowledged, number),
        )

    def start(self) -> None:
        """Start connecting."""
        self._broker.start()

    def stop(self) -> None:
        """Announce that the companion has left, and disconnect."""
        if not self._gave_up:
            self._say_here(here=False)
        self._broker.stop()

    def set_state(self, table: TimedTable, place: m.Mark) -> None:
        """Store the state of the table after the fact at a place in the journal."""
        self._table, self._place = table, place
        self._tell_state()

    # --- in the loop ---------------------------------------------------------------------------

    def _on_connect(self) -> None:
        self._tell(self._words.say("page.club-up"))
        self._unacknowledged.clear()
        self._state_told = b""
        self._say_here()
        self._loop.call_later(LISTEN, self._begin)
        self._loop.call_later(SETTLED, self._settle)

    def _begin(self) -> None:
        """Start sending, from the place that the club reported or from the last place."""
        self._ready = not self._gave_up
        self._tell_state()
        self.send_new_facts()

    def _on_disconnect(self, reason: str) -> None:
        self._ready = False
        self._thrown_off += reason == "taken-over"
        if self._thrown_off >= MOST_THROWN_OFF:
            self._give_up()
        elif not self._gave_up:
            why = reason_sentence(reason, self._words)
            self._tell(self._words.say("page.club-down", reason=why))

    # --- one table, one companion --------------------------------------------------------------

    def _settle(self) -> None:
        self._is_settled = True

    def _give_up(self) -> None:
        """Give up the table's name, because another companion has it, and report this once."""
        if not self._gave_up:
            self._gave_up, self._ready = True, False
            self._tell(self._words.say("club.name-taken", name=self._publishing.settings.table))
            self._broker.leave()

    def _say_here(self, *, here: bool = True) -> None:
        message = m.Here(here, self._run, stays=self._is_settled, left=not here)
        self._publish("here", m.write(message), retain=True)

    def _on_here(self, message: m.Here, *, kept: bool) -> None:
        """Handle another companion's claim of this table: the first companion keeps the name."""
        if message.run == self._run or self._gave_up or (kept and message.here):
            return  # a retained message may be from an earlier run of this table
        other = message.here and not self._is_settled
        if other and (message.stays or message.run < self._run):
            self._give_up()
        else:
            self._claim()

    def _claim(self) -> None:
        """Claim the table's name, now or after the minimum interval."""
        self._claims_again = self._claim_timer is not None
        if self._claim_timer is None:
            self._say_here()
            self._claim_timer = self._loop.call_later(CLAIM_EVERY, self._claim_again)

    def _claim_again(self) -> None:
        self._claim_timer = None
        if self._claims_again and not self._gave_up:
            self._claim()

    # --- messages from the broker --------------------------------------------------------------

    def _on_message(self, topic: str, payload: bytes, kept: bool) -> None:  # noqa: FBT001 - the client gives this value
        try:
            _, kind = m.read_topic(topic)
            if kind == "ruling":
                self._ruling(m.read_wish(payload))
                return
            if kind == "here":
                self._on_here(m.read(m.Here, payload), kept=kept)
                return
            mark = m.read(m.Mark, payload)
        except m.InvalidMessageError:
            return  # an invalid message is ignored
        before = self._outbox.is_before(mark)
        if before if kind == "want" else not self._ready:
            self._outbox.go_to(mark)
            self.send_new_facts()
        elif kind == "have" and before:
            self._have = mark
            self._loop.call_later(OVERDUE, self._overdue, mark)

    def _overdue(self, mark: m.Mark) -> None:
        """Resend facts that a broker lost on the way to an active club."""
        if self._ready and mark == self._have and self._outbox.is_before(mark):
            self._outbox.go_to(mark)
            self.send_new_facts()

    def _on_acknowledged(self, number: int) -> None:
        if number in self._unacknowledged:
            self._unacknowledged.discard(number)
            self.send_new_facts()

    def send_new_facts(self) -> None:
        """Send the new facts of the journal that may be sent."""
        while self._ready and len(self._unacknowledged) < MOST_UNACKNOWLEDGED:
            published = self._outbox.next()
            if published is None:
                return
            age = self._age(m.Mark(published.journal, published.row.number), published.row)
            number = self._publish("fact", m.write_row(replace(published, age=age)))
            self._unacknowledged.add(number)

    def _tell_state(self) -> None:
        """Update the retained state, now or after the minimum interval."""
        if self._ready and self._state_timer is None:
            self._state()
            self._state_timer = self._loop.call_later(STATE_EVERY, self._state_again)

    def _state_again(self) -> None:
        self._state_timer = None
        if self._ready:
            self._state()

    def _state(self) -> None:
        settings, table = self._publishing.settings, self._table
        about = m.About(
            players=settings.players,
            lang=settings.lang,
            mode=settings.mode,
            verbosity=settings.verbosity,
            notation=settings.notation,
            game=settings.game,
            journal=self._place.journal,
            number=self._place.number,
            phase=table.phase,
            score=table.score,
            dispute=table.dispute is not None,
        )
        payload = m.write(about)
        if payload != self._state_told:
            self._state_told = payload
            self._publish("state", payload, retain=True)

    def _ruling(self, wish: m.Wish) -> None:
        """Carry out a ruling with a valid seal and a fresh permit, and publish the answer.

        A ruling without a permit may have been delayed. It is not carried out, and the answer is a
        permit.
        """
        if not m.is_sealed(wish, self._publishing.token):
            self._ruled(wish, "token")
            if count := self._tries.wrong():
                self._tell(self._words.say("club.tried", count=count))
            return
        if not wish.leave:
            leave = f"{self._run}.{self._loop.time()}"
            self._publish("ruled", m.write(m.Ruled(wish.number, m.READY, leave)))
            return
        if not self._is_fresh(wish.leave):
            self._ruled(wish, "late")
            return
        task = self._rule(Order(wish.ruling, wish.number, wish.seen, ""))
        task.add_done_callback(lambda done: self._done(wish, done))

    def _is_fresh(self, leave: str) -> bool:
        """Return whether this run issued the permit less than `LEAVE` seconds ago."""
        run, _, since = leave.partition(".")
        try:
            return run == self._run and 0 <= self._loop.time() - float(since) <= LEAVE
        except ValueError:
            return False

    def _done(self, wish: m.Wish, done: asyncio.Task[str]) -> None:
        if not done.cancelled() and done.exception() is None:
            self._ruled(wish, done.result())

    def _ruled(self, wish: m.Wish, outcome: str) -> None:
        self._publish("ruled", m.write(m.Ruled(wish.number, outcome)))

    def _publish(self, kind: str, payload: bytes, *, retain: bool = False) -> int:
        return self._broker.publish(self._topic(kind), payload, retain=retain)

    def _topic(self, kind: str) -> str:
        return m.topic(self._publishing.settings.table, kind)

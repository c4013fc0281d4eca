"""One evening, wired together: bytes in; facts, journal, events, words out. Owns loop and clock.

Everything that thinks is pure and lives elsewhere; here it is handed the bytes, the time and the
devices. The order for each observation is fixed: the facts are in the journal before they are
events, events before they are words, and nothing here waits for a voice.
"""

import traceback
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Final

from companion.board.counters import Counters, Pressed, Thrown
from companion.board.settle import Settler
from companion.board.touches import Touches
from companion.events import EventWriter, say_event, to_event
from companion.link.codec import body
from companion.link.connection import Connection
from companion.link.messages import (
    MS_MODULUS,
    PROTOCOL,
    BoardLost,
    BoardState,
    Face,
    Hello,
    Key,
    LinkEvent,
)
from companion.link.port import Arrived, Closed, Opened, PortEvent, Reader, Searching
from companion.records.encoding import encode
from companion.records.journal import Journal, JournalError
from companion.records.trace import Trace
from companion.referee.facts import Fact, KeyAnswer, Link, MatchEnds, Ruling, RulingRefused
from companion.referee.referee import Referee
from companion.referee.state import State
from companion.rules import Player
from companion.settings import Settings
from companion.speech.announcer import Announcer
from companion.speech.braille.display import Display
from companion.speech.speaker import Speaker
from companion.speech.utterance import Utterance
from companion.speech.voices.base import FASTEST, SLOWEST

LONGEST_WAIT: Final = 0.25
"""Seconds between two looks at the clock, whatever the connection says."""

SHORTEST_WAIT: Final = 0.005
"""Seconds left to the board between two batches for those who look on."""

FASTER: Final = 1.2
LOUDER: Final = 0.2
SOFTEST: Final = 0.2
"""A step of the menu: the factor of the words a minute, and what is added to the volume."""

_TOLD_AGAIN: Final = ("shown", "right", "last_key", "named", "began", "judged", "dice_lie")
"""Fields of the state that are told by the next settled board and need no row of their own."""


_Row = tuple[float, tuple[Fact, ...], str, str, str]
"""What `Journal.record` takes: time, facts, raw board, snapshot, trace of the line."""


@dataclass(frozen=True, slots=True)
class Stop:
    """The evening is to end in order; hurry: what is still to be said is not waited for."""

    hurry: bool = False


@dataclass(frozen=True, slots=True)
class _Order:
    """A ruling that was handed in, and where its outcome is waited for."""

    ruling: Ruling
    outcome: Future[str]


@dataclass(slots=True)
class Evening:
    """One companion at one board.

    listen -- called with every fact, after it was recorded and written, before it is spoken;
    keep -- called with all bytes of the board, as they come;
    follow -- called after everything that happened was told; true when it is to be called again
    soon, see `outlet`;
    complain -- gets one sentence when journal or events fail; the evening goes on;
    faults -- how many mistakes of its own the program has survived; hurried -- it was told to end
    without waiting for the voice.
    """

    settings: Settings
    referee: Referee
    announcer: Announcer
    speaker: Speaker
    complain: Callable[[str], None]
    journal: Journal | None = None
    events: EventWriter | None = None
    display: Display | None = None
    listen: Callable[[Fact], None] | None = None
    keep: Callable[[bytes], None] | None = None
    follow: Callable[[], bool] | None = None
    clock: Callable[[], float] = monotonic
    faults: int = 0
    hurried: bool = False
    _unrecorded: list[_Row] = field(default_factory=list)
    _inbox: SimpleQueue[PortEvent | Stop | _Order] = field(default_factory=SimpleQueue)
    _ended: bool = False
    _connection: Connection = field(default_factory=Connection)
    _counters: Counters = field(default_factory=Counters)
    _settler: Settler = field(init=False)
    _touches: Touches = field(default_factory=Touches)
    _thrown: set[Player] = field(default_factory=set)
    _port: str = field(init=False)
    _link: str = ""
    _raw: str = ""
    _trace: Trace = field(default_factory=Trace)
    _before: BoardState | None = None
    _started: float = field(init=False)

    def __post_init__(self) -> None:
        self._settler = Settler(self.settings.quiet_ms)
        self._port = self.settings.port
        self._started = self.clock()
        self._note("begin", self.settings.as_json())

    def stop(self, *, hurry: bool = False) -> None:
        """Ask the evening to end; may be called from a signal handler or another thread."""
        self._inbox.put(Stop(hurry))

    def rule(self, ruling: Ruling) -> Future[str]:
        """Hand in a referee's ruling; may be called from any thread.

        The outcome is "" when it was done, else one sentence, in the evening's language, that says
        why not. It is cancelled when the evening ends before.
        """
        order = _Order(ruling, Future())
        self._inbox.put(order)
        if self._ended:
            order.outcome.cancel()
        return order.outcome

    def run(self) -> None:
        """Run until `stop`. Opens the port, and again for as long as it takes."""
        reader = Reader(self.settings.port, self._inbox.put)
        reader.start()
        again = False
        try:
            while True:
                given = self._next(SHORTEST_WAIT if again else LONGEST_WAIT)
                if isinstance(given, Stop):
                    self.hurried = given.hurry
                    return
                if isinstance(given, _Order):
                    self._order(given)
                elif given is not None:
                    self._port_event(given)
                self._link_events(self._connection.tick(self.clock()))
                waiting = self._connection.outgoing()
                if waiting:
                    reader.write(waiting)
                again = self.follow is not None and self.follow()
        finally:
            reader.close()
            self._cancel_orders()

    def _next(self, longest: float) -> PortEvent | Stop | _Order | None:
        deadline = self._connection.next_deadline
        wait = longest if deadline is None else deadline - self.clock()
        try:
            return self._inbox.get(timeout=min(max(wait, 0.0), longest))
        except Empty:
            return None

    def take(self, event: PortEvent | LinkEvent) -> None:
        """Take one thing that comes over the line. `run` does so for all that happens."""
        if isinstance(event, Arrived | Opened | Closed | Searching):
            self._port_event(event)
        else:
            self._link_events([event])

    # --- rulings -------------------------------------------------------------------------------

    def decide(self, ruling: Ruling, ms: int | None = None) -> str:
        """Let the referee take a ruling at once; "" when it was done, else why not.

        ms -- the board's clock; else that of its last line.
        """
        if ms is None:
            ms = 0 if self._before is None else self._before.ms
        self._note("ruling", encode((ms, ruling)))
        self._settler.reset()
        for fact in self._observe(self.referee.rule, ruling, ms):
            if isinstance(fact, RulingRefused):
                return self.announcer.announce(fact)[0].text
        return ""

    def _order(self, order: _Order) -> None:
        """Take a ruling that was handed in; adjourned, the evening ends when that has been said."""
        if not order.outcome.set_running_or_notify_cancel():
            return
        ruling = order.ruling
        if ruling.what == "adjourn" and self.journal is None:
            refused = RulingRefused(ruling.what, ruling.by, "no-journal")
            self._publish((refused,))
            order.outcome.set_result(self.announcer.announce(refused)[0].text)
            return
        outcome = self.decide(ruling)
        order.outcome.set_result(outcome)
        if ruling.what == "adjourn" and not outcome:
            self.stop()

    def _cancel_orders(self) -> None:
        """Nobody waits for the outcome of a ruling that came too late."""
        self._ended = True
        while not self._inbox.empty():
            given = self._inbox.get()
            if isinstance(given, _Order):
                given.outcome.cancel()

    # --- the link ------------------------------------------------------------------------------

    def _note(self, kind: str, text: str = "") -> int:
        """Note for the journal what came; only a journal needs it."""
        return 0 if self.journal is None else self._trace.add(self._now(), kind, text)

    def _now(self) -> float:
        return self.clock() - self._started

    def _port_event(self, event: PortEvent) -> None:
        match event:
            case Arrived(data):
                if self.keep is not None:
                    self.keep(data)
                self._link_events(self._connection.receive(data, self.clock()))
            case Opened(url):
                self._note("opened", url)
                self._port = url
                self._connection.opened(self.clock())
            case Closed(reason):
                self._note("closed", reason)
                self._connection.closed()
                self._lost(reason)
            case Searching(reason):
                self._note("searching", reason)
                self._tell_link("searching", "", reason)

    def _link_events(self, events: list[LinkEvent]) -> None:
        for event in events:
            match event:
                case BoardState():
                    self._state(event)
                case Hello():
                    self._note("line", body(event))
                    self._hello(event)
                case BoardLost():
                    self._note("lost")
                    self._lost("")

    def _hello(self, hello: Hello) -> None:
        if hello.version != PROTOCOL:
            reason = (
                f"The board {hello.board_id} speaks version {hello.version} of the wire, this "
                f"companion version {PROTOCOL}. Update the older of the two."
            )
            self._tell_link("searching", hello.board_id, reason)
            return
        if self._counters.boot(hello.nonce):
            self._settler.reset()
            self._touches.reset()
        # Without asking, the first state may be a second away.
        self._connection.send("SNAP", now=self.clock())
        self._tell_link("connected", hello.board_id)

    def _lost(self, reason: str) -> None:
        self._counters.lost()
        self._settler.reset()
        self._touches.reset()
        if self._link == "connected":
            self._tell_link("lost", "", reason)

    def _tell_link(self, state: str, board: str, reason: str = "") -> None:
        if state != self._link or reason:
            self._link = state
            self._publish((Link(state, self._port, board, reason),))

    # --- the board -----------------------------------------------------------------------------

    def _state(self, state: BoardState) -> None:
        self._raw = body(state)
        number, known = self._note("line", self._raw), self.referee.state
        last, self._before = self._before, state
        stirred = self._look(state)
        if not stirred and last is not None and _same(last, state) and self.referee.state == known:
            self._trace.drop(number)
        elif self._trace.is_long:
            self._record(self._now(), ())

    def _look(self, state: BoardState) -> bool:
        """Look at a line; whether it brought a key, a throw or a settled board."""
        if self._link != "connected":
            self._tell_link("connected", "")
        stirred = False
        touched = self._touches.feed(state)
        for event in self._counters.feed(state):
            stirred = True
            match event:
                case Thrown(player) if player not in touched:
                    self._thrown.add(player)
                case Pressed():
                    self._press(event, state.ms)
        self._observe(self.referee.clock, state.ms)
        settled = self._settler.feed(state)
        if settled is not None:
            thrown = frozenset(self._thrown)
            moving = {p for p in thrown if Face.MOVING in _seats(settled.state, p)}
            self._thrown = moving
            beside = frozenset(player for player in thrown if self._touches.beside(player))
            self._observe(self.referee.board, settled.state, thrown - moving, beside)
        return stirred or settled is not None

    def _press(self, pressed: Pressed, ms: int) -> None:
        """Take a key: every press silences speech first (contracts, section 5)."""
        self.speaker.silence()
        if pressed.key is Key.REPEAT:
            self.speaker.repeat(pressed.player.value)
            if self.display is not None:
                self.display.repeat(pressed.player)
        self._observe(self.referee.press, pressed.player, pressed.key, ms)
        if self.referee.state.done:
            self._settler.reset()

    def _observe(self, take: Callable[..., tuple[Fact, ...]], *given: object) -> tuple[Fact, ...]:
        """Let the referee take something; publish what follows, keep what must be kept."""
        before = self.referee.state
        try:
            facts = take(*given)
        except Exception as error:  # noqa: BLE001 - whatever happens, the evening goes on
            self._own_fault(error)
            return ()
        if facts or _differs(before, self.referee.state):
            self._publish(facts)
        return facts

    def _own_fault(self, error: Exception) -> None:
        """A mistake of this program: nothing was judged, nothing is lost, say so and go on."""
        self.faults += 1
        place = traceback.extract_tb(error.__traceback__)[-1]
        self.complain(
            f"The companion made a mistake of its own ({type(error).__name__}: {error}; "
            f"{place.name}, line {place.lineno}). This board was not judged; the game goes on."
        )
        self._alert(self.announcer.own_fault())

    # --- what goes out -------------------------------------------------------------------------

    def _publish(self, facts: tuple[Fact, ...]) -> None:
        t = self._now()
        self._record(t, facts)
        for fact in facts:
            self._write(fact, t)
            if self.listen is not None:
                self.listen(fact)
            if isinstance(fact, KeyAnswer) and fact.topic == "setting":
                self._change(fact)
            self._speak(fact, t)

    def _record(self, t: float, facts: tuple[Fact, ...]) -> None:
        """Record an observation; what cannot be recorded now is tried again with the next."""
        if self.journal is None:
            return
        state = encode(self.referee.state)
        self._unrecorded.append((t, facts, self._raw, state, self._trace.take()))
        try:
            while self._unrecorded:
                self._record_one(self.journal, self._unrecorded[0])
                del self._unrecorded[0]
        except JournalError as error:
            if len(self._unrecorded) == 1:
                self.complain(str(error))
                self._alert(self.announcer.journal_lost())

    def _record_one(self, journal: Journal, row: _Row) -> None:
        journal.record(*row)
        if any(isinstance(fact, MatchEnds) for fact in row[1]):
            journal.finish_match()
            journal.begin_match(self.settings.saved())

    def _alert(self, utterances: tuple[Utterance, ...]) -> None:
        for utterance in utterances:
            self._say(utterance)

    def _say(self, utterance: Utterance) -> bool:
        """Show it, and have it said; True when it cuts what was being said."""
        if self.display is not None:
            self.display.show(utterance)
        return self.speaker.say((utterance,))

    def board_lines(self, reader: Player | None) -> tuple[tuple[str, str], ...]:
        """The board as it stands now, for a braille display; any thread may ask."""
        state = self.referee.state
        return self.announcer.board(state.shown or state.position, state.dice or (), reader)

    def _write(self, fact: Fact, t: float) -> None:
        event = to_event(fact, t)
        if self.events is not None and event is not None:
            self.events.write(event)

    def _speak(self, fact: Fact, t: float) -> None:
        for utterance in self.announcer.announce(fact):
            interrupts = self._say(utterance)
            if self.events is not None and utterance.text:
                self.events.write(say_event(utterance, t, interrupts=interrupts))

    def _change(self, fact: KeyAnswer) -> None:
        """Change what a player chose in the menu."""
        if fact.text == "faster":
            self.speaker.rate = min(round(self.speaker.rate * FASTER), FASTEST)
        elif fact.text == "slower":
            self.speaker.rate = max(round(self.speaker.rate / FASTER), SLOWEST)
        elif fact.text == "louder":
            self.speaker.volume = min(round(self.speaker.volume + LOUDER, 2), 1.0)
        elif fact.text == "softer":
            self.speaker.volume = max(round(self.speaker.volume - LOUDER, 2), SOFTEST)
        elif fact.text == "verbosity":
            self.announcer.next_verbosity()
        elif fact.text == "language":
            self.announcer.next_language(fact.player)


def _differs(before: State, after: State) -> bool:
    """Whether more changed than what the next settled board tells anyway."""
    if after is before:
        return False  # so it is for nearly every line: nothing to compare
    same = {name: getattr(after, name) for name in _TOLD_AGAIN}
    return replace(before, **same) != after


def _same(last: BoardState, state: BoardState) -> bool:
    """Whether a line only says again what the one before it said, a little later."""
    later = (state.ms - last.ms) % MS_MODULUS < MS_MODULUS // 2
    return later and replace(state, seq=last.seq, ms=last.ms) == last


def _seats(state: BoardState, player: Player) -> str:
    seats = state.v if player is Player.V else state.n
    return seats.faces

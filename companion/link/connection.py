"""Implements the computer's side of the protocol with one board, without input or output.

The caller owns the port and the clock. It passes each event of the port to `take`, or calls
`opened`, `receive` and `closed` itself. It writes the bytes of `outgoing`, and calls `tick` no
later than `next_deadline`. One connection is used across reconnections. Times are seconds of any
monotonic clock. Source: docs/protocol.md, "The wire".
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from companion.link import messages as m
from companion.link.codec import FrameReader, body, encode, is_known, parse

LOST_AFTER: Final = 3.0
"""Seconds without a valid line after which a board is lost."""

UNREADABLE_AFTER: Final = 10.0
"""Seconds without a readable state after which a board is lost, even if it sends valid lines."""

ASK_AGAIN_AFTER: Final = 5.0
"""Seconds between two hello requests to a board of another protocol version."""

MOST_KEPT: Final = 4096
"""The maximum number of states held back. If there are more, the oldest are dropped."""

FASTEST_MS: Final = 50
"""States that follow faster than this are skipped; a board sends at most ten a second."""

RETRY_AFTER: Final = 0.3
TRIES: Final = 3
"""Seconds to wait for an answer to a command, and the maximum number of times it is sent."""

STANDS_AFTER: Final = 10.0
"""Seconds of the computer's clock in which the board's clock must advance by `GOES_ON_MS`."""

GOES_ON_MS: Final = 1_000
"""The minimum advance of a running board clock; a simulation may be slower than the host."""


@dataclass(frozen=True, slots=True)
class _Pending:
    """A command without an answer yet."""

    command: m.Command
    tries: int
    due: float


class Connection:
    """Converts the bytes of a board to `LinkEvent`s, and commands to bytes.

    A hello shows whether the board was restarted. So after `opened`, and after a silence, states
    are held back until the board has sent a hello or has not answered three requests for a hello.
    Then the states are passed on in order. Without `opened`, as for a recording, no state is held
    back.

    If a hello has another protocol version, the board is asked again. If the board repeats this
    version, its `Hello` is passed on but none of its states, and it is asked again from time to
    time. While the board's clock is stopped no state is passed on.

    url -- the port that was opened last, by an event, or "";
    good -- the number of valid lines; malformed -- the number of lines of a known kind that could
    not be parsed
    """

    def __init__(self) -> None:
        self.url = ""
        self.good = 0
        self.malformed = 0
        self._frames = FrameReader()
        self._pending: dict[int, _Pending] = {}
        self._out = bytearray()
        self._last_id = 0
        self._alive_until: float | None = None
        self._was_lost = False
        self._awaiting_hello = False
        self._foreign = False
        self._doubted: m.Hello | None = None
        self._opened = False
        self._ask_at = 0.0
        self._state_until: float | None = None
        self._unreadable = False
        self._clock_mark: tuple[int, float] | None = (
            None  # the times of the board and of the computer
        )
        self._standing = False
        self._kept: deque[m.BoardState] = deque(maxlen=MOST_KEPT)

    @property
    def dropped(self) -> int:
        """The number of damaged and malformed lines."""
        return self._frames.dropped + self.malformed

    @property
    def next_deadline(self) -> float | None:
        """The time by which to call `tick`, or None if only received bytes matter."""
        times = [pending.due for pending in self._pending.values()]
        times += [due for due in (self._alive_until, self._state_until) if due is not None]
        return min(times, default=None)

    def take(self, event: m.PortEvent | m.Line, now: float) -> list[m.LinkEvent]:
        """Process an event of the port. Return the link events of the bytes that arrived."""
        match event:
            case m.Arrived(data):
                return self.receive(data, now)
            case m.Opened(url):
                self.url = url
                self.opened(now)
            case m.Closed():
                self.closed()
        return []

    def opened(self, now: float) -> None:
        """Record that the port was opened, and request a hello. Pending commands are sent again."""
        self._frames.clear()
        self._out.clear()
        self._alive_until = now + LOST_AFTER
        self._was_lost = False
        self._foreign = self._unreadable = False
        self._doubted = None
        self._state_until = None
        self._clock_mark, self._standing = None, False
        self._opened = True
        self._kept.clear()
        self._request_hello(now)

    def closed(self) -> None:
        """Record that the port was lost.

        Silence is not reported, and an incomplete line is dropped.
        """
        self._frames.clear()
        self._out.clear()
        self._alive_until = self._state_until = None

    def send(self, verb: str, *args: str, now: float) -> int:
        """Queue a command and return its id. A `BoardAnswer` or `CommandFailed` follows.

        Raise ValueError if an argument is not allowed on the wire.
        """
        number = self._next_id()
        command = m.Command(number, verb, args)
        self._out += encode(body(command))
        self._pending[number] = _Pending(command, 1, now + RETRY_AFTER)
        return number

    def outgoing(self) -> bytes:
        """Return the bytes to write now, and clear them."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def receive(self, data: bytes, now: float) -> list[m.LinkEvent]:
        """Process bytes that arrived at `now`. Return their events in order."""
        events: list[m.LinkEvent] = []
        # A line that begins with `Q,` is an echo of the host's own command.
        texts = [text for text in self._frames.feed(data) if not text.startswith("Q,")]
        self.good += len(texts)
        for text in _newest(texts):
            self._note_line(now)
            events.extend(self._parse_line(text, now))
        return events

    def tick(self, now: float) -> list[m.LinkEvent]:
        """Process timeouts: send commands again, fail them, or report the board as lost."""
        events: list[m.LinkEvent] = []
        for number, pending in list(self._pending.items()):
            if now < pending.due:
                continue
            if pending.tries < TRIES:
                self._out += encode(body(pending.command))
                again = replace(pending, tries=pending.tries + 1, due=now + RETRY_AFTER)
                self._pending[number] = again
            else:
                events += self._give_up(number, now)
        if self._alive_until is not None and now >= self._alive_until:
            self._alive_until = self._state_until = None
            self._was_lost = True
            self._clock_mark = None
            events.append(m.BoardLost())
        if self._state_until is not None and now >= self._state_until:
            self._state_until = None
            self._unreadable = True
            self._clock_mark = None
            events.append(m.BoardLost(m.UNREADABLE))
        return events

    def _give_up(self, number: int, now: float) -> list[m.LinkEvent]:
        verb = self._pending.pop(number).command.verb
        if verb != "HELLO":
            return [m.CommandFailed(number, verb)]
        lost = (
            self._release_states()
            if self._doubted is None
            else self._accept_version(self._doubted, now)
        )
        return [m.CommandFailed(number, verb), *lost]

    def _release_states(self) -> Sequence[m.LinkEvent]:
        """Return the states held back, and stop holding states back."""
        self._awaiting_hello = False
        kept = [] if self._foreign else list(self._kept)
        self._kept.clear()
        return kept

    def _note_line(self, now: float) -> None:
        self._alive_until = now + LOST_AFTER
        if self._state_until is None and not self._unreadable and not self._foreign:
            self._state_until = now + UNREADABLE_AFTER
        if self._was_lost:
            self._was_lost = False
            self._request_hello(now)

    def _request_hello(self, now: float) -> None:
        self._awaiting_hello = True
        for number, pending in list(self._pending.items()):
            if pending.command.verb == "HELLO":
                del self._pending[number]
        self.send("HELLO", now=now)

    def _parse_line(self, text: str, now: float) -> list[m.LinkEvent]:
        message = parse(text)
        if message is None:
            self.malformed += is_known(text)
            return []
        match message:
            case m.Hello():
                return self._on_hello(message, now)
            case m.BoardState():
                return self._on_state(message, now)
            case m.BoardAnswer() if not self._is_expected(message):
                return []
        return [message]

    def _on_hello(self, hello: m.Hello, now: float) -> list[m.LinkEvent]:
        """Process a hello.

        If its version differs, ask the board again before reporting the hello.
        """
        self._unreadable = False
        if self._standing:
            self._clock_mark, self._standing = None, False
        if hello.version == m.PROTOCOL:
            self._foreign, self._doubted = False, None
            return [hello, *self._release_states()]
        if self._foreign:
            self._release_states()
            return []
        if self._doubted is None and self._opened:
            self._doubted = hello
            self._request_hello(now)
            return []
        return self._accept_version(hello, now)

    def _accept_version(self, strange: m.Hello, now: float) -> list[m.LinkEvent]:
        """Return the hello of another protocol version, and stop passing on states."""
        self._foreign, self._doubted = True, None
        self._ask_at = now + ASK_AGAIN_AFTER
        self._state_until = None
        self._release_states()
        return [strange]

    def _on_state(self, state: m.BoardState, now: float) -> list[m.LinkEvent]:
        """Return the state, or hold it back until the board has sent its hello."""
        if self._foreign:
            if now >= self._ask_at:
                self._ask_at = now + ASK_AGAIN_AFTER
                self._request_hello(now)
            return []
        self._state_until = now + UNREADABLE_AFTER
        self._unreadable = False
        before, self._standing = self._standing, self._has_stopped(state.ms, now)
        if self._standing:
            return [] if before else [m.BoardLost(m.STOPPED)]
        if self._awaiting_hello:
            self._kept.append(state)
            return []
        return [state]

    def _has_stopped(self, ms: int, now: float) -> bool:
        """Return whether the board's clock has stopped.

        All timing at the table depends on this clock. Such a board may send lines, but it can never
        settle.
        """
        if self._clock_mark is not None:
            before, at = self._clock_mark
            if m.elapsed(ms, before) < GOES_ON_MS:
                return now - at >= STANDS_AFTER
        self._clock_mark = ms, now
        return False

    def _is_expected(self, answer: m.BoardAnswer) -> bool:
        """Return whether an answer belongs to a pending command, and remove this command."""
        pending = self._pending.get(answer.id)
        if pending is None:
            return False  # the command was sent twice and already answered
        if pending.command.verb == "HELLO" and self._awaiting_hello:
            return False  # the hello itself was lost on the way
        del self._pending[answer.id]
        return True

    def _next_id(self) -> int:
        number = self._last_id % (m.ID_MODULUS - 1) + 1
        while number in self._pending:
            number = number % (m.ID_MODULUS - 1) + 1
        self._last_id = number
        return number


def _newest(texts: list[str]) -> list[str]:
    """Return the lines without states that a newer state follows within `FASTEST_MS`.

    States follow so fast only if the board floods the line or the computer was busy. The counters
    are cumulative, so skipping a state loses no throw and no key.
    """
    kept: list[str] = []
    last: int | None = None
    for text, following in zip_longest(texts, texts[1:], fillvalue=""):
        ms, after = _clock(text), _clock(following)
        if ms is None or after is None or last is None or m.elapsed(after, last) >= FASTEST_MS:
            kept.append(text)
            last = ms
    return kept


def _clock(text: str) -> int | None:
    """Return the time of the board's clock in a state line, or None for another line."""
    kind, *fields = text.split(",", 3)
    return int(fields[1]) if kind == "S" and fields[1:] and fields[1].isdecimal() else None

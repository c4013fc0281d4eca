"""The computer's side of the protocol with one board, without a port: bytes in, events out.

Whoever owns port and clock calls `opened` for every opening of the port, `receive` for what
arrives, writes what `outgoing` returns, and calls `tick` no later than `next_deadline`. The
object outlives reconnections. Times are seconds of any clock that never runs backwards.
Source: docs/protocol.md, "The wire".
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from companion.link.codec import body, is_known, parse
from companion.link.frames import FrameReader, encode
from companion.link.messages import (
    ID_MODULUS,
    PROTOCOL,
    STANDING,
    UNREADABLE,
    Answer,
    BoardLost,
    BoardState,
    Command,
    CommandFailed,
    Hello,
    LinkEvent,
    elapsed,
)

LOST_AFTER: Final = 3.0
"""Seconds of silence after which a board is lost."""

UNREADABLE_AFTER: Final = 10.0
"""Seconds without a readable state, although good lines come, after which a board is lost too."""

ASK_AGAIN_AFTER: Final = 5.0
"""Seconds between two checks of a board that goes on speaking another version."""

MOST_KEPT: Final = 4096
"""So many states are kept back at most; of more, the oldest are dropped."""

FASTEST_MS: Final = 50
"""A board sends its state at most ten times a second: what comes faster need not all be read."""

RETRY_AFTER: Final = 0.3
TRIES: Final = 3

STANDS_AFTER: Final = 10.0
"""Seconds of the host after which a clock that has not gone on is said to stand."""

GOES_ON_MS: Final = 1_000
"""So far it goes on in that time; a simulation may be slower than the host, but not so slow."""


class Pace:
    """Tells whether the board's clock goes on, by which everything at the table is timed.

    A board whose clock stands sends lines, but nothing it shows can have stood still. `stands`
    takes the `ms` of the states in order, with the host's seconds at which they came.
    """

    def __init__(self) -> None:
        self._mark: tuple[int, float] | None = None

    def reset(self) -> None:
        """Forget what was seen: the board was away, or begins anew."""
        self._mark = None

    def stands(self, ms: int, now: float) -> bool:
        """Return whether the clock stands, as far as this state shows."""
        if self._mark is not None:
            before, at = self._mark
            if elapsed(ms, before) < GOES_ON_MS:
                return now - at >= STANDS_AFTER
        self._mark = ms, now  # gone on; or another boot, as it went back
        return False


@dataclass(frozen=True, slots=True)
class _Pending:
    """A command that has no answer yet."""

    command: Command
    tries: int
    due: float


class Connection:
    """Turns bytes of a board into `LinkEvent`s and commands into bytes.

    After `opened`, and after a silence, states are kept back until the board has said hello (or
    has been asked three times in vain): a state means nothing before it is known whether the
    board was restarted. Then they follow, in order. Without `opened` (a recording) nothing is
    kept back. A hello of another version of the wire is believed when the board, asked again, says
    so once more: then it is named by its `Hello`, no state of it is passed on, and while it goes on
    speaking it is asked now and then whether that still holds. Of a board whose clock stands still
    no state is passed on until it goes on.

    good -- good lines so far; malformed -- good lines of a known kind that could not be read.
    """

    def __init__(self) -> None:
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
        self._doubted: Hello | None = None
        self._opened = False
        self._ask_at = 0.0
        self._state_until: float | None = None
        self._unreadable = False
        self._pace = Pace()
        self._standing = False
        self._kept: deque[BoardState] = deque(maxlen=MOST_KEPT)

    @property
    def dropped(self) -> int:
        """Lines that were damaged on the way, or malformed."""
        return self._frames.dropped + self.malformed

    @property
    def next_deadline(self) -> float | None:
        """When `tick` has something to do; None when only bytes are waited for."""
        times = [pending.due for pending in self._pending.values()]
        times += [due for due in (self._alive_until, self._state_until) if due is not None]
        return min(times, default=None)

    def opened(self, now: float) -> None:
        """The port was opened: ask for a hello; commands not yet answered are sent again."""
        self._frames.clear()
        self._out.clear()
        self._alive_until = now + LOST_AFTER
        self._was_lost = False
        self._foreign = self._unreadable = False
        self._doubted = None
        self._state_until = None
        self._begin_pace()
        self._opened = True
        self._kept.clear()
        self._greet(now)

    def closed(self) -> None:
        """The port is gone: silence is no longer reported, and a half line is dropped."""
        self._frames.clear()
        self._out.clear()
        self._alive_until = self._state_until = None

    def send(self, verb: str, *args: str, now: float) -> int:
        """Queue a command and return its id; its `Answer` or a `CommandFailed` follows.

        Raises ValueError when an argument cannot go over the wire.
        """
        number = self._next_id()
        command = Command(number, verb, args)
        self._out += encode(body(command))
        self._pending[number] = _Pending(command, 1, now + RETRY_AFTER)
        return number

    def outgoing(self) -> bytes:
        """Take what is to be written now."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def receive(self, data: bytes, now: float) -> list[LinkEvent]:
        """Take bytes that arrived at `now`; return what they mean, in order."""
        events: list[LinkEvent] = []
        texts = [text for text in self._frames.feed(data) if not text.startswith("Q,")]  # no echo
        self.good += len(texts)
        for text in _newest(texts):
            self._heard(now)
            events.extend(self._understood(text, now))
        return events

    def tick(self, now: float) -> list[LinkEvent]:
        """Do what is due: try commands again, give them up, find the board lost."""
        events: list[LinkEvent] = []
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
            self._pace.reset()
            events.append(BoardLost())
        if self._state_until is not None and now >= self._state_until:
            self._state_until = None
            self._unreadable = True
            self._pace.reset()
            events.append(BoardLost(UNREADABLE))
        return events

    def _begin_pace(self) -> None:
        """Forget how the board's clock went so far."""
        self._pace.reset()
        self._standing = False

    def _give_up(self, number: int, now: float) -> list[LinkEvent]:
        verb = self._pending.pop(number).command.verb
        if verb != "HELLO":
            return [CommandFailed(number, verb)]
        told = self._released() if self._doubted is None else self._believe(self._doubted, now)
        return [CommandFailed(number, verb), *told]

    def _released(self) -> Sequence[LinkEvent]:
        """Pass on what was kept back, and from now on all that the board says."""
        self._awaiting_hello = False
        kept = [] if self._foreign else list(self._kept)
        self._kept.clear()
        return kept

    def _heard(self, now: float) -> None:
        self._alive_until = now + LOST_AFTER
        if self._state_until is None and not self._unreadable and not self._foreign:
            self._state_until = now + UNREADABLE_AFTER
        if self._was_lost:
            self._was_lost = False
            self._greet(now)

    def _greet(self, now: float) -> None:
        self._awaiting_hello = True
        for number, pending in list(self._pending.items()):
            if pending.command.verb == "HELLO":
                del self._pending[number]
        self.send("HELLO", now=now)

    def _understood(self, text: str, now: float) -> list[LinkEvent]:
        message = parse(text)
        if message is None:
            self.malformed += is_known(text)
            return []
        match message:
            case Hello():
                return self._met(message, now)
            case BoardState():
                return self._stated(message, now)
            case Answer() if not self._settles(message):
                return []
        return [message]

    def _met(self, hello: Hello, now: float) -> list[LinkEvent]:
        """Take a hello; of one with another version the board is asked again before it counts."""
        self._unreadable = False
        if self._standing:
            self._begin_pace()
        if hello.version == PROTOCOL:
            self._foreign, self._doubted = False, None
            return [hello, *self._released()]
        if self._foreign:
            self._released()
            return []
        if self._doubted is None and self._opened:
            self._doubted = hello
            self._greet(now)
            return []
        return self._believe(hello, now)

    def _believe(self, strange: Hello, now: float) -> list[LinkEvent]:
        """Report that the board speaks another version; nothing else it says is passed on."""
        self._foreign, self._doubted = True, None
        self._ask_at = now + ASK_AGAIN_AFTER
        self._state_until = None
        self._released()
        return [strange]

    def _stated(self, state: BoardState, now: float) -> list[LinkEvent]:
        """Pass a state on, or keep it back until the board's version is known."""
        if self._foreign:
            if now >= self._ask_at:
                self._ask_at = now + ASK_AGAIN_AFTER
                self._greet(now)
            return []
        self._state_until = now + UNREADABLE_AFTER
        self._unreadable = False
        before, self._standing = self._standing, self._pace.stands(state.ms, now)
        if self._standing:
            return [] if before else [BoardLost(STANDING)]
        if self._awaiting_hello:
            self._kept.append(state)
            return []
        return [state]

    def _settles(self, answer: Answer) -> bool:
        """Tell whether an answer ends the tries of a command, and end them."""
        pending = self._pending.get(answer.id)
        if pending is None:
            return False  # a second try of what was answered already
        if pending.command.verb == "HELLO" and self._awaiting_hello:
            return False  # the hello itself was lost on the way
        del self._pending[answer.id]
        return True

    def _next_id(self) -> int:
        number = self._last_id % (ID_MODULUS - 1) + 1
        while number in self._pending:
            number = number % (ID_MODULUS - 1) + 1
        self._last_id = number
        return number


def _newest(texts: list[str]) -> list[str]:
    """The lines that came at once, without states that others followed too soon.

    No board says so much: it is a flood, or the computer was busy. Counters run on, so no throw
    and no key is lost with a state.
    """
    kept: list[str] = []
    last: int | None = None
    for text, following in zip_longest(texts, texts[1:], fillvalue=""):
        ms, after = _clock(text), _clock(following)
        if ms is None or after is None or last is None or elapsed(after, last) >= FASTEST_MS:
            kept.append(text)
            last = ms
    return kept


def _clock(text: str) -> int | None:
    """The board's clock in a state line; None for any other."""
    kind, *fields = text.split(",", 3)
    return int(fields[1]) if kind == "S" and fields[1:] and fields[1].isdecimal() else None

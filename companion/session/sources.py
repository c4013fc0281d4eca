"""Where a board comes from: a line that is read, or what tells the same; and how its link is."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Protocol

from companion import ending
from companion.board.counters import Pressed
from companion.link.connection import Connection
from companion.link.messages import (
    PROTOCOL,
    STANDING,
    UNREADABLE,
    ZONES,
    Arrived,
    Closed,
    Hello,
    Keyed,
    Line,
    LinkEvent,
    Noticed,
    Opened,
    PortEvent,
)
from companion.link.port import CLOSE_SECONDS, Reader
from companion.referee.board_facts import Link
from companion.referee.inputs import Act
from companion.referee.talk_facts import EntryAnswer, Explained, KeyAnswer, MovesTyped
from companion.typed.situation import Effect


@dataclass(frozen=True, slots=True)
class Tick:
    """The clock of a table without a board, in milliseconds like a board's."""

    ms: int


TypedEvent = Act | Pressed | EntryAnswer | KeyAnswer | Explained | MovesTyped | Tick
"""What comes from a typed table: inputs of the referee, keys, answers to lines, and the time."""

SourceEvent = LinkEvent | Effect | Tick
"""What a source says: what a board does, or what follows from typed lines."""


class BoardSource(Protocol):
    """What stands on a board, what was pressed there, and how its link is.

    A source puts what happens to its line into the evening's inbox, as `PortEvent`s or lines. The
    evening hands each one back to `take`, which gives what the board says by it: a `Hello`,
    `BoardState`s with pieces, dice and counters of keys, or that the board was lost. Seconds are
    the evening's.
    """

    @property
    def name(self) -> str:
        """What the line is called, as the events tell it."""

    @property
    def next_deadline(self) -> float | None:
        """When `tick` is due at the latest; None: whenever."""

    def start(self, put: Callable[[PortEvent | Line | Keyed | Noticed], None]) -> None:
        """Begin to tell what happens; `put` may be called from any thread."""

    def take(self, event: PortEvent | Line, now: float) -> Iterable[SourceEvent]:
        """What the board says by this.

        It is taken one by one: what comes later may hang on what the evening made of the first.
        """

    def tick(self, now: float) -> Iterable[SourceEvent]:
        """What is known by the time that has gone."""

    def ask(self, now: float) -> None:
        """Ask the board what stands on it; without that the next line may be a second away."""

    def flush(self) -> None:
        """Send what waits to be sent."""

    def close(self) -> None:
        """Let go of the line."""


class SerialBoard:
    """A board at the end of a serial line, or of a TCP connection.

    port -- its name, `auto`, or an address.
    """

    def __init__(self, port: str) -> None:
        self._port = self.name = port
        self._connection = Connection()
        self._reader: Reader | None = None

    @property
    def next_deadline(self) -> float | None:
        """When the board is to be asked, or is lost."""
        return self._connection.next_deadline

    def start(self, put: Callable[[PortEvent | Line | Keyed | Noticed], None]) -> None:
        """Open the port, and again for as long as it takes."""
        self._reader = Reader(self._port, put)
        self._reader.start()

    def take(self, event: PortEvent | Line, now: float) -> list[LinkEvent]:
        """Read the bytes that came; note that the line was opened or closed."""
        match event:
            case Arrived(data):
                return self._connection.receive(data, now)
            case Opened(url):
                self.name = url
                self._connection.opened(now)
            case Closed():
                self._connection.closed()
        return []

    def tick(self, now: float) -> list[LinkEvent]:
        """Return the events of time alone, such as a board that has been silent for too long."""
        return self._connection.tick(now)

    def ask(self, now: float) -> None:
        """Send the command for a state line."""
        self._connection.send("SNAP", now=now)

    def outgoing(self) -> bytes:
        """What is to be sent to the board, once."""
        return self._connection.outgoing()

    def flush(self) -> None:
        """Write what is to be sent."""
        waiting = self.outgoing()
        if waiting and self._reader is not None:
            self._reader.write(waiting)

    def close(self) -> None:
        """End the thread that reads, in the time that is left."""
        if self._reader is not None:
            self._reader.close(ending.within(CLOSE_SECONDS, ending.CLOSING))


# --- the link as facts ----------------------------------------------------------------------------

SPEAKS_ON: Final = {
    UNREADABLE: "The board sends lines, but none that tells what stands on it.",
    STANDING: "The board's clock stands still.",
}
"""Why a board is lost that goes on speaking, as a sentence."""


@dataclass(slots=True)
class LinkState:
    """What was last told of the link; "" for nothing yet."""

    state: str = ""
    _strange: tuple[str, int] | None = None

    @property
    def is_connected(self) -> bool:
        """Whether the board was told to be there."""
        return self.state == "connected"

    def searching(self, port: str, reason: str, why: str) -> tuple[Link, ...]:
        """No board is there."""
        return self._news(Link("searching", port, "", reason, why))

    def connected(self, port: str) -> tuple[Link, ...]:
        """The board sends what stands on it."""
        return self._news(Link("connected", port))

    def lost(self, port: str, reason: str, why: str) -> tuple[Link, ...]:
        """The board is away; reported only if it was there, or still sends something."""
        if self.is_connected or why in SPEAKS_ON:
            return self._news(Link("lost", port, "", reason or SPEAKS_ON.get(why, ""), why))
        return ()

    def hello(self, port: str, hello: Hello) -> tuple[Link, ...]:
        """The board says who it is; one that speaks another version cannot be understood."""
        if hello.version != PROTOCOL:
            reason = (
                f"The board {hello.board_id} speaks version {hello.version} of the wire, this "
                f"companion version {PROTOCOL}. Update the older of the two."
            )
            return self._news(Link("searching", port, hello.board_id, reason))
        strange = (hello.board_id, hello.zones)
        if hello.zones == len(ZONES) or strange == self._strange:
            return self._news(Link("connected", port, hello.board_id))
        self._strange = strange  # that it senses other zones is said once
        reason = f"The board senses {hello.zones} zones instead of {len(ZONES)}."
        return self._news(Link("connected", port, hello.board_id, reason, "zones"))

    def _news(self, link: Link) -> tuple[Link, ...]:
        if link.state == self.state and not link.reason:
            return ()
        self.state = link.state
        return (link,)

"""Sources of board events, and the facts about the link."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Protocol

from companion import ending
from companion.link import messages as m
from companion.link.connection import Connection
from companion.link.port import CLOSE_SECONDS, Reader
from companion.referee.board_facts import Link
from companion.typed.situation import Effect, GameEffect


@dataclass(frozen=True, slots=True)
class Tick:
    """The time at a table without a board, in milliseconds like the clock of a board."""

    ms: int


TypedEvent = GameEffect | Tick
"""Events of a typed table: inputs of the referee, keys, answers to lines, and the time."""

SourceEvent = m.LinkEvent | Effect | Tick
"""Events of any source."""


class BoardSource(Protocol):
    """The interface of a source of board events.

    A source puts `PortEvent`s or lines into the evening's inbox. The evening passes each of them to
    `take`, which returns the resulting events. Times are seconds of the evening's clock.
    """

    @property
    def name(self) -> str:
        """The name of the port, as in events."""

    @property
    def next_deadline(self) -> float | None:
        """The latest time for the next `tick`, or None."""

    def start(self, put: Callable[[m.PortEvent | m.TypedInput], None]) -> None:
        """Start the source; it may call `put` from any thread."""

    def take(self, event: m.PortEvent | m.Line, now: float) -> Iterable[SourceEvent]:
        """Yield the events that follow from a port event or line.

        The evening processes each event before it asks for the next, because the next event may
        depend on the result.
        """

    def tick(self, now: float) -> Iterable[SourceEvent]:
        """Return the events that follow from the time."""

    def ask(self, now: float) -> None:
        """Request the board's state now; otherwise the next line may take a second."""

    def flush(self) -> None:
        """Send waiting bytes."""

    def close(self) -> None:
        """Close the source."""


class SerialBoard(Connection):
    """The connection to a board at a serial port or a TCP address.

    port -- the name of the port, `auto`, or an address.
    """

    def __init__(self, port: str) -> None:
        super().__init__()
        self._port = port
        self._reader: Reader | None = None

    @property
    def name(self) -> str:
        """The name of the open port, or the given name."""
        return self.url or self._port

    def start(self, put: Callable[[m.PortEvent], None]) -> None:
        """Start to open the port, and try again until this succeeds."""
        self._reader = Reader(self._port, put)
        self._reader.start()

    def ask(self, now: float) -> None:
        """Send the command for a state line."""
        self.send("SNAP", now=now)

    def flush(self) -> None:
        """Write the waiting bytes to the port."""
        waiting = self.outgoing()
        if waiting and self._reader is not None:
            self._reader.write(waiting)

    def close(self) -> None:
        """Stop the reading thread."""
        if self._reader is not None:
            self._reader.close(ending.within(CLOSE_SECONDS, ending.CLOSING))


# --- the link as facts ----------------------------------------------------------------------------

LOST_BUT_SENDING: Final = {
    m.UNREADABLE: "The board sends lines, but none that tells what stands on it.",
    m.STOPPED: "The board's clock stands still.",
}
"""Sentences that say why a board is lost although it still sends lines."""


@dataclass(slots=True)
class LinkState:
    """The last reported state of the link, or ""."""

    state: str = ""
    _strange: tuple[str, int] | None = None

    def news(self, link: Link) -> tuple[Link, ...]:
        """Return this fact if it is new or has a reason."""
        if link.state == self.state and not link.reason:
            return ()
        self.state = link.state
        return (link,)

    def lost(self, port: str, reason: str, why: str) -> tuple[Link, ...]:
        """Return the fact that the board was lost, if this is news.

        It is news if the board was connected, or if it sends lines that cannot be used.
        """
        if self.state == "connected" or why in LOST_BUT_SENDING:
            return self.news(Link("lost", port, "", reason or LOST_BUT_SENDING.get(why, ""), why))
        return ()

    def hello(self, port: str, hello: m.Hello) -> tuple[Link, ...]:
        """Return the fact that a board identified itself. A board of another version is refused."""
        if hello.version != m.PROTOCOL:
            reason = (
                f"The board {hello.board_id} speaks version {hello.version} of the wire, this "
                f"companion version {m.PROTOCOL}. Update the older of the two."
            )
            return self.news(Link("searching", port, hello.board_id, reason))
        strange = (hello.board_id, hello.zones)
        if hello.zones == len(m.ZONES) or strange == self._strange:
            return self.news(Link("connected", port, hello.board_id))
        self._strange = strange  # the number of zones is reported once
        reason = f"The board senses {hello.zones} zones instead of {len(m.ZONES)}."
        return self.news(Link("connected", port, hello.board_id, reason, "zones"))

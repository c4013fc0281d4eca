"""What a table has still to publish: rows in order, no more at a time than the broker takes. Pure.

The journal is the queue. Only a stretch of it is held here, pulled when there is room; the club
says what it has and from where on it misses anything, and the journal is read again from there.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final

from companion.publishing.messages import Mark, Published
from companion.records.journal import Row

FEW: Final = 100
"""Rows held, below which more are pulled."""

MOST_FLYING: Final = 50
"""Rows sent and not yet acknowledged by the broker."""


class Outbox:
    """Rows on their way to the broker.

    `pull` says above which number rows are wanted now, `take` gets them, `sendable` gives what may
    be sent; `go_to` begins again elsewhere.
    """

    def __init__(self) -> None:
        self._held: deque[Row] = deque()
        self._journal = ""
        self._last = 0
        self._sent = 0
        self._flying = 0
        self._pulling: int | None = None
        self._mark: Mark | None = None

    @property
    def journal(self) -> str:
        """Which journal is sent, "" while that is not known."""
        return self._journal

    @property
    def sent(self) -> int:
        """The number of the last row sent."""
        return self._sent

    def pull(self) -> int | None:
        """The number above which rows are to be read; None while enough are held or awaited."""
        if self._pulling is not None or len(self._held) >= FEW:
            return None
        self._pulling = self._last
        return self._last

    def take(self, journal: str, after: int, rows: Iterable[Row]) -> None:
        """Take the rows above `after`; what was pulled before the last `go_to` is passed over."""
        if after != self._pulling:
            return
        self._pulling = None
        known, self._journal = self._journal, journal
        if journal != known and self._mark is not None and self.go_to(self._mark):
            return
        self._held += rows
        self._last = self._held[-1].number if self._held else self._last

    def sendable(self) -> Iterator[Published]:
        """The rows that may be sent now, in order; each counts as sent."""
        while self._held and self._flying < MOST_FLYING:
            row = self._held.popleft()
            after, self._sent = self._sent, row.number
            self._flying += 1
            yield Published(self._journal, after, row)

    def acknowledged(self) -> None:
        """Note that the broker has one more of the rows sent."""
        self._flying = max(self._flying - 1, 0)

    def connected(self) -> None:
        """Note a new connection: nothing is in flight on it."""
        self._flying = 0

    def go_to(self, mark: Mark) -> bool:
        """Send next what comes after a place in the journal; whether that is elsewhere.

        A place in another journal is kept in mind until it is known which one this is.
        """
        self._mark = mark
        if mark.journal != self._journal or mark.number == self._sent:
            return False
        self._held.clear()
        self._last = self._sent = mark.number
        self._pulling = None
        return True

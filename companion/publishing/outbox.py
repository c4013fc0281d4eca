"""What the page and the club are still to be shown, read from the journal at their own pace.

The journal is the queue: nothing of it is held here but a stretch of one file. The club says what
it has and from where on it misses anything, and the journal is read again from there.
"""

from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import time
from typing import Final

from companion.publishing.messages import Mark, Published
from companion.records.lines import JournalError
from companion.records.read import Follower, Row, files, order

FEW: Final = 100
"""Rows that are read at once."""

MOST_FLYING: Final = 50
"""Rows sent and not yet acknowledged by the broker."""

_FACTS: Final = 1 << 20
"""More facts than any match has: so far apart are the numbers of an evening's matches."""


class _Folder:
    """A journal's folder, which is listed again only where it has changed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen = ("", 0)

    def newer(self, name: str) -> Path | None:
        """The file that follows one; the first where that is ""; None where there is none."""
        try:
            seen = name, self.path.stat().st_mtime_ns
            found = files(self.path) if seen != self._seen else []
        except (OSError, JournalError):
            return None
        self._seen = seen
        return next((path for path in found if order(path.name) > order(name)), None)


class EveningRows:
    """The facts of one evening's matches, for its page.

    resumed -- the name of the match that it went on with, "" for none, with so many bytes found;
    newest -- the name of the newest match before the evening. Numbers go on from match to match.
    """

    def __init__(self, folder: Path, resumed: str, found: int, newest: str) -> None:
        self._folder = _Folder(folder)
        self._newest = newest
        self._found = found
        self._names: list[str] = []
        self._follower: Follower | None = None
        if resumed:
            self._follow(folder / resumed)

    def _follow(self, path: Path) -> None:
        self._names.append(path.name)
        self._follower = Follower(path, len(self._names))

    def take(self) -> tuple[list[Row], float | None]:
        """The next rows, and how many seconds ago the last was written; None where nobody knows.

        What an earlier start of the evening wrote has times by another clock.
        """
        rows = [] if self._follower is None else self._read(self._follower)
        if not rows:
            newest = max([self._newest, *self._names], key=order)
            path = self._folder.newer(newest)
            if path is not None:
                self._follow(path)
                return self.take()
        follower = self._follower
        if follower is not None and (len(self._names) > 1 or follower.offset > self._found):
            with suppress(OSError):
                return rows, max(time() - follower.path.stat().st_mtime, 0.0)
        return rows, None

    def _read(self, follower: Follower) -> list[Row]:
        before = (len(self._names) - 1) * _FACTS
        with suppress(JournalError):
            rows = follower.rows(FEW)
            return [replace(row, number=before + row.number) for row in rows]
        return []

    def number_of(self, mark: Mark) -> int | None:
        """The number on the page of a place in the journal; None for another evening's."""
        if mark.journal not in self._names:
            return None
        return self._names.index(mark.journal) * _FACTS + mark.number

    def mark_of(self, number: int) -> Mark:
        """The place in the journal of a number on the page."""
        match, fact = divmod(number, _FACTS)
        return Mark(self._names[match] if self._names else "", fact)


class Outbox:
    """Rows on their way to the broker.

    `sendable` gives what may be sent; `go_to` begins again elsewhere.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = _Folder(folder)
        self._follower: Follower | None = None
        self._held: deque[Row] = deque()
        self._flying = 0
        self.sent = Mark("", 0)
        self._previous: Mark | None = None

    def sendable(self) -> Iterator[Published]:
        """The rows that may be sent now, in order; each counts as sent."""
        while self._flying < MOST_FLYING and self._is_filled():
            row, before = self._held.popleft(), self.sent
            previous, self._previous = self._previous, None
            self.sent = Mark(before.journal, row.number)
            self._flying += 1
            yield Published(before.journal, row, previous=previous)

    def _is_filled(self) -> bool:
        """Read on where nothing is held, also in the next match; whether something is held."""
        while not self._held:
            with suppress(JournalError):
                self._held += () if self._follower is None else self._follower.rows(FEW)
            if self._held:
                break
            newer = self._folder.newer(self.sent.journal)
            if newer is None:
                break
            self._follow(Mark(newer.name, 0))
        return bool(self._held)

    def acknowledged(self) -> None:
        """Note that the broker has one more of the rows sent."""
        self._flying = max(self._flying - 1, 0)

    def connected(self) -> None:
        """Note a new connection: nothing is in flight on it."""
        self._flying = 0

    def is_before(self, mark: Mark) -> bool:
        """Return whether a place is before the last row sent."""
        return (order(mark.journal), mark.number) < (order(self.sent.journal), self.sent.number)

    def go_to(self, mark: Mark) -> None:
        """Send next what comes after a place; a place in another journal changes nothing."""
        is_ours = order(mark.journal) > order("") and (self._folder.path / mark.journal).is_file()
        if is_ours and mark != self.sent:
            self._held.clear()
            self._follow(mark)

    def _follow(self, mark: Mark) -> None:
        self._follower = Follower(self._folder.path / mark.journal, after=mark.number)
        self.sent = mark
        self._previous = None if mark.number else self._end_before(mark.journal)

    def _end_before(self, journal: str) -> Mark | None:
        """The last place in the match before one."""
        with suppress(JournalError):
            for path in reversed(files(self._folder.path)):
                before = Follower(path).rows(_FACTS) if order(path.name) < order(journal) else []
                if before:
                    return Mark(path.name, before[-1].number)
        return None

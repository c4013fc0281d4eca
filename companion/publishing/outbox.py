"""Reads from the journal what the page and the club have not yet received.

The journal is the queue: only a part of one file is held in memory. The club reports which facts it
has and where facts are missing, and the journal is read again from this place.
"""

from collections import deque
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import time
from typing import Final

from companion.publishing.messages import Mark, Published
from companion.records.lines import JournalError
from companion.records.read import FactRow, Follower, files, order

ROWS_AT_ONCE: Final = 100
"""The number of rows read at a time."""

_FACTS: Final = 1 << 20
"""The page numbers the facts of all matches in one sequence. Each match begins at the next multiple
of this number, which is larger than the number of facts in any match."""


class _Matches:
    """The matches of a journal, one of which is followed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._follower: Follower | None = None
        self._seen = ("", 0)
        self._next: Path | None = None

    def _rows(self) -> list[FactRow]:
        """Return the next rows of the match that is followed, if any."""
        with suppress(JournalError):
            return [] if self._follower is None else self._follower.rows(ROWS_AT_ONCE)
        return []

    def _newer(self, name: str) -> Path | None:
        """Return the file after this one, or the first file for ""; None if there is none.

        The folder is listed again only if it has changed.
        """
        try:
            seen = name, self._folder.stat().st_mtime_ns
            if seen != self._seen:
                later = (path for path in files(self._folder) if order(path.name) > order(name))
                self._next = next(later, None)
        except (OSError, JournalError):
            return None
        self._seen = seen
        return self._next


class EveningRows(_Matches):
    """Reads the facts of one evening's matches for its page, numbered across matches.

    resumed -- the name of the match that the evening resumed, "" if none;
    found -- the size in bytes of the resumed match's file when the evening began;
    newest -- the name of the newest match before the evening.
    """

    def __init__(self, folder: Path, resumed: str, found: int, newest: str) -> None:
        super().__init__(folder)
        self._newest = newest
        self._found = found
        self._names: list[str] = []
        if resumed:
            self._follow(folder / resumed)

    def _follow(self, path: Path) -> None:
        self._names.append(path.name)
        self._follower = Follower(path, len(self._names))

    def take(self) -> tuple[list[FactRow], float | None]:
        """Return the next rows, and the seconds since the last row was written, None if unknown.

        The age of facts recorded before the program was started is unknown, because their times are
        by another clock.
        """
        before = (len(self._names) - 1) * _FACTS
        rows = [replace(row, number=before + row.number) for row in self._rows()]
        if not rows:
            path = self._newer(max([self._newest, *self._names], key=order))
            if path is not None:
                self._follow(path)
                return self.take()
        follower = self._follower
        if follower is not None and (len(self._names) > 1 or follower.offset > self._found):
            with suppress(OSError):
                return rows, max(time() - follower.path.stat().st_mtime, 0.0)
        return rows, None

    def number_of(self, mark: Mark) -> int | None:
        """Return the page's number for a place in the journal; None if not of this evening."""
        if mark.journal not in self._names:
            return None
        return self._names.index(mark.journal) * _FACTS + mark.number

    def mark_of(self, number: int) -> Mark:
        """Return the place in the journal for a number on the page."""
        match, fact = divmod(number, _FACTS)
        return Mark(self._names[match] if self._names else "", fact)


class Outbox(_Matches):
    """The rows to send to the broker.

    `next` returns one row after the other. `go_to` continues from another place.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._held: deque[FactRow] = deque()
        self.sent = Mark("", 0)
        self._previous: Mark | None = None

    def next(self) -> Published | None:
        """Return the next row and count it as sent; None if there is none."""
        if not self._fill():
            return None
        row, journal = self._held.popleft(), self.sent.journal
        previous, self._previous = self._previous, None
        self.sent = Mark(journal, row.number)
        return Published(journal, row, previous=previous)

    def _fill(self) -> bool:
        """If no rows are held, read more, also from the next match.

        Return whether there are rows.
        """
        while not self._held:
            self._held += self._rows()
            newer = None if self._held else self._newer(self.sent.journal)
            if newer is None:
                break
            self._follow(Mark(newer.name, 0))
        return bool(self._held)

    def is_before(self, mark: Mark) -> bool:
        """Return whether a place is before the last row sent."""
        return (order(mark.journal), mark.number) < (order(self.sent.journal), self.sent.number)

    def go_to(self, mark: Mark) -> None:
        """Continue after a place if its file is in this journal; otherwise do nothing."""
        is_ours = order(mark.journal) > order("") and (self._folder / mark.journal).is_file()
        if is_ours and mark != self.sent:
            self._held.clear()
            self._follow(mark)

    def _follow(self, mark: Mark) -> None:
        self._follower = Follower(self._folder / mark.journal, after=mark.number)
        self.sent = mark
        self._previous = None if mark.number else self._end_before(mark.journal)

    def _end_before(self, journal: str) -> Mark | None:
        """Return the place of the last fact in the newest match that is older than this file."""
        with suppress(JournalError):
            for path in reversed(files(self._folder)):
                before = Follower(path).rows(_FACTS) if order(path.name) < order(journal) else []
                if before:
                    return Mark(path.name, before[-1].number)
        return None

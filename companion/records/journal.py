"""Writes the journal, a folder with one text file per match. Lines are only appended.

Each observation (a settled board, a key, a ruling) is one line of JSON with its facts, the input
since the previous line and the referee's snapshot. When `record` has returned, the line is on disk
and survives a kill or a power cut. `docs/protocol.md` describes the lines. The folder is locked
while it is open for writing, so there is only one writer. The lock ends with the process that holds
it.

All errors are `JournalError`, with one sentence for the players.
"""

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Self

from filelock import FileLock, Timeout

import companion
from companion.ending import Closing
from companion.records.encoding import plain, plain_fact
from companion.records.lines import FORM, JournalError, foreign, sealed
from companion.records.read import ENDING, SETTINGS_SHOWN, THROWN, RecordedInput, files, order
from companion.records.resume import Unfinished, last_unfinished, write_head
from companion.referee.facts import Fact
from companion.referee.view import View

LOCK: Final = ".lock"
_STAMP: Final = "%Y-%m-%dT%H%M%SZ"

_REASONS: Final = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), "full"),
    **dict.fromkeys((errno.EROFS, errno.EACCES, errno.EPERM), "read-only"),
    errno.ENOENT: "gone",
    errno.EIO: "disk-error",
}


@contextmanager
def _plain_errors(folder: Path) -> Iterator[None]:
    """Turn a system error into a `JournalError` with one sentence that names the folder."""
    try:
        yield
    except OSError as error:
        name = f"refusal.journal.{_REASONS.get(error.errno or 0, 'unusable')}"
        raise JournalError(name, journal=str(folder), reason=str(error.strerror)) from error


class _Match:
    """The file of one match, open for appending."""

    def __init__(self, path: Path, *, synced: bool, goes_on: Unfinished | None = None) -> None:
        self.path = path
        self._synced = synced
        self._n, self._before, self._first = 0, "", {}
        if goes_on is not None:
            self._n, self._before, self._first = goes_on.n, goes_on.sum, goes_on.first
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
        self._size = os.lseek(self._file, 0, os.SEEK_END)

    def append(self, *lines: dict[str, Any]) -> None:
        """Append all lines or none; they are on disk when the method returns. Raises `OSError`."""
        written, n, before = b"", self._n, self._before
        for line in lines:
            n += 1
            data = line if "journal" in line else {"n": n} | line
            whole, before = sealed(data, before)
            written += whole
            if "journal" in line:
                self._first = data | {"sum": before}
        try:
            self._write(written)
        except OSError:
            with suppress(OSError):
                os.ftruncate(self._file, self._size)
            raise
        self._n, self._before, self._size = n, before, self._size + len(written)
        write_head(self.path, n, before, self._first)

    def _write(self, data: bytes) -> None:
        os.ftruncate(self._file, self._size)
        os.lseek(self._file, self._size, os.SEEK_SET)
        while data:
            data = data[os.write(self._file, data) :]
        if self._synced:
            os.fsync(self._file)
        # An unlinked file can still be written to, and its facts would be lost silently.
        if not os.path.samestat(self.path.stat(), os.fstat(self._file)):
            raise FileNotFoundError(errno.ENOENT, "it is gone", str(self.path))

    def close(self) -> None:
        os.close(self._file)


class Journal(Closing):
    """An open, locked journal.

    Use it only in the thread that opened it; call `close` or use `with`.

    unfinished -- the unfinished match, or None; `record` continues this match;
    losses -- damage found while looking for the unfinished match;
    newest -- the name of the newest file when the journal was opened, "" if there was none.
    """

    def __init__(self, folder: Path, lock: FileLock, *, synced: bool) -> None:
        self.folder = folder
        self._lock = lock
        self._synced = synced
        self._match: _Match | None = None
        self._has_begun = True
        self.unfinished, self.losses = last_unfinished(folder)
        self.newest = _newest(folder)
        if self.unfinished is not None:
            with _plain_errors(folder):
                self._match = _Match(self.unfinished.path, synced=synced, goes_on=self.unfinished)
            if self.unfinished.over:
                self.finish_match()
                self.unfinished = None

    @classmethod
    def open(cls, folder: str | Path, *, synced: bool = True) -> Self:
        """Open a journal; create the folder if it does not exist.

        synced -- whether each line is on disk when it is written; False for temporary folders.
        Raises `JournalError`: no permission, not a folder, in use by another companion.
        """
        folder = Path(folder)
        lock = FileLock(folder / LOCK, timeout=0, thread_local=False)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError) as error:
            raise foreign(folder) from error
        except OSError as error:
            raise JournalError("refusal.journal.no-folder", journal=str(folder)) from error
        with _plain_errors(folder):
            try:
                lock.acquire()
            except Timeout:
                raise JournalError("refusal.journal.in-use", journal=str(folder)) from None
            try:
                return cls(folder, lock, synced=synced)
            except BaseException:
                lock.release()
                raise

    def begin_match(self, settings: dict[str, object]) -> None:
        """Begin a match. An unfinished match ends, marked as not completed.

        settings -- the JSON data needed to resume the match later.
        """
        with _plain_errors(self.folder):
            self._end(completed=False)
            self._match = self._new(settings)
            self._has_begun = False

    def record(  # noqa: PLR0913 - a line's parts
        self,
        t: float,
        facts: Iterable[Fact],
        state: object,
        entries: Iterable[RecordedInput] = (),
        *,
        view: View | None = None,
        ends: bool = False,
    ) -> None:
        """Append the facts of one observation to the unfinished match, and write them to disk.

        t -- seconds since the start of the evening;
        state -- the referee's snapshot after the facts; view -- the public part of this snapshot;
        entries -- the input since the last observation; ends -- whether the match is over.

        Raises `JournalError` if nothing was recorded; earlier lines stay intact.
        """
        facts = tuple(facts)
        if self._match is None:
            raise JournalError(f"The journal {self.folder} has no match to record facts in.")
        line = _line(t, facts, entries, state)
        if view is not None:
            line["view"] = asdict(view)
        with _plain_errors(self.folder):
            self._match.append(line, *([_ended(completed=True)] if ends else []))
        self._has_begun |= any(isinstance(fact, THROWN) for fact in facts)
        if ends:
            self._close_match()

    def add_finished(
        self, settings: dict[str, object], moments: Iterable[Iterable[Fact]], *, completed: bool
    ) -> Path:
        """Add an imported match, completely or not at all, and return its file.

        The current match stays open. The imported facts have no times and no input.
        """
        lines = [_line(0.0, facts, (), None) for facts in moments]
        with _plain_errors(self.folder):
            match = self._new(settings, *lines, _ended(completed=completed))
            match.close()
            return match.path

    def finish_match(self) -> None:
        """End the current match as completed, if there is one."""
        with _plain_errors(self.folder):
            self._end(completed=True)

    def close(self) -> None:
        """Close the journal and release its lock."""
        self._close_match()
        self._lock.release()

    def _new(self, settings: dict[str, object], *lines: dict[str, Any]) -> _Match:
        """Create the file of a match with a first line for the settings, followed by `lines`.

        The file's name is on disk when the method returns.
        """
        path, now = self._new_path(str(settings.get("game", "")))
        match = _Match(path, synced=self._synced)
        try:
            match.append(_first(settings, now), *lines)
            if self._synced:
                _sync_folder(self.folder)
        except OSError:
            match.close()
            path.unlink(missing_ok=True)
            raise
        return match

    def _new_path(self, game: str) -> tuple[Path, datetime]:
        """Return an unused file name that comes after all others in order, and its time.

        This is true even if the clock was set back or several matches begin in one second.
        """
        newest, number, _ = order(_newest(self.folder))
        now = datetime.now(UTC).replace(microsecond=0)
        if newest:
            now = max(now, datetime.strptime(newest, _STAMP).replace(tzinfo=UTC))
        stamp = now.strftime(_STAMP)
        again = f"-{number + 1}" if stamp == newest else ""
        return self.folder / f"{stamp}-{game}{again}{ENDING}", now

    def _end(self, *, completed: bool) -> None:
        """End the open match, if it has begun."""
        if self._match is not None and self._has_begun:
            self._match.append(_ended(completed=completed))
        self._close_match()

    def _close_match(self) -> None:
        if self._match is not None:
            self._match.close()
            self._match = None


def _newest(folder: Path) -> str:
    found = files(folder)
    return found[-1].name if found else ""


def _first(settings: dict[str, object], now: datetime) -> dict[str, Any]:
    defaults: dict[str, object] = {"game": "", "options": [], "match_to": None}
    shown = {name: settings.get(name, usual) for name, usual in defaults.items()}
    players = settings.get("players")
    v, n = players if isinstance(players, list) and len(players) == 2 else ("", "")
    return {
        "journal": FORM,
        "program": f"companion {companion.__version__}",
        "begun": _utc(now),
        **shown,
        "players": {"V": v, "N": n},
        "table": settings.get("table", ""),
        "settings": {name: value for name, value in settings.items() if name not in SETTINGS_SHOWN},
    }


def _line(
    t: float, facts: Iterable[Fact], entries: Iterable[RecordedInput], state: object
) -> dict[str, Any]:
    plain_facts = [plain_fact(fact) for fact in facts]
    came = [[each.t, each.kind, each.text] for each in entries]
    return {"t": round(t, 3), "facts": plain_facts, "from": came, "state": plain(state)}


def _ended(*, completed: bool) -> dict[str, Any]:
    return {"ended": _utc(datetime.now(UTC)), "completed": completed}


def _utc(now: datetime) -> str:
    return now.strftime("%Y-%m-%dT%H:%M:%SZ")


def _sync_folder(folder: Path) -> None:
    """Write a new file name to disk. Windows does not support this."""
    if os.name == "nt":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)

"""Reading a journal without touching it, also while an evening writes it: always from a copy."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from typing import Final

from companion.records.journal import Journal
from companion.records.journal_file import JournalError
from companion.records.seals import ENDING, side_file

ENDINGS: Final = (ENDING, "", "-journal", "-wal")
"""What belongs to a journal, in the order in which it is copied: a seal never ahead of its rows,
and the log after the file, for a page changes there only while the log still holds it."""

_LOG_HEAD: Final = 32
"""Bytes at the start of a log that change whenever it is begun anew."""

_TRIES, _PAUSE = 40, 0.05


@contextmanager
def copied(path: Path) -> Iterator[Path]:
    """A copy of a journal and what belongs to it, as at one moment. Raises `JournalError`."""
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        copy = Path(folder) / "copy"
        try:
            _copy(path, copy)
        except OSError as error:
            raise JournalError(f"The journal {path} cannot be read: {error.strerror}.") from None
        yield copy


def _copy(path: Path, copy: Path) -> None:
    """Copy, and again where the log was begun anew meanwhile."""
    for _ in range(_TRIES):
        before = _log_head(path)
        for ending in ENDINGS:
            side_file(copy, ending).unlink(missing_ok=True)
            if not ending or side_file(path, ending).exists():
                shutil.copyfile(side_file(path, ending), side_file(copy, ending))
        if _log_head(path) == before:
            return
        sleep(_PAUSE)
    raise JournalError(f"The journal {path} is being written too fast to be read. Try again.")


def _log_head(path: Path) -> bytes:
    try:
        with side_file(path, "-wal").open("rb") as file:
            return file.read(_LOG_HEAD)
    except FileNotFoundError:
        return b""


@contextmanager
def read(path: str | Path) -> Iterator[Journal]:
    """Open a journal to read what is in it now. Raises `JournalError` as `Journal.open` does."""
    path = Path(path)
    with copied(path) as copy:
        try:
            with Journal.open(copy, to_read=True) as journal:
                yield journal
        except JournalError as error:
            raise type(error)(str(error).replace(str(copy), str(path))) from error

"""Simulates a full or broken disk for the journal."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from companion.records import journal


class Disk:
    """Replaces `os` for the journal.

    free -- the bytes that can still be written, None for no limit
    broken -- the error number of the next synchronisations, 0 for none
    """

    def __init__(self) -> None:
        self.free: int | None = None
        self.broken = 0

    def write(self, file: int, data: bytes) -> int:
        if self.free is None:
            return os.write(file, data)
        if not self.free:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = os.write(file, data[: self.free])
        self.free -= written
        return written

    def fsync(self, file: int) -> None:
        if self.broken:
            raise OSError(self.broken, os.strerror(self.broken))
        os.fsync(file)

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)


@contextmanager
def disk() -> Iterator[Disk]:
    """Use a simulated disk for every journal."""
    below = Disk()
    vars(journal)["os"] = below
    try:
        yield below
    finally:
        vars(journal)["os"] = os

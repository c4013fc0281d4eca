"""The first page of a journal's file, which describes all others; every journal has the same.

Its tables are made by the same steps, so they begin at the same pages. What differs are counters.
Where the page is damaged, one of a journal that was just made takes its place; every row proves by
its own seal whether that was right.
"""

import tempfile
from functools import cache
from pathlib import Path
from typing import Final

from companion.records.journal_file import connect

_SIZE: Final = 4096

_COUNTERS: Final = ((24, 28), (28, 32), (92, 100))
"""Where counters and the file's size in pages stand (SQLite file format, section 1.3)."""


@cache
def _fresh() -> bytes:
    """The first page of a journal that was just made."""
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        path = Path(folder) / "fresh"
        connect(path).close()
        return path.read_bytes()[:_SIZE]


def is_as_made(path: Path) -> bool:
    """Whether a file has the first page of a journal made by this companion."""
    with path.open("rb") as file:
        page = file.read(_SIZE)
    long_as_told = int.from_bytes(page[28:32], "big") * _SIZE == path.stat().st_size
    return long_as_told and _uncounted(page) == _uncounted(_fresh())


def _uncounted(page: bytes) -> bytes:
    for first, end in _COUNTERS:
        page = page[:first] + bytes(end - first) + page[end:]
    return page


def restore(path: Path) -> None:
    """Give a file the first page of a journal that was just made."""
    page = bytearray(_fresh())
    # Counters that contradict each other: SQLite then asks the system how long the file is.
    page[24:28], page[92:96] = (1).to_bytes(4, "big"), (2).to_bytes(4, "big")
    page[32:40] = bytes(8)  # no page is free: nothing is ever deleted
    with path.open("r+b") as file:
        file.write(page)

"""Handles input from outside: text to print, and files that a user names.

Control characters for a terminal are removed from text. Files must be regular and are read up to a
size limit, because opening or reading a pipe or a device may block for ever.
"""

import errno
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

_STEERING: Final = re.compile(
    "[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Matches control characters except tab, line and paragraph separators, marks that change the
direction of text, and surrogates."""


def one_line(text: str) -> str:
    """Return the text with each control character replaced by a space."""
    return _STEERING.sub(" ", text)


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text that are not blank, with their numbers from 1."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    for number, line in enumerate(plain.split("\n"), 1):
        if line and not line.isspace():
            yield number, line


_FLAGS: Final = (
    os.O_RDONLY
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
)


def open_regular(path: str | Path) -> BinaryIO:
    """Open a regular file for reading bytes. Raises `OSError`, also for other kinds of files."""
    number = os.open(path, _FLAGS)
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    return os.fdopen(number, "rb")


def read_regular(path: str | Path, most: int) -> bytes:
    """Return the bytes of a regular file. Raises `OSError`, also for more than `most` bytes."""
    with open_regular(path) as file:
        data = file.read(min(os.fstat(file.fileno()).st_size, most) + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it has more than {most} bytes", str(path))
    return data

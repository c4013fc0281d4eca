"""Encodes and decodes lines on the wire: `$<body>*<CRC-32 in 8 upper-case hex digits>` and LF.

Companion and the virtual board use this module. Source: docs/protocol.md, "Lines".
"""

import re
from typing import Final
from zlib import crc32

LINE_LIMIT: Final = 512
"""The most bytes of a line, from `$` to the line feed."""

BODY_LIMIT: Final = LINE_LIMIT - len("$*") - 8 - 1
"""The most characters of a body."""

_BODY: Final = re.compile(r"[ -#%-)+-~]*", re.ASCII)
_LINE: Final = re.compile(rb"\$([ -#%-)+-~]*)\*([0-9A-F]{8})\r?")


class FrameError(ValueError):
    """A body that cannot be encoded. The message gives the reason."""


def encode(body: str) -> bytes:
    """Return the line for a body, as bytes.

    Raise `FrameError` if the body is longer than `BODY_LIMIT` or contains `$`, `*` or anything
    but printable ASCII.
    """
    if not _BODY.fullmatch(body):
        raise FrameError(f"{body[:40]!r} may hold only printable ASCII without $ and *.")
    if len(body) > BODY_LIMIT:
        raise FrameError(f"A body of {len(body)} characters is longer than {BODY_LIMIT}.")
    data = body.encode("ascii")
    return b"$%b*%08X\n" % (data, crc32(data))


class FrameReader:
    """Finds complete lines in a stream of bytes, with less than one line in memory.

    dropped -- the number of invalid lines: with a wrong CRC, too long, without `$` at the start,
    or interrupted by the `$` of the next line. Empty lines are not counted.
    """

    def __init__(self) -> None:
        self.dropped = 0
        self._line = bytearray()
        self._lost = False

    def feed(self, data: bytes) -> list[str]:
        """Process the next bytes. Return the bodies of the lines that they complete."""
        bodies = []
        *ended, rest = data.split(b"\n")
        for piece in ended:
            self._take(piece)
            body = self._end()
            if body is not None:
                bodies.append(body)
        self._take(rest)
        return bodies

    def clear(self) -> None:
        """Drop the partial line, because its second half will not arrive."""
        self._line.clear()
        self._lost = False

    def _take(self, piece: bytes) -> None:
        """Append bytes without a line feed. Each `$` in them begins a new line."""
        before, *begun = piece.split(b"$")
        self._append(before)
        for part in begun:
            if self._line:
                self.dropped += 1
            self._line[:] = b"$"
            self._lost = False
            self._append(part)

    def _append(self, part: bytes) -> None:
        if self._lost or not part:
            return
        if not self._line:
            if part.strip(b"\r"):
                self._give_up()
        elif len(self._line) + len(part) > LINE_LIMIT:
            # The limit includes the line feed; a carriage return may use its place until `_end`.
            self._give_up()
        else:
            self._line += part

    def _give_up(self) -> None:
        """Drop the current line, and skip everything up to the next `$` or line feed."""
        self.dropped += 1
        self._lost = True
        self._line.clear()

    def _end(self) -> str | None:
        """Return the body of the line that has just ended, or None if it is empty or invalid."""
        line = bytes(self._line)
        self.clear()
        if not line:
            return None
        match = _LINE.fullmatch(line)
        too_long = len(line.removesuffix(b"\r")) >= LINE_LIMIT
        if match is None or too_long or crc32(match[1]) != int(match[2], 16):
            self.dropped += 1
            return None
        return match[1].decode("ascii")

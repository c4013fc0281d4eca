"""Lines on the wire: `$<body>*<CRC-32 of the body, 8 upper-case hex>` and a line feed.

Source: docs/protocol.md, "Lines". Both ends use this module: the companion and the virtual board.
"""

import re
from typing import Final
from zlib import crc32

LINE_LIMIT: Final = 512
"""Bytes of a line in all, from `$` to the line feed."""

BODY_LIMIT: Final = LINE_LIMIT - len("$*") - 8 - 1
"""Characters a body may have, so that its line keeps within `LINE_LIMIT`."""

_BODY: Final = re.compile(r"[ -#%-)+-~]*", re.ASCII)
_LINE: Final = re.compile(rb"\$([ -#%-)+-~]*)\*([0-9A-F]{8})\r?")


class FrameError(ValueError):
    """A body that cannot go over the wire; the message says why."""


def encode(body: str) -> bytes:
    """Return the whole line of a body.

    Raises `FrameError` when it holds anything but printable ASCII without `$` and `*`, or is
    longer than `BODY_LIMIT`.
    """
    if not _BODY.fullmatch(body):
        raise FrameError(f"{body[:40]!r} may hold only printable ASCII without $ and *.")
    if len(body) > BODY_LIMIT:
        raise FrameError(f"A body of {len(body)} characters is longer than {BODY_LIMIT}.")
    data = body.encode("ascii")
    return b"$%b*%08X\n" % (data, crc32(data))


class FrameReader:
    """Finds whole lines in any stream of bytes. Keeps less than one line in memory.

    dropped -- lines given up so far: a bad CRC, too long, not beginning with `$`, or cut short
    by the `$` of the next. Empty lines are nothing and are not counted.
    """

    def __init__(self) -> None:
        self.dropped = 0
        self._line = bytearray()
        self._lost = False

    def feed(self, data: bytes) -> list[str]:
        """Take the next bytes, however they were cut; return the bodies of the lines they end."""
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
        """Forget the line begun: its other half will never come."""
        self._line.clear()
        self._lost = False

    def _take(self, piece: bytes) -> None:
        """Add bytes that hold no line feed; every `$` among them begins a new line."""
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
            # Until here the place of the line feed was left to the carriage return tolerated.
            self._give_up()
        else:
            self._line += part

    def _give_up(self) -> None:
        """Drop the line under way with all that follows, up to the next `$` or line feed."""
        self.dropped += 1
        self._lost = True
        self._line.clear()

    def _end(self) -> str | None:
        """Judge the line that a line feed has just ended."""
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

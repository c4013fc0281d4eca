"""Encodes and decodes lines on the wire: `$<body>*<CRC-32 in 8 upper-case hex digits>` and LF."""

import binascii

LINE_LIMIT = 512
BODY_LIMIT = LINE_LIMIT - 11
_DOLLAR = 0x24
_STAR = 0x2A
_LF = 0x0A
_CR = 0x0D
_HEX = b"0123456789ABCDEF"


def clean(text: str) -> str:
    """Replace `$`, `*`, commas and all characters that are not printable ASCII by spaces."""
    return "".join(c if " " <= c <= "~" and c not in "$*," else " " for c in text)


def encode(body: str) -> bytes:
    """Return the line for a body, which must be short enough and have only valid characters."""
    data = body.encode()
    return b"$" + data + b"*" + ("%08X\n" % (binascii.crc32(data) & 0xFFFFFFFF)).encode()


def decode(line: bytes) -> str | None:
    """Return the body of a line without its line feed, or None if it is damaged."""
    star = len(line) - 9
    if star < 1 or line[star] != _STAR:
        return None
    for byte in line[1:star]:
        if not 0x20 <= byte <= 0x7E or byte == _STAR:
            return None
    told = 0
    for byte in line[star + 1 :]:
        digit = _HEX.find(bytes((byte,)))
        if digit < 0:
            return None
        told = told << 4 | digit
    if binascii.crc32(line[1:star]) & 0xFFFFFFFF != told:
        return None
    return line[1:star].decode()


class LineReader:
    """Finds complete lines in a stream of bytes, with less than one line in memory.

    dropped -- the number of invalid lines: damaged, too long, without `$` at the start, or
    interrupted by the next `$`
    """

    def __init__(self) -> None:
        self.dropped = 0
        self._line = bytearray()
        self._lost = False

    def feed(self, data: bytes) -> list[str]:
        """Process the next bytes. Return the bodies of the lines that are now complete."""
        bodies: list[str] = []
        for byte in data:
            if byte == _DOLLAR:
                if self._line:
                    self.dropped += 1
                self._line = bytearray(b"$")
                self._lost = False
            elif byte == _LF:
                body = self._end()
                if body is not None:
                    bodies.append(body)
            elif not self._lost:
                self._append(byte)
        return bodies

    def _append(self, byte: int) -> None:
        if not self._line:
            if byte != _CR:
                self._give_up()
        elif len(self._line) >= LINE_LIMIT:
            self._give_up()
        else:
            self._line.append(byte)

    def _give_up(self) -> None:
        self.dropped += 1
        self._lost = True
        self._line = bytearray()

    def _end(self) -> str | None:
        line = bytes(self._line)
        self._line = bytearray()
        self._lost = False
        if not line:
            return None
        if line[-1] == _CR:
            line = line[:-1]
        body = decode(line) if len(line) < LINE_LIMIT else None
        if body is None:
            self.dropped += 1
        return body

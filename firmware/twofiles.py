"""Stores a text in flash in two files that are written in turn.

Each file has a number and a CRC-32. If a power cut damages the file being written, the other file
still has the previous text. MicroPython's file system spreads the writing over the whole flash.
"""

import binascii

FILE_LIMIT = 8192  # bytes; the files of this program are at most half as large


class TwoFiles:
    """Two files with these names.

    read -- converts a text to its content, or returns None for a text that this firmware did not
    write
    content -- what `read` returned for the newest whole file, None if there is none
    is_damaged -- whether files exist but none is whole
    """

    def __init__(self, hal, names: tuple[str, str], read) -> None:
        self.hal = hal
        self._names = names
        self.content = None
        self.is_damaged = False
        self._number = 0
        self._next = 0
        self._load(read)

    def save(self, text: str) -> bool:
        """Write a text. If this fails, return False; the last saved text remains."""
        number = self._number + 1
        name = self._names[self._next]
        data = sealed("%d %s" % (number, text))
        try:
            self.hal.save(name, data)
        except OSError:
            return False
        if self.hal.load(name) != data:
            return False
        self._number = number
        self._next ^= 1
        self.is_damaged = False
        return True

    def _load(self, read) -> None:
        for index, name in enumerate(self._names):
            data = self.hal.load(name)
            if data is None:
                continue
            self.is_damaged = True
            opened = _opened(data, read)
            if opened is not None and (self.content is None or opened[0] > self._number):
                self._number, self.content = opened
                self._next = index ^ 1
        if self.content is not None:
            self.is_damaged = False


def sealed(text: str) -> bytes:
    """Return the bytes of a file: the CRC-32 of a text, then the text."""
    data = text.encode()
    return ("%08X " % (binascii.crc32(data) & 0xFFFFFFFF)).encode() + data


def _opened(data: bytes, read):
    """Return the number and content of a file, or None if it is damaged.

    The CRC proves that a file is complete, but not that this firmware wrote it.
    """
    text = data[9:]
    if (
        len(data) > FILE_LIMIT
        or data[:8] != ("%08X" % (binascii.crc32(text) & 0xFFFFFFFF)).encode()
    ):
        return None
    try:
        number, content = text.decode().split(" ", 1)
        count, found = int(number), read(content)
    except (ValueError, KeyError, AttributeError, TypeError, RuntimeError):
        return None
    return None if count < 0 or found is None else (count, found)

"""What the board has learned, in flash: enrolled pieces and faces.

Two files are written in turn, each with a number and a CRC-32. Whatever a power cut does to the
one being written, the other still holds the state before.
"""

import binascii
import json

NAMES = ("learned0.txt", "learned1.txt")


class Store:
    """`pieces` maps ROMs to letters, `faces` maps seats (1 to 4) to faces to vectors.

    damaged -- files were there, and none of them could be used.
    """

    def __init__(self, hal) -> None:
        self._hal = hal
        self.pieces: dict[bytes, str] = {}
        self.faces: dict[int, dict[int, list]] = {}
        self.damaged = False
        self._number = 0
        self._next = 0
        self._load()

    def save(self) -> bool:
        """Keep the present state; False when flash did not take it, and the last one holds."""
        number = self._number + 1
        content = {
            "pieces": {
                binascii.hexlify(rom).decode(): letter for rom, letter in self.pieces.items()
            },
            "faces": {
                str(seat): {str(face): vector for face, vector in table.items()}
                for seat, table in self.faces.items()
            },
        }
        data = _sealed("%d %s" % (number, json.dumps(content)))
        try:
            self._hal.save(NAMES[self._next], data)
        except OSError:
            return False
        if self._hal.load(NAMES[self._next]) != data:
            return False
        self._number = number
        self._next ^= 1
        self.damaged = False
        return True

    def _load(self) -> None:
        best = None
        for index, name in enumerate(NAMES):
            data = self._hal.load(name)
            if data is None:
                continue
            self.damaged = True
            opened = _opened(data)
            if opened is not None and (best is None or opened[0] > self._number):
                self._number, best = opened
                self._next = index ^ 1
        if best is not None:
            self.damaged = False
            self.pieces, self.faces = best


def _sealed(text: str) -> bytes:
    data = text.encode()
    return ("%08X " % (binascii.crc32(data) & 0xFFFFFFFF)).encode() + data


def _opened(data: bytes):
    """The number and content of a file, None when it is damaged."""
    text = data[9:]
    if data[:8] != ("%08X" % (binascii.crc32(text) & 0xFFFFFFFF)).encode():
        return None
    try:
        number, content = text.decode().split(" ", 1)
        learned = json.loads(content)
        pieces = {binascii.unhexlify(rom): letter for rom, letter in learned["pieces"].items()}
        faces = {
            int(seat): {int(face): vector for face, vector in table.items()}
            for seat, table in learned["faces"].items()
        }
        return int(number), (pieces, faces)
    except (ValueError, KeyError, AttributeError, TypeError):
        return None

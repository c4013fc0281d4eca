"""Stores the enrolled pieces and die faces in flash.

Two files are written alternately, each with a number and a CRC-32. If a power cut damages the file
being written, the other one still has the previous state.
"""

import binascii
import json

from names import LETTERS, STRANGER
from romsearch import is_rom

NAMES = ("learned0.txt", "learned1.txt")
TABLE_LIMIT = 64  # pieces
ENROLLED = tuple(LETTERS.replace(STRANGER, ""))
FILE_LIMIT = 8192  # bytes; full tables take half of it
LARGEST_COUNT = 65536  # of a sensor, in each direction


class Store:
    """The enrolled pieces and faces.

    pieces -- letters by ROM; faces -- vectors by seat (1 to 4) and face
    damaged -- whether files exist but none is valid
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
        """Write the present state. If that fails, return False; the last saved state remains."""
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
    """Return the number and content of a file, or None if it is damaged."""
    text = data[9:]
    if (
        len(data) > FILE_LIMIT
        or data[:8] != ("%08X" % (binascii.crc32(text) & 0xFFFFFFFF)).encode()
    ):
        return None
    try:
        number, content = text.decode().split(" ", 1)
        learned = json.loads(content)
        pieces = {binascii.unhexlify(rom): letter for rom, letter in learned["pieces"].items()}
        faces = {
            int(seat): {int(face): vector for face, vector in table.items()}
            for seat, table in learned["faces"].items()
        }
        count = int(number)
    except (ValueError, KeyError, AttributeError, TypeError, RuntimeError):
        return None
    # The CRC proves that the file is complete, but not that this firmware wrote it.
    if count < 0 or not _are_pieces(pieces) or not _are_faces(faces):
        return None
    return count, (pieces, faces)


def _are_pieces(pieces) -> bool:
    """Return whether this maps valid ROMs to letters."""
    if len(pieces) > TABLE_LIMIT:
        return False
    for rom, letter in pieces.items():
        if len(rom) != 8 or not is_rom(rom) or letter not in ENROLLED:
            return False
    return True


def _are_faces(faces) -> bool:
    """Return whether this maps seats and faces to vectors in counts."""
    for seat, table in faces.items():
        if not 1 <= seat <= 4:
            return False
        for face, vector in table.items():
            if not 1 <= face <= 6 or not _is_vector(vector):
                return False
    return True


def _is_vector(vector) -> bool:
    """Return whether this is a list of three numbers within the sensor's range."""
    if not isinstance(vector, list) or len(vector) != 3:
        return False
    return all(
        isinstance(part, (int, float)) and -LARGEST_COUNT <= part <= LARGEST_COUNT
        for part in vector
    )

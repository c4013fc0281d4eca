"""Stores the enrolled pieces and die faces in flash."""

import binascii
import json

from names import LETTERS, STRANGER
from romsearch import is_rom
from twofiles import TwoFiles

NAMES = ("learned0.txt", "learned1.txt")
TABLE_LIMIT = 64  # pieces
ENROLLED = tuple(LETTERS.replace(STRANGER, ""))
LARGEST_COUNT = 65536  # the largest count of a sensor, in each direction


class Store:
    """The enrolled pieces and faces.

    pieces -- letters by ROM; faces -- vectors by seat (1 to 4) and face
    """

    def __init__(self, hal) -> None:
        self._files = TwoFiles(hal, NAMES, _learned)
        self.pieces: dict[bytes, str] = {}
        self.faces: dict[int, dict[int, list]] = {}
        if self._files.content is not None:
            self.pieces, self.faces = self._files.content

    @property
    def damaged(self) -> bool:
        """Whether files exist but none is valid."""
        return self._files.is_damaged

    def save(self) -> bool:
        """Write the present state. If this fails, return False; the last saved state remains."""
        content = {
            "pieces": {
                binascii.hexlify(rom).decode(): letter for rom, letter in self.pieces.items()
            },
            "faces": {
                str(seat): {str(face): vector for face, vector in table.items()}
                for seat, table in self.faces.items()
            },
        }
        return self._files.save(json.dumps(content))


def _learned(text: str):
    """Return the pieces and faces in a file's text, or None if they are invalid."""
    learned = json.loads(text)
    pieces = {binascii.unhexlify(rom): letter for rom, letter in learned["pieces"].items()}
    faces = {
        int(seat): {int(face): vector for face, vector in table.items()}
        for seat, table in learned["faces"].items()
    }
    return (pieces, faces) if _are_pieces(pieces) and _are_faces(faces) else None


def _are_pieces(pieces) -> bool:
    """Return whether a value maps valid ROMs to letters."""
    if len(pieces) > TABLE_LIMIT:
        return False
    for rom, letter in pieces.items():
        if len(rom) != 8 or not is_rom(rom) or letter not in ENROLLED:
            return False
    return True


def _are_faces(faces) -> bool:
    """Return whether a value maps seats and faces to vectors in counts."""
    for seat, table in faces.items():
        if not 1 <= seat <= 4:
            return False
        for face, vector in table.items():
            if not 1 <= face <= 6 or not _is_vector(vector):
                return False
    return True


def _is_vector(vector) -> bool:
    """Return whether a value is a list of three numbers within the sensor's range."""
    if not isinstance(vector, list) or len(vector) != 3:
        return False
    return all(
        isinstance(part, (int, float)) and -LARGEST_COUNT <= part <= LARGEST_COUNT
        for part in vector
    )

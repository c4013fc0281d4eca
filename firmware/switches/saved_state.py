"""Saves pieces and dice in flash after each press, so that a power cut loses nothing."""

import json

from names import LETTERS, STRANGER, ZONES
from piles import GAMES, PER_SIDE
from twofiles import TwoFiles
from typed_dice import EMPTY

NAMES = ("state0.txt", "state1.txt")
KNOWN = LETTERS.replace(STRANGER, "")
SIDES = 2


class SavedState:
    """Saves pieces and dice in flash, and loads them at power on.

    is_broken -- whether writing the last state to flash failed
    is_damaged -- whether a state was saved but cannot be read, so nothing is saved any more
    """

    def __init__(self, hal) -> None:
        self._files = TwoFiles(hal, NAMES, _state)
        self.is_broken = False
        self.is_damaged = self._files.is_damaged
        self._last = ""

    def load(self, piles, dice) -> None:
        """Set pieces and dice as in the saved state."""
        if self._files.content is not None:
            piles.game, piles.zones, piles.lifted, faces = self._files.content
            for side in range(SIDES):
                dice[side].faces = faces[side]

    def save(self, piles, dice) -> None:
        """Save pieces and dice if they have changed."""
        faces = [side.faces for side in dice]
        text = json.dumps([piles.game, piles.zones, piles.lifted, faces])
        if text != self._last and not self.is_damaged:
            self.is_broken = not self._files.save(text)
            self._last = "" if self.is_broken else text


def _state(text: str):
    """Return the parts of a saved state, or None if the text is not a valid state."""
    game, zones, lifted, faces = json.loads(text)
    pieces = "".join(zones.values()) + lifted
    right = (
        game in GAMES
        and all(zone in ZONES for zone in zones)
        and all(letter in KNOWN for letter in pieces)
        and all(pieces.lower().count(colour) <= PER_SIDE for colour in "vn")
        and len(lifted) <= 1
        and isinstance(faces, list)
        and len(faces) == SIDES
        and all(map(_are_faces, faces))
    )
    return (game, zones, lifted, faces) if right else None


def _are_faces(faces) -> bool:
    """Return whether a value is the dice of one side: no die, only the first, or both."""
    if not isinstance(faces, str) or len(faces) != 2:
        return False
    first, second = faces
    if first == EMPTY:
        return second == EMPTY
    return first in "123456" and second in "123456" + EMPTY

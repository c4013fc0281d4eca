"""Edits a line that is typed key by key."""

import enum

from companion.link.messages import Keyed, Line
from companion.typed.entries import LONGEST


class EditingKey(enum.Enum):
    """A key that writes no character."""

    ENTER = enum.auto()
    BACK = enum.auto()
    """Deletes the last character."""
    CLEAR = enum.auto()
    """Deletes the whole line."""
    END = enum.auto()
    """The end of input."""
    OTHER = enum.auto()
    """A key without a function, such as an arrow when the number lock is off."""


class LineEditor:
    """Turns key presses into typed lines.

    side -- as in `Line`; line -- the unfinished line
    """

    def __init__(self, side: str = "") -> None:
        self._side = side
        self.line = ""

    def take(self, key: EditingKey | str) -> Keyed | Line | None:
        """Process a key, or the character that it writes.

        Return the line if the key completes it, None at the end of input, otherwise the change.
        """
        match key:
            case EditingKey.ENTER:
                line, self.line = self.line, ""
                return Line(line, self._side)
            case EditingKey.END:
                return None
            case EditingKey.BACK | EditingKey.CLEAR if self.line:
                self.line = self.line[:-1] if key is EditingKey.BACK else ""
                return Keyed(back=self.line)
            case str() if len(self.line) < LONGEST:
                self.line += key
                return Keyed(key)
        return Keyed()

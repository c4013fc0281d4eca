"""What the parts of the braille room hand each other."""

import enum
from collections.abc import Callable
from typing import Protocol

from companion.speech.catalogue import ExplainedError


class BrailleError(ExplainedError):
    """Nothing can be shown, or no longer."""


class Move(enum.Enum):
    """What a reader's key asks for."""

    FORWARD = enum.auto()
    """The next window of the text, at its end the next message."""
    BACK = enum.auto()
    """The window before, at the beginning the message before."""
    OLDER = enum.auto()
    NEWER = enum.auto()
    OLDEST = enum.auto()
    NEWEST = enum.auto()
    BOARD = enum.auto()
    """From the messages to the board and back again."""


Transcribe = Callable[[str, str], str]
"""Text and its language into characters of the Unicode braille block, or into other text."""


def plain(text: str, _lang: str) -> str:
    """Leave the text to brltty's own table."""
    return text


class Line(Protocol):
    """The way to one display, used by one thread. After an error it may be opened again."""

    def open(self) -> None:
        """Take the display over. Raises `BrailleError`; `close` is to be called either way."""

    def width(self) -> int:
        """How many cells there are to write on; 0 while no display is connected."""

    def write(self, text: str) -> None:
        """Show as many characters as `width` gave. Raises `BrailleError`."""

    def moves(self) -> list[Move]:
        """What was pressed since last time, without waiting. Raises `BrailleError`."""

    def fileno(self) -> int:
        """What to wait for with `select` until a key is pressed or the line breaks."""

    def close(self) -> None:
        """Give the display back; nothing happens where it was not taken."""

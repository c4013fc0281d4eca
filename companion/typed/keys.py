"""A line as it is keyed, one key after the other."""

import enum
from dataclasses import dataclass

from companion.typed.entries import LONGEST


class Key(enum.Enum):
    """A key that writes nothing."""

    ENTER = enum.auto()
    BACK = enum.auto()
    """It takes the last sign back."""
    CLEAR = enum.auto()
    """It takes the whole line back."""
    END = enum.auto()
    """The end of input."""
    OTHER = enum.auto()
    """A key of no use here, such as an arrow: the number lock may be off."""


@dataclass(frozen=True, slots=True)
class Written:
    """A sign was written."""

    sign: str


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Signs were taken back, so many; line -- what is left."""

    count: int
    line: str


@dataclass(frozen=True, slots=True)
class Useless:
    """A key did nothing. full -- the line has no room for more."""

    full: bool = False


@dataclass(frozen=True, slots=True)
class Sent:
    """The line is whole."""

    line: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of input."""


Effect = Written | TakenBack | Useless | Sent | Ended


class LineEditor:
    """Keys in, lines out."""

    def __init__(self) -> None:
        self._line = ""

    def take(self, key: Key | str) -> Effect:
        """Take a key, or the sign that it writes."""
        match key:
            case Key.ENTER:
                line, self._line = self._line, ""
                return Sent(line)
            case Key.BACK | Key.CLEAR if self._line:
                count = 1 if key is Key.BACK else len(self._line)
                self._line = self._line[:-count]
                return TakenBack(count, self._line)
            case Key.END:
                return Ended()
            case str() if len(self._line) < LONGEST:
                self._line += key
                return Written(key)
        return Useless(full=isinstance(key, str))

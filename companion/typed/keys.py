"""An editor for a line that is typed key by key."""

import enum
from dataclasses import dataclass

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
    """A key without a function, such as an arrow: the number lock may be off."""


@dataclass(frozen=True, slots=True)
class Written:
    """A character was written."""

    sign: str


@dataclass(frozen=True, slots=True)
class TakenBack:
    """`count` characters were deleted; line -- the rest."""

    count: int
    line: str


@dataclass(frozen=True, slots=True)
class Useless:
    """A key did nothing; full -- the line is full."""

    full: bool = False


@dataclass(frozen=True, slots=True)
class Sent:
    """The line is complete."""

    line: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of input."""


Effect = Written | TakenBack | Useless | Sent | Ended


class LineEditor:
    """Turns keys into lines."""

    def __init__(self) -> None:
        self._line = ""

    def take(self, key: EditingKey | str) -> Effect:
        """Process a key, or the character that it writes."""
        match key:
            case EditingKey.ENTER:
                line, self._line = self._line, ""
                return Sent(line)
            case EditingKey.BACK | EditingKey.CLEAR if self._line:
                count = 1 if key is EditingKey.BACK else len(self._line)
                self._line = self._line[:-count]
                return TakenBack(count, self._line)
            case EditingKey.END:
                return Ended()
            case str() if len(self._line) < LONGEST:
                self._line += key
                return Written(key)
        return Useless(full=isinstance(key, str))

"""Errors with a translated message, for packages that do not depend on languages.

The catalogue has each message in every language under its id. `str` returns the English message.
"""

from functools import cache
from gettext import GNUTranslations
from pathlib import Path
from typing import Final, Self

_ENGLISH: Final = Path(__file__).parent / "speech" / "locale" / "en"


@cache
def _messages(topic: str) -> GNUTranslations:
    """Return the English messages of a topic, read when an error is first shown."""
    with (_ENGLISH / f"{topic}.mo").open("rb") as file:
        return GNUTranslations(file)


class MessageError(Exception):
    """An error with the id of its message. `str` returns the message in English.

    message -- the id, or an English text that has no message in other languages
    values -- the values in the message. `reason` is a text of the system or of a library, which the
    catalogue translates. A value that is an error is replaced by its message without the full stop.
    """

    def __init__(self, message: str, /, **values: "int | str | Exception") -> None:
        super().__init__(message)
        self.name = "" if " " in message else message
        self.values = values

    def __str__(self) -> str:
        """Return the message in English."""
        text = str(self.args[0])
        if self.name:
            text = _messages(self.name.partition(".")[0]).gettext(self.name)
        filled = {name: _as_filling(value) for name, value in self.values.items()}
        return text.format(**filled) if filled else text

    @classmethod
    def like(cls, error: "MessageError") -> Self:
        """Return an error of this class with the message of another error."""
        return cls(*error.args, **error.values)


class FileError(MessageError, ValueError):
    """An error in the text of a file.

    Some messages are only part of a sentence. `at_line` completes them with the number of the line.
    """

    @classmethod
    def at_line(cls, line: int, error: MessageError) -> Self:
        """Return an error of this class that names the line of another error."""
        return cls("error.at-line", line=line, error=error)

    @classmethod
    def unread(cls, path: object, error: OSError) -> Self:
        """Return the error for a file that cannot be read."""
        return cls("error.match-unread", file=str(path), reason=str(error.strerror))

    @classmethod
    def unclear(cls, text: str) -> Self:
        """Return the error for a text that is not understood."""
        return cls("error.unclear", text=repr(text[:40]))

    @classmethod
    def too_long(cls, text: str, most: int) -> Self:
        """Return the error for a text of more than `most` characters."""
        return cls("error.long", text=repr(text[:20]), most=most)


def _as_filling(value: "int | str | Exception") -> int | str:
    """Return a value for a message; for an error, its text without the final full stop."""
    return str(value).rstrip(".") if isinstance(value, Exception) else value

"""Errors of the packages without languages, with the message that explains them.

The catalogue has each message in every language under its id. `str` returns the English one.
"""

from typing import Self


class MessageError(Exception):
    """An error with the id of its message. `str` returns the message in English.

    name -- the id, "" for a text that is English only
    values -- what is put into the message; `reason` is a text of the system or of a library, which
    the catalogue translates; an error is put in without its full stop
    """

    def __init__(self, text: str, name: str = "", /, **values: "int | str | Exception") -> None:
        filled = {name: _as_filling(value) for name, value in values.items()}
        super().__init__(text.format(**filled) if filled else text)  # without values, any text
        self.name, self.values = name, values

    @classmethod
    def like(cls, error: "MessageError") -> Self:
        """Return an error of this class with the message of another error."""
        own = cls("{error}", error=error)
        own.args, own.name, own.values = error.args, error.name, error.values
        return own


class FileError(MessageError, ValueError):
    """An error in the text of a file. Without its line, the message is a part of a sentence."""

    @classmethod
    def at_line(cls, line: int, error: MessageError) -> Self:
        """Return an error of this class that names the line of another error."""
        return cls("Line {line}: {error}.", "error.at-line", line=line, error=error)

    @classmethod
    def unread(cls, path: object, error: OSError) -> Self:
        """Return the error for a file that cannot be read."""
        text, reason = "The match {file} cannot be read: {reason}.", str(error.strerror)
        return cls(text, "error.match-unread", file=str(path), reason=reason)

    @classmethod
    def unclear(cls, text: str) -> Self:
        """Return the error for a text that is not understood."""
        return cls("{text} is not understood.", "error.unclear", text=repr(text[:40]))

    @classmethod
    def too_long(cls, text: str, most: int) -> Self:
        """Return the error for a text of more than `most` characters."""
        shown = repr(text[:20])
        return cls("{text}… has more than {most} characters.", "error.long", text=shown, most=most)


def _as_filling(value: "int | str | Exception") -> int | str:
    """Return a value for a message; of an error, its text without the final full stop."""
    return str(value).rstrip(".") if isinstance(value, Exception) else value

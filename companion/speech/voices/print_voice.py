"""Prints every sentence as a line, for eyes, braille terminals and screen readers."""

from typing import TextIO

from companion.untrusted import one_line


class PrintVoice:
    """Writes each sentence as a line and flushes it. A closed pipe is not an error."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._closed = False
        self._error: OSError | None = None

    def check(self) -> None:
        """Raise the `OSError` of a failed write, if any, except for a closed pipe."""
        if self._error is not None:
            raise self._error

    @property
    def is_on_screen(self) -> bool:
        """Whether the lines go to a terminal, which a screen reader reads aloud."""
        return self._stream.isatty()

    def write(self, text: str) -> None:
        """Write one line, unless the pipe is closed."""
        if self._closed:
            return
        try:
            self._stream.write(_encodable(text, self._stream) + "\n")
            self._stream.flush()
        except (OSError, ValueError) as error:
            # A closed pipe or file: the evening continues without this reader.
            self._closed = True
            if isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
                self._error = error


def _encodable(text: str, stream: TextIO) -> str:
    """Replace control characters, and characters that the stream cannot encode."""
    encoding = stream.encoding or "utf-8"
    return one_line(text).encode(encoding, "replace").decode(encoding)

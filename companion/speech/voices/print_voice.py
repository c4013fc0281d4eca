"""The voice that writes: every sentence a line, for eyes, braille terminals and screen readers."""

import sys
from typing import TextIO

from companion.plain_text import one_line
from companion.speech.voices.base import Handle, Words, done


class PrintVoice:
    """Writes each sentence as a line and flushes it. A reader that goes away ends nothing."""

    name = "print"
    earcons = False

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream
        self._closed = False
        self._error: OSError | None = None

    def check(self) -> None:
        """Raise the `OSError` that kept anything from being written; a reader may go away."""
        if self._error is not None:
            raise self._error

    @property
    def is_on_screen(self) -> bool:
        """Whether it writes to a terminal, which a screen reader reads out."""
        stream = self._stream if self._stream is not None else sys.stdout
        return stream.isatty()

    def probe(self) -> None:
        """Writing always works."""

    def write(self, text: str) -> None:
        """Write one line, unless the reader has gone."""
        if self._closed:
            return
        stream = self._stream if self._stream is not None else sys.stdout
        try:
            stream.write(_encodable(text, stream) + "\n")
            stream.flush()
        except (OSError, ValueError) as error:
            # A closed pipe or file: the evening goes on, without this reader.
            self._closed = True
            if isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
                self._error = error

    def speak(self, words: Words) -> Handle:
        """Write the line; it is said at once."""
        self.write(words.text)
        return done()

    def stop(self) -> None:
        """What is written is written."""

    def close(self) -> None:
        """The stream belongs to the caller."""


def _encodable(text: str, stream: TextIO) -> str:
    """Replace what would steer a terminal, and what the stream's encoding does not have."""
    encoding = stream.encoding or "utf-8"
    return one_line(text).encode(encoding, "replace").decode(encoding)

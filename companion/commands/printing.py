"""Prints to standard output and standard error, and defines the exit codes."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from companion.message_error import MessageError
from companion.speech.catalogue import Catalogue, ExplainedError, filled, first_sentence, plain
from companion.untrusted import one_line

DONE, NO, BAD_INPUT = 0, 1, 2
"""The exit codes: done, the answer is "no", the request cannot be carried out."""


def print_lines(lines: Iterable[str]) -> int:
    """Print lines as they are produced."""
    for line in lines:
        print_line(line)
    return DONE


class LeftOut:
    """Prints each damaged line of a journal once to standard error, in a given language."""

    def __init__(self, lang: str) -> None:
        self._catalogue = Catalogue(lang)
        self._told: set[str] = set()

    def __call__(self, error: MessageError) -> None:
        """Print the error unless it was printed before or the limit is reached."""
        if str(error) in self._told or len(self._told) > MOST_LEFT_OUT:
            return
        self._told.add(str(error))
        sentence = filled("command.line-left-out", error=first_sentence(error))
        if len(self._told) > MOST_LEFT_OUT:
            sentence = filled("command.more-damaged")
        print(one_line(self._catalogue.tell(sentence)), file=sys.stderr, flush=True)


class OutputFileError(ExplainedError, ValueError):
    """A file that cannot be written, or that exists already. The message says why."""


@contextmanager
def explained_output(path: str | Path) -> Iterator[None]:
    """Turn errors of writing a new file into `OutputFileError`."""
    try:
        yield
    except FileExistsError:
        raise OutputFileError("command.other-file", file=str(path)) from None
    except OSError as error:
        why = plain(str(error.strerror))
        raise OutputFileError("command.file-unwritten", file=str(path), reason=why) from None


MOST_LEFT_OUT: Final = 20
"""The number of damaged lines that are reported one by one."""


def print_line(line: str) -> None:
    """Print one line at once, without control characters."""
    print(one_line(line), flush=True)

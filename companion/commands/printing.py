"""Printing to standard output and standard error, and the exit codes."""

import sys
from collections.abc import Iterable
from typing import Final

from companion.untrusted import one_line

DONE, NO, BAD_INPUT = 0, 1, 2
"""Exit codes: done; the answer is "no"; the request cannot be carried out."""


def print_lines(lines: Iterable[str]) -> int:
    """Print lines as they are produced."""
    for line in lines:
        print_line(line)
    return DONE


class LeftOut:
    """Reports damaged lines of a journal on standard error, each once."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def __call__(self, sentence: str) -> None:
        """Print the sentence, unless it or too many others were printed before."""
        if sentence in self._told or len(self._told) > MOST_LEFT_OUT:
            return
        self._told.add(sentence)
        line = f"Left out: {one_line(sentence)}"
        if len(self._told) > MOST_LEFT_OUT:
            line = "More is damaged; companion journal check names all of it."
        print(line, file=sys.stderr, flush=True)


MOST_LEFT_OUT: Final = 20
"""The number of damaged lines that are reported one by one."""


def print_line(line: str) -> None:
    """Print one line at once, without control characters."""
    print(one_line(line), flush=True)

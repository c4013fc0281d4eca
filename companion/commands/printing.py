"""What is printed, and the exit codes."""

import sys
from collections.abc import Iterable
from typing import Final

from companion.plain_text import one_line

DONE, NO, BAD_INPUT = 0, 1, 2
"""Exit codes: done; the answer is "no"; what was asked for cannot be done."""


def print_lines(lines: Iterable[str]) -> int:
    """Print lines as they come."""
    for line in lines:
        print_line(line)
    return DONE


class LeftOut:
    """Says on standard error which lines of a journal are damaged and left out, each once."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def __call__(self, sentence: str) -> None:
        """Say it, unless it was said, or many were."""
        if sentence in self._told or len(self._told) > MOST_LEFT_OUT:
            return
        self._told.add(sentence)
        told = f"Left out: {one_line(sentence)}"
        if len(self._told) > MOST_LEFT_OUT:
            told = "More is damaged; companion journal check names all of it."
        print(told, file=sys.stderr, flush=True)


MOST_LEFT_OUT: Final = 20
"""Damaged lines that are named one by one."""


def print_line(line: str) -> None:
    """Print one line at once; whatever it quotes, nothing of it steers the terminal."""
    print(one_line(line), flush=True)

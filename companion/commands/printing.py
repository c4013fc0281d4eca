"""What is printed, and the exit codes."""

from collections.abc import Iterable

from companion.plain_text import one_line

DONE, NO, BAD_INPUT = 0, 1, 2
"""Exit codes: done; the answer is "no"; what was asked for cannot be done."""


def print_lines(lines: Iterable[str]) -> int:
    """Print lines as they come."""
    for line in lines:
        print_line(line)
    return DONE


def print_line(line: str) -> None:
    """Print one line at once; whatever it quotes, nothing of it steers the terminal."""
    print(one_line(line), flush=True)

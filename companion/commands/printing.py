"""What is printed, and the exit codes."""

from collections.abc import Iterable

DONE, NO = 0, 1
"""Exit codes: done; the answer is "no"."""


def print_lines(lines: Iterable[str]) -> int:
    """Print lines as they come."""
    for line in lines:
        print_line(line)
    return DONE


def print_line(line: str) -> None:
    """Print one line at once."""
    print(line, flush=True)

"""A referee at the keyboard of a running evening: one ruling a line; `help` lists them.

The evening never waits for the keyboard. Nothing is read where there is nobody to type: input from
the null device, or a program that was started in the background of a terminal.
"""

import os
import signal
import stat
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as LateError
from threading import Thread
from typing import Final

from companion.session import Evening
from companion.session.ruling_lines import RulingError, asks_for_help, parse

LONGEST_LINE: Final = 1000
PATIENCE: Final = 10.0
"""Seconds after which a ruling that nobody answers is given up."""

HELP: Final = """\
position V1=2n V6=5v ... [turn green]  set the position; turn: who is to throw from it
dice 6 3 [for green]                   set the dice of the turn; for: who begins
opening 3 5                            set the opening dice: green's, then black's
award green [gammon] [2 points]        give the game to a player
undo-throw, undo-opening               take dice back that were typed or read wrong
undo                                   take the last acceptance, take, drop or award back
correct                                have the open error corrected
accept                                 let the open error stand
pause, go-on                           let the game rest, go on
out-of-order V6, in-order V6           a point, VB VO NB NO, or: green dice
adjourn                                keep the game for another day, and end
help                                   this list
Any of them may end in: as NAME because REASON"""

# --- the keyboard --------------------------------------------------------------------------------


def attend(evening: Evening, tell: Callable[[str], None], fd: int = 0) -> bool:
    """Read rulings from a descriptor for as long as the program runs; False: nobody types there.

    tell -- gets what is said to the keyboard alone: the list of rulings, or why a line is none.
    """
    if not somebody_types(fd):
        return False
    Thread(target=_read, args=(evening, tell, fd), name="keyboard", daemon=True).start()
    return True


def somebody_types(fd: int) -> bool:
    """Whether lines can come from a descriptor: from a terminal, a pipe, a file."""
    try:
        mode = os.fstat(fd).st_mode
    except OSError:
        return False
    if os.isatty(fd):
        if sys.platform != "win32":
            # Reading from the background would stop the whole program; so it is an error instead.
            signal.signal(signal.SIGTTIN, signal.SIG_IGN)
        return True
    return not stat.S_ISCHR(mode)


def _read(evening: Evening, tell: Callable[[str], None], fd: int) -> None:
    for line in lines(fd, tell):
        order = line.strip()
        if asks_for_help(order):
            tell(HELP)
        elif order:
            _rule(evening, tell, order)


def _rule(evening: Evening, tell: Callable[[str], None], order: str) -> None:
    """Hand a ruling in; what became of it is spoken, and the words are always printed too."""
    try:
        outcome = evening.rule(parse(order))
    except RulingError as error:
        tell(str(error))
        return
    try:
        outcome.result(PATIENCE)
    except CancelledError:
        tell("The evening has ended, nothing was ruled.")
    except LateError:
        # What was given up is not carried out later either; what has begun cannot be given up.
        if outcome.cancel():
            tell("The evening does not answer. Nothing was ruled, and nothing will be.")
        else:
            tell("The evening takes long over this ruling. It says when it is done.")


def lines(
    fd: int, tell: Callable[[str], None], cut: Callable[[str], None] | None = None
) -> Iterator[str]:
    """The lines of a descriptor until its end. One that is too long is dropped, and said so.

    cut -- gets the beginning of a line that is too long, instead of `tell`.
    """
    waiting = b""
    while data := _some(fd):
        *whole, waiting = (waiting + data).split(b"\n")
        for line in whole:
            if len(line) > LONGEST_LINE:
                if cut is not None:
                    cut(line[:LONGEST_LINE].decode("utf-8", "replace"))
                else:
                    tell(f"A ruling has at most {LONGEST_LINE} letters; that line was left out.")
            else:
                yield line.decode("utf-8", "replace")
        waiting = waiting[: LONGEST_LINE + 1]
    if waiting:
        yield waiting.decode("utf-8", "replace")


def _some(fd: int) -> bytes:
    # Read past Python's own buffers: their locks would be held when the program ends.
    try:
        return os.read(fd, 4096)
    except OSError:
        return b""

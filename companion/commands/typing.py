"""The players of a typed table at the keyboard: one entry a line, see `companion.typed`.

At a terminal each key is taken as it is pressed; from anywhere else whole lines are read.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Final

from companion.commands.keyboard import lines, somebody_types
from companion.commands.terminal import keys, raw
from companion.session.typed_board import TypedBoard
from companion.typed.keys import Effect, Ended, LineEditor, Sent, TakenBack, Written

QUIT: Final = "----"
"""What the end of input from a terminal, Ctrl-D, stands for."""


@contextmanager
def attending(
    board: TypedBoard, tell: Callable[[str], None], end: Callable[[], None], fd: int = 0
) -> Iterator[bool]:
    """Take entries from a descriptor for as long as the evening lasts; False: nobody types there.

    The end of input from a terminal counts as `quit`, and a terminal that is gone ends the evening
    (`end`). The end of anything else ends nothing: entries may come from elsewhere too.
    """
    if not somebody_types(fd):
        yield False
        return
    with raw(fd) as one_by_one:
        read = (_read_keys, (board, end, fd)) if one_by_one else (_read_lines, (board, tell, fd))
        Thread(target=read[0], args=read[1], name="typing", daemon=True).start()
        yield True


def _read_lines(board: TypedBoard, tell: Callable[[str], None], fd: int) -> None:
    while True:
        for line in lines(fd, tell, board.type):
            board.type(line)
        if not os.isatty(fd):
            return
        board.type(QUIT)


def _read_keys(board: TypedBoard, end: Callable[[], None], fd: int) -> None:
    editor = LineEditor()
    for key in keys(fd):
        effect = editor.take(key)
        _show(effect)
        match effect:
            case Sent(line):
                board.type(line)
            case Ended():
                board.type(QUIT)
            case _:
                board.key(effect)
    end()


def _show(effect: Effect) -> None:
    """Echo what was typed; a terminal in raw mode does not do so itself."""
    told = ""
    match effect:
        case Written(sign):
            told = sign
        case TakenBack(count, _):
            told = "\b \b" * count
        case Sent():
            told = "\n"
    if told and sys.stdout.isatty():
        with suppress(OSError, ValueError):
            sys.stdout.write(told)
            sys.stdout.flush()

"""The players of a typed table at the keyboard: one entry a line, see `companion.typed`."""

import os
from collections.abc import Callable
from threading import Thread
from typing import Final

from companion.commands.keyboard import lines, somebody_types
from companion.session.typed_board import TypedBoard

QUIT: Final = "----"
"""What the end of input from a terminal stands for."""


def attend(board: TypedBoard, tell: Callable[[str], None], fd: int = 0) -> bool:
    """Read entries from a descriptor for as long as the program runs; False: nobody types there.

    The end of input from a terminal ends the evening; that of anything else ends nothing, for
    entries may come from elsewhere too.
    """
    if not somebody_types(fd):
        return False
    Thread(target=_read, args=(board, tell, fd), name="typing", daemon=True).start()
    return True


def _read(board: TypedBoard, tell: Callable[[str], None], fd: int) -> None:
    for line in lines(fd, tell, board.type):
        board.type(line)
    if os.isatty(fd):
        board.type(QUIT)

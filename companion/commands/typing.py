"""The players of a typed table at the keyboard: one entry a line, see `companion.typed`.

At a terminal each key is taken as it is pressed, so that each silences the voice at once; from
anywhere else whole lines are read.
"""

import codecs
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Any, Final

from companion.commands.keyboard import lines, somebody_types
from companion.session.typed_board import TypedBoard
from companion.typed.keys import Effect, Ended, Key, LineEditor, Sent, TakenBack, Written

if sys.platform != "win32":
    import termios

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


# --- keys of a terminal --------------------------------------------------------------------------

_NAMED: Final = {
    "\r": Key.ENTER,
    "\n": Key.ENTER,
    "\x7f": Key.BACK,
    "\b": Key.BACK,
    "\x15": Key.CLEAR,
    "\x1b": Key.CLEAR,
    "\x04": Key.END,
}
_SEQUENCE: Final = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O(.))")
_KEYPAD: Final = dict(zip("pqrstuvwxyjkmnoMX", "0123456789*+-./\r=", strict=True))
"""What a numeric keypad sends in its application mode, after ESC O."""


@contextmanager
def raw(fd: int) -> Iterator[bool]:
    """Read a terminal key by key; it is restored on leaving. False where that cannot be had.

    Signals of the keyboard stay signals. Windows keeps whole lines.
    """
    before = _let_through(fd)
    try:
        yield before is not None
    finally:
        if before is not None:
            _restore(fd, before)


if sys.platform != "win32":

    def _let_through(fd: int) -> list[Any] | None:
        """Let the terminal pass keys at once; return its former mode, None if it is no terminal."""
        try:
            if not os.isatty(fd) or os.tcgetpgrp(fd) != os.getpgrp():
                return None
            before, now = termios.tcgetattr(fd), termios.tcgetattr(fd)
            now[3] &= ~(termios.ICANON | termios.ECHO)
            now[6][termios.VMIN], now[6][termios.VTIME] = 1, 0
            termios.tcsetattr(fd, termios.TCSADRAIN, now)
        except (OSError, termios.error):
            return None
        return before

    def _restore(fd: int, before: list[Any]) -> None:
        with suppress(termios.error):
            termios.tcsetattr(fd, termios.TCSADRAIN, before)

else:

    def _let_through(fd: int) -> list[Any] | None:  # noqa: ARG001 - as elsewhere
        return None

    def _restore(fd: int, before: list[Any]) -> None:
        """Nothing was changed."""


def keys(fd: int) -> Iterator[Key | str]:
    """The keys of a terminal in raw mode, until it is gone."""
    decode = codecs.getincrementaldecoder("utf-8")("replace").decode
    while data := _some(fd):
        yield from read_keys(decode(data))


def read_keys(text: str) -> Iterator[Key | str]:
    """What keys a piece of input stands for. A sequence that is no keypad's is one useless key."""
    at = 0
    while at < len(text):
        found = _SEQUENCE.match(text, at)
        if found is None:
            yield from _key(text[at])
            at += 1
            continue
        at = found.end()
        sign = _KEYPAD.get(found[1] or "")
        yield from _key(sign) if sign else (Key.OTHER,)


def _key(sign: str) -> Iterator[Key | str]:
    if sign in _NAMED:
        yield _NAMED[sign]
    elif sign.isprintable():
        yield sign
    else:
        yield Key.OTHER


def _some(fd: int) -> bytes:
    try:
        return os.read(fd, 1024)
    except OSError:
        return b""

"""Reads the keyboard during an evening, for a referee or for the players of a typed table.

A referee types one ruling per line; `help` lists them. Players type one entry per line, see
`companion.typed`. At a terminal single keys are read, so that each key silences the voice at once.
From other sources whole lines are read.

The evening never waits for the keyboard. The null device is not read, and a program in the
background does not read its terminal.
"""

import codecs
import os
import re
import select
import signal
import stat
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as LateError
from contextlib import contextmanager, suppress
from typing import Any, Final

from companion.ending import start_thread
from companion.link.messages import Line
from companion.session import Evening
from companion.session.ruling_lines import RulingError, asks_for_help, parse
from companion.session.typed_board import TypedBoard
from companion.speech.catalogue import Sentences, filled
from companion.typed.keys import EditingKey, LineEditor

if sys.platform == "win32":
    import msvcrt
else:
    import termios
    import tty

LONGEST_LINE: Final = 1000
PATIENCE: Final = 10.0
"""Seconds after which a ruling without a result is cancelled."""

Tell = Callable[[Sentences], None]
"""Prints sentences in the language of the evening."""

# --- a referee -----------------------------------------------------------------------------------


def attend(evening: Evening, tell: Tell, fd: int = 0) -> bool:
    """Read rulings from a descriptor in a thread. Return False if nobody can type there.

    tell -- prints the list of rulings, or why a line is not a ruling
    """
    if not somebody_types(fd):
        return False
    start_thread("keyboard", _read, evening, tell, fd)
    return True


def somebody_types(fd: int) -> bool:
    """Return whether lines can come from a descriptor: it is a terminal, a pipe or a file."""
    try:
        mode = os.fstat(fd).st_mode
    except OSError:
        return False
    if os.isatty(fd):
        if sys.platform != "win32":
            # Reading from the background would stop the whole program, so make this an error
            # instead.
            signal.signal(signal.SIGTTIN, signal.SIG_IGN)
        return True
    return not stat.S_ISCHR(mode)


def _read(evening: Evening, tell: Tell, fd: int) -> None:
    for line in lines(fd, tell):
        order = line.strip()
        if asks_for_help(order):
            tell((filled("ruling-line.help"),))
        elif order:
            submit(evening, tell, order)


def submit(evening: Evening, tell: Tell, order: str) -> None:
    """Submit a ruling. Its result is spoken and printed."""
    try:
        outcome = evening.rule(parse(order))
    except RulingError as error:
        tell(error.sentences)
        return
    try:
        outcome.result(PATIENCE)
    except CancelledError:
        tell((filled("ruling-line.ended"),))
    except LateError:
        # A cancelled ruling is never carried out. A ruling that has begun cannot be cancelled.
        late = "cancelled" if outcome.cancel() else "late"
        tell((filled(f"ruling-line.{late}"),))


def lines(fd: int, tell: Tell, cut: Callable[[str], None] | None = None) -> Iterator[str]:
    """Yield the lines of a descriptor until its end. Drop a line that is too long.

    tell -- reports a line that is too long
    cut -- if given, is called with the beginning of such a line instead
    """
    waiting = b""
    while data := read_bytes(fd):
        *whole, waiting = (waiting + data).split(b"\n")
        for line in whole:
            if len(line) > LONGEST_LINE:
                if cut is not None:
                    cut(line[:LONGEST_LINE].decode("utf-8-sig", "replace"))
                else:
                    tell((filled("ruling-line.too-long", letters=LONGEST_LINE),))
            else:
                yield line.decode("utf-8-sig", "replace")
        waiting = waiting[: LONGEST_LINE + 1]
    if waiting:
        yield waiting.decode("utf-8-sig", "replace")


def read_bytes(fd: int, most: int = 4096) -> bytes:
    """Return bytes that can be read now, b"" at the end or on an error."""
    # Bypass Python's own buffers, because their locks would be held when the program ends.
    try:
        return os.read(fd, most)
    except OSError:
        return b""


def has_input(fd: int, seconds: float) -> bool:
    """Wait at most some seconds for input. Return False on a timeout."""
    if sys.platform == "win32":
        if not os.isatty(fd) or msvcrt.kbhit():
            return True
        time.sleep(seconds)
        return False
    else:  # noqa: RET505 (mypy checks one platform)
        return bool(select.select([fd], [], [], seconds)[0])


# --- players -------------------------------------------------------------------------------------

QUIT: Final = "----"
"""The entry for the end of input from a terminal (Ctrl-D)."""


@contextmanager
def attending(
    board: TypedBoard, tell: Tell, end: Callable[[], None], fd: int = 0
) -> Iterator[bool]:
    """Read entries from a descriptor during this context; yield False if nobody can type there.

    The end of input from a terminal counts as `quit`, and a closed terminal ends the evening
    (`end`). The end of other input does not end the evening, because entries may come from other
    devices.
    """
    if not somebody_types(fd):
        yield False
        return
    with raw(fd) as one_by_one:
        if one_by_one:
            start_thread("typing", _read_keys, board, end, fd)
        else:
            start_thread("typing", _read_lines, board, tell, fd)
        yield True


def _read_lines(board: TypedBoard, tell: Tell, fd: int) -> None:
    while True:
        for line in lines(fd, tell, lambda line: board.put(Line(line))):
            board.put(Line(line))
        if not os.isatty(fd):
            return
        board.put(Line(QUIT))


def _read_keys(board: TypedBoard, end: Callable[[], None], fd: int) -> None:
    editor = LineEditor()
    for key in keys(fd):
        before = len(editor.line)
        match editor.take(key):
            case None:
                board.put(Line(QUIT))
            case Line() as line:
                _echo("\n")
                board.put(line)
            case keyed:
                _echo(keyed.sign or "\b \b" * (before - len(editor.line)))
                board.put(keyed)
    end()


def _echo(text: str) -> None:
    """Show the typed text, because a terminal in raw mode does not show it."""
    if text and sys.stdout.isatty():
        with suppress(OSError, ValueError):
            sys.stdout.write(text)
            sys.stdout.flush()


# --- keys of a terminal --------------------------------------------------------------------------

_NAMED: Final = {
    "\r": EditingKey.ENTER,
    "\n": EditingKey.ENTER,
    "\x7f": EditingKey.BACK,
    "\b": EditingKey.BACK,
    "\x15": EditingKey.CLEAR,
    "\x1b": EditingKey.CLEAR,
    "\x04": EditingKey.END,
}
_SEQUENCE: Final = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O(.))")
_KEYPAD: Final = dict(zip("pqrstuvwxyjkmnoMX", "0123456789*+-./\r=", strict=True))
"""The codes that a numeric keypad sends in application mode after ESC O."""


@contextmanager
def raw(fd: int) -> Iterator[bool]:
    """Read single keys of a terminal during this context; yield False if that is impossible.

    Ctrl-C still sends its signal. Windows keeps reading whole lines.
    """
    before: list[Any] | None = None
    if sys.platform != "win32":
        with suppress(OSError, termios.error):
            if os.isatty(fd) and os.tcgetpgrp(fd) == os.getpgrp():
                mode = termios.tcgetattr(fd)
                tty.setcbreak(fd, termios.TCSADRAIN)
                before = mode
    try:
        yield before is not None
    finally:
        if sys.platform != "win32" and before is not None:
            with suppress(termios.error):
                termios.tcsetattr(fd, termios.TCSADRAIN, before)


def keys(fd: int) -> Iterator[EditingKey | str]:
    """Yield the keys of a terminal in raw mode until it is closed."""
    decode = codecs.getincrementaldecoder("utf-8")("replace").decode
    while data := read_bytes(fd):
        yield from read_keys(decode(data))


def read_keys(text: str) -> Iterator[EditingKey | str]:
    """Yield the keys in a piece of input. An unknown escape sequence is one unknown key."""
    at = 0
    while at < len(text):
        found = _SEQUENCE.match(text, at)
        if found is None:
            yield from _key(text[at])
            at += 1
            continue
        at = found.end()
        sign = _KEYPAD.get(found[1] or "")
        yield from _key(sign) if sign else (EditingKey.OTHER,)


def _key(sign: str) -> Iterator[EditingKey | str]:
    if sign in _NAMED:
        yield _NAMED[sign]
    elif sign.isprintable():
        yield sign
    else:
        yield EditingKey.OTHER

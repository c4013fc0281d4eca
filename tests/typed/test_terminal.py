"""A typed table at a real terminal: keys one by one, and the terminal as it was afterwards."""

import os
import pty
import select
import subprocess
import sys
import termios
import time
from collections.abc import Iterator

import pytest

from companion.commands.keyboard import raw, read_keys
from companion.link.messages import Keyed, Line
from companion.typed.entries import LONGEST
from companion.typed.keys import EditingKey, LineEditor


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("8/5\n", ["8", "/", "5", EditingKey.ENTER]),
        ("\r", [EditingKey.ENTER]),
        ("8\x7f\b", ["8", EditingKey.BACK, EditingKey.BACK]),
        ("\x1bOx\x1bOo\x1bOu\x1bOM", ["8", "/", "5", EditingKey.ENTER]),
        ("\x1b[A\x1b[1;5C", [EditingKey.OTHER, EditingKey.OTHER]),
        ("\x1bOZ", [EditingKey.OTHER]),
        ("\x1b", [EditingKey.CLEAR]),
        ("\x04", [EditingKey.END]),
        ("é", ["é"]),
        ("\x00\x01", [EditingKey.OTHER, EditingKey.OTHER]),
    ],
)
def test_each_key_is_recognised(text: str, keys: list[EditingKey | str]) -> None:
    assert list(read_keys(text)) == keys


def test_a_line_is_edited() -> None:
    editor = LineEditor()
    assert editor.take("8") == Keyed("8")
    assert editor.take("6") == Keyed("6")
    assert editor.take(EditingKey.BACK) == Keyed(back="8")
    assert editor.take(EditingKey.OTHER) == Keyed()
    assert editor.take(EditingKey.ENTER) == Line("8")
    assert editor.take(EditingKey.BACK) == Keyed()
    for _ in range(LONGEST):
        editor.take("1")
    assert editor.take("1") == Keyed()
    assert editor.take(EditingKey.CLEAR) == Keyed(back="")
    assert editor.take(EditingKey.END) is None


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """Both ends of a pseudo-terminal."""
    ours, theirs = pty.openpty()
    yield ours, theirs
    os.close(ours)
    os.close(theirs)


def test_other_inputs_are_left_unchanged(terminal: tuple[int, int]) -> None:
    _, theirs = terminal
    before = termios.tcgetattr(theirs)
    with raw(theirs) as one_by_one:
        assert not one_by_one
    assert termios.tcgetattr(theirs) == before
    with raw(10_000) as one_by_one:
        assert not one_by_one


PLAY = [sys.executable, "-m", "companion", "play", "--board", "typed", "--game", "backgammon"]
LEAD = "import fcntl, os, termios; os.setsid(); fcntl.ioctl(0, termios.TIOCSCTTY, 0);"


def _played(terminal: tuple[int, int], *given: bytes, more: tuple[str, ...] = ()) -> str:
    """What a terminal shows while these keys are pressed in the program's foreground."""
    ours, theirs = terminal
    run = [*PLAY, "--voice", "print", "--lang", "en", *more]
    code = f"{LEAD} os.execv({run[0]!r}, {run!r})"
    program = subprocess.Popen(  # noqa: S603 - our own
        [sys.executable, "-c", code], stdin=theirs, stdout=theirs
    )
    shown = b""
    try:
        shown += _until(ours, b"New game of backgammon")
        for keys in given:
            os.write(ours, keys)
            shown += _until(ours, None)
        program.wait(20)
        shown += _until(ours, None)
    finally:
        program.kill()
        program.wait()
    assert program.returncode == 0
    return shown.decode("utf-8", "replace").replace("\r\n", "\n")


def _until(fd: int, words: bytes | None) -> bytes:
    """What comes until these words do, or nothing more for a moment."""
    shown, until = b"", time.monotonic() + (20 if words else 0.7)
    while time.monotonic() < until and (words is None or words not in shown):
        if select.select([fd], [], [], 0.1)[0]:
            shown += os.read(fd, 4096)
    return shown


def test_keys_at_a_terminal(terminal: tuple[int, int]) -> None:
    before = termios.tcgetattr(terminal[1])
    shown = _played(terminal, b"31\n", b"8/45\x7f\x7f5 6/5\r", b"\n", b"----\n")
    assert "Green begins with 3" in shown
    assert "Legal." in shown
    assert "bye" in shown
    assert "8/45\b \b\b \b5 6/5" in shown
    assert termios.tcgetattr(terminal[1]) == before


def test_the_end_of_input_from_a_terminal_ends_the_evening(terminal: tuple[int, int]) -> None:
    assert "bye" in _played(terminal, b"31\n", b"\x04")

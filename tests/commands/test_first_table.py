"""Without a keyboard, the table is the board or the keypad that is connected first."""

import os
from pathlib import Path

import pytest

from companion.commands import first_start
from companion.commands.first_start import choose_board
from companion.link.messages import Hello
from companion.link.port import AskedPort, PortError
from companion.optional import LibraryError
from companion.settings import Settings

SETTINGS = Settings("", voice="print")
LOCKED = PortError("error.port-hangs", "hangs", port="/dev/gps")
READY = "Ready. Connect a board or a numeric keypad.\n"


class Sockets:
    """What is plugged in at each look."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *looks: str) -> None:
        self._looks, self._now = iter(looks), ""
        monkeypatch.setattr(first_start, "ask_ports", self._ports)
        monkeypatch.setattr(first_start, "devices", self._keypads)
        monkeypatch.setattr(first_start, "AGAIN", 0.0)

    def _ports(self) -> list[AskedPort]:
        self._now = next(self._looks)
        silent = AskedPort("/dev/gps", error=LOCKED if "locked" in self._now else None)
        if "board" not in self._now:
            return [silent]
        return [silent, AskedPort("/dev/board", Hello(1, "0.1", "B1", "n", 28))]

    def _keypads(self) -> list[str]:
        if "no library" in self._now:
            raise LibraryError("keypads", "No module", missing=True)
        return ["a keypad"] if "keypad" in self._now else []


@pytest.mark.parametrize(
    ("looks", "expected"),
    [
        (("board",), ("serial", "")),
        (("keypad",), ("typed", "")),
        (("board and keypad",), ("serial", "")),
        (("", "", "", "keypad"), ("typed", READY)),
        (("", "", "board"), ("serial", READY)),
        (("no library",), ("serial", "")),
    ],
)
def test_the_board_or_keypad_connected_first_is_used(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    looks: tuple[str, ...],
    expected: tuple[str, str],
) -> None:
    Sockets(monkeypatch, *looks)
    with Path(os.devnull).open("rb") as null:
        found = choose_board(SETTINGS, set(), null.fileno())
    assert (found, capsys.readouterr().out) == expected


def test_a_board_connected_while_it_is_awaited_is_used(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Sockets(monkeypatch, "", "locked", "locked", "board")
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as typed, os.fdopen(writing, "wb", buffering=0) as hand:
        hand.write(b"--\n")
        assert choose_board(SETTINGS, set(), typed.fileno()) == "serial"
    _asked, waiting, *reasons = capsys.readouterr().out.splitlines()
    assert waiting.startswith("Waiting for the board.")
    assert len(reasons) == 1
    assert "hangs when it is opened" in reasons[0]
    assert reasons[0].endswith(waiting)

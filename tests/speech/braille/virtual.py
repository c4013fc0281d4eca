"""Simulates a braille display, driven by a real brltty with its virtual driver.

The driver exchanges lines of text. The display first sends its number of cells. brltty sends the
dots of all cells whenever they change. The display sends the names of brltty's commands, to which
the keys of a real display are translated.
"""

import contextlib
import re
import shutil
import socket
import subprocess
import threading
import time
from pathlib import Path
from typing import Final

from companion.ending import Closing

PATIENCE: Final = 20.0
_PORT: Final = 4101
"""BrlAPI's host 127.0.0.1:N is the TCP port 4101 + N."""
_DRIVERS: Final = (Path("/lib/brltty/libbrlttybvr.so"), Path("/usr/lib/brltty/libbrlttybvr.so"))


def missing() -> str:
    """Return why no display can be simulated on this machine, "" if it can."""
    if shutil.which("brltty") is None:
        return "brltty is not installed (apt install brltty)"
    if not any(path.exists() for path in _DRIVERS):
        return "this brltty has no driver for virtual displays"
    return ""


class VirtualDisplay(Closing):
    """One display. `plug` connects it; brltty is started and stopped independently."""

    def __init__(self, folder: Path, cells: int = 40) -> None:
        self._folder = folder
        self._cells = cells
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._number = _free_number()
        self._shown = threading.Condition()
        self._dots = ""
        self.shown: list[str] = []
        self._socket: socket.socket | None = None
        self._brltty: subprocess.Popen[bytes] | None = None

    @property
    def host(self) -> str:
        """The value for BRLAPI_HOST."""
        return f"127.0.0.1:{self._number}"

    def start_brltty(self, *, plug: bool = True) -> None:
        """Start brltty, and plug the display in."""
        port = self._listener.getsockname()[1]
        self._brltty = subprocess.Popen(  # noqa: S603 - the program under test
            [
                *("brltty", "-n", "-e", "-q", "-l", "error", "-f", "/dev/null"),
                *("-b", "vr", "-d", f"client:127.0.0.1:{port}"),
                *("-x", "no", "-s", "no", "-t", "en"),
                *("-A", f"auth=none,host={self.host}"),
                *("-W", str(self._folder), "-U", str(self._folder)),
                *("-P", str(self._folder / "pid")),
            ],
            stderr=subprocess.DEVNULL,
        )
        if plug:
            self.plug()
        _await_port(_PORT + self._number)
        if plug:
            with self._shown:
                assert self._shown.wait_for(lambda: self._dots, PATIENCE), "a dead display"

    def stop_brltty(self) -> None:
        """Kill brltty, as in a crash."""
        if self._brltty is not None:
            self._brltty.kill()
            self._brltty.wait(PATIENCE)
            self._brltty = None
        self.unplug()

    def unplug(self) -> None:
        """Disconnect the display; brltty then searches for it."""
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
            self._socket.close()
            self._socket = None
        self._dots = ""

    def plug(self) -> None:
        """Let brltty connect, and report the width of the display."""
        self._listener.settimeout(PATIENCE)
        connected, _ = self._listener.accept()
        connected.sendall(f"cells {self._cells}\n".encode())
        self._socket = connected
        threading.Thread(target=self._read, args=(connected,), daemon=True).start()

    def _read(self, connected: socket.socket) -> None:
        try:
            with connected.makefile(encoding="utf-8", errors="replace") as lines:
                for line in lines:
                    if found := re.fullmatch(r'Braille "(.*)"\n', line):
                        with self._shown:
                            self._dots = found[1]
                            self.shown.append(found[1])
                            self._shown.notify_all()
        except (OSError, ValueError):
            pass  # it was pulled out

    @property
    def braille(self) -> str:
        """The cells as Unicode braille patterns, without trailing blanks."""
        with self._shown:
            return _pattern(self._dots)

    @property
    def everything(self) -> str:
        """Everything shown so far, in order."""
        with self._shown:
            return "\u2800".join(map(_pattern, self.shown))

    def feel(self, braille: str) -> None:
        """Wait until the display shows exactly this."""
        deadline = time.monotonic() + PATIENCE
        while self.braille != braille.replace(" ", "\u2800"):
            left = deadline - time.monotonic()
            died = self._brltty and self._brltty.poll()
            assert not died, f"brltty has ended ({died})"
            assert left > 0, f"{self.braille!r} stands there, not {braille!r}"
            with self._shown:
                self._shown.wait(min(left, 0.2))

    def press(self, command: str) -> None:
        """Press the key of one of brltty's commands."""
        assert self._socket is not None
        self._socket.sendall(f"{command}\n".encode())

    def close(self) -> None:
        """Stop brltty and close the display."""
        self.stop_brltty()
        self._listener.close()


def _pattern(dots: str) -> str:
    """Convert cells of brltty's driver, "123|1| ", to Unicode braille."""
    cells = [sum(1 << int(dot) - 1 for dot in cell.strip()) for cell in dots.split("|")]
    return "".join(chr(0x2800 + cell) for cell in cells).rstrip("\u2800")


def _free_number() -> int:
    """Return a number whose port is free and in BrlAPI's range."""
    while True:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            number = int(probe.getsockname()[1]) - _PORT
        if number > 0:
            return number


def _await_port(port: int) -> None:
    """Wait until brltty accepts connections."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1.0).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("brltty offers no BrlAPI")

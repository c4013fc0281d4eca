"""Child processes of voices: each in a group of its own, so that one kill is silence."""

import contextlib
import os
import signal
import subprocess
import sys
from typing import Final

from companion import ending

_RUNNING: Final[set[subprocess.Popen[bytes]]] = set()


def start(
    command: list[str], environment: dict[str, str] | None = None, *, listen: bool = False
) -> subprocess.Popen[bytes]:
    """Start a program that reads from us, in its own group. Raises `OSError`.

    listen -- what it writes comes on one stream, `stdout`; else only its errors, on `stderr`.
    """
    ending.at_last(_kill_all)
    process = subprocess.Popen(  # noqa: S603 - fixed commands, no shell
        command,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE if listen else subprocess.DEVNULL,
        stderr=subprocess.STDOUT if listen else subprocess.PIPE,
        start_new_session=True,
    )
    _RUNNING.add(process)
    return process


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a program and all it started."""
    _RUNNING.discard(process)
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)


def _kill_all() -> None:
    """Kill what still runs when the program ends: it must not speak on without it."""
    for process in tuple(_RUNNING):
        # A process that has ended is left alone: its number may be another's by now.
        if process.poll() is None:
            kill(process)

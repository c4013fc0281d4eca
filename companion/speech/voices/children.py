"""Child processes of voices, each in its own group, so that one kill stops the sound."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
from typing import Final

from companion import ending
from companion.speech.catalogue import Sentence, filled
from companion.speech.voices.base import VoiceError

_RUNNING: Final[set[subprocess.Popen[bytes]]] = set()
_STARTING: Final = threading.Lock()
"""A lock that is held while a program is started, and for ever once this process ends."""
_LONGEST_START: Final = 0.3
"""Seconds that the end of this process waits for a program that is being started."""


def start(
    name: str,
    command: list[str],
    environment: dict[str, str] | None = None,
    *,
    listen: bool = False,
) -> subprocess.Popen[bytes]:
    """Start a program with piped input, in its own group. Raises `VoiceError`.

    name -- the name of its voice
    listen -- pipe output and errors together as `stdout`; otherwise pipe only errors, as `stderr`
    """
    ending.at_last(_kill_all)
    try:
        with _STARTING:
            process = subprocess.Popen(  # noqa: S603 - fixed commands, no shell
                command,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE if listen else subprocess.DEVNULL,
                stderr=subprocess.STDOUT if listen else subprocess.PIPE,
                start_new_session=True,
            )
            _RUNNING.add(process)
    except OSError as error:
        reason = error.strerror or str(error)
        raise VoiceError("machine.not-started", name=name, reason=reason) from error
    return process


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a program and all its children."""
    _RUNNING.discard(process)
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)


def failed(name: str, last: str, code: int) -> Sentence:
    """Return why a program failed.

    name -- the name of its voice; last -- its last message, "" for none.
    """
    if not last:
        return filled("machine.exit-code", name=name, code=code)
    return filled("machine.failed", name=name, reason=last.rstrip("."))


def _kill_all() -> None:
    """Kill the processes that still run when the program ends, so that they stop speaking.

    No program can be started afterwards.
    """
    _STARTING.acquire(timeout=_LONGEST_START)
    for process in tuple(_RUNNING):
        # Do not kill a process that has ended: its number may have been reused.
        if process.poll() is None:
            kill(process)

"""The voice of pyttsx3: SAPI on Windows, the system voice on macOS, espeak-ng and aplay on Linux.

Each utterance is a child process in a group of its own; killing the group is silence, its player
included. pyttsx3 reports success even where nothing was heard, so its player is tried beforehand.
"""

import contextlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from typing import Final

from companion.speech.voices import children, sinks
from companion.speech.voices.base import Handle, Outcome, VoiceError

_CHILD: Final = "companion.speech.voices.pyttsx3_child"
_LINUX_RATE: Final = 22050
_GRACE_SECONDS: Final = 3.0
"""For a slow machine to start the child and its player."""
_LETTERS_A_WORD: Final = 2.5
"""Few, since a number of two digits is spoken as a long word."""


class Pyttsx3Voice:
    """Speaks through a child process an utterance."""

    name = "pyttsx3"

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._cut = threading.Event()
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def probe(self) -> str | None:
        """Whether pyttsx3 is there, and on Linux its player heard."""
        if importlib.util.find_spec("pyttsx3") is None:
            return "pyttsx3 is not installed (pip install pyttsx3)."
        if sys.platform in {"win32", "darwin"}:
            return None
        if shutil.which("aplay") is None:
            return "pyttsx3 needs the program aplay (apt install alsa-utils)."
        return sinks.reason_against(sinks.PlayerSink("aplay", _LINUX_RATE), _LINUX_RATE)

    def speak(self, text: str, lang: str, rate: int, volume: float) -> Handle:
        """See `Voice`."""
        command = [sys.executable, "-m", _CHILD, lang, str(rate), str(volume)]
        if self._folder is None:
            # pyttsx3 leaves its sound files behind when it is killed; here they go in the end.
            self._folder = tempfile.TemporaryDirectory(prefix="companion-")
        try:
            process = children.start(command, {**os.environ, "TMPDIR": self._folder.name})
        except OSError as error:
            raise VoiceError(f"pyttsx3 cannot be started: {error.strerror}.") from error
        handle, cut = Handle(), threading.Event()
        self._process, self._cut = process, cut
        watcher = threading.Thread(
            target=_watch,
            args=(process, text, _patience(text, rate), cut, handle),
            name="pyttsx3",
            daemon=True,
        )
        watcher.start()
        return handle

    def stop(self) -> None:
        """See `Voice`."""
        self._cut.set()
        # A process that has ended is left alone: its number may be another's by now.
        if self._process is not None and self._process.poll() is None:
            children.kill(self._process)
        self._process = None

    def close(self) -> None:
        """See `Voice`."""
        self.stop()
        if self._folder is not None:
            with contextlib.suppress(OSError):
                self._folder.cleanup()
            self._folder = None


def _patience(text: str, rate: int) -> float:
    """How many seconds an utterance may take before its child is held to hang."""
    return _GRACE_SECONDS + len(text) / _LETTERS_A_WORD * 60 / rate


def _watch(
    process: subprocess.Popen[bytes],
    text: str,
    patience: float,
    cut: threading.Event,
    handle: Handle,
) -> None:
    """Feed the child, wait for its end, and tell how it was; a child that hangs is killed."""
    try:
        _, said = process.communicate(text.encode(), timeout=patience)
    except subprocess.TimeoutExpired:
        children.kill(process)
        process.communicate()
        handle.set_exception(VoiceError("pyttsx3 hangs."))
        return
    # Whatever the child started must not speak on without it.
    children.kill(process)
    if cut.is_set():
        handle.set_result(Outcome.CUT)
    elif process.returncode == 0:
        handle.set_result(Outcome.SAID)
    else:
        lines = said.decode(errors="replace").strip().splitlines() or ["no reason given"]
        handle.set_exception(VoiceError(f"pyttsx3 failed: {lines[-1]}"))

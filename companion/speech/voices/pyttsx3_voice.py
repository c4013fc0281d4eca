"""The voice of pyttsx3: SAPI on Windows, the system voice on macOS, espeak-ng and aplay on Linux.

Each utterance is a child process in its own group. Killing the group stops the child and its
player. pyttsx3 reports success even if nothing was heard, so the player is tested beforehand.
pyttsx3 may hang at any step, so the child reports its progress and is killed when it is late.
"""

import contextlib
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from typing import Final

from companion import own_python
from companion.ending import start_thread
from companion.optional import is_there
from companion.speech.voices import base, children, sinks
from companion.speech.voices.pyttsx3_child import SIGN

CHILD: Final = "companion.speech.voices.pyttsx3_child"
_LINUX_RATE: Final = 22050
LOADING_SECONDS: Final = 5.0
"""Seconds for a slow machine to start Python and load the library."""
_LETTERS_A_WORD: Final = 2.5
"""The estimated letters per word. It is low because a two-digit number is a long word."""


class Pyttsx3Voice:
    """Speaks each utterance through a child process."""

    name = "pyttsx3"
    earcons = False

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._cut = threading.Event()
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def probe(self) -> None:
        """Check that pyttsx3 is installed and, on Linux, its player works. Raises `VoiceError`."""
        if not is_there(self.name):
            how = "pip install pyttsx3"
            raise base.VoiceError("machine.not-installed", name=self.name, how=how)
        if sys.platform in {"win32", "darwin"}:
            return
        if shutil.which("aplay") is None:
            how = "apt install alsa-utils"
            raise base.VoiceError("machine.needs-program", name=self.name, program="aplay", how=how)
        sinks.try_out(sinks.PlayerSink("aplay", _LINUX_RATE), _LINUX_RATE)

    def speak(self, words: base.SpokenWords) -> base.Handle:
        """See `Voice`."""
        if not words.text:
            return base.done()
        command = own_python.command(CHILD, words.lang, str(words.rate), str(words.volume))
        if self._folder is None:
            # A killed pyttsx3 does not delete its sound files; they are deleted with this folder.
            self._folder = tempfile.TemporaryDirectory(prefix="companion-")
        environment = own_python.environment(TMPDIR=self._folder.name)
        process = children.start(self.name, command, environment, listen=True)
        cut = threading.Event()
        self._process, self._cut = process, cut
        return base.spoken("pyttsx3", lambda: _watch(process, words, cut))

    def stop(self) -> None:
        """See `Voice`."""
        self._cut.set()
        # Do not kill a process that has ended: its number may have been reused.
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


def _watch(
    process: subprocess.Popen[bytes], words: base.SpokenWords, cut: threading.Event
) -> base.SpeechResult:
    """Feed the child and wait for its end; kill a child that hangs. Raises `VoiceError`."""
    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    start_thread("pyttsx3 reader", _listen, process, words.text, lines)
    last = _follow(lines, words)
    if last is not None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(base.HANGING_SECONDS)
    code = process.poll()
    # Processes started by the child must not continue to speak.
    children.kill(process)
    process.wait()
    if cut.is_set():
        return base.SpeechResult.CUT
    if code is None or last is None:
        raise base.VoiceError("machine.hangs", name=Pyttsx3Voice.name)
    if code:
        raise base.VoiceError(children.failed(Pyttsx3Voice.name, last, code))
    return base.SpeechResult.SAID


def _listen(
    process: subprocess.Popen[bytes], text: str, lines: "queue.SimpleQueue[str | None]"
) -> None:
    """Send the child its words and queue the lines it prints, then None."""
    if process.stdin is None or process.stdout is None:
        return
    with contextlib.suppress(OSError), process.stdin:
        process.stdin.write(text.encode())
    with process.stdout:
        for line in process.stdout:
            lines.put(line.decode(errors="replace").strip())
    lines.put(None)


def _follow(lines: "queue.SimpleQueue[str | None]", words: base.SpokenWords) -> str | None:
    """Return the child's last line, "" for none, or None if a progress sign is too late."""
    last, deadline = "", time.monotonic() + LOADING_SECONDS
    while True:
        try:
            line = lines.get(timeout=max(deadline - time.monotonic(), 0.0))
        except queue.Empty:
            return None
        if line is None:
            return last
        if line.startswith(SIGN):
            deadline = time.monotonic() + patience(line.removeprefix(SIGN), words)
        elif line:
            last = line


def patience(sign: str, words: base.SpokenWords) -> float:
    """Return how many seconds may pass between a progress sign and the next one."""
    what, _, seconds = sign.partition(" ")
    if what == "playing":
        return base.HANGING_SECONDS + float(seconds)
    if what == "begun" and sys.platform in {"win32", "darwin"}:
        # For a driver that reports no words, estimate the time for the whole text.
        return base.HANGING_SECONDS + len(words.text) / _LETTERS_A_WORD * 60 / words.rate
    return base.HANGING_SECONDS

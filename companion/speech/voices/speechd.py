"""A voice through speech-dispatcher, the speech service of Linux desktops.

One utterance at a time is sent, as a message that other programs do not interrupt. The server was
seen not to report the loss of its synthesiser. So a mark is sent before and after each word. A
voice that does not reach the next mark in time counts as hanging.

The protocol SSIP is implemented from its description (info page "SSIP") and from the behaviour of
server 0.11.4, because the project's client library cannot be installed by pip.
"""

import contextlib
import os
import queue
import socket
import sys
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from companion.ending import start_thread
from companion.speech.voices import base

NAME: Final = "speech-dispatcher"
SYNTHESISER: Final = "apt install speech-dispatcher-espeak-ng"
_INSTALL: Final = (
    "apt install speech-dispatcher speech-dispatcher-espeak-ng && speech-dispatcher --spawn"
)
LOST: Final = "LOST"
"""The event that every utterance gets when the connection is lost."""


class Ssip:
    """One connection to the server: commands, answers, and events of utterances.

    Raises `VoiceError` if no server answers. Commands are sent by one thread; another one receives
    events into the queues of `news`.
    """

    def __init__(self) -> None:
        self._socket = _connect()
        self._answers: queue.SimpleQueue[list[str]] = queue.SimpleQueue()
        self._news: dict[str, queue.SimpleQueue[str]] = {}
        self._lost = False
        start_thread("speechd", self._read)

    def command(self, line: str) -> list[str]:
        """Send a command and return the lines of the answer, without their codes.

        Raises `VoiceError` if the server refuses, closes the connection, or does not answer in
        time.
        """
        try:
            self._socket.sendall(line.encode() + b"\r\n")
            answer = self._answers.get(timeout=base.HANGING_SECONDS)
        except (OSError, queue.Empty) as error:
            raise base.VoiceError("machine.no-answer", name=NAME) from error
        if not answer:
            raise base.VoiceError("machine.gone", name=NAME)
        if not answer[-1].startswith("2"):
            raise base.VoiceError("machine.refuses", name=NAME, what=line[:40], answer=answer[-1])
        return [each[4:] for each in answer]

    def speak(self, text: str) -> str:
        """Send one line of text. Return the number of the utterance."""
        self.command("SPEAK")
        return self.command(f"{'.' if text.startswith('.') else ''}{text}\r\n.")[0]

    def news(self, number: str) -> "queue.SimpleQueue[str]":
        """Return the queue of an utterance's events, such as `BEGIN`, `END`, `LOST`."""
        found = self._news.setdefault(number, queue.SimpleQueue())
        if self._lost:
            found.put(LOST)
        return found

    def forget(self, number: str) -> None:
        """Drop the events of an utterance."""
        self._news.pop(number, None)

    def close(self) -> None:
        """Cancel all utterances of this connection and close it."""
        with contextlib.suppress(OSError):
            self._socket.sendall(b"CANCEL SELF\r\nQUIT\r\n")
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def _read(self) -> None:
        """Read until the connection closes. The last line of an answer or event has no hyphen."""
        lines: list[str] = []
        with contextlib.suppress(OSError), self._socket.makefile("rb") as stream:
            for raw in stream:
                lines.append(raw.decode(errors="replace").rstrip())
                if lines[-1][3:4] == "-":
                    continue
                if lines[-1].startswith("7"):
                    self.news(lines[0][4:]).put(lines[-1][4:])
                else:
                    self._answers.put(lines)
                lines = []
        self._lost = True
        self._answers.put([])
        for waiting in list(self._news.values()):
            waiting.put(LOST)


def _connect() -> socket.socket:
    """Connect to the server. Raises `VoiceError`."""
    kind, _, place = os.environ.get("SPEECHD_ADDRESS", "").partition(":")
    try:
        if kind == "inet_socket":
            host, _, port = place.rpartition(":")
            return _open(socket.AF_INET, (host or "127.0.0.1", int(port)))
        if sys.platform == "win32":
            raise base.VoiceError("machine.only-linux", name=NAME)
        return _open(socket.AF_UNIX, place or str(_usual_place()))
    except (OSError, ValueError) as error:
        raise base.VoiceError("machine.not-running", name=NAME, how=_INSTALL) from error


def _open(family: socket.AddressFamily, address: str | tuple[str, int]) -> socket.socket:
    line = socket.socket(family)
    try:
        line.settimeout(base.HANGING_SECONDS)
        line.connect(address)
        line.settimeout(None)
    except OSError:
        line.close()
        raise
    return line


def _usual_place() -> Path:
    folder = os.environ.get("XDG_RUNTIME_DIR") or str(Path.home() / ".cache")
    return Path(folder) / "speech-dispatcher" / "speechd.sock"


_GREETING: Final = (
    "SET SELF CLIENT_NAME user:companion:main",
    "SET SELF NOTIFICATION ALL ON",
    "SET SELF PRIORITY MESSAGE",
    "SET SELF SSML_MODE ON",
)
_MARK: Final = "INDEX MARK"
_ENDS: Final = {"END": base.SpeechResult.SAID, "CANCELED": base.SpeechResult.CUT}
MARK_SECONDS: Final = 1.0
_DIGIT_SECONDS: Final = 0.35
_DUMMY: Final = "dummy"
"""The name of the synthesiser that only says that no synthesiser is installed."""


class SpeechdVoice:
    """Speaks through a running speech-dispatcher; never starts one."""

    name = "speechd"
    earcons = False

    def __init__(self) -> None:
        self._line: Ssip | None = None
        self._set: dict[str, str] = {}

    def probe(self) -> None:
        """Check that a server answers and has an audible synthesiser. Raises `VoiceError`."""
        try:
            module = self._open().command("GET OUTPUT_MODULE")[0]
        except base.VoiceError:
            self.close()
            raise
        if module == _DUMMY:
            self.close()
            raise base.VoiceError("machine.no-synthesiser", name=NAME, how=SYNTHESISER)
        self.name = f"speechd ({module})"

    def _open(self) -> Ssip:
        if self._line is None:
            self._line = Ssip()
            self._set = {}
            for command in _GREETING:
                self._line.command(command)
        return self._line

    def speak(self, words: base.SpokenWords) -> base.Handle:
        """See `Voice`."""
        if not words.text:
            return base.done()
        line = self._open()
        self._choose(line, "LANGUAGE", words.lang)
        self._choose(line, "RATE", str(own_rate(words.rate)))
        self._choose(line, "VOLUME", str(round(min(max(words.volume, 0.0), 1.0) * 200) - 100))
        number = line.speak(_marked(words.text))
        return base.spoken("speechd utterance", lambda: _watch(line, number, words))

    def _choose(self, line: Ssip, what: str, value: str) -> None:
        if self._set.get(what) != value:
            line.command(f"SET SELF {what} {value}")
            self._set[what] = value

    def stop(self) -> None:
        """See `Voice`."""
        if self._line is not None:
            self._line.command("CANCEL SELF")

    def close(self) -> None:
        """See `Voice`."""
        if self._line is not None:
            self._line.close()
            self._line = None


def own_rate(words_a_minute: int) -> int:
    """Convert words per minute to a rate of SSIP: -100 (slowest) to 100, 0 is the default."""
    if words_a_minute < base.RATE:
        return max(-100, round((words_a_minute - base.RATE) / (base.RATE - base.SLOWEST) * 100))
    return min(100, round((words_a_minute - base.RATE) / (base.FASTEST - base.RATE) * 100))


def _marked(text: str) -> str:
    """Return a text as SSML, with a mark before and after each word."""
    words = (
        f'<mark name="{n}"/>{escape(word)}<mark name="{n}e"/>'
        for n, word in enumerate(text.split())
    )
    return f"<speak>{' '.join(words)}</speak>"


def seconds_to_mark(words: base.SpokenWords, marks: int) -> float:
    """Return the seconds to wait for the next mark, for the longest pause or word.

    Measured: a pause takes up to 0.85 s, numbers take longer than any other word.
    """
    spoken = words.text.split()[marks // 2 : marks // 2 + marks % 2]
    digits = sum(letter.isdigit() for word in spoken for letter in word)
    return (MARK_SECONDS + _DIGIT_SECONDS * digits) * max(1.0, base.RATE / words.rate)


def _watch(line: Ssip, number: str, words: base.SpokenWords) -> base.SpeechResult:
    """Watch one utterance until it is spoken or interrupted. Raises `VoiceError`."""
    news, paused, patience, marks = line.news(number), False, base.HANGING_SECONDS, 0
    try:
        while True:
            what = news.get(timeout=None if paused else patience)
            if what in _ENDS:
                return _ENDS[what]
            if what == LOST:
                raise base.VoiceError("machine.gone", name=NAME)
            paused, marks = what == "PAUSED", marks + (what == _MARK)
            patience = seconds_to_mark(words, marks)
    except queue.Empty:
        raise base.VoiceError("machine.hangs", name=NAME) from None
    finally:
        line.forget(number)

"""A line to speech-dispatcher, in its protocol SSIP: commands, answers, and news of utterances.

Written from the project's own description of the protocol (info page "SSIP") and from what the
server 0.11.4 says. The client library of the project is no package that pip could install.
"""

import contextlib
import os
import queue
import socket
import sys
import threading
from pathlib import Path
from typing import Final

from companion.speech.catalogue import filled
from companion.speech.voices.base import HANGING_SECONDS, VoiceError

NAME: Final = "speech-dispatcher"
SYNTHESISER: Final = "apt install speech-dispatcher-espeak-ng"
_INSTALL: Final = (
    "apt install speech-dispatcher speech-dispatcher-espeak-ng && speech-dispatcher --spawn"
)
LOST: Final = "LOST"
"""The news of every utterance when the server has gone."""


class Ssip:
    """One connection. Raises `VoiceError` where no server answers.

    Commands are given by one thread; the news of utterances come by another, into `news`.
    """

    def __init__(self) -> None:
        self._socket = _connect()
        self._answers: queue.SimpleQueue[list[str]] = queue.SimpleQueue()
        self._news: dict[str, queue.SimpleQueue[str]] = {}
        self._lost = False
        threading.Thread(target=self._read, name="speechd", daemon=True).start()

    def command(self, line: str) -> list[str]:
        """Give a command and return the lines of its answer, without their codes.

        Raises `VoiceError` where the server refuses, has gone, or does not answer in time.
        """
        try:
            self._socket.sendall(line.encode() + b"\r\n")
            answer = self._answers.get(timeout=HANGING_SECONDS)
        except (OSError, queue.Empty) as error:
            raise VoiceError(filled("machine.no-answer", name=NAME)) from error
        if not answer:
            raise VoiceError(filled("machine.gone", name=NAME))
        if not answer[-1].startswith("2"):
            raise VoiceError(
                filled("machine.refuses", name=NAME, what=line[:40], answer=answer[-1])
            )
        return [each[4:] for each in answer]

    def speak(self, text: str) -> str:
        """Hand in one line of text; give back the number of the utterance."""
        self.command("SPEAK")
        return self.command(f"{'.' if text.startswith('.') else ''}{text}\r\n.")[0]

    def news(self, number: str) -> "queue.SimpleQueue[str]":
        """What happens to an utterance: `BEGIN`, `INDEX MARK`, `END`, `CANCELED`…, or `LOST`."""
        found = self._news.setdefault(number, queue.SimpleQueue())
        if self._lost:
            found.put(LOST)
        return found

    def forget(self, number: str) -> None:
        """No more news of this utterance are wanted."""
        self._news.pop(number, None)

    def close(self) -> None:
        """Silence all that came from here, and leave."""
        with contextlib.suppress(OSError):
            self._socket.sendall(b"CANCEL SELF\r\nQUIT\r\n")
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def _read(self) -> None:
        """Read until the server goes; the last line of an answer or of news has no hyphen."""
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
    """Open the socket where the server is to be found. Raises `VoiceError`."""
    kind, _, place = os.environ.get("SPEECHD_ADDRESS", "").partition(":")
    try:
        if kind == "inet_socket":
            host, _, port = place.rpartition(":")
            return _open(socket.AF_INET, (host or "127.0.0.1", int(port)))
        if sys.platform == "win32":
            raise VoiceError(filled("machine.only-linux", name=NAME))
        return _open(socket.AF_UNIX, place or str(_usual_place()))
    except (OSError, ValueError) as error:
        raise VoiceError(filled("machine.not-running", name=NAME, how=_INSTALL)) from error


def _open(family: socket.AddressFamily, address: str | tuple[str, int]) -> socket.socket:
    line = socket.socket(family)
    try:
        line.settimeout(HANGING_SECONDS)
        line.connect(address)
        line.settimeout(None)
    except OSError:
        line.close()
        raise
    return line


def _usual_place() -> Path:
    folder = os.environ.get("XDG_RUNTIME_DIR") or str(Path.home() / ".cache")
    return Path(folder) / "speech-dispatcher" / "speechd.sock"

"""Simulates a speech-dispatcher on a real socket, controlled by a script."""

import contextlib
import os
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path


class FakeSpeechd:
    """Answers as the server 0.11.4 does.

    module -- the synthesiser it names; script -- called with an utterance's text, it gives the news
    of it; `None` among them: the line is cut. `silent` commands get no answer, `refused` ones 300.
    """

    def __init__(self, path: Path) -> None:
        self.address = f"unix_socket:{path}"
        self.module = "espeak-ng"
        self.script: Callable[[str], list[str | None]] = lambda _text: ["BEGIN", "END"]
        self.commands: list[str] = []
        self.texts: list[str] = []
        self.silent: set[str] = set()
        self.refused: set[str] = set()
        self.cancels = threading.Event()
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(str(path))
        self._socket.listen()
        self._lines: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        for line in self._lines:
            line.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                line, _ = self._socket.accept()
                self._lines.append(line)
                threading.Thread(target=self._serve, args=(line,), daemon=True).start()

    def _serve(self, line: socket.socket) -> None:
        def say(*lines: str) -> None:
            line.sendall("".join(f"{each}\r\n" for each in lines).encode())

        with contextlib.suppress(OSError), line.makefile("r", encoding="utf-8") as stream:
            for raw in stream:
                command = raw.rstrip()
                self.commands.append(command)
                if command in self.silent:
                    continue
                if command in self.refused:
                    say("300 ERR REFUSED")
                elif command == "GET OUTPUT_MODULE":
                    say(f"251-{self.module}", "251 OK GET RETURNED")
                elif command == "SPEAK":
                    say("230 OK RECEIVING DATA")
                    self._utterance(stream, say, line)
                elif command == "CANCEL SELF":
                    say("210 OK CANCELED")
                    self._news(say, len(self.texts), "CANCELED")
                    self.cancels.set()
                elif command == "QUIT":
                    return
                else:
                    say("200 OK")

    def _utterance(
        self, stream: Iterator[str], say: Callable[..., None], line: socket.socket
    ) -> None:
        text = next(stream).rstrip()
        assert next(stream).rstrip() == "."
        self.texts.append(text)
        number = len(self.texts)
        say(f"225-{number}", "225 OK MESSAGE QUEUED")
        for what in self.script(text):
            if what is None:
                line.shutdown(socket.SHUT_RDWR)
                return
            self._news(say, number, what)

    @staticmethod
    def _news(say: Callable[..., None], number: int, what: str) -> None:
        say(f"700-{number}", "700-1", f"700 {what}")


@contextlib.contextmanager
def fake_speechd(path: Path) -> Iterator[FakeSpeechd]:
    """Run a simulated server that voices find."""
    server = FakeSpeechd(path)
    before = os.environ.get("SPEECHD_ADDRESS")
    os.environ["SPEECHD_ADDRESS"] = server.address
    try:
        yield server
    finally:
        del os.environ["SPEECHD_ADDRESS"]
        if before is not None:
            os.environ["SPEECHD_ADDRESS"] = before
        server.close()

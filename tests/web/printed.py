"""Collects what a running program prints, while a test waits for some of it."""

import re
from threading import Thread
from typing import IO

from tests.flow.wire_board import PATIENCE, wait_for
from tests.program import PIPE, STDOUT, Program


class Printed:
    """The lines that a program has printed so far; a thread reads them."""

    def __init__(self, stream: IO[str] | None) -> None:
        assert stream is not None
        self.lines: list[str] = []
        self._stream = stream
        self._ear = Thread(target=lambda: self.lines.extend(stream), daemon=True)
        self._ear.start()

    def told(self, pattern: str, after: int = 0) -> str:
        """Wait until something is printed. Return its part in brackets, or all of it."""

        def found() -> re.Match[str] | None:
            return re.search(pattern, "".join(self.lines[after:]))

        wait_for(found, lambda: str(self.lines))
        match = found()
        assert match is not None
        return match[1] if match.groups() else match[0]

    def close(self) -> None:
        """Read to the end, after the program has ended."""
        self._ear.join()
        self._stream.close()


class TypedEvening(Printed):
    """`companion play --board typed --web`, what is typed and what is printed."""

    def __init__(self, lang: str = "en", port: str = "0") -> None:
        words = ("--board", "typed", "--game", "backgammon", "--voice", "print", "--lang", lang)
        self.process = Program(
            *("play", *words, "--web", f"127.0.0.1:{port}"), stdin=PIPE, stdout=PIPE, stderr=STDOUT
        )
        super().__init__(self.process.stdout)
        self.lang = lang
        self.url = self.told(r"(http://\S+)p\b")
        self.port = int(self.url.rstrip("/").rpartition(":")[2])

    def type(self, line: str) -> None:
        """Type a line at the table."""
        self.process.type(line)

    def code(self, side: str) -> str:
        """Ask for the code of a player's page."""
        before = len(self.lines)
        self.type(f"{side} code")
        return self.told(r"((?:\d, )+\d)\.", before).replace(", ", "")

    def end(self) -> int:
        """End the evening. Return its exit code."""
        self.process.terminate()
        code = self.process.wait(PATIENCE)
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.close()
        return code

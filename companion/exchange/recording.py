"""What goes over the wire, kept in a file and played again through the whole program.

`Recording` is written while an evening runs; `replay_recording` lets an evening take what was
recorded, on the recording's own clock, as quickly as the machine allows.
"""

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, Self

from companion.link.connection import Connection
from companion.link.port import Arrived, Closed, Opened, PortEvent
from companion.link.recorder import (
    CAME,
    CLOSED,
    HEADER,
    OPENED,
    SENT,
    Recorded,
    RecordingError,
    line,
    read,
)
from companion.session import Evening

LONGEST_SILENCE: Final = 4.0
"""Seconds after the last byte for which an evening still waits: until the board is lost."""


class Recording:
    """A file that everything is appended to at once; a new one each time.

    complain -- gets one sentence when the file cannot be written any more; the evening goes on.
    Raises `RecordingError` when it cannot be begun.
    """

    def __init__(self, path: str, complain: Callable[[str], None]) -> None:
        self._path = path
        self._complain = complain
        self._started = time.monotonic()
        try:
            self._file = Path(path).open("x", encoding="ascii")  # noqa: SIM115 - closed by close
        except FileExistsError:
            raise RecordingError(f"{path} is there already: name a new file.") from None
        except OSError as error:
            raise RecordingError(f"{path} cannot be written ({error.strerror}).") from error
        self._write(HEADER + "\n")

    def event(self, event: PortEvent) -> None:
        """Keep what the port did."""
        match event:
            case Opened(url):
                self._keep(OPENED, url.encode())
            case Arrived(data):
                self._keep(CAME, data)
            case Closed(reason):
                self._keep(CLOSED, reason.encode())

    def sent(self, data: bytes) -> None:
        """Keep what was sent to the board."""
        self._keep(SENT, data)

    def close(self) -> None:
        """End the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _keep(self, kind: str, data: bytes) -> None:
        self._write(line(Recorded(time.monotonic() - self._started, kind, data)))

    def _write(self, text: str) -> None:
        if self._file.closed:
            return
        try:
            self._file.write(text)
            self._file.flush()
        except OSError as error:
            self._complain(f"{self._path} takes no more ({error.strerror}); the evening goes on.")
            self.close()


def load_recording(path: str) -> list[Recorded]:
    """All that was recorded. Raises `RecordingError`."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise RecordingError(f"{path} cannot be read ({error.strerror}).") from error
    return list(read(data))


def replay_recording(evening: Evening, entries: Iterable[Recorded]) -> None:
    """Let the evening take what was recorded, and a silence after it."""
    player = _Player(evening)
    for entry in entries:
        player.until(entry.t)
        player.take(entry)
    player.until(player.now + LONGEST_SILENCE)


class _Player:
    """Stands in for port, clock and cable."""

    def __init__(self, evening: Evening) -> None:
        self.now = 0.0
        self._evening = evening
        self._connection = Connection()
        base = evening.clock()
        evening.clock = lambda: base + self.now

    def until(self, t: float) -> None:
        """Let the clock run, with all that falls due on the way."""
        while (due := self._connection.next_deadline) is not None and due <= t:
            self.now = max(self.now, due)
            for event in self._connection.tick(self.now):
                self._evening.take(event)
            self._connection.outgoing()
        self.now = max(self.now, t)

    def take(self, entry: Recorded) -> None:
        """One thing that was recorded; what the companion sent then, it sends again by itself."""
        match entry.kind:
            case "opened":
                self._connection.opened(self.now)
                self._evening.take(Opened(entry.data.decode(errors="replace")))
            case "closed":
                self._connection.closed()
                self._evening.take(Closed(entry.data.decode(errors="replace")))
            case "<":
                for event in self._connection.receive(entry.data, self.now):
                    self._evening.take(event)

"""What a virtual board can be plugged into: a pseudo-terminal or a TCP port.

A wire can be unplugged and plugged in again under the same url. No call blocks.
"""

import os
import select
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

from companion.sim.board import SimError

_BACKLOG: Final = 1 << 20
_CHUNK: Final = 4096
_REBIND_SECONDS: Final = 5.0
_NO_TERMINALS: Final = "This system has no pseudo-terminals: serve the board on a TCP port."


class Wire(Protocol):
    """One place where companions can reach the board."""

    @property
    def url(self) -> str:
        """What to give to `--port`."""

    def plug(self) -> None:
        """Be there. Raises `SimError` in one plain sentence when that cannot be."""

    def unplug(self) -> None:
        """Be gone, as when the cable is pulled."""

    def close(self) -> None:
        """Be gone for good, leaving nothing behind."""

    def readable(self) -> list[int]:
        """File descriptors worth waiting for."""

    def read(self) -> bytes:
        """Return what has come, or nothing."""

    def write(self, data: bytes) -> None:
        """Send as much as can be sent now of the backlog and of data; keep the rest."""


class _Backlog:
    """Bytes that the other end has not taken yet. When they are too many all are given up."""

    def __init__(self) -> None:
        self._data = bytearray()

    def send(self, data: bytes, take: Callable[[bytes], int]) -> None:
        """Hand over what take accepts; it returns how many bytes, or raises BlockingIOError."""
        if len(self._data) + len(data) > _BACKLOG:
            self._data.clear()
        self._data += data
        with suppress(BlockingIOError):
            while self._data:
                del self._data[: take(bytes(self._data[:_CHUNK]))]


class PtyWire:
    """A pseudo-terminal behind a link that keeps its name. For POSIX systems only."""

    _folder: "tempfile.TemporaryDirectory[str]"
    _link: Path
    _master: int
    _backlog: _Backlog

    def __init__(self) -> None:
        if sys.platform == "win32":
            raise SimError(_NO_TERMINALS)
        self._folder = tempfile.TemporaryDirectory(prefix="companion-board-")
        self._link = Path(self._folder.name) / "board"
        self._master = -1
        self._backlog = _Backlog()

    @property
    def url(self) -> str:
        """The path of the link."""
        return str(self._link)

    def plug(self) -> None:
        """Make a new pseudo-terminal and link to it."""
        import tty  # noqa: PLC0415 -- not on Windows

        if sys.platform == "win32":
            raise SimError(_NO_TERMINALS)
        self._master, slave = os.openpty()
        try:
            # Raw from the start, for clients that open it as a plain file.
            tty.setraw(slave)
            os.set_blocking(self._master, False)
            self._link.symlink_to(os.ttyname(slave))
        finally:
            # Closed, so that the system tells whether a client is there.
            os.close(slave)

    def unplug(self) -> None:
        """Close the pseudo-terminal: its client reads an end of file or an error."""
        if self._master >= 0:
            self._link.unlink(missing_ok=True)
            os.close(self._master)
            self._master = -1
            self._backlog = _Backlog()

    def close(self) -> None:
        """Unplug and remove the folder of the link."""
        self.unplug()
        self._folder.cleanup()

    def readable(self) -> list[int]:
        """The master's descriptor while a client has the other end open."""
        return [self._master] if self._has_client() else []

    def read(self) -> bytes:
        """Return what the client has written."""
        if self._has_client():
            with suppress(OSError):
                return os.read(self._master, _CHUNK)
        return b""

    def write(self, data: bytes) -> None:
        """Write to the client; without one the bytes are lost, as on a real board."""
        if not self._has_client():
            self._backlog = _Backlog()
            return
        with suppress(OSError):
            self._backlog.send(data, lambda chunk: os.write(self._master, chunk))

    def _has_client(self) -> bool:
        if sys.platform == "win32":
            raise SimError(_NO_TERMINALS)
        if self._master < 0:
            return False
        poll = select.poll()
        poll.register(self._master, select.POLLIN)
        return not any(event & select.POLLHUP for _, event in poll.poll(0))


class SocketWire:
    """A TCP port. Every client hears the board, and the board hears every client.

    port -- 0 lets the system choose; the choice is kept over unplugging.
    """

    def __init__(self, port: int = 0, host: str = "127.0.0.1") -> None:
        self._host = host
        self._port = port
        self._server: socket.socket | None = None
        self._clients: dict[socket.socket, _Backlog] = {}

    @property
    def url(self) -> str:
        """`socket://host:port`."""
        return f"socket://{self._host}:{self._port}"

    def plug(self) -> None:
        """Listen. A port that is just being given free is waited for."""
        give_up = time.monotonic() + (_REBIND_SECONDS if self._port else 0.0)
        while True:
            server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            try:
                if sys.platform != "win32":
                    # There the same option would let two programs share the port.
                    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                server.bind((self._host, self._port))
                server.listen()
            except (OSError, OverflowError) as error:
                server.close()
                if isinstance(error, OSError) and time.monotonic() < give_up:
                    time.sleep(0.05)
                    continue
                raise SimError(
                    f"{self.url} cannot be served ({error}): choose another port."
                ) from error
            break
        server.settimeout(0)
        self._server = server
        self._port = server.getsockname()[1]

    def unplug(self) -> None:
        """Stop listening and hang up on every client."""
        for client in self._clients:
            client.close()
        self._clients.clear()
        if self._server is not None:
            self._server.close()
            self._server = None

    def close(self) -> None:
        """Unplug."""
        self.unplug()

    def readable(self) -> list[int]:
        """The listening socket and the clients."""
        server = [self._server] if self._server is not None else []
        return [one.fileno() for one in [*server, *self._clients]]

    def read(self) -> bytes:
        """Let new clients in and return what the clients have sent."""
        self._accept()
        data = b""
        for client in list(self._clients):
            try:
                received = client.recv(_CHUNK)
            except BlockingIOError:
                continue
            except OSError:
                received = b""
            if not received:
                self._hang_up(client)
            data += received
        return data

    def write(self, data: bytes) -> None:
        """Send to every client."""
        for client, backlog in list(self._clients.items()):
            try:
                backlog.send(data, client.send)
            except OSError:
                self._hang_up(client)

    def _accept(self) -> None:
        if self._server is None:
            return
        with suppress(OSError):
            while True:
                client, _ = self._server.accept()
                client.settimeout(0)
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._clients[client] = _Backlog()

    def _hang_up(self, client: socket.socket) -> None:
        del self._clients[client]
        client.close()


def any_wire() -> Wire:
    """A pseudo-terminal where the system has them, else a TCP port of this machine."""
    if sys.platform == "win32":
        return SocketWire()
    try:
        for end in os.openpty():
            os.close(end)
    except OSError:
        return SocketWire()
    return PtyWire()

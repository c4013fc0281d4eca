"""Connects a virtual board to a pseudo-terminal or a TCP port.

A wire can be unplugged and plugged in again with the same url. No call blocks.
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
from typing import Final

from companion.sim.board import SimError

_BACKLOG: Final = 1 << 20
_CHUNK: Final = 4096
REBIND_SECONDS: Final = 5.0


class _Backlog:
    """Bytes that the other end has not accepted yet. If there are too many, all are dropped."""

    def __init__(self) -> None:
        self._data = bytearray()

    def send(self, data: bytes, take: Callable[[bytes], int]) -> None:
        """Send what `take` accepts; it returns the number of bytes or raises BlockingIOError."""
        if len(self._data) + len(data) > _BACKLOG:
            self._data.clear()
        self._data += data
        with suppress(BlockingIOError):
            while self._data:
                del self._data[: take(bytes(self._data[:_CHUNK]))]


class PtyWire:
    """A pseudo-terminal behind a symbolic link with a fixed name. For POSIX systems only."""

    def __init__(self) -> None:
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
            raise OSError("no pseudo-terminals")  # `any_wire` returns a socket there
        self._master, slave = os.openpty()
        try:
            # Raw mode from the start, for clients that open the terminal as a plain file.
            tty.setraw(slave)
            os.set_blocking(self._master, False)
            self._link.symlink_to(os.ttyname(slave))
        finally:
            # While this end is closed, the system reports whether a client is connected.
            os.close(slave)

    def unplug(self) -> None:
        """Close the pseudo-terminal, so that its client reads an end of file or an error."""
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
        """Return the master's descriptor while a client has the other end open."""
        return [self._master] if self._has_client() else []

    def read(self) -> bytes:
        """Return the bytes that the client has written."""
        if self._has_client():
            with suppress(OSError):
                return os.read(self._master, _CHUNK)
        return b""

    def write(self, data: bytes) -> None:
        """Write to the client. Without a client the bytes are lost, as on a real board."""
        if not self._has_client():
            self._backlog = _Backlog()
            return
        with suppress(OSError):
            self._backlog.send(data, lambda chunk: os.write(self._master, chunk))

    def _has_client(self) -> bool:
        if sys.platform == "win32":
            raise OSError("no pseudo-terminals")  # `any_wire` returns a socket there
        if self._master < 0:
            return False
        poll = select.poll()
        poll.register(self._master, select.POLLIN)
        return not any(event & select.POLLHUP for _, event in poll.poll(0))


class SocketWire:
    """A TCP port. All clients receive the board's bytes and can send to it.

    port -- 0 lets the system choose a port, which is kept while unplugged
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
        """Listen on the port. Wait a few seconds for a port that is not free yet."""
        give_up = time.monotonic() + (REBIND_SECONDS if self._port else 0.0)
        while True:
            server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            try:
                if sys.platform != "win32":
                    # On Windows this option would let two programs share the port.
                    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                server.bind((self._host, self._port))
                server.listen()
            except (OSError, OverflowError) as error:
                server.close()
                if isinstance(error, OSError) and time.monotonic() < give_up:
                    time.sleep(0.05)
                    continue
                why = getattr(error, "strerror", None) or str(error)
                raise SimError("command.sim-port", port=self.url, reason=why) from error
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
        """Return the descriptors of the listening socket and the clients."""
        server = [self._server] if self._server is not None else []
        return [one.fileno() for one in [*server, *self._clients]]

    def read(self) -> bytes:
        """Accept new clients, and return the bytes that the clients have sent."""
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


Wire = PtyWire | SocketWire
"""A connection through which companions reach the board."""


def any_wire() -> Wire:
    """Return a pseudo-terminal if the system has them, else a local TCP port."""
    if sys.platform == "win32":
        return SocketWire()
    try:
        for end in os.openpty():
            os.close(end)
    except OSError:
        return SocketWire()
    return PtyWire()

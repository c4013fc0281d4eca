"""Opens the page's address and runs the server on it."""

import asyncio
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from companion.speech.catalogue import ExplainedError, filled
from companion.web.guard import READ, guarded

HOST: Final = "127.0.0.1"
"""Where a page is served unless told otherwise: on this machine only."""

PORT: Final = 8765

FILES: Final = 1024
"""Files that are enough for all connections there may be, and for what else is open."""


class AddressError(ExplainedError, ValueError):
    """An address that cannot be read or opened; the message is one clear sentence."""


def read_address(text: str) -> tuple[str, int]:
    """Read HOST:PORT, HOST or PORT. Raises `AddressError`."""
    host, colon, port = text.rpartition(":")
    if not colon:
        host, port = ("", text) if text.isdecimal() else (text, str(PORT))
    host = host.strip("[]") or HOST
    if not (port.isascii() and port.isdecimal() and int(port[:6]) <= 65535):
        raise AddressError(
            filled("refusal.address", address=repr(text), example=f"127.0.0.1:{PORT}")
        )
    return host, int(port)


def check_address(text: str) -> None:
    """See whether a page may be opened there, but for who else is. Raises `AddressError`."""
    host, port = read_address(text)
    try:
        socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError as error:
        raise AddressError(
            filled("refusal.no-address", address=host, reason=error.strerror or str(error))
        ) from None


def listen(text: str) -> socket.socket:
    """Open the page's address, port 0 for any free one. Raises `AddressError`."""
    host, port = read_address(text)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        why = error.strerror or str(error)
        raise AddressError(
            filled("refusal.address-refused", address=f"{host}:{port}", reason=why)
        ) from None


def url(opened: socket.socket) -> str:
    """Where the page is; one that is open to the network by this machine's address there."""
    host, port = opened.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # noqa: S104 - what was asked for
        host = _own_address(opened.family) or host
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _own_address(family: int) -> str:
    """This machine's address in its network, "" where it has none. Nothing is sent."""
    anywhere = "192.0.2.1" if family == socket.AF_INET else "2001:db8::1"
    with socket.socket(family, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect((anywhere, PORT))
            return str(asked.getsockname()[0])
        except OSError:
            return ""


def names(text: str, more: tuple[str, ...]) -> frozenset[str]:
    """The names by which a server at this address may be called, besides its addresses.

    more -- those that the user allows.
    """
    host, own = read_address(text)[0].lower(), socket.gethostname().lower()
    return frozenset({host, own, f"{own.partition('.')[0]}.local", *more} - {""})


def _allow_files() -> None:
    """Let this process have a file for each connection; macOS gives it 256 if it does not ask."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - not on Windows

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


class _Uvicorn(uvicorn.Server):
    """Leaves signals to the program that serves beside other things."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Nothing is captured."""
        yield


class Server:
    """An app served on an open address."""

    def __init__(self, app: ASGIApp, opened: socket.socket, read: float = READ) -> None:
        """Serve it; read -- seconds in which a request has to come whole."""
        config = uvicorn.Config(
            app,
            http=guarded(read=read),
            log_level="critical",
            access_log=False,
            lifespan="off",
            ws="none",
            server_header=False,
            timeout_keep_alive=10,
            timeout_graceful_shutdown=1,
            limit_concurrency=800,
            h11_max_incomplete_event_size=16_384,
            proxy_headers=False,
        )
        self._server = _Uvicorn(config)
        self._opened = opened
        self._ended = asyncio.Event()

    async def run(self) -> None:
        """Serve until `stop`."""
        _allow_files()
        try:
            await self._server.serve(sockets=[self._opened])
        finally:
            self._ended.set()

    async def stop(self) -> None:
        """End in order: what is being answered is answered, streams are cut."""
        self._server.should_exit = True
        await self._ended.wait()

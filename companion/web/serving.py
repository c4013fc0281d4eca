"""Opens the page's address and runs the server on it."""

import asyncio
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from companion.speech.catalogue import ExplainedError
from companion.web.guard import READ, guarded

HOST: Final = "127.0.0.1"
"""The default address of the page, reachable from this machine only."""

PORT: Final = 8765

FILES: Final = 1024
"""A limit of open files that is enough for all connections and everything else."""


class AddressError(ExplainedError, ValueError):
    """An address that cannot be parsed or opened. The message is one clear sentence."""


def read_address(text: str) -> tuple[str, int]:
    """Parse HOST:PORT, HOST or PORT. Raise `AddressError`."""
    host, colon, port = text.rpartition(":")
    if not colon:
        host, port = ("", text) if text.isdecimal() else (text, str(PORT))
    host = host.strip("[]") or HOST
    if not (port.isascii() and port.isdecimal() and int(port[:6]) <= 65535):
        raise AddressError("refusal.address", address=repr(text), example=f"127.0.0.1:{PORT}")
    return host, int(port)


def check_address(text: str) -> None:
    """Raise `AddressError` if the address is invalid. It may still be in use."""
    host, port = read_address(text)
    try:
        socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError as error:
        raise AddressError(
            "refusal.no-address", address=host, reason=error.strerror or str(error)
        ) from None


def listen(text: str) -> socket.socket:
    """Return a socket that listens on the address. Port 0 is any free port.

    Raise `AddressError`.
    """
    host, port = read_address(text)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        # Python adds the address to the message of the system, in English.
        why = (error.strerror or str(error)).partition(" (while attempting")[0]
        raise AddressError(
            "refusal.address-refused", address=f"{host}:{port}", reason=why
        ) from None


def url(opened: socket.socket) -> str:
    """Return the page's URL. For a wildcard address it has this machine's network address."""
    host, port = opened.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # noqa: S104 - the user asked for it
        host = own_address(opened.family) or host
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def own_address(family: int) -> str:
    """Return this machine's address in its network, "" if it has none. No packet is sent."""
    anywhere = "192.0.2.1" if family == socket.AF_INET else "2001:db8::1"
    with socket.socket(family, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect((anywhere, PORT))
            return str(asked.getsockname()[0])
        except OSError:
            return ""


def names(text: str, more: tuple[str, ...]) -> frozenset[str]:
    """Return the host names that requests to this address may use.

    more -- further names that the user allows
    """
    host, own = read_address(text)[0].lower(), socket.gethostname().lower()
    return frozenset({host, own, f"{own.partition('.')[0]}.local", *more} - {""})


def _allow_files() -> None:
    """Raise the limit of open files, because macOS allows only 256 by default."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - not on Windows

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


class _Uvicorn(uvicorn.Server):
    """A server that leaves signals to the rest of the program."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture no signals."""
        yield


class Server:
    """Serves an app on a listening socket."""

    def __init__(self, app: ASGIApp, opened: socket.socket, read: float = READ) -> None:
        """Prepare the server. read -- seconds in which a request must be complete."""
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
        """Stop after the requests in progress are answered. Streams are closed."""
        self._server.should_exit = True
        await self._ended.wait()

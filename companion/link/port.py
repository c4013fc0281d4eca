"""Opens, reads and writes ports; `connection` interprets the bytes.

A port is a name that `serial.serial_for_url` can open (a device, a pseudo-terminal or a socket://
url), or `auto`: the first port where a board sends a hello. Source: docs/protocol.md, "The wire".
"""

import errno
import importlib
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import serial
from serial.tools import list_ports

from companion.link.connection import Connection
from companion.link.messages import Arrived, Closed, Hello, LinkEvent, Opened, PortEvent, Searching
from companion.message_error import MessageError

AUTO: Final = "auto"
BAUD: Final = 115200
RETRY_SECONDS: Final = 0.1
ASK_SECONDS: Final = 1.2
"""How long to wait for the hello of a candidate, long enough for three attempts."""

SILENT_SECONDS: Final = 30.0
"""Seconds without a byte after which a port is opened again, because its other end may be gone."""

_REPORTED_CODES: Final = ("no-permission", "in-use")
"""Codes that the automatic search reports, because the board may be at such a port."""

CLOSE_SECONDS: Final = 2.0
_READ_SECONDS: Final = 0.1
_WRITE_SECONDS: Final = 0.25
_CHUNK: Final = 4096
_SOCKET: Final = "socket://"
_NETWORK: Final = (_SOCKET, "rfc2217://")


class PortError(MessageError):
    """A port cannot be used. The message is one sentence: what, where, what to do.

    why -- the code of the reason: `no-permission`, `in-use`, `no-board` (the device does not
    exist), `no-answer`, `bad-port`, `hangs` or `gone`; "" if the port stays open
    """

    def __init__(self, name: str, why: str = "", **values: str) -> None:
        super().__init__(name, **values)
        self.why = why


def _terminal_errors() -> tuple[type[Exception], ...]:
    """Return the exceptions of termios besides OSError; termios exists on POSIX systems only."""
    try:
        return (importlib.import_module("termios").error,)
    except ImportError:
        return ()


# pyserial raises one of these when a device is unplugged.
_GONE: Final[tuple[type[Exception], ...]] = (OSError, ValueError, TypeError, *_terminal_errors())


class Port:
    """An open port. Call `read` from one thread only. All methods raise only `PortError`."""

    def __init__(self, url: str, opened: serial.Serial) -> None:
        self.url = url
        self._serial = opened
        self._is_socket = url.lower().startswith(_SOCKET)
        self._lock = threading.Lock()

    def read(self) -> bytes:
        """Return the received bytes after at most a tenth of a second, b"" if none arrived."""
        try:
            data = bytes(self._serial.read(1))
        except _GONE as error:
            raise _gone(self.url) from error
        return data + self._rest() if data else data

    def write(self, data: bytes) -> None:
        """Write for at most a quarter of a second. Bytes not written by then are lost."""
        try:
            with self._lock:
                self._serial.write(data)
        except serial.SerialTimeoutException as error:
            raise PortError("error.port-commands", port=self.url) from error
        except _GONE as error:
            raise _gone(self.url) from error

    def close(self) -> None:
        """Close the port. It may already be closed or unplugged."""
        inner = getattr(self._serial, "_socket", None)
        with self._lock:
            if inner is not None:
                # pyserial would sleep here, and leak the socket if the peer hung up first.
                self._serial.is_open = False
                inner.close()
                return
            with suppress(*_GONE):
                self._serial.close()

    def talks_to_itself(self) -> bool:
        """Return whether a socket is connected to itself.

        This can happen when a client connects to a closed local port, because the system may give
        the client's end the same port number. The board could then never listen on this port again.
        """
        inner = getattr(self._serial, "_socket", None)
        try:
            return inner is not None and inner.getsockname() == inner.getpeername()
        except OSError:
            return False

    def _rest(self) -> bytes:
        """Return the bytes that are already buffered.

        An error is ignored here, because the next `read` raises it again.
        """
        try:
            if not self._is_socket:
                return bytes(self._serial.read(self._serial.in_waiting))
            # For a socket `in_waiting` is at most 1, and a larger read would wait for all bytes.
            self._serial.timeout = 0
            try:
                return bytes(self._serial.read(_CHUNK))
            finally:
                self._serial.timeout = _READ_SECONDS
        except _GONE:
            return b""


def _gone(url: str) -> PortError:
    return PortError("error.port-gone", "gone", port=url)


def open_port(url: str) -> Port:
    """Open a port; a device is locked for this program. Raise `PortError`."""
    try:
        opened = serial.serial_for_url(
            url,
            baudrate=BAUD,
            timeout=_READ_SECONDS,
            write_timeout=_WRITE_SECONDS,
            exclusive=True,
            do_not_open=True,
        )
        for discarding in ("reset_input_buffer", "_reset_input_buffer"):
            # pyserial would discard what the board sent right after the connection.
            setattr(opened, discarding, _keep_all)
        opened.open()
    except Exception as error:
        # pyserial's url handlers raise whatever their libraries raise.
        raise refusal(url, error) from error
    port = Port(url, opened)
    if port.talks_to_itself():
        port.close()
        raise refusal(url, OSError(errno.ECONNREFUSED, ""))
    return port


def check_name(url: str) -> None:
    """Raise `PortError` for a name that is neither a device nor a url.

    A device that is not plugged in yet, or a socket without a listener, is no error.
    """
    if url == AUTO:
        return
    network = url.lower().startswith(_NETWORK)
    try:
        found: Any = serial.serial_for_url(url or "://", do_not_open=True)
        if network:
            found.from_url(url)
    except Exception as error:  # noqa: BLE001 - pyserial's handlers raise any error of their libraries
        if network or isinstance(error, ValueError):
            raise refusal(url, error) from None


def _keep_all() -> None:
    """Do nothing. Replaces a method of pyserial that would discard received bytes."""


def refusal(url: str, error: Exception) -> PortError:
    """Return the `PortError` for an error on opening a port."""
    cause = error if getattr(error, "errno", None) else error.__context__
    number = getattr(cause, "errno", None)
    for numbers, reason in _REFUSALS.items():
        if number in numbers:
            return PortError(*reason, port=url, command=JOIN_GROUP)
    if url.lower().startswith(_SOCKET) and isinstance(cause, OSError):
        return PortError("error.port-nothing", "no-answer", port=url)
    return PortError("error.port-bad", "bad-port", port=repr(url))


JOIN_GROUP: Final = "sudo usermod -aG dialout $USER"
"""The command that gives a user the right to open devices, on most Linux systems."""

_REFUSALS: Final = {
    (errno.EACCES, errno.EPERM): ("error.port-permission", "no-permission"),
    (errno.EAGAIN, errno.EBUSY): ("error.port-in-use", "in-use"),
    (errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO): ("error.port-no-board", "no-board"),
}
"""Message and code by the number of the error."""


@dataclass(frozen=True, slots=True)
class AskedPort:
    """A port that was asked for a hello. error -- why the port could not be opened."""

    url: str
    hello: Hello | None = None
    error: PortError | None = None

    @property
    def why(self) -> str:
        """The code of the reason, "" if the port could be opened."""
        return self.error.why if self.error else ""


def ask_ports(candidates: Iterable[str] | None = None) -> list[AskedPort]:
    """Ask all candidates for a hello in parallel. Return the results in order.

    candidates -- urls, by default all serial devices of this machine. Takes at most twice
    `ASK_SECONDS`, even if a device hangs when it is opened.
    """
    urls = list(candidates) if candidates is not None else devices()
    answers: dict[str, AskedPort] = {}

    def ask(url: str) -> None:
        answers[url] = _ask(url)

    askers = [threading.Thread(target=ask, args=(url,), daemon=True) for url in urls]
    for asker in askers:
        asker.start()
    give_up = time.monotonic() + 2 * ASK_SECONDS
    for asker in askers:
        asker.join(max(give_up - time.monotonic(), 0.0))
    found = dict(answers)
    return [found.get(url) or _never_opens(url) for url in urls]


def _never_opens(url: str) -> AskedPort:
    return AskedPort(url, error=PortError("error.port-hangs", "hangs", port=url))


def devices() -> list[str]:
    """Return the serial devices of this machine, sorted."""
    try:
        return sorted(port.device for port in list_ports.comports())
    except OSError:
        return []


def _ask(url: str) -> AskedPort:
    """Open one port and ask it for a hello."""
    try:
        port = open_port(url)
    except PortError as error:
        return AskedPort(url, error=error)
    try:
        return AskedPort(url, _hello_of(port))
    except PortError as error:
        return AskedPort(url, error=error)
    finally:
        port.close()


def _hello_of(port: Port) -> Hello | None:
    connection = Connection()
    connection.opened(time.monotonic())
    events = talk(port, connection, ASK_SECONDS)
    return next((event for event in events if isinstance(event, Hello)), None)


def talk(port: Port, connection: Connection, seconds: float) -> Iterator[LinkEvent]:
    """Talk with a board for some seconds, and yield its events. Raise `PortError`."""
    until = time.monotonic() + seconds
    while (now := time.monotonic()) < until:
        events = connection.tick(now)
        if data := connection.outgoing():
            port.write(data)
        yield from events + connection.receive(port.read(), time.monotonic())


class Reader:
    """Keeps a port open in its own thread, and opens a lost port again.

    report -- called from that thread with every `PortEvent`, in order; it must not block

    `Searching` is reported at the start and whenever the reason changes.
    """

    def __init__(self, url: str, report: Callable[[PortEvent], None]) -> None:
        self._url = url
        self._report = report
        self._ended = threading.Event()
        self._port: Port | None = None
        self._thread = threading.Thread(target=self._run, name="port reader", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def write(self, data: bytes) -> bool:
        """Write to the port if it is open. Return False if the bytes are lost. See `Port.write`."""
        port = self._port
        if port is None:
            return False
        try:
            port.write(data)
        except PortError:
            return False
        return True

    def close(self, patience: float = CLOSE_SECONDS) -> None:
        """Close the port and end the thread. After this nothing is reported.

        A thread that hangs while it opens a device is abandoned after `patience` seconds.
        """
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(patience)

    def _tell(self, event: PortEvent) -> None:
        if not self._ended.is_set():
            self._report(event)

    def _run(self) -> None:
        reported = ""
        self._tell(Searching())
        while not self._ended.is_set():
            try:
                port = open_port(self._found())
            except PortError as error:
                if reported != str(error):
                    reported = str(error)
                    self._tell(Searching(reported, error.why))
                self._ended.wait(RETRY_SECONDS)
                continue
            reported = ""
            self._read(port)

    def _found(self) -> str:
        """Return the url to open. Raise `PortError` if `auto` finds no board."""
        if self._url != AUTO:
            return self._url
        asked = ask_ports()
        for one in asked:
            if one.hello is not None:
                return one.url
        for one in asked:
            if one.error is not None and one.why in _REPORTED_CODES:
                raise one.error
        raise PortError("error.no-port", "no-answer")

    def _read(self, port: Port) -> None:
        """Report received bytes until the port is lost, stays silent, or `close` is called."""
        self._port = port
        self._tell(Opened(port.url))
        heard = time.monotonic()
        reason = f"The board at {port.url} has been silent for long; it is searched again."
        why = "silent"
        try:
            while not self._ended.is_set() and time.monotonic() < heard + SILENT_SECONDS:
                if data := port.read():
                    heard = time.monotonic()
                    self._tell(Arrived(data))
        except PortError as error:
            reason, why = str(error), error.why
        finally:
            self._port = None
            port.close()
        self._tell(Closed(reason, why))

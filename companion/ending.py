"""Ends the program on a signal: everything is closed in order and within `LIMIT` seconds.

SIGTERM and SIGHUP end the program with the exit code 0, SIGINT ends it with 130. Further signals
change nothing. Code that waits while closing gets its time limit from `within`. A guard thread ends
the process if closing takes too long, or if the main thread is blocked outside Python, for example
by a locked file. `Closing` is the base class of objects that are closed, and `start_thread` starts
threads that do not delay the end of the program. This module is loaded first, so it imports nothing
slow.
"""

import atexit
import os
import signal
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic, sleep
from types import FrameType
from typing import Final, NoReturn, Self

IN_ORDER: Final = 1.4
"""Seconds after the signal in which everything is closed in order."""
CLOSING: Final = 0.3
"""Seconds of `IN_ORDER` that are reserved for closing. The rest may be spent on the last words."""
LIMIT: Final = 1.7
"""Seconds after the signal at which the process is ended by force."""

_CODES: Final = {signal.SIGTERM: 0, signal.SIGINT: 130}
if sys.platform != "win32":
    _CODES[signal.SIGHUP] = 0


class Ending:
    """The exit code, the deadline and the last actions of this process.

    code -- the exit code, None before the end has begun
    until -- the deadline for closing everything
    stop -- begins an orderly end
    last -- actions that always run before the process ends
    """

    code: int | None = None
    until: float | None = None
    stop: Callable[[], object] | None = None
    last: Final[set[Callable[[], None]]] = set()


def start_thread(name: str, target: Callable[..., object], *arguments: object) -> threading.Thread:
    """Start and return a thread that the end of the program does not wait for."""
    thread = threading.Thread(target=target, args=arguments, name=name, daemon=True)
    thread.start()
    return thread


def live(run: Callable[[], int]) -> NoReturn:
    """Handle signals, run the whole program and end the process."""
    try:
        _prepare()
        code = run()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0
    except BaseException:
        if Ending.code is None:
            raise
        code = Ending.code  # errors after a signal are ignored, because the terminal may be gone
    _leave(code)


def is_asked() -> bool:
    """Return whether a signal has asked the program to end."""
    return Ending.until is not None


def within(seconds: float, keep: float = 0.0) -> float:
    """Return a time limit in seconds, shortened if a signal has set an earlier deadline.

    keep -- the seconds to leave for closing other things later
    """
    if Ending.until is None:
        return seconds
    return min(seconds, max(Ending.until - keep - monotonic(), 0.0))


@contextmanager
def by(stop: Callable[[], object]) -> Iterator[None]:
    """Let a signal call `stop` in the main thread inside this context; `stop` must not wait.

    Outside this context a signal raises `SystemExit` in the main thread. Python drops an exception
    in a callback, for example during an import. `SystemExit` is then raised again when the context
    is entered.
    """
    if Ending.code is not None:
        raise SystemExit(Ending.code)
    before, Ending.stop = Ending.stop, stop
    try:
        yield
    finally:
        Ending.stop = before


def at_last(action: Callable[[], None]) -> None:
    """Register an action that runs in any thread before the process ends and must not wait."""
    Ending.last.add(action)


def _prepare() -> None:
    """Install the signal handlers. Signals ignored at the start stay ignored, except SIGTERM."""
    for number in _CODES:
        if number == signal.SIGTERM or signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _asked)
    sys.unraisablehook = _report_unraisable
    reading, writing = os.pipe()
    if sys.platform != "win32":
        os.set_blocking(writing, False)
    # Python calls a handler in the main thread only; the pipe wakes the guard at once.
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    start_thread("guard", _guard, reading)


def _asked(number: int, _frame: FrameType | None) -> None:
    if Ending.code is not None:
        return
    Ending.until = monotonic() + IN_ORDER
    Ending.code = _CODES[signal.Signals(number)]
    if Ending.stop is None:
        raise SystemExit(Ending.code)
    Ending.stop()


def _report_unraisable(error: "sys.UnraisableHookArgs") -> None:
    """Report an exception that Python dropped, unless it is the end that a signal asked for."""
    if Ending.code is None or error.exc_type is not SystemExit:
        sys.__unraisablehook__(error)


def _guard(signals: int) -> None:
    """Wait for a signal, then end the process by force after `LIMIT` seconds."""
    number = os.read(signals, 1)
    sleep(LIMIT)
    _do_last()
    os._exit(_CODES[signal.Signals(number[0])])


def _leave(code: int) -> NoReturn:
    """End the process without Python's own shutdown, in which a library or a lock may hang."""
    if Ending.code is None:
        Ending.code = code  # from here on a signal changes nothing
    _do_last()
    with suppress(Exception):
        atexit._run_exitfuncs()  # noqa: SLF001 - the function has no public name
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(Ending.code)


def _do_last() -> None:
    for action in tuple(Ending.last):
        with suppress(Exception):
            action()


class Closing(ABC):
    """A context manager that calls `close` at the end of the `with` block."""

    @abstractmethod
    def close(self) -> None:
        """Release the resources."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

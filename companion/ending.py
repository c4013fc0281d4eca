"""The end of the program on a signal: everything is closed in order, and in time whatever hangs.

SIGTERM and SIGHUP end it with the exit code 0, SIGINT with 130, from the first moment on. The first
signal counts, further ones change nothing. Code that waits at the end asks `within` how long it
may; a guard thread ends the process if that still takes too long, or if the main thread is held up
outside Python, by a locked file perhaps. This module is loaded first, so it imports nothing slow.
"""

import atexit
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic, sleep
from types import FrameType
from typing import Final, NoReturn

IN_ORDER: Final = 1.4
"""Seconds after the signal in which everything is closed in order."""
CLOSING: Final = 0.3
"""Seconds of these that are kept for closing; waiting for the last words may use the rest."""
LIMIT: Final = 1.7
"""Seconds after the signal at which the process ends, whatever still hangs."""

_CODES: Final = {signal.SIGTERM: 0, signal.SIGINT: 130}
if sys.platform != "win32":
    _CODES[signal.SIGHUP] = 0


class _Ending:
    """The state of this process's end.

    code -- the exit code, once it is to end; until -- by when everything is to be closed; stop --
    begins an orderly end; last -- actions that are always done before the process ends.
    """

    code: int | None = None
    until: float | None = None
    stop: Callable[[], object] | None = None
    last: Final[set[Callable[[], None]]] = set()


def live(run: Callable[[], int]) -> NoReturn:
    """Run the whole program and end the process; signals are answered from here on."""
    try:
        _prepare()
        code = run()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0
    except BaseException:
        if _Ending.code is None:
            raise
        code = _Ending.code  # errors at the end do not count: a terminal may be gone
    _leave(code)


def is_asked() -> bool:
    """Return whether a signal has asked the program to end."""
    return _Ending.until is not None


def within(seconds: float, keep: float = 0.0) -> float:
    """The seconds, or fewer where a signal has set a deadline that comes sooner.

    keep -- seconds that are left to those who close later.
    """
    if _Ending.until is None:
        return seconds
    return min(seconds, max(_Ending.until - keep - monotonic(), 0.0))


@contextmanager
def by(stop: Callable[[], object]) -> Iterator[None]:
    """While this lasts a signal calls `stop` in the main thread; `stop` must not wait.

    Otherwise a signal raises `SystemExit` in the main thread.
    """
    before, _Ending.stop = _Ending.stop, stop
    try:
        yield
    finally:
        _Ending.stop = before


def at_last(action: Callable[[], None]) -> None:
    """Register what is done before the process ends, in any thread; it must not wait."""
    _Ending.last.add(action)


def _prepare() -> None:
    """Answer signals; those ignored at the start, as under `nohup`, stay so, SIGTERM apart."""
    for number in _CODES:
        if number == signal.SIGTERM or signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _asked)
    reading, writing = os.pipe()
    if sys.platform != "win32":
        os.set_blocking(writing, False)
    # Python calls a handler in the main thread only; the pipe tells at once, however busy that is.
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    threading.Thread(target=_guard, args=(reading,), name="guard", daemon=True).start()


def _asked(number: int, _frame: FrameType | None) -> None:
    if _Ending.code is not None:
        return
    _Ending.until = monotonic() + IN_ORDER
    _Ending.code = _CODES[signal.Signals(number)]
    if _Ending.stop is None:
        raise SystemExit(_Ending.code)
    _Ending.stop()


def _guard(signals: int) -> None:
    """Wait for a signal and then for the end; force the end where it does not come."""
    number = os.read(signals, 1)
    sleep(LIMIT)
    _do_last()
    os._exit(_CODES[signal.Signals(number[0])])


def _leave(code: int) -> NoReturn:
    """End the process without Python's own end, where a library or a thread's lock may hang."""
    if _Ending.code is None:
        _Ending.code = code  # from here on a signal changes nothing
    _do_last()
    with suppress(Exception):
        atexit._run_exitfuncs()  # noqa: SLF001 - it has no public name
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(_Ending.code)


def _do_last() -> None:
    for action in tuple(_Ending.last):
        with suppress(Exception):
            action()

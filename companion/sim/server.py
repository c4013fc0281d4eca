"""Connects a virtual board to wires and runs its clock."""

import select
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final, Self, TypeVar

from companion.ending import Closing
from companion.sim.board import VirtualBoard
from companion.sim.wires import Wire

_TICK: Final = 0.01
_Result = TypeVar("_Result")


class BoardServer(Closing):
    """Runs a board on its wires in its own thread, until `close`.

    realtime -- whether the board's clock follows the host's clock; `act` can always advance it. All
    methods may be called from any thread.
    """

    def __init__(
        self, board: VirtualBoard, wires: Sequence[Wire], *, realtime: bool = True
    ) -> None:
        self._board = board
        self._wires = tuple(wires)
        self._realtime = realtime
        self._lock = threading.RLock()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="virtual board", daemon=True)

    @property
    def urls(self) -> tuple[str, ...]:
        """The url of each wire. It stays the same while the wire is unplugged."""
        return tuple(wire.url for wire in self._wires)

    def start(self) -> None:
        """Plug in and start to serve. Raise `SimError` if a wire is not available."""
        try:
            self.replug()
        except Exception:
            self._close_wires()
            raise
        self._thread.start()

    def act(self, do: Callable[[VirtualBoard], _Result]) -> _Result:
        """Call `do` with the board, send the resulting lines at once, and return its result."""
        with self._lock:
            result = do(self._board)
            self._flush()
        return result

    def unplug(self) -> None:
        """Pull the cable. The board keeps running, but its lines are lost."""
        with self._lock:
            for wire in self._wires:
                wire.unplug()

    def replug(self) -> None:
        """Plug the cable in again, with the same urls."""
        with self._lock:
            for wire in self._wires:
                wire.unplug()
                wire.plug()

    def close(self) -> None:
        """Stop serving and close the wires."""
        self._ended.set()
        self._thread.join()
        self._close_wires()

    def __enter__(self) -> Self:
        self.start()
        return self

    def _close_wires(self) -> None:
        with self._lock:
            for wire in self._wires:
                wire.close()

    def _run(self) -> None:
        then = time.monotonic()
        while not self._ended.is_set():
            self._wait()
            with self._lock:
                now = time.monotonic()
                passed = int((now - then) * 1000)
                then += passed / 1000
                if self._realtime:
                    self._board.advance(passed)
                for wire in self._wires:
                    self._board.receive(wire.read())
                self._flush()

    def _wait(self) -> None:
        """Wait for a client to send something, at most for one tick."""
        with self._lock:
            readable = [fd for wire in self._wires for fd in wire.readable()]
        if not readable:
            time.sleep(_TICK)
            return
        try:
            select.select(readable, [], [], _TICK)
        except (OSError, ValueError):
            time.sleep(_TICK)  # unplugged while waiting

    def _flush(self) -> None:
        data = b"".join(self._board.outgoing())
        for wire in self._wires:
            wire.write(data)

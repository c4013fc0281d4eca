"""Runs the firmware on simulated parts in real MicroPython, in a separate process.

MicroPython is the npm package that `wasm/install.sh` fetches, and runs under node.
"""

import json
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import pytest

from companion.link.codec import FrameReader, parse
from companion.link.messages import LETTERS, ZONES, BoardState, Face, Key
from companion.rules.vocabulary import Player
from companion.sim.board import MOVING_MS, SimError
from tests.firmware.boards import FIRMWARE, PARTS

WASM = Path(__file__).parent / "wasm"
PACKAGE = WASM / "node_modules" / "@micropython" / "micropython-webassembly-pyscript"
START_MS = 2000
ANSWER_MS = 60


def missing() -> str:
    """Return why MicroPython cannot run on this machine, "" if it can."""
    if shutil.which("node") is None:
        return "node is not installed, so MicroPython cannot run here"
    if not PACKAGE.is_dir():
        return "MicroPython is not fetched: run tests/firmware/wasm/install.sh"
    return ""


needs_micropython = pytest.mark.skipif(bool(missing()), reason=missing() or "there")


class Process:
    """A MicroPython process that simulates a controller with power, flash and a prompt."""

    def __init__(
        self,
        *,
        folder: Path | None = FIRMWARE,
        enrolled: bool = True,
        files: dict[str, bytes] | None = None,
        **settings: float,
    ) -> None:
        node = shutil.which("node")
        assert node is not None
        self._process = subprocess.Popen(  # noqa: S603 - our own script
            [node, "pico.mjs", PARTS],
            cwd=WASM,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.make(folder=folder, enrolled=enrolled, files=files, **settings)
        self.version = self.call("version")

    def make(
        self,
        *,
        folder: Path | None,
        enrolled: bool,
        files: dict[str, bytes] | None,
        **settings: float,
    ) -> None:
        """Begin with a new controller, which is much quicker than a new process."""
        paths = folder.glob("*.*py") if folder else ()  # None: a new controller
        program = {path.name: path.read_bytes().hex() for path in paths}
        program |= {name: data.hex() for name, data in (files or {}).items()}
        self.call("make", settings, enrolled, program)

    def call(self, verb: str, *given: object) -> Any:
        """Send a request to `pico.py`. Raise `SimError` with its error message."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(json.dumps([verb, *given]) + "\n")
        stdin.flush()
        line = stdout.readline()
        assert line, "MicroPython has ended"
        answer = json.loads(line)
        if "error" in answer:
            raise SimError(answer["error"])
        return answer["ok"]

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


class FirmwareBoard:
    """A board on such a controller, with the interface of `companion.sim.board.VirtualBoard`.

    states -- all states sent so far
    """

    def __init__(self, process: Process) -> None:
        self._process = process
        self._said = b""
        self._reader = FrameReader()
        self.states: list[BoardState] = []
        self.clock = 0
        self.advance(START_MS)

    @property
    def zones(self) -> tuple[tuple[str, tuple[tuple[str, int], ...]], ...]:
        """The pieces actually on the board."""
        stacks = self._process.call("zones")
        found = []
        for zone in ZONES:
            here = stacks.get(zone, "")
            pile = tuple((one, here.count(one)) for one in LETTERS if one in here)
            if pile:
                found.append((zone, pile))
        return tuple(found)

    def faces(self, player: Player) -> str:
        """Return the dice actually in the seats of a side."""
        faces = [face or str(Face.EMPTY) for face in self._process.call("faces")]
        return "".join(faces[:2] if player is Player.V else faces[2:])

    def lift(self, zone: str, letter: str) -> None:
        """Take a piece."""
        self._process.call("lift", zone, letter)

    def put(self, zone: str, letter: str) -> None:
        """Put a piece."""
        self._process.call("put", zone, letter)

    def throw(
        self, player: Player, first: str | None, second: str | None = None, *, ms: int = MOVING_MS
    ) -> None:
        """Throw one or two dice, which tumble for `ms`."""
        for index, face in enumerate((first, second)):
            if face is not None:
                self._process.call("throw", _seat(player, index), face, ms)

    def shown(self, player: Player) -> str:
        """Return the last reported state of the seats of a side."""
        last = self.states[-1]
        return (last.v if player is Player.V else last.n).faces

    def plug(self, *, power: bool) -> None:
        """Plug the USB cable in, or pull it out; it also carries the power."""
        self._process.call("plug", power)

    def lift_dice(self, player: Player, seat: int | None = None) -> None:
        """Pick dice up."""
        for index in (0, 1) if seat is None else (seat,):
            self._process.call("clear", _seat(player, index))

    def show(self, number: int, zone: str) -> None:
        """Put the piece with this number down: 15 pawns of green, 15 of black, the stars."""
        self._process.call("show", number, zone)

    def press(self, player: Player, key: Key) -> None:
        """Press a key."""
        self._process.call("press", 7 * (player is Player.N) + list(Key).index(key))

    def advance(self, ms: int) -> None:
        """Let time pass."""
        self._run(ms, b"")

    def receive(self, data: bytes) -> None:
        """Send bytes from the host to the board."""
        if data:
            self._run(ANSWER_MS, data)

    def outgoing(self) -> list[bytes]:
        """Return the lines sent since the last call; the last one may be incomplete."""
        said, self._said = self._said, b""
        return said.splitlines(keepends=True)

    def _run(self, ms: int, data: bytes) -> None:
        answer = self._process.call("run", ms, data.hex())
        said = bytes.fromhex(answer["said"])
        self._said += said
        self.clock = answer["ms"]
        messages = map(parse, self._reader.feed(said))
        self.states += [message for message in messages if isinstance(message, BoardState)]


def _seat(player: Player, index: int) -> int:
    return index + 2 * (player is Player.N)

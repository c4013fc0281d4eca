"""Simulates a board on a TCP port, written only from docs/protocol.md, for tests from outside.

It shares no code with the package, so it does not share mistakes of the companion's codec.
"""

import json
import os
import signal
import socket
import subprocess
import threading
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.program import DEVNULL, PIPE, STDOUT, Program

Event = dict[str, Any]
PATIENCE = 15.0


def frame(body: str) -> bytes:
    """Return the line for a body."""
    return f"${body}*{zlib.crc32(body.encode()):08X}\n".encode()


class WireBoard:
    """A board whose lines and clock the test controls.

    A lock keeps its lines in order, because a request for its state is answered in another thread.
    An old state between two new ones would keep the position from settling.
    """

    def __init__(self, nonce: str = "n1") -> None:
        self._lock = threading.RLock()
        self.nonce = nonce
        self.seq = 0
        self.ms = 1000
        self.zones = ""
        self.dice = ["--", "--"]
        self.throws = [0, 0]
        self.keys = [[0] * 7, [0] * 7]
        self.answers_hello = True
        self.peer: socket.socket | None = None
        self.listener = socket.socket()
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.listener.bind(("127.0.0.1", 0))
        self.listener.listen()
        self.url = f"socket://127.0.0.1:{self.listener.getsockname()[1]}"
        self.heard: list[str] = []
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                peer, _ = self.listener.accept()
            except OSError:
                return
            self.peer = peer
            self.send(self.hello())
            threading.Thread(target=self._answer, args=(peer,), daemon=True).start()

    def _answer(self, peer: socket.socket) -> None:
        # Close this peer here even if no other code does.
        with peer:
            self._hear(peer)

    def _hear(self, peer: socket.socket) -> None:
        data = b""
        while True:
            try:
                got = peer.recv(4096)
            except OSError:
                return
            if not got:
                return
            data += got
            *lines, data = data.split(b"\n")
            for line in lines:
                _, number, verb = line.split(b"*")[0].split(b",")[:3]
                self.heard.append(verb.decode())
                if verb == b"HELLO" and self.answers_hello:
                    self.send(self.hello())
                if verb == b"SNAP":
                    self.say(0)
                self.send(f"A,{number.decode()},ok")

    def hello(self) -> str:
        """Return the body of the hello."""
        return f"H,1,0.1,test-board,{self.nonce},28"

    def send(self, body: str) -> None:
        """Send a valid line."""
        self.raw(frame(body))

    def raw(self, data: bytes) -> None:
        """Send bytes as they are."""
        peer = self.peer
        if peer is not None:
            try:
                peer.sendall(data)
            except OSError:
                if self.peer is peer:
                    self.peer = None
                with suppress(OSError):
                    peer.shutdown(socket.SHUT_RDWR)
                peer.close()

    def say(self, ms: int = 300) -> None:
        """Let time pass and send the state."""
        with self._lock:
            self.ms += ms
            self.seq += 1
            self.send(self.state())

    def state(self) -> str:
        """Return the body of the state."""
        keys = "/".join(".".join(map(str, side)) for side in self.keys)
        dice = f"{self.dice[0]}/{self.dice[1]}:{self.throws[0]}.{self.throws[1]}"
        return f"S,{self.seq % 65536},{self.ms},{self.zones},{dice},{keys},"

    def settle(self) -> None:
        """Send the state twice, far enough apart to settle."""
        self.say(50)
        self.say(300)

    def stand(self, position: str) -> None:
        """Put the pieces as in a position text, and settle."""
        with self._lock:
            self.zones = position.replace("=", ":").replace(" ", ";")
            self.settle()

    def throw(self, side: int, faces: str) -> None:
        """Throw into a tray (0: V, 1: N), and settle."""
        with self._lock:
            self.dice[side] = faces
            self.throws[side] += 1
            self.settle()

    def lift(self) -> None:
        """Pick up all dice, and settle."""
        with self._lock:
            self.dice = ["--", "--"]
            self.settle()

    def press(self, side: int, key: int) -> None:
        """Press a key (0 to 6: repeat, board, score, hint, cube, yes, no)."""
        with self._lock:
            self.keys[side][key] = (self.keys[side][key] + 1) % 256
            self.say(50)

    def hang_up(self) -> None:
        """Disconnect; the companion may connect again."""
        peer, self.peer = self.peer, None
        if peer is not None:
            with suppress(OSError):
                peer.shutdown(socket.SHUT_RDWR)
            peer.close()

    def wait_peer(self) -> None:
        """Wait until a companion is connected."""
        wait_for(lambda: self.peer is not None, lambda: "nobody connected")

    def close(self) -> None:
        """Close the port."""
        self.listener.close()
        self.hang_up()


class Companion:
    """`companion play` as a separate process, and the events that it writes."""

    def __init__(
        self,
        board: WireBoard,
        folder: Path,
        *arguments: str,
        game: str = "backgammon",
        keyboard: bool = False,
    ) -> None:
        self.path = folder / f"events-{time.monotonic_ns()}.jsonl"
        self.seen = 0
        command = ["play", "--port", board.url]
        command += ["--game", game] if game else []
        command += ["--voice", "print", "--lang", "en", "--events", str(self.path), *arguments]
        self.process: Program | subprocess.Popen[str] = Program(
            *command, stdin=PIPE if keyboard else DEVNULL, stdout=PIPE, stderr=STDOUT
        )

    def type(self, line: str) -> None:
        """Type a line at its keyboard."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def events(self) -> list[Event]:
        """Return all events so far except `say`."""
        return [event for event in self.all() if event["event"] != "say"]

    def all(self) -> list[Event]:
        """Return all events so far."""
        if not self.path.exists():
            return []
        text = self.path.read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines()[: text.count("\n")]]

    def expect(self, *names: str) -> list[Event]:
        """Wait for exactly these next events, in order, and return them."""
        wait_for(
            lambda: len(self.events()) >= self.seen + len(names) or self.process.poll() is not None,
            lambda: f"expected {names}, got {self.events()[self.seen :]}",
        )
        found = self.events()[self.seen : self.seen + len(names)]
        assert [event["event"] for event in found] == list(names), found
        self.seen += len(names)
        return found

    def expect_nothing(self, seconds: float = 0.3) -> None:
        """Check that no further event arrives."""
        time.sleep(seconds)
        assert self.events()[self.seen :] == []

    def kill(self) -> None:
        """End it as a power cut does."""
        self.process.kill()
        self.process.communicate()

    def end(self, sign: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Send a signal to end it. Return its exit code and its output."""
        if self.process.poll() is None:
            os.kill(self.process.pid, sign)
        written, _ = self.process.communicate(timeout=PATIENCE)
        return self.process.wait(), written


def wait_for(true: Callable[[], object], otherwise: Callable[[], str]) -> None:
    """Wait until something is true."""
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until, otherwise()
        time.sleep(0.005)

import errno
import os
import socket
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Self, TypeVar, cast

import pytest
import serial

from companion.board.watch import Counters, Settler, Thrown
from companion.link import port as port_module
from companion.link.connection import Connection
from companion.link.messages import (
    Arrived,
    BoardAnswer,
    BoardState,
    Closed,
    Hello,
    LinkEvent,
    Opened,
    PortEvent,
    Searching,
)
from companion.link.port import PortError, Reader, ask_ports, check_name, open_port
from companion.rules.vocabulary import Player
from companion.sim.board import VirtualBoard
from companion.sim.server import BoardServer
from companion.sim.wires import PtyWire, SocketWire, Wire
from tests.sim.bad_cable import BadCable

WIRES: list[Callable[[], Wire]] = [SocketWire]
if sys.platform != "win32":
    WIRES.append(PtyWire)
Heard = TypeVar("Heard")
IDS = [wire.__name__ for wire in WIRES]
SOCKET = "socket://127.0.0.1"
NONSENSE = ("x://x", "alt://x?class=y", SOCKET, f"{SOCKET}:99999", f"{SOCKET}:x", "rfc2217://x")


@pytest.fixture(params=WIRES, ids=IDS)
def server(request: pytest.FixtureRequest) -> Iterator[BoardServer]:
    with BoardServer(VirtualBoard(), [request.param()]) as served:
        yield served


class Companion:
    """The small loop around a reader and a connection that a session would run."""

    def __init__(self, url: str) -> None:
        self.events: SimpleQueue[PortEvent] = SimpleQueue()
        self.reader = Reader(url, self.events.put)
        self.connection = Connection()
        self._heard: deque[PortEvent | LinkEvent] = deque()

    def __enter__(self) -> Self:
        self.reader.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.reader.close()

    def hear(self, seconds: float) -> Iterator[PortEvent | LinkEvent]:
        end = time.monotonic() + seconds
        while True:
            while self._heard:
                yield self._heard.popleft()
            left = end - time.monotonic()
            if left <= 0:
                return
            with suppress(Empty):
                self._take(self.events.get(timeout=min(0.02, left)))
            self._heard += self.connection.tick(time.monotonic())
            if out := self.connection.outgoing():
                self.reader.write(out)

    def _take(self, event: PortEvent) -> None:
        self._heard += self.connection.take(event, time.monotonic())
        if not isinstance(event, Arrived):
            self._heard.append(event)

    def wait_for(self, kind: type[Heard], seconds: float = 5.0) -> Heard:
        for event in self.hear(seconds):
            if isinstance(event, kind):
                return event
        raise AssertionError(f"no {kind.__name__} within {seconds} s")


def test_a_reader_finds_the_board_and_hears_it(server: BoardServer) -> None:
    with Companion(server.urls[0]) as companion:
        heard = companion.hear(5)
        assert next(heard) == Searching()
        assert next(heard) == Opened(server.urls[0])
        assert isinstance(next(heard), Hello)
        assert companion.wait_for(BoardAnswer) == BoardAnswer(1, ok=True)
        number = companion.connection.send("SNAP", now=time.monotonic())
        assert isinstance(companion.wait_for(BoardState), BoardState)
        assert companion.wait_for(BoardAnswer) == BoardAnswer(number, ok=True)


def test_a_change_is_heard_within_a_tenth_of_a_second(server: BoardServer) -> None:
    with Companion(server.urls[0]) as companion:
        companion.wait_for(Hello)
        delays = []
        for count in range(1, 6):
            time.sleep(0.12)
            start = time.monotonic()
            server.act(lambda board: board.put("V6", "v"))
            while True:
                state = companion.wait_for(BoardState)
                if state.zones == (("V6", (("v", count),)),):
                    break
            delays.append(time.monotonic() - start)
        assert sorted(delays)[2] < 0.1


def test_a_throw_settles_at_the_boards_speed_not_the_hosts(server: BoardServer) -> None:
    def throw(board: VirtualBoard) -> None:
        board.throw(Player.V, "6", "3")
        board.advance(1000)

    with Companion(server.urls[0]) as companion:
        companion.wait_for(Hello)
        settler = Settler()
        start = time.monotonic()
        server.act(throw)
        for event in companion.hear(5):
            if isinstance(event, BoardState) and settler.feed(event) and event.v.faces == "63":
                break
        assert time.monotonic() - start < 0.2


@pytest.mark.slow
def test_nothing_is_lost_when_the_plug_is_pulled_fifty_times(server: BoardServer) -> None:
    counters = Counters()
    thrown = 0
    slowest = 0.0
    with Companion(server.urls[0]) as companion:
        companion.wait_for(Hello)
        for _ in range(50):
            server.unplug()
            server.act(lambda board: board.throw(Player.V, "6", "3"))
            server.act(lambda board: board.advance(300))
            start = time.monotonic()
            server.replug()
            companion.wait_for(Closed)
            hello = companion.wait_for(Hello)
            slowest = max(slowest, time.monotonic() - start)
            assert not counters.boot(hello.nonce)
            counters.lost()
            companion.connection.send("SNAP", now=time.monotonic())
            state = companion.wait_for(BoardState)
            thrown += sum(
                event.times for event in counters.feed(state) if isinstance(event, Thrown)
            )
    assert thrown == 49  # the first state was the baseline
    assert slowest < 2.0


def test_a_long_absence_is_reported_once_and_ends_within_two_seconds(server: BoardServer) -> None:
    with Companion(server.urls[0]) as companion:
        companion.wait_for(Hello)
        server.unplug()
        closed = companion.wait_for(Closed)
        assert server.urls[0] in closed.reason
        heard = list(companion.hear(1.0))
        assert len([event for event in heard if isinstance(event, Searching)]) == 1
        assert not companion.reader.write(b"x")
        start = time.monotonic()
        server.replug()
        companion.wait_for(Hello)
        assert time.monotonic() - start < 2.0


def test_a_port_that_is_silent_for_long_is_opened_again(
    server: BoardServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(port_module, "SILENT_SECONDS", 0.3)
    with Companion(server.urls[0]) as companion:
        companion.wait_for(Hello)
        assert "silent" in companion.wait_for(Closed).reason
        assert companion.wait_for(Hello).board_id == "virtual"


@pytest.mark.parametrize("wire", WIRES, ids=IDS)
def test_over_a_bad_cable_the_board_is_understood(wire: Callable[[], Wire]) -> None:
    cable = cast("Wire", BadCable(wire(), lost=0.2, damaged=0.2, noise=0.5, seed=4))
    counters = Counters()
    thrown = 0

    def count(event: object) -> int:
        events = counters.feed(event) if isinstance(event, BoardState) else []
        return sum(one.times for one in events if isinstance(one, Thrown))

    with BoardServer(VirtualBoard(), [cable]) as server, Companion(server.urls[0]) as companion:
        counters.feed(companion.wait_for(BoardState, 20.0))
        for _ in range(30):
            server.act(lambda board: board.throw(Player.N, "2", "1"))
            server.act(lambda board: board.advance(1500))
            thrown += sum(count(event) for event in companion.hear(0.02))
        server.act(lambda board: board.advance(20_000))
        thrown += sum(count(event) for event in companion.hear(0.5))
        assert companion.connection.dropped > 10
    assert thrown == 30


def test_boards_are_found_by_their_hello_and_not_by_name(tmp_path: Path) -> None:
    plain = tmp_path / "ttyACM0"
    plain.write_text("")
    with socket.create_server(("127.0.0.1", 0)) as mute:
        silent = f"socket://127.0.0.1:{mute.getsockname()[1]}"
        wires = [wire() for wire in WIRES]
        with BoardServer(VirtualBoard(board_id="x"), wires) as server:
            start = time.monotonic()
            asked = ask_ports([silent, str(plain), *server.urls, "nonsense"])
            assert time.monotonic() - start < 3.0
        found = {one.url: one.hello.board_id for one in asked if one.hello is not None}
        assert found == dict.fromkeys(server.urls, "x")


def test_auto_opens_the_port_that_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    with BoardServer(VirtualBoard(), [SocketWire()]) as server:
        devices = ["/nowhere/tty", *server.urls]
        monkeypatch.setattr(port_module, "devices", lambda: devices)
        with Companion("auto") as companion:
            opened = companion.wait_for(Opened)
            assert opened == Opened(server.urls[0])


def test_auto_without_a_board_says_so_and_continues_to_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(port_module, "devices", list)
    with Companion("auto") as companion:
        reasons = [event.reason for event in companion.hear(0.6) if isinstance(event, Searching)]
    assert reasons == ["", "No board answers at any port: plug the board in."]


def test_the_devices_of_this_machine_can_be_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(isinstance(device, str) for device in port_module.devices())

    def broken() -> list[object]:
        raise OSError("no /sys here")

    monkeypatch.setattr("serial.tools.list_ports.comports", broken)
    assert ask_ports() == []


def refusal(url: str) -> str:
    with pytest.raises(PortError) as caught:
        open_port(url)
    sentence = str(caught.value)
    assert url in sentence
    assert "\n" not in sentence
    assert sentence.endswith(".")
    return sentence


def closed_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def test_every_refusal_is_one_sentence_that_says_what_to_do(tmp_path: Path) -> None:
    assert "plug it in" in refusal(str(tmp_path / "ttyACM0"))
    assert "start the board" in refusal(f"socket://127.0.0.1:{closed_port()}")
    plain = tmp_path / "file"
    plain.write_text("")
    for nonsense in (str(plain), str(tmp_path), "hwgrep://(", *NONSENSE):
        refusal(nonsense)


@pytest.mark.parametrize("url", ["", *NONSENSE])
def test_an_invalid_name_is_refused_at_once(url: str) -> None:
    with pytest.raises(PortError, match="is not a port"):
        check_name(url)


@pytest.mark.parametrize(
    "url", ["auto", "COM3", "/dev/nothing", "socket://127.0.0.1:1", "hwgrep://nothing", "loop://"]
)
def test_a_missing_board_is_waited_for(url: str) -> None:
    check_name(url)


@pytest.mark.parametrize("url", ["", "a\x00b"])
def test_an_invalid_url_is_refused(url: str) -> None:
    with pytest.raises(PortError):
        open_port(url)


@pytest.mark.parametrize(
    ("number", "word", "why"),
    [
        (errno.EACCES, "dialout", "no-permission"),
        (errno.EBUSY, "in use", "in-use"),
        (errno.EIO, "plug", "no-board"),
        (None, "is not a port", "bad-port"),
    ],
)
def test_missing_rights_and_a_port_in_use_have_different_errors(
    number: int | None, word: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise serial.SerialException(number, "")

    monkeypatch.setattr(serial, "serial_for_url", refuse)
    assert word in refusal("/dev/ttyACM0")
    # Where the board's own port may be among those that refuse, `auto` says why they do.
    monkeypatch.setattr(port_module, "devices", lambda: ["/dev/ttyACM0"])
    told = why if why in ("no-permission", "in-use") else "no-answer"
    for url, expected in (("/dev/ttyACM0", why), ("auto", told)):
        with Companion(url) as companion:
            found = next(e for e in companion.hear(3) if isinstance(e, Searching) and e.why)
        assert found.why == expected


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX")
def test_a_second_companion_finds_the_device_in_use() -> None:
    with BoardServer(VirtualBoard(), [PtyWire()]) as server:
        port = open_port(server.urls[0])
        try:
            assert "in use" in refusal(server.urls[0])
        finally:
            port.close()


def test_a_port_may_be_closed_twice_and_then_raises_an_error() -> None:
    with BoardServer(VirtualBoard(), [SocketWire()]) as server:
        port = open_port(server.urls[0])
        port.close()
        port.close()
        for use in (port.read, lambda: port.write(b"x"), lambda: port.write(b"x" * 10)):
            with pytest.raises(PortError):
                use()
        assert not port.talks_to_itself()


def test_writing_to_a_board_that_does_not_read_never_blocks_for_long() -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute:
        port = open_port(f"socket://127.0.0.1:{mute.getsockname()[1]}")
        try:
            with suppress(PortError):
                for _ in range(1000):
                    start = time.monotonic()
                    port.write(b"x" * 65536)
            assert time.monotonic() - start < 1.0
            with pytest.raises(PortError, match="takes no commands"):
                port.write(b"x")
        finally:
            port.close()


@pytest.mark.skipif(sys.platform != "linux", reason="a Linux kernel connects a port to itself")
def test_a_socket_connected_to_itself_is_no_board() -> None:
    number = closed_port()
    knocking = socket.create_connection

    def to_itself(address: tuple[str, int], timeout: float) -> socket.socket:
        return knocking(address, timeout, source_address=address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket, "create_connection", to_itself)
        sentence = refusal(f"socket://127.0.0.1:{number}")
    assert "Nothing answers" in sentence


def test_bytes_sent_at_the_moment_of_connecting_are_received() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        knocking = socket.create_connection

        def answered(address: tuple[str, int], timeout: float) -> socket.socket:
            client = knocking(address, timeout)
            peer, _ = server.accept()
            peer.sendall(b"$H,1")
            peers.append(peer)
            return client

        peers: list[socket.socket] = []
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(socket, "create_connection", answered)
            port = open_port(f"socket://127.0.0.1:{server.getsockname()[1]}")
        assert port.read() == b"$H,1"
        port.close()
        peers[0].close()


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX")
def test_bytes_sent_before_the_device_was_opened_are_received() -> None:
    master, slave = os.openpty()
    try:
        os.write(master, b"$H,1\n")
        port = open_port(os.ttyname(slave))
        assert port.read() == b"$H,1\n"
        port.close()
    finally:
        os.close(master)
        os.close(slave)


def test_the_last_bytes_before_the_peer_hangs_up_are_received() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = open_port(f"socket://127.0.0.1:{server.getsockname()[1]}")
        peer, _ = server.accept()
        peer.sendall(b"$A,1,ok")
        peer.close()
        data = b""
        while len(data) < 7:
            data += port.read()
        with pytest.raises(PortError, match="gone"):
            port.read()
        port.close()
    assert data == b"$A,1,ok"

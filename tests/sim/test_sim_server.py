import os
import socket
import stat
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from companion.link.codec import FrameReader, encode
from companion.sim import wires
from companion.sim.board import SimError, VirtualBoard
from companion.sim.server import BoardServer
from companion.sim.wires import PtyWire, SocketWire

posix = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX")
HELLO = encode("Q,1,HELLO")


def connected(server: BoardServer) -> socket.socket:
    host, port = server.urls[0].removeprefix("socket://").split(":")
    client = socket.create_connection((host, int(port)), timeout=5)
    client.settimeout(5)
    return client


def heard_until(text: str, receive: Callable[[], bytes]) -> list[str]:
    reader = FrameReader()
    heard: list[str] = []
    end = time.monotonic() + 5
    while time.monotonic() < end:
        heard += reader.feed(receive())
        if any(line.startswith(text) for line in heard):
            return heard
    raise AssertionError(f"{text} not among {heard}")


def test_every_client_of_a_socket_reads_and_writes() -> None:
    board = VirtualBoard()
    with BoardServer(board, [SocketWire()]) as server, connected(server) as one:
        with connected(server) as other:
            one.sendall(HELLO)
            for client in (one, other):
                heard_until("A,1,ok", partial(client.recv, 4096))
        one.sendall(encode("Q,2,SIGNAL,x"))
        heard_until("A,2,ok", partial(one.recv, 4096))
        assert board.signals == ["x"]


def test_a_board_can_be_on_several_wires_at_once() -> None:
    with BoardServer(VirtualBoard(), [SocketWire(), SocketWire()]) as server:
        assert len(set(server.urls)) == 2
        with connected(server) as client:
            client.sendall(HELLO)
            heard_until("H,1,", partial(client.recv, 4096))


def test_the_boards_clock_runs_in_real_time_or_on_request() -> None:
    for realtime, low, high in ((True, 100, 2000), (False, 0, 0)):
        board = VirtualBoard()
        with BoardServer(board, [SocketWire()], realtime=realtime) as server:
            time.sleep(0.2)
            assert low <= server.act(lambda board: board.clock) <= high


def is_refused(server: BoardServer) -> bool:
    try:
        connected(server).close()
    except ConnectionRefusedError:
        return True
    except ConnectionResetError:  # it was let in while the port was being closed: not refused yet
        return False
    return False


def test_the_url_stays_the_same_over_unplugging() -> None:
    with BoardServer(VirtualBoard(), [SocketWire()]) as server:
        url = server.urls[0]
        with connected(server) as client:
            client.sendall(HELLO)
            heard_until("A,1,ok", partial(client.recv, 4096))
            server.unplug()
            with suppress(ConnectionResetError):
                while client.recv(4096):
                    pass
        until = time.monotonic() + 5
        while not is_refused(server):
            assert time.monotonic() < until, "the port is still open"
        server.replug()
        assert server.urls[0] == url
        connected(server).close()


def test_a_port_that_is_taken_is_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.MonkeyPatch.context() as patch:
        patch.setattr(wires, "REBIND_SECONDS", 0.1)
        server = BoardServer(VirtualBoard(), [SocketWire(taken.getsockname()[1])])
        with pytest.raises(SimError, match="Choose another port"):
            server.start()


@pytest.mark.parametrize("port", [70000, -1])
def test_an_invalid_port_is_one_sentence(port: int) -> None:
    with pytest.raises(SimError, match="Choose another port"):
        SocketWire(port).plug()


def test_a_port_that_was_just_freed_is_waited_for() -> None:
    first = SocketWire()
    first.plug()
    second = SocketWire(int(first.url.rpartition(":")[2]))
    with BoardServer(VirtualBoard(), [SocketWire()]) as server:
        # Any thread may free it; here the one that serves another board.
        server.act(lambda _board: first.close())
        second.plug()
    second.close()


def test_a_client_that_never_reads_is_not_waited_for() -> None:
    board = VirtualBoard()
    with BoardServer(board, [SocketWire()]) as server, connected(server) as mute:
        mute.sendall(HELLO)
        heard_until("A,1,ok", partial(mute.recv, 4096))
        for _ in range(10):
            server.act(lambda board: board.advance(4_000_000))
        with connected(server) as lively:
            lively.sendall(encode("Q,7,SNAP"))
            heard_until("A,7,ok", partial(lively.recv, 65536))


def test_a_client_that_hangs_up_rudely_disturbs_nobody() -> None:
    with BoardServer(VirtualBoard(), [SocketWire()]) as server:
        rude = connected(server)
        rude.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
        rude.sendall(HELLO)
        rude.close()
        server.act(lambda board: board.advance(50_000))
        with connected(server) as client:
            client.sendall(HELLO)
            heard_until("A,1,ok", partial(client.recv, 4096))


@posix
def test_a_pseudo_terminal_is_raw_for_whoever_opens_it_as_a_file() -> None:
    with BoardServer(VirtualBoard(), [PtyWire()]) as server:
        fd = os.open(server.urls[0], os.O_RDWR | os.O_NOCTTY)
        try:
            os.write(fd, HELLO)
            heard = heard_until("A,1,ok", partial(os.read, fd, 4096))
            assert not any(line.startswith("Q,") for line in heard)
        finally:
            os.close(fd)


@posix
def test_a_pseudo_terminal_waits_for_no_client_and_keeps_little_for_the_next() -> None:
    with BoardServer(VirtualBoard(), [PtyWire()]) as server:
        for _ in range(2):
            server.act(lambda board: board.advance(5_000_000))
            fd = os.open(server.urls[0], os.O_RDWR | os.O_NOCTTY)
            try:
                os.write(fd, HELLO)
                heard = heard_until("A,1,ok", partial(os.read, fd, 4096))
                assert len(heard) < 200
            finally:
                os.close(fd)


@posix
def test_a_closed_server_leaves_no_folder_behind() -> None:
    server = BoardServer(VirtualBoard(), [PtyWire()])
    server.start()
    link = Path(server.urls[0])
    assert stat.S_ISCHR(link.stat().st_mode)
    server.close()
    assert not link.parent.exists()


@posix
def test_an_unplugged_wire_receives_and_sends_nothing() -> None:
    for wire in (PtyWire(), SocketWire()):
        wire.plug()
        wire.unplug()
        wire.write(b"lost")
        assert wire.read() == b""
        assert wire.readable() == []
        wire.unplug()
        wire.close()

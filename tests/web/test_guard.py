"""Who connects and says nothing, or not enough, takes nobody's place."""

import asyncio
import socket
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import ExitStack, suppress
from typing import Any

import pytest
from sse_starlette import ServerSentEvent

from companion.web import guard
from companion.web.app import TablePages, Watched, build
from companion.web.desk import Desk
from companion.web.guard import AT_ONCE, Gate, Guesses, Room, Tries, network_of
from companion.web.serving import Server, listen
from tests.web.test_app import Book

GET = b"GET /static/page.js HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
NEWS = b"GET /en/news HTTP/1.1\r\nHost: localhost\r\n\r\n"


def served(play: Callable[[int, TablePages], Coroutine[Any, Any, None]], read: float = 5) -> None:
    """Serve a page on this machine while something is done to it."""

    async def run() -> None:
        watched = Watched(Desk())

        async def find(_table: str) -> Watched:
            return watched

        pages = TablePages(find, Book())
        opened = listen("127.0.0.1:0")
        server = Server(build(pages.routes(), "en"), opened, read)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(server.run())
            assert await asks(opened.getsockname()[1])  # it serves now
            await play(opened.getsockname()[1], pages)
            await server.stop()

    asyncio.run(run())


async def asks(port: int, request: bytes = GET, *, wait: float = 20) -> bytes:
    """What is answered until the server closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    answer = await asyncio.wait_for(reader.read(), wait)
    writer.close()
    return answer


def is_closed(one: socket.socket) -> bool:
    try:
        while one.recv(65_536):
            pass  # what it was answered
    except BlockingIOError:
        return False
    except ConnectionError:
        return True
    return True


def silent(port: int, stack: ExitStack, said: bytes = b"") -> socket.socket:
    one = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
    one.sendall(said)
    one.setblocking(False)  # noqa: FBT003 - as sockets have it
    return one


@pytest.mark.parametrize(
    "said",
    [b"", b"GET /en/ HT", b"POST /en/ruling HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx"],
)
def test_five_hundred_idle_connections_do_not_shut_the_page(said: bytes) -> None:
    async def play(port: int, _pages: TablePages) -> None:
        with ExitStack() as stack:
            idle = []
            for _ in range(500):
                idle.append(silent(port, stack, said))
                await asyncio.sleep(0)
            for _ in range(20):
                assert (await asks(port)).startswith(b"HTTP/1.1 200")
            # Those that came first had to give way.
            assert all(map(is_closed, idle[:100]))
            assert not any(map(is_closed, idle[-100:]))

    served(play)


def test_a_slow_or_idle_connection_is_closed() -> None:
    async def play(port: int, _pages: TablePages) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)

        async def drip() -> None:
            for sign in NEWS:
                writer.write(bytes([sign]))
                await asyncio.sleep(0.05)

        dripping = asyncio.ensure_future(drip())
        with suppress(ConnectionError):
            assert await asyncio.wait_for(reader.read(), 20) == b""
        assert not dripping.done()
        dripping.cancel()
        writer.close()

    served(play, read=0.3)


def test_a_connection_that_asked_and_was_answered_is_closed_too() -> None:
    async def play(port: int, _pages: TablePages) -> None:
        kept = GET.replace(b"Connection: close\r\n", b"")
        answer = await asks(port, kept)
        assert answer.startswith(b"HTTP/1.1 200")

    served(play, read=0.3)


def test_a_page_that_listens_is_not_closed_for_its_silence() -> None:
    async def play(port: int, _pages: TablePages) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(NEWS)
        await reader.readuntil(b"event: news")
        await asyncio.sleep(0.7)
        assert not reader.at_eof()
        writer.close()

    served(play, read=0.2)


def test_a_page_that_listens_is_given_signs_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "SIGN", 0.2)

    async def play(port: int, _pages: TablePages) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(NEWS)
        await reader.readuntil(b"event: news")
        for _ in range(2):
            # A browser passes on an event only if it has data.
            await asyncio.wait_for(reader.readuntil(b"event: sign\ndata: -\n\n"), 5)
        writer.close()

    served(play)


def test_a_request_of_two_lengths_is_refused_and_its_connection_closed() -> None:
    twice = (
        b"POST /en/ruling HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nX"
    )

    async def play(port: int, _pages: TablePages) -> None:
        answer = await asks(port, twice, wait=3)
        assert answer.startswith(b"HTTP/1.1 400")

    served(play, read=10)


def test_a_new_connection_replaces_one_of_the_address_with_the_most() -> None:
    room, gone = Room(4), []
    for guest, address in ("a", "1"), ("b", "2"), ("c", "2"), ("d", "3"):
        room.enter(guest, address, lambda guest=guest: gone.append(guest))  # type: ignore[misc]
    room.enter("e", "1", lambda: gone.append("e"))
    assert gone == ["b"]
    # Of those that hold as many the one that has waited longest.
    room.enter("f", "4", lambda: gone.append("f"))
    assert gone == ["b", "a"]
    room.leave("b")
    room.leave("e")
    room.enter("g", "5", lambda: gone.append("g"))
    assert gone == ["b", "a"]
    assert len(room) == 4


def test_one_network_is_one_address() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1%eth0")
    assert network_of("2001:db8::1") != network_of("2001:db8:0:1::1")
    assert network_of("192.0.2.1") != network_of("192.0.2.2")
    assert network_of("testclient") == "testclient"


def test_one_more_listening_page_replaces_the_first() -> None:
    async def news(name: str) -> AsyncGenerator[ServerSentEvent, None]:
        while True:
            yield ServerSentEvent(name)
            await asyncio.Event().wait()

    async def play() -> None:
        gate = Gate(2)
        streams = {name: gate.followed("address", news(name)) for name in "abc"}
        for name in "ab":
            assert (await anext(streams[name])).data == name
        last = asyncio.ensure_future(anext(streams["a"]))
        await asyncio.sleep(0)
        assert (await anext(streams["c"])).data == "c"
        with pytest.raises(StopAsyncIteration):
            await asyncio.wait_for(last, 5)
        for stream in streams.values():
            await stream.aclose()
        assert len(gate.listening) == 0

    asyncio.run(play())


def test_two_hundred_and_fifty_listeners_lock_out_no_page() -> None:
    async def play(port: int, _pages: TablePages) -> None:
        with ExitStack() as stack:
            for _ in range(250):
                silent(port, stack, NEWS)
                await asyncio.sleep(0)
            await asyncio.sleep(0.5)
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(NEWS)
            assert await reader.readuntil(b"event: news")
            writer.close()
            assert len(_pages.open.listening) <= guard.MOST_PAGES

    served(play)


# --- tokens ---------------------------------------------------------------------------------------


async def test_wrong_tokens_of_one_address_are_answered_at_once_and_few_are_on_their_way() -> None:
    guesses, running, most = Guesses(), [0], [0]

    async def wrong() -> str:
        running[0] += 1
        most[0] = max(most[0], running[0])
        await asyncio.sleep(0)
        running[0] -= 1
        return "token"

    tries = [guesses.tried("192.0.2.1", wrong) for _ in range(30)]
    told = await asyncio.wait_for(asyncio.gather(*tries), 0.5)
    assert most == [AT_ONCE]
    assert (told.count("token"), told.count("tries")) == (AT_ONCE, 30 - AT_ONCE)
    assert await guesses.tried("192.0.2.1", wrong) == "token"
    assert not guesses.on_their_way


async def test_a_slow_table_does_not_delay_rulings_at_others() -> None:
    guesses = Guesses()

    async def told(what: str, seconds: float = 0) -> str:
        await asyncio.sleep(seconds)
        return what

    guessing = [
        asyncio.ensure_future(guesses.tried("192.0.2.1", lambda: told("token", 60)))
        for _ in range(10)
    ]
    await asyncio.sleep(0.01)
    assert await asyncio.wait_for(guesses.tried("192.0.2.2", lambda: told("")), 5) == ""
    for each in guessing:
        each.cancel()
    await asyncio.gather(*guessing, return_exceptions=True)


def test_wrong_tokens_are_announced_more_and_more_rarely() -> None:
    tries = Tries()
    assert [count for count in (tries.wrong() for _ in range(50)) if count] == [5, 10, 20, 40]

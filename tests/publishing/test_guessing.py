"""Guessing at the codes of players' pages, from very many addresses, at a real evening."""

import asyncio
import http.client
import itertools
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from urllib.parse import urlencode

import pytest

from tests.flow.wire_board import PATIENCE
from tests.web.printed import TypedEvening

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="elsewhere a machine has one address of its own"
)

ADDRESSES = 250
FORM = "application/x-www-form-urlencoded"
LOCKED = "Too many wrong codes."


@pytest.fixture
def evening() -> Iterator[TypedEvening]:
    one = TypedEvening()
    yield one
    assert one.end() == 0


def posted(
    port: int, path: str, form: dict[str, str], own: str = "127.0.0.1", cookie: str = ""
) -> http.client.HTTPResponse:
    """What is answered to a form from one of this machine's addresses."""
    one = http.client.HTTPConnection("127.0.0.1", port, PATIENCE, (own, 0))
    headers = {"content-type": FORM, "accept": "text/plain", "cookie": cookie}
    one.request("POST", f"/en/player/{path}", urlencode(form), headers)
    answer = one.getresponse()
    answer.read()
    one.close()
    return answer


def opened(port: int, code: str, own: str = "127.0.0.1") -> str:
    """The cookie that a code gets, "" where it opens nothing."""
    answer = posted(port, "", {"code": code}, own)
    return (answer.getheader("set-cookie") or "").partition(";")[0]


def types(port: int, cookie: str) -> bool:
    """Whether a page that was opened may still type."""
    return posted(port, "line", {"line": "?"}, cookie=cookie).status == 204


@contextmanager
def guessing(port: int) -> Iterator[None]:
    """Guess from many addresses, as fast as possible."""
    ended = Event()

    async def guess(number: int) -> None:
        own, body = f"127.0.1.{number}", b"code=x"
        head = f"POST /en/player/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        head += f"Content-Type: {FORM}\r\nContent-Length: {len(body)}\r\n\r\n"
        while not ended.is_set():
            try:
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", port, local_addr=(own, 0)
                )
                writer.write(head.encode() + body)
                await asyncio.wait_for(reader.readuntil(b"</html>"), 5)
                writer.close()
            except (OSError, TimeoutError, asyncio.IncompleteReadError):
                await asyncio.sleep(0.05)

    async def run() -> None:
        await asyncio.gather(*(guess(number) for number in range(1, ADDRESSES + 1)))

    attack = Thread(target=lambda: asyncio.run(run()))
    attack.start()
    try:
        yield
    finally:
        ended.set()
        attack.join()


@pytest.mark.slow
def test_guessing_opens_no_page_and_locks_out_no_player(evening: TypedEvening) -> None:
    port, green = evening.port, evening.code("v")
    for number in range(19):
        assert opened(port, "x", f"127.0.1.{number + 1}") == ""
    inside = opened(port, green)
    assert inside
    with guessing(port):
        evening.told(f"({LOCKED})")
        assert opened(port, green) == ""
        assert types(port, inside)
        # A player who asks gets a new code. After a second lock it is long and cannot be used up.
        codes = (evening.code("v") for _ in itertools.count())
        code = next(each for each in codes if len(each) == 12)
        assert all(opened(port, code) for _ in range(16))
        assert types(port, inside)
    assert evening.code("v") == code
    assert "".join(evening.lines).count(LOCKED) == 2

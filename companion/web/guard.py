"""Protects the pages: sets headers, refuses unsafe requests, limits connections and guesses.

Connections and listening pages have a limited number of places. When all places are taken, a new
connection replaces the oldest connection of the address that holds the most places. So an address
that takes many places loses only its own connections.
"""

import asyncio
import hmac
import ipaddress
import re
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any, ClassVar, Final
from urllib.parse import urlsplit

import h11
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.rules import Player
from companion.web.page_text import PageText

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
        " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""Headers of every response: no content from other origins, no framing, no caching."""


LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
"""Host names of the local machine. They are always accepted, also at the end of a tunnel."""

_HOST: Final = re.compile(r"(?:\[([0-9a-f:.]+)\]|([\w.-]+))(?::[0-9]*)?", re.ASCII)


class Safety:
    """Adds security headers to every response and refuses unsafe requests.

    names -- the host names that requests may use, in lower case, in addition to the loopback
    names and the address on which the request arrived
    words -- returns the texts in the language of a path.

    The check prevents DNS rebinding: a foreign page whose host name resolves to this server could
    otherwise read it as same-origin.
    """

    def __init__(
        self, app: ASGIApp, names: frozenset[str], words: Callable[[str], PageText]
    ) -> None:
        self._app = app
        self._names = names | {*LOOPBACK}
        self._words = words

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the app, or refuse the request, and add the headers to the response."""

        async def say(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        refused = self._refused(scope)
        if refused is not None:
            await refused(scope, receive, say)
            return
        await self._app(scope, receive, say)

    def _refused(self, scope: Scope) -> Response | None:
        """Return the error response for an unsafe request, or None if it is allowed."""
        if scope["type"] != "http":
            return None
        request, say = Request(scope), self._words(scope["path"]).say
        if _is_ambiguous(scope):
            text = say("form.mistake.request")
            return PlainTextResponse(text, 400, headers={"connection": "close"})
        host = request.headers.get("host", "")
        name = _host_name(host)
        if name not in self._names and name != _address(scope):
            text = say("page.unknown-name", name=host[:80], option="--web-name")
            return PlainTextResponse(text, 400)
        if scope["method"] == "POST" and _is_from_elsewhere(request):
            return PlainTextResponse(say("page.from-elsewhere"), 403)
        return None


def _host_name(host: str) -> str:
    """Return the name or address in a Host header, without the port; "" if it is invalid."""
    found = _HOST.fullmatch(host.strip().lower())
    return "" if found is None else (found[1] or found[2]).rstrip(".")


def _address(scope: Scope) -> str | None:
    """Return the local address on which the request arrived, without an IPv6 zone."""
    server = scope.get("server")
    return server and server[0].partition("%")[0]


def _is_from_elsewhere(request: Request) -> bool:
    """Return whether a browser sends this request from a page of another server or port.

    Clients other than browsers send neither `Sec-Fetch-Site` nor `Origin`, and are allowed.
    """
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = request.headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != request.headers.get("host")


def _is_ambiguous(scope: Scope) -> bool:
    """Return whether a request has both Content-Length and Transfer-Encoding, as in an attack."""
    names = {name for name, _ in scope.get("headers", ())}
    return {b"content-length", b"transfer-encoding"} <= names


MOST_WAITING: Final = 400
"""The maximum number of connections that may wait for a request or for a slow reader."""

MOST_PAGES: Final = 100
"""The maximum number of pages that may listen for news at once."""

SIGN: Final = 15
"""Seconds between two keep-alive events, so that a page notices a lost connection."""

READ: Final = 10.0
"""Seconds in which a request must be complete, and in which a reader must take some bytes."""


class Room:
    """A limited number of places. Use it in one event loop only."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._guests: dict[object, tuple[str, Callable[[], None]]] = {}

    def __len__(self) -> int:
        return len(self._guests)

    def enter(self, guest: object, address: str, dismiss: Callable[[], None]) -> None:
        """Take a place. dismiss -- called when another connection takes it over."""
        if len(self._guests) >= self._most:
            held = Counter(network for network, _ in self._guests.values())
            most = max(held.values())
            oldest = next(each for each, (of, _) in self._guests.items() if held[of] == most)
            self._guests.pop(oldest)[1]()
        self._guests[guest] = network_of(address), dismiss

    def leave(self, guest: object) -> None:
        """Free a place; do nothing if another connection has taken it over."""
        self._guests.pop(guest, None)


def network_of(address: str) -> str:
    """Return the address, or for IPv6 its /64 network, as one machine has many addresses."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    return str(ipaddress.ip_network((ip, 64), strict=False)) if ip.version == 6 else str(ip)


class Guarded(H11Protocol):
    """One connection. It counts as waiting unless a complete request is being answered."""

    waiting: ClassVar = Room(MOST_WAITING)
    read: ClassVar = READ
    _timer: asyncio.TimerHandle | None = None
    _unsent = 0

    def connection_made(self, transport: Any) -> None:  # noqa: ANN401 - the types of uvicorn
        """Start to wait for a request."""
        super().connection_made(transport)
        self._note()

    def data_received(self, data: bytes) -> None:
        """Process bytes, and stop waiting if the request is complete."""
        super().data_received(data)
        self._note()

    def on_response_complete(self) -> None:
        """Wait until the client has read the response or sends another request."""
        super().on_response_complete()
        self._note()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting, and free the place."""
        self._rest()
        super().connection_lost(exc)

    def _note(self) -> None:
        """Start or stop waiting, depending on the state of the connection."""
        asking = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        if not (asking or self.transport.is_closing()):
            self._rest()
        elif self._timer is None:
            self._timer = self.loop.call_later(self.read, self._overdue)
            self.waiting.enter(self, self.client[0] if self.client else "", self.transport.abort)

    def _rest(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self.waiting.leave(self)

    def _overdue(self) -> None:
        """Close the connection after a timeout, unless the client is still reading a response."""
        before, self._unsent = self._unsent, self.transport.get_write_buffer_size()
        if self._unsent and (before == 0 or self._unsent < before):
            self._timer = self.loop.call_later(self.read, self._overdue)
        else:
            self.transport.abort()


def guarded(most: int = MOST_WAITING, read: float = READ) -> type[Guarded]:
    """Return the protocol class of one server.

    most -- the number of places; read -- seconds to wait.
    """
    return type("OneServers", (Guarded,), {"waiting": Room(most), "read": read})


class Gate:
    """Limits how many pages listen.

    If there are too many, a new page takes the place of an old one, see `Room`.
    """

    def __init__(self, most: int = MOST_PAGES) -> None:
        self.listening = Room(most)

    def stream(self, request: Request, news: AsyncGenerator[ServerSentEvent, None]) -> Response:
        """Return the response that streams news."""
        address = request.client.host if request.client else ""
        return EventSourceResponse(
            self.followed(address, news),
            ping=SIGN,
            ping_message_factory=lambda: ServerSentEvent(event="sign", data="-", sep="\n"),
            send_timeout=30,
        )

    async def followed(
        self, address: str, news: AsyncGenerator[ServerSentEvent, None]
    ) -> AsyncGenerator[ServerSentEvent, None]:
        """Yield the news until another page takes this page's place."""
        # Take the place only now. If a page left earlier, nothing would free its place.
        sent_away = asyncio.Event()
        self.listening.enter(sent_away, address, sent_away.set)
        leaving = asyncio.ensure_future(sent_away.wait())
        coming = asyncio.ensure_future(anext(news))
        try:
            while True:
                await asyncio.wait((coming, leaving), return_when=asyncio.FIRST_COMPLETED)
                if leaving.done():
                    return
                yield coming.result()
                coming = asyncio.ensure_future(anext(news))
        finally:
            self.listening.leave(sent_away)
            leaving.cancel()
            coming.cancel()
            # `news` can be closed only after its pending `anext` has ended.
            await asyncio.wait((coming,))
            await news.aclose()


AT_ONCE: Final = 2
"""The maximum number of rulings in progress from one address. Further rulings are refused."""

FIRST_TOLD: Final = 5
"""The number of wrong codes or tokens that is first announced, because players also mistype."""


class Guesses:
    """Limits the rulings in progress of each address. Use it in one event loop only.

    A wrong token is answered without delay: a token has 59 random bits, and delayed requests
    would occupy the server's connections.
    """

    def __init__(self) -> None:
        self.on_their_way: Counter[str] = Counter()

    async def tried(self, address: str, rule: Callable[[], Awaitable[str]]) -> str:
        """Return the result of `rule`, or the code `tries` if too many are in progress."""
        network = network_of(address)
        if self.on_their_way[network] >= AT_ONCE:
            return "tries"
        self.on_their_way[network] += 1
        try:
            return await rule()
        finally:
            self.on_their_way -= Counter((network,))  # an address without rulings is removed


class Tries:
    """Counts the wrong codes or tokens typed for one table."""

    def __init__(self) -> None:
        self._count = 0
        self._told = FIRST_TOLD

    def wrong(self) -> int:
        """Count one more attempt. Return the count if it should be announced, else 0.

        The more attempts, the more rarely the count is announced.
        """
        self._count += 1
        if self._count < self._told:
            return 0
        self._told *= 2
        return self._count


class Codes:
    """The codes that open players' pages. They are valid until too many wrong codes were tried."""

    def __init__(self) -> None:
        self._codes: dict[Player, str] = {}
        self._left: int | None = None

    def __bool__(self) -> bool:
        """Return whether any code is valid."""
        return bool(self._codes)

    def add(self, side: Player, code: str, tries: int | None) -> None:
        """Add a player's code.

        tries -- the number of wrong codes, from anyone, after which all codes become invalid; None
        for codes that are too long to guess. If there are two codes, wrong attempts are counted for
        both together.
        """
        if not self._codes:
            self._left = tries
        self._codes[side] = code

    def side(self, code_sent: str) -> Player | None:
        """Return the player whose page the code opens, or None if it is wrong."""
        for side, code in self._codes.items():
            if hmac.compare_digest(code_sent.encode(), code.encode()):
                return side
        return None

    def wrong(self) -> bool:
        """Count a wrong code. Return whether no code is valid any more."""
        if self._left is not None:
            self._left -= 1
            if self._left <= 0:
                self._codes.clear()
        return not self._codes

"""Limits what strangers can take: silent connections, and guesses at codes and tokens.

Connections and listening pages have so many places. When all are taken, a new one gets the place of
the one that has waited longest, from the address that holds the most of them: an address that takes
many loses its own.
"""

import asyncio
import hmac
import ipaddress
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any, ClassVar, Final

import h11
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import Response
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.rules import Player

MOST_WAITING: Final = 400
"""Connections that may wait for a request, or for a slow reader, at once."""

MOST_PAGES: Final = 100
"""Pages that may listen at once."""

SIGN: Final = 15
"""Seconds between two signs of life, so that a page notices that nothing comes any more."""

READ: Final = 10.0
"""Seconds in which a request must have come whole, and in which a reader must get on."""


class Room:
    """So many places. Belongs to one loop."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._guests: dict[object, tuple[str, Callable[[], None]]] = {}

    def __len__(self) -> int:
        return len(self._guests)

    def enter(self, guest: object, address: str, dismiss: Callable[[], None]) -> None:
        """Take a place; dismiss -- is called when it has to be given up to another."""
        if len(self._guests) >= self._most:
            held = Counter(network for network, _ in self._guests.values())
            most = max(held.values())
            oldest = next(each for each, (of, _) in self._guests.items() if held[of] == most)
            self._guests.pop(oldest)[1]()
        self._guests[guest] = network_of(address), dismiss

    def leave(self, guest: object) -> None:
        """Give a place up, if it was not lost already."""
        self._guests.pop(guest, None)


def network_of(address: str) -> str:
    """What counts as one address: of IPv6 the network, in which one machine has very many."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    return str(ipaddress.ip_network((ip, 64), strict=False)) if ip.version == 6 else str(ip)


class Guarded(H11Protocol):
    """One connection. It waits unless a whole request has come and is being answered."""

    waiting: ClassVar = Room(MOST_WAITING)
    read: ClassVar = READ
    _timer: asyncio.TimerHandle | None = None
    _unsent = 0

    def connection_made(self, transport: Any) -> None:  # noqa: ANN401 - as uvicorn has it
        """It waits from its beginning on."""
        super().connection_made(transport)
        self._note()

    def data_received(self, data: bytes) -> None:
        """It waits until the request is whole, however slowly that comes."""
        super().data_received(data)
        self._note()

    def on_response_complete(self) -> None:
        """It waits again, for another request or until the answer is read."""
        super().on_response_complete()
        self._note()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._rest()
        super().connection_lost(exc)

    def _note(self) -> None:
        """Wait from now on, or no more."""
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
        """Nothing came in time: close the connection unless it is still reading the answer."""
        before, self._unsent = self._unsent, self.transport.get_write_buffer_size()
        if self._unsent and (before == 0 or self._unsent < before):
            self._timer = self.loop.call_later(self.read, self._overdue)
        else:
            self.transport.abort()


def guarded(most: int = MOST_WAITING, read: float = READ) -> type[Guarded]:
    """The protocol of one server: so many connections of it may wait, so many seconds each."""
    return type("OneServers", (Guarded,), {"waiting": Room(most), "read": read})


class Gate:
    """Lets so many pages listen; one more sends another away, as in every `Room`."""

    def __init__(self, most: int = MOST_PAGES) -> None:
        self._listening = Room(most)

    def stream(self, request: Request, news: AsyncGenerator[ServerSentEvent, None]) -> Response:
        """A stream of news."""
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
        """The news, until somebody else has to have this place."""
        # It takes its place only now: of a page that left before, no end would be told.
        sent_away = asyncio.Event()
        self._listening.enter(sent_away, address, sent_away.set)
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
            self._listening.leave(sent_away)
            leaving.cancel()
            coming.cancel()
            # What it held is free only when it is over.
            await asyncio.wait((coming,))
            await news.aclose()


AT_ONCE: Final = 2
"""Rulings of one address that are on their way at once; one more is refused."""

FIRST_TOLD: Final = 5
"""Wrong codes or tokens before one is announced; a player may mistype too."""


class Guesses:
    """Lets each address rule a few times at once. Belongs to one loop.

    A wrong token is answered at once: it has 59 bits of chance, and requests that are held up would
    take the server's places from the others.
    """

    def __init__(self) -> None:
        self._on_their_way: Counter[str] = Counter()

    async def tried(self, address: str, rule: Callable[[], Awaitable[str]]) -> str:
        """What comes of a ruling; `tries` where too many of this address are on their way."""
        network = network_of(address)
        if self._on_their_way[network] >= AT_ONCE:
            return "tries"
        self._on_their_way[network] += 1
        try:
            return await rule()
        finally:
            self._on_their_way[network] -= 1
            if not self._on_their_way[network]:
                del self._on_their_way[network]


class Tries:
    """Counts the wrong codes or tokens of one table."""

    def __init__(self) -> None:
        self._count = 0
        self._told = FIRST_TOLD

    def wrong(self) -> int:
        """Count one more; the number where it is to be reported (more and more rarely), else 0."""
        self._count += 1
        if self._count < self._told:
            return 0
        self._told *= 2
        return self._count


class Codes:
    """The codes that open players' pages, until too many wrong ones were tried."""

    def __init__(self) -> None:
        self._codes: dict[Player, str] = {}
        self._left: int | None = None

    def __bool__(self) -> bool:
        """Return whether any code opens a page."""
        return bool(self._codes)

    def add(self, side: Player, code: str, tries: int | None) -> None:
        """Note a player's code.

        tries -- the wrong ones, whoever tries them, after which no code opens any more; None for
        codes that are too long to be guessed. A second code has what the first has left.
        """
        if not self._codes:
            self._left = tries
        self._codes[side] = code

    def side(self, given: str) -> Player | None:
        """Whose page a code opens; None for a wrong one."""
        for side, code in self._codes.items():
            if hmac.compare_digest(given.encode(), code.encode()):
                return side
        return None

    def wrong(self) -> bool:
        """Count a wrong code; whether no code opens any more."""
        if self._left is not None:
            self._left -= 1
            if self._left <= 0:
                self._codes.clear()
        return not self._codes

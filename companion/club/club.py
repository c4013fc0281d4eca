"""Runs `companion club`: collects the facts of all tables and serves their pages."""

import asyncio
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from typing import Final

from sse_starlette import ServerSentEvent
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from companion import ending
from companion.club.gatherer import Gathered, Gatherer
from companion.club.hall import Hall
from companion.club.record import ClubRecord
from companion.publishing import messages as m
from companion.publishing.broker import read_url
from companion.web.app import Order, TablePages, build, event, language, last_shown, settled
from companion.web.page_text import PageText
from companion.web.render import changed_parts
from companion.web.serving import Server, listen, names, url

PATIENCE: Final = 5.0
"""Seconds to wait for a table's answer, longer than a table takes to carry out a ruling."""

TICK: Final = 0.1
"""Minimum seconds between two updates of the hall's page."""


class ClubCourt:
    """Sends rulings to the tables, sealed with the token that the referee typed.

    The table checks the seal.

    Each ruling is sent twice, because the broker may hold the first message for hours. The table
    answers the first message with a permit (`leave`) that is valid for a moment. The second message
    contains the permit, and the table carries out the ruling at once or not at all.
    """

    def __init__(self, send: Callable[[str, m.Wish], None]) -> None:
        self._send = send
        self._waiting: dict[tuple[str, str], asyncio.Queue[m.Ruled]] = {}

    async def rule(self, table: str, order: Order) -> str:
        """Send a ruling and wait for the table's answer. Return the same values as `Court.rule`."""
        if (table, order.number) in self._waiting:
            return "again"
        answers = self._waiting[table, order.number] = asyncio.Queue()
        try:
            first = await self._asked(table, order, "", answers)
            if first is None:
                return "away"
            if first.told != m.READY:
                return first.told
            then = await self._asked(table, order, first.leave, answers)
            return "no-answer" if then is None else then.told
        finally:
            del self._waiting[table, order.number]

    async def _asked(
        self, table: str, order: Order, leave: str, answers: "asyncio.Queue[m.Ruled]"
    ) -> m.Ruled | None:
        """Send one message of a ruling. Return the table's answer, None after a timeout."""
        seal = m.seal(order.token, order.number, order.seen, order.ruling, leave)
        self._send(table, m.Wish(order.number, order.seen, order.ruling, seal, leave))
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    ruled = await answers.get()
                    if not leave or ruled.told != m.READY:  # an answer may come twice
                        return ruled
        except TimeoutError:
            return None

    def ruled(self, table: str, ruled: m.Ruled) -> None:
        """Pass a table's answer on to the waiting `rule`."""
        answers = self._waiting.get((table, ruled.number))
        if answers is not None:
            answers.put_nowait(ruled)


class Club:
    """One run of the club. tell -- called from any thread with sentences for the user."""

    def __init__(self, broker: str, record: str, lang: str, tell: Callable[[str], None]) -> None:
        self._lang = lang
        self._tell = tell
        self.reading = ClubRecord(record)
        self.hall = Hall(self.reading.last_match)
        abouts = self.reading.abouts()
        for name, mark in self.reading.marks().items():
            about = m.read(m.About, abouts[name]) if name in abouts else None
            self.hall.begin(name, mark.journal, about, self.reading.age(name))
        self._gatherer = Gatherer(read_url(broker), record, self._on_gathered, tell, lang)
        self.court = ClubCourt(self._gatherer.rule)
        self._loop: asyncio.AbstractEventLoop | None = None

    async def run(self, web: str, web_names: tuple[str, ...] = ()) -> None:
        """Collect the facts and serve the pages until the program ends. Raise `AddressError`.

        web_names -- further host names of the page, see `serving.names`
        """
        opened = listen(web)
        self._loop = loop = asyncio.get_running_loop()
        ended = asyncio.Event()
        server = Server(build(self._routes(), self._lang, names(web, web_names)), opened)
        self._tell(PageText(self._lang).head("page.hall-at", url=url(opened)))
        self._gatherer.start()
        try:
            with ending.by(lambda: loop.call_soon_threadsafe(ended.set)):
                async with asyncio.TaskGroup() as tasks:
                    tasks.create_task(server.run())
                    await ended.wait()
                    await server.stop()
        finally:
            self._gatherer.close()
            self.reading.close()

    def _on_gathered(self, gathered: Gathered) -> None:
        """Pass collected news to the event loop."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._take, gathered)

    def _take(self, gathered: Gathered) -> None:
        self.hall.take(gathered)
        for table, ruled in gathered.ruled:
            self.court.ruled(table, ruled)

    def _routes(self) -> list[BaseRoute]:
        tables = TablePages(self.hall.find, self.court, "/table/{table}/", hall=True)
        self._gate = tables.open
        return [
            Route("/{lang}/", self._hall_page),
            Route("/{lang}/news", self._news),
            *tables.routes(),
        ]

    async def _hall_page(self, request: Request) -> Response:
        large = "large" in request.query_params
        return HTMLResponse(self.hall.page(language(request), large=large))

    async def _news(self, request: Request) -> Response:
        lang = language(request)
        return self._gate.stream(request, hall_news(self.hall, lang, last_shown(request)))


async def hall_news(hall: Hall, lang: str, after: int) -> AsyncGenerator[ServerSentEvent, None]:
    """Yield the changed parts of the hall's page, a few times a second at most."""
    shown: dict[str, str] = {}
    names: tuple[str, ...] = ()
    # After a restart the club numbers its news from the start.
    after = min(after, hall.number)
    with hall.watched.page() as changed:
        while True:
            lines = hall.lines(lang)
            parts = {"disputes": hall.disputes(lang)}
            if tuple(lines) != names:
                names, lines = tuple(lines), hall.lines(lang, fresh=True)
                parts["tables"] = hall.whole(lang, lines)
                shown.update((name, line.version) for name, line in lines.items())
            parts |= lines
            fresh = changed_parts(parts, shown)
            heard = hall.heard(lang, after)
            after = hall.number
            if fresh or heard:
                yield event(after, {"last": after, "heard": heard, "parts": fresh})
            await settled(changed, TICK)


def run(broker: str, record: str, web: str, web_names: tuple[str, ...], lang: str) -> None:
    """Run the club until a signal ends it. Raise a `ValueError` with one clear sentence."""

    def tell(sentence: str) -> None:
        with suppress(OSError):  # a closed terminal must not end the club
            sys.stderr.write(sentence + "\n")
            sys.stderr.flush()

    asyncio.run(Club(broker, record, lang, tell).run(web, web_names))

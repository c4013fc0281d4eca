"""The child process that serves the page and publishes. If it dies, the evening continues.

It reads the evening's journal on its own. On standard input it receives lines of JSON from
`publishing.outlet`: first the settings, then words for one player, results of rulings, and whether
a game is being chosen. On standard output it sends rulings, typed lines, and sentences for the
table. It ends when its input is closed.
"""

import asyncio
import contextlib
import json
import socket
import sys
from dataclasses import replace
from ipaddress import ip_address
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from companion.ending import start_thread
from companion.optional import load
from companion.publishing.messages import CHOOSING, Mark
from companion.publishing.outbox import EveningRows
from companion.publishing.outlet import PublishSettings, decode_settings
from companion.records.encoding import plain
from companion.records.read import FactRow
from companion.rules import Player
from companion.speech.catalogue import Catalogue, ExplainedError
from companion.web.app import Order, TablePages, Watched, build
from companion.web.desk import Desk
from companion.web.guard import Tries
from companion.web.page_text import PageText, Sitting
from companion.web.player_page import PlayerPages
from companion.web.rulings import same_token
from companion.web.serving import Server, listen, names, url
from companion.web.watched_table import Manner

if TYPE_CHECKING:
    from companion.publishing.broker import Address
    from companion.publishing.publisher import Publisher

PATIENCE: Final = 5.0
"""The seconds to wait for the evening's answer to a ruling."""

EXPIRES: Final = 2.0
"""The seconds until a ruling expires. The sender waits longer for the answer."""

LOOK_EVERY: Final = 0.05
"""The seconds between two reads of the journal."""

_REMEMBERED: Final = 200


def say(line: dict[str, Any]) -> None:
    """Send one line to the evening; do nothing if it has died."""
    with contextlib.suppress(BrokenPipeError):
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()


class EveningCourt:
    """Passes rulings to the evening that started this process."""

    def __init__(self, token: str, watched: Watched, lang: str) -> None:
        self._token = token
        self._words = PageText(lang)
        self.tries = Tries()
        self._watched = watched
        self._waiting: dict[str, asyncio.Future[str]] = {}
        self._known: list[str] = []

    async def rule(self, _table: str, order: Order) -> str:
        """Check the token, then carry out the ruling. Return a code, or "" on success."""
        if same_token(order.token, self._token):
            return await self.carry_out(order)
        if count := self.tries.wrong():
            say({"sentence": self._words.say("club.tried", count=count)})
        return "token"

    async def carry_out(self, order: Order) -> str:
        """Send an authorized ruling to the evening, and return its answer."""
        if order.number in self._known or order.number in self._waiting:
            return "again"
        if self._watched.desk.table.decided > order.seen:
            return "moved-on"
        outcome: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._waiting[order.number] = outcome
        say({"id": order.number, "ruling": plain(order.ruling), "until": monotonic() + EXPIRES})
        try:
            return await asyncio.wait_for(outcome, PATIENCE)
        except TimeoutError:
            return "no-answer"
        finally:
            del self._waiting[order.number]

    def ruled(self, number: str, refusal: str) -> None:
        """Store the answer to a ruling. A success is remembered even if nobody waits for it."""
        if not refusal:
            self._known = [*self._known[-_REMEMBERED:], number]
        outcome = self._waiting.get(number)
        if outcome is not None and not outcome.done():
            outcome.set_result(refusal)


class PageProcess:
    """The state of this process."""

    def __init__(self, publishing: PublishSettings) -> None:
        self._publishing = publishing
        self._settings = settings = publishing.settings
        sitting = Sitting(settings.table, settings.players, has_journal=bool(settings.journal))
        manner = Manner(settings.game, settings.mode, settings.verbosity)
        self.watched = Watched(Desk("/", sitting, manner))
        self.court = EveningCourt(publishing.token, self.watched, settings.lang)
        # Answers for one player update only the players' pages, because a referee's page does not
        # show them.
        self.seats = Watched(self.watched.desk)
        words = PageText(settings.lang, settings.notation)
        self.players = PlayerPages(self.seats, publishing.phones, publishing.key, words, say)
        self._rows = EveningRows(
            Path(publishing.folder), publishing.resumed, publishing.found, publishing.newest
        )
        self._broker = _broker(settings.broker)
        self._publisher: Publisher | None = None
        self._in_order = False

    async def run(self, page: socket.socket | None) -> None:
        """Serve until the evening ends."""
        ended = asyncio.Event()
        loop = asyncio.get_running_loop()
        start_thread("lines", self._read, loop, ended)
        # Rendering the first page is slow.
        self.watched.desk.page(self._settings.lang, hall=False)
        server = None if page is None else Server(self._app(), page)
        self._publisher = self.open_publisher()
        async with asyncio.TaskGroup() as tasks:
            if server is not None:
                tasks.create_task(server.run())
            say({"ready": True, "open": []})
            while not ended.is_set():
                self._read_journal()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(ended.wait(), LOOK_EVERY)
            self._read_journal()
            if self._publisher is not None and self._in_order:
                self._publisher.stop()
            if server is not None:
                await server.stop()

    def _app(self) -> Any:  # noqa: ANN401
        async def find(_table: str) -> Watched:
            return self.watched

        routes = TablePages(find, self.court).routes()
        if self._publishing.phones:
            routes += self.players.routes()
        settings = self._settings
        return build(routes, settings.lang, names(settings.web, settings.web_names))

    def _read(self, loop: asyncio.AbstractEventLoop, ended: asyncio.Event) -> None:
        """Read the evening's lines in a separate thread, and handle each line in the loop."""
        for line in sys.stdin:
            loop.call_soon_threadsafe(self._take, json.loads(line), ended)
        loop.call_soon_threadsafe(ended.set)

    def _take(self, said: dict[str, Any], ended: asyncio.Event) -> None:
        if "choosing" in said:
            desk = self.watched.desk
            desk.sitting = replace(desk.sitting, choosing=said["choosing"])
            self._changed()
        if "words" in said:
            self.players.take(said["words"])
        if "code" in said:
            self.players.codes.add(Player(said["side"]), said["code"], said["tries"])
        if "ruled" in said:
            self.court.ruled(said["ruled"], said["refusal"])
        if "end" in said:
            self._in_order = True
            ended.set()

    def _read_journal(self) -> None:
        while (taken := self._rows.take())[0]:
            self.watched.desk.take(*taken)
            self._changed()
        if self._publisher is not None:
            self._publisher.send_new_facts()

    def _age(self, mark: Mark, row: FactRow) -> float | None:
        """Return how many seconds ago a fact was recorded, None if that was before a restart."""
        number, desk = self._rows.number_of(mark), self.watched.desk
        if number is None:
            return None
        if number > desk.table.number:
            return 0.0  # the fact was written after the last read
        return desk.age(replace(row, number=number))

    def _changed(self) -> None:
        """Notify the pages and the club that the table has changed."""
        self.watched.changed()
        self.seats.changed()
        desk = self.watched.desk
        phase = CHOOSING if desk.sitting.choosing else desk.table.phase
        if self._publisher is not None:
            place = self._rows.mark_of(desk.table.number)
            self._publisher.set_state(replace(desk.table, phase=phase), place)

    def open_publisher(self) -> "Publisher | None":
        """Start publishing if a broker is set. The library is loaded only in this case."""
        if self._broker is None:
            return None
        from companion.publishing.publisher import Publisher  # noqa: PLC0415

        loop = asyncio.get_running_loop()
        publisher = Publisher(
            self._publishing,
            self._broker,
            rule=lambda order: loop.create_task(self.court.carry_out(order)),
            tell=lambda sentence: say({"sentence": sentence}),
            tries=self.court.tries,
            age=self._age,
        )
        publisher.start()
        return publisher


def _broker(url: str) -> "Address | None":
    """Return the broker's address, None for "". Raises `BrokerError` or `LibraryError`."""
    if not url:
        return None
    address: Address = load("companion.publishing.broker", "club").read_url(url)
    return address


def main() -> int:
    """Run until the evening ends and return 0; return 2 if page or broker is not available."""
    first = sys.stdin.readline()
    if not first:
        return 0
    publishing = decode_settings(first)
    settings = publishing.settings
    try:
        beside = PageProcess(publishing)
        page = listen(settings.web) if settings.web else None
    except ExplainedError as error:
        say({"refused": Catalogue(settings.lang).tell(*error.sentences)})
        return 2
    if page is not None:
        words = PageText(settings.lang)
        say({"sentence": words.head("page.page-at", url=url(page))})
        if publishing.phones:
            say({"sentence": _players_pages(page, words)})
    asyncio.run(beside.run(page))
    return 0


def _players_pages(page: socket.socket, words: PageText) -> str:
    """Return the sentence that says where the players' pages are."""
    host, port = page.getsockname()[:2]
    pages = url(page) + "p"
    if ip_address(host).is_loopback:
        return words.head("player-page.pages-here", url=pages, address=f"0.0.0.0:{port}")
    return words.head("player-page.pages-at", url=pages)

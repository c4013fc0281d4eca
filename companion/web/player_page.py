"""Serves each player's page on a phone: the numeric keypad, private answers, and the board.

Lines typed on a page are sent to the evening like lines of the player's keypad. A player opens the
page with a code requested at the table. The browser then gets a cookie, signed with a key that is
new at each start of the evening. So the cookie stays valid after a new code is requested or the
page's process is restarted.
"""

import asyncio
import hashlib
import hmac
from collections import Counter, deque
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from time import monotonic
from typing import Any, Final

from sse_starlette import ServerSentEvent
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from companion.referee.state import Topic
from companion.referee.table_view import TableView
from companion.rules import Player, parse_placement
from companion.rules.vocabulary import POINTS, ZONES
from companion.speech.questions import contents
from companion.typed.entries import LONGEST
from companion.web.app import Watched, event, fields, language, last_shown, settled
from companion.web.desk import Desk
from companion.web.drawing import drawing
from companion.web.guard import Codes, Gate, Tries
from companion.web.page_text import PageText
from companion.web.render import Part, changed_parts, page, part

_ANSWERS: Final = ("++", "--")
_SENT: Final = ("/", ".", "..", "...", "*", "-", "**", "+", "?")
"""The lines for which the page has a button."""
COOKIE: Final = "companion_player"

MOST_WORDS: Final = 40
"""The number of earlier sentences that a page shows when it is opened."""

EACH_LINE: Final = 0.05
"""The minimum seconds between two lines of a side, so that no page can flood the evening."""

MOST_LINES: Final = 20
"""The maximum number of waiting lines of one side. Further lines are refused."""

ANSWER_WITHIN: Final = 1.0
"""Seconds to wait for the answer to a line, for a browser without scripts."""

TELL_AGAIN: Final = 10.0
"""Seconds before the table announces again that a player opened a page."""


@dataclass(frozen=True, slots=True)
class PageSentence:
    """A sentence on one player's page. mine -- whether it is for this player alone."""

    number: int
    text: str
    lang: str
    mine: bool


class PlayerPages:
    """The players' pages of one table. Use them in the server's event loop only.

    sides -- the players with a page, such as `VN`; key -- a secret for the cookies
    words -- has the table's language and notation; say -- sends a line of JSON to the evening
    """

    def __init__(
        self,
        watched: Watched,
        sides: str,
        key: str,
        words: PageText,
        say: Callable[[dict[str, Any]], None],
    ) -> None:
        self._notation = words.notation
        self._lang = words.lang
        self.watched = watched
        self.codes = Codes()
        self._passes = {Player(side): _pass(key, side) for side in sides}
        self._say = say
        self._tries = Tries()
        self._gate = Gate()
        self._looking: Counter[Player] = Counter()
        self._waiting: Counter[Player] = Counter()
        self._turns = {side: asyncio.Lock() for side in Player}
        self._told_opened: dict[Player, float] = {}
        self._number = 0
        self._heard: dict[Player, deque[PageSentence]] = {
            side: deque(maxlen=MOST_WORDS) for side in Player
        }

    def routes(self) -> list[BaseRoute]:
        """Return the routes of these pages. They begin with `/p`, which is quick to type."""
        at = "/{lang}/player/"
        return [
            Route("/p", lambda _: RedirectResponse(f"/{self._lang}/player/", 303)),
            Route(at, self._read),
            Route(at, self._enter, methods=["POST"]),
            Route(at + "line", self._line, methods=["POST"]),
            Route(at + "key", self._key, methods=["POST"]),
            Route(at + "news", self._news),
        ]

    def take(self, words: dict[str, str]) -> None:
        """Show a sentence to both players, or only to its addressee."""
        self._number += 1
        for side in Player:
            if words["to"] in ("all", side.value):
                mine = words["to"] != "all"
                heard = PageSentence(self._number, words["text"], words["lang"], mine)
                self._heard[side].append(heard)
        self.watched.changed()

    # --- opening a page ------------------------------------------------------------------------

    def _side(self, request: Request) -> Player | None:
        """Return the player whose cookie this browser has, or None."""
        cookie = request.cookies.get(COOKIE, "").encode()
        for side, opens in self._passes.items():
            if hmac.compare_digest(cookie, opens):
                return side
        return None

    async def _read(self, request: Request) -> Response:
        lang, side = language(request), self._side(request)
        if side is not None:
            return self.keypad(lang, side)
        return self._code_form(lang, "anew" if COOKIE in request.cookies else "")

    def _code_form(self, lang: str, mistake: str = "") -> Response:
        words = PageText(lang)
        text = page("player_code.html", words, "/player/", mistake=mistake)
        return HTMLResponse(text, 403 if mistake else 200)

    async def _enter(self, request: Request) -> Response:
        """Open the page with a code. A right code is announced, and so are many wrong codes."""
        lang = language(request)
        code = "".join((await fields(request, "code")).get("code", "").split())
        if not self.codes:
            return self._code_form(lang, "none")
        side = self.codes.side(code)
        if side is None:
            self._wrong()
            return self._code_form(lang, "code" if self.codes else "none")
        self._tell_opened(side)
        answer = RedirectResponse(f"/{lang}/player/", 303)
        opens = self._passes[side].decode()
        answer.set_cookie(COOKIE, opens, httponly=True, samesite="strict")
        return answer

    def _tell_opened(self, side: Player) -> None:
        """Announce that a page was opened, at most once in `TELL_AGAIN` seconds."""
        now = monotonic()
        if now - self._told_opened.get(side, -TELL_AGAIN) >= TELL_AGAIN:
            self._told_opened[side] = now
            self._say({"notice": "page-open", "side": side.value})

    def _wrong(self) -> None:
        """Count a wrong code. Announce if there were many, and if all codes are now invalid."""
        many = self._tries.wrong()
        if self.codes.wrong():
            self._say({"notice": "codes-locked", "side": Player.V.value})
        elif many:
            self._say({"notice": "codes-tried", "side": Player.V.value})

    # --- lines of the keypad -------------------------------------------------------------------

    async def _line(self, request: Request) -> Response:
        """Send a line of the player's keypad. A browser without scripts gets the page again."""
        lang, side = language(request), self._side(request)
        if side is None:
            return self._code_form(lang, "anew")
        line = (await fields(request, "line")).get("line")
        if line is None or len(line) > LONGEST:
            raise HTTPException(400)
        if request.headers.get("accept", "").startswith("text/html"):
            with self._marked_open(side), self.watched.page() as woken:
                await self._take(side, lang, line)
                await self._answered(woken)
            return RedirectResponse(f"/{lang}/player/", 303)
        await self._take(side, lang, line)
        return Response(status_code=204)

    async def _take(self, side: Player, lang: str, line: str) -> None:
        """Process one line. Raise HTTP error 429 if too many lines wait."""
        if line.strip().startswith(":"):
            text = PageText(lang).say("player-page.no-rulings")
            self.take({"text": text, "lang": lang, "to": side.value})
        elif not await self.hand_in(side, line):
            raise HTTPException(429)

    async def _answered(self, woken: asyncio.Event) -> None:
        """Wait for the answer to a line, so that the next page contains it."""
        with suppress(TimeoutError):
            await asyncio.wait_for(woken.wait(), ANSWER_WITHIN)
            await asyncio.sleep(EACH_LINE)

    async def _key(self, request: Request) -> Response:
        """Silence the table's voice, because the page names the key that was pressed."""
        side = self._side(request)
        if side is None:
            raise HTTPException(403)
        if not self._turns[side].locked():  # a line in progress silences the voice anyway
            self._say({"key": side.value})
        return Response(status_code=204)

    async def hand_in(self, side: Player, line: str) -> bool:
        """Send the lines of a side one at a time. Return False if too many wait."""
        if self._waiting[side] >= MOST_LINES:
            return False
        self._waiting[side] += 1
        try:
            async with self._turns[side]:
                self._say({"line": line, "side": side.value})
                await asyncio.sleep(EACH_LINE)
        finally:
            self._waiting[side] -= 1
        return True

    # --- the content of a page -----------------------------------------------------------------

    def keypad(self, lang: str, side: Player) -> Response:
        """Return the page of a side whose browser has the cookie."""
        words = PageText(lang)
        heard = tuple(self._heard[side])
        text = page(
            "player.html",
            words,
            "/player/",
            answers=_ANSWERS,
            sent=_SENT,
            title=words.head("player-page.title", side),
            parts=self.parts_of(lang, side),
            mine=[each for each in heard if each.mine],
            table=[each for each in heard if not each.mine],
            mine_last=bool(heard) and heard[-1].mine,
            due=_is_asked(self.watched.desk, side),
            last=self._number,
            longest=LONGEST,
        )
        return HTMLResponse(text)

    def parts_of(self, lang: str, side: Player) -> dict[str, Part]:
        """Return the parts with the present state and the board in this player's numbering."""
        desk, words = self.watched.desk, PageText(lang, self._notation)
        shown = quarters(desk.table, words, side)
        drawn = drawing(desk.table, words.wording(desk.table))
        board = part(page("player_board.html", words, quarters=shown, drawn=drawn))
        sentences = tuple(words.now(desk.table, desk.sitting))
        now = part(page("player_now.html", words, sentences=sentences))
        return {"now": now, "points": board}

    async def _news(self, request: Request) -> Response:
        lang, side = language(request), self._side(request)
        if side is None:
            raise HTTPException(403)
        return self._gate.stream(request, self.stream(lang, side, last_shown(request)))

    async def stream(
        self, lang: str, side: Player, after: int
    ) -> AsyncGenerator[ServerSentEvent, None]:
        """Yield the news for one player while the player's page listens."""
        shown: dict[str, str] = {}
        # A page with a higher number was opened before the process was restarted.
        after = after if after <= self._number else 0
        with self.watched.page() as woken, self._marked_open(side):
            while True:
                parts = changed_parts(self.parts_of(lang, side), shown)
                heard = [asdict(each) for each in self._heard[side] if each.number > after]
                after = self._number
                due = _is_asked(self.watched.desk, side)
                yield event(after, {"last": after, "heard": heard, "parts": parts, "due": due})
                await settled(woken)

    @contextmanager
    def _marked_open(self, side: Player) -> Iterator[None]:
        """Report a page as open during this context, because its reader gets private answers."""
        self._looking[side] += 1
        self._tell_open()
        try:
            yield
        finally:
            self._looking[side] -= 1
            self._tell_open()

    def _tell_open(self) -> None:
        self._say({"open": [side.value for side in Player if self._looking[side]]})


def _pass(key: str, side: str) -> bytes:
    """Return the cookie value that opens a side's page."""
    return hmac.new(key.encode(), side.encode(), hashlib.sha256).hexdigest().encode()


_QUARTER: Final = 6


@dataclass(frozen=True, slots=True)
class Quarter:
    """A heading with the sentences about one part of the board."""

    heading: str
    sentences: tuple[str, ...]


def quarters(table: TableView, words: PageText, player: Player) -> tuple[Quarter, ...]:
    """Return the board's quarters, the player's home first, then bar, trays and hands.

    Empty before a game has begun.
    """
    text = table.shown or table.position
    if table.rules is None or not text:
        return ()
    board = parse_placement(text)
    wording = words.wording(table)
    points = wording.track.zones[player][1:25]
    shown = []
    for at in range(0, len(points), _QUARTER):
        quarter = points[at : at + _QUARTER]
        first, last = (wording.point(zone, player) for zone in (quarter[0], quarter[-1]))
        heading = words.head("player-page.quarter", first=first, last=last)
        sentences = [" ".join(contents(wording, zone, board[zone], player)) for zone in quarter]
        shown.append(Quarter(heading, tuple(sentences)))
    beside = [zone for zone in ZONES if zone not in POINTS and any(board[zone])]
    if beside:
        sentences = [
            each for zone in beside for each in contents(wording, zone, board[zone], player)
        ]
        shown.append(Quarter(words.head("player-page.aside"), tuple(sentences)))
    return tuple(shown)


def _is_asked(desk: Desk, player: Player) -> bool:
    """Return whether this player may choose the game, or must answer a question or an error."""
    table = desk.table
    if desk.sitting.choosing:
        return True
    question = table.question
    if question is not None and question.topic != Topic.MENU:
        return question.player in (None, player)
    if table.resigning is not None:
        return player is table.resigning.other
    if table.phase == "error" and table.dispute is not None:
        dispute = table.dispute
        is_open = dispute.open_to == "choice" and not dispute.demanded
        return is_open and player is dispute.player.other
    return table.phase == "doubled" and table.player is player.other

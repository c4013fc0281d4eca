"""Each player's page on a phone: the numeric keypad, private answers, and the board.

What he keys goes to the evening as a line of his side's keypad. A code opens it that he asks for at
the table; what the browser then sends along is made with a key of this start of the evening, so it
opens the page still after another code was asked for, or the page's process was begun again.
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

from companion.referee.table_view import TableView
from companion.rules import Placement, Player, parse_placement
from companion.rules.vocabulary import POINTS, ZONES
from companion.speech.questions import contents
from companion.speech.wording import Wording
from companion.typed.entries import LONGEST
from companion.web.app import SETTLE, Watched, event, fields, language, number
from companion.web.drawing import drawing
from companion.web.guard import Codes, Gate, Tries
from companion.web.page_text import PageText
from companion.web.render import Part, page, part

_ANSWERS: Final = ("++", "--")
_SENT: Final = ("/", ".", "..", "...", "*", "-", "**", "+", "?")
"""The lines that have buttons of their own."""
COOKIE: Final = "companion_player"

MOST_WORDS: Final = 40
"""Sentences that a page shows again when it is opened anew."""

EACH_LINE: Final = 0.05
"""Seconds that a line takes, so that no page can fill the evening with lines."""

MOST_LINES: Final = 20
"""Lines of one side that may wait; one more is refused."""

ANSWER_WITHIN: Final = 1.0
"""Seconds in which something comes of a line, for a browser that gets it with its next page."""

TELL_AGAIN: Final = 10.0
"""Seconds after which the table is told again that a player opened his page."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A sentence on one player's page. mine -- it is meant for him alone."""

    number: int
    text: str
    lang: str
    mine: bool


class PlayerPages:
    """The two pages of one table.

    watched -- the table; sides -- who has a page, such as `VN`; key -- what nobody at the table
    knows; words -- the table's, in its language and notation; say -- sends a line of JSON to the
    evening. Belongs to the server's loop.
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
        self._watched = watched
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
        self._heard: dict[Player, deque[Heard]] = {
            side: deque(maxlen=MOST_WORDS) for side in Player
        }

    def routes(self) -> list[BaseRoute]:
        """The addresses of these pages; the short one is for who has to type it."""
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
        """Show a sentence: to both, or to him alone for whom it is meant."""
        self._number += 1
        for side in Player:
            if words["to"] in ("all", side.value):
                mine = words["to"] != "all"
                heard = Heard(self._number, words["text"], words["lang"], mine)
                self._heard[side].append(heard)
        self._watched.changed()

    # --- to open it ----------------------------------------------------------------------------

    def _side(self, request: Request) -> Player | None:
        """Whose page this browser may have; None for a stranger."""
        given = request.cookies.get(COOKIE, "").encode()
        for side, opens in self._passes.items():
            if hmac.compare_digest(given, opens):
                return side
        return None

    async def _read(self, request: Request) -> Response:
        lang, side = language(request), self._side(request)
        if side is not None:
            return self._keypad(lang, side)
        return self._code_form(lang, "anew" if COOKIE in request.cookies else "")

    def _code_form(self, lang: str, mistake: str = "") -> Response:
        words = PageText(lang)
        text = page("player_code.html", words, root="", path="/player/", mistake=mistake)
        return HTMLResponse(text, 403 if mistake else 200)

    async def _enter(self, request: Request) -> Response:
        """Open the page with a code; right and wrong codes are announced at the table."""
        lang = language(request)
        given = "".join((await fields(request, "code")).get("code", "").split())
        if not self.codes:
            return self._code_form(lang, "none")
        side = self.codes.side(given)
        if side is None:
            self._wrong()
            return self._code_form(lang, "code" if self.codes else "none")
        self._tell_opened(side)
        answer = RedirectResponse(f"/{lang}/player/", 303)
        opens = self._passes[side].decode()
        answer.set_cookie(COOKIE, opens, httponly=True, samesite="strict")
        return answer

    def _tell_opened(self, side: Player) -> None:
        """Have the table told that a page was opened, not each time it is opened again at once."""
        now = monotonic()
        if now - self._told_opened.get(side, -TELL_AGAIN) >= TELL_AGAIN:
            self._told_opened[side] = now
            self._say({"notice": "page-open", "side": side.value})

    def _wrong(self) -> None:
        """Count a wrong code; announce many, and the end of all codes, at the table."""
        many = self._tries.wrong()
        if self.codes.wrong():
            self._say({"notice": "codes-locked", "side": Player.V.value})
        elif many:
            self._say({"notice": "codes-tried", "side": Player.V.value})

    # --- what is keyed -------------------------------------------------------------------------

    async def _line(self, request: Request) -> Response:
        """Hand in a line of his keypad. A browser without scripts gets the page again."""
        lang, side = language(request), self._side(request)
        if side is None:
            raise HTTPException(403)
        line = (await fields(request, "line")).get("line")
        if line is None or len(line) > LONGEST:
            raise HTTPException(400)
        if request.headers.get("accept", "").startswith("text/html"):
            with self._looks(side), self._watched.page() as woken:
                await self._take(side, lang, line)
                await self._answered(woken)
            return RedirectResponse(f"/{lang}/player/", 303)
        await self._take(side, lang, line)
        return Response(status_code=204)

    async def _take(self, side: Player, lang: str, line: str) -> None:
        """Take one line. Raises 429 where too many wait."""
        if line.strip().startswith(":"):
            self._tell(side, lang, PageText(lang).say("player-page.no-rulings"))
        elif not await self._hand_in(side, line):
            raise HTTPException(429)

    async def _answered(self, woken: asyncio.Event) -> None:
        """Wait for what comes of a line: it has to be on the page that is sent next."""
        with suppress(TimeoutError):
            await asyncio.wait_for(woken.wait(), ANSWER_WITHIN)
            await asyncio.sleep(EACH_LINE)

    async def _key(self, request: Request) -> Response:
        """A key was pressed, and named on the page: the table's voice is silent at once."""
        side = self._side(request)
        if side is None:
            raise HTTPException(403)
        if not self._turns[side].locked():  # a line that is on its way silences by itself
            self._say({"key": side.value})
        return Response(status_code=204)

    async def _hand_in(self, side: Player, line: str) -> bool:
        """Hand in one line after the other; False where too many wait."""
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

    def _tell(self, side: Player, lang: str, text: str) -> None:
        self.take({"text": text, "lang": lang, "to": side.value})

    # --- what is shown -------------------------------------------------------------------------

    def _keypad(self, lang: str, side: Player) -> Response:
        words = PageText(lang)
        heard = tuple(self._heard[side])
        text = page(
            "player.html",
            words,
            root="",
            path="/player/",
            answers=_ANSWERS,
            sent=_SENT,
            title=words.head("player-page.title", side),
            parts=self._parts(lang, side),
            mine=[each for each in heard if each.mine],
            table=[each for each in heard if not each.mine],
            mine_last=bool(heard) and heard[-1].mine,
            due=is_asked(self._watched.desk.table, side),
            last=self._number,
            longest=LONGEST,
        )
        return HTMLResponse(text)

    def _parts(self, lang: str, side: Player) -> dict[str, Part]:
        """What is to be done now, and the board as this player numbers it."""
        desk, words = self._watched.desk, PageText(lang, self._notation)
        told = quarters(desk.table, words, side)
        drawn = drawing(desk.table, words.wording(desk.table))
        board = part(page("player_board.html", words, quarters=told, drawn=drawn))
        now = part(page("player_now.html", words, told=tuple(words.now(desk.table, desk.sitting))))
        return {"now": now, "points": board}

    async def _news(self, request: Request) -> Response:
        lang, side = language(request), self._side(request)
        if side is None:
            raise HTTPException(403)
        after = number(request.headers.get("last-event-id") or request.query_params.get("after"))
        return self._gate.stream(request, self._stream(lang, side, after))

    async def _stream(
        self, lang: str, side: Player, after: int
    ) -> AsyncGenerator[ServerSentEvent, None]:
        """What is new for one player, for as long as his page listens."""
        shown: dict[str, str] = {}
        # A page that knows more than there is knew this table before its process was begun again.
        after = after if after <= self._number else 0
        with self._watched.page() as woken, self._looks(side):
            while True:
                fresh = {
                    name: each
                    for name, each in self._parts(lang, side).items()
                    if shown.get(name) != each.version
                }
                shown.update((name, each.version) for name, each in fresh.items())
                heard = [asdict(each) for each in self._heard[side] if each.number > after]
                after = self._number
                parts = {name: asdict(each) for name, each in fresh.items()}
                due = is_asked(self._watched.desk.table, side)
                yield event(after, {"last": after, "heard": heard, "parts": parts, "due": due})
                await woken.wait()
                await asyncio.sleep(SETTLE)
                woken.clear()

    @contextmanager
    def _looks(self, side: Player) -> Iterator[None]:
        """Tell the evening who has a page open, for private answers are read there."""
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
    """The cookie of a browser that was let in."""
    return hmac.new(key.encode(), side.encode(), hashlib.sha256).hexdigest().encode()


_QUARTER: Final = 6


@dataclass(frozen=True, slots=True)
class Quarter:
    """A heading, and what stands there."""

    heading: str
    told: tuple[str, ...]


def quarters(table: TableView, words: PageText, player: Player) -> tuple[Quarter, ...]:
    """Six points each from where this player bears off, then what is beside the points.

    Empty before a game has begun.
    """
    text = table.shown or table.position
    if table.rules is None or not text:
        return ()
    board = parse_placement(text)
    wording = words.wording(table)
    points = wording.track.zones[player][1:25]
    told = tuple(
        _quarter(wording, words, board, points[at : at + _QUARTER], player)
        for at in range(0, len(points), _QUARTER)
    )
    aside = tuple(_aside(wording, board, player))
    return (*told, Quarter(words.head("player-page.aside"), aside)) if aside else told


def is_asked(table: TableView, player: Player) -> bool:
    """Whether this player's yes or no is waited for: to an error, a double or a resignation."""
    if table.resigning is not None:
        return player is table.resigning.other
    if table.phase == "error" and table.dispute is not None:
        dispute = table.dispute
        is_open = dispute.open_to == "choice" and not dispute.demanded
        return is_open and player is dispute.player.other
    return table.phase == "doubled" and table.player is player.other


def _quarter(
    wording: Wording, words: PageText, board: Placement, points: tuple[str, ...], player: Player
) -> Quarter:
    first, last = (wording.point(zone, player) for zone in (points[0], points[-1]))
    told = tuple(" ".join(contents(wording, zone, board[zone], player)) for zone in points)
    return Quarter(words.head("player-page.quarter", first=first, last=last), told)


def _aside(wording: Wording, board: Placement, player: Player) -> Iterator[str]:
    for zone in ZONES:
        if zone not in POINTS and any(board[zone]):
            yield from contents(wording, zone, board[zone], player)

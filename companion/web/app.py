"""Builds the web application of the page: routes, streams of news, and rulings.

The application does not depend on an evening. It finds tables by name and passes rulings to a
`Court`. The size of a request is limited. A response is never cached and loads nothing from other
servers.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from sse_starlette import ServerSentEvent
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from companion.referee.facts import Ruling
from companion.speech.catalogue import is_message
from companion.web import rulings
from companion.web.desk import Desk
from companion.web.guard import HEADERS, Gate, Guesses, Safety
from companion.web.outcome import form_choices, outcome, set_pieces, summary
from companion.web.page_text import PageText
from companion.web.render import LANGUAGES, page

MOST_DONE: Final = 200
"""The maximum number of answers to rulings kept, for browsers that send a ruling again."""

SETTLE: Final = 0.02
"""Seconds to wait for further facts before a page is updated."""

_Confirmed = tuple[str, str, str]
"""The key of a confirmed ruling: language, table and number."""

_STATIC: Final = Path(__file__).parent / "static"
_LANGS: Final = tuple(code for code, _ in LANGUAGES)


@dataclass(frozen=True, slots=True)
class Order:
    """A ruling that was confirmed on a page.

    number -- the number of the confirmation; seen -- the number of the last fact on the referee's
    page
    """

    ruling: Ruling
    number: str
    seen: int
    token: str


class Court(Protocol):
    """Carries out rulings that were confirmed on a page."""

    async def rule(self, table: str, order: Order) -> str:
        """Carry out a ruling.

        Return "" on success, else the name of a mistake or a sentence from the table.
        """


class Watched:
    """A desk and its open pages. Use it in the server's event loop only."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.pages: set[asyncio.Event] = set()

    def changed(self) -> None:
        """Wake all open pages."""
        for woken in self.pages:
            woken.set()

    @contextmanager
    def page(self) -> Iterator[asyncio.Event]:
        """Register a page during this context, and yield an event that `changed` sets."""
        woken = asyncio.Event()
        self.pages.add(woken)
        try:
            yield woken
        finally:
            self.pages.discard(woken)


Find = Callable[[str], Awaitable[Watched | None]]
"""Finds a table by name. The result is None if there is no such table."""


class TablePages:
    """The pages of one or more tables: the table, its news, and the ruling form.

    path -- the path after the language, with `{table}` if there are several tables
    hall -- whether there is also a page of all tables
    """

    def __init__(self, find: Find, court: Court, path: str = "/", *, hall: bool = False) -> None:
        self._find = find
        self._court = court
        self._path = path
        self._hall = hall
        self.open = Gate()
        self._guesses = Guesses()
        self._outcomes: dict[_Confirmed, tuple[str, ...]] = {}

    def routes(self) -> list[BaseRoute]:
        """Return the routes of these pages."""
        at = "/{lang}" + self._path
        return [
            Route(at, self._read),
            Route(at + "news", self._news),
            Route(at + "ruling", self._form),
            Route(at + "ruling", self._check, methods=["POST"]),
            Route(at + "ruling/confirm", self._confirm, methods=["POST"]),
        ]

    async def _watched(self, request: Request) -> tuple[str, str, Watched]:
        lang, table = language(request), request.path_params.get("table", "")
        watched = await self._find(table)
        if watched is None:
            raise HTTPException(404)
        return lang, table, watched

    async def _read(self, request: Request) -> Response:
        lang, _, watched = await self._watched(request)
        large = "large" in request.query_params
        return HTMLResponse(watched.desk.page(lang, hall=self._hall, large=large))

    async def _news(self, request: Request) -> Response:
        lang, _, watched = await self._watched(request)
        return self.open.stream(request, news_of(watched, lang, last_shown(request)))

    # --- rulings -------------------------------------------------------------------------------

    async def _form(self, request: Request) -> Response:
        lang, _, watched = await self._watched(request)
        return form_page(lang, watched.desk, rulings.first_values(watched.desk.table), ())

    async def _check(self, request: Request) -> Response:
        """Return the form with its mistakes, or the page that confirms the ruling."""
        lang, _, watched = await self._watched(request)
        desk = watched.desk
        form = rulings.read_form(await fields(request), desk.table)
        if form.ruling is None:
            return form_page(lang, desk, form.values, form.mistakes)
        return _confirm_page(lang, desk, form)

    async def _confirm(self, request: Request) -> Response:
        lang, table, watched = await self._watched(request)
        desk = watched.desk
        sent = await fields(request)
        form = rulings.read_form(sent, desk.table)
        token = sent.get("token", "")
        confirmed = (lang, table, form.values["number"])
        known = self._outcomes.get(confirmed)
        if known:  # the form was sent again, for example by reloading the page
            return _answer(lang, desk, "form.ruled", known, 200)
        if desk.table.decided > form.seen:
            return _not_ruled(lang, desk, "moved-on" if known is None else "no-answer")
        if form.ruling is None or not form.values["number"]:
            return _not_ruled(lang, desk, "request")
        words = PageText(lang)
        done = (*summary(form.ruling, desk.table, words), *outcome(form.ruling, desk.table, words))
        order = Order(form.ruling, form.values["number"], form.seen, token)
        answer = await self._ruled(request, table, order) if token else "token"
        if answer in ("token", "tries"):
            return _confirm_page(lang, desk, form, answer)
        # The ruling may have been carried out, so a reload must not report a refusal.
        if answer == "no-answer":
            self._keep(confirmed, ())
        if answer:
            return _not_ruled(lang, desk, answer)
        self._keep(confirmed, done)
        return _answer(lang, desk, "form.ruled", done, 200)

    def _keep(self, confirmed: _Confirmed, outcome: tuple[str, ...]) -> None:
        """Keep the outcome of a ruling. It is () if the outcome is unknown.

        If there are too many, drop the oldest.
        """
        if len(self._outcomes) == MOST_DONE:
            del self._outcomes[next(iter(self._outcomes))]
        self._outcomes[confirmed] = outcome

    async def _ruled(self, request: Request, table: str, order: Order) -> str:
        """Carry out a ruling, with a limit on the rulings in progress of this address."""
        address = request.client.host if request.client else ""
        return await self._guesses.tried(address, lambda: self._court.rule(table, order))


async def news_of(watched: Watched, lang: str, after: int) -> AsyncGenerator[ServerSentEvent, None]:
    """Yield the news of a table. A slow page gets fewer, larger updates."""
    shown: dict[str, str] = {}
    with watched.page() as woken:
        while True:
            news = watched.desk.news(lang, after, shown)
            after = news["last"]
            yield event(after, news)
            await settled(woken)


async def settled(woken: asyncio.Event, seconds: float = SETTLE) -> None:
    """Wait until the event is set, then for these seconds, and clear the event."""
    await woken.wait()
    await asyncio.sleep(seconds)
    woken.clear()


def event(last: int, data: object) -> ServerSentEvent:
    """Return a news event with this data. last -- the id of the event."""
    return ServerSentEvent(
        event="news", id=str(last), data=json.dumps(data, ensure_ascii=False), sep="\n"
    )


def form_page(
    lang: str, desk: Desk, values: dict[str, str], mistakes: tuple[str, ...]
) -> HTMLResponse:
    """Return the page with the form for a ruling."""
    words, table, sitting = PageText(lang), desk.table, desk.sitting
    name = sitting.name
    text = page(
        "ruling.html",
        words,
        f"{desk.path}ruling",
        here=f"/{lang}{desk.path}",
        title=words.head("form.ruling-at", name=name) if name else words.head("form.ruling"),
        case="" if sitting.choosing else desk.case(lang),
        now_sentences=tuple(words.now(table, sitting)),
        seen=table.decided,
        values=dict.fromkeys(rulings.FIELDS, "") | values,
        mistakes=mistakes,
        **form_choices(table, words, has_journal=sitting.has_journal, choosing=sitting.choosing),
    )
    return HTMLResponse(text, 422 if mistakes else 200)


def _confirm_page(lang: str, desk: Desk, form: rulings.Form, mistake: str = "") -> HTMLResponse:
    """Return the page that asks for the referee's token to confirm a ruling.

    mistake -- the mistake of the last attempt.
    """
    if form.ruling is None:
        raise HTTPException(400)
    words = PageText(lang)
    text = page(
        "confirm.html",
        words,
        desk.path,
        title=words.head("form.confirm"),
        summary=summary(form.ruling, desk.table, words),
        pieces=set_pieces(form.ruling, desk.table, words),
        outcome=outcome(form.ruling, desk.table, words),
        values=form.values,
        number=rulings.new_number(),
        mistake=mistake,
    )
    return HTMLResponse(text, {"": 200, "tries": 429}.get(mistake, 403))


_CODES: Final = {"request": 400, "away": 504, "late": 504, "no-answer": 504}


def _not_ruled(lang: str, desk: Desk, answer: str) -> HTMLResponse:
    """Return a page that says why a ruling was refused. answer -- the reason's name or text."""
    name = f"form.mistake.{answer}"
    sentence = PageText(lang).say(name) if is_message(name) else answer
    heading = "form.unsure" if answer == "no-answer" else "form.not-ruled"
    return _answer(lang, desk, heading, (sentence,), _CODES.get(answer, 409))


def _answer(
    lang: str, desk: Desk, heading: str, sentences: tuple[str, ...], code: int
) -> HTMLResponse:
    back = {"back": f"/{lang}{desk.path}", "back_text": "form.to-table"}
    text = page("sentences.html", PageText(lang), heading=heading, sentences=sentences, **back)
    return HTMLResponse(text, code)


# --- common parts of all pages --------------------------------------------------------------------


def language(request: Request) -> str:
    """Return the language in the address. Raise HTTP error 404 for an unknown one."""
    lang: str = request.path_params["lang"]
    if lang not in _LANGS:
        raise HTTPException(404)
    return lang


def last_shown(request: Request) -> int:
    """Return the number of the last news that a page shows, 0 if it is missing or invalid."""
    text = request.headers.get("last-event-id") or request.query_params.get("after", "")
    return int(text[:18]) if text[:18].isascii() and text[:18].isdecimal() else 0


async def fields(request: Request, *names: str) -> dict[str, str]:
    """Return these fields of a form, by default the fields of a ruling.

    Raise HTTP 400, 413 or 415.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise HTTPException(415)
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > rulings.MOST_BYTES:
            raise HTTPException(413)
    try:
        return rulings.read_fields(body, names or rulings.FIELDS)
    except ValueError:
        raise HTTPException(400) from None


_PROBLEMS: Final = {
    404: ("page.not-found", "page.not-found-why"),
    429: ("page.refused", "form.mistake.tries"),
}
"""The heading and the text of an error page, by status code."""


def build(routes: list[BaseRoute], lang: str, names: frozenset[str] = frozenset()) -> Starlette:
    """Return the app that serves these routes.

    lang -- the default language; names -- allowed host names, see `Safety`
    """

    def first(request: Request) -> Response:
        wish = request.headers.get("accept-language", "")[:2].lower()
        return RedirectResponse(f"/{wish if wish in _LANGS else lang}/", 303)

    def words_at(path: str) -> PageText:
        asked = path[1:3]
        return PageText(asked if asked in _LANGS else lang)

    def problem(request: Request, error: Exception) -> Response:
        code = error.status_code if isinstance(error, HTTPException) else 500
        words = words_at(request.url.path)
        heading, why = _PROBLEMS.get(code, ("page.refused", "form.mistake.request"))
        back = {"back": f"/{words.lang}/", "back_text": "page.to-start"}
        text = page("sentences.html", words, heading=heading, sentences=[words.say(why)], **back)
        more = error.headers if isinstance(error, HTTPException) else None
        # Starlette answers other exceptions outside the middleware, so add the headers here.
        return HTMLResponse(text, code, headers=HEADERS | dict(more or {}))

    return Starlette(
        routes=[Route("/", first), Mount("/static", StaticFiles(directory=_STATIC)), *routes],
        middleware=[Middleware(Safety, names=names, words=words_at)],
        exception_handlers={HTTPException: problem, Exception: problem},
    )

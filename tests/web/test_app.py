"""The page's addresses from outside: what is answered, what is refused, what is never done."""

import asyncio
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import quote

import pytest
from httpx2 import Response
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.testclient import TestClient

from companion.referee import facts as f
from companion.referee.facts import Ruling
from companion.rules import Player
from companion.web import rulings
from companion.web.app import Order, TablePages, Watched, build, news_of
from companion.web.desk import Desk
from companion.web.guard import HEADERS
from companion.web.page_text import PageText
from companion.web.rulings import KINDS
from tests.budget import examples
from tests.speech.messages import english
from tests.tables import cases, table
from tests.web.scenes import MADE_FIVE, START, WRONG, dispute, row, rows

TOKEN = "abcd-efgh-2345"  # noqa: S105 - a test's own
WHO = {"by": "Claire", "reason": "both agree", "seen": "99", "number": "n1"}


class Book:
    """A court that knows one token and writes down what was ruled."""

    def __init__(self) -> None:
        self.ruled: list[Order] = []
        self.answer = ""

    async def rule(self, _table: str, order: Order) -> str:
        if not rulings.same_token(order.token, TOKEN):
            return "token"
        self.ruled.append(order)
        return self.answer


class Room:
    """A page without a network."""

    def __init__(self) -> None:
        self.watched = Watched(Desk())
        self.watched.desk.take(rows(dispute()))
        self.book = Book()

        async def find(_table: str) -> Watched:
            return self.watched

        self.pages = TablePages(find, self.book)
        self.app: Starlette = build(self.pages.routes(), "en")
        self.client = TestClient(self.app, follow_redirects=False, raise_server_exceptions=False)

    def confirm(self, **fields: str) -> Response:
        """Send the confirming form, by default of an accepted error with its token."""
        sent = WHO | {"what": "accept", "token": TOKEN} | fields
        return self.client.post("/en/ruling/confirm", data=sent)

    @property
    def decided(self) -> str:
        """The number of the fact that a ruling has to have seen."""
        return str(self.watched.desk.table.decided)


@pytest.fixture(scope="module")
def room() -> Iterator[Room]:
    one = Room()
    with one.client:  # one loop for all requests: quicker
        yield one


@pytest.fixture
def fresh() -> Room:
    return Room()


@pytest.mark.parametrize(
    ("wish", "where"), [("fr-FR,en", "/fr/"), ("en", "/en/"), ("de", "/en/"), ("", "/en/")]
)
def test_the_first_page_is_in_the_preferred_language(room: Room, wish: str, where: str) -> None:
    answer = room.client.get("/", headers={"accept-language": wish})
    assert (answer.status_code, answer.headers["location"]) == (303, where)


@pytest.mark.parametrize(
    "path", ["/en/", "/fr/", "/en/ruling", "/static/page.js", "/nothing", "/de/", "/en/news/x"]
)
def test_every_response_has_security_headers(room: Room, path: str) -> None:
    answer = room.client.get(path)
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert "server" not in answer.headers


def test_a_page_loads_nothing_from_elsewhere_and_has_no_inline_code(room: Room) -> None:
    for path in ("/en/", "/en/ruling"):
        page = room.client.get(path).text
        assert not re.search(r"""(?:src|href|action)=["'](?:https?:)?//""", page)
        assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", page)
        assert not re.search(r"<script(?! src=)", page)


@pytest.mark.parametrize(
    "path", ["/nothing/", "/de/", "/en/x", "/en/ruling/x", "/static/..%2fapp.py"]
)
def test_a_missing_page_has_a_plain_error_page(room: Room, path: str) -> None:
    answer = room.client.get(path)
    assert answer.status_code == 404
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "evil.example:8765", "localhost.evil.example", "192.0.2.9", ""),
        *("[2001:db8::1]:80", "localhost@evil.example", "a b", "[::1", "testserver, evil.example"),
    ],
)
@pytest.mark.parametrize("path", ["/", "/en/", "/en/news", "/static/page.js", "/en/ruling", "/x"])
def test_an_unknown_host_name_opens_no_page(room: Room, host: str, path: str) -> None:
    answer = room.client.get(path, headers={"host": host})
    assert answer.status_code == 400
    assert "does not answer to the name" in answer.text
    assert "--web-name" in answer.text
    assert answer.headers["content-type"].startswith("text/plain")


@pytest.mark.parametrize(
    ("path", "lang"), [("/fr/ruling", "fr"), ("/en/ruling", "en"), ("/p", "fr")]
)
@pytest.mark.parametrize(
    ("headers", "name"),
    [
        ({"host": "evil.example"}, "page.unknown-name"),
        ({"origin": "http://evil.example"}, "page.from-elsewhere"),
        ({"content-length": "9", "transfer-encoding": "chunked"}, "form.mistake.request"),
    ],
)
def test_a_refused_request_is_answered_in_the_language_of_its_page(
    room: Room, path: str, lang: str, headers: dict[str, str], name: str
) -> None:
    client = TestClient(build(room.pages.routes(), "fr"), follow_redirects=False)
    answer = client.post(path, headers=headers)
    words = PageText(lang).say(name, name="evil.example", option="--web-name")
    assert (answer.text, answer.is_client_error) == (words, True)


@pytest.mark.parametrize(
    "host",
    ["testserver", "localhost", "LOCALHOST:8765", "127.0.0.1:8765", "[::1]:8765", "localhost."],
)
def test_this_machines_own_names_open_the_page(room: Room, host: str) -> None:
    assert room.client.get("/en/", headers={"host": host}).status_code == 200


def test_a_name_that_the_user_allows_opens_the_page(room: Room) -> None:
    app = build(room.pages.routes(), "en", frozenset({"club.example"}))
    client = TestClient(app, follow_redirects=False)
    assert client.get("/en/", headers={"host": "club.example"}).status_code == 200
    assert client.get("/en/", headers={"host": "club.example.evil.example"}).status_code == 400


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
@pytest.mark.parametrize("path", ["/", "/en/", "/en/ruling", "/en/ruling/confirm"])
def test_other_methods_are_refused(room: Room, method: str, path: str) -> None:
    assert room.client.request(method, path).status_code == 405


@pytest.mark.parametrize(
    ("what", "token"),
    [
        *[(what, "") for what in sorted(KINDS)],
        ("pause", "wrong"),
        ("pause", "abcd-efgh-234"),
        ("pause", "\N{LATIN SMALL LETTER E WITH ACUTE}"),
    ],
)
def test_without_the_token_every_changing_request_is_refused(
    fresh: Room, what: str, token: str
) -> None:
    more = {"position": MADE_FIVE, "die1": "6", "die2": "5", "winner": "V", "zone": "V6"}
    code = 403 if what in rulings.choices(fresh.watched.desk.table) else 400
    assert fresh.confirm(what=what, token=token, **more).status_code == code
    tokenless = WHO | {"what": what} | more
    assert fresh.client.post("/en/ruling/confirm", data=tokenless).status_code == code
    assert fresh.book.ruled == []


@pytest.mark.parametrize("token", [TOKEN, TOKEN.upper(), TOKEN.replace("-", " ")])
def test_with_the_token_the_ruling_is_handed_over(fresh: Room, token: str) -> None:
    assert fresh.confirm(token=token).status_code == 200
    assert fresh.book.ruled[0].ruling == Ruling("accept", "Claire", "both agree")
    assert (fresh.book.ruled[0].number, fresh.book.ruled[0].seen) == ("n1", 99)


def test_while_the_players_choose_a_game_no_ruling_is_offered(fresh: Room) -> None:
    assert 'type="radio"' in fresh.client.get("/en/ruling").text
    fresh.watched.desk.sitting = replace(fresh.watched.desk.sitting, choosing=True)
    form = fresh.client.get("/en/ruling").text
    assert "<form" not in form
    assert "There is nothing to decide before a game is chosen." in form
    for page in (form, fresh.client.get("/en/").text):
        assert "The players are choosing a game." in page


def test_an_award_needs_a_winner(fresh: Room) -> None:
    form = fresh.client.get("/en/ruling").text
    winners = re.findall(r'<input type="radio"[^>]*name="winner"[^>]*>', form)
    assert [re.findall(r'value="(\w*)"', each) for each in winners] == [["V"], ["N"]]
    assert not any("checked" in each for each in winners)


POSITION = {"what": "position", "position": START}


AWARD = {"what": "award", "winner": "N", "kind": "gammon"}


@pytest.mark.parametrize(
    ("fields", "more"),
    cases(
        "web/forms",
        AWARD=AWARD,
        MADE_FIVE=MADE_FIVE,
        POSITION=POSITION,
        START=START,
        WRONG=WRONG,
        Player=Player,
    ),
)
def test_forms_become_rulings(fresh: Room, fields: dict[str, str], more: dict[str, Any]) -> None:
    answer = fresh.client.post("/en/ruling", data=WHO | fields)
    assert answer.status_code == 200
    assert "Referee's token" in answer.text.replace("&#39;", "'")
    assert fresh.book.ruled == []
    # What the confirming page sends is what it was given, but for its own number and the token.
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', answer.text))
    assert fresh.client.post("/en/ruling/confirm", data=hidden | {"token": TOKEN}).is_success
    ruling = Ruling(fields["what"], "Claire", "both agree", **more)
    assert fresh.book.ruled[0].ruling == ruling


@pytest.mark.parametrize(("fields", "mistakes"), table("web/missing-in-form"))
def test_missing_fields_of_a_form_are_named(
    room: Room, fields: dict[str, str], mistakes: tuple[str, ...]
) -> None:
    form = rulings.read_form(WHO | fields, room.watched.desk.table)
    assert (form.ruling, tuple(form.mistakes)) == (None, mistakes)
    answer = room.client.post("/en/ruling", data=WHO | fields)
    assert answer.status_code == 422
    told = [english(f"form.mistake.{each}") for each in mistakes]
    assert all(each.partition("'")[0] in answer.text for each in told)


def test_a_ruling_on_an_outdated_page_is_refused(fresh: Room) -> None:
    assert fresh.confirm(seen="3").status_code == 409
    assert fresh.confirm(seen="").status_code == 409
    assert fresh.book.ruled == []


def test_a_ruling_with_an_unknown_outcome_is_not_called_refused(fresh: Room) -> None:
    seen, fresh.book.answer = fresh.decided, "no-answer"
    for _ in range(2):  # and F5, when it was done after all
        answer = fresh.confirm(seen=seen)
        assert answer.status_code == 504
        assert "<h1>It is not known whether the ruling was given</h1>" in answer.text
        assert "Check whether the ruling was made." in answer.text
        table = fresh.watched.desk.table
        fresh.watched.desk.table = replace(table, decided=table.decided + 1)
    assert len(fresh.book.ruled) == 1


@pytest.mark.parametrize("answer", ["away", "late"])
def test_a_ruling_that_did_not_reach_the_table_changed_nothing(fresh: Room, answer: str) -> None:
    fresh.book.answer = answer
    told = fresh.confirm(seen=fresh.decided)
    assert told.status_code == 504
    assert "Nothing was changed" in told.text


def test_the_tables_own_refusal_is_shown(fresh: Room) -> None:
    fresh.book.answer = "No error is open."
    answer = fresh.confirm()
    assert answer.status_code == 409
    assert "No error is open." in answer.text


@pytest.mark.parametrize(("body", "kind", "code"), cases("web/invalid-forms"))
@pytest.mark.parametrize("path", ["/en/ruling", "/en/ruling/confirm"])
def test_an_invalid_form_is_refused(
    room: Room, path: str, body: bytes, kind: str, code: int
) -> None:
    answer = room.client.post(path, content=body, headers={"content-type": kind})
    assert answer.status_code == code
    assert room.book.ruled == []


FIELDS = st.dictionaries(
    st.sampled_from([*rulings.FIELDS, "token", "x"]),
    st.one_of(
        st.text(max_size=300), st.sampled_from([*KINDS, "V", "N", "6", MADE_FIVE, TOKEN[:-1]])
    ),
)


@examples(20)
@given(fields=FIELDS, path=st.sampled_from(["/en/ruling", "/fr/ruling/confirm"]))
def test_fuzzed_forms_get_clear_answers_and_change_nothing(
    room: Room, fields: dict[str, str], path: str
) -> None:
    before = room.watched.desk.table
    answer = room.client.post(path, data=fields)
    assert answer.status_code in {200, 400, 403, 409, 413, 415, 422}
    assert "<h1>" in answer.text
    assert room.watched.desk.table is before
    assert room.book.ruled == []


@examples(15)
@given(
    path=st.text(st.characters(codec="ascii", exclude_categories=["C"]), max_size=60),
    header=st.text(st.characters(codec="latin-1", exclude_categories=["C"]), max_size=60),
)
def test_fuzzed_addresses_get_clear_answers(room: Room, path: str, header: str) -> None:
    answer = room.client.get(
        "/" + quote(path.lstrip("/"), safe="/?&=%;,"),
        headers=[(b"accept-language", header.encode("latin-1"))],
    )
    assert answer.status_code in {200, 303, 307, 404, 405}


# --- news -----------------------------------------------------------------------------------------


def test_news_begin_with_what_the_page_lacks_and_continue() -> None:
    given = rows(dispute())

    async def follow() -> list[dict[str, object]]:
        watched = Watched(Desk())
        watched.desk.take(given[:-1])
        stream = news_of(watched, "en", given[-3].number)
        first = await anext(stream)
        assert len(watched.pages) == 1
        watched.desk.take(given)
        watched.changed()
        second = await anext(stream)
        await stream.aclose()
        assert watched.pages == set()
        return [json.loads(str(each.data)) for each in (first, second)]

    first, second = asyncio.run(follow())
    assert (first["last"], second["last"]) == (given[-2].number, given[-1].number)
    assert "score" in first["parts"]  # type: ignore[operator]
    assert "dispute" in second["parts"]  # type: ignore[operator]


def test_a_page_that_is_reloaded_after_its_ruling_says_again_that_it_was_given() -> None:
    room = Room()
    first = room.confirm()
    # By now the ruling has changed the table: what was chosen cannot be chosen any more.
    given = rows(dispute())
    room.watched.desk.take([row(len(given) + 1, f.ErrorClosed(Player.V, "accepted", WRONG))])
    answers = [room.confirm(seen="1"), room.confirm(seen="1", number="n2")]
    assert [first.status_code, *(each.status_code for each in answers)] == [200, 200, 409]
    assert answers[0].text == first.text
    assert "The table has moved on." in answers[1].text
    assert len(room.book.ruled) == 1


def test_a_form_with_mistakes_leads_to_them_and_marks_the_fields() -> None:
    room = Room()
    sent = WHO | {"what": "dice", "die1": "6", "reason": "", "seen": "99"}
    form = room.client.post("/en/ruling", data=sent).text
    assert re.search(r'role="alert"[^>]* tabindex="-1" autofocus', form)
    marked = re.findall(r'id="(\w+)"[^>]* aria-invalid="true" aria-describedby="([\w-]+)"', form)
    assert marked == [("die1", "mend-dice"), ("die2", "mend-dice"), ("reason", "mend-why")]
    for _, described in marked:
        assert f'<li id="{described}">' in form
    nothing = room.client.post("/en/ruling", data=WHO).text
    assert '<fieldset aria-describedby="mend-what">' in nothing
    assert "aria-invalid" not in room.client.get("/en/ruling").text
    bad = room.client.post("/en/ruling", data=WHO | {"what": "position", "position": "V1=2n"}).text
    assert 'aria-describedby="position-help mend-position" aria-invalid="true"' in bad

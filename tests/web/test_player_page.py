"""A player's own page from outside: codes, what is keyed, what one player alone is shown."""

import asyncio
import html
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from httpx2 import ASGITransport, AsyncClient, Response
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from companion.referee.view import QuestionView
from companion.rules import Player
from companion.speech.catalogue import NAMES, OWN
from companion.typed.entries import LONGEST
from companion.web import player_page
from companion.web.app import Watched, build
from companion.web.desk import Desk
from companion.web.guard import FIRST_TOLD, HEADERS
from companion.web.page_text import PageText
from companion.web.player_page import (
    ANSWER_WITHIN,
    COOKIE,
    EACH_LINE,
    MOST_LINES,
    MOST_WORDS,
    PlayerPages,
    quarters,
)
from companion.web.watched_table import TimedTable
from tests.budget import examples
from tests.tables import cases
from tests.web.scenes import WRONG, begun, dispute, rows

CODES = ("111111", "222222")
TRIES = 20
PLAIN = {"accept": "text/plain"}
FORM = "application/x-www-form-urlencoded"


class Room:
    """The pages of one table without a network."""

    def __init__(self, game: str = "backgammon", lang: str = "en") -> None:
        self.said: list[dict[str, Any]] = []
        desk = Desk()
        desk.take(rows(begun(game)))
        self.pages = PlayerPages(Watched(desk), "VN", "key", PageText(lang, OWN), self.said.append)
        for side, code in zip(Player, CODES, strict=True):
            self.pages.codes.add(side, code, TRIES)
        self.app = build(self.pages.routes(), lang)

    def client(self, code: str = "") -> TestClient:
        """A browser, let in by a code or not."""
        one = TestClient(self.app, follow_redirects=False, raise_server_exceptions=False)
        if code:
            assert one.post("/en/player/", data={"code": code}).status_code == 303
        return one

    def type(self, line: str, code: str = CODES[0], **headers: str) -> Response:
        """Type a line on a page that a code has opened. `said` begins anew."""
        client = self.client(code)
        self.said.clear()
        sent = client.post("/en/player/line", data={"line": line}, headers=PLAIN | headers)
        self.shown = client.get("/en/player/").text
        return sent

    def news(self, side: Player, after: int = 0) -> dict[str, Any]:
        """The first news that a page gets."""

        async def first() -> dict[str, Any]:
            told = self.pages.stream("en", side, after)
            data = json.loads((await anext(told)).data or "")
            await told.aclose()
            return dict(data)

        return asyncio.run(first())


@pytest.fixture
def room() -> Room:
    return Room()


def words(text: str, to: str) -> dict[str, str]:
    return {"text": text, "lang": "en", "to": to}


# --- codes ----------------------------------------------------------------------------------------


def test_the_short_address_leads_to_the_page_in_the_tables_language() -> None:
    answer = Room(lang="fr").client().get("/p")
    assert (answer.status_code, answer.headers["location"]) == (303, "/fr/player/")


@pytest.mark.parametrize(
    ("code", "title"), [(CODES[0], "Green"), ("111 111", "Green"), (CODES[1], "Black")]
)
def test_a_code_opens_the_page_of_its_side_and_the_table_is_told(
    room: Room, code: str, title: str
) -> None:
    client = room.client(code)
    assert f"<h1>{title}&#39;s keypad</h1>" in client.get("/en/player/").text
    assert room.said == [{"notice": "page-open", "side": "V" if title == "Green" else "N"}]


def test_the_board_is_drawn_and_described(room: Room) -> None:
    text = room.client(CODES[0]).get("/en/player/").text
    assert text.count('class="piece v"') == 15
    assert '<svg class="board"' in text
    assert 'aria-hidden="true"' in text.partition('<svg class="board"')[2].partition(">")[0]


def test_what_opens_the_page_is_kept_from_scripts_and_other_sites(room: Room) -> None:
    answer = room.client().post("/en/player/", data={"code": CODES[0]})
    told = answer.headers["set-cookie"].lower()
    assert told.startswith(COOKIE)
    assert "httponly" in told
    assert "samesite=strict" in told
    assert CODES[0] not in told


@pytest.mark.parametrize("code", ["", "1", "333333", "111111222222", "\uff11" * 6, "V", "\x00"])
def test_a_wrong_code_opens_nothing(room: Room, code: str) -> None:
    client = room.client()
    answer = client.post("/en/player/", data={"code": code})
    assert answer.status_code == 403
    assert "Wrong code." in answer.text
    assert "set-cookie" not in answer.headers
    assert "keypad</h1>" not in client.get("/en/player/").text
    assert {"notice": "page-open", "side": "V"} not in room.said


def test_a_page_reopened_at_once_is_announced_once(room: Room) -> None:
    for _ in range(5):
        room.client(CODES[0])
    room.client(CODES[1])
    assert [each["side"] for each in room.said] == ["V", "N"]


@pytest.mark.parametrize("body", [b"", b"line"])
def test_a_form_without_a_line_is_refused(room: Room, body: bytes) -> None:
    client = room.client(CODES[0])
    room.said.clear()
    headers = PLAIN | {"content-type": FORM}
    answer = client.post("/en/player/line", content=body, headers=headers)
    assert answer.status_code == 400
    assert room.said == []


def test_before_a_code_is_requested_no_guess_counts() -> None:
    room = Room()
    pages = PlayerPages(room.pages.watched, "VN", "key", PageText("en"), room.said.append)
    client = TestClient(build(pages.routes(), "en"))
    for _ in range(TRIES):
        answer = client.post("/en/player/", data={"code": CODES[0]})
        assert answer.status_code == 403
        assert "No code works at the moment. Ask for one at the table." in answer.text
    assert room.said == []
    pages.codes.add(Player.V, CODES[0], TRIES)
    assert client.post("/en/player/", data={"code": CODES[0]}).status_code == 200


def guess(room: Room, times: int) -> None:
    """Wrong codes, each from an address of its own."""
    for number in range(times):
        client = TestClient(room.app, client=(f"192.0.2.{number}", 5000))
        client.post("/en/player/", data={"code": "9"})


def test_twenty_wrong_codes_from_any_addresses_make_the_codes_invalid(room: Room) -> None:
    inside = room.client(CODES[1])
    guess(room, TRIES - 1)
    assert room.client(CODES[0]).get("/en/player/").status_code == 200
    room.said.clear()
    guess(room, 1)
    assert room.said == [{"notice": "codes-locked", "side": "V"}]
    for code in CODES:
        answer = room.client().post("/en/player/", data={"code": code})
        assert answer.status_code == 403
        assert "No code works at the moment." in answer.text
    # Who is inside stays there, and nobody hears of what is tried now.
    assert inside.post("/en/player/line", data={"line": "31"}, headers=PLAIN).status_code == 204
    guess(room, 50)
    assert room.said[1:] == [{"line": "31", "side": "N"}]
    room.pages.codes.add(Player.V, "333333", TRIES)
    assert room.client("333333").get("/en/player/").status_code == 200
    assert room.client().post("/en/player/", data={"code": CODES[1]}).status_code == 403


def test_a_code_requested_later_allows_no_further_guesses(room: Room) -> None:
    guess(room, TRIES - 1)
    room.pages.codes.add(Player.N, "333333", TRIES)
    guess(room, 1)
    assert room.said[-1] == {"notice": "codes-locked", "side": "V"}


def test_codes_too_long_to_be_guessed_stay_good(room: Room) -> None:
    guess(room, TRIES)
    room.pages.codes.add(Player.V, "123456789012", None)
    guess(room, 3 * TRIES)
    assert room.client("123456789012").get("/en/player/").status_code == 200


def test_wrong_codes_are_announced_more_and_more_rarely(room: Room) -> None:
    client = room.client()
    for _ in range(FIRST_TOLD - 1):
        client.post("/en/player/", data={"code": "9"})
    assert room.said == []
    for _ in range(FIRST_TOLD):
        client.post("/en/player/", data={"code": "9"})
    assert [each["notice"] for each in room.said] == ["codes-tried"]
    client.post("/en/player/", data={"code": "9"})
    assert len(room.said) == 2


def test_a_cookie_of_another_start_opens_nothing(room: Room) -> None:
    client = room.client(CODES[0])
    other = PlayerPages(room.pages.watched, "VN", "another key", PageText("en"), room.said.append)
    later = TestClient(build(other.routes(), "en"), cookies=dict(client.cookies))
    door = later.get("/en/player/")
    assert door.status_code == 403
    assert "keypad</h1>" not in door.text
    # Who was let in before hears why he is not now; a stranger is only asked.
    assert "The program was restarted. Ask for your new code." in door.text
    assert "started anew" not in room.client().get("/en/player/").text


@pytest.mark.parametrize("path", ["/en/player/", "/en/player/line", "/en/player/key"])
@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "http://testserver:8899"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "origin": "http://testserver"},
    ],
)
def test_a_form_of_another_page_is_refused(room: Room, path: str, headers: dict[str, str]) -> None:
    client = room.client(CODES[0])
    room.said.clear()
    data = {"line": "6", "code": CODES[1]}
    assert client.post(path, data=data, headers=PLAIN | headers).status_code == 403
    assert room.said == []


def test_a_form_of_the_page_itself_is_taken(room: Room) -> None:
    own = {"origin": "http://testserver", "sec-fetch-site": "same-origin"}
    assert room.type("6", **own).status_code == 204


# --- what is keyed --------------------------------------------------------------------------------


SENT = {
    **dict.fromkeys(("31", "8/5 6/5", "", "..", "**", "+", "----", "vh/n7", "?")),
    "\0": "\ufffd",
    " \t": "",
    "8/5\0": "8/5",
}
"""Lines, and what is sent of those with control characters."""


@pytest.mark.parametrize("line", SENT)
def test_a_line_is_sent_with_the_side_of_its_page(room: Room, line: str) -> None:
    assert room.type(line, CODES[1]).status_code == 204
    sent = line if SENT[line] is None else SENT[line]
    assert room.said == [{"line": sent, "side": "N"}]


@pytest.mark.parametrize("line", [":position V6=5v", "  :pause", ":", "\t:help"])
def test_no_ruling_is_given_from_a_players_page(room: Room, line: str) -> None:
    assert room.type(line).status_code == 204
    assert room.said == []
    assert "No rulings from here." in room.shown


def test_too_long_a_line_is_refused(room: Room) -> None:
    assert room.type("1" * (LONGEST + 1)).status_code == 400
    assert room.said == []


def test_a_key_silences_the_table_but_a_strangers_does_not(room: Room) -> None:
    client = room.client(CODES[1])
    room.said.clear()
    assert client.post("/en/player/key").status_code == 204
    assert room.client().post("/en/player/key").status_code == 403
    assert room.said == [{"key": "N"}]


def test_a_browser_without_scripts_gets_the_page_again(room: Room) -> None:
    client = room.client(CODES[0])
    room.said.clear()
    answer = client.post("/en/player/line", data={"line": "31"}, headers={"accept": "text/html,*"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/en/player/")
    # While it waits for its next page, what is his alone is read there.
    assert room.said == [{"open": ["V"]}, {"line": "31", "side": "V"}, {"open": []}]


def test_a_browser_without_scripts_waits_for_the_answer_to_its_line(room: Room) -> None:
    async def typed() -> tuple[float, str]:
        transport = ASGITransport(room.app)
        cookies = dict(room.client(CODES[0]).cookies)
        async with AsyncClient(
            transport=transport, base_url="http://testserver", cookies=cookies
        ) as browser:
            loop = asyncio.get_running_loop()
            began = loop.time()
            loop.call_later(0.2, room.pages.take, words("Score, nil all.", "V"))
            headers = {"accept": "text/html"}
            await browser.post("/en/player/line", data={"line": "..."}, headers=headers)
            return loop.time() - began, (await browser.get("/en/player/")).text

    seconds, page = asyncio.run(typed())
    assert 0.2 <= seconds < ANSWER_WITHIN
    assert "Score, nil all." in page


def test_the_state_is_shown_in_the_notation_of_the_table(room: Room) -> None:
    stage = begun()
    stage.stand(WRONG, "")
    desk = Desk()
    desk.take(rows(stage))
    told = {}
    for notation in (OWN, NAMES):
        pages = PlayerPages(Watched(desk), "VN", "s", PageText("en", notation), room.said.append)
        told[notation] = pages.parts_of("en", Player.V)["now"].html
    assert "5 pips from 8 to 3" in told[OWN]
    assert "5 pips from V 8 to V 3" in told[NAMES]


def test_without_a_cookie_nothing_can_be_typed_or_read(room: Room) -> None:
    room.pages.take(words("For green.", "V"))
    stranger = room.client()
    stranger.cookies.set(COOKIE, "0" * 64)
    refused = stranger.post("/fr/player/line", data={"line": "31"})
    assert refused.status_code == 403
    assert PageText("fr").say("player-page.mistake.anew") in html.unescape(refused.text)
    assert stranger.get("/en/player/news").status_code == 403
    assert "For green." not in stranger.get("/en/player/").text
    assert room.said == []


def test_who_types_too_much_is_told_to_wait(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_page, "MOST_LINES", 0)
    answer = room.client(CODES[0]).post("/fr/player/line", data={"line": "31"})
    assert answer.status_code == 429
    assert PageText("fr").say("form.mistake.tries") in html.unescape(answer.text)


def test_a_side_that_types_too_much_has_to_wait(room: Room) -> None:
    async def flood() -> list[bool]:
        return await asyncio.gather(
            *(room.pages.hand_in(Player.V, str(each)) for each in range(MOST_LINES + 5)),
            room.pages.hand_in(Player.N, "other"),
        )

    async def timed() -> tuple[list[bool], float]:
        began = asyncio.get_running_loop().time()
        return await flood(), asyncio.get_running_loop().time() - began

    taken, seconds = asyncio.run(timed())
    assert taken == [True] * MOST_LINES + [False] * 5 + [True]
    assert seconds >= EACH_LINE * (MOST_LINES - 1)
    green = [each["line"] for each in room.said if each["side"] == "V"]
    assert green == [str(each) for each in range(MOST_LINES)]


@examples(20)
@given(body=st.binary(max_size=300), kind=st.sampled_from([FORM, "text/plain"]))
def test_any_request_gets_a_response_and_only_lines_are_passed_on(
    room: Room, body: bytes, kind: str
) -> None:
    client = room.client(CODES[0])
    room.said.clear()
    headers = PLAIN | {"content-type": kind}
    answer = client.post("/en/player/line", content=b"line=" + body, headers=headers)
    assert answer.status_code in ({204, 400} if kind == FORM else {415})
    assert "Traceback" not in answer.text
    for each in room.said:
        assert each["side"] == "V"
        assert each["line"].isprintable() or each["line"] == ""
        assert not each["line"].startswith(":")


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
@pytest.mark.parametrize("path", ["/p", "/en/player/", "/en/player/line", "/en/player/news"])
def test_other_methods_are_refused(room: Room, method: str, path: str) -> None:
    assert room.client(CODES[0]).request(method, path).status_code == 405


# --- what is shown --------------------------------------------------------------------------------


def test_private_words_are_only_on_the_page_of_their_player(room: Room) -> None:
    green, black = room.client(CODES[0]), room.client(CODES[1])
    for text, to in (("For green.", "V"), ("For black.", "N"), ("For both.", "all")):
        room.pages.take(words(text, to))
    shown = {
        side: client.get("/en/player/").text
        for side, client in zip("VN", (green, black), strict=True)
    }
    assert "For green." in shown["V"]
    assert "For green." not in shown["N"]
    assert "For black." in shown["N"]
    assert "For black." not in shown["V"]
    assert all("For both." in text for text in shown.values())
    heard = {side: room.news(side)["heard"] for side in Player}
    assert [(each["text"], each["mine"]) for each in heard[Player.V]] == [
        ("For green.", True),
        ("For both.", False),
    ]
    assert [each["text"] for each in heard[Player.N]] == ["For black.", "For both."]


def test_news_continue_and_restart_after_a_new_process(room: Room) -> None:
    for number in range(3):
        room.pages.take(words(f"Sentence {number}.", "all"))
    assert [each["number"] for each in room.news(Player.V, 2)["heard"]] == [3]
    assert len(room.news(Player.V, 99)["heard"]) == 3
    for number in range(MOST_WORDS):
        room.pages.take(words(f"Later {number}.", "all"))
    assert len(room.news(Player.V)["heard"]) == MOST_WORDS


def test_the_evening_knows_whose_page_is_open(room: Room) -> None:
    room.news(Player.N)
    assert room.said == [{"open": ["N"]}, {"open": []}]


def test_the_board_is_described_by_the_players_own_numbers(room: Room) -> None:
    table = room.pages.watched.desk.table
    green, black = (quarters(table, PageText("en", OWN), side) for side in Player)
    assert [each.heading for each in green] == [
        "Points 1 to 6",
        "Points 7 to 12",
        "Points 13 to 18",
        "Points 19 to 24",
    ]
    assert green[0].sentences[5] == "Point 6, 5 green pieces."
    assert green[0].sentences[0] == "Point 1, 2 black pieces."
    assert green[0].sentences[1] == "Point 2, empty."
    assert black[0].sentences[5] == "Point 6, 5 black pieces."


def test_the_board_is_described_by_names_if_points_have_only_names() -> None:
    table = Room("jacquet").pages.watched.desk.table
    told = quarters(table, PageText("fr", OWN), Player.V)
    assert [len(each.sentences) for each in told[:4]] == [6, 6, 6, 6]
    assert "V 1" in told[0].heading


def test_the_last_words_and_the_asked_player_are_on_the_first_screen(room: Room) -> None:
    for text in ("Long ago.", "8 to 2.", "Wrong distance."):
        room.pages.take(words(text, "all"))
    page = room.client(CODES[0]).get("/en/player/").text
    first = page[page.index('id="last"') : page.index('id="keypad"')]
    assert ["Long ago." in first, "8 to 2." in first, "Wrong distance." in first] == [0, 1, 1]
    assert page.index('id="now"') < page.index('id="last"') < page.index('id="line"')
    assert ">Yes</button>" in first
    assert ">No</button>" in first


@pytest.mark.parametrize(
    ("changes", "asked"), cases("web/asked-players", Player=Player, QuestionView=QuestionView)
)
def test_yes_and_no_stand_out_for_who_has_to_answer(changes: dict[str, Any], asked: str) -> None:
    desk = Desk()
    desk.take(rows(dispute() if changes.get("phase") == "error" else begun()))
    of_dispute = {name: changes.pop(name) for name in ("demanded", "acceptable") if name in changes}
    desk.sitting = replace(desk.sitting, choosing=changes.pop("choosing", False))
    table = replace(desk.table, **changes)
    if table.dispute is not None:
        table = replace(table, dispute=replace(table.dispute, **of_dispute))
    desk.table = table
    pages = PlayerPages(Watched(desk), "VN", "key", PageText("en"), lambda _said: None)
    shown = "".join(
        side
        for side in Player
        if 'class="answer due"' in bytes(pages.keypad("en", side).body).decode()
    )
    assert shown == asked


def test_before_a_game_there_is_no_board() -> None:
    assert quarters(TimedTable(), PageText("en"), Player.V) == ()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_page_has_security_headers_and_loads_nothing_from_elsewhere(lang: str) -> None:
    room = Room(lang=lang)
    for client in (room.client(), room.client(CODES[0])):
        answer = client.get(f"/{lang}/player/")
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS
        assert not re.search(r"""(?:src|href|action)=["'](?:https?:)?//""", answer.text)
        assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", answer.text)
        assert "user-scalable" not in answer.text
        assert f'<html lang="{lang}">' in answer.text


def test_words_are_escaped(room: Room) -> None:
    room.pages.take(words("<script>alert(1)</script>", "V"))
    assert "<script>alert" not in room.client(CODES[0]).get("/en/player/").text

"""The evening's side of the players' pages: which words they show, and which lines they send."""

import json
from collections.abc import Iterable
from typing import Any

import pytest

from companion.link import messages
from companion.publishing.phones import FIGURES, LOCKS, LONG, MOST_WRONG, Phones, may_be_typed
from companion.rules import Player
from companion.speech.utterance import Priority, Utterance
from tests.tables import cases


class Line:
    """Both ends of the pipe, written down."""

    def __init__(self) -> None:
        self.hushed = 0
        self.sent: list[dict[str, Any]] = []
        self.typed: list[tuple[str, str]] = []
        self.notices: list[tuple[str, str]] = []
        self.connected: dict[str, str] = {}
        self.phones = Phones("VN", self, lambda text: self.sent.append(json.loads(text)))

    def put(self, given: messages.TypedInput) -> None:
        match given:
            case messages.Line(text, side):
                self.typed.append((text, side))
            case messages.Noticed(code, side):
                self.notices.append((code, side))
            case _:
                self.hushed += given.named

    def connect(self, name: str, sides: Iterable[str]) -> None:
        self.connected[name] = "".join(sides)


@pytest.fixture
def line() -> Line:
    return Line()


def said(priority: Priority, to: str = "all") -> Utterance:
    return Utterance("Words.", "en", priority, to)


def test_a_code_is_created_on_request_and_stays_the_same(line: Line) -> None:
    green, black = (line.phones.code(side) for side in Player)
    assert green != black
    assert all(len(code) == FIGURES and code.isdecimal() for code in (green, black))
    assert line.sent == [
        {"code": green, "side": "V", "tries": MOST_WRONG},
        {"code": black, "side": "N", "tries": MOST_WRONG},
    ]
    assert [line.phones.code(side) for side in Player] == [green, black]
    assert len(line.sent) == 2


def test_only_players_with_a_page_have_a_code() -> None:
    phones = Phones("N", Line(), lambda _text: None)
    assert phones.code(Player.V) == ""
    assert phones.code(Player.N)


def test_guessing_locks_the_codes_and_then_makes_them_longer(line: Line) -> None:
    for _ in range(LOCKS):
        before = {line.phones.code(side) for side in Player}
        assert {len(code) for code in before} == {FIGURES}
        line.phones.take_message({"notice": "codes-locked", "side": "V"})
        assert not before & {line.phones.code(side) for side in Player}
    assert len(line.phones.code(Player.V)) == LONG
    assert line.sent[-1] == {"code": line.phones.code(Player.N), "side": "N", "tries": None}
    assert line.notices == [("codes-locked", "V")] * LOCKS


def test_codes_end_with_the_process_that_knew_them(line: Line) -> None:
    before = line.phones.code(Player.V)
    line.phones.forget()
    assert line.phones.code(Player.V) != before
    assert len(line.sent) == 2


@pytest.mark.parametrize(
    ("priority", "to", "asker", "shown"), cases("web/shown-words", Priority=Priority)
)
def test_private_words_are_shown_on_an_open_page(
    line: Line, priority: Priority, to: str, asker: str, shown: str
) -> None:
    line.phones.take_message({"open": ["V"]})
    assert line.phones.take(said(priority, to), asker) is ("alone" in shown)
    assert line.sent == [
        {"words": {"text": "Words.", "lang": "en", "to": shown.split(maxsplit=1)[0]}}
    ]


def test_a_code_is_shown_only_on_an_open_page_of_its_player(line: Line) -> None:
    line.phones.take_message({"open": ["V"]})
    for to in "NV":
        code = Utterance("Your code is 1.", "en", Priority.ANSWER, to=to, secret=True)
        assert line.phones.take(code, "") is (to == "V")
    assert [each["words"]["to"] for each in line.sent] == ["V"]


def test_without_an_open_page_everything_is_spoken(line: Line) -> None:
    line.phones.take_message({"open": []})
    assert not line.phones.take(said(Priority.ANSWER, "V"), "V")


def test_nothing_waits_for_a_process_that_is_gone(line: Line) -> None:
    assert not line.phones.take(said(Priority.RESULT), "")
    line.phones.take_message({"open": ["V"]})
    line.phones.forget()
    assert not line.phones.take(said(Priority.ANSWER, "V"), "")
    assert line.sent == []


@pytest.mark.parametrize("told", cases("web/forbidden-lines"))
def test_forbidden_lines_of_a_page_are_refused(line: Line, told: dict[str, Any]) -> None:
    line.phones.take_message(told)
    assert (line.typed, line.notices) == ([], [])


def test_lines_and_notices_have_their_side(line: Line) -> None:
    line.phones.take_message({"line": "", "side": "N"})
    line.phones.take_message({"line": "8/5", "side": "V"})
    line.phones.take_message({"notice": "page-open", "side": "N"})
    line.phones.take_message({"key": "N"})
    assert line.hushed == 1
    assert line.typed == [("", "N"), ("8/5", "V")]
    assert line.notices == [("page-open", "N")]


def test_a_line_may_be_empty_but_not_a_ruling() -> None:
    assert may_be_typed("")
    assert not may_be_typed(":")

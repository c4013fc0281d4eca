"""Repeated words are not repeated as events: programs get each event once."""

import pytest

from companion.events import to_event
from companion.link.messages import Key
from companion.rules import Player
from tests.flow.stage import Stage

START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
ASTRAY = START.replace("V6=5v", "V4=1v V6=4v")
MISSING = START.replace("V6=5v", "V6=4v")
LONG_MS = 600_000


def events(stage: Stage) -> list[str]:
    """The names of the events since last asked."""
    found = [to_event(each.fact, 0.0) for each in stage.sitting.take()]
    return [str(each["event"]) for each in found if each is not None]


def said(stage: Stage, ms: int = LONG_MS) -> list[str]:
    """What is said in so long a time in which nobody does anything."""
    before = len(stage.sitting.ear.said)
    stage.sitting.wait(ms)
    return [each.text for each in stage.sitting.ear.said[before:]]


def to_throw() -> Stage:
    stage = Stage("en")
    stage.go_on_from(START)
    events(stage)
    return stage


def test_a_set_up_is_named_again_and_is_one_event() -> None:
    stage = Stage("en")
    stage.stand(ASTRAY, "")
    assert events(stage) == ["link", "setup"]
    told = said(stage)
    assert len(told) == 5
    assert set(told) == {"2 places wrong. Move one green piece from 4 to 6."}
    assert events(stage) == []
    stage.press(Player.N, Key.REPEAT)
    assert stage.sitting.ear.said[-1].text == told[0]
    stage.press(Player.N, Key.BOARD)
    assert events(stage) == []
    stage.stand(START, "")
    assert events(stage) == ["setup", "game_begins"]


def test_a_board_that_makes_a_throw_void_is_named_again_and_is_one_event() -> None:
    stage = to_throw()
    stage.stand(ASTRAY, "")
    stage.throw(Player.V, "31")
    assert events(stage) == ["roll_void", "setup"]
    assert len(said(stage)) > 1
    assert events(stage) == []
    stage.stand(START, "")
    assert events(stage) == ["setup"]


def test_a_throw_over_an_error_that_stands_is_void_once() -> None:
    stage = to_throw()
    stage.throw(Player.V, "31")
    stage.stand(MISSING, "")
    stage.lift(Player.V)
    stage.throw(Player.N, "64")
    assert events(stage)[-2:] == ["error_open", "roll_void"]
    assert "Void throw. Green must correct first." in said(stage)
    assert events(stage) == []


@pytest.mark.parametrize("board", [ASTRAY, "V1=1v"])
def test_before_the_next_game_the_board_is_one_event(board: str) -> None:
    stage = Stage("en", match_to=5)
    stage.go_on_from(START)
    stage.put(board)
    events(stage)
    stage.rule("award V")
    assert events(stage)[-1] == "game_ends"
    assert len(said(stage)) > 1
    assert events(stage) == ["setup"]


def test_after_the_match_the_board_is_one_event() -> None:
    stage = Stage("en", match_to=1)
    stage.go_on_from(START)
    stage.put("V6=15v")
    stage.rule("award V")
    stage.stand(ASTRAY, "")
    events(stage)
    assert len(said(stage)) > 1
    assert events(stage) == ["setup"]


@pytest.mark.parametrize("opened", [True, False])
def test_a_piece_removed_before_the_throw_is_announced_in_time(*, opened: bool) -> None:
    stage = Stage("en")
    stage.stand(START, "")
    if opened:
        stage.go_on_from(START)
    events(stage)
    stage.stand(MISSING, "")
    told = said(stage, 14_000)
    assert told == ["One place wrong. Put one green piece on 6."]
    assert events(stage) == ["setup"]
    stage.stand(START, "")
    assert stage.sitting.ear.said[-1].text == "Board ready."

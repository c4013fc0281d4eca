"""Stopping for today, with a question if the game would be lost; and the places of a set-up."""

import pytest

from companion.link.messages import Key
from companion.referee.facts import Ruling
from companion.referee.menu import entries
from companion.referee.requests import EndEvening, Output
from companion.referee.state import Phase
from companion.referee.talk_facts import KeyAnswer, Question
from companion.rules import Player
from tests.menu_keys import to
from tests.referee.harness import STARTS, TableTop

V, N = Player.V, Player.N
STOPPED = (Ruling("stop", by="N"), EndEvening())


def stop(top: TableTop) -> tuple[Output, ...]:
    return top.press(N, *to("stop", top.referee.state), Key.YES)


@pytest.mark.parametrize("recorded", [True, False])
@pytest.mark.parametrize("begun", [True, False])
def test_stopping_is_confirmed_where_something_would_be_lost(
    *, begun: bool, recorded: bool
) -> None:
    top = TableTop()
    top.referee.note_record(is_saved=recorded)
    if begun:
        top.stand(STARTS["backgammon"])
        top.throw(V, "3-")
        top.throw(N, "1-")
    if recorded or not begun:
        assert stop(top) == STOPPED
        return
    assert stop(top) == (Question(N, "stop"),)
    assert top.press(N, Key.NO) == (KeyAnswer(N, "cancelled", "stop"),)
    assert stop(top) == (Question(N, "stop"),)
    assert top.press(N, Key.YES) == STOPPED


@pytest.mark.parametrize("recorded", [True, False])
def test_the_computer_is_switched_off_only_where_it_serves_the_table_alone(
    *, recorded: bool
) -> None:
    top = TableTop()
    assert "shut-down" not in entries(top.referee.state)
    top.set(shuts_down=True)
    top.referee.note_record(is_saved=recorded)
    top.stand(STARTS["backgammon"])
    top.throw(V, "3-")
    top.throw(N, "1-")
    told = top.press(N, *to("shut-down", top.referee.state), Key.YES)
    if not recorded:
        assert told == (Question(N, "stop", "shut-down"),)
        told = top.press(N, Key.YES)
    assert told == (Ruling("shut-down", by="N"), EndEvening(shut_down=True))


def test_in_the_next_match_the_computer_can_still_be_switched_off() -> None:
    top = TableTop()
    top.set(shuts_down=True)
    top.stand(STARTS["backgammon"])
    top.throw(V, "3-")
    top.throw(N, "1-")
    top.set(phase=Phase.OVER)
    top.press(V, *to("new-game", top.referee.state), Key.YES)
    assert top.referee.state.turn.number == 0
    assert "shut-down" in entries(top.referee.state)

"""The public view of a table, as each line of the journal has it."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from companion.link.messages import Key
from companion.referee.state import Phase
from companion.referee.view import QuestionView, View, view
from tests.referee.harness import STARTS, N, TableTop, V

DOCUMENT = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
UNFINISHED = "V1=2n V5=1v V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"


def seen(top: TableTop) -> View:
    return view(top.referee.rules, top.referee.state)


def test_before_a_board_was_seen_the_agreed_position_stands() -> None:
    found = seen(TableTop())
    assert (found.phase, found.game, found.turn, found.player) == (Phase.SETUP, 1, 0, None)
    assert found.board == found.position == STARTS["backgammon"]


def test_in_a_turn_it_has_dice_what_stands_there_and_whose_time_runs() -> None:
    top = TableTop(length=5)
    top.begin("31")
    top.stand(UNFINISHED)
    found = seen(top)
    assert (found.player, found.dice, found.turn, found.match_to) == (V, (3, 1), 1, 5)
    assert (found.position, found.board) == (STARTS["backgammon"], UNFINISHED)
    assert found.clock.runs_for is V
    assert found.error is None


@pytest.mark.parametrize("typed", [False, True])
def test_a_question_has_its_player_and_topic(typed: bool) -> None:  # noqa: FBT001
    top = TableTop()
    top.begin("31")
    top.set(typed=typed)
    top.press(N, Key.NO)
    assert seen(top).question == QuestionView(N, "menu")


def test_the_example_in_the_document_is_the_view_of_an_open_error() -> None:
    top = TableTop(length=3)
    top.begin("31")
    top.stand(UNFINISHED)
    top.set(used=(0, 0), turn_used=0, ticked=None)
    top.lift()
    example = next(each for each in DOCUMENT.splitlines() if each.startswith('{"phase"'))
    assert json.dumps(asdict(seen(top)), separators=(",", ":")) == example

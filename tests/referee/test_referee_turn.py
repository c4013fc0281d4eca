"""The turn, from the throw to the lift of the dice: when it is judged, and which throws count."""

import pytest

from companion.link.messages import Key
from companion.referee.facts import (
    DieBack,
    DieDisturbed,
    Roll,
)
from companion.referee.state import Phase
from companion.referee.talk_facts import KeyAnswer
from companion.rules import Match
from tests.referee.harness import N, TableTop, V, names

MADE_FIVE = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"


@pytest.fixture
def table() -> TableTop:
    """Backgammon, green begins with 3 and 1."""
    top = TableTop()
    top.begin("31")
    return top


def test_dice_seen_lifted_before_they_were_seen_lying_end_no_turn(table: TableTop) -> None:
    table.referee.restarted()
    assert table.lift() == (KeyAnswer(V, "by-hand"),)
    assert table.referee.state.phase is Phase.MOVING


def test_dice_that_nobody_saw_lifted_end_a_turn_that_was_played_out(table: TableTop) -> None:
    table.referee.restarted()
    table.board = MADE_FIVE
    assert names(table.lift()) == ["TurnEnds", "TurnBegins"]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"phase": Phase.MOVING}, "cube-not-your-turn"),
        ({"phase": Phase.OPENING}, "cube-first-turn"),
        ({"phase": Phase.MOVING, "match": Match(3, crawford=True, score=(2, 0))}, "cube-crawford"),
        ({"phase": Phase.MOVING, "match": Match(1, crawford=True)}, "cube-one-point"),
        ({"phase": Phase.TO_THROW, "match": Match(1, crawford=True)}, "cube-one-point"),
        ({"phase": Phase.OVER}, "no-game"),
        ({"phase": Phase.PAUSED}, "paused"),
    ],
)
def test_why_nobody_may_double_now(table: TableTop, changes: dict[str, object], code: str) -> None:
    table.set(**changes)
    assert table.press(V, Key.CUBE) == (KeyAnswer(V, "refused", code),)


@pytest.mark.parametrize(("seat", "now"), [("33", 3), ("3?", 0)])
def test_a_die_that_was_turned_during_a_break_is_told(table: TableTop, seat: str, now: int) -> None:
    later = TableTop(state=table.referee.state, board=table.board, seats={V: seat, N: "--"})
    assert later.look()[3:] == (Roll(V, (3, 1)), DieDisturbed(V, 1, now))
    assert later.seat(V, "31") == (DieBack(V, (3, 1)),)

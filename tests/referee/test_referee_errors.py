"""Errors after the lift: corrected, accepted by throwing or doubling, or not to be accepted."""

import pytest

from companion.link.messages import Key
from companion.referee.facts import (
    CubeAction,
    ErrorClosed,
    ErrorOpen,
    GameEnds,
    Roll,
    RollVoid,
    TurnBegins,
)
from companion.referee.state import Phase
from companion.referee.table import Table
from companion.referee.talk_facts import KeyAnswer, Question
from companion.rules import Judgement, Verdict
from tests.referee.harness import STARTS, N, TableTop, V, names

START = STARTS["backgammon"]
RIGHT = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
WRONG = "V1=2n V4=1v V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
MISSING = "V1=2n V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"


@pytest.fixture
def table() -> TableTop:
    """Green threw 3 and 1, moved one piece five points and lifted the dice."""
    top = TableTop()
    top.begin("31")
    top.stand("V1=2n V3=1v V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v")
    top.lift()
    assert top.referee.state.phase is Phase.ERROR
    return top


def test_any_legal_end_before_the_throw_corrects(table: TableTop) -> None:
    closed, begins = table.stand(RIGHT)
    assert closed == ErrorClosed(V, "corrected", RIGHT)
    assert begins == TurnBegins(N, RIGHT)


def test_another_wrong_board_leaves_it_open(table: TableTop) -> None:
    assert table.stand(START) == ()
    assert table.referee.state.phase is Phase.ERROR


def test_the_opponent_accepts_by_throwing(table: TableTop) -> None:
    facts = table.throw(N, "64")
    assert names(facts) == ["ErrorClosed", "TurnBegins", "Roll"]
    assert isinstance(facts[0], ErrorClosed)
    assert facts[0].how == "accepted"
    assert facts[0].position == table.board
    assert facts[2] == Roll(N, (6, 4))


def test_the_erring_player_may_not_throw(table: TableTop) -> None:
    assert table.throw(V, "64") == (RollVoid(V, "wrong-player"),)
    assert table.throw(V, "6-") == (RollVoid(V, "wrong-player"),)


def test_a_cocked_or_single_die_accepts_nothing(table: TableTop) -> None:
    assert table.throw(N, "6c") == (RollVoid(N, "cocked"),)
    assert table.throw(N, "6-") == ()
    assert table.lift() == (RollVoid(N, "one-die"),)
    assert table.referee.state.phase is Phase.ERROR


def test_the_opponents_no_demands_the_correction(table: TableTop) -> None:
    assert table.press(N, Key.NO) == (KeyAnswer(N, "demand"),)
    assert table.referee.state.phase is Phase.ERROR


def test_the_opponent_accepts_by_doubling(table: TableTop) -> None:
    assert table.press(N, Key.CUBE) == (Question(N, "double-confirm", "accept 2"),)
    facts = table.press(N, Key.YES)
    assert names(facts) == ["ErrorClosed", "TurnBegins", "CubeAction"]
    assert facts[2] == CubeAction(N, "offer", 2, None)


def test_the_erring_player_may_not_double(table: TableTop) -> None:
    assert table.press(V, Key.CUBE) == (KeyAnswer(V, "refused", "cube-not-your-turn"),)


def missing() -> TableTop:
    """Green lifted the dice with a piece in the air."""
    top = TableTop()
    top.begin("31")
    top.stand(MISSING)
    opened = top.lift()[1]
    assert isinstance(opened, ErrorOpen)
    assert not opened.acceptable
    return top


def test_a_missing_piece_cannot_be_accepted_by_throwing() -> None:
    top = missing()
    assert top.throw(N, "64") == (RollVoid(N, "board", "error"),)
    assert top.referee.state.phase is Phase.ERROR
    assert names(top.stand(RIGHT)) == ["ErrorClosed", "TurnBegins"]


def test_a_piece_taken_off_before_the_double_is_confirmed_prevents_it(table: TableTop) -> None:
    assert names(table.press(N, Key.CUBE)) == ["Question"]
    table.stand(table.board.replace("V6=5v", "V6=4v"))
    assert table.press(N, Key.YES) == (KeyAnswer(N, "refused", "not-acceptable"),)


def test_a_missing_piece_cannot_be_accepted_by_doubling() -> None:
    top = missing()
    assert top.press(N, Key.CUBE) == (KeyAnswer(N, "refused", "not-acceptable"),)


def last_piece() -> TableTop:
    """Green has one piece left on V6, threw 2 and 1, and bore it off all the same."""
    before = "V6=1v VO=14v N1=15n"
    top = TableTop()
    top.begin("31")
    top.set(phase=Phase.TO_THROW, position=before, player=V, turn=9, dice=None, trays="")
    top.lift()
    top.stand(before)
    top.throw(V, "21")
    top.stand("VO=15v N1=15n")
    return top


def test_an_accepted_end_of_the_game_ends_it() -> None:
    top = last_piece()
    top.lift()
    facts = top.throw(N, "64")
    assert names(facts) == ["ErrorClosed", "GameEnds"]
    assert isinstance(facts[1], GameEnds)
    assert (facts[1].winner, facts[1].by) == (V, "off")
    assert top.referee.state.phase is Phase.SETUP


def test_a_game_accepted_by_doubling_is_over_before_the_offer() -> None:
    top = last_piece()
    top.lift()
    top.press(N, Key.CUBE)
    assert names(top.press(N, Key.YES)) == ["ErrorClosed", "GameEnds"]


def test_a_board_that_cannot_be_played_on_cannot_be_accepted(table: TableTop) -> None:
    work = Table(table.referee.rules, table.referee.state, 0)
    assert not work.playable(Judgement(Verdict.ILLEGAL, (), "V1=1v"))
    assert work.playable(Judgement(Verdict.ILLEGAL, (), START))

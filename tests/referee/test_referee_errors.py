"""Errors after the lift: corrected, accepted by throwing or doubling, or not to be accepted."""

import pytest

from companion.link.messages import Key
from companion.referee.facts import (
    CubeAction,
    DieWaits,
    ErrorClosed,
    ErrorOpen,
    GameEnds,
    Roll,
    RollVoid,
    TurnBegins,
)
from companion.referee.state import Phase
from companion.referee.talk_facts import KeyAnswer, Question
from companion.referee.turn_context import TurnContext
from companion.rules import Judgement, Player, Verdict
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


def test_a_double_over_an_error_that_is_not_confirmed_leaves_it_open(table: TableTop) -> None:
    table.press(N, Key.CUBE)
    assert table.press(N, Key.NO) == (KeyAnswer(N, "cancelled", "double-confirm"),)
    assert table.referee.state.phase is Phase.ERROR


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


@pytest.mark.parametrize(("thrower", "faces"), [(V, "64"), (V, "6-"), (V, "6c"), (N, "6c")])
def test_while_it_must_be_put_right_no_throw_of_anybody_counts(thrower: Player, faces: str) -> None:
    top = missing()
    assert top.throw(thrower, faces) == (RollVoid(thrower, "board", "error"),)
    assert top.lift() == ()


def test_nor_does_one_die_and_no_second_is_asked_for() -> None:
    top = missing()
    assert top.throw(N, "6-") == ()
    assert top.at(top.ms + 15_000) == (DieWaits(N, "error", 0),)
    assert top.throw(N, "64") == (RollVoid(N, "board", "error"),)


def test_nor_does_a_die_that_was_thrown_before_the_error_was_beyond_acceptance(
    table: TableTop,
) -> None:
    assert table.throw(N, "6-") == ()
    table.stand(MISSING)
    assert table.lift() == (RollVoid(N, "board", "error"),)
    assert table.referee.state.turn.one_die is None


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
    top.set(phase=Phase.TO_THROW, position=before, player=V, number=9, dice=None, trays="")
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


def test_a_correction_that_takes_the_last_piece_off_ends_the_game() -> None:
    before = "V1=1v VO=14v N1=15n"
    top = TableTop()
    top.begin("31")
    top.set(phase=Phase.TO_THROW, position=before, player=V, number=9, dice=None, trays="")
    top.lift()
    top.stand(before)
    top.throw(V, "21")
    assert names(top.lift()) == ["TurnEnds", "ErrorOpen"]
    facts = top.stand("VO=15v N1=15n")
    assert names(facts) == ["ErrorClosed", "GameEnds"]
    assert top.referee.state.phase is Phase.SETUP
    assert top.referee.state.turn.corrected is None


def test_a_game_accepted_by_doubling_is_over_before_the_offer() -> None:
    top = last_piece()
    top.lift()
    top.press(N, Key.CUBE)
    assert names(top.press(N, Key.YES)) == ["ErrorClosed", "GameEnds"]


def test_a_board_that_cannot_be_played_on_cannot_be_accepted(table: TableTop) -> None:
    work = TurnContext(table.referee.rules, table.referee.state, 0)
    assert not work.playable(Judgement(Verdict.ILLEGAL, (), "V1=1v"))
    assert work.playable(Judgement(Verdict.ILLEGAL, (), START))


OTHER_END = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N9=1v N11=1v"
HALF_WAY = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N9=1v N12=1v"


def test_until_the_throw_a_turn_may_be_put_right_in_another_way(table: TableTop) -> None:
    table.stand(RIGHT)
    turn = table.referee.state.turn.number
    assert table.stand(HALF_WAY) == ()
    assert table.stand(OTHER_END) == (
        ErrorClosed(V, "corrected", OTHER_END),
        TurnBegins(N, OTHER_END),
    )
    assert table.referee.state.turn.number == turn
    assert table.stand(RIGHT) == (ErrorClosed(V, "corrected", RIGHT), TurnBegins(N, RIGHT))
    assert table.throw(N, "64")[0] == Roll(N, (6, 4))
    assert table.referee.state.turn.corrected is None


def test_what_stands_together_with_a_throw_is_the_play(table: TableTop) -> None:
    table.stand(RIGHT)
    table.board = OTHER_END
    assert names(table.throw(N, "64")) == ["Roll", "VerdictGiven"]


def test_a_throw_on_the_way_there_is_void_and_the_board_is_right_in_the_end(
    table: TableTop,
) -> None:
    table.stand(RIGHT)
    table.stand(HALF_WAY)
    table.throw(N, "64")
    table.lift()
    assert names(table.stand(OTHER_END)) == ["Setup", "ErrorClosed", "TurnBegins"]


def test_once_the_cube_is_offered_it_is_too_late(table: TableTop) -> None:
    table.stand(RIGHT)
    table.press(N, Key.CUBE, Key.YES)
    table.press(V, Key.YES)
    assert table.stand(OTHER_END) == ()

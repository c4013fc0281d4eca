"""Errors after the lift: corrected, accepted by throwing or doubling, or not to be accepted."""

from companion.link.messages import Key
from companion.referee.facts import (
    DieWaits,
    ErrorOpen,
    GameEnds,
    RollVoid,
)
from companion.referee.state import Phase
from tests.referee.harness import N, TableTop, V, names

MISSING = "V1=2n V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"


def missing() -> TableTop:
    """Green lifted the dice with a piece in the air."""
    top = TableTop()
    top.begin("31")
    top.stand(MISSING)
    opened = top.lift()[1]
    assert isinstance(opened, ErrorOpen)
    assert not opened.acceptable
    return top


def test_nor_does_one_die_and_no_second_is_asked_for() -> None:
    top = missing()
    assert top.throw(N, "6-") == ()
    assert top.at(top.ms + 15_000) == (DieWaits(N, "error", 0),)
    assert top.throw(N, "64") == (RollVoid(N, "board", "error"),)


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

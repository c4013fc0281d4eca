"""Hurried hands: dice picked up, the next throw and its pieces, before the board has settled."""

import pytest

from companion.referee.facts import Fact, VerdictGiven
from companion.rules import Player, Verdict, parse_placement
from tests.flow.clumsy import DieDown, DieUp, Pause
from tests.flow.sitting import Sitting, pieces
from tests.flow.stage import Stage

V, N = Player.V, Player.N
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
MADE_FIVE = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
HALF = "V1=2n V5=1v V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
ANSWER = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N3=1n N5=3n N7=4n N9=1n N12=2v"
SETTLED = Pause(700)
NEVER_STILL = Pause(120)


def greens_turn() -> Sitting:
    """Green has thrown 3 and 1."""
    stage = Stage("en")
    stage.go_on_from(START)
    stage.throw(V, "31")
    return stage.sitting


def rush(sitting: Sitting, *boards: str) -> list[Fact]:
    """Lift all dice, black throws 6 and 4, boards follow; nothing ever stands still on the way."""
    sitting.take()
    for act in (DieUp(V, 0), DieUp(V, 1), DieDown(N, 0, "6", 40), DieDown(N, 1, "4", 40)):
        sitting.perform(act, NEVER_STILL)
    for board in boards:
        for step in pieces(sitting.board, parse_placement(board)):
            sitting.perform(step, NEVER_STILL)
    sitting.perform(SETTLED)
    return [told.fact for told in sitting.take()]


def names(facts: list[Fact]) -> list[str]:
    return [type(fact).__name__ for fact in facts]


EXPECTED = ["TurnEnds", "TurnBegins", "Roll", "VerdictGiven"]


def test_a_turn_that_was_judged_legal_ends_legally() -> None:
    sitting = greens_turn()
    sitting.perform(*pieces(sitting.board, parse_placement(MADE_FIVE)), SETTLED)
    facts = rush(sitting, ANSWER)
    assert names(facts) == EXPECTED, facts
    assert isinstance(facts[-1], VerdictGiven)
    assert (facts[-1].player, facts[-1].verdict) == (N, Verdict.ILLEGAL)


@pytest.mark.parametrize("settled", [START, HALF])
def test_an_unseen_end_is_found_among_the_legal_ends(settled: str) -> None:
    sitting = greens_turn()
    if settled != START:
        sitting.perform(*pieces(sitting.board, parse_placement(settled)), SETTLED)
    for step in pieces(sitting.board, parse_placement(MADE_FIVE)):
        sitting.perform(step, NEVER_STILL)
    facts = rush(sitting, "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=4n N11=1n N12=2v")
    assert names(facts)[:3] == EXPECTED[:3]


def test_an_illegal_turn_stays_illegal_with_quick_hands() -> None:
    sitting = greens_turn()
    wrong = MADE_FIVE.replace("V6=4v", "V6=3v V4=1v")
    sitting.perform(*pieces(sitting.board, parse_placement(wrong)), SETTLED)
    facts = rush(sitting)
    assert names(facts)[:2] == ["TurnEnds", "ErrorOpen"]

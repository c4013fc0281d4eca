"""A turn ends, and the next throw is made, within one observation of the board."""

import pytest

from companion.referee.facts import RollVoid, TurnEnds
from companion.referee.requests import Output
from companion.rules import Verdict
from tests.referee.harness import STARTS, N, TableTop, V, names

START = STARTS["backgammon"]
MADE_FIVE = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
BLACK_TOO = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=4n N11=1n N12=2v"
BLACK_WRONG = "V1=1n V2=1n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=4n N9=1n N12=2v"


def rushed(seen: str, board: str, faces: str = "64") -> tuple[Output, ...]:
    """Green has 3 and 1 and was seen so; then his dice are up, black's lie, the board is so."""
    top = TableTop()
    top.begin("31")
    top.stand(seen)
    top.seats = {V: "--", N: faces}
    top.throws[N] += 1
    top.board = board
    return top.look(frozenset({N}))


@pytest.mark.parametrize(
    ("seen", "board"),
    [(MADE_FIVE, BLACK_TOO), (MADE_FIVE, MADE_FIVE), (START, BLACK_TOO), (START, MADE_FIVE)],
)
def test_the_turn_ends_as_it_was_and_the_throw_counts(seen: str, board: str) -> None:
    facts = rushed(seen, board)
    assert names(facts)[:3] == ["TurnEnds", "TurnBegins", "Roll"]
    assert isinstance(facts[0], TurnEnds)
    assert (facts[0].verdict, facts[0].position) == (Verdict.LEGAL, MADE_FIVE)
    assert len(facts) == 3 + (board != MADE_FIVE)


def test_a_throw_that_is_cocked_tells_nothing_of_the_turn_before() -> None:
    assert names(rushed(START, BLACK_TOO, "6c"))[:2] == ["TurnEnds", "ErrorOpen"]


def test_where_no_legal_turn_leads_to_that_board_it_is_an_error() -> None:
    assert names(rushed(START, BLACK_WRONG))[:2] == ["TurnEnds", "ErrorOpen"]
    wrong = MADE_FIVE.replace("V6=4v", "V6=3v V4=1v")
    facts = rushed(START, wrong)
    assert names(facts)[:2] == ["TurnEnds", "ErrorOpen"]
    assert not any(isinstance(fact, RollVoid) and fact.reason == "early" for fact in facts)

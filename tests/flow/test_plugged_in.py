"""A board that lost its power, or a different board, is plugged in during a turn."""

import pytest

from companion.link.messages import Key
from companion.referee.facts import Fact, TurnBegins, TurnEnds, VerdictGiven
from companion.referee.state import Phase
from companion.referee.talk_facts import KeyAnswer
from companion.rules import Player, Verdict
from tests.flow.clumsy import DieDown, DieUp
from tests.flow.stage import SETTLED, Stage, pieces

V, N = Player.V, Player.N
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
BEFORE = "V1=2n V4=2v V5=2v V6=3v V8=1v V12=5n N1=5v N5=3n N7=5n N12=2v"
PLAYED = "V1=2n V2=1v V4=2v V5=2v V6=2v V8=1v V12=5n N1=5v N5=3n N7=5n N12=2v"
WRONG = "V1=2n V3=1v V4=2v V5=2v V6=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
DICE_UP = (DieUp(V, 0), DieUp(V, 1))
DICE_BACK = (DieDown(V, 0, "3", 100), DieDown(V, 1, "1", 100), SETTLED)


@pytest.fixture
def stage() -> Stage:
    """Green has thrown 3 and 1, and has not moved yet."""
    stage = Stage("en")
    stage.go_on_from(BEFORE)
    stage.throw(V, "31")
    stage.sitting.take()
    return stage


def facts(stage: Stage) -> list[Fact]:
    return [told.fact for told in stage.sitting.take()]


def plug_in(stage: Stage, board: str) -> list[Fact]:
    """A board is there again, without dice, its pieces standing so."""
    stage.lines.clear()
    stage.without_power(*pieces(stage.sitting, board), *DICE_UP, text="A board is there.")
    return facts(stage)


@pytest.mark.parametrize("board", [START, BEFORE, WRONG, ""])
def test_empty_trays_of_a_board_just_plugged_in_end_no_turn(stage: Stage, board: str) -> None:
    assert not [fact for fact in plug_in(stage, board) if isinstance(fact, TurnEnds)]
    assert stage.sitting.evening.table.referee.state.phase is Phase.MOVING
    assert any(line.endswith("When you have played, press yes.") for line in stage.lines)


@pytest.mark.parametrize("by_key", [True, False])
def test_the_turn_goes_on_and_ends_by_yes_or_with_dice_laid_back(
    stage: Stage, *, by_key: bool
) -> None:
    plug_in(stage, START)
    stage.stand(PLAYED, "The pieces stand as they were, and green plays.")
    assert facts(stage)[-1] == VerdictGiven(
        V, (3, 1), Verdict.LEGAL, (), PLAYED, BEFORE, ends_by="yes"
    )
    if by_key:
        stage.press(V, Key.YES)
    else:
        stage.sitting.perform(*DICE_BACK)
        assert facts(stage) == []
        stage.lift(V)
    ended, begins = facts(stage)
    assert ended == TurnEnds(V, (3, 1), Verdict.LEGAL, (), PLAYED, BEFORE)
    assert begins == TurnBegins(N, PLAYED)


def test_a_legal_turn_ended_without_power_has_ended(stage: Stage) -> None:
    ended = [fact for fact in plug_in(stage, PLAYED) if isinstance(fact, TurnEnds)]
    assert ended == [TurnEnds(V, (3, 1), Verdict.LEGAL, (), PLAYED, BEFORE)]


def test_dice_that_lie_there_still_end_the_turn_when_they_are_lifted(stage: Stage) -> None:
    stage.without_power(text="The cable is out.")
    stage.stand(WRONG, "Green plays 5 points.")
    facts(stage)
    stage.lift(V)
    assert [type(fact).__name__ for fact in facts(stage)] == ["TurnEnds", "ErrorOpen"]


def test_one_die_left_when_the_power_comes_back_ends_no_turn_when_it_is_lifted(
    stage: Stage,
) -> None:
    stage.without_power(DieUp(V, 0), text="The cable is out, one die is up.")
    facts(stage)
    stage.lift(V)
    assert facts(stage) == [KeyAnswer(V, "by-hand")]

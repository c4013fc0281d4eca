"""A board that lost its power, or a different board, is plugged in during a turn."""

from collections.abc import Callable

import pytest

from companion.link.messages import Key
from companion.referee.choosing import Chooser
from companion.referee.facts import Fact, TurnBegins, TurnEnds, VerdictGiven
from companion.referee.state import Phase
from companion.referee.talk_facts import Choice, KeyAnswer
from companion.rules import Player, Verdict
from companion.settings import OpponentSettings
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


def opening(stage: Stage) -> None:
    stage.put(START)
    stage.sitting.wait(2000)


def one_opening_die(stage: Stage) -> None:
    opening(stage)
    stage.throw(V, "3")


def play(stage: Stage) -> None:
    stage.go_on_from(BEFORE)
    stage.throw(V, "31")


def legal_play(stage: Stage) -> None:
    play(stage)
    stage.put(PLAYED)


def open_error(stage: Stage) -> None:
    play(stage)
    stage.put(WRONG)
    stage.pick_up(V)


def demanded_correction(stage: Stage) -> None:
    open_error(stage)
    stage.press(N, Key.NO)


def offered_cube(stage: Stage) -> None:
    stage.go_on_from(BEFORE)
    stage.press(V, Key.CUBE, Key.YES)


def paused(stage: Stage) -> None:
    play(stage)
    stage.rule("pause")


def asked_to_confirm(stage: Stage) -> None:
    stage.go_on_from(BEFORE)
    stage.press(V, Key.CUBE)


def asked_for_the_dice(stage: Stage) -> None:
    stage.go_on_from(BEFORE)
    stage.rule("out-of-order green dice")


def to_throw(stage: Stage) -> None:
    stage.go_on_from(BEFORE)


@pytest.mark.parametrize(
    ("begin", "said"),
    [
        (opening, ["New game of backgammon. Throw one die each."]),
        (one_opening_die, ["Green, 3. Black, your die."]),
        (play, ["Green, 3, 1."]),
        (legal_play, ["Green, 3, 1.", "Legal."]),
        (open_error, ["Green's error is still open. Black, throw to accept, or no to refuse."]),
        (demanded_correction, ["Green's error is still open. Green must correct, 3, 1."]),
        (offered_cube, ["Black, green still offers the cube at 2. Yes to take, no to drop."]),
        (paused, ["Paused. Yes to go on."]),
    ],
)
def test_after_the_board_was_away_the_expected_act_is_announced(
    begin: Callable[[Stage], None], said: list[str]
) -> None:
    stage = Stage("en")
    begin(stage)
    stage.without_power(text="The cable is out and in again.")
    stage.sitting.take()
    stage.forget()
    stage.sitting.wait(15_000)
    assert [each.text for each in stage.news] == said
    assert facts(stage) == []


@pytest.mark.parametrize(
    ("begin", "said"),
    [(asked_to_confirm, "Double to 2? Yes to confirm."), (asked_for_the_dice, "First die, 1?")],
)
def test_a_question_to_the_mover_is_asked_again(begin: Callable[[Stage], None], said: str) -> None:
    stage = Stage("en")
    begin(stage)
    stage.lines.clear()
    stage.without_power(text="The cable is out and in again.")
    stage.wait(1000, "Nothing happens.")
    assert stage.lines[-1].endswith(said)


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        ((), "Green, your turn."),
        ((DieDown(N, 0, "5", 100), DieDown(N, 1, "2", 100)), "Green, your turn."),
        ((DieDown(N, 0, "c", 100),), "Green, your turn."),
        ((DieDown(V, 0, "c", 100),), "Throw both dice, green. Those on the board don't count."),
    ],
)
def test_the_thrower_is_called_with_any_dice_in_the_trays(
    dice: tuple[DieDown, ...], said: str
) -> None:
    stage = Stage("en")
    to_throw(stage)
    stage.without_power(*dice, text="The cable is out and in again.")
    stage.wait(1000, "Nothing happens.")
    assert [line for line in stage.lines if line.endswith(said)]


def test_a_die_in_a_tray_out_of_order_delays_no_call() -> None:
    stage = Stage("en")
    asked_for_the_dice(stage)
    stage.wait(15_000, "The question lapses.")
    stage.without_power(DieDown(V, 0, "c", 100), text="The cable is out and in again.")
    stage.wait(1000, "Nothing happens.")
    assert stage.lines[-1].endswith("Green, your turn.")


def test_an_opening_die_left_in_its_tray_is_named_at_once() -> None:
    stage = Stage("en", "jacquet")
    stage.put("V12=14n1N N12=14v1V")
    stage.sitting.wait(2000)
    stage.throw(V, "6")
    stage.throw(N, "3")
    stage.lift(N)
    stage.without_power(text="The cable is out and in again.")
    stage.wait(1000, "Nothing happens.")
    assert stage.lines[-1].endswith("Green, pick up your die too.")


HALF = BEFORE.replace("V6=3v", "V3=1v V6=2v")


def test_a_play_begun_while_the_board_was_away_is_announced_by_its_dice() -> None:
    stage = Stage("en")
    play(stage)
    stage.without_power(*pieces(stage.sitting, HALF), text="The cable is out and in again.")
    stage.wait(15_000, "Nothing happens.")
    assert [line for line in stage.lines if line.endswith("Green, 3, 1.")][1:] == [
        "all (result): Green, 3, 1."
    ]


def test_a_correction_begun_while_the_board_was_away_is_described() -> None:
    stage = Stage("en")
    open_error(stage)
    stage.without_power(*pieces(stage.sitting, BEFORE), text="The cable is out and in again.")
    stage.forget()
    stage.sitting.wait(3000)
    (said,) = stage.news
    assert said.text.startswith("Not yet correct.")


def test_while_a_game_is_chosen_the_offer_is_made_again() -> None:
    stage = Stage("en")
    stage.rule("pause")
    stage.sitting.evening.table.chooser = Chooser(None, Choice("dutch"))
    stage.sitting.wait(2000)
    offered = stage.news[-1].text
    stage.without_power(text="The cable is out and in again.")
    assert stage.lines[-1].endswith(offered)


def test_the_companions_own_throw_is_asked_for_again() -> None:
    stage = Stage("en", against=OpponentSettings("N", dice="table"), mode="practice")
    stage.go_on_from(START, player=N)
    stage.without_power(text="The cable is out and in again.")
    stage.wait(3000, "Nothing happens.")
    assert stage.lines[-1].endswith("My turn. Throw both dice for me, on black's side.")


def test_a_set_up_is_described_when_the_board_comes_back() -> None:
    stage = Stage("en")
    stage.put("V6=5v")
    stage.without_power(text="The cable is out and in again.")
    assert stage.lines[-1].endswith("places wrong. Put 3 green pieces on 8.")

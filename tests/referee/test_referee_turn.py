"""The turn, from the throw to the lift of the dice: when it is judged, and which throws count."""

import pytest

from companion.link.messages import Key
from companion.referee.facts import (
    DieBack,
    DieDisturbed,
    Roll,
    RollVoid,
    TurnBegins,
    VerdictGiven,
)
from companion.referee.state import Phase
from companion.referee.talk_facts import KeyAnswer
from companion.rules import Match, Verdict
from tests.referee.harness import N, TableTop, V, names

MADE_FIVE = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"


@pytest.fixture
def table() -> TableTop:
    """Backgammon, green begins with 3 and 1."""
    top = TableTop()
    top.begin("31")
    return top


def test_a_die_thrown_beside_another_that_was_left_lying_is_no_throw() -> None:
    # With `end-on-any-die` the other die of one's last turn may lie there still.
    top = TableTop(options=("end-on-any-die",))
    top.begin("31")
    top.set(phase=Phase.TO_THROW, number=3, dice=None, trays="", down=())
    assert top.throw_beside(V, "53") == (RollVoid(V, "one-die", "old"),)


def test_turned_round_a_die_beside_an_old_one_is_the_other_sides() -> None:
    top = TableTop("jacquet")
    top.set(layout=("turned",))
    top.stand("N12=14n1N V12=14v1V")
    top.throw(N, "5-")
    top.throw(V, "2-")
    assert top.throw_beside(N, "53") == (RollVoid(V, "one-die", "old-opening"),)


def test_nothing_to_play_is_said_at_once_and_the_lift_still_ends_the_turn() -> None:
    closed = "V1=2n V2=2n V3=2n V4=2n V5=2n V6=2n VB=1v N1=14v N7=3n"
    top = TableTop()
    top.begin("31")
    top.set(phase=Phase.TO_THROW, position=closed, player=V, dice=None, trays="", right=True)
    top.stand(closed)
    # Green enters on black's home points N7 to N12 only: shut them.
    shut = "V12=3n N1=14v N7=2n N8=2n N9=2n N10=2n N11=2n N12=2n VB=1v"
    top.set(position=shut, right=True)
    top.stand(shut)
    roll, verdict = top.throw(V, "63")
    assert roll == Roll(V, (6, 3))
    assert isinstance(verdict, VerdictGiven)
    assert (verdict.verdict, verdict.nothing_to_play) == (Verdict.LEGAL, True)
    assert top.look() == ()
    assert names(top.lift()) == ["TurnEnds", "TurnBegins"]


RACE = "V1=5v V2=5v V3=5v N10=5n N11=5n N12=5n"


def race() -> TableTop:
    """Both bear off; green is to throw."""
    top = TableTop()
    top.begin("31")
    top.set(phase=Phase.TO_THROW, position=RACE, player=V, dice=None, trays="", right=True)
    top.lift()
    top.stand(RACE)
    return top


def test_an_early_throw_is_kept_where_contact_is_over() -> None:
    top = race()
    top.throw(V, "21")
    assert top.throw(N, "33") == (KeyAnswer(N, "kept"),)
    after = "V1=4v V2=4v V3=5v VO=2v N10=5n N11=5n N12=5n"
    top.stand(after)
    ended = top.seat(V, "--")
    assert names(ended) == ["TurnEnds", "TurnBegins", "Roll"]
    assert ended[2] == Roll(N, (3, 3))


def test_a_kept_throw_is_void_after_all_when_the_turn_ended_wrong() -> None:
    top = race()
    top.throw(V, "21")
    top.throw(N, "33")
    top.stand("V1=3v V2=5v V3=5v VO=2v N10=5n N11=5n N12=5n")
    ended = top.seat(V, "--")
    assert names(ended) == ["TurnEnds", "ErrorOpen", "RollVoid"]
    assert ended[2] == RollVoid(N, "early", "kept")


def test_in_jacquet_an_early_throw_is_void_where_there_is_a_choice() -> None:
    position = "N12=13v N11=1v V1=1v V12=14n N1=1n"
    top = TableTop("jacquet")
    top.begin("52")
    top.set(phase=Phase.TO_THROW, position=position, player=V, dice=None, trays="")
    top.lift()
    top.stand(position)
    top.throw(V, "63")
    assert top.throw(N, "41") == (RollVoid(N, "early"),)


def test_dice_seen_lifted_before_they_were_seen_lying_end_no_turn(table: TableTop) -> None:
    table.referee.restarted()
    assert table.lift() == (KeyAnswer(V, "by-hand"),)
    assert table.referee.state.phase is Phase.MOVING


def test_dice_that_nobody_saw_lifted_end_a_turn_that_was_played_out(table: TableTop) -> None:
    table.referee.restarted()
    table.board = MADE_FIVE
    assert names(table.lift()) == ["TurnEnds", "TurnBegins"]


AFTER_RACE = "V1=4v V2=4v V3=5v VO=2v N10=5n N11=5n N12=5n"


def test_a_kept_throw_that_was_picked_up_again_is_gone() -> None:
    top = race()
    top.throw(V, "21")
    top.throw(N, "33")
    top.seat(N, "--")
    top.stand(AFTER_RACE)
    assert names(top.seat(V, "--")) == ["TurnEnds", "TurnBegins"]
    assert top.throw(N, "51") == (Roll(N, (5, 1)),)


def test_a_kept_throw_cannot_be_repeated_until_it_pleases() -> None:
    top = race()
    top.throw(V, "21")
    top.throw(N, "21")
    assert top.throw(N, "66") == (RollVoid(N, "early"),)
    top.stand(AFTER_RACE)
    assert names(top.seat(V, "--")) == ["TurnEnds", "TurnBegins"]


def test_a_further_throw_voids_the_opponents_kept_one() -> None:
    before = "V5=5v V6=10v N10=5n N11=5n N12=5n"
    top = TableTop("acey-deucey")
    top.begin("21")
    top.set(phase=Phase.TO_THROW, position=before, player=V, number=9, dice=None, trays="")
    top.lift()
    top.stand(before)
    top.throw(V, "21")
    top.throw(N, "33")
    # 5/4, 6/4, then the double one: four times 6/5.
    top.stand("V4=2v V5=8v V6=5v N10=5n N11=5n N12=5n")
    ended = top.seat(V, "--")
    assert names(ended) == ["TurnEnds", "TurnBegins", "RollVoid"]
    assert ended[1] == TurnBegins(V, "V4=2v V5=8v V6=5v N10=5n N11=5n N12=5n")


def test_pieces_put_back_where_nothing_can_be_played_are_told_so() -> None:
    closed = "V1=2v V2=2v V3=2v V4=2v V5=2v V6=2v N12=3v NB=1n N7=14n"
    top = TableTop()
    top.begin("31")
    top.set(phase=Phase.TO_THROW, position=closed, player=N, dice=None, trays="")
    top.lift()
    top.stand(closed)
    assert names(top.throw(N, "64")) == ["Roll", "VerdictGiven"]
    top.stand(closed.replace("N7=14n", "N7=13n V11=1n"))
    (back,) = top.stand(closed)
    assert isinstance(back, VerdictGiven)
    assert (back.verdict, back.nothing_to_play) == (Verdict.LEGAL, True)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"phase": Phase.MOVING}, "cube-not-your-turn"),
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

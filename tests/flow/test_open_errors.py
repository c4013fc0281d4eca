"""An open error, from bytes to words: the request, what counts as a correction, and its end."""

from pathlib import Path

import pytest

from companion.exchange.transcript import Report, Transcript
from companion.records import statistics
from companion.records.facts_sheet import read_sheet
from companion.records.read import MatchRow, Observation
from companion.records.sheet import Turn
from companion.referee.facts import ErrorClosed, Fact, Roll, TurnBegins
from companion.rules import Player
from tests.flow.stage import Stage
from tests.tables import table

V, N = Player.V, Player.N
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
MISSING = "V1=2n V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"


def greens_turn(faces: str, position: str = START, game: str = "backgammon") -> Stage:
    """Green is to play in the middle of a game."""
    stage = Stage("en", game)
    stage.go_on_from(position)
    stage.throw(V, faces)
    stage.lines.clear()
    return stage


@pytest.mark.parametrize("thrower", [V, N])
def test_who_throws_while_it_must_be_put_right_hears_the_same(thrower: Player) -> None:
    stage = greens_turn("63")
    stage.stand(MISSING, "Green lifts a piece.")
    stage.lift(V)
    assert stage.lines[-1].endswith("Green must correct, 6, 3.")
    void = "all (alert): Void throw. Green must correct first."
    stage.throw(thrower, "64")
    assert stage.lines[-1] == void
    stage.lift(thrower)
    stage.throw(thrower, "6")
    stage.wait(12_000, "The second die does not come.")
    assert stage.lines.count(void) == 2


ACCEPTED = "all (result): Accepted. "


def told_once(stage: Stage, told: str) -> bool:
    """As what may be accepted; where the fault has told of it, when it is accepted."""
    at_the_error = f"all (alert): Error by green. {told} Black, throw to accept, or no to refuse."
    found = [line for line in stage.lines if line in (at_the_error, ACCEPTED + told)]
    return len(found) == 1 and any(line.startswith(ACCEPTED[:-1]) for line in stage.lines)


@pytest.mark.parametrize(
    ("board", "told"),
    table("flow/accepted-turns"),
)
def test_the_wrong_turn_that_stands_is_told(board: str, told: str) -> None:
    stage = greens_turn("63")
    stage.stand(board, "Green plays.")
    stage.lift(V)
    stage.throw(N, "64")
    assert told_once(stage, told)


def test_it_stands_in_the_transcript_too() -> None:
    stage = greens_turn("63")
    stage.stand("V1=2n V6=4v V8=4v V12=5n N1=5v N5=3n N7=5n N12=2v", "Green plays.")
    stage.lift(V)
    stage.throw(N, "64")
    lines = Transcript("backgammon", "en")
    written = [line for told in stage.sitting.told for line in lines.take(told.fact)]
    assert written[-1].endswith("Accepted. 6 to 8.")


@pytest.mark.parametrize(
    ("board", "told"),
    table("flow/moved-opposing-pieces"),
)
def test_an_opposing_piece_that_was_moved_is_told_with_both_places(board: str, told: str) -> None:
    stage = greens_turn("31")
    stage.stand(board, "Green plays and moves a black piece.")
    assert stage.lines[-1] == f"all (alert): {told}"


def test_the_double_that_an_ace_deuce_brings_is_named_where_it_is_missing() -> None:
    stage = Stage("en", "acey-deucey")
    stage.go_on_from("VH=15v NH=15n")
    stage.throw(V, "21")
    stage.stand("N12=1v N11=1v", "Green enters two pieces.")
    stage.lift(V)
    assert "Error by green. Unfinished, a double of your choice still to play." in (stage.lines[-1])


def test_so_is_one_from_the_bar() -> None:
    stage = greens_turn("31", "V1=1n NB=1n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v")
    stage.stand("V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v", "Green plays.")
    assert stage.lines[-1] == "all (alert): Black piece moved to green's 1. Put it back."


@pytest.mark.parametrize(
    ("board", "whose"),
    [("V12=14n1N N12=14v", "green"), ("V12=14n N12=14v N6=1V", "black")],
)
def test_a_missing_postillon_is_called_so_during_a_turn(board: str, whose: str) -> None:
    stage = greens_turn("42", "V12=14n1N N12=14v1V", "jacquet")
    stage.stand(board, "A star is lifted.")
    stage.lift(V)
    assert any(f"{whose.capitalize()} postillon missing." in line for line in stage.lines)


def test_a_pawn_that_is_missing_is_no_postillon() -> None:
    stage = greens_turn("42", "V12=14n1N N12=14v1V", "jacquet")
    stage.stand("V12=14n1N N12=13v1V", "A pawn is lifted.")
    stage.lift(V)
    assert any("One green piece missing." in line for line in stage.lines)


def test_a_piece_that_was_off_and_stands_again_is_told() -> None:
    stage = greens_turn("63", "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n VO=2v")
    stage.stand("V1=2n V6=5v V8=3v V12=5n V5=1v N1=5v N5=3n N7=5n VO=1v", "Green puts one back.")
    stage.lift(V)
    stage.throw(N, "64")
    assert told_once(stage, "One piece back on 5.")


DOUBLING = "N12=4v N11=4v V1=13n VH=7v NH=2n"
ONE_TWO = "N12=5v N11=5v V1=13n"
HALF = "N12=3v N11=5v N6=2v V1=13n"
PART = "N12=2v N11=5v N6=3v V1=13n"
WHOLE = "N12=1v N11=5v N6=4v V1=13n"


def rebuilding() -> Stage:
    """Acey-Deucey: green lifted 2 and 1 after the throw alone was played, and plays double 6."""
    stage = greens_turn("21", DOUBLING, "acey-deucey")
    stage.stand("N12=5v N11=4v V1=13n", "Green enters one piece.")
    stage.lift(V)
    stage.stand(ONE_TWO, "Green enters the other.")
    stage.stand(HALF, "Two pieces of the double.")
    stage.lines.clear()
    return stage


def new(stage: Stage) -> list[Fact]:
    """The facts since it was asked for last."""
    return [told.fact for told in stage.sitting.take()]


AGAIN = "all (result): Green, another throw."


def test_a_turn_that_is_rebuilt_piece_by_piece_may_go_on_past_a_legal_end() -> None:
    stage = rebuilding()
    new(stage)
    stage.stand(PART, "A third piece.")
    assert stage.lines[-1] == "(silence)"
    stage.stand(WHOLE, "The fourth.")
    told = "Enters on 23. From hand to 18. 3 pieces from 24 to 18."
    assert stage.lines[-2:] == [f"all (result): Corrected. {told}", AGAIN]
    closed, begins = new(stage)
    where = "V1=13n N6=4v N11=5v N12=1v VH=5v NH=2n"
    assert (closed, begins) == (ErrorClosed(V, "corrected", where), TurnBegins(V, where))
    stage.throw(V, "65")
    assert new(stage) == [Roll(V, (6, 5))]


def test_a_throw_on_the_way_is_void_until_the_board_is_right() -> None:
    stage = rebuilding()
    new(stage)
    stage.stand(PART, "A third piece.")
    stage.throw(V, "65")
    stage.lift(V)
    stage.stand(WHOLE, "The fourth.")
    names = [type(fact).__name__ for fact in new(stage)]
    assert names == ["RollVoid", "Setup", "Setup", "ErrorClosed", "TurnBegins"]


def test_after_the_next_throw_it_is_too_late() -> None:
    stage = rebuilding()
    stage.throw(V, "65")
    new(stage)
    stage.stand(WHOLE, "Two more pieces.")
    names = [type(fact).__name__ for fact in new(stage)]
    assert names == ["VerdictGiven"]


def test_what_is_put_right_twice_is_one_error_in_every_record() -> None:
    stage = rebuilding()
    stage.stand(WHOLE, "The other two.")
    facts = tuple(new(stage))
    settings: dict[str, object] = {"game": "acey-deucey"}
    (turn,) = (e for e in read_sheet(settings, facts).games[0].entries if isinstance(e, Turn))
    assert (turn.fate, turn.end) == ("corrected", "V1=13n N6=4v N11=5v N12=1v VH=5v NH=2n")
    seen = (Observation(0.0, facts),)
    green, _ = statistics.rows(
        MatchRow(1, Path(), "", None, completed=False, settings=settings), seen
    )
    assert (green["errors"], green["corrected"]) == (1, 1)
    report = Report("acey-deucey", "en")
    assert [report.take(fact, 0.0) for fact in facts].count(True) == 3
    assert report.counts == ("One error corrected.",)

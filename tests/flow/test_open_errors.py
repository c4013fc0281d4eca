"""An open error, from bytes to words: the request, what counts as a correction, and its end."""

from pathlib import Path

from companion.exchange.transcript import MatchRecord
from companion.records import statistics
from companion.records.facts_sheet import read_sheet
from companion.records.read import MatchRow, RecordedObservation
from companion.records.sheet import SheetTurn
from companion.referee.facts import ErrorClosed, Fact, Roll, TurnBegins
from companion.rules import Player
from tests.flow.stage import Stage

V, N = Player.V, Player.N
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"


def greens_turn(faces: str, position: str = START, game: str = "backgammon") -> Stage:
    """Green is to play in the middle of a game."""
    stage = Stage("en", game)
    stage.go_on_from(position)
    stage.throw(V, faces)
    stage.lines.clear()
    return stage


def test_the_error_is_in_the_transcript_too() -> None:
    stage = greens_turn("63")
    stage.stand("V1=2n V6=4v V8=4v V12=5n N1=5v N5=3n N7=5n N12=2v", "Green plays.")
    stage.lift(V)
    stage.throw(N, "64")
    record = MatchRecord("backgammon", "en")
    written = [line for told in stage.sitting.told for line in record.take(told.fact, 0.0)]
    assert written[-1].endswith("Accepted. 6 to 8.")


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


def test_a_correction_may_continue_past_a_legal_end() -> None:
    stage = rebuilding()
    new(stage)
    stage.stand(PART, "A third piece.")
    assert stage.lines[-1] == "(silence)"
    stage.stand(WHOLE, "The fourth.")
    told = "Entering on 23. From hand to 18. Then 3 pieces from 24 to 18."
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


def test_after_the_next_throw_nothing_can_be_corrected() -> None:
    stage = rebuilding()
    stage.throw(V, "65")
    new(stage)
    stage.stand(WHOLE, "Two more pieces.")
    names = [type(fact).__name__ for fact in new(stage)]
    assert names == ["VerdictGiven"]


def test_an_error_corrected_twice_counts_once_in_every_record() -> None:
    stage = rebuilding()
    stage.stand(WHOLE, "The other two.")
    facts = tuple(new(stage))
    settings: dict[str, object] = {"game": "acey-deucey"}
    (turn,) = (e for e in read_sheet(settings, facts).games[0].entries if isinstance(e, SheetTurn))
    assert (turn.fate, turn.end) == ("corrected", "V1=13n N6=4v N11=5v N12=1v VH=5v NH=2n")
    seen = (RecordedObservation(0.0, facts),)
    green, _ = statistics.rows(
        MatchRow(1, Path(), "", None, completed=False, settings=settings), seen
    )
    assert (green["errors"], green["corrected"]) == (1, 1)
    record = MatchRecord("acey-deucey", "en")
    for fact in facts:
        record.take(fact, 0.0)
    assert len(record.entries) == 3
    assert record.counts == ("One error corrected.",)

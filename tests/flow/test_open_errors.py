"""An open error in the records: it counts once, however often it is corrected."""

from pathlib import Path

from companion.exchange.transcript import MatchRecord
from companion.records import statistics
from companion.records.facts_sheet import read_sheet
from companion.records.read import MatchRow, RecordedObservation
from companion.records.sheet import SheetTurn
from companion.rules import Player
from tests.flow.stage import Stage

V, N = Player.V, Player.N


def test_the_error_is_in_the_transcript_too() -> None:
    stage = Stage("en")
    stage.go_on_from("V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v")
    stage.throw(V, "63")
    stage.stand("V1=2n V6=4v V8=4v V12=5n N1=5v N5=3n N7=5n N12=2v", "Green plays.")
    stage.lift(V)
    stage.throw(N, "64")
    record = MatchRecord("backgammon", "en")
    written = [line for told in stage.sitting.told for line in record.take(told.fact, 0.0)]
    assert written[-1].endswith("Accepted. 6 to 8.")


def test_an_error_corrected_twice_counts_once_in_every_record() -> None:
    """In Acey-Deucey after the throw alone was played, and the double 6 while the error is open."""
    stage = Stage("en", "acey-deucey")
    stage.go_on_from("N12=4v N11=4v V1=13n VH=7v NH=2n")
    stage.throw(V, "21")
    stage.put("N12=5v N11=4v V1=13n")
    stage.lift(V)
    for board in ("N12=5v N11=5v", "N12=3v N11=5v N6=2v", "N12=1v N11=5v N6=4v"):
        stage.put(f"{board} V1=13n")
    facts = tuple(told.fact for told in stage.sitting.take())
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

"""An error of the program itself is announced, nothing is lost, and the evening continues."""

import pytest

from companion.referee import referee
from companion.referee.facts import VerdictGiven
from companion.rules import Player, Verdict, parse_placement
from companion.settings import Settings
from companion.speech.catalogue import Sentence
from companion.speech.utterance import Priority
from tests.flow.clumsy import DieDown, Pause
from tests.flow.sitting import Sitting, pieces
from tests.flow.test_hurry import START

V, N = Player.V, Player.N
FIRST = "V1=2n V3=1v V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
LEGAL = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"


def test_an_internal_error_is_announced_and_the_next_board_is_judged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sitting = Sitting(Settings("memory", lang="en"))
    complaints: list[Sentence] = []
    sitting.evening.table.record.complain = complaints.append
    sitting.perform(*pieces(sitting.board, parse_placement(START)), Pause(700))
    sitting.perform(DieDown(V, 0, "3", 100), Pause(700), DieDown(N, 0, "1", 100), Pause(700))
    sitting.wait(700)
    sitting.take()
    sitting.ear.said.clear()

    def fails(*_: object) -> None:
        raise ZeroDivisionError("division by zero")

    with monkeypatch.context() as patch:
        patch.setattr(referee, "read_board", fails)
        sitting.perform(*pieces(sitting.board, parse_placement(FIRST)), Pause(700))
        sitting.wait(700)
    assert sitting.evening.table.internal_errors >= 1
    assert str(complaints[0]).startswith(
        "The program made a mistake of its own (ZeroDivisionError: division by zero; fails:"
    )
    assert str(complaints[0]).endswith("). The last input was ignored; the game goes on.")
    assert sitting.take() == []
    (first, *_) = sitting.ear.said
    assert first.text == "Program error. This position was not judged, the game goes on."
    assert first.priority is Priority.ALERT

    sitting.perform(*pieces(sitting.board, parse_placement(LEGAL)), Pause(700))
    sitting.wait(700)
    (told,) = (each.fact for each in sitting.take() if isinstance(each.fact, VerdictGiven))
    assert told.verdict is Verdict.LEGAL

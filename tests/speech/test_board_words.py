"""A board's faults in words: where, what, and what to do."""

import pytest

from companion.link.codec import parse
from companion.link.messages import BoardAnswer, BoardState
from companion.speech.board_words import fault_sentences, faults_of
from companion.speech.catalogue import Catalogue
from tests.tables import cases, table


def state(faults: str) -> BoardState:
    keys = "0.0.0.0.0.0.0/0.0.0.0.0.0.0"
    message = parse(f"S,1,2,,--/--:0.0,{keys},{faults}")
    assert isinstance(message, BoardState)
    return message


@pytest.mark.parametrize(
    ("test", "shown", "found"), cases("speech/faults-of-tests", BoardAnswer=BoardAnswer)
)
def test_faults_of_test_and_state_are_named_once(
    test: BoardAnswer, shown: str, found: list[tuple[str, str]]
) -> None:
    assert faults_of(test, state(shown)) == found
    assert faults_of(test, None) == (found if not test.ok else [])


@pytest.mark.parametrize(("fault", "english", "french"), table("speech/board-faults"))
def test_every_fault_has_words(fault: tuple[str, str], english: str, french: str) -> None:
    assert Catalogue("en").tell(*fault_sentences(*fault)) == english
    assert Catalogue("fr").tell(*fault_sentences(*fault)) == french

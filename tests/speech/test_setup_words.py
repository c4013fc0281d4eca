"""What is to be done with a wrong board, in words; points are told as everywhere."""

import pytest

from companion.board.repair import Repair
from companion.rules import Player
from companion.speech.setup_words import repair_sentences
from companion.speech.wording import Wording
from tests.tables import cases


@pytest.mark.parametrize(
    ("step", "mover", "fr", "en"), cases("speech/repair-numbers", Player=Player, Repair=Repair)
)
def test_own_numbers_are_the_movers_or_those_of_the_pieces_player(
    step: Repair, mover: Player | None, fr: str, en: str
) -> None:
    assert repair_sentences(Wording("fr", "backgammon"), step, mover) == (fr,)
    (told,) = repair_sentences(Wording("en", "backgammon"), step, mover)
    assert told.endswith(en)


def test_on_a_mirrored_board_the_names_are_the_boards() -> None:
    wording = Wording("en", "backgammon", "names", layout=("mirrored",))
    assert repair_sentences(wording, Repair("v", 1, "V8", "V5")) == (
        "Move one green piece from V 5 to V 8.",
    )
    assert wording.own_number("V8", Player.V) == 8

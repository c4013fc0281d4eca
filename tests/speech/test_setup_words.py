"""What is to be done with a wrong board, in words; points are told as everywhere."""

import pytest

from companion.referee.board_facts import Difference, Repair, Setup
from companion.rules import Player
from companion.speech.announcer import Announcer
from companion.speech.setup_words import repair_sentences
from companion.speech.wording import Wording

WRONG = Setup(
    ok=False,
    differences=(Difference("V8", "2v", "3v"), Difference("V5", "1v", "")),
    repairs=(Repair("v", 1, "V8", "V5"),),
)


def test_the_count_of_places_comes_first_and_brief_leaves_it_out() -> None:
    (normal,) = Announcer("jacquet", "en").announce(WRONG)
    assert normal.text == "2 places wrong. Move one green piece from V 8 to V 5."
    (brief,) = Announcer("jacquet", "en", "brief").announce(WRONG)
    assert brief.text == "Move one green piece from V 8 to V 5."


@pytest.mark.parametrize(
    ("step", "mover", "fr", "en"),
    [
        (Repair("v", 2, "V8", "V5"), None, "Déplacez 2 pions verts du 8, au 5.", "8 to 5."),
        (Repair("n", 1, "N5", "N8"), None, "Déplacez un pion noir du 8, au 5.", "8 to 5."),
        (
            Repair("n", 1, "V5", "NB"),
            None,
            "Déplacez un pion noir du 20 à la barre.",
            "20 to the bar.",
        ),
        (
            Repair("n", 1, "V5", "NB"),
            Player.V,
            "Déplacez un pion noir du 5 à la barre.",
            " 5 to the bar.",
        ),
        (Repair("n", 5, "", "N7"), None, "Posez 5 pions noirs au 6.", "Put 5 black pieces on 6."),
        (
            Repair("v", 1, "N12", ""),
            None,
            "Retirez un pion vert du 24.",
            "Remove one green piece from 24.",
        ),
        (Repair("unknown", 1, "N8", ""), None, "Pion inconnu au 5 de noir.", "piece on black's 5."),
    ],
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

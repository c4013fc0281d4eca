"""What is to be done with a wrong board, in words; points are told as everywhere."""

import pytest

from companion.referee.board_facts import Difference, Repair, Setup
from companion.rules import Player
from companion.speech.announcer import Announcer
from companion.speech.setup_words import repair_sentences
from companion.speech.wording import Wording


@pytest.mark.parametrize(
    ("step", "fr", "en"),
    [
        (
            Repair("v", 1, "V8", "V5"),
            "Déplacez un pion vert de V 8 à V 5.",
            "Move one green piece from V 8 to V 5.",
        ),
        (
            Repair("n", 2, "V8", "V5"),
            "Déplacez 2 pions noirs de V 8 à V 5.",
            "Move 2 black pieces from V 8 to V 5.",
        ),
        (
            Repair("v", 1, "VB", "V5"),
            "Déplacez un pion vert de la barre à V 5.",
            "Move one green piece from the bar to V 5.",
        ),
        (
            Repair("n", 3, "N7", "NB"),
            "Déplacez 3 pions noirs de N 7 à la barre.",
            "Move 3 black pieces from N 7 to the bar.",
        ),
        (
            Repair("n", 1, "NO", "N1"),
            "Déplacez un pion noir du bac à N 1.",
            "Move one black piece from the tray to N 1.",
        ),
        (
            Repair("v", 2, "V1", "VO"),
            "Déplacez 2 pions verts de V 1 au bac.",
            "Move 2 green pieces from V 1 to the tray.",
        ),
        (
            Repair("V", 1, "V12", "N12"),
            "Déplacez le postillon vert de V 12 à N 12.",
            "Move the green postillon from V 12 to N 12.",
        ),
        (
            Repair("v", 2, "", "N12"),
            "Posez 2 pions verts en N 12.",
            "Put 2 green pieces on N 12.",
        ),
        (
            Repair("n", 1, "V1", ""),
            "Retirez un pion noir de V 1.",
            "Remove one black piece from V 1.",
        ),
        (
            Repair("v", 1, "", "VB"),
            "Posez un pion vert sur la barre.",
            "Put one green piece on the bar.",
        ),
        (
            Repair("n", 1, "NO", ""),
            "Retirez un pion noir du bac.",
            "Remove one black piece from the tray.",
        ),
        (
            Repair("v", 1, "VB", "VO"),
            "Retirez un pion vert de la barre. Posez un pion vert dans le bac.",
            "Remove one green piece from the bar. Put one green piece in the tray.",
        ),
        (
            Repair("V", 1, "", "N12"),
            "Posez le postillon vert, une étoile, en N 12.",
            "Put the green postillon, a star, on N 12.",
        ),
        (
            Repair("N", 1, "V3", ""),
            "Retirez le postillon noir de V 3.",
            "Remove the black postillon from V 3.",
        ),
        (
            Repair("N", 1, "NO", "V12"),
            ("Retirez un pion noir du bac. Posez le postillon noir, une étoile, en V 12."),
            ("Remove one black piece from the tray. Put the black postillon, a star, on V 12."),
        ),
        (Repair("unknown", 1, "V5", ""), "Pion inconnu en V 5.", "Unknown piece on V 5."),
        (
            Repair("unknown", 2, "VB", ""),
            "2 pions inconnus sur la barre ou dans un bac.",
            "2 unknown pieces off the points.",
        ),
    ],
)
def test_a_step_in_words(step: Repair, fr: str, en: str) -> None:
    for lang, expected in (("fr", fr), ("en", en)):
        assert " ".join(repair_sentences(Wording(lang, "jacquet"), step)) == expected


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

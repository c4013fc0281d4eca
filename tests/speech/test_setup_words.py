"""What is to be done with a wrong board, in words; points have their names on the board."""

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
            "Portez un pion vert de V 8 à V 5.",
            "Carry one green piece from V 8 to V 5.",
        ),
        (
            Repair("n", 2, "V8", "V5"),
            "Portez 2 pions noirs de V 8 à V 5.",
            "Carry 2 black pieces from V 8 to V 5.",
        ),
        (
            Repair("v", 1, "VB", "V5"),
            "Portez un pion vert de la barre à V 5.",
            "Carry one green piece from the bar to V 5.",
        ),
        (
            Repair("n", 3, "N7", "NB"),
            "Portez 3 pions noirs de N 7 à la barre.",
            "Carry 3 black pieces from N 7 to the bar.",
        ),
        (
            Repair("n", 1, "NO", "N1"),
            "Portez un pion noir du bac à N 1.",
            "Carry one black piece from the tray to N 1.",
        ),
        (
            Repair("v", 2, "V1", "VO"),
            "Portez 2 pions verts de V 1 au bac.",
            "Carry 2 green pieces from V 1 to the tray.",
        ),
        (
            Repair("V", 1, "V12", "N12"),
            "Portez le postillon vert de V 12 à N 12.",
            "Carry the green postillon from V 12 to N 12.",
        ),
        (
            Repair("v", 2, "", "N12"),
            "Il manque 2 pions verts en N 12.",
            "2 green pieces are missing on N 12.",
        ),
        (
            Repair("n", 1, "V1", ""),
            "Un pion noir de trop en V 1.",
            "One black piece too many on V 1.",
        ),
        (
            Repair("v", 1, "", "VB"),
            "Il manque un pion vert sur la barre.",
            "One green piece is missing on the bar.",
        ),
        (
            Repair("n", 1, "NO", ""),
            "Un pion noir de trop dans le bac.",
            "One black piece too many in the tray.",
        ),
        (
            Repair("v", 1, "VB", "VO"),
            "Un pion vert de trop sur la barre. Il manque un pion vert dans le bac.",
            "One green piece too many on the bar. One green piece is missing in the tray.",
        ),
        (
            Repair("V", 1, "", "N12"),
            "Il manque le postillon vert, une étoile, en N 12.",
            "The green postillon, a star, is missing on N 12.",
        ),
        (
            Repair("N", 1, "V3", ""),
            "Le postillon noir n'a rien à faire en V 3.",
            "The black postillon does not belong on V 3.",
        ),
        (
            Repair("N", 1, "NO", "V12"),
            ("Un pion noir de trop dans le bac. Il manque le postillon noir, une étoile, en V 12."),
            (
                "One black piece too many in the tray. The black postillon, a star, "
                "is missing on V 12."
            ),
        ),
        (Repair("unknown", 1, "V5", ""), "Un pion inconnu en V 5.", "One unknown piece on V 5."),
        (
            Repair("unknown", 2, "VB", ""),
            "2 pions inconnus à côté des flèches.",
            "2 unknown pieces beside the points.",
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
    assert normal.text == "Not ready, 2 places differ. Carry one green piece from V 8 to V 5."
    (brief,) = Announcer("jacquet", "en", "brief").announce(WRONG)
    assert brief.text == "Carry one green piece from V 8 to V 5."


def test_on_a_mirrored_board_the_names_are_the_boards() -> None:
    wording = Wording("en", "backgammon", layout=("mirrored",))
    assert repair_sentences(wording, Repair("v", 1, "V8", "V5")) == (
        "Carry one green piece from V 5 to V 8.",
    )
    assert wording.own_number("V8", Player.V) == 8

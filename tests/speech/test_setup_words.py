"""Where the board differs, in words; points have their names on the board."""

import pytest

from companion.referee.facts import Difference
from companion.speech.setup_words import difference_sentences
from companion.speech.wording import Wording


@pytest.mark.parametrize(
    ("difference", "fr", "en"),
    [
        (
            Difference("N12", "2v", ""),
            "Il manque 2 pions verts en N 12.",
            "2 green pawns are missing on N 12.",
        ),
        (
            Difference("N12", "2v", "1v"),
            "Il manque un pion vert en N 12.",
            "One green pawn is missing on N 12.",
        ),
        (
            Difference("V1", "2n", "3n"),
            "Un pion noir de trop en V 1.",
            "One black pawn too many on V 1.",
        ),
        (
            Difference("V1", "2n", "5n"),
            "3 pions noirs de trop en V 1.",
            "3 black pawns too many on V 1.",
        ),
        (
            Difference("V1", "2n", "2v"),
            "2 pions verts de trop en V 1. Il manque 2 pions noirs en V 1.",
            "2 green pawns too many on V 1. 2 black pawns are missing on V 1.",
        ),
        (
            Difference("VB", "1v", ""),
            "Il manque un pion vert sur la barre.",
            "One green pawn is missing on the bar.",
        ),
        (
            Difference("NB", "", "2n"),
            "2 pions noirs de trop sur la barre.",
            "2 black pawns too many on the bar.",
        ),
        (
            Difference("VO", "3v", "1v"),
            "Il manque 2 pions verts parmi les sortis.",
            "2 green pawns are missing in the tray.",
        ),
        (
            Difference("NO", "", "1n"),
            "Un pion noir de trop parmi les sortis.",
            "One black pawn too many in the tray.",
        ),
        (
            Difference("N12", "14v1V", "14v"),
            "Il manque le postillon vert en N 12.",
            "The green postillon is missing on N 12.",
        ),
        (
            Difference("V12", "14n1N", "12n1N"),
            "Il manque 2 pions noirs en V 12.",
            "2 black pawns are missing on V 12.",
        ),
        (
            Difference("V3", "", "1N"),
            "Le postillon noir n'a rien à faire en V 3.",
            "The black postillon does not belong on V 3.",
        ),
        (
            Difference("N12", "14v1V", "15v"),
            "Il manque le postillon vert en N 12. Un pion vert de trop en N 12.",
            "The green postillon is missing on N 12. One green pawn too many on N 12.",
        ),
        (
            Difference("V5", "1v", "1?"),
            "Un pion inconnu en V 5. Il manque un pion vert en V 5.",
            "One unknown piece on V 5. One green pawn is missing on V 5.",
        ),
        (
            Difference("VB", "", "2?"),
            "2 pions inconnus à côté des flèches.",
            "2 unknown pieces beside the points.",
        ),
    ],
)
def test_a_difference_in_words(difference: Difference, fr: str, en: str) -> None:
    for lang, expected in (("fr", fr), ("en", en)):
        assert " ".join(difference_sentences(Wording(lang, "backgammon"), difference)) == expected

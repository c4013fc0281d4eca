"""The board in three lines, as short as can be, for a braille display."""

import pytest

from companion.rules.vocabulary import Player
from companion.speech.announcer import Announcer

V, N = Player.V, Player.N
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
LATE = "V1=1v VB=1v NB=2n VO=13v NO=1n N2=12n"
JACQUET = "V12=14n1N N12=13v V6=1V N3=1v"
IN_HAND = "VH=15v NH=14n V3=1n"


@pytest.mark.parametrize(
    ("reader", "lang", "game", "board", "dice", "lines"),
    [
        (
            V,
            "en",
            "backgammon",
            START,
            (3, 6),
            ("Green, 6:5, 8:3, 13:5, 24:2.", "Black, 1:2, 12:5, 17:3, 19:5.", "6 and 3."),
        ),
        (
            N,
            "fr",
            "backgammon",
            START,
            (4, 4),
            ("Noir, 6:5, 8:3, 13:5, 24:2.", "Vert, 1:2, 12:5, 17:3, 19:5.", "Double 4."),
        ),
        (
            None,
            "en",
            "backgammon",
            START,
            (),
            ("Green, V6:5, V8:3, N1:5, N12:2.", "Black, N7:5, N5:3, V12:5, V1:2.", "No dice."),
        ),
        (
            V,
            "fr",
            "backgammon",
            LATE,
            (),
            (
                "Vert, 1:1. Un sur la barre. 13 sortis.",
                "Noir, 14:12. 2 sur la barre. Un sorti.",
                "Dés pas encore lancés.",
            ),
        ),
        (
            V,
            "en",
            "jacquet",
            JACQUET,
            (),
            ("Green, V6:P, N3:1, N12:13.", "Black, V12:14P.", "No dice."),
        ),
        (
            V,
            "fr",
            "acey-deucey",
            IN_HAND,
            (2, 1),
            ("Vert, aucune flèche. 15 en main.", "Noir, 3:1. 14 en main.", "2, 1."),
        ),
    ],
)
def test_the_board_in_lines(
    reader: Player | None,
    lang: str,
    game: str,
    board: str,
    dice: tuple[int, ...],
    *,
    lines: tuple[str, ...],
) -> None:
    told = Announcer(game, lang).board(board, dice, reader)
    assert tuple(line for line, _ in told) == lines
    assert {each for _, each in told} == {lang}


def test_a_reader_is_told_in_the_language_that_this_player_chose() -> None:
    announcer = Announcer("backgammon", {V: "en", N: "fr"})
    assert announcer.board(START, (), N)[0] == ("Noir, 6:5, 8:3, 13:5, 24:2.", "fr")
    announcer.next_language(N)
    assert announcer.board(START, (), N)[0] == ("Black, 6:5, 8:3, 13:5, 24:2.", "en")

"""The board in three lines, as short as can be, for a braille display."""

from companion.rules.vocabulary import Player
from companion.speech.announcer import Announcer
from tests.speech.examples import START

V, N = Player.V, Player.N


def test_the_display_has_the_language_of_its_reader() -> None:
    announcer = Announcer("backgammon", {V: "en", N: "fr"})
    assert announcer.board(START, (), N)[0] == ("Noir, 6:5, 8:3, 13:5, 24:2.", "fr")
    announcer.next_language(N)
    assert announcer.board(START, (), N)[0] == ("Black, 6:5, 8:3, 13:5, 24:2.", "en")

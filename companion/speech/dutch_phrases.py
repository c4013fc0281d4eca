"""What is said of Dutch backgammon by its name. See `game_phrases`."""

from typing import Final

from companion.speech.catalogue import phrase
from companion.speech.game_phrases import GamePhrases

DUTCH: Final = GamePhrases(
    # Translators: name of a game, a kind of backgammon.
    name=phrase("Dutch backgammon."),
    # Translators: a game begins.
    begins=phrase("New game of Dutch backgammon."),
    # Translators: a game goes on after the program was started again.
    goes_on=phrase("Dutch backgammon resumed."),
    # Translators: the program was started again; the pieces do not stand as they did.
    kept=phrase("Saved game of Dutch backgammon."),
    # Translators: the program was started; what is to be done with the pieces is told next.
    to_set_up=phrase("Set up Dutch backgammon."),
    # Translators: the players choose a game; yes takes it.
    offered=phrase("Dutch backgammon?"),
    # Translators: the game that was played last is offered again; its length follows.
    last_time=phrase("Dutch backgammon, as last time?"),
    # Translators: the game is chosen; the set-up is told next.
    chosen=phrase("Dutch backgammon chosen."),
    # Translators: what game Dutch backgammon is, for somebody who chooses among four.
    about=phrase(
        "Like backgammon, but all pieces start off the board, and you may not hit until you have"
        " a piece home."
    ),
    # Translators: a heading; what was practised of this game follows day by day.
    practice=phrase("Dutch backgammon practice."),
)

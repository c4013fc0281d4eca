"""What is said of Backgammon by its name. See `game_phrases`."""

from typing import Final

from companion.speech.catalogue import phrase
from companion.speech.game_phrases import GamePhrases

BACKGAMMON: Final = GamePhrases(
    # Translators: name of a game.
    name=phrase("Backgammon."),
    # Translators: a game begins.
    begins=phrase("New game of backgammon."),
    # Translators: a game goes on after the program was started again.
    goes_on=phrase("Backgammon resumed."),
    # Translators: the program was started again; the pieces do not stand as they did.
    kept=phrase("Saved game of backgammon."),
    # Translators: the program was started; what is to be done with the pieces is told next.
    to_set_up=phrase("Set up backgammon."),
    # Translators: the players choose a game; yes takes it.
    offered=phrase("Backgammon?"),
    # Translators: the game that was played last is offered again; its length follows.
    last_time=phrase("Backgammon, as last time?"),
    # Translators: the game is chosen; the set-up is told next.
    chosen=phrase("Backgammon chosen."),
    # Translators: what game backgammon is, for somebody who chooses among four.
    about=phrase("You race home in opposite directions, and a piece on its own can be hit."),
    # Translators: a heading; what was practised of this game follows day by day.
    practice=phrase("Backgammon practice."),
    # Translators: the start position of backgammon stands on the board.
    shown=phrase("Backgammon is set up. Play? Yes or no."),
    # Translators: the start position of backgammon is to be set up.
    empty=phrase(
        "Board empty. Set up backgammon. Your second key, called board, tells you what goes where."
    ),
)

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
    goes_on=phrase("The game of backgammon goes on."),
    # Translators: the program was started again; the pieces do not stand as they did.
    kept=phrase("Kept game of backgammon."),
    # Translators: the program was started; what is to be done with the pieces is told next.
    to_set_up=phrase("Backgammon is to be set up."),
    # Translators: the players choose a game; yes takes it.
    offered=phrase("Backgammon?"),
    # Translators: the game that was played last is offered again; its length follows.
    last_time=phrase("Backgammon, as last time?"),
    # Translators: the game is chosen; the set-up is told next.
    chosen=phrase("Good, backgammon."),
    # Translators: what game backgammon is, for somebody who chooses among four.
    about=phrase("You race home in opposite directions, and a piece that stands alone may be hit."),
    # Translators: a heading; what was practised of this game follows day by day.
    practice=phrase("Practice of backgammon."),
    # Translators: the start position of backgammon stands on the board.
    shown=phrase("Backgammon is set up. Play it? Yes or no."),
    # Translators: the start position of backgammon is to be set up.
    empty=phrase(
        "Board empty. Set up the starting position of backgammon."
        " The second key, board, guides you."
    ),
)

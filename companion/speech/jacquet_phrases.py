"""What is said of Jacquet by its name. See `game_phrases`."""

from typing import Final

from companion.speech.catalogue import phrase
from companion.speech.game_phrases import GamePhrases

JACQUET: Final = GamePhrases(
    # Translators: name of a game.
    name=phrase("Jacquet."),
    # Translators: a game begins; Jacquet is the name of an old French game.
    begins=phrase("New game of Jacquet."),
    # Translators: a game goes on after the program was started again.
    goes_on=phrase("The game of Jacquet goes on."),
    # Translators: the program was started again; the pieces do not stand as they did.
    kept=phrase("Kept game of Jacquet."),
    # Translators: the program was started; what is to be done with the pieces is told next.
    to_set_up=phrase("Jacquet is to be set up."),
    # Translators: the players choose a game; yes takes it.
    offered=phrase("Jacquet?"),
    # Translators: the game that was played last is offered again; its length follows.
    last_time=phrase("Jacquet, as last time?"),
    # Translators: the game is chosen; the set-up is told next.
    chosen=phrase("Good, Jacquet."),
    # Translators: what game Jacquet is, for somebody who chooses among four.
    about=phrase(
        "Both sides run the same way round, nothing is ever hit, and one piece, the postillon, "
        "must come home first."
    ),
    # Translators: a heading; what was practised of this game follows day by day.
    practice=phrase("Practice of Jacquet."),
    # Translators: the start position of Jacquet stands on the board.
    shown=phrase("Jacquet is set up. Play it? Yes or no."),
    # Translators: the start position of Jacquet is to be set up.
    empty=phrase(
        "Board empty. Set up the starting position of Jacquet. The second key, board, guides you."
    ),
)

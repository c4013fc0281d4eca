"""What is said of Acey-Deucey by its name. See `game_phrases`."""

from typing import Final

from companion.speech.catalogue import phrase
from companion.speech.game_phrases import GamePhrases

ACEY_DEUCEY: Final = GamePhrases(
    # Translators: name of a game, a kind of backgammon.
    name=phrase("Acey Deucey."),
    # Translators: a game begins; Acey Deucey is the name of the game.
    begins=phrase("New game of Acey Deucey."),
    # Translators: a game goes on after the program was started again.
    goes_on=phrase("Acey Deucey resumed."),
    # Translators: the program was started again; the pieces do not stand as they did.
    kept=phrase("Saved game of Acey Deucey."),
    # Translators: the program was started; what is to be done with the pieces is told next.
    to_set_up=phrase("Set up Acey Deucey."),
    # Translators: the players choose a game; yes takes it.
    offered=phrase("Acey Deucey?"),
    # Translators: the game that was played last is offered again; its length follows.
    last_time=phrase("Acey Deucey, as last time?"),
    # Translators: the game is chosen; the set-up is told next.
    chosen=phrase("Acey Deucey chosen."),
    # Translators: what game Acey Deucey is, for somebody who chooses among four.
    about=phrase(
        "All pieces start off the board, and a roll of 2 and 1 also gives you any double you "
        "like and another throw."
    ),
    # Translators: a heading; what was practised of this game follows day by day.
    practice=phrase("Acey Deucey practice."),
)

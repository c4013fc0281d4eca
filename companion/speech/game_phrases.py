"""What is said of a game by its name; each game's sentences are in a file of its own.

A game that has none is spoken of by the sentences of `ANY_GAME`.
"""

from dataclasses import dataclass
from typing import Final

from companion.speech.catalogue import Phrase, phrase


@dataclass(frozen=True, slots=True)
class GamePhrases:
    """The sentences that name one game.

    name -- a heading; begins, goes_on, kept -- a game of it does, kept where the board differs;
    to_set_up -- its start position is wanted;
    offered, last_time, chosen -- while the players choose; about -- what it is, for who asks;
    practice -- a heading; shown -- its start position stands on the board; empty -- is to be set
    up on an empty one; the last two None for a game that begins with an empty board.
    title -- what `{game}` stands for, "" where the sentences name the game themselves.
    """

    name: Phrase
    begins: Phrase
    goes_on: Phrase
    kept: Phrase
    to_set_up: Phrase
    offered: Phrase
    last_time: Phrase
    chosen: Phrase
    about: Phrase
    practice: Phrase
    shown: Phrase | None = None
    empty: Phrase | None = None
    title: str = ""


ANY_GAME: Final = GamePhrases(
    # Translators: name of a game.
    name=phrase("{game}."),
    # Translators: a game begins.
    begins=phrase("New game, {game}."),
    # Translators: a game goes on after the program was started again.
    goes_on=phrase("The game goes on, {game}."),
    # Translators: the program was started again; the pieces do not stand as they did.
    kept=phrase("Kept game, {game}."),
    # Translators: the program was started; what is to be done with the pieces is told next.
    to_set_up=phrase("The start of {game} is to be set up."),
    # Translators: the players choose a game; yes takes it.
    offered=phrase("Play {game}?"),
    # Translators: the game that was played last is offered again; its length follows.
    last_time=phrase("Play {game}, as last time?"),
    # Translators: the game is chosen; the set-up is told next.
    chosen=phrase("Good, {game}."),
    # Translators: somebody asked what game it is, and no sentence tells.
    about=phrase("No explanation is kept of this game."),
    # Translators: a heading; what was practised of this game follows day by day.
    practice=phrase("Practice, {game}."),
    # Translators: the start position of a game stands on the board.
    shown=phrase("Start of {game} is set up. Play it? Yes or no."),
    # Translators: the start position of a game is to be set up.
    empty=phrase(
        "Board empty. Set up the starting position of {game}. The second key, board, guides you."
    ),
)
"""Of a game that has no sentences of its own."""

"""What is said of a game by its name; each game's sentences are in a file of its own.

A game that has none is spoken of by the sentences of `ANY_GAME`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
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
    title -- what `{game}` stands for, "" where the sentences name the game themselves;
    own -- what this game says in place of sentences that all games share.
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
    own: Mapping[Phrase, Phrase] = field(default_factory=dict)


ANY_GAME: Final = GamePhrases(
    # Translators: name of a game.
    name=phrase("{game}."),
    # Translators: a game begins.
    begins=phrase("New game, {game}."),
    # Translators: a game goes on after the program was started again.
    goes_on=phrase("Game resumed, {game}."),
    # Translators: the program was started again; the pieces do not stand as they did.
    kept=phrase("Saved game, {game}."),
    # Translators: the program was started; what is to be done with the pieces is told next.
    to_set_up=phrase("Set up the start of {game}."),
    # Translators: the players choose a game; yes takes it.
    offered=phrase("Play {game}?"),
    # Translators: the game that was played last is offered again; its length follows.
    last_time=phrase("Play {game}, as last time?"),
    # Translators: the game is chosen; the set-up is told next.
    chosen=phrase("{game} chosen."),
    # Translators: somebody asked what game it is, and no sentence tells.
    about=phrase("No explanation of this game."),
    # Translators: a heading; what was practised of this game follows day by day.
    practice=phrase("Practice, {game}."),
    # Translators: the start position of a game stands on the board.
    shown=phrase("{game} is set up. Play? Yes or no."),
    # Translators: the start position of a game is to be set up.
    empty=phrase(
        "Board empty. Set up {game}. Your second key, called board, tells you what goes where."
    ),
)
"""Of a game that has no sentences of its own."""

"""The games, one module each, and the table of all games.

Adding a game to `BY_NAME` is enough to play, judge, announce, record and replay it. Nothing else in
the program depends on the name of a game, except sentences about that game.
"""

from collections.abc import Mapping
from typing import Final

from companion.rules.games.acey_deucey import ACEY_DEUCEY
from companion.rules.games.backgammon import BACKGAMMON
from companion.rules.games.dutch import DUTCH
from companion.rules.games.game import POSITION_OPTIONS, Exercise, Game, Runner
from companion.rules.games.jacquet import JACQUET
from companion.rules.verdicts import Code

__all__ = [
    "BACKGAMMON",
    "BY_NAME",
    "DEFAULT_GAME",
    "POSITION_OPTIONS",
    "Exercise",
    "Game",
    "Runner",
    "fault_codes",
    "game_names",
    "own_sentences",
]

BY_NAME: dict[str, Game] = {game.name: game for game in (BACKGAMMON, JACQUET, DUTCH, ACEY_DEUCEY)}
"""The games by their names on the command line, in the order in which they are offered."""

DEFAULT_GAME: Final = BACKGAMMON.name
"""The game that is played or shown if none is named."""


def own_sentences() -> dict[str, Mapping[str, str]]:
    """Return the sentences of faults that only one game has, by fault code, then by language."""
    return {code: said for game in BY_NAME.values() for code, said in game.sentences.items()}


def fault_codes() -> frozenset[str]:
    """Return the codes of all faults."""
    return frozenset(Code) | own_sentences().keys()


def game_names() -> tuple[str, ...]:
    """Return the names of the games."""
    return tuple(BY_NAME)

"""Which sentences name which game."""

from dataclasses import replace
from typing import Final

from companion.rules.games import BY_NAME
from companion.speech.acey_deucey_phrases import ACEY_DEUCEY
from companion.speech.backgammon_phrases import BACKGAMMON
from companion.speech.dutch_phrases import DUTCH
from companion.speech.game_phrases import ANY_GAME, GamePhrases
from companion.speech.jacquet_phrases import JACQUET

_PHRASES: Final = {
    "backgammon": BACKGAMMON,
    "jacquet": JACQUET,
    "dutch": DUTCH,
    "acey-deucey": ACEY_DEUCEY,
}


def phrases_of(game: str) -> GamePhrases:
    """The sentences of a game; those of any game where it has none of its own."""
    if game in _PHRASES:
        return _PHRASES[game]
    found = replace(ANY_GAME, title=game.replace("-", " ").capitalize())
    return replace(found, shown=None, empty=None) if BY_NAME[game].in_hand else found

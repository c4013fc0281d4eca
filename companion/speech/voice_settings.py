"""What a player turns in the menu: how quick, how loud, how many words, which language."""

from dataclasses import replace
from typing import Final

from companion.referee.talk_facts import KeyAnswer
from companion.rules import Player
from companion.speech.announcer import Announcer
from companion.speech.speaker import Speaker
from companion.speech.voices.base import FASTEST, SLOWEST

FASTER: Final = 1.2
LOUDER: Final = 0.2
SOFTEST: Final = 0.2
"""A step of the menu: the factor of the words a minute, and what is added to the volume."""


def change(player: Player, what: str, announcer: Announcer, speaker: Speaker) -> KeyAnswer:
    """Change what a player chose; pace and volume are one for both, the words are each his own.

    what -- `faster`, `slower`, `louder`, `softer`, `verbosity` or `language`.
    Gives back what is to be told of it: topic `set`; text -- what was changed, of the number of
    words what it is now; numbers -- what it is now, and 0 where that was so before, or, of the
    number of words, where the other player's choice counts.
    """
    told = KeyAnswer(player, "set", what)
    if what == "verbosity":
        level = announcer.next_verbosity(player)
        return replace(told, text=level, numbers=(0, int(announcer.heeds(player))))
    if what == "language":
        announcer.next_language(player)
        return told
    before = speaker.rate, speaker.volume
    if what == "faster":
        speaker.rate = min(round(speaker.rate * FASTER), FASTEST)
    elif what == "slower":
        speaker.rate = max(round(speaker.rate / FASTER), SLOWEST)
    elif what == "louder":
        speaker.volume = min(round(speaker.volume + LOUDER, 2), 1.0)
    else:
        speaker.volume = max(round(speaker.volume - LOUDER, 2), SOFTEST)
    pace = what in ("faster", "slower")
    now = speaker.rate if pace else round(speaker.volume * 100)
    return replace(told, numbers=(now, int(before != (speaker.rate, speaker.volume))))

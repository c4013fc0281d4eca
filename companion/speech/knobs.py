"""What a player turns in the menu: how quick, how loud, how many words, which language."""

from typing import Final

from companion.referee.talk_facts import KeyAnswer
from companion.speech.announcer import Announcer
from companion.speech.speaker import Speaker
from companion.speech.voices.base import FASTEST, SLOWEST

FASTER: Final = 1.2
LOUDER: Final = 0.2
SOFTEST: Final = 0.2
"""A step of the menu: the factor of the words a minute, and what is added to the volume."""


def change(fact: KeyAnswer, announcer: Announcer, speaker: Speaker) -> None:
    """Change what a player chose; pace and volume are one for both, the words are each his own."""
    if fact.text == "faster":
        speaker.rate = min(round(speaker.rate * FASTER), FASTEST)
    elif fact.text == "slower":
        speaker.rate = max(round(speaker.rate / FASTER), SLOWEST)
    elif fact.text == "louder":
        speaker.volume = min(round(speaker.volume + LOUDER, 2), 1.0)
    elif fact.text == "softer":
        speaker.volume = max(round(speaker.volume - LOUDER, 2), SOFTEST)
    elif fact.text == "verbosity":
        announcer.next_verbosity(fact.player)
    elif fact.text == "language":
        announcer.next_language(fact.player)

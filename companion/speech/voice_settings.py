"""Changes speed, volume, verbosity and language from the menu, and restores them."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from companion.referee.facts import Fact
from companion.referee.talk_facts import KeyAnswer
from companion.rules import Player
from companion.speech.announcer import Announcer
from companion.speech.catalogue import languages
from companion.speech.speaker import Speaker
from companion.speech.speech_context import Verbosity
from companion.speech.voices.base import FASTEST, SLOWEST

FASTER: Final = 1.2
"""The factor by which one key press changes the rate."""

LOUDER: Final = 0.2
"""The step by which one key press changes the volume."""

SOFTEST: Final = 0.2
"""The lowest volume that can be set."""


def change(player: Player, what: str, announcer: Announcer, speaker: Speaker) -> KeyAnswer:
    """Change a setting: rate or volume of the voice, or the verbosity or language of one player.

    what -- `faster`, `slower`, `louder`, `softer`, `verbosity` or `language`. Returns the answer
    with the topic `set`. The answer's text is the changed setting, or the new verbosity or
    language. Its last number is 0 if the change cannot be heard: nothing changed, or the other
    player's verbosity is used for both.
    """
    answer = KeyAnswer(player, "set", what)
    if what == "verbosity":
        level = announcer.next_verbosity(player)
        return replace(answer, text=level, numbers=(0, int(announcer.uses_verbosity_of(player))))
    if what == "language":
        return replace(answer, text=announcer.next_language(player))
    before = speaker.rate, speaker.volume
    if what in ("faster", "slower"):
        rate = speaker.rate * FASTER if what == "faster" else speaker.rate / FASTER
        now = speaker.rate = min(max(round(rate), SLOWEST), FASTEST)
    else:
        step = LOUDER if what == "louder" else -LOUDER
        speaker.volume = min(max(round(speaker.volume + step, 2), SOFTEST), 1.0)
        now = round(speaker.volume * 100)
    return replace(answer, numbers=(now, int(before != (speaker.rate, speaker.volume))))


def choices(announcer: Announcer, speaker: Speaker) -> tuple[KeyAnswer, ...]:
    """Return the present settings as answers that `restore` accepts."""
    own = [
        KeyAnswer(player, "set", text)
        for player in Player
        for text in (announcer.langs[player], announcer.verbosities[player])
    ]
    rate = KeyAnswer(Player.V, "set", "faster", (speaker.rate, 1))
    volume = KeyAnswer(Player.V, "set", "louder", (round(speaker.volume * 100), 1))
    return (*own, rate, volume)


def restore(facts: Iterable[Fact], announcer: Announcer, speaker: Speaker) -> None:
    """Change the settings as before a restart, from the answers of `change` in the journal."""
    for fact in facts:
        match fact:
            case KeyAnswer(player, "set", text) if text in languages():
                announcer.set_language(player, text)
            case KeyAnswer(player, "set", text) if text in set(Verbosity):
                announcer.verbosities[player] = Verbosity(text)
            case KeyAnswer(_, "set", "faster" | "slower", (rate, _)):
                speaker.rate = min(max(rate, SLOWEST), FASTEST)
            case KeyAnswer(_, "set", "louder" | "softer", (percent, _)):
                speaker.volume = min(max(percent / 100, SOFTEST), 1.0)

"""The voices: one file each, opened only when they are used."""

import importlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.speech.voices.base import Voice

_WHERE: Final = {
    "espeak": ("companion.speech.voices.espeak", "EspeakVoice"),
    "pyttsx3": ("companion.speech.voices.pyttsx3_voice", "Pyttsx3Voice"),
    "spy": ("companion.speech.voices.spy", "SpyVoice"),
}
NAMES: Final = ("auto", "print", *_WHERE)
"""What can be asked for by name; `espeak:FILE.wav` speaks into a file."""


class UnknownVoiceError(ValueError):
    """There is no voice of that name; the message lists those there are."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The voice that was chosen.

    voice -- None where words are only written; spare -- what a speaker goes on with when it fails;
    told -- plain lines for the user: what was chosen, or why nothing speaks.
    """

    voice: Voice | None
    spare: Iterator[Voice]
    told: tuple[str, ...]


def open_voice(name: str) -> Voice:
    """Make a voice by its name, not yet probed. Raises `UnknownVoiceError`."""
    kind, _, argument = name.partition(":")
    if kind not in _WHERE or (argument and kind != "espeak"):
        raise UnknownVoiceError(f"There is no voice {name!r}; there are: {', '.join(NAMES)}.")
    module, attribute = _WHERE[kind]
    make = getattr(importlib.import_module(module), attribute)
    voice: Voice = make(argument) if argument else make()
    return voice


def order() -> tuple[str, ...]:
    """The voices `auto` tries: the system's own first where it is not espeak-ng."""
    if sys.platform in {"win32", "darwin"}:
        return ("pyttsx3", "espeak")
    return ("espeak", "pyttsx3")


def choose(name: str) -> Choice:
    """Find the voice that is asked for; without one the evening goes on in text.

    Raises `UnknownVoiceError`.
    """
    if name == "print":
        return Choice(None, iter(()), ())
    spare = (open_voice(each) for each in (order() if name == "auto" else (name,)))
    reasons = []
    for voice in spare:
        reason = voice.probe()
        if reason is None:
            return Choice(voice, spare, (f"Voice: {voice.name}.",))
        reasons.append(f"{voice.name}: {reason}")
        voice.close()
    return Choice(None, iter(()), (f"No voice, the words are written. {' '.join(reasons)}",))

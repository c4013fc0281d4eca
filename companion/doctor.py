"""`companion doctor`: what works on this machine, and what to do about what does not.

Plain lines, one thing each, for a screen reader: first what was looked at, then `works` or what to
do. Boards are found by asking every port for its hello, never by guessing names.
"""

import platform
from collections.abc import Iterator
from dataclasses import dataclass

from companion import __version__
from companion.link.messages import PROTOCOL
from companion.link.port import find_ports
from companion.speech.catalogue import Catalogue
from companion.speech.normalise import normalise
from companion.speech.reserve import guarded
from companion.speech.voice_phrases import TEST
from companion.speech.voices import NAMES, open_voice
from companion.speech.voices.base import Voice, VoiceError, Words
from companion.speech.voices.sinks import devices

_SENTENCE_SECONDS = 15.0
_NOT_ASKED = ("auto", "print", "spy")
"""Names that are no back end of their own, or the tests' own."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at, whether it works, and a sentence about it."""

    about: str
    works: bool
    told: str

    @property
    def line(self) -> str:
        """As it is printed."""
        return f"{self.about}: {'works' if self.works else 'does not work'}. {self.told}".rstrip()


def examine(lang: str) -> Iterator[Finding]:
    """Look at everything, one finding after the other; voices that work say so in a language."""
    yield Finding(
        "Companion",
        works=True,
        told=f"Version {__version__}, Python {platform.python_version()}, {platform.system()}.",
    )
    yield from _boards()
    yield from (_voice(name, lang) for name in NAMES if name not in _NOT_ASKED)
    names = devices()
    if names:
        yield Finding("Sound devices", works=True, told=f"{'; '.join(names)}.")
    yield Finding("Text", works=True, told="Every sentence is written, also without a voice.")


def _boards() -> Iterator[Finding]:
    found = find_ports()
    if not found:
        told = (
            "No port answers as a board. Plug it in; on Linux your user has to be in the group "
            "dialout (sudo usermod -a -G dialout NAME, then log in again)."
        )
        yield Finding("Board", works=False, told=told)
    for port in found:
        same = port.hello.version == PROTOCOL
        told = f"{port.hello.board_id} at {port.url}, firmware {port.hello.firmware}."
        if not same:
            told += f" It speaks version {port.hello.version} of the wire, not {PROTOCOL}."
        yield Finding("Board", works=same, told=told)


def _voice(name: str, lang: str) -> Finding:
    """Let a voice say its sentence. Whatever it does, the examination goes on."""
    voice = open_voice(name)
    try:
        reason = voice.probe()
        if reason is None:
            _speak(voice, lang)
    except Exception as error:  # noqa: BLE001 - a library may raise anything
        reason = f"{type(error).__name__}: {error}"
    finally:
        guarded(voice.close)
    return Finding(f"Voice {name}", works=reason is None, told=reason or f"It spoke: {voice.name}.")


def _speak(voice: Voice, lang: str) -> None:
    """Speak the sentence to its end. Raises `VoiceError` where nobody can have heard it."""
    sentence = normalise(Catalogue(lang).say(TEST), lang)
    try:
        voice.speak(Words(sentence, lang)).result(_SENTENCE_SECONDS)
    except TimeoutError:
        raise VoiceError("It hangs.") from None

"""Opens voices by name, and chooses the voice that speaks and its replacements."""

import importlib
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final

from companion.speech.catalogue import ExplainedError, Sentence, Sentences, filled
from companion.speech.voices.base import Voice, probe_error

_WHERE: Final = {
    "screenreader": ("companion.speech.voices.screenreader", "ScreenReaderVoice"),
    "speechd": ("companion.speech.voices.speechd", "SpeechdVoice"),
    "espeak": ("companion.speech.voices.espeak", "EspeakVoice"),
    "pyttsx3": ("companion.speech.voices.pyttsx3_voice", "Pyttsx3Voice"),
}
NAMES: Final = ("auto", "print", *_WHERE)
"""The names of voices; `espeak:FILE.wav` speaks into a file."""
_ON_DEVICE: Final = "espeak"
"""The voice that can use a chosen sound device."""


class UnknownVoiceError(ExplainedError, ValueError):
    """No voice has this name, or no voice can use this device. The message says what to do."""


@dataclass(frozen=True, slots=True)
class VoiceChoice:
    """The chosen voices.

    voice -- the voice, None if utterances are only printed
    spare -- the voices to use when this voice fails; voices that did not work at first come last
    lines -- messages for the user: the choice, or why no voice works
    private -- the voice for answers and hints if these have their own device
    """

    voice: Voice | None
    spare: Iterator[Voice]
    lines: tuple[Sentences, ...]
    private: Voice | None = None


def open_voice(name: str, device: str = "") -> Voice:
    """Return the voice with this name. It is not probed yet. Raises `UnknownVoiceError`."""
    kind, _, argument = name.partition(":")
    if kind not in _WHERE or (argument and kind != "espeak"):
        raise UnknownVoiceError("refusal.voice", voice=repr(name), known=", ".join(NAMES))
    module, attribute = _WHERE[kind]
    make = getattr(importlib.import_module(module), attribute)
    given = {"file": argument} if argument else {}
    if device and not argument and kind == _ON_DEVICE:
        given["device"] = device
    voice: Voice = make(**given)
    return voice


def order(device: str = "") -> tuple[str, ...]:
    """Return the names of the voices that `auto` tries, in order.

    The system's own voice comes first unless it is espeak-ng. If a device is given, the voice that
    can use it comes first.
    """
    if sys.platform in {"win32", "darwin"}:
        names = ["screenreader", "pyttsx3", "espeak"]
    else:
        names = ["screenreader", "speechd", "espeak", "pyttsx3"]
    return tuple(sorted(names, key=lambda name: bool(device) and name != _ON_DEVICE))


def choose(name: str, device: str = "", private_device: str = "") -> VoiceChoice:
    """Choose the voices; if none works, the evening continues in text.

    device -- the sound device for announcements, "" for the default one
    private_device -- another device for answers and hints, "" for none

    Raises `UnknownVoiceError`.
    """
    if name == "print":
        return VoiceChoice(None, iter(()), ())
    if device and name not in ("auto", _ON_DEVICE):
        raise UnknownVoiceError("refusal.voice-device", voice=repr(name))
    names = order(device) if name == "auto" else (name,)
    found, spare, reasons = _first_working(names, device)
    lines: tuple[Sentences, ...] = ((filled("machine.text-only"), *reasons),)
    if name == "auto":
        lines = ((filled("machine.no-voice"),),)
    if found is not None:
        lines = ((filled("machine.voice", name=found.name),),)
        if device and not found.name.startswith(_ON_DEVICE):
            lines = ((filled("machine.nothing-plays", device=device), *reasons), *lines)
    private = None
    if private_device:
        private, _, reasons = _first_working((_ON_DEVICE,), private_device)
        lines += (_private_line(private, private_device, reasons, aloud=found is not None),)
    return VoiceChoice(found, spare, lines, private)


def _first_working(
    names: tuple[str, ...], device: str
) -> tuple[Voice | None, Iterator[Voice], Sentences]:
    """Return the first working voice, the other voices, and why the earlier voices do not work."""
    voices = (open_voice(each, device) for each in names)
    failed: list[Voice] = []
    reasons: list[Sentence] = []
    for voice in voices:
        reason = probe_error(voice)
        if reason is None:
            return voice, chain(voices, failed), tuple(reasons)
        reasons += (filled("machine.about-voice", name=voice.name), *reason.sentences)
        voice.close()
        failed.append(voice)
    return None, iter(failed), tuple(reasons)


def _private_line(
    private: Voice | None, device: str, reasons: Sentences, *, aloud: bool
) -> Sentences:
    """Return sentences about the voice on the device for answers and hints."""
    if private is not None:
        return (filled("machine.private-voice", name=private.name),)
    failed = "machine.nothing-plays-privately" if aloud else "machine.nothing-plays"
    return (filled(failed, device=device), *reasons[1:])


REST_SECONDS: Final = 30.0
"""Seconds before a failed voice is tried again."""


class Reserve:
    """All voices in order of choice. Each is probed only when it is needed.

    A voice is identified by its index and its name, because the name changes with the way of
    speaking.
    """

    def __init__(
        self, speaking: Voice | None, voices: Iterable[Voice], clock: Callable[[], float]
    ) -> None:
        self._known = [] if speaking is None else [speaking]
        self._more = iter(voices)
        self._clock = clock
        self._failed: dict[tuple[int, str], float] = {}

    def failed(self, voice: Voice) -> None:
        """Record that a voice failed just now, and close it."""
        number = next(n for n, each in enumerate(self._known) if each is voice)
        self._failed[number, voice.name] = self._clock()
        guarded(voice.close)

    def find(self) -> Voice | None:
        """Return the first working voice that has not failed recently, else None."""
        for number, voice in enumerate(self._all()):
            if self._is_resting(number, voice.name):
                continue  # this voice is not probed, because a hanging voice would delay the others
            if probe_error(voice) is None and not self._is_resting(number, voice.name):
                return voice
            guarded(voice.close)
        return None

    def _all(self) -> Iterator[Voice]:
        yield from tuple(self._known)
        for voice in self._more:
            self._known.append(voice)
            yield voice

    def _is_resting(self, number: int, name: str) -> bool:
        at = self._failed.get((number, name))
        return at is not None and self._clock() - at < REST_SECONDS


def guarded(action: Callable[[], None]) -> bool:
    """Call an action of a voice. Return False if it raised."""
    try:
        action()
    except Exception:  # noqa: BLE001 - no error of a voice may end the evening
        return False
    return True

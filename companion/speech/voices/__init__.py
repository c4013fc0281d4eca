"""The voices, one file each, opened only when they are used; which one speaks, and what then."""

import importlib
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from companion.speech.catalogue import ExplainedError, Sentence, Sentences, filled
from companion.speech.voices.base import Voice, trouble

_WHERE: Final = {
    "screenreader": ("companion.speech.voices.screenreader", "ScreenReaderVoice"),
    "speechd": ("companion.speech.voices.speechd", "SpeechdVoice"),
    "espeak": ("companion.speech.voices.espeak", "EspeakVoice"),
    "pyttsx3": ("companion.speech.voices.pyttsx3_voice", "Pyttsx3Voice"),
    "spy": ("companion.speech.voices.spy", "SpyVoice"),
}
NAMES: Final = ("auto", "print", *_WHERE)
"""What can be asked for by name; `espeak:FILE.wav` speaks into a file."""
OFFERED: Final = tuple(name for name in NAMES if name != "spy")
"""Those for people: all but the tests' own."""
_ON_DEVICE: Final = "espeak"
"""The voice that can be sent to a sound device of one's choice."""


class UnknownVoiceError(ExplainedError, ValueError):
    """There is no voice of that name, or not on that device; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The voice that was chosen.

    voice -- None where words are only written; spare -- what a speaker goes on with when it fails,
    those that did not work at first after all others;
    told -- for the user, a line each: what was chosen, or why nothing speaks;
    private -- the voice for answers and hints where they have a device of their own.
    """

    voice: Voice | None
    spare: Iterator[Voice]
    told: tuple[Sentences, ...]
    private: Voice | None = None


def open_voice(name: str, device: str = "") -> Voice:
    """Make a voice by its name, not yet probed. Raises `UnknownVoiceError`."""
    kind, _, argument = name.partition(":")
    if kind not in _WHERE or (argument and kind != "espeak"):
        raise UnknownVoiceError(filled("refusal.voice", voice=repr(name), known=", ".join(OFFERED)))
    module, attribute = _WHERE[kind]
    make = getattr(importlib.import_module(module), attribute)
    given = {"file": argument} if argument else {}
    if device and not argument and kind == _ON_DEVICE:
        given["device"] = device
    voice: Voice = make(**given)
    return voice


def order(device: str = "") -> tuple[str, ...]:
    """The voices `auto` tries: the system's own first where it is not espeak-ng.

    With a device, the voice that can be sent there goes before those that cannot.
    """
    if sys.platform in {"win32", "darwin"}:
        names = ["screenreader", "pyttsx3", "espeak"]
    else:
        names = ["screenreader", "speechd", "espeak", "pyttsx3"]
    return tuple(sorted(names, key=lambda name: bool(device) and name != _ON_DEVICE))


def choose(name: str, device: str = "", private_device: str = "") -> Choice:
    """Find the voice that is asked for; without one the evening goes on in text.

    device -- the sound device for announcements; private_device -- another one for answers and
    hints; "" for none. What does not work is told, and everything is said by what does.
    Raises `UnknownVoiceError`.
    """
    if name == "print":
        return Choice(None, iter(()), ())
    if device and name not in ("auto", _ON_DEVICE):
        raise UnknownVoiceError(filled("refusal.voice-device", voice=repr(name)))
    names = order(device) if name == "auto" else (name,)
    found, spare, reasons = _first_working(names, device)
    told: tuple[Sentences, ...] = ((filled("machine.text-only"), *reasons),)
    if name == "auto":
        told = ((filled("machine.no-voice"),),)
    if found is not None:
        told = ((filled("machine.voice", name=found.name),),)
        if device and not found.name.startswith(_ON_DEVICE):
            told = ((filled("machine.nothing-plays", device=device), *reasons), *told)
    private = None
    if private_device:
        private, _, reasons = _first_working((_ON_DEVICE,), private_device)
        told += (_private_line(private, private_device, reasons, aloud=found is not None),)
    return Choice(found, spare, told, private)


def _first_working(
    names: tuple[str, ...], device: str
) -> tuple[Voice | None, Iterator[Voice], Sentences]:
    """The first voice that works, the others, and why those tried before it do not."""
    voices = (open_voice(each, device) for each in names)
    failed: list[Voice] = []
    reasons: list[Sentence] = []
    for voice in voices:
        reason = trouble(voice)
        if reason is None:
            return voice, _after(voices, failed), tuple(reasons)
        reasons += (filled("machine.about-voice", name=voice.name), *reason.sentences)
        voice.close()
        failed.append(voice)
    return None, iter(failed), tuple(reasons)


def _after(voices: Iterator[Voice], failed: list[Voice]) -> Iterator[Voice]:
    yield from voices
    yield from failed


def _private_line(
    private: Voice | None, device: str, reasons: Sentences, *, aloud: bool
) -> Sentences:
    """Return sentences on the device for answers and hints; the first reason names the voice."""
    if private is not None:
        return (filled("machine.private-voice", name=private.name),)
    failed = "machine.nothing-plays-privately" if aloud else "machine.nothing-plays"
    return (filled(failed, device=device), *reasons[1:])


REST_SECONDS: Final = 30.0
"""How long a voice that failed is left alone; then it may have got its device back."""


class Reserve:
    """All voices there are, in order of choice; they are probed only when one is needed.

    A voice is known by its place and its name: one that goes on in another way has another name.
    """

    def __init__(
        self, speaking: Voice | None, voices: Iterable[Voice], clock: Callable[[], float]
    ) -> None:
        self._known = [] if speaking is None else [speaking]
        self._more = iter(voices)
        self._clock = clock
        self._failed: dict[tuple[int, str], float] = {}

    def failed(self, voice: Voice) -> None:
        """Note that a voice failed just now, and close it."""
        number = next(n for n, each in enumerate(self._known) if each is voice)
        self._failed[number, voice.name] = self._clock()
        guarded(voice.close)

    def find(self) -> Voice | None:
        """The first voice that works and has not just failed; None where there is none."""
        for number, voice in enumerate(self._all()):
            if self._rests(number, voice.name):
                continue  # not even asked: a voice that hangs would keep the others waiting
            if trouble(voice) is None and not self._rests(number, voice.name):
                return voice
            guarded(voice.close)
        return None

    def _all(self) -> Iterator[Voice]:
        yield from tuple(self._known)
        for voice in self._more:
            self._known.append(voice)
            yield voice

    def _rests(self, number: int, name: str) -> bool:
        at = self._failed.get((number, name))
        return at is not None and self._clock() - at < REST_SECONDS


def guarded(action: Callable[[], None]) -> bool:
    """Do something with a voice; False where it raised."""
    try:
        action()
    except Exception:  # noqa: BLE001 - whatever a voice does, the evening goes on
        return False
    return True

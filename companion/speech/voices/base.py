"""What a voice is: the one small protocol behind which every way of speaking stands."""

import enum
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Final, Protocol

from companion.optional import LibraryError, why
from companion.speech.catalogue import ExplainedError, Sentences, filled

RATE: Final = 175
SLOWEST: Final = 80
FASTEST: Final = 450
"""Words a minute: when nothing else is set, and what every voice can do."""
HANGING_SECONDS: Final = 1.5
"""A voice that shows no sign of life for so long hangs; another one takes over."""


@dataclass(frozen=True, slots=True)
class Words:
    """What a voice is asked to say.

    text -- plain words, "" for the sound alone; lang -- `fr`, `en`…; rate -- words a minute;
    volume -- 0 to 1; sound -- the name of an earcon that goes before the words, "" for none.
    """

    text: str
    lang: str
    rate: int = RATE
    volume: float = 1.0
    sound: str = ""


class Outcome(enum.Enum):
    """How an utterance ended that did not fail."""

    SAID = enum.auto()
    CUT = enum.auto()


Handle = Future[Outcome]
"""An utterance on its way: its outcome, or a `VoiceError` where nobody heard it."""


class VoiceError(ExplainedError):
    """A voice cannot speak, or no longer."""


class Voice(Protocol):
    """One way of speaking. Its methods are called by one thread only."""

    name: str
    earcons: bool
    """Whether it plays the sounds that go before words."""

    def probe(self) -> None:
        """Raise `VoiceError` where this voice cannot speak here."""

    def speak(self, words: Words) -> Handle:
        """Begin to speak, at once, and give back how it goes on.

        Only one utterance is spoken at a time. Raises `VoiceError` where it cannot even begin.
        """

    def stop(self) -> None:
        """Be silent within 50 ms; the handle ends as `CUT`. Nothing happens where all is said."""

    def close(self) -> None:
        """Be silent and give everything back; before it is used again it is probed again."""


def trouble(voice: Voice) -> VoiceError | None:
    """Why a voice cannot speak here, None where it can; any error of its library is a reason."""
    try:
        voice.probe()
    except Exception as error:  # noqa: BLE001 - a library may raise anything
        return VoiceError(*explained(error))
    return None


def explained(error: BaseException) -> Sentences:
    """What is told of any error of a voice or its library."""
    if isinstance(error, ExplainedError):
        return error.sentences
    if isinstance(error, LibraryError):
        return without_library(error)
    return (filled("machine.broke-off", kind=type(error).__name__, reason=why(error)),)


def without_library(error: LibraryError) -> Sentences:
    """What is told of a library that is missing or does not load."""
    text = "machine.library-missing" if error.missing else "machine.library-not-loaded"
    return filled(text, extra=error.extra, reason=error.why), filled(
        "machine.install", how=error.how
    )


def done(outcome: Outcome = Outcome.SAID) -> Handle:
    """Give a handle of something that is already over."""
    handle = Handle()
    handle.set_result(outcome)
    return handle

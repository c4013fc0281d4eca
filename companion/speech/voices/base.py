"""The protocol of all voices."""

import enum
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from companion.ending import start_thread
from companion.optional import LibraryError, first_reason
from companion.speech.catalogue import ExplainedError, Sentences, filled

RATE: Final = 175
SLOWEST: Final = 80
FASTEST: Final = 450
"""Words per minute: the default rate and the limits of every voice."""
HANGING_SECONDS: Final = 1.5
"""Seconds without progress after which a voice counts as hanging and is replaced."""


_Got = TypeVar("_Got")


@dataclass(frozen=True, slots=True)
class SpokenWords:
    """The words for a voice to speak.

    text -- plain words, "" for the sound alone
    rate -- words per minute
    volume -- 0 to 1
    sound -- the name of an earcon before the words, "" for none
    """

    text: str
    lang: str
    rate: int = RATE
    volume: float = 1.0
    sound: str = ""


class SpeechResult(enum.Enum):
    """How an utterance ended without an error."""

    SAID = enum.auto()
    CUT = enum.auto()


Handle = Future[SpeechResult]
"""The future of an utterance: its outcome, or a `VoiceError` if nobody heard it."""


class VoiceError(ExplainedError):
    """A voice cannot speak, or can no longer speak."""


class Voice(Protocol):
    """One way of speaking. Its methods are called by one thread only."""

    name: str
    earcons: bool
    """Whether it plays the sounds before words."""

    def probe(self) -> None:
        """Raise `VoiceError` if this voice cannot speak here."""

    def speak(self, words: SpokenWords) -> Handle:
        """Begin to speak at once, and return a handle.

        Only one utterance is spoken at a time. Raises `VoiceError` if it cannot begin.
        """

    def stop(self) -> None:
        """Stop within 50 ms, so that the handle ends as `CUT`.

        Do nothing if nothing is being spoken.
        """

    def close(self) -> None:
        """Stop and release everything; the voice is probed again before its next use."""


def probe_error(voice: Voice) -> VoiceError | None:
    """Return why a voice cannot speak here, None if it can. Any error of its library counts."""
    try:
        voice.probe()
    except Exception as error:  # noqa: BLE001 - a library may raise anything
        return VoiceError(*explained(error))
    return None


def explained(error: BaseException) -> Sentences:
    """Return the message for any error of a voice or its library."""
    if isinstance(error, ExplainedError):
        return error.sentences
    if isinstance(error, LibraryError):
        return without_library(error)
    return (filled("machine.broke-off", kind=type(error).__name__, reason=first_reason(error)),)


def without_library(error: LibraryError) -> Sentences:
    """Return the message for a library that is missing or does not load."""
    text = "machine.library-missing" if error.missing else "machine.library-not-loaded"
    return filled(text, extra=error.extra, reason=error.why), filled(
        "machine.install", how=error.how
    )


def done(outcome: SpeechResult = SpeechResult.SAID) -> Handle:
    """Return a handle that is already done."""
    handle = Handle()
    handle.set_result(outcome)
    return handle


def spoken(name: str, speak: Callable[[], SpeechResult]) -> Handle:
    """Call a function in a thread, and return the handle that gets its result or its error."""
    handle = Handle()
    start_thread(name, fulfil, handle, speak)
    return handle


def fulfil(future: "Future[_Got]", action: Callable[[], _Got]) -> None:
    """Give a future the result or the error of an action."""
    try:
        future.set_result(action())
    except Exception as error:  # noqa: BLE001 - the future raises it
        future.set_exception(error)

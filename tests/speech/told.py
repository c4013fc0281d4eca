"""Converts the messages of voices and displays to English text."""

from collections.abc import Callable, Iterable

from companion.speech.catalogue import Catalogue, Sentences
from companion.speech.voices.base import Voice, VoiceError


def why_not(voice: Voice) -> str | None:
    """Return why a voice cannot speak, None if it can."""
    try:
        voice.probe()
    except VoiceError as error:
        return str(error)
    return None


def line(told: Sentences) -> str:
    """Return a report as one line."""
    return Catalogue("en").tell(*told)


def lines(told: Iterable[Sentences]) -> tuple[str, ...]:
    """Return reports as lines."""
    return tuple(map(line, told))


def into(written: list[str]) -> Callable[[Sentences], None]:
    """Return a function that appends each line to a list."""
    return lambda told: written.append(line(told))

"""What voices and displays report, as English text."""

from collections.abc import Callable, Iterable

from companion.speech.catalogue import Catalogue, Sentences
from companion.speech.voices.base import Voice, VoiceError


def why_not(voice: Voice) -> str | None:
    """Why a voice cannot speak, None where it can."""
    try:
        voice.probe()
    except VoiceError as error:
        return str(error)
    return None


def line(told: Sentences) -> str:
    """One line."""
    return Catalogue("en").tell(*told)


def lines(told: Iterable[Sentences]) -> tuple[str, ...]:
    """Several lines."""
    return tuple(map(line, told))


def into(written: list[str]) -> Callable[[Sentences], None]:
    """What writes each line to a list."""
    return lambda told: written.append(line(told))

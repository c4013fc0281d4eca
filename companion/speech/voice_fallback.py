"""Which voice speaks next when one has failed."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from companion.speech.voices.base import Voice, trouble

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

"""A voice and a printer that store what they are given, and patience with threads."""

import time
from collections.abc import Callable
from typing import Final

from companion.speech.voices.base import Handle, SpeechResult, SpokenWords, VoiceError, done

PATIENCE: Final = 10.0


class SpyVoice:
    """Stores every utterance in `heard`.

    slow -- an utterance lasts until `finish` or `stop` is called; otherwise it ends at once
    reason -- the error that `probe` raises
    earcons -- whether the voice claims to play sounds
    """

    name = "spy"

    def __init__(
        self, *, slow: bool = False, reason: str | None = None, earcons: bool = False
    ) -> None:
        self.earcons = earcons
        self.heard: list[SpokenWords] = []
        self.stops = 0
        self.closed = False
        self._slow = slow
        self._reason = reason
        self.error: str | None = None
        self._handle = done()

    def probe(self) -> None:
        """Raise `VoiceError` with the given reason, if any."""
        if self._reason is not None:
            raise VoiceError(self._reason)

    def break_down(self, reason: str) -> None:
        """Let the current and all later utterances fail."""
        self.error = reason
        if not self._handle.done():
            self._handle.set_exception(VoiceError(reason))

    def speak(self, words: SpokenWords) -> Handle:
        """Store the words; raise after `break_down`."""
        if self.error is not None:
            raise VoiceError(self.error)
        self.heard.append(words)
        self._handle = Handle() if self._slow else done()
        return self._handle

    def finish(self) -> None:
        """Finish the current utterance."""
        if not self._handle.done():
            self._handle.set_result(SpeechResult.SAID)

    def stop(self) -> None:
        """Interrupt the current utterance."""
        self.stops += 1
        if not self._handle.done():
            self._handle.set_result(SpeechResult.CUT)

    def close(self) -> None:
        """Note the call."""
        self.closed = True

    @property
    def texts(self) -> list[str]:
        """Return the texts of all utterances."""
        return [each.text for each in self.heard]


class Clock:
    """Seconds that pass when they are told to."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


class Paper:
    """A printer that keeps its lines."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def write(self, text: str) -> None:
        self.lines.append(text)

    def check(self) -> None: ...


def until(condition: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Wait for another thread, with patience."""
    deadline = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < deadline, "nothing happened"
        time.sleep(0.001)

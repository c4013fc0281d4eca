"""The voice that only remembers: for tests and rehearsals of whole evenings."""

from companion.speech.voices.base import Handle, Outcome, VoiceError, Words, done


class SpyVoice:
    """Remembers every utterance in `heard`.

    slow -- an utterance goes on until `finish` or `stop` is called; otherwise it is over at once;
    reason -- what `probe` answers; earcons -- whether it says that it plays sounds.
    """

    name = "spy"

    def __init__(
        self, *, slow: bool = False, reason: str | None = None, earcons: bool = False
    ) -> None:
        self.earcons = earcons
        self.heard: list[Words] = []
        self.stops = 0
        self.closed = False
        self._slow = slow
        self._reason = reason
        self._error: str | None = None
        self._handle = done()

    def probe(self) -> None:
        """Raise the reason it was made with."""
        if self._reason is not None:
            raise VoiceError(self._reason)

    def break_down(self, reason: str) -> None:
        """From now on every attempt to speak fails, the one going on too."""
        self._error = reason
        if not self._handle.done():
            self._handle.set_exception(VoiceError(reason))

    def speak(self, words: Words) -> Handle:
        """Remember; fail if it was broken."""
        if self._error is not None:
            raise VoiceError(self._error)
        self.heard.append(words)
        self._handle = Handle() if self._slow else done()
        return self._handle

    def finish(self) -> None:
        """Let the utterance that goes on come to its end."""
        if not self._handle.done():
            self._handle.set_result(Outcome.SAID)

    def stop(self) -> None:
        """Cut the utterance that goes on."""
        self.stops += 1
        if not self._handle.done():
            self._handle.set_result(Outcome.CUT)

    def close(self) -> None:
        """Remember that it was closed."""
        self.closed = True

    @property
    def texts(self) -> list[str]:
        """The words alone."""
        return [each.text for each in self.heard]

"""The voice that only remembers: for tests and rehearsals of whole evenings."""

from dataclasses import dataclass

from companion.speech.voices.base import Handle, Outcome, VoiceError, done


@dataclass(frozen=True, slots=True)
class Heard:
    """What the spy was asked to say."""

    text: str
    lang: str
    rate: int
    volume: float


class SpyVoice:
    """Remembers every utterance in `heard`.

    slow -- an utterance goes on until `finish` or `stop` is called; otherwise it is over at once;
    reason -- what `probe` answers.
    """

    name = "spy"

    def __init__(self, *, slow: bool = False, reason: str | None = None) -> None:
        self.heard: list[Heard] = []
        self.stops = 0
        self.closed = False
        self._slow = slow
        self._reason = reason
        self._error: str | None = None
        self._handle = done()

    def probe(self) -> str | None:
        """Give the reason it was made with."""
        return self._reason

    def break_down(self, reason: str) -> None:
        """From now on every attempt to speak fails, the one going on too."""
        self._error = reason
        if not self._handle.done():
            self._handle.set_exception(VoiceError(reason))

    def speak(self, text: str, lang: str, rate: int, volume: float) -> Handle:
        """Remember; fail if it was broken."""
        if self._error is not None:
            raise VoiceError(self._error)
        self.heard.append(Heard(text, lang, rate, volume))
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

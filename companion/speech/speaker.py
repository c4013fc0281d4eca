"""The thread that joins queue and voice. Those who have something to say never wait for it."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Final, Protocol

from companion.speech import voice_phrases as p
from companion.speech.catalogue import Catalogue
from companion.speech.normalise import normalise
from companion.speech.queue import SpeechQueue
from companion.speech.utterance import Priority, Utterance
from companion.speech.voices.base import RATE, Handle, Voice

_CLOSING_SECONDS: Final = 5.0


class Printer(Protocol):
    """Whatever writes lines; it must not raise."""

    def write(self, text: str) -> None:
        """Write one line."""


class Speaker:
    """Says utterances one at a time, in the queue's order.

    voice -- None where words are only written; printer -- gets every utterance as a line, in the
    order in which they were handed in, None to write nothing; clock -- seconds, monotonic;
    spare -- the voices to go on with when one fails, probed and opened one by one as needed.

    Every method returns at once but `wait_idle` and `close`. No exception of a voice comes out.
    """

    def __init__(
        self,
        voice: Voice | None,
        printer: Printer | None = None,
        clock: Callable[[], float] = time.monotonic,
        spare: Iterable[Voice] = (),
    ) -> None:
        self.rate = RATE
        self.volume = 1.0
        self._voice = voice
        self._printer = printer
        self._clock = clock
        self._spare: Iterator[Voice] = iter(spare)
        self._queue = SpeechQueue()
        self._lines: deque[str] = deque()
        self._handle: Handle | None = None
        self._cut = False
        self._lang = "en"
        self._closing = False
        self._busy = False
        self._change = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="speaker", daemon=True)
        self._thread.start()

    def say(self, utterances: Iterable[Utterance]) -> bool:
        """Hand in what is to be said; True when it cuts what was being said."""
        said = tuple(utterances)
        with self._change:
            if self._closing or not said:
                return False
            self._lines.extend(each.text for each in said)
            cuts = self._queue.push(said) is not None
            self._cut |= cuts
            self._change.notify_all()
        return cuts

    def silence(self) -> None:
        """Be quiet now: a key was pressed."""
        with self._change:
            self._cut |= self._queue.silence(self._clock()) is not None
            self._change.notify_all()

    def repeat(self, to: str = "all") -> Utterance | None:
        """Say the last announcement again; within two seconds, the one before it, and so on.

        Gives back what will be said, None where nothing has been announced.
        """
        with self._change:
            again = self._queue.repeat(self._clock(), to)
            if again is not None:
                self.say((again,))
        return again

    def wait_idle(self, timeout: float | None = None) -> bool:
        """Wait until everything is said and written; False when the seconds are over first."""
        with self._change:
            return self._change.wait_for(self._is_idle, timeout)

    def close(self, *, drain: bool = True, timeout: float = 60.0) -> None:
        """End, after everything has been said (at most timeout seconds), or at once."""
        if drain:
            self.wait_idle(timeout)
        with self._change:
            self._closing = True
            self._change.notify_all()
        self._thread.join(_CLOSING_SECONDS)

    def _is_idle(self) -> bool:
        return self._queue.idle and not self._lines and not self._busy and self._handle is None

    # --- the thread ---------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            with self._change:
                self._busy = False
                self._change.notify_all()
                while not (self._closing or self._work_waits()):
                    self._change.wait(self._patience())
                self._busy = True
                if self._closing:
                    break
            self._turn()
        self._write()
        self._end()
        with self._change:
            self._busy = False
            self._change.notify_all()

    def _work_waits(self) -> bool:
        if self._lines or self._cut:
            return True
        if self._handle is not None:
            return self._handle.done()
        return self._queue.ready(self._clock())

    def _patience(self) -> float | None:
        """How long to wait for the end of a quiet; None where no quiet is kept."""
        wake = self._queue.wake_at() if self._handle is None else None
        return None if wake is None else max(wake - self._clock(), 0.0)

    def _turn(self) -> None:
        """Do one round of work: write, cut, note an end, begin the next."""
        self._write()
        with self._change:
            cut, self._cut = self._cut, False
        if cut:
            self._handle = None
            self._stop()
        if self._handle is not None and self._handle.done():
            self._note_end(self._handle)
        if self._handle is None:
            self._begin()

    def _write(self) -> None:
        while self._lines:
            with self._change:
                line = self._lines.popleft()
            if self._printer is not None:
                self._printer.write(line)

    def _note_end(self, handle: Handle) -> None:
        self._handle = None
        error = handle.exception()
        with self._change:
            if self._cut:
                return
            if error is None:
                self._queue.finished()
                return
        self._hand_over(str(error))

    def _begin(self) -> None:
        with self._change:
            new = None if self._cut else self._queue.next(self._clock())
        if new is None:
            return
        if self._voice is None:
            with self._change:
                self._queue.finished()
            return
        self._lang = new.lang
        try:
            text = normalise(new.text, new.lang)
            handle = self._voice.speak(text, new.lang, self.rate, self.volume)
        except Exception as error:  # noqa: BLE001 - whatever a voice does, the evening goes on
            self._hand_over(str(error))
            return
        self._handle = handle
        handle.add_done_callback(self._wake)

    def _wake(self, _handle: Handle) -> None:
        with self._change:
            self._change.notify_all()

    # --- when a voice fails -------------------------------------------------------------------

    def _hand_over(self, reason: str) -> None:
        """Go on with the next voice that works, say so, and say again what was not heard."""
        failed, self._voice = self._voice, None
        name = ""
        if failed is not None:
            name = failed.name
            _guarded(failed.close)
        self._voice = next((voice for voice in self._spare if _works(voice)), None)
        phrase = p.VOICE_LOST if self._voice is None else p.VOICE_CHANGED
        notice = Utterance(Catalogue(self._lang).say(phrase), self._lang, Priority.ALERT)
        with self._change:
            self._queue.failed()
            self._lines.append(f"{name}: {reason}")
            self.say((notice,))

    def _stop(self) -> None:
        if self._voice is not None and not _guarded(self._voice.stop):
            self._hand_over("It could not be stopped.")

    def _end(self) -> None:
        if self._voice is not None:
            _guarded(self._voice.close)


def _works(voice: Voice) -> bool:
    """Whether a voice can speak here; one that fails to answer cannot."""
    try:
        return voice.probe() is None
    except Exception:  # noqa: BLE001 - whatever a voice does, the evening goes on
        return False


def _guarded(action: Callable[[], None]) -> bool:
    """Do something with a voice; False where it raised."""
    try:
        action()
    except Exception:  # noqa: BLE001 - whatever a voice does, the evening goes on
        return False
    return True

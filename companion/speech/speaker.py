"""Passes utterances from the queue to a voice, in its own thread. Callers never wait for it."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import Final, Protocol

from companion import ending
from companion.speech.catalogue import Catalogue, Sentences, filled
from companion.speech.lexicon import Lexicon, normalise
from companion.speech.queue import SpeechQueue
from companion.speech.utterance import Priority, Utterance
from companion.speech.voices import REST_SECONDS, Reserve, guarded
from companion.speech.voices.base import RATE, Handle, SpokenWords, Voice, VoiceError, explained

_CLOSING_SECONDS: Final = 5.0
_PRIVATE: Final = {Priority.ANSWER, Priority.HINT}
PATIENCE_SECONDS: Final = 10.0
_LETTERS_A_SECOND: Final = 4.0
"""Letters per second, used to compute the time limit of an utterance."""


class Printer(Protocol):
    """An object that writes lines and does not raise."""

    def write(self, text: str) -> None:
        """Write one line."""

    def check(self) -> None:
        """Raise the `OSError` of a failed write, if any."""


class Speaker:
    """Speaks utterances one at a time, in the queue's order.

    voice -- the voice, None if utterances are only printed
    printer -- writes every utterance as a line, in the order of the calls; None to print nothing
    clock -- returns monotonic seconds
    spare -- further voices to use when one fails, opened only when needed
    private -- a voice for answers and hints that only one player hears

    Attributes to be set:
    lexicon -- the user's respellings for the voice; the printer gets the original words
    complain -- is called with the reason when a voice fails
    read_out -- whether a screen reader reads the printed lines; its own words are then not printed

    Every method except `wait_idle` and `close` returns at once. Errors of a voice are never raised.
    """

    def __init__(
        self,
        voice: Voice | None,
        printer: Printer | None = None,
        clock: Callable[[], float] = time.monotonic,
        spare: Iterable[Voice] = (),
        private: Voice | None = None,
    ) -> None:
        self.rate = RATE
        self.volume = 1.0
        self.lexicon = Lexicon()
        self.complain: Callable[[Sentences], None] | None = None
        self.read_out = False
        self._voice = voice
        self._private = private
        self._printer = printer
        self._clock = clock
        self._reserve = Reserve(voice, spare, clock)
        self._retry_at = clock() + REST_SECONDS
        self._written = voice is None and private is None
        self._queue = SpeechQueue(written=self._written)
        self._lines: deque[str] = deque()
        self._handle: Handle | None = None
        self._speaking: Voice | None = None
        self._late_at = 0.0
        self._cut = False
        self._lang = "en"
        self.is_closing = False
        self._busy = False
        self._change = threading.Condition()
        self._thread = ending.start_thread("speaker", self._run)

    def say(self, utterances: Iterable[Utterance]) -> bool:
        """Add utterances. Return whether they interrupt the utterance being spoken."""
        said = tuple(utterances)
        with self._change:
            if self.is_closing or not said:
                return False
            secret = self.can_be_heard
            self._lines.extend(
                each.text for each in said if each.text and not (each.secret and secret)
            )
            cuts = self._queue.push(said) is not None
            self._cut |= cuts
            self._change.notify_all()
        return cuts

    def silence(self) -> None:
        """Stop speaking, because a key was pressed."""
        with self._change:
            self._cut |= self._queue.silence(self._clock()) is not None
            self._change.notify_all()

    def forget(self) -> None:
        """Stop speaking and drop all waiting utterances, because the evening ends."""
        with self._change:
            self._queue = SpeechQueue(written=self._written)
            self._cut = True
            self._change.notify_all()

    def heard(self, to: str = "all", question: Utterance | None = None) -> Utterance | None:
        """Return the utterance to repeat for a listener, see `SpeechQueue.repeat`."""
        with self._change:
            return self._queue.repeat(self._clock(), to, question)

    def read_elsewhere(self, utterance: Utterance) -> None:
        """Record what a listener has read, see `SpeechQueue.read_elsewhere`."""
        with self._change:
            self._queue.read_elsewhere(utterance)

    def wait_idle(self, timeout: float | None = None) -> bool:
        """Wait until everything is spoken and printed. Return False on a timeout."""
        with self._change:
            return self._change.wait_for(self._is_idle, timeout)

    @property
    def can_be_heard(self) -> bool:
        """Whether a voice works."""
        return self._voice is not None or self._private is not None

    @property
    def names_keys(self) -> bool:
        """Whether the voice names pressed keys, which a screen reader does itself."""
        return self._voice is not None and not self._is_screen_reader

    @property
    def _is_screen_reader(self) -> bool:
        return self._voice is not None and self._voice.name.startswith("screenreader")

    def check_written(self) -> None:
        """Raise the `OSError` of a failed write of the printer, if any."""
        if self._printer is not None:
            self._printer.check()

    @property
    def has_private(self) -> bool:
        """Whether answers and hints have their own voice."""
        return self._private is not None

    def close(self, *, drain: bool = True, timeout: float = 60.0) -> None:
        """Finish speaking (for at most timeout seconds) or stop at once, then close the voices.

        After a signal this takes no longer than `ending.within` allows.
        """
        if drain:
            self.wait_idle(ending.within(timeout, ending.CLOSING))
        with self._change:
            self.is_closing = True
            self._change.notify_all()
        self._thread.join(ending.within(_CLOSING_SECONDS))

    def _is_idle(self) -> bool:
        return self._queue.idle and not self._lines and not self._busy and self._handle is None

    # --- the thread ---------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            with self._change:
                self._busy = False
                self._change.notify_all()
                while not (self.is_closing or self._work_waits()):
                    self._change.wait(self._patience())
                self._busy = True
                if self.is_closing:
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
            return self._handle.done() or self._clock() >= self._late_at
        return self._queue.ready(self._clock())

    def _patience(self) -> float | None:
        """Return how long to wait for the end of a quiet period or an utterance, None for ever."""
        wake = self._queue.wake_at() if self._handle is None else self._late_at
        return None if wake is None else max(wake - self._clock(), 0.0)

    def _turn(self) -> None:
        """Do one round of work: print, stop, check for an end, begin the next utterance."""
        self._write()
        with self._change:
            cut, self._cut = self._cut, False
        if cut:
            self._stop()
        if self._handle is not None:
            self._look_at(self._handle)
        if self._handle is None:
            self._begin()

    def _write(self) -> None:
        while self._lines:
            line = self._lines.popleft()  # no lock needed: only this thread removes lines
            if self._printer is not None and not (self.read_out and self._is_screen_reader):
                self._printer.write(line)

    def _look_at(self, handle: Handle) -> None:
        """Check whether and how the current utterance has ended."""
        if handle.done():
            self._handle = None
            error = handle.exception()
        elif self._clock() >= self._late_at:
            self._handle = None
            name = "" if self._speaking is None else self._speaking.name
            error = VoiceError("machine.hangs", name=name)
        else:
            return
        with self._change:
            if self._cut:
                return
            if error is None:
                self._queue.finished()
                return
        self._hand_over(error)

    def _begin(self) -> None:
        with self._change:
            new = None if self._cut else self._queue.next(self._clock())
        if new is None:
            return
        voice = self._voice_for(new)
        if voice is None or not (new.text or voice.earcons):
            with self._change:
                self._queue.finished()
            return
        self._lang = new.lang
        self._speaking = voice
        try:
            text = self.lexicon.respell(normalise(new.text, new.lang), new.lang, voice.name)
            handle = voice.speak(SpokenWords(text, new.lang, self.rate, self.volume, new.sound))
        except Exception as error:  # noqa: BLE001 - an error of a voice must not end the evening
            self._hand_over(error)
            return
        self._handle = handle
        self._late_at = self._clock() + PATIENCE_SECONDS + len(text) / _LETTERS_A_SECOND
        handle.add_done_callback(self._wake)

    def _voice_for(self, utterance: Utterance) -> Voice | None:
        """Return the voice for an utterance.

        If none works, the failed voices are tried again from time to time.
        """
        if self._private is not None and utterance.priority in _PRIVATE:
            return self._private
        if self._voice is None and self._clock() >= self._retry_at:
            self._find_voice()
        return self._voice or self._private

    def _wake(self, _handle: Handle) -> None:
        with self._change:
            self._change.notify_all()

    # --- when a voice fails -------------------------------------------------------------------

    def _hand_over(self, error: BaseException) -> None:
        """Switch to the next working voice, announce this, and repeat what was not heard."""
        failed = self._speaking
        if failed is None:
            return
        if failed is self._private:
            self._private = None
            guarded(failed.close)
            notice = "voice.private-lost" if self._voice is not None else "voice.voice-lost"
        else:
            self._reserve.failed(failed)
            self._find_voice()
            notice = "voice.voice-changed" if self.can_be_heard else "voice.voice-lost"
        with self._change:
            self._queue.failed()
            self._lines.append(Catalogue(self._lang).say("voice.voice-failed", name=failed.name))
            said = Catalogue(self._lang).say(notice)
            self.say((Utterance(said, self._lang, Priority.ALERT),))
        if self.complain is not None:
            self.complain((filled("machine.about-voice", name=failed.name), *explained(error)))

    def _find_voice(self) -> None:
        self._voice = self._reserve.find()
        self._retry_at = self._clock() + REST_SECONDS

    def _stop(self) -> None:
        spoken, self._handle = self._handle, None
        if spoken is None or self._speaking is None:
            return
        if not guarded(self._speaking.stop):
            self._hand_over(VoiceError("machine.not-stopped", name=self._speaking.name))

    def _end(self) -> None:
        for voice in (self._voice, self._private):
            if voice is not None:
                guarded(voice.close)

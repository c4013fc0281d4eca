"""The voice of espeak-ng, inside the process: quick to begin, silent at once."""

import queue
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from companion.speech.voices import espeak_library, sinks
from companion.speech.voices.base import Handle, Outcome, VoiceError, Words
from companion.speech.voices.earcons import earcon


@dataclass(frozen=True, slots=True)
class _Job:
    """One utterance for the owner thread."""

    words: Words
    handle: Handle = field(default_factory=Handle)
    cut: threading.Event = field(default_factory=threading.Event)


class EspeakVoice:
    """Speaks through the first sink that works, or into a WAV file.

    file -- a WAV file to be written; device -- a sound device, "" for the usual one. A sink that
    failed gives way to the next one when the voice is probed again.

    One thread of its own synthesises and plays; `speak` and `stop` only hand over.
    """

    name = "espeak"
    earcons = True

    def __init__(self, file: str = "", device: str = "") -> None:
        self._path = Path(file) if file else None
        self._device = device
        self._working: Iterator[sinks.Sink] | None = None
        self._library: espeak_library.EspeakLibrary | None = None
        self._sink: sinks.Sink | None = None
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._job: _Job | None = None
        self._thread: threading.Thread | None = None

    def probe(self) -> None:
        """Open the library and find a sink that really plays. Raises `VoiceError`."""
        self._open()

    def _open(self) -> tuple[espeak_library.EspeakLibrary, sinks.Sink]:
        if self._library is None:
            self._library = espeak_library.load()
        if self._sink is None:
            rate = self._library.sample_rate
            if self._path is not None:
                self._sink = sinks.FileSink(self._path, rate)
            else:
                self._sink = self._next_sink(rate)
            self.name = f"espeak ({self._library.origin}, {self._sink.name})"
        return self._library, self._sink

    def _next_sink(self, rate: int) -> sinks.Sink:
        """The first sink that works, after a failure the next; after the last all are tried again.

        Raises `VoiceError` where there is none or no more.
        """
        if self._working is None:
            self._working = sinks.working(rate, self._device)
        try:
            return next(self._working)
        except VoiceError:
            self._working = None
            raise

    def speak(self, words: Words) -> Handle:
        """See `Voice`."""
        self._open()
        if self._thread is None:
            self._jobs = queue.SimpleQueue()
            self._thread = threading.Thread(
                target=self._run, args=(self._jobs,), name="espeak", daemon=True
            )
            self._thread.start()
        self._job = _Job(words)
        self._jobs.put(self._job)
        return self._job.handle

    def stop(self) -> None:
        """See `Voice`."""
        if self._job is not None:
            self._job.cut.set()

    def close(self) -> None:
        """See `Voice`."""
        self.stop()
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join(timeout=2.0)
            self._thread = None
        if isinstance(self._sink, sinks.FileSink):
            self._sink.close()
        self._sink = None
        self.name = "espeak"

    def _run(self, jobs: "queue.SimpleQueue[_Job | None]") -> None:
        while (job := jobs.get()) is not None:
            try:
                job.handle.set_result(self._play(job))
            except Exception as error:  # noqa: BLE001 - told to whoever holds the handle
                job.handle.set_exception(error)

    def _play(self, job: _Job) -> Outcome:
        if job.cut.is_set():
            return Outcome.CUT
        library, sink = self._open()
        words = job.words
        samples = earcon(words.sound, library.sample_rate, words.volume)
        if words.text:
            samples += library.synthesise(words.text, words.lang, words.rate, words.volume)
        return sink.play(samples, job.cut)

"""The voice of espeak-ng, inside the process: quick to begin, silent at once."""

import queue
import threading
from dataclasses import dataclass, field
from pathlib import Path

from companion.speech.voices import espeak_library, sinks
from companion.speech.voices.base import Handle, Outcome, VoiceError


@dataclass(frozen=True, slots=True)
class _Job:
    """One utterance for the owner thread."""

    text: str
    lang: str
    rate: int
    volume: float
    handle: Handle = field(default_factory=Handle)
    cut: threading.Event = field(default_factory=threading.Event)


class EspeakVoice:
    """Speaks through the first sink that works, or into a WAV file.

    One thread of its own synthesises and plays; `speak` and `stop` only hand over.
    """

    name = "espeak"

    def __init__(self, file: str = "") -> None:
        self._path = Path(file) if file else None
        self._library: espeak_library.EspeakLibrary | None = None
        self._sink: sinks.Sink | None = None
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._job: _Job | None = None
        self._thread: threading.Thread | None = None

    def probe(self) -> str | None:
        """Open the library and find a sink that really plays."""
        try:
            self._open()
        except VoiceError as error:
            return str(error)
        return None

    def _open(self) -> tuple[espeak_library.EspeakLibrary, sinks.Sink]:
        if self._library is None:
            self._library = espeak_library.load()
        if self._sink is None:
            rate = self._library.sample_rate
            if self._path is not None:
                self._sink = sinks.FileSink(self._path, rate)
            else:
                self._sink = sinks.first_working(rate)
            self.name = f"espeak ({self._library.origin}, {self._sink.name})"
        return self._library, self._sink

    def speak(self, text: str, lang: str, rate: int, volume: float) -> Handle:
        """See `Voice`."""
        self._open()
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="espeak", daemon=True)
            self._thread.start()
        self._job = _Job(text, lang, rate, volume)
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

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                job.handle.set_result(self._play(job))
            except Exception as error:  # noqa: BLE001 - told to whoever holds the handle
                job.handle.set_exception(error)

    def _play(self, job: _Job) -> Outcome:
        if job.cut.is_set():
            return Outcome.CUT
        library, sink = self._open()
        samples = library.synthesise(job.text, job.lang, job.rate, job.volume)
        return sink.play(samples, job.cut)

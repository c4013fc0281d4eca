"""The voice of the user's own screen reader, by the library prismatoid (NVDA, JAWS, VoiceOver…).

The user chooses language, rate and volume in the screen reader, so they are not changed here. Some
screen readers do not report whether they speak. The end of an utterance is then estimated from its
length. The library is native code that may hang, so it is called in its own thread.
"""

import contextlib
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final, TypeVar

from companion.ending import start_thread
from companion.optional import LibraryError, first_reason, install_command, is_there, load
from companion.speech.catalogue import filled
from companion.speech.voices import base

SYNTHESISERS: Final = (
    "SAPI",
    "ONE_CORE",
    "AV_SPEECH",
    "SPEECH_DISPATCHER",
    "SPIEL",
    "ANDROID_TTS",
    "WEB_SPEECH",
    "UIA",
)
"""Back ends that are not screen readers.

Other voices use them. For UIA, possibly no program reads the text aloud.
"""
_MISSING: Final = filled(
    "machine.not-installed", name="prismatoid", how=install_command("screenreader")
)
_POLL_SECONDS: Final = 0.03
LETTERS_A_SECOND: Final = 15.0
LEAST_SECONDS: Final = 0.3

_Got = TypeVar("_Got")
_Job = tuple["Future[Any]", Callable[[], Any]]


class ScreenReaderVoice:
    """Speaks through the first running screen reader, and shows the words on its braille display.

    open_library -- creates the library's context; replaced in tests
    """

    name = "screenreader"
    earcons = False

    def __init__(self, open_library: Callable[[], Any] | None = None) -> None:
        self._open_library = open_library or _open_prism
        self._jobs: queue.SimpleQueue[_Job | None] | None = None
        self._context: Any = None
        self._reader: Any = None
        self._cut = threading.Event()

    def probe(self) -> None:
        """Find a running screen reader. Raises `VoiceError`."""
        try:
            name = self._call(self._find)
        except base.VoiceError:
            self.close()
            raise
        if name is None:
            self.close()
            raise base.VoiceError("machine.no-screen-reader")
        self.name = f"screenreader ({name})"

    def _find(self) -> str | None:
        """Return the name of the first screen reader that answers. Runs in the library's thread."""
        if self._context is None:
            self._context = self._open_library()
        ids = [self._context.id_of(number) for number in range(self._context.backends_count)]
        for each in ids:
            if each.name in SYNTHESISERS:
                continue
            try:
                reader = self._context.acquire(each)
            except (ValueError, RuntimeError, OSError):
                continue  # this screen reader is not running
            can = reader.features
            if can.is_supported_at_runtime and can.supports_speak and can.supports_stop:
                self._reader = reader
                return str(reader.name)
        return None

    def speak(self, words: base.SpokenWords) -> base.Handle:
        """See `Voice`."""
        if not words.text:
            return base.done()
        self._call(lambda: self._say(words.text))
        cut = self._cut = threading.Event()
        return base.spoken("screenreader", lambda: self._watch(words.text, cut))

    def _say(self, text: str) -> None:
        """Speak a text and show it in braille, which NVDA does not do by itself."""
        self._reader.speak(text, interrupt=False)
        if self._reader.features.supports_braille:
            with contextlib.suppress(Exception):  # a display that fails must not stop the voice
                self._reader.braille(text)

    def _watch(self, text: str, cut: threading.Event) -> base.SpeechResult:
        """Wait for the end of an utterance, as reported by the screen reader or estimated."""
        tells = self._reader.features.supports_is_speaking
        least = LEAST_SECONDS + (0.0 if tells else len(text) / LETTERS_A_SECOND)
        until = time.monotonic() + least
        while not cut.wait(_POLL_SECONDS):
            if time.monotonic() >= until and not (
                tells and self._call(lambda: self._reader.speaking)
            ):
                return base.SpeechResult.SAID
        return base.SpeechResult.CUT

    def stop(self) -> None:
        """See `Voice`."""
        self._cut.set()
        if self._reader is not None:
            self._call(lambda: self._reader.stop())  # noqa: PLW0108 - the library is touched there

    def close(self) -> None:
        """See `Voice`."""
        self._cut.set()
        if self._jobs is not None:
            with contextlib.suppress(base.VoiceError):
                self._call(self._leave)
            self._jobs.put(None)
            self._jobs = None

    def _leave(self) -> None:
        """Silence the screen reader and release it, in the library's thread."""
        reader, self._reader, self._context = self._reader, None, None
        if reader is not None:
            reader.stop()

    def _call(self, action: Callable[[], _Got]) -> _Got:
        """Call an action in the library's thread. Raises `VoiceError` if it fails or hangs."""
        if self._jobs is None:
            self._jobs = queue.SimpleQueue()
            start_thread("prismatoid", _serve, self._jobs)
        future: Future[_Got] = Future()
        self._jobs.put((future, action))
        try:
            return future.result(base.HANGING_SECONDS)
        except TimeoutError:
            raise base.VoiceError("machine.hangs", name=self.name) from None
        except base.VoiceError:
            raise
        except Exception as error:
            raise base.VoiceError(
                "machine.failed", name=self.name, reason=first_reason(error)
            ) from error


def _serve(jobs: "queue.SimpleQueue[_Job | None]") -> None:
    """Run the jobs one after the other in one thread, as the native library requires."""
    while (job := jobs.get()) is not None:
        base.fulfil(*job)
        del job  # a finished job must not keep the library's objects alive


def _open_prism() -> Any:  # noqa: ANN401 - the library has no types
    """Open the library. Raises `VoiceError` if it is missing or a different one is installed."""
    if not is_there("prism"):
        raise base.VoiceError(_MISSING)
    try:
        prism = load("prism", "screenreader")
    except LibraryError as error:
        raise base.VoiceError(*base.without_library(error)) from error
    if not hasattr(prism, "Context"):
        raise base.VoiceError(filled("machine.other-library", name="prism"), _MISSING)
    return prism.Context()

"""The voice of espeak-ng, inside this process: it starts and stops at once.

Only this file uses the library's C interface. The library has global state, so it is opened once
and called by one thread at a time. It comes from the system or from the wheel `espeakng-loader`.
The wheel's library needs the path of its data, because otherwise it looks in folders of the
computer where it was built. The option DONT_EXIT keeps the library from ending this process if the
data are missing.
"""

import ctypes
import functools
import threading
from collections.abc import Iterator
from concurrent.futures import wait
from pathlib import Path
from typing import Any, Final

from companion.optional import first_reason, is_there
from companion.optional import load as load_library
from companion.speech.voices import base, sinks
from companion.speech.voices.samples import earcon, with_short_pauses

_NAME: Final = "espeak-ng"
SYSTEM_NAMES: Final = ("libespeak-ng.so.1", "libespeak-ng.1.dylib", "libespeak-ng.dll")
_OUTPUT_SYNCHRONOUS: Final = 2
_DONT_EXIT: Final = 0x8000
_CHARS_UTF8: Final = 1
_PARAMETER_RATE: Final = 1
_PARAMETER_VOLUME: Final = 2
_FULL_VOLUME: Final = 100
_RATES: Final = (80, 450)

_Callback = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p
)


class EspeakLibrary:
    """The opened library, which makes mono 16-bit samples at `sample_rate` per second.

    Raises `VoiceError` if it cannot be opened.
    """

    def __init__(self, path: str, data: str | None, origin: str) -> None:
        self.origin = origin
        self._lock = threading.Lock()
        self._pieces: list[bytes] = []
        self._lang = ""
        where = data.encode() if data else None
        try:
            self._library = ctypes.CDLL(path)
            rate = self._library.espeak_Initialize(_OUTPUT_SYNCHRONOUS, 0, where, _DONT_EXIT)
        except (OSError, AttributeError) as error:
            raise base.VoiceError(
                "machine.not-loaded", name=_NAME, reason=first_reason(error)
            ) from error
        if rate <= 0:
            raise base.VoiceError("machine.no-voice-data", name=_NAME)
        self.sample_rate = int(rate)
        # The library keeps only the address, so keep a reference to the object.
        self._callback = _Callback(self._take)
        self._library.espeak_SetSynthCallback(self._callback)

    def _take(self, wave: Any, count: int, _events: Any) -> int:  # noqa: ANN401 - C pointers
        if wave and count > 0:
            self._pieces.append(ctypes.string_at(wave, count * 2))
        return 0

    def synthesise(self, text: str, lang: str, rate: int, volume: float) -> bytes:
        """Return text as samples with short pauses.

        Raises `VoiceError` for a language it does not speak.
        """
        with self._lock:
            self._use(lang)
            pace = min(max(rate, _RATES[0]), _RATES[1])
            self._library.espeak_SetParameter(_PARAMETER_RATE, pace, 0)
            loudness = round(min(max(volume, 0.0), 1.0) * _FULL_VOLUME)
            self._library.espeak_SetParameter(_PARAMETER_VOLUME, loudness, 0)
            self._pieces.clear()
            encoded = text.encode()
            code = self._library.espeak_Synth(
                encoded, len(encoded) + 1, 0, 0, 0, _CHARS_UTF8, None, None
            )
            if code != 0:
                raise base.VoiceError("machine.could-not-speak", name=_NAME, code=code)
            return with_short_pauses(b"".join(self._pieces), self.sample_rate, pace)

    def _use(self, lang: str) -> None:
        """Choose a language. Raises `VoiceError` for a language that the library does not speak.

        Without this check the library would keep the voice of the previous language.
        """
        if lang == self._lang:
            return
        code = self._library.espeak_SetVoiceByName(lang.encode())
        if code != 0:
            raise base.VoiceError("machine.does-not-speak", name=_NAME, lang=lang)
        self._lang = lang


@functools.cache
def load() -> EspeakLibrary:
    """Open espeak-ng of the system or of the wheel. Raises `VoiceError` if neither exists."""
    for name in SYSTEM_NAMES:
        try:
            return EspeakLibrary(name, None, "system")
        except base.VoiceError:
            continue
    if not is_there("espeakng_loader"):
        how = "pip install espeakng-loader"
        raise base.VoiceError("machine.not-installed", name=_NAME, how=how)
    library, folder = wheel()
    return EspeakLibrary(library, folder, "espeakng-loader")


def wheel() -> tuple[str, str]:
    """Return the paths of the wheel's library and data. Raises `VoiceError`."""
    try:
        loader = load_library("espeakng_loader", "voice")
        return str(loader.get_library_path()), str(loader.get_data_path())
    except Exception as error:
        raise base.VoiceError(
            "machine.not-loaded", name="espeakng_loader", reason=first_reason(error)
        ) from error


class EspeakVoice:
    """Speaks through the first sink that works, or into a WAV file.

    file -- a WAV file to be written
    device -- a sound device, "" for the default one

    After a failure the next sink is used when the voice is probed again. `speak` and `stop` return
    at once: a thread per utterance waits for the previous one, then synthesises and plays.
    """

    name = "espeak"
    earcons = True

    def __init__(self, file: str = "", device: str = "") -> None:
        self._path = Path(file) if file else None
        self.device = device
        self._working: Iterator[sinks.Sink] | None = None
        self._library: EspeakLibrary | None = None
        self._sink: sinks.Sink | None = None
        self._cut = threading.Event()
        self._turn = threading.Lock()
        self._handle = base.done()

    def probe(self) -> None:
        """Open the library and find a sink that plays. Raises `VoiceError`."""
        self._open()

    def _open(self) -> tuple[EspeakLibrary, sinks.Sink]:
        if self._library is None:
            self._library = load()
        if self._sink is None:
            rate = self._library.sample_rate
            if self._path is not None:
                self._sink = sinks.FileSink(self._path, rate)
            else:
                self._sink = self._next_sink(rate)
            self.name = f"espeak ({self._library.origin}, {self._sink.name})"
        return self._library, self._sink

    def _next_sink(self, rate: int) -> sinks.Sink:
        """Return the first working sink. Later calls try the next sinks, then start over.

        Raises `VoiceError` if no sink, or no further sink, works.
        """
        if self._working is None:
            self._working = sinks.working(rate, self.device)
        try:
            return next(self._working)
        except base.VoiceError:
            self._working = None
            raise

    def speak(self, words: base.SpokenWords) -> base.Handle:
        """See `Voice`."""
        self._open()
        cut = self._cut = threading.Event()
        self._handle = base.spoken("espeak", lambda: self._play(words, cut))
        return self._handle

    def stop(self) -> None:
        """See `Voice`."""
        self._cut.set()

    def close(self) -> None:
        """See `Voice`."""
        self.stop()
        wait((self._handle,), timeout=2.0)
        if isinstance(self._sink, sinks.FileSink):
            self._sink.close()
        self._sink = None
        self.name = "espeak"

    def _play(self, words: base.SpokenWords, cut: threading.Event) -> base.SpeechResult:
        with self._turn:
            if cut.is_set():
                return base.SpeechResult.CUT
            library, sink = self._open()
            samples = earcon(words.sound, library.sample_rate, words.volume)
            if words.text:
                samples += library.synthesise(words.text, words.lang, words.rate, words.volume)
            return sink.play(samples, cut)

"""Runs espeak-ng in this process: text into samples. No other file uses its C interface.

The library is global state: it is opened once, and one call at a time gets in. It comes from the
system, or from the wheel `espeakng-loader`, whose data path has to be handed over (else the
library looks in its builder's folders and ends the process; the option DONT_EXIT forbids that).
"""

import ctypes
import functools
import threading
from typing import Any, Final

from companion.optional import is_there, why
from companion.optional import load as load_library
from companion.speech.catalogue import filled
from companion.speech.voices.base import VoiceError
from companion.speech.voices.pauses import with_short_pauses

_NAME: Final = "espeak-ng"
_SYSTEM_NAMES: Final = ("libespeak-ng.so.1", "libespeak-ng.1.dylib", "libespeak-ng.dll")
_OUTPUT_SYNCHRONOUS: Final = 2
_DONT_EXIT: Final = 0x8000
_CHARS_UTF8: Final = 1
_PARAMETER_RATE: Final = 1
_PARAMETER_VOLUME: Final = 2
_FULL_VOLUME: Final = 100
_RATES: Final = (80, 450)
_PHONEMES_IPA: Final = 2

_Callback = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p
)


class EspeakLibrary:
    """The opened library; `sample_rate` is in samples a second, mono, 16 bit.

    Raises `VoiceError` where it cannot be opened.
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
            raise VoiceError(filled("machine.not-loaded", name=_NAME, reason=why(error))) from error
        if rate <= 0:
            raise VoiceError(filled("machine.no-voice-data", name=_NAME))
        self.sample_rate = int(rate)
        # The library keeps only the address: the object has to live as long.
        self._callback = _Callback(self._take)
        self._library.espeak_SetSynthCallback(self._callback)

    def _take(self, wave: Any, count: int, _events: Any) -> int:  # noqa: ANN401 - C pointers
        if wave and count > 0:
            self._pieces.append(ctypes.string_at(wave, count * 2))
        return 0

    def synthesise(self, text: str, lang: str, rate: int, volume: float) -> bytes:
        """Turn text into samples with short pauses.

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
                raise VoiceError(filled("machine.could-not-speak", name=_NAME, code=code))
            return with_short_pauses(b"".join(self._pieces), self.sample_rate, pace)

    def phonemes(self, text: str, lang: str) -> str:
        """How a text is pronounced, in the International Phonetic Alphabet; ` | ` parts clauses."""
        convert = self._library.espeak_TextToPhonemes
        convert.restype = ctypes.c_char_p
        rest = ctypes.c_char_p(text.encode())
        clauses = []
        with self._lock:
            self._use(lang)
            while rest.value is not None:
                heard = convert(ctypes.byref(rest), _CHARS_UTF8, _PHONEMES_IPA)
                clauses.append((heard or b"").decode())
        return " | ".join(clause for clause in clauses if clause)

    def _use(self, lang: str) -> None:
        """Choose a language; without this check an unknown one would keep the voice of the last."""
        if lang == self._lang:
            return
        code = self._library.espeak_SetVoiceByName(lang.encode())
        if code != 0:
            raise VoiceError(filled("machine.does-not-speak", name=_NAME, lang=lang))
        self._lang = lang


@functools.cache
def load() -> EspeakLibrary:
    """Open espeak-ng, the system's or the wheel's. Raises `VoiceError` where there is neither."""
    for name in _SYSTEM_NAMES:
        try:
            return EspeakLibrary(name, None, "system")
        except VoiceError:
            continue
    if not is_there("espeakng_loader"):
        how = "pip install espeakng-loader"
        raise VoiceError(filled("machine.not-installed", name=_NAME, how=how))
    library, folder = wheel()
    return EspeakLibrary(library, folder, "espeakng-loader")


def wheel() -> tuple[str, str]:
    """Where the wheel has its library and its data. Raises `VoiceError`."""
    try:
        loader = load_library("espeakng_loader", "voice")
        return str(loader.get_library_path()), str(loader.get_data_path())
    except Exception as error:
        raise VoiceError(
            filled("machine.not-loaded", name="espeakng_loader", reason=why(error))
        ) from error

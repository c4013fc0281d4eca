"""The pronunciation of a text by espeak-ng, in the international phonetic alphabet."""

import ctypes
from functools import cache
from typing import Final

from companion.speech.voices.espeak import SYSTEM_NAMES, load, wheel

_UTF8: Final = 1
_IPA: Final = 2


@cache
def _library() -> ctypes.CDLL:
    """Return the library that `load` has opened."""
    name = SYSTEM_NAMES[0] if load().origin == "system" else wheel()[0]
    library = ctypes.CDLL(name)
    library.espeak_TextToPhonemes.restype = ctypes.c_char_p
    return library


def ipa(text: str, lang: str) -> str:
    """Return the pronunciation, with ` | ` between clauses."""
    load().synthesise("", lang, 175, 1.0)  # choose the language
    rest = ctypes.c_char_p(text.encode())
    clauses = []
    while rest.value is not None:
        heard = _library().espeak_TextToPhonemes(ctypes.byref(rest), _UTF8, _IPA)
        clauses.append((heard or b"").decode())
    return " | ".join(clause for clause in clauses if clause)

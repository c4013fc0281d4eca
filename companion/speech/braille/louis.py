"""liblouis: text into the cells of a language. The only file that touches its C interface.

Uncontracted braille of six dots unless contracted is asked for: what a country's readers all know.
Which table that is a language's own file tells (in France the code of 2006, its comma and figures:
the Antoine digits; in English UEB); else liblouis is asked which one it has.
"""

import ctypes
import ctypes.util
import threading
from typing import Final

from companion.optional import native
from companion.speech.braille.book import BrailleError
from companion.speech.catalogue import filled, language

_NAME: Final = "liblouis"
_MISSING: Final = filled(
    "machine.not-installed", name=_NAME, how="apt install liblouis20 liblouis-data"
)
_NAMES: Final = ("liblouis.so.20", "liblouis.so", "liblouis.20.dylib")
_UNICODE: Final = "unicode.dis"
"""Cells come out as characters of the Unicode braille block."""
_SILENT: Final = 60000
"""A log level: liblouis would write its complaints to standard error."""
_ENCODINGS: Final = {2: "utf-16-le", 4: "utf-32-le"}
_LOCK: Final = threading.Lock()
"""The library is global state: one call at a time gets in, whoever makes it."""
_GROWTH: Final = 6
"""Cells that one character becomes at most, with a margin: a sign, a prefix, an escape."""


class Louis:
    """liblouis, opened. Raises `BrailleError` where it is missing, or its tables are."""

    def __init__(self, *, contracted: bool = False) -> None:
        self._contracted = contracted
        self._tables: dict[str, str] = {}
        self._library = native(*_NAMES, ctypes.util.find_library("louis"))
        if self._library is None:
            raise BrailleError(_MISSING)
        try:
            self._library.lou_setLogLevel(_SILENT)
            self._library.lou_findTable.restype = ctypes.c_char_p
            self._size = self._library.lou_charSize()
        except AttributeError as error:
            raise BrailleError(
                filled("machine.not-loaded", name=_NAME, reason=str(error))
            ) from error
        with _LOCK:
            works = self._convert("lou_translateString", language("en").braille, "a") is not None
        if not works:
            how = "apt install liblouis-data"
            raise BrailleError(filled("machine.no-tables", name=_NAME, how=how))

    def transcribe(self, text: str, lang: str) -> str:
        """Text as braille; as it is, for brltty's own table, in a language without one."""
        return self._by_table("lou_translateString", text, lang)

    def read_back(self, cells: str, lang: str) -> str:
        """Braille as text again."""
        return self._by_table("lou_backTranslateString", cells, lang)

    def _by_table(self, function: str, text: str, lang: str) -> str:
        with _LOCK:
            table = self._table(lang)
            found = self._convert(function, table, text) if table else None
        return text if found is None else found

    def _table(self, lang: str) -> str:
        """The table of a language, "" where liblouis has none."""
        if lang not in self._tables:
            own = language(lang)
            named = own.contracted_braille if self._contracted else own.braille
            self._tables[lang] = named or self._find(lang)
        return self._tables[lang]

    def _find(self, lang: str) -> str:
        query = f"language:{lang} contraction:{'full' if self._contracted else 'no'}"
        found: bytes | None = self._library.lou_findTable(query.encode())
        return "" if found is None else found.decode()

    def _convert(self, function: str, table: str, text: str) -> str | None:
        """Call one of the two translators; None where the table cannot be used."""
        encoding = _ENCODINGS[self._size]
        given = text.encode(encoding)
        length = ctypes.c_int(len(given) // self._size)
        room = ctypes.c_int(length.value * _GROWTH + _GROWTH)
        out = ctypes.create_string_buffer(room.value * self._size)
        done = getattr(self._library, function)(
            f"{_UNICODE},{table}".encode(),
            ctypes.create_string_buffer(given),
            ctypes.byref(length),
            out,
            ctypes.byref(room),
            None,
            None,
            0,
        )
        return out.raw[: room.value * self._size].decode(encoding) if done else None

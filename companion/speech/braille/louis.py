"""liblouis turns text into braille cells. Only this file uses its C interface.

The default is uncontracted six-dot braille, which all readers of a country know. The file of the
language names the table (French: the code of 2006 with Antoine digits; English: UEB). If it names
none, liblouis chooses a table.
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
NAMES: Final = ("liblouis.so.20", "liblouis.so", "liblouis.20.dylib")
_UNICODE: Final = "unicode.dis"
"""The table that makes liblouis return Unicode braille characters."""
_SILENT: Final = 60000
"""The log level at which liblouis writes nothing to standard error."""
_ENCODINGS: Final = {2: "utf-16-le", 4: "utf-32-le"}
_LOCK: Final = threading.Lock()
"""The library has global state, so only one call at a time is made."""
_GROWTH: Final = 6
"""The maximum number of cells for one character, including signs, prefixes and escapes."""


class Louis:
    """The opened library. Raises `BrailleError` if it or its tables are missing."""

    def __init__(self, *, contracted: bool = False) -> None:
        self._contracted = contracted
        self._tables: dict[str, str] = {}
        self._library = native(*NAMES, ctypes.util.find_library("louis"))
        if self._library is None:
            raise BrailleError(_MISSING)
        try:
            self._library.lou_setLogLevel(_SILENT)
            self._library.lou_findTable.restype = ctypes.c_char_p
            self._size = self._library.lou_charSize()
        except AttributeError as error:
            raise BrailleError("machine.not-loaded", name=_NAME, reason=str(error)) from error
        with _LOCK:
            works = self._convert(language("en").braille, "a") is not None
        if not works:
            how = "apt install liblouis-data"
            raise BrailleError("machine.no-tables", name=_NAME, how=how)

    def transcribe(self, text: str, lang: str) -> str:
        """Return text as braille; unchanged in a language without a table."""
        with _LOCK:
            table = self._table(lang)
            found = self._convert(table, text) if table else None
        return text if found is None else found

    def _table(self, lang: str) -> str:
        """Return the table of a language, "" if liblouis has none."""
        if lang not in self._tables:
            own = language(lang)
            named = own.contracted_braille if self._contracted else own.braille
            self._tables[lang] = named or self._find(lang)
        return self._tables[lang]

    def _find(self, lang: str) -> str:
        query = f"language:{lang} contraction:{'full' if self._contracted else 'no'}"
        found: bytes | None = self._library.lou_findTable(query.encode())
        return "" if found is None else found.decode()

    def _convert(self, table: str, text: str) -> str | None:
        """Call the translator. Return None if the table cannot be used."""
        encoding = _ENCODINGS[self._size]
        given = text.encode(encoding)
        length = ctypes.c_int(len(given) // self._size)
        room = ctypes.c_int(length.value * _GROWTH + _GROWTH)
        out = ctypes.create_string_buffer(room.value * self._size)
        done = self._library.lou_translateString(
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

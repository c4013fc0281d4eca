"""BrlAPI, the connection to brltty and its display. Only this file uses its C interface.

The library comes with the system, not from PyPI. The display is taken over for all consoles, so the
evening is shown on each of them. The program gets only the keys named here; brltty keeps all
others. BRLAPI_HOST and BRLAPI_AUTH name the server, as for every program.
"""

import ctypes
import ctypes.util
from typing import Any, Final

from companion.optional import native
from companion.speech.braille.book import BrailleError, ReaderKey
from companion.speech.catalogue import filled

NAMES: Final = ("libbrlapi.so.0.8", "libbrlapi.so")
_COMMAND: Final = 0x20000000
_BLOCK: Final = 0x1FFF0000
_CODE: Final = 0x1FFFFFFF
_ROUTE: Final = 0x10000
"""The code of a routing key. Its lower bits hold the key's number (brlapi_constants.h)."""
_MOVES: Final = {
    1: ReaderKey.OLDER,  # LNUP
    2: ReaderKey.NEWER,  # LNDN
    9: ReaderKey.OLDEST,  # TOP
    10: ReaderKey.NEWEST,  # BOT
    11: ReaderKey.OLDEST,  # TOP_LEFT
    12: ReaderKey.NEWEST,  # BOT_LEFT
    23: ReaderKey.BACK,  # FWINLT
    24: ReaderKey.FORWARD,  # FWINRT
    29: ReaderKey.NEWEST,  # HOME
    31: ReaderKey.NEWEST,  # RETURN
}
_ALL_KEYS, _KEYS_OF_A_BLOCK, _KEY_WITH_ANY_FLAGS = 0, 2, 3
_NO_CURSOR: Final = 0
_DEFAULT_DISPLAY: Final = -1
_MISSING: Final = filled(
    "machine.not-installed", name="BrlAPI", how="apt install brltty libbrlapi0.8"
)

_OnError = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_int, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_size_t
)


class _Writing(ctypes.Structure):
    """`brlapi_writeArguments_t`.

    The simpler `writeText` leaves the number of cells to the library. Shortly after the start of
    brltty, the library used a wrong number, and the rest of the display stayed blank.
    """

    _fields_ = (
        ("displayNumber", ctypes.c_int),
        ("regionBegin", ctypes.c_uint),
        ("regionSize", ctypes.c_int),
        ("text", ctypes.c_char_p),
        ("textSize", ctypes.c_int),
        ("andMask", ctypes.c_char_p),
        ("orMask", ctypes.c_char_p),
        ("cursor", ctypes.c_int),
        ("charset", ctypes.c_char_p),
    )


class BrlapiLine:
    """A `DisplayConnection` to brltty. Raises `BrailleError` if the library is missing."""

    def __init__(self) -> None:
        self._library = native(*NAMES, ctypes.util.find_library("brlapi"))
        if self._library is None:
            raise BrailleError(_MISSING)
        try:
            self._library.brlapi_getHandleSize.restype = ctypes.c_size_t
            self._library.brlapi_error_location.restype = ctypes.c_void_p
            self._library.brlapi_strerror.restype = ctypes.c_char_p
            self._library.brlapi_strerror.argtypes = (ctypes.c_void_p,)
        except AttributeError as error:
            raise BrailleError("machine.not-loaded", name="BrlAPI", reason=str(error)) from error
        self._handle: ctypes.Array[ctypes.c_char] | None = None
        self._descriptor = -1
        self._broken = False
        # The library's own handler would abort the process. The library keeps only the address of
        # this handler, so keep a reference to it.
        self._on_error = _OnError(self._break)

    def open(self) -> None:
        """Connect, take over the display, and request the keys."""
        self.close()
        handle = ctypes.create_string_buffer(self._library.brlapi_getHandleSize())
        self._descriptor = self._library.brlapi__openConnection(handle, None, None)
        if self._descriptor < 0:
            raise BrailleError("machine.brltty-silent", reason=self._reason())
        self._handle, self._broken = handle, False
        self._library.brlapi__setExceptionHandler(handle, self._on_error)
        self._call("enterTtyModeWithPath", None, 0, None)
        self._call("ignoreKeys", _ALL_KEYS, None, 0)
        keys = (ctypes.c_uint64 * len(_MOVES))(*(_COMMAND | code for code in _MOVES))
        self._call("acceptKeys", _KEY_WITH_ANY_FLAGS, keys, len(keys))
        block = (ctypes.c_uint64 * 1)(_COMMAND | _ROUTE)
        self._call("acceptKeys", _KEYS_OF_A_BLOCK, block, 1)

    def width(self) -> int:
        """Return the number of cells in one line of the display."""
        columns, rows = ctypes.c_uint(), ctypes.c_uint()
        self._call("getDisplaySize", ctypes.byref(columns), ctypes.byref(rows))
        return columns.value if rows.value else 0

    def write(self, text: str) -> None:
        """Show text; brltty does not translate Unicode braille characters."""
        encoded = text.encode()
        wanted = _Writing(
            displayNumber=_DEFAULT_DISPLAY,
            regionBegin=1,
            regionSize=len(text),
            text=encoded,
            textSize=len(encoded),
            cursor=_NO_CURSOR,
            charset=b"utf-8",
        )
        self._call("write", ctypes.byref(wanted))

    def moves(self) -> list[ReaderKey]:
        """Read all waiting keys."""
        code = ctypes.c_uint64()
        found = []
        while self._call("readKey", 0, ctypes.byref(code)):
            move = _move(code.value)
            if move is not None:
                found.append(move)
        return found

    def fileno(self) -> int:
        """Return the descriptor of the socket to brltty."""
        return self._descriptor

    def close(self) -> None:
        """Return the display to brltty."""
        if self._handle is not None:
            self._library.brlapi__closeConnection(self._handle)
        self._handle, self._descriptor = None, -1

    def _call(self, name: str, *arguments: Any) -> int:  # noqa: ANN401 - C values
        """Call the library and return its result. Raises `BrailleError` for a negative result."""
        if self._handle is None:
            raise BrailleError("machine.brltty-not-connected")
        answer: int = getattr(self._library, f"brlapi__{name}")(self._handle, *arguments)
        if answer < 0 or self._broken:
            raise BrailleError("machine.brltty-gone", reason=self._reason())
        return answer

    def _reason(self) -> str:
        error: bytes | None = self._library.brlapi_strerror(self._library.brlapi_error_location())
        return (error or b"no reason given").decode(errors="replace")

    def _break(self, *_about: object) -> None:
        """Record an asynchronous error of brltty, so that this connection is not used again."""
        self._broken = True


def _move(code: int) -> ReaderKey | None:
    """Return the function of a key, None if it has none. Flags in the code are ignored."""
    if code & _BLOCK == _ROUTE:
        return ReaderKey.BOARD
    return _MOVES.get(code & _CODE)

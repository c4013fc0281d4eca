"""The contents of a braille display: pages of messages, and the board.

Messages that arrive together, or while no display is connected, share a page. Its alerts come
first, and the reader pans through it. A later message begins a new page, which is shown at once.
One key press shows the earlier page again, and pages have no time limit. A hint does not replace an
alert but follows it.
"""

import enum
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

from companion.speech.catalogue import ExplainedError
from companion.speech.utterance import Priority, Utterance


class BrailleError(ExplainedError):
    """The display cannot be used, or has stopped working."""


class ReaderKey(enum.Enum):
    """The functions of the reader's keys."""

    FORWARD = enum.auto()
    """The next window of the text, or at its end the next message."""
    BACK = enum.auto()
    """The previous window, or at the beginning the previous message."""
    OLDER = enum.auto()
    NEWER = enum.auto()
    OLDEST = enum.auto()
    NEWEST = enum.auto()
    BOARD = enum.auto()
    """Switch between the messages and the board."""


Transcribe = Callable[[str, str], str]
"""Converts a text in a language to the characters that the display shows."""


def plain(text: str, _lang: str) -> str:
    """Return the text unchanged, because brltty converts it by its own table."""
    return text


class DisplayConnection(Protocol):
    """The connection to a display, used by one thread. It may be opened again after an error."""

    def open(self) -> None:
        """Take over the display. Raises `BrailleError`.

        Call `close` afterwards, even after this error.
        """

    def width(self) -> int:
        """Return the number of cells; 0 while no display is connected."""

    def write(self, text: str) -> None:
        """Show text of exactly `width` characters. Raises `BrailleError`."""

    def moves(self) -> list[ReaderKey]:
        """Return the keys pressed since the last call, without waiting. Raises `BrailleError`."""

    def fileno(self) -> int:
        """Return a descriptor that is readable when a key is pressed or the connection breaks."""

    def close(self) -> None:
        """Release the display, if it was taken over."""


TOGETHER_SECONDS: Final = 1.0
"""Messages within this many seconds of a page's first message share the page."""
LONGEST_PAGE: Final = 50
"""The maximum number of messages kept while no display is connected."""

BoardLines = Callable[[], tuple[tuple[str, str], ...]]
"""Returns the present board: lines, each with its language."""

_BLANKS: Final = " \u2800"
_BLANK: Final = " "


@dataclass(slots=True)
class _Page:
    """Messages that are read as one text."""

    began: float
    was_shown: bool = False
    entries: list[tuple[Utterance, str]] = field(default_factory=list)

    @property
    def has_alert(self) -> bool:
        return any(each.priority is Priority.ALERT for each, _ in self.entries)

    @property
    def text(self) -> str:
        return _BLANK.join(written for _, written in self.entries)

    def add(self, new: Utterance, written: str) -> bool:
        """Insert a message. Return whether earlier text of the page has changed or moved."""
        for index, (old, _) in enumerate(self.entries):
            if new.key and (old.key, old.to) == (new.key, new.to):
                self.entries[index] = new, written
                return True
        if new.priority is not Priority.ALERT or not self.entries:
            self.entries.append((new, written))
            del self.entries[:-LONGEST_PAGE]
            return False
        alerts = sum(each.priority is Priority.ALERT for each, _ in self.entries)
        self.entries.insert(alerts, (new, written))
        return True


class Book:
    """The pages and the reader's position.

    transcribe -- turns text into the characters that the display shows
    board -- returns the lines of the board; called whenever the board is shown
    """

    def __init__(self, transcribe: Transcribe, board: BoardLines) -> None:
        self._transcribe = transcribe
        self._board = board
        self._pages: list[_Page] = []
        self._lines: tuple[str, ...] = ()
        self._at = 0
        self._window = 0
        self._width = 1

    def add(self, utterance: Utterance, now: float) -> None:
        """Add a message and turn to it."""
        page = self._pages[-1] if self._pages else None
        joins = page is not None and (
            not page.was_shown
            or now - page.began <= TOGETHER_SECONDS
            or (utterance.priority is Priority.HINT and page.has_alert)
        )
        away = bool(self._lines) or self._at != len(self._pages) - 1
        if page is None or not joins:
            page = _Page(now)
            self._pages.append(page)
        changed = page.add(utterance, self._transcribe(utterance.text, utterance.lang))
        begins = len(page.entries) == 1
        if away and utterance.priority is Priority.HINT:
            return  # do not interrupt a reader of another page
        if changed or away or begins:
            self._to_messages()

    def move(self, move: ReaderKey) -> None:
        """Carry out a key. At the first and last page nothing happens."""
        if move is ReaderKey.BOARD:
            self._look_at_board()
        elif move is ReaderKey.FORWARD:
            self._pan(1)
        elif move is ReaderKey.BACK:
            self._pan(-1)
        elif move is ReaderKey.OLDEST:
            self._to_messages()
            self._turn_to(0)
        elif move is ReaderKey.NEWEST:
            self._to_messages()
        else:
            at = self._at + (-1 if move is ReaderKey.OLDER else 1)
            self._turn_to(min(at, self._count - 1))

    def again(self, said: Utterance) -> None:
        """Turn to a repeated message, on the newest page that contains it.

        If no page contains the message any more, turn to the newest page.
        """
        self._to_messages()
        for at in reversed(range(len(self._pages))):
            before: list[str] = []
            for old, written in self._pages[at].entries:
                if (old.text, old.lang) == (said.text, said.lang):
                    self._turn_to(at)
                    start = len(_BLANK.join([*before, ""]))
                    self._window = window_at(self._text(at), start, self._width)
                    return
                before.append(written)

    def view(self, width: int) -> str:
        """Return the text for a display of this width, padded with blanks."""
        if width != self._width:
            self._width, self._window = width, 0
        if self._pages and not self._lines:
            self._pages[self._at].was_shown = True
        shown = windows(self._text(self._at), width)
        self._window = min(self._window, len(shown) - 1)
        return shown[self._window].ljust(width, _BLANK)

    # --- the reader's position ------------------------------------------------------------------

    @property
    def _count(self) -> int:
        return len(self._lines) or len(self._pages)

    def _text(self, at: int) -> str:
        if self._lines:
            return self._lines[at]
        return self._pages[at].text if self._pages else ""

    def _turn_to(self, at: int) -> None:
        """Turn to the beginning of a page, or to a line of the board."""
        self._at, self._window = max(at, 0), 0

    def _to_messages(self) -> None:
        """Leave the board and turn to the newest page."""
        self._lines = ()
        self._turn_to(len(self._pages) - 1)

    def _pan(self, step: int) -> None:
        """Go one window forward or back, if necessary to the next or the previous page."""
        count = len(windows(self._text(self._at), self._width))
        if 0 <= self._window + step < count:
            self._window += step
        elif 0 <= self._at + step < self._count:
            self._at += step
            before = len(windows(self._text(self._at), self._width)) - 1
            self._window = 0 if step > 0 else before

    def _look_at_board(self) -> None:
        if self._lines:
            self._to_messages()
            return
        self._lines = tuple(self._transcribe(text, lang) for text, lang in self._board())
        self._at = self._window = 0


def window_at(text: str, start: int, width: int) -> int:
    """Return the number of the window that shows the character at an index."""
    end = 0
    shown = windows(text, width)
    for number, piece in enumerate(shown):
        end = text.index(piece, end) + len(piece)
        if end > start:
            return number
    return len(shown) - 1


def windows(text: str, width: int) -> tuple[str, ...]:
    """Cut a text into pieces that fit, if possible at blanks; at least one piece."""
    pieces = []
    rest = text.strip(_BLANKS)
    while len(rest) > width:
        cut = max(rest.rfind(blank, 1, width + 1) for blank in _BLANKS)
        cut = cut if cut > 0 else width
        pieces.append(rest[:cut].rstrip(_BLANKS))
        rest = rest[cut:].lstrip(_BLANKS)
    return (*pieces, rest) if rest or not pieces else tuple(pieces)

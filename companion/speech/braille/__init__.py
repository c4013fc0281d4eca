"""Shows messages, earlier messages and the board on a braille display.

`book` decides what the display shows, `display` updates it in a thread, `brlapi` talks to brltty
and `louis` to liblouis. Both libraries come with the system, not from PyPI, and are loaded only
when a display is requested.
"""

from collections.abc import Callable
from contextlib import closing

from companion.rules.vocabulary import Player
from companion.speech.braille import book
from companion.speech.braille.display import Display
from companion.speech.catalogue import Sentences, filled


def open_display(
    reader: Player | None,
    board: book.BoardLines,
    complain: Callable[[Sentences], None],
    *,
    contracted: bool = False,
) -> tuple[Display | None, tuple[Sentences, ...]]:
    """Return the display, or None if this machine cannot use one, and messages for the user.

    If brltty is not running yet, the display is used as soon as it is.

    reader -- the player who reads the display and whose language it uses, None for both
    board -- returns the lines of the board for this reader
    complain -- called when the display is lost and when it is connected again
    """
    try:
        line = open_line()
    except book.BrailleError as error:
        return None, ((*error.sentences, filled("machine.braille-left-out")),)
    transcribe, sentences = _transcribe(contracted=contracted)
    display = Display(line, transcribe, board, reader, complain)
    return display, (*sentences, display.begin())


def look() -> tuple[bool, Sentences]:
    """Return whether a display works here now, and its details, for `companion doctor`."""
    try:
        with closing(open_line()) as line:
            line.open()
            width = line.width()
    except book.BrailleError as error:
        return False, error.sentences
    found = filled("machine.display", cells=width) if width else filled("machine.no-display")
    tables = _transcribe(contracted=False)[1]
    return width > 0, (found, *(sentence for line in tables for sentence in line))


def open_line() -> book.DisplayConnection:
    """Return the connection to the display. Raises `BrailleError`."""
    from companion.speech.braille.brlapi import BrlapiLine  # noqa: PLC0415 - loads a library

    return BrlapiLine()


def _transcribe(*, contracted: bool) -> tuple[book.Transcribe, tuple[Sentences, ...]]:
    """Return the function that turns text into cells. Without liblouis, brltty does this."""
    from companion.speech.braille.louis import Louis  # noqa: PLC0415 - loads a library

    try:
        return Louis(contracted=contracted).transcribe, ()
    except book.BrailleError as error:
        return book.plain, ((*error.sentences, filled("machine.brltty-table")),)

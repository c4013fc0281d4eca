"""A braille display beside the voice: every message at once, the ones before, and the board.

`book` says what stands on the display (pure), `display` is the thread that keeps it there,
`brlapi` speaks with brltty and `louis` with liblouis. Neither library is a package of Python's
index: they come with the system, and are looked for only when a display is asked for.
"""

from collections.abc import Callable

from companion.rules.vocabulary import Player
from companion.speech.braille.book import BoardLines, BrailleError, Line, Transcribe, plain
from companion.speech.braille.display import Display
from companion.speech.catalogue import Sentences, filled


def open_display(
    reader: Player | None,
    board: BoardLines,
    complain: Callable[[Sentences], None],
    *,
    contracted: bool = False,
) -> tuple[Display | None, tuple[Sentences, ...]]:
    """Find the display. Where brltty is not there yet, the display joins in as soon as it is.

    reader -- None for both players, or the one whose language it then speaks;
    board -- the board in lines for this reader, asked for by the display's keys;
    complain -- gets a line when the display goes and when it is back.
    Returns the display, None where this machine can drive none, and what the user is told of it, a
    line each.
    """
    line = _line()
    if isinstance(line, BrailleError):
        return None, ((*line.sentences, filled("machine.braille-left-out")),)
    transcribe, told = _transcribe(contracted=contracted)
    display = Display(line, transcribe, board, reader, complain)
    return display, (*told, display.begin())


def look() -> tuple[bool, Sentences]:
    """Return whether a display would work here now, and what is told about it, for the doctor."""
    line = _line()
    if isinstance(line, BrailleError):
        return False, line.sentences
    try:
        line.open()
        width = line.width()
    except BrailleError as error:
        return False, error.sentences
    finally:
        line.close()
    told = filled("machine.display", cells=width) if width else filled("machine.no-display")
    tables = _transcribe(contracted=False)[1]
    return width > 0, (told, *(sentence for line in tables for sentence in line))


def _line() -> Line | BrailleError:
    """The way to the display, or why there is none."""
    from companion.speech.braille.brlapi import BrlapiLine  # noqa: PLC0415 - loads a library

    try:
        return BrlapiLine()
    except BrailleError as error:
        return error


def _transcribe(*, contracted: bool) -> tuple[Transcribe, tuple[Sentences, ...]]:
    """Who turns text into cells; without liblouis brltty does, by its own table."""
    from companion.speech.braille.louis import Louis  # noqa: PLC0415 - loads a library

    try:
        return Louis(contracted=contracted).transcribe, ()
    except BrailleError as error:
        return plain, ((*error.sentences, filled("machine.brltty-table")),)

"""A braille display beside the voice: every message at once, the ones before, and the board.

`book` says what stands on the display (pure), `display` is the thread that keeps it there,
`brlapi` speaks with brltty and `louis` with liblouis. Neither library is a package of Python's
index: they come with the system, and are looked for only when a display is asked for.
"""

from collections.abc import Callable
from dataclasses import dataclass

from companion.rules.vocabulary import Player
from companion.speech.braille.base import BrailleError, Line, Transcribe, plain
from companion.speech.braille.book import BoardLines
from companion.speech.braille.display import Display


@dataclass(frozen=True, slots=True)
class Opened:
    """What came of asking for a display.

    display -- None where this machine can drive none; told -- plain lines for the user.
    """

    display: Display | None
    told: tuple[str, ...]


def open_display(
    reader: Player | None,
    board: BoardLines,
    complain: Callable[[str], None],
    *,
    contracted: bool = False,
) -> Opened:
    """Find the display. Where brltty is not there yet, the display joins in as soon as it is.

    reader -- None for both players, or the one whose language it then speaks;
    board -- the board in lines for this reader, asked for by the display's keys;
    complain -- gets a line when the display goes and when it is back.
    """
    line = _line()
    if isinstance(line, str):
        return Opened(None, (f"Braille: {line} The evening goes on without a display.",))
    transcribe, told = _transcribe(contracted=contracted)
    display = Display(line, transcribe, board, reader, complain)
    return Opened(display, (*told, display.begin()))


def look() -> tuple[bool, str]:
    """Whether a display would work here now, and a sentence about it, for the doctor."""
    line = _line()
    if isinstance(line, str):
        return False, line
    try:
        line.open()
        width = line.width()
    except BrailleError as error:
        return False, str(error)
    finally:
        line.close()
    told = f"A display of {width} cells." if width else "brltty runs, but has found no display."
    return width > 0, " ".join((told, *_transcribe(contracted=False)[1]))


def _line() -> Line | str:
    """The way to the display, or why there is none."""
    from companion.speech.braille.brlapi import BrlapiLine  # noqa: PLC0415 - loads a library

    try:
        return BrlapiLine()
    except BrailleError as error:
        return str(error)


def _transcribe(*, contracted: bool) -> tuple[Transcribe, tuple[str, ...]]:
    """Who turns text into cells; without liblouis brltty does, by its own table."""
    from companion.speech.braille.louis import Louis  # noqa: PLC0415 - loads a library

    try:
        return Louis(contracted=contracted).transcribe, ()
    except BrailleError as error:
        return plain, (f"Braille: {error} Until then brltty's own table is used.",)

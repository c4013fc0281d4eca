"""What is said of Jacquet by its name. See `game_phrases`."""

from typing import Final

from companion.speech.answer_phrases import QUARTERS
from companion.speech.catalogue import Phrase, phrase, plural
from companion.speech.game_phrases import GamePhrases
from companion.speech.hint_phrases import NUDGE
from companion.speech.menu_phrases import OUT_QUARTERS
from companion.speech.reason_phrases import REASON

_HEADINGS: Final = (
    # Translators: Jacquet, heading: the six points of the asker's own inner table.
    phrase("Your inner table."),
    # Translators: Jacquet, heading: the six other points on the asker's own side.
    phrase("Your outer table."),
    # Translators: Jacquet, heading: the six outer points on the opponent's side.
    phrase("Opponent's outer table."),
    # Translators: Jacquet, heading: the six points of the opponent's inner table.
    phrase("Opponent's inner table."),
)
_OUT_OF_ORDER: Final = (
    # Translators: Jacquet: in which six points is the one out of order? In the own inner table.
    phrase("A point in your inner table?"),
    # Translators: Jacquet: in which six points is the one out of order? In the own outer table.
    phrase("A point in your outer table?"),
    # Translators: Jacquet: in which six points is it? In the opponent's outer table.
    phrase("A point in your opponent's outer table?"),
    # Translators: Jacquet: in which six points is it? In the opponent's inner table.
    phrase("A point in your opponent's inner table?"),
)
OWN: Final[dict[Phrase, Phrase]] = {
    **dict(zip(QUARTERS, _HEADINGS, strict=True)),
    **dict(zip(OUT_QUARTERS, _OUT_OF_ORDER, strict=True)),
    # Translators: a nudge, Jacquet: nothing is in the way any more.
    NUDGE["home"]: phrase("Bring your pieces to your inner table."),
    # Translators: what a play does, Jacquet, in a race.
    REASON["home"]: plural(
        "Brings a piece to your inner table.", "Brings {count} pieces to your inner table."
    ),
}

JACQUET: Final = GamePhrases(
    # Translators: name of a game.
    name=phrase("Jacquet."),
    # Translators: a game begins; Jacquet is the name of an old French game.
    begins=phrase("New game of Jacquet."),
    # Translators: a game goes on after the program was started again.
    goes_on=phrase("Jacquet resumed."),
    # Translators: the program was started again; the pieces do not stand as they did.
    kept=phrase("Saved game of Jacquet."),
    # Translators: the program was started; what is to be done with the pieces is told next.
    to_set_up=phrase("Set up Jacquet."),
    # Translators: the players choose a game; yes takes it.
    offered=phrase("Jacquet?"),
    # Translators: the game that was played last is offered again; its length follows.
    last_time=phrase("Jacquet, as last time?"),
    # Translators: the game is chosen; the set-up is told next.
    chosen=phrase("Jacquet chosen."),
    # Translators: what game Jacquet is, for somebody who chooses among four.
    about=phrase(
        "Both players go the same way round, nothing is ever hit, and one piece, the "
        "postillon, must come home first."
    ),
    # Translators: a heading; what was practised of this game follows day by day.
    practice=phrase("Jacquet practice."),
    # Translators: the start position of Jacquet stands on the board.
    shown=phrase("Jacquet is set up. Play? Yes or no."),
    # Translators: the start position of Jacquet is to be set up.
    empty=phrase(
        "Board empty. Set up Jacquet. Your second key, called board, tells you what goes where."
    ),
    own=OWN,
)

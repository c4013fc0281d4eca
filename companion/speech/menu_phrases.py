"""What the menu leads to: pieces lifted to be asked about, dice set by hand."""

from typing import Final

from companion.rules.words import Player
from companion.speech.catalogue import Phrase, phrase, plural, sited
from companion.speech.phrases import ByPlayer

# Translators: the player wants to know what stands on a point and is to lift one piece there.
LIFT: Final = phrase("Lift a piece, I say what stands there.")
PAWNS: Final[dict[Player, Phrase]] = {
    # Translators: what stands in one place, before the name of the place.
    Player.V: plural("One green pawn.", "{count} green pawns."),
    # Translators: what stands in one place, before the name of the place.
    Player.N: plural("One black pawn.", "{count} black pawns."),
}
POSTILLON: Final[ByPlayer] = {
    # Translators: Jacquet; what stands in one place, before the name of the place.
    Player.V: phrase("The green postillon."),
    # Translators: Jacquet; what stands in one place, before the name of the place.
    Player.N: phrase("The black postillon."),
}
# Translators: pieces in one place that the board does not know.
UNKNOWN: Final = plural("One unknown piece.", "{count} unknown pieces.")
# Translators: where it stands; the number of a point or its name, such as "8" or "V 8".
AT_POINT: Final = sited("Point {point}.")
# Translators: where it stands.
AT_BAR: Final = phrase("On the bar.")
# Translators: where it stands: in the tray of the pieces that were borne off.
AT_TRAY: Final = phrase("In the tray.")

# Translators: dice are set by hand, face by face; no leads to the next face.
FIRST_DIE: Final = phrase("First die, {die}?")
# Translators: dice are set by hand, face by face; no leads to the next face.
SECOND_DIE: Final = phrase("Second die, {die}?")
# Translators: the opening dice are set by hand: the one that green has thrown.
GREEN_DIE: Final = phrase("Green's die, {die}?")
# Translators: the opening dice are set by hand: the one that black has thrown.
BLACK_DIE: Final = phrase("Black's die, {die}?")
# Translators: the opponent has set the dice by hand; the other player is asked.
AGREE_DICE: Final = phrase("Your opponent proposes the dice, {high} and {low}. Yes to agree.")
# Translators: both opening dice were set by hand by one player; the other is asked.
AGREE_OPENING: Final = phrase(
    "Your opponent proposes the dice, green {green}, black {black}. Yes to agree."
)

# Translators: which point is out of order? The number of a point or its name, "8" or "V 8".
OUT_POINT: Final = sited("Point {point}?")
OUT_QUARTERS: Final = (
    # Translators: in which six points is the one out of order? In the player's own home.
    phrase("A point of your home?"),
    # Translators: in which six points is the one out of order? The others on his own side.
    phrase("A point of your outer side?"),
    # Translators: in which six points is the one out of order? Outside, on the opponent's side.
    phrase("A point of the outer side opposite?"),
    # Translators: in which six points is the one out of order? In the opponent's home.
    phrase("A point of the home opposite?"),
)
OUT_ASIDE: Final = {
    # Translators: what is out of order? The place of green's hit pieces.
    "VB": phrase("Green's bar?"),
    # Translators: what is out of order? The place of black's hit pieces.
    "NB": phrase("Black's bar?"),
    # Translators: what is out of order? The tray for the pieces that green has borne off.
    "VO": phrase("Green's tray?"),
    # Translators: what is out of order? The tray for the pieces that black has borne off.
    "NO": phrase("Black's tray?"),
    # Translators: what is out of order? The seats that read green's dice.
    "V-dice": phrase("Green's dice?"),
    # Translators: what is out of order? The seats that read black's dice.
    "N-dice": phrase("Black's dice?"),
}
ASIDE: Final = {
    # Translators: a place that is no point, named before what is said of it.
    "VB": phrase("Green's bar."),
    # Translators: a place that is no point, named before what is said of it.
    "NB": phrase("Black's bar."),
    # Translators: a place that is no point, named before what is said of it.
    "VO": phrase("Green's tray."),
    # Translators: a place that is no point, named before what is said of it.
    "NO": phrase("Black's tray."),
    # Translators: the seats that read green's dice, named before what is said of them.
    "V-dice": phrase("Green's dice."),
    # Translators: the seats that read black's dice, named before what is said of them.
    "N-dice": phrase("Black's dice."),
}
# Translators: after the name of a place that is out of order: shall it be believed again?
AGAIN: Final = phrase("In order again?")
# Translators: after the name of a point or place: one player declares it, the other is asked.
AGREE_OUT: Final = phrase("Out of order, says your opponent. Yes to agree.")
# Translators: after the name of a point or place: one player declares it, the other is asked.
AGREE_IN: Final = phrase("In order again, says your opponent. Yes to agree.")
# Translators: a place is empty; before the name of the place.
NOTHING: Final = phrase("Nothing.")
# Translators: the turn is over, some points are out of order, and the player is asked whether
# what was just said stands there.
READING: Final = phrase("So it ends? Yes, or no for another way.")

"""What the menu leads to: pieces lifted to be asked about, dice set by hand."""

from typing import Final

from companion.rules.vocabulary import Player
from companion.speech.catalogue import Phrase, phrase, plural, sited
from companion.speech.phrases import ByPlayer

# Translators: the player wants to know what stands on a point and is to lift one piece there.
LIFT: Final = phrase("Lift a piece to hear what stands there.")
HOLDS: Final[dict[Player, Phrase]] = {
    # Translators: what stands on a point; its number or its name, such as "8" or "V 8".
    Player.V: plural("Point {point}, one green piece.", "Point {point}, {count} green pieces."),
    # Translators: what stands on a point; its number or its name, such as "8" or "V 8".
    Player.N: plural("Point {point}, one black piece.", "Point {point}, {count} black pieces."),
}
HOLDS_POSTILLON: Final[ByPlayer] = {
    # Translators: Jacquet; what stands on a point.
    Player.V: phrase("Point {point}, the green postillon."),
    # Translators: Jacquet; what stands on a point.
    Player.N: phrase("Point {point}, the black postillon."),
}
# Translators: pieces on a point that the board does not know.
HOLDS_UNKNOWN: Final = plural(
    "Point {point}, one unknown piece.", "Point {point}, {count} unknown pieces."
)
# Translators: no piece stands on this point.
HOLDS_NOTHING: Final = phrase("Point {point}, nothing.")
ASIDE_HOLDS: Final = {
    # Translators: what lies where green's hit pieces belong.
    "VB": plural("Green's bar, one piece.", "Green's bar, {count} pieces."),
    # Translators: what lies where black's hit pieces belong.
    "NB": plural("Black's bar, one piece.", "Black's bar, {count} pieces."),
    # Translators: what lies in the tray of the pieces that green has borne off.
    "VO": plural("Green's tray, one piece.", "Green's tray, {count} pieces."),
    # Translators: what lies in the tray of the pieces that black has borne off.
    "NO": plural("Black's tray, one piece.", "Black's tray, {count} pieces."),
}
ASIDE_HOLDS_NOTHING: Final = {
    # Translators: nothing lies where green's hit pieces belong.
    "VB": phrase("Green's bar, nothing."),
    # Translators: nothing lies where black's hit pieces belong.
    "NB": phrase("Black's bar, nothing."),
    # Translators: green has borne off nothing.
    "VO": phrase("Green's tray, nothing."),
    # Translators: black has borne off nothing.
    "NO": phrase("Black's tray, nothing."),
}
# Translators: which point is meant; its number or its name, such as "8" or "V 8".
AT_POINT: Final = phrase("Point {point}.")

# Translators: dice are set by hand, face by face; no leads to the next face.
FIRST_DIE: Final = phrase("First die, {die}?")
# Translators: dice are set by hand, face by face; no leads to the next face.
SECOND_DIE: Final = phrase("Second die, {die}?")
# Translators: the opening dice are set by hand: the one that green has thrown.
GREEN_DIE: Final = phrase("Green's die, {die}?")
# Translators: the opening dice are set by hand: the one that black has thrown.
BLACK_DIE: Final = phrase("Black's die, {die}?")
# Translators: the opponent has set the dice by hand; the other player is asked.
AGREE_DICE: Final = phrase(
    "Your opponent proposes the dice, {high} and {low}. Yes to agree, no to refuse."
)
# Translators: both opening dice were set by hand by one player; the other is asked.
AGREE_OPENING: Final = phrase(
    "Your opponent proposes the dice, green {green}, black {black}. Yes to agree, no to refuse."
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
AGREE_OUT: Final = phrase("Out of order, says your opponent. Yes to agree, no to refuse.")
# Translators: after the name of a point or place: one player declares it, the other is asked.
AGREE_IN: Final = phrase("In order again, says your opponent. Yes to agree, no to refuse.")
# Translators: the turn is over, some points are out of order, and the player is asked whether
# what was just said stands there.
READING: Final = phrase("Is that right? Yes, or no for another way.")

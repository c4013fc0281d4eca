"""What the menu leads to: pieces lifted to be asked about, dice set by hand."""

from typing import Final

from companion.speech.catalogue import by_place, by_player, phrase, plural, sited

# Translators: the player wants to know what stands on a point and is to lift one piece there.
LIFT: Final = phrase("Lift a piece to hear what is there.")
# Translators: what stands on a point; its number or its name, such as "8" or "V 8".
HOLDS: Final = by_player(
    plural("Point {point}, one green piece.", "Point {point}, {count} green pieces.")
)
# Translators: Jacquet; what stands on a point.
HOLDS_POSTILLON: Final = by_player(phrase("Point {point}, the green postillon."))
# Translators: pieces on a point that the board does not know.
HOLDS_UNKNOWN: Final = plural(
    "Point {point}, one unknown piece.", "Point {point}, {count} unknown pieces."
)
# Translators: no piece stands on this point.
HOLDS_NOTHING: Final = phrase("Point {point}, empty.")
ASIDE_HOLDS: Final = by_place(
    # Translators: what lies where green's hit pieces belong.
    bar=plural("Green's bar, one piece.", "Green's bar, {count} pieces."),
    # Translators: how many pieces green has borne off.
    tray=plural("Green, one piece off.", "Green, {count} pieces off."),
    # Translators: what green has not entered yet.
    hand=plural("Green's hand, one piece.", "Green's hand, {count} pieces."),
)
ASIDE_HOLDS_NOTHING: Final = by_place(
    # Translators: nothing lies where green's hit pieces belong.
    bar=phrase("Green's bar, empty."),
    # Translators: green has borne off nothing.
    tray=phrase("Green, no pieces off."),
    # Translators: green has entered all pieces.
    hand=phrase("Green's hand, empty."),
)
# Translators: which point is meant; its number or its name, such as "8" or "V 8".
AT_POINT: Final = phrase("Point {point}.")

# Translators: dice are set by hand, face by face; no leads to the next face.
FIRST_DIE: Final = phrase("First die, {die}?")
# Translators: dice are set by hand, face by face; no leads to the next face.
SECOND_DIE: Final = phrase("Second die, {die}?")
# Translators: the opening dice are set by hand: the one that green has thrown.
OPENING_DIE: Final = by_player(phrase("Green's die, {die}?"))
# Translators: the opponent has set the dice by hand; the other player is asked.
AGREE_DICE: Final = phrase(
    "Your opponent entered the dice as {high} and {low}. Yes to agree, no to refuse."
)
# Translators: both opening dice were set by hand by one player; the other is asked.
AGREE_OPENING: Final = phrase(
    "Your opponent entered the dice as green {green}, black {black}. Yes to agree, no to refuse."
)

# Translators: which point is out of order? The number of a point or its name, "8" or "V 8".
OUT_POINT: Final = sited("Point {point}?", own="Your point {point}?")
OUT_QUARTERS: Final = (
    # Translators: in which six points is the one out of order? In the player's own home.
    phrase("A point in your home?"),
    # Translators: in which six points is the one out of order? The others on his own side.
    phrase("A point in your outer board?"),
    # Translators: in which six points is the one out of order? Outside, on the opponent's side.
    phrase("A point in your opponent's outer board?"),
    # Translators: in which six points is the one out of order? In the opponent's home.
    phrase("A point in your opponent's home?"),
)
OUT_ASIDE: Final = by_place(
    # Translators: what is out of order? The place of green's hit pieces.
    bar=phrase("Green's bar?"),
    # Translators: what is out of order? The tray for the pieces that green has borne off.
    tray=phrase("Green's tray?"),
    # Translators: what is out of order? The seats that read green's dice.
    dice=phrase("Green's dice?"),
)
ASIDE: Final = by_place(
    # Translators: a place that is no point, named before what is said of it.
    bar=phrase("Green's bar."),
    # Translators: a place that is no point, named before what is said of it.
    tray=phrase("Green's tray."),
    # Translators: the seats that read green's dice, named before what is said of them.
    dice=phrase("Green's dice."),
)
# Translators: after the name of a place that is out of order: shall it be believed again?
AGAIN: Final = phrase("Working again?")
# Translators: after the name of a point or place: one player declares it, the other is asked.
AGREE_OUT: Final = phrase("Out of order, says your opponent. Yes to agree, no to refuse.")
# Translators: after the name of a point or place: one player declares it, the other is asked.
AGREE_IN: Final = phrase("Working again, says your opponent. Yes to agree, no to refuse.")
# Translators: the turn is over, some points are out of order, and the player is asked whether
# what was just said stands there.
READING: Final = phrase("Is that right? Yes, or no for another choice.")

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
AGREE_DICE: Final = phrase("Dice set by your opponent, {high} and {low}. Yes to agree.")
# Translators: both opening dice were set by hand by one player; the other is asked.
AGREE_OPENING: Final = phrase(
    "Dice set by your opponent, green {green}, black {black}. Yes to agree."
)

"""The board on a braille display: as short as can be. See `phrases`."""

from typing import Final

from companion.speech.catalogue import by_player, phrase, plural

# --- one side's line, then the dice: {points} are points and counts, "6:5, 8:3" -------------------
# Translators: braille: where the green pieces stand. {points}: "6:5, 8:3", point and count.
POINTS: Final = by_player(phrase("Green, {points}."))
# Translators: braille: no green piece stands on a point.
NO_POINTS: Final = by_player(phrase("Green, no points."))
# Translators: braille: pieces of the side just named, in few letters.
ON_BAR: Final = plural("One on the bar.", "{count} on the bar.")
# Translators: braille: pieces of the side just named, in few letters.
OFF: Final = plural("One off.", "{count} off.")
# Translators: braille: pieces of the side just named, not yet entered, in few letters.
IN_HAND: Final = plural("One in hand.", "{count} in hand.")

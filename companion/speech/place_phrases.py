"""Where players sit and where their things lie: for a first evening, and on request. See `phrases`.

Points are named here as they are felt, "V 1". The board is described in `hardware/README.md`.
"""

from typing import Final

from companion.speech.catalogue import ByPlayer, by_player, phrase

SIDE: Final = by_player(
    # Translators: first evening: green's pieces have three leaves; {first} is "V 1", {last} "V 12".
    phrase("Green has the clovers and, in front, points {first} to {last} from right to left."),
    # Translators: first evening: black's pieces are square; {first} is "N 1", {last} "N 12".
    phrase("Black has the squares and, in front, points {first} to {last} from right to left."),
)
OWN_SIDE: Final[dict[str, ByPlayer]] = {
    # Translators: first evening: green's pieces have three leaves; points have own numbers.
    "right": by_player(
        phrase("Green has the clovers and, in front, green's points 1 to 12 from right to left."),
        # Translators: first evening: black's pieces are square; points have own numbers.
        phrase("Black has the squares and, in front, black's points 1 to 12 from right to left."),
    ),
    # Translators: first evening: green's pieces have three leaves; points have own numbers.
    "left": by_player(
        phrase("Green has the clovers and, in front, green's points 1 to 12 from left to right."),
        # Translators: first evening: black's pieces are square; points have own numbers.
        phrase("Black has the squares and, in front, black's points 1 to 12 from left to right."),
    ),
}
# Translators: where a player's other points lie, each having numbers of its own.
FAR_SIDE: Final = phrase("Points 13 to 24 go back along the far side.")
# Translators: first evening, after the sentence that names the second key; hint is a key's name.
ASK_WHERE: Final = phrase("The fourth key, hint, tells you your colour and where things are.")
ONE: Final[dict[str, ByPlayer]] = {
    # Translators: first game: where green's own point 1 is.
    "right": by_player(phrase("Green, your point 1 is on your right.")),
    # Translators: first game: where green's own point 1 is.
    "left": by_player(phrase("Green, your point 1 is on your left.")),
}
# Translators: first game: a die is dropped into one of two towers, which lie beyond the tray.
THROW_INTO_TOWER: Final = phrase("Throw one die each, into a tower beyond the tray on your right.")

# --- on request, to one player --------------------------------------------------------------------
YOU: Final = by_player(
    # Translators: the player asked who he is; his pieces have three leaves.
    phrase("You are green, with the clovers."),
    # Translators: the player asked who he is; his pieces are square.
    phrase("You are black, with the squares."),
)
# Translators: the twelve points before the player who asked; {first} is "V 1", {last} "V 12".
IN_FRONT: Final = phrase("In front of you, points {first} to {last}, from right to left.")
OWN_IN_FRONT: Final = {
    # Translators: the twelve points before the player who asked, by own numbers.
    "right": phrase("In front of you, points 1 to 12, from right to left."),
    # Translators: the twelve points before the player who asked, by own numbers.
    "left": phrase("In front of you, points 1 to 12, from left to right."),
}
OWN_DARK: Final = {
    # Translators: how every second point feels: "four dots" is the Braille letter g.
    "right": phrase(
        "Every second point is ribbed, with four dots at each end. Your point 1 is ribbed."
    ),
    # Translators: how every second point feels: "four dots" is the Braille letter g.
    "left": phrase(
        "Every second point is ribbed, with four dots at each end. Your point 1 is smooth."
    ),
}
# Translators: how every second point feels: "four dots" is the Braille letter g.
DARK: Final = phrase("Odd points, such as V 1 or N 1, are ribbed, with four dots at each end.")
# Translators: a mirrored or turned board stands there; it was asked whether to play it so, and
# where things would then lie follows.
IF_YES: Final = phrase("If you answer yes, this is where things are.")
# Translators: what lies on either side of each player's points.
BESIDE: Final = phrase(
    "On your right are the tray for pieces off and, beyond it, your dice towers. Your "
    "keys are on your left."
)

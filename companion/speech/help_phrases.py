"""What helps at the table: layouts offered, why an error is one, what could be played instead."""

from typing import Final

from companion.speech.catalogue import by_player, phrase

LAYOUT: Final = {
    # Translators: the start position was set up with left and right exchanged; both are asked.
    "mirrored": phrase("Mirrored, left and right are swapped. Play like this? Yes or no."),
    # Translators: the start position was set up with each side before the other player.
    "turned": phrase("Turned round, green's side is where black sits. Play like this? Yes or no."),
    # Translators: both at once: left and right exchanged, and each side before the other player.
    "mirrored turned": phrase("Mirrored and turned round. Play like this? Yes or no."),
}
# Translators: one player wants to take the last decision back (an acceptance, a drop, a
# resignation); the other is asked.
ASK_UNDO: Final = phrase(
    "Your opponent asks to undo the last decision. Yes to agree, no to refuse."
)
# Translators: both dice were thrown where each player throws one to begin.
EARLY_OPENING: Final = phrase("Too early. One die each first.")
# Translators: a player threw his one die to begin a second time.
EARLY_AGAIN: Final = phrase("Not again, the first die counts.")
# Translators: dice were thrown while an offered double waits for its answer.
EARLY_ANSWER: Final = phrase("Too early. Answer the double first.")
# Translators: dice were thrown in a pause.
EARLY_PAUSE: Final = phrase("Paused. Yes to go on, then throw.")
# Translators: dice were thrown after the end of the match.
EARLY_OVER: Final = phrase("Match over. To play again, set up the board.")
# Translators: green threw before black had picked up the dice; here that does no harm.
KEPT: Final = by_player(phrase("Early throw, green, but it'll count."))
# Translators: green's early throw was to count; the turn before it turned out otherwise.
KEPT_NO_MORE: Final = by_player(phrase("Green threw too early, the throw is void."))
# Translators: a player asked what could have been played; one legal play follows as sentences.
ALTERNATIVE: Final = phrase("For example.")
# Translators: a player asked for the dice, which were told; none is left to play.
ALL_PLAYED: Final = phrase("Nothing left to play.")
# Translators: a player asked for help and there is one legal play only; it follows as sentences.
FORCED: Final = phrase("Forced.")
ASK_RESIGN: Final = {
    # Translators: the menu offers to resign a game worth one point.
    "single": phrase("Resign a single game? Yes, or no to offer more."),
    # Translators: the menu offers to resign a gammon, worth two.
    "gammon": phrase("Resign a gammon? Yes, or no to offer more."),
    # Translators: the menu offers to resign a backgammon, worth three.
    "backgammon": phrase("Resign a backgammon? Yes, or no to play on."),
    # Translators: Jacquet; the menu offers to resign a game worth one.
    "simple": phrase("Resign a single game? Yes, or no to offer more."),
    # Translators: Jacquet; the menu offers to resign a game worth two.
    "double": phrase("Resign a double game? Yes, or no to offer more."),
    # Translators: Jacquet; the menu offers to resign a game worth three.
    "triple": phrase("Resign a triple game? Yes, or no to offer more."),
    # Translators: Jacquet; the menu offers to resign a game worth four.
    "quadruple": phrase("Resign a quadruple game? Yes, or no to play on."),
    # Translators: Acey-Deucey; what is lost is counted in pieces, there is nothing to choose.
    "": phrase("Resign? Yes to confirm."),
}

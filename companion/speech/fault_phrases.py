"""What is said of each fault: what is wrong, where, and why. Whole sentences; see `phrases`."""

from typing import Final

from companion.rules.verdicts import Code
from companion.speech.catalogue import (
    Phrase,
    WithDice,
    by_player,
    phrase,
    plural,
    sited,
    sited_plural,
)

# Translators: green pieces were hit and still lie somewhere else.
HIT_NOT_ON_BAR: Final = by_player(
    plural("Green piece hit. Put it on the bar.", "{count} green pieces hit. Put them on the bar.")
)
# Translators: the board holds fewer green pieces than it should.
PIECE_MISSING: Final = by_player(
    plural("One green piece missing.", "{count} green pieces missing.")
)
# Translators: Jacquet: green's blue star, the postillon, is not on the board.
POSTILLON_MISSING: Final = by_player(phrase("Green postillon missing."))
# Translators: the board holds more green pieces than it should.
PIECE_EXTRA: Final = by_player(
    plural("One green piece too many.", "{count} green pieces too many.")
)
# Translators: the board holds more green pieces than it should, and this is where.
PIECE_EXTRA_AT: Final = by_player(
    sited_plural(
        "One green piece too many on {point}.",
        "{count} green pieces too many on {point}.",
        own=(
            "One green piece too many on green's {point}.",
            "{count} green pieces too many on green's {point}.",
        ),
    )
)
# Translators: a piece the board does not know stands on a point. {point}: "5", or "V 5".
UNKNOWN_AT: Final = by_player(
    sited("Unknown piece on {point}.", own="Unknown piece on green's {point}.")
)
# Translators: black, whose turn it is, moved a green piece. {target}: where it stands now.
MOVED_OPPONENT_TO: Final = by_player(
    sited_plural(
        "Green piece moved from {source} to {target}. Put it back.",
        "{count} green pieces moved from {source} to {target}. Put them back.",
        own=(
            "Green piece moved from black's {source} to {target}. Put it back.",
            "{count} green pieces moved from black's {source} to {target}. Put them back.",
        ),
    )
)
# Translators: black moved so many green pieces; of one of them it is told next from where.
MOVED_OPPONENTS: Final = by_player(plural("One green piece moved.", "{count} green pieces moved."))
# Translators: black, whose turn it is, put a green piece on the bar that was not hit.
MOVED_OPPONENT_BAR: Final = by_player(
    sited(
        "Green piece moved from {source} to the bar. Put it back.",
        own="Green piece moved from black's {source} to the bar. Put it back.",
    )
)
# Translators: black, whose turn it is, moved a green piece from the bar or a tray to {target}.
MOVED_OPPONENT_ON: Final = by_player(
    sited(
        "Green piece moved to {target}. Put it back.",
        own="Green piece moved to black's {target}. Put it back.",
    )
)
# Translators: black, whose turn it is, moved a green piece. {point}: its place, "6" or "N 6".
MOVED_OPPONENT_AT: Final = by_player(
    sited(
        "Green piece moved. Put it back on {point}.",
        own="Green piece moved. Put it back on black's {point}.",
    )
)
# Translators: black, whose turn it is, moved a green piece from the bar or from a tray.
MOVED_OPPONENT: Final = by_player(phrase("Green piece moved. Put it back."))
# Translators: Jacquet: another piece was moved while the postillon is not home yet.
POSTILLON_FIRST_AT: Final = sited("Postillon first, you can't play {source} to {target}.")
# Translators: a piece went against its direction.
BACKWARDS_AT: Final = sited("Backwards, from {source} to {target}.")
# Translators: something else was moved while pieces wait on the bar.
BAR_FIRST: Final = plural("Bar first, one piece to enter.", "Bar first, {count} pieces to enter.")
# Translators: Dutch backgammon: something else was moved while pieces are still in hand.
HAND_FIRST: Final = plural(
    "Enter all your pieces first, one still in hand.",
    "Enter all your pieces first, {count} still in hand.",
)
# Translators: a piece was borne off while others are not yet home; {point} is where the farthest
# of them stands.
STILL_OUTSIDE: Final = sited_plural(
    "Too early to bear off, one piece outside, on {point}.",
    "Too early to bear off, {count} pieces outside, the farthest on {point}.",
)
# Translators: Jacquet: the opponent holds the point where pieces are borne off, "V 12".
EXIT_OCCUPIED: Final = phrase("You can't bear off, {point} is taken.")
# Translators: a piece was borne off although another stands farther back, on {far}.
FARTHER_AT: Final = sited("You can't bear off from {source}, there's a piece behind, on {far}.")
# Translators: a piece was borne off by both dice, and others are left on {source}, where it stood;
# {die} is the number that takes one off.
FARTHER_LEFT: Final = sited("You can't bear off from {source} with both dice, only with a {die}.")
# Translators: a piece landed on a point that the opponent holds.
OCCUPIED_AT: Final = phrase("Point {point} blocked.")
# Translators: a piece may not pass, for the points where it would stop are closed. One stop or two.
BLOCKED_ONE: Final = phrase("No way through, {point} is blocked.")
# Translators: a piece may not pass, for both points where it could stop are closed.
BLOCKED_TWO: Final = phrase("No way through, {point} and {other} are blocked.")
# Translators: a piece went {count} points, a distance that the dice do not give.
DISTANCE_AT: Final = sited_plural(
    "Wrong distance, one pip from {source} to {target}.",
    "Wrong distance, {count} pips from {source} to {target}.",
)
# Translators: after a wrong distance that is one of the dice: another piece was moved by it.
DIE_PLAYED: Final = phrase("The {die} is already played.")
# Translators: a piece went a distance that the dice do not give.
DISTANCE: Final = plural("Wrong distance, one pip.", "Wrong distance, {count} pips.")
THE_DICE: Final = WithDice(
    # Translators: reminds of the dice, the larger first.
    phrase("The dice show {high} and {low}."),
    # Translators: reminds of the dice, which are equal.
    phrase("The dice show double {die}."),
)
# Translators: pieces of both colours stand on one point.
TWO_COLOURS_AT: Final = phrase("Two colours on point {point}.")
# Translators: Jacquet: the first five points are held, which needs a piece on {point}, "V 1".
START_RUN_AT: Final = phrase("Five in a row from your start, you need a piece on {point}.")
# Translators: Jacquet, double bouchage: the first five points are held, which needs pieces on both.
START_RUN_TWO: Final = phrase(
    "Five in a row from your start, you need a piece on {point} and one on {other}."
)
# Translators: Jacquet: green holds {count} points in a row, at least six, before black's
# postillon.
POSTILLON_BLOCKED_AT: Final = by_player(
    phrase("Black's postillon blocked, {count} in a row from {source} to {target}.")
)
# Translators: Jacquet, as agreed: {count} points in a row, at least six, may not be held.
FULL_PRIME_AT: Final = phrase("Full bouchage, {count} in a row from {source} to {target}.")
# Translators: Jacquet: after one of these: how many points in a row may be held.
AT_MOST_FIVE: Final = phrase("At most five in a row.")
# Translators: one die was used, but the larger one could have been; {die} is the larger.
SMALLER_DIE: Final = phrase("You must play the {die}.")
# Translators: dice that can still be played: one.
UNUSED_ONE: Final = phrase("Unfinished, a {die} still to play.")
# Translators: dice that can still be played: two different ones.
UNUSED_TWO: Final = phrase("Unfinished, a {high} and a {low} still to play.")
# Translators: dice that can still be played: {count} of a double, two to four.
UNUSED_DOUBLE: Final = phrase("Unfinished, double {die}, {count} moves still to play.")
# Translators: Acey Deucey: after 1 and 2 the player plays a double that he chooses himself.
UNUSED_ANY_DOUBLE: Final = phrase("Unfinished, a double of your choice still to play.")

GENERAL: Final[dict[str, Phrase]] = {
    # Translators: something the board does not know.
    Code.UNKNOWN_PIECE: phrase("Unknown piece."),
    # Translators: a piece went against its direction.
    Code.BACKWARDS: phrase("Backwards."),
    # Translators: Jacquet: a piece was moved before the postillon, the blue star, had come home.
    Code.POSTILLON_FIRST: phrase("Postillon first, your other pieces wait until it is home."),
    # Translators: a piece was borne off while others are not yet home.
    Code.NOT_ALL_HOME: phrase("Too early to bear off, not all your pieces are home."),
    # Translators: a piece was borne off although another stands farther back.
    Code.FARTHER_PIECE: phrase("You can't bear off, there's a piece farther back."),
    # Translators: a piece landed on a point that the opponent holds.
    Code.OCCUPIED_POINT: phrase("Point blocked."),
    # Translators: a piece may not pass, for every point where it could stop is closed.
    Code.BLOCKED_STOP: phrase("No way through, every stop is blocked."),
    # Translators: Dutch backgammon: nothing may be hit before one of one's pieces is home.
    Code.HIT_FORBIDDEN: phrase("You can't hit yet, bring a piece home first."),
    # Translators: pieces were moved, but not as the dice say.
    Code.WRONG_DISTANCE: phrase("Wrong distance."),
    # Translators: pieces of both colours stand on one point.
    Code.TWO_COLOURS: phrase("Two colours on one point."),
    # Translators: Jacquet: six points in a row may not be held before the opposing postillon.
    Code.POSTILLON_BLOCKED: phrase("Postillon blocked, six in a row."),
    # Translators: Jacquet, as agreed: six points in a row may not be held.
    Code.FULL_PRIME: phrase("Full bouchage, six in a row."),
    # Translators: the turn was ended although more dice can be played.
    Code.DICE_UNUSED: phrase("Unfinished, more can be played."),
}

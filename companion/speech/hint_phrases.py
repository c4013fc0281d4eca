"""Hints for a learner: a nudge, the idea, the play; and what would have been better."""

from typing import Final

from companion.speech.catalogue import phrase, plural, sited, sited_plural

# Translators: the best play follows as sentences ("8 to 5.").
BEST: Final = phrase("Best.")
# Translators: Acey-Deucey: after ace deuce the double to name; the play follows as sentences.
WITH_DOUBLE: Final = phrase("With double {die}.")
# Translators: a hint was asked for again; meanwhile another play than the one that was hinted at
# was found to be better. What it does, or the play itself, follows.
REVISED: Final = phrase("Another play is better after all.")
# Translators: the turn is over; the play that would have been better follows as sentences.
BETTER: Final = phrase("A better play.")
# Translators: the turn is over and no play would have been better.
WAS_BEST: Final = phrase("That was the best play.")
# Translators: the turn is over; another play would have been a little better, it does not matter.
WAS_GOOD: Final = phrase("Good, nearly the best play.")
# Translators: the turn is over; another play would have been just as good, none better.
WAS_AS_GOOD: Final = phrase("Good, no play is better.")
# Translators: what a play loses against the best, in points won on average, such as 0.14. It is
# read out as "0 point 1 4"; how a language writes and reads it, see `normalise`.
LOSES: Final = phrase("Your play loses {whole}.{figures}.")
# Translators: the same, where it is more than a point.
LOSES_POINTS: Final = plural(
    "Your play loses more than one point.", "Your play loses more than {count} points."
)
# Translators: hints need a library that is not installed, or an engine stopped.
NO_ENGINE: Final = phrase("No hints, something is missing. Run companion doctor.")
# Translators: a hint was asked for when no turn is being played and none was finished.
NOTHING_YET: Final = phrase("Throw first, then ask.")
# Translators: the turn is over; the dice left only one play.
WAS_ONLY: Final = phrase("That was the only play.")
# Translators: no reason for the best play can be counted on the board; others are nearly as good.
NO_REASON: Final = phrase("No clear idea. It is close.")
# Translators: no reason for the best play can be counted on the board; a few are nearly as good.
NO_REASON_YET_FEW: Final = phrase("No clear idea, but a few plays stand out.")
# Translators: no reason for the best play can be counted on the board; yet it is clearly the best.
NO_REASON_YET_BEST: Final = phrase("No clear idea, but one play stands out.")
# Translators: a hint: it makes hardly any difference how this throw is played.
ALL_NEAR: Final = phrase("All plays are nearly equal.")
# Translators: a hint: it makes no difference how this throw is played.
ALL_ALIKE: Final = phrase("All plays are equal.")
# Translators: a nudge: two or more opposing pieces can be hit.
HIT_MORE: Final = phrase("You can hit more than one piece.")
# Translators: a nudge: two or more points can be made.
POINT_MORE: Final = phrase("You can make more than one point.")
# Translators: a nudge, where what the play does would lead to others too: a piece that moves.
LOOK_FROM: Final = sited_plural(
    "Look at your piece on {point}.", "Look at your {count} pieces on {point}."
)
# Translators: the same, a point that a piece comes to.
LOOK_TO: Final = sited("See what can reach {point}.")
# Translators: the same, no more pieces than that need to move with all the dice.
LOOK_ONLY: Final = plural(
    "You only need to move one piece.", "You only need to move {count} pieces."
)
# Translators: the idea, with what the play does or in its place: from where a piece moves.
FROM: Final = sited_plural("Move a piece from {point}.", "Move {count} pieces from {point}.")
# Translators: the same, where all that is moved comes in from the bar or from the hand.
TO: Final = sited_plural("Move a piece to {point}.", "Move {count} pieces to {point}.")
# Translators: the same: no more pieces than that move, with all the dice.
ONLY: Final = plural("Move one piece only.", "Move {count} pieces only.")
# Translators: a hint: the dice leave only one play.
ONLY_PLAY: Final = phrase("Only one play is possible.")

# Translators: hints on the doubling cube, to a player who asked before his throw. To take and to
# drop are called as in "Yes to take, no to drop". His chance to win follows, and what the other
# choice loses.
DOUBLE_TAKE: Final = phrase("Double. Your opponent should take.")
# Translators: the same; the opponent does better to drop.
DOUBLE_DROP: Final = phrase("Double. Your opponent should drop.")
# Translators: the same; to double would be too early.
WAIT: Final = phrase("Not yet, do not double.")
# Translators: the same; the opponent would drop, and a gammon (which counts double) is worth more.
TOO_GOOD: Final = phrase("Too good to double. Play on for a gammon.")
# Translators: the same; to win this game is to win the match, so a larger cube gains nothing.
ENOUGH: Final = phrase("Do not double. Winning this game wins the match.")
# Translators: a hint to a player who is offered the cube: the game goes on at twice the value.
TAKE: Final = phrase("Take.")
# Translators: a hint to a player who is offered the cube: he gives up the game, as it counts now.
DROP: Final = phrase("Drop.")
# Translators: follows a hint on the cube; how likely the player who asked wins this game.
CHANCE: Final = phrase("You win {percent} percent.")
# Translators: follows his chance to win, where gammons (which count double) decide what to do: so
# many of the games that the player who asked wins are gammons.
OWN_GAMMONS: Final = phrase("{percent} percent of your wins are gammons.")
# Translators: the same of the games that his opponent wins.
OTHER_GAMMONS: Final = phrase("{percent} percent of your opponent's wins are gammons.")
# Translators: follows a hint on the cube or on a play: another choice is nearly as good.
SMALL: Final = phrase("It is close.")
# Translators: follows "Double."; what not to double loses, as above.
WAITING_LOSES: Final = phrase("Waiting loses {whole}.{figures}.")
# Translators: follows "Not yet, do not double."; what to double loses.
DOUBLING_LOSES: Final = phrase("Doubling loses {whole}.{figures}.")
# Translators: follows "Drop."; what to take loses.
TAKING_LOSES: Final = phrase("Taking loses {whole}.{figures}.")
# Translators: follows "Take."; what to drop loses.
DROPPING_LOSES: Final = phrase("Dropping loses {whole}.{figures}.")

NUDGE: Final = {
    # Translators: a nudge, Acey-Deucey: a double played out earns another throw.
    "again": phrase("You can earn another throw."),
    # Translators: a nudge, Acey-Deucey: pieces on the bar or in hand can come in.
    "enter": phrase("Think about entering."),
    # Translators: a nudge, Dutch backgammon: who brings a first piece home may hit.
    "deny": phrase("Keep your opponent from winning the right to hit."),
    # Translators: a nudge: an opposing piece has to enter, and all points at home can be closed.
    "shut": phrase("You can shut your opponent out."),
    # Translators: a nudge: far behind, with nothing borne off yet. A gammon counts double.
    "gammon": phrase("Save the gammon."),
    # Translators: a nudge: points held are not to be given up.
    "guard": phrase("Don't give up the points you hold."),
    # Translators: a nudge: an opposing piece can be hit.
    "hit": phrase("There is a piece to hit."),
    # Translators: a nudge: pieces can be borne off.
    "off": phrase("Think about bearing off."),
    # Translators: a nudge, Dutch backgammon: only who has brought a piece home may hit.
    "right": phrase("You can win the right to hit."),
    # Translators: a nudge, Jacquet.
    "postillon-home": phrase("The postillon can come home."),
    # Translators: a nudge, Jacquet: a piece can stay where the opponent would bear off.
    "exit": phrase("Stop your opponent bearing off."),
    # Translators: a nudge, Jacquet.
    "postillon-on": phrase("Think about the postillon."),
    # Translators: a nudge: points in a row that the opponent has to get past.
    "prime": phrase("You can build a longer prime."),
    # Translators: a nudge, Jacquet: points in a row (bouchage) before the opponent's pieces.
    "block": phrase("You can lengthen your bouchage."),
    # Translators: a nudge: two pieces together make a point.
    "point": phrase("There is a point to make."),
    # Translators: a nudge: two pieces together in the opponent's home.
    "anchor": phrase("There is an anchor to make."),
    # Translators: a nudge: the pieces in the opponent's home.
    "escape": phrase("Think about your back pieces."),
    # Translators: a nudge, Jacquet: a row of opposing points is in the way.
    "pass": phrase("You can get past your opponent's prime."),
    # Translators: a nudge, Jacquet: the opponent's next throw may be hard to play.
    "hinder": phrase("You can make your opponent's next throw awkward."),
    # Translators: a nudge: after this no piece has to pass an opposing one any more.
    "race": phrase("You can break contact and race."),
    # Translators: a nudge: no lone piece within reach.
    "safe": phrase("You can play safe."),
    # Translators: a nudge: the best play leaves a piece that may be hit, another less of a risk.
    "open": phrase("A risk is worth it here."),
    # Translators: a nudge: every play leaves a piece that may be hit, the best as little as can be.
    "fewest": phrase("Look for the smallest risk."),
    # Translators: a nudge: points in a row that the opponent has still to pass, which most other
    # plays would give up.
    "keep": phrase("Keep your prime."),
    # Translators: a nudge, Jacquet: more points held than before.
    "spread": phrase("You can hold more points in your opponent's way."),
    # Translators: a nudge, Jacquet: no point held is to be left free.
    "hold": phrase("Keep the points in your opponent's way."),
    # Translators: a nudge, Jacquet: the farther back pieces stand, the more a game lost counts.
    "saves": phrase("Think about what a loss would cost."),
    # Translators: a nudge, Jacquet: the talon is the pile on the first point.
    "talon": phrase("Think about the talon."),
    # Translators: a nudge: nothing is in the way any more.
    "home": phrase("Bring your pieces home."),
}

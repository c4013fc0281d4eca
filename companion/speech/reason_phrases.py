"""What a play does, a sentence for each reason that can be counted on the board."""

from typing import Final

from companion.speech.catalogue import phrase, plural, sited

# Translators: what a play does: with so many of his 36 throws the opponent can hit a piece.
OPEN: Final = plural("One roll in 36 hits you.", "{count} rolls in 36 hit you.")
# Translators: the same, and no other play leaves fewer.
FEWEST: Final = plural(
    "One roll in 36 hits you. No play leaves fewer.",
    "{count} rolls in 36 hit you. No play leaves fewer.",
)

REASON: Final = {
    # Translators: what a play does, Acey-Deucey.
    "again": phrase("Earns another throw."),
    # Translators: what a play does, Acey-Deucey: pieces come in from the bar or from the hand.
    "enter": plural("Enters a piece.", "Enters {count} pieces."),
    # Translators: what a play does: all points at home are closed to an opposing piece that has to
    # enter.
    "shut": phrase("Your opponent cannot enter next turn."),
    # Translators: what a play does, Dutch backgammon: with so few throws the opponent can bring his
    # first piece home, after which he may hit.
    "deny": plural(
        "Only one roll in 36 wins your opponent the right to hit.",
        "Only {count} rolls in 36 win your opponent the right to hit.",
    ),
    # Translators: what a play does: the player is far behind and has borne off nothing yet, so all
    # he can do is to bear off a piece before the game is over. A gammon counts double.
    "gammon": phrase("Runs home to save the gammon."),
    # Translators: what a play does: a point stays held, which most other plays give up.
    "guard": sited("Keeps your {point} point."),
    # Translators: what a play does; {point} is a point: a number, or its name as "V 5".
    "hit": sited("Hits on {point}."),
    # Translators: what a play does.
    "off": plural("Bears off a piece.", "Bears off {count} pieces."),
    # Translators: what a play does, Dutch backgammon: only who has brought a piece home may hit.
    "right": phrase("Wins the right to hit."),
    # Translators: what a play does, Jacquet.
    "postillon-home": phrase("Brings the postillon home."),
    # Translators: what a play does, Jacquet: points the postillon advances.
    "postillon-on": plural(
        "Moves the postillon on by one pip.", "Moves the postillon on by {count} pips."
    ),
    # Translators: what a play does, Jacquet: a piece stays where the opponent would bear off.
    "exit": phrase("Stops your opponent bearing off."),
    # Translators: what a play does: points in a row before an opposing piece.
    "prime": plural("Blocks one point.", "Makes a prime of {count} points."),
    # Translators: what a play does, Jacquet: held points in a row before the opponent's postillon
    # or his last piece.
    "block": plural("Closes one point.", "Makes a bouchage of {count} points."),
    # Translators: what a play does: two or more of one's own pieces stand there now.
    "point": sited("Makes the {point} point."),
    # Translators: what a play does: the same in the opponent's home.
    "anchor": sited("Makes the {point} point, an anchor."),
    # Translators: what a play does: pieces leave the opponent's home.
    "escape": plural("Frees a back piece.", "Frees {count} back pieces."),
    # Translators: what a play does, Jacquet: a piece moves beyond so many points that the opponent
    # holds in a row.
    "pass": plural("Gets past one opposing point.", "Gets past a prime of {count} points."),
    # Translators: what a play does: no piece has to pass an opposing one any more; {count} pips.
    "race": plural("Starts a race, one pip ahead.", "Starts a race, {count} pips ahead."),
    # Translators: what a play does, Jacquet: with so many throws the opponent is left at least one
    # die that he cannot use.
    "hinder": plural(
        "Your opponent cannot fully play one roll in 36.",
        "Your opponent cannot fully play {count} rolls in 36.",
    ),
    # Translators: what a play does: nothing can be hit by the opponent's next throw.
    "safe": phrase("No roll hits you."),
    "open": OPEN,
    "risky": OPEN,
    "exposed": OPEN,
    "fewest": FEWEST,
    # Translators: what a play does: points in a row stay as they are, which most others give up.
    "keep": plural("Keeps one point.", "Keeps a prime of {count} points."),
    # Translators: what a play does, Jacquet: a point that was not held before.
    "spread": sited("Occupies {point}."),
    # Translators: what a play does, Jacquet: no point that bars the opponent's way becomes free.
    "hold": phrase("Opens no point to your opponent."),
    # Translators: what a play does, Jacquet: no piece stands so far back any more that losing the
    # game would cost more points than this.
    "saves": plural(
        "A loss now costs one point at most.", "A loss now costs {count} points at most."
    ),
    # Translators: what a play does, Jacquet.
    "talon": plural("Moves a piece from the talon.", "Moves {count} pieces from the talon."),
    # Translators: why a play is better than the next best, nothing else being different that could
    # be told: in a race, more pieces can be borne off by the next throw.
    "ready": phrase("More pieces ready to bear off."),
    # Translators: the same: with more throws all dice can be used in the next turn.
    "playable": phrase("More rolls you can play in full next turn."),
    # Translators: the same: fewer pips are left to go.
    "pips": phrase("Fewer pips to go."),
    # Translators: the same: more pieces have gone half of their way.
    "halfway": phrase("More pieces past halfway."),
    # Translators: the same: fewer pieces on the points 1 and 2, where they have little use left.
    "deep": phrase("Fewer pieces on your two lowest points."),
    # Translators: the same: the point farthest from home on which the player has pieces.
    "last-point": phrase("Fewer pieces on the point farthest back."),
    # Translators: the same: points with two pieces or more in the player's own home.
    "home-points": phrase("More points held at home."),
    # Translators: the same: the point with the most pieces has fewer.
    "pile": phrase("Shorter stack."),
    # Translators: the same: lone pieces in the player's own home.
    "lone-home": phrase("Fewer blots at home."),
    # Translators: the same: lone pieces anywhere.
    "lone": phrase("Fewer blots."),
    # Translators: the same: points in the player's own home on which he has any piece.
    "home-held": phrase("Pieces on more points at home."),
    # Translators: the same: more pieces have come home.
    "at-home": phrase("More pieces at home."),
    # Translators: the same: pieces stand on more points.
    "occupy": phrase("Pieces on more points."),
    # Translators: the same: the widest gap between two points with pieces is narrower.
    "close": phrase("Smaller gap between your pieces."),
    # Translators: the same: fewer pieces stand on top of three others.
    "piles": phrase("Fewer pieces on tall stacks."),
    # Translators: what a play does, in a race.
    "home": plural("Brings a piece home.", "Brings {count} pieces home."),
}

# Each for two points, for three, and for more, where they are not named.
SEVERAL: Final = {
    "hit": (
        # Translators: what a play does: two opposing pieces are hit.
        sited("Hits two pieces, on {point} and on {second}."),
        # Translators: what a play does: three opposing pieces are hit.
        sited("Hits three pieces, on {point}, on {second} and on {third}."),
        # Translators: what a play does.
        plural("Hits a piece.", "Hits {count} pieces."),
    ),
    "point": (
        # Translators: what a play does: two or more of one's own pieces stand on each now.
        sited("Makes the {point} and {second} points."),
        # Translators: what a play does: the same of three points.
        sited("Makes the {point}, {second} and {third} points."),
        # Translators: what a play does.
        plural("Makes a point.", "Makes {count} points."),
    ),
    "guard": (
        # Translators: what a play does: points stay held, which most other plays give up.
        sited("Keeps your {point} and {second} points."),
        # Translators: what a play does: the same of three points.
        sited("Keeps your {point}, {second} and {third} points."),
        # Translators: what a play does: the same.
        plural("Keeps a point you hold.", "Keeps {count} points you hold."),
    ),
    "anchor": (
        # Translators: what a play does: points in the opponent's home.
        sited("Makes the {point} and {second} points, two anchors."),
        # Translators: what a play does: the same of three points.
        sited("Makes the {point}, {second} and {third} points, three anchors."),
        # Translators: what a play does.
        plural(
            "Makes an anchor.",
            "Makes {count} anchors.",
        ),
    ),
    "spread": (
        # Translators: what a play does, Jacquet: points that were not held before.
        sited("Occupies {point} and {second}."),
        # Translators: what a play does, Jacquet: the same of three points.
        sited("Occupies {point}, {second} and {third}."),
        # Translators: what a play does, Jacquet.
        plural("Occupies one more point.", "Occupies {count} more points."),
    ),
}

# Translators: what a play does, Dutch backgammon: the opponent's next throw, whatever it is, brings
# no piece of his home, so that he may not hit yet.
DENY_ALL: Final = phrase("Your opponent cannot win the right to hit next turn.")
# Translators: what a play does: the first piece is borne off, so a game lost counts single.
GAMMON_SAVED: Final = phrase("Saves the gammon.")
# Translators: what a play does, Jacquet: the opponent cannot use all dice, whatever he throws.
HINDER_ALL: Final = phrase("Your opponent cannot fully play any roll.")
# Translators: what a play does: with any throw the opponent can hit a piece.
OPEN_ALL: Final = phrase("Every roll hits you.")
# Translators: Acey-Deucey: with so many of 34 throws (36 less the two of one and two) the opponent
# can hit a piece.
OPEN_ACEY: Final = plural(
    "One roll in 34 hits you, acey deucey not counted.",
    "{count} rolls in 34 hit you, acey deucey not counted.",
)
# Translators: Acey-Deucey: with any of the 34 throws the opponent can hit a piece.
OPEN_ALL_ACEY: Final = phrase("Every roll hits you, acey deucey not counted.")
# Translators: Acey-Deucey: the same, and no other play leaves fewer.
FEWEST_ACEY: Final = plural(
    "One roll in 34 hits you, acey deucey not counted. No play leaves fewer.",
    "{count} rolls in 34 hit you, acey deucey not counted. No play leaves fewer.",
)
# Translators: Acey-Deucey: none of 34 throws (36 less the two of one and two) hits a piece.
SAFE_ACEY: Final = phrase("No roll hits you, acey deucey not counted.")

# Translators: follows what is good about the best play: its price.
BUT_OPEN: Final = plural("But one roll in 36 hits you.", "But {count} rolls in 36 hit you.")
# Translators: the same; after the play that the player made only {other} throws can hit.
BUT_MORE: Final = plural(
    "But one roll in 36 hits you, instead of {other}.",
    "But {count} rolls in 36 hit you, instead of {other}.",
)
# Translators: follows what is good about the best play: with any throw the opponent can hit.
BUT_ALL: Final = phrase("But every roll hits you.")
# Translators: the same; after the play that the player made {other} throws of 36 can hit.
BUT_ALL_MORE: Final = phrase("But every roll hits you, instead of {other}.")
# Translators: what is better about a play: after the play that was made {other} throws can hit.
FEWER: Final = plural(
    "One roll in 36 hits you, instead of {other}.",
    "{count} rolls in 36 hit you, instead of {other}.",
)
# Translators: the same, where that are few throws.
ONLY: Final = plural(
    "Only one roll in 36 hits you, instead of {other}.",
    "Only {count} rolls in 36 hit you, instead of {other}.",
)
# Translators: Acey-Deucey, where the two throws of one and two are not counted.
BUT_OPEN_ACEY: Final = plural(
    "But one roll in 34 hits you, acey deucey not counted.",
    "But {count} rolls in 34 hit you, acey deucey not counted.",
)
# Translators: Acey-Deucey; after the play that the player made only {other} throws can hit.
BUT_MORE_ACEY: Final = plural(
    "But one roll in 34 hits you, instead of {other}, acey deucey not counted.",
    "But {count} rolls in 34 hit you, instead of {other}, acey deucey not counted.",
)
# Translators: Acey-Deucey: with any of the 34 throws the opponent can hit.
BUT_ALL_ACEY: Final = phrase("But every roll hits you, acey deucey not counted.")
# Translators: Acey-Deucey: the same; after the play that the player made {other} throws can hit.
BUT_ALL_MORE_ACEY: Final = phrase(
    "But every roll hits you, instead of {other}, acey deucey not counted."
)
# Translators: Acey-Deucey; after the play that was made {other} throws can hit.
FEWER_ACEY: Final = plural(
    "One roll in 34 hits you, instead of {other}, acey deucey not counted.",
    "{count} rolls in 34 hit you, instead of {other}, acey deucey not counted.",
)
# Translators: Acey-Deucey: the same, where that are few throws.
ONLY_ACEY: Final = plural(
    "Only one roll in 34 hits you, instead of {other}, acey deucey not counted.",
    "Only {count} rolls in 34 hit you, instead of {other}, acey deucey not counted.",
)

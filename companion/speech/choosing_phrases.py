"""What is said while the players choose what to play, and when they stop. See `phrases`."""

from typing import Final

from companion.speech.catalogue import phrase, plural

# Translators: the first words of the first evening; seven keys lie in a row before each player.
WELCOME: Final = phrase(
    "Welcome. Your seven keys are on your left, in a row going away from you. The farthest is no,"
    " the one before it is yes."
)
# Translators: the first words of the first evening at a table whose players type.
WELCOME_TYPED: Final = phrase(
    "Welcome. Type plus plus and Enter for yes, minus minus for no, star for an explanation."
)
# Translators: after the name of a game that is offered.
OR_ANOTHER: Final = phrase("Yes, or no for a different game.")
# Translators: the players choose how long they play; yes takes it.
OPEN_END: Final = phrase("Single games, no match? Yes, or no for a match.")
# Translators: the players choose how many points win the match, at least 3; yes takes it.
MATCH: Final = phrase("Match to {number} points? Yes, or no for another length.")
# Translators: the players choose; who wins most of 3 or 5 games wins the match.
MEETING: Final = phrase("Best of {number} games? Yes, or no for another length.")
# Translators: yes begins with the usual rules; no asks about each rule that can be agreed on.
RULES: Final = phrase("Usual rules? Yes, or no to choose rules and a clock.")
OPTIONS: Final = {
    # Translators: may six points in a row be held (Jacquet)? Yes is the usual rule.
    "no-full-prime": phrase("Allow a full bouchage? Yes or no."),
    # Translators: a rule is offered (Jacquet): five points from the start need two pieces at home.
    "double-bouchage": phrase("Play double bouchage? Yes or no."),
    # Translators: a rule is offered: equal dice at the opening double the value of the game.
    "automatic-doubles": phrase("Play automatic doubles? Yes or no."),
    # Translators: is one game of the match played without the cube? Yes is the usual rule.
    "no-crawford": phrase("Play the Crawford rule? Yes or no."),
    # Translators: is there doubling? Yes is the usual rule.
    "no-cube": phrase("Play with the cube? Yes or no."),
    # Translators: a rule is offered (Acey Deucey): the stake doubles at every 1 and 2.
    "double-on-ace-deuce": phrase("Double the stake on 2 and 1? Yes or no."),
    # Translators: a rule is offered: the turn is over when one die is picked up.
    "end-on-any-die": phrase("End the turn by picking up one die? Yes or no."),
}
# Translators: after the first rule that is offered: "hint" is the name of a key.
HINT_EXPLAINS: Final = phrase("The hint key explains it.")
# Translators: the same at a typed table, where the key * asks for a hint.
HINT_EXPLAINS_TYPED: Final = phrase("Star for an explanation.")
# Translators: no plays without a clock; after yes it is asked how long each player has.
WITH_CLOCK: Final = phrase("Play with a clock? Yes or no.")
# Translators: how many minutes each player has for a game, at least 10; yes takes it.
CLOCK: Final = phrase("{number} minutes each? Yes, or no for another limit.")
# Translators: how many minutes each player has for a game, as a statement.
MINUTES_EACH: Final = plural("One minute each for a game.", "{count} minutes each for a game.")
# --- the key hint: what is asked, before it is asked again ---------------------------------------
# Translators: what it means to play game after game without an end.
ABOUT_OPEN_END: Final = phrase("Points are added up, and you stop when you like.")
# Translators: what a match to so many points is, at least 3.
ABOUT_MATCH: Final = phrase(
    "A game is worth one point or more, and the first to {number} points wins the match."
)
# Translators: what a match of 3 or 5 games is; {number} is 2 or 3.
ABOUT_MEETING: Final = phrase(
    "Every game counts as one, and the first to win {number} wins the match."
)
# Translators: what no leads to when the usual rules are offered.
ABOUT_RULES: Final = phrase("No, to choose each rule, then the clock.")
ABOUT_OPTIONS: Final = {
    # Translators: what a full prime is (Jacquet). Usually a row is forbidden only before the
    # opponent's postillon.
    "no-full-prime": phrase(
        "A full bouchage is six points in a row, usually forbidden only in front of a "
        "postillon that is not home yet."
    ),
    # Translators: what this rule means (Jacquet). Usually one piece is needed, on the last point.
    "double-bouchage": phrase(
        "To hold the first five points from your start, you then need a piece at each end of "
        "your inner table."
    ),
    # Translators: what this rule means.
    "automatic-doubles": phrase("Equal opening dice then double what the game is worth."),
    # Translators: what the Crawford rule means.
    "no-crawford": phrase(
        "With the Crawford rule, once a player needs just one more point, the next game is "
        "played without the cube."
    ),
    # Translators: what the cube is.
    "no-cube": phrase(
        "With the cube, a player may offer to double the game, and an opponent who refuses "
        "loses it."
    ),
    # Translators: what this rule means (Acey Deucey).
    "double-on-ace-deuce": phrase("Each roll of 2 and 1 then doubles what the game is worth."),
    # Translators: what this rule means.
    "end-on-any-die": phrase("Your turn then ends as soon as you pick up one die."),
}
# Translators: what a clock does.
ABOUT_CLOCK: Final = phrase(
    "With a clock you each have a set time for a game, then a referee decides."
)
ASK_OPPONENT: Final = {
    # Translators: one player wants to begin the running game again; the other is asked.
    "new-game": phrase("Your opponent asks to restart this game. Yes to agree, no to refuse."),
    # Translators: one player wants to play another match, now that one is over.
    "new-match": phrase("Your opponent asks for another match. Yes to agree, no to refuse."),
    # Translators: one player wants to leave the running game for another; the other is asked.
    "other-game": phrase("Your opponent asks for a different game. Yes to agree, no to refuse."),
}
# Translators: a player wants to stop, but no record is kept of the game; yes stops all the same.
ASK_STOP: Final = phrase("The game is not saved and would be lost. Yes to stop.")
# Translators: one of two players at keypads or telephones wants to stop; the other is asked.
ASK_STOP_TOO: Final = phrase("Your opponent wants to end the evening. Yes to agree, no to go on.")
# Translators: the program ends, and no record was kept of what was played.
GOOD_BYE_NOT_KEPT: Final = phrase("Goodbye. The game is not saved.")
# Translators: the program ends; the record holds all but the last of what was played, for the disk
# is full. A win that was just announced may be missing in it.
GOOD_BYE_CUT: Final = phrase("Goodbye. The last part of this evening is not saved.")
# Translators: the program ends; the unfinished game goes on when it is started again.
GOOD_BYE_KEPT: Final = phrase("Goodbye. The game is saved.")
# Translators: the program ends.
GOOD_BYE: Final = phrase("Goodbye.")

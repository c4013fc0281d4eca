"""What is said to a player who pressed a key, and what he is asked. See `phrases`."""

from typing import Final

from companion.speech.catalogue import phrase, plural, sited, sited_plural

# --- the board, from the asker's side -------------------------------------------------------------
QUARTERS: Final = (
    # Translators: heading: the six points of the asker's own home, nearest on one side.
    phrase("Your home."),
    # Translators: heading: the six other points on the asker's own side.
    phrase("Your outer board."),
    # Translators: heading: the six outer points on the opponent's side.
    phrase("Opponent's outer board."),
    # Translators: heading: the six points of the opponent's home.
    phrase("Opponent's home."),
)
# Translators: pieces of the one side that was asked about. {point}: "6", or "V 6".
PIECES_ON: Final = sited_plural("One piece on {point}.", "{count} pieces on {point}.")
# Translators: Jacquet: the blue star stands there.
POSTILLON_ON: Final = sited("The postillon on {point}.")
# Translators: none of the pieces asked about stands on a point.
NO_PIECES: Final = phrase("No pieces on the points.")
# Translators: heading of the opponent's pieces.
OPPONENTS: Final = phrase("Your opponent's pieces.")
# Translators: pieces of the side that was asked about.
ON_BAR: Final = plural("One piece on the bar.", "{count} pieces on the bar.")
# Translators: pieces of the side that was asked about, not yet entered.
IN_HAND: Final = plural("One piece in hand.", "{count} pieces in hand.")
# Translators: the asker has borne off nothing.
YOURS_OFF_NONE: Final = phrase("You have none off.")
# Translators: the asker's pieces borne off.
YOURS_OFF: Final = plural("You have one piece off.", "You have {count} pieces off.")
# Translators: the opponent has borne off nothing.
THEIRS_OFF_NONE: Final = phrase("Your opponent has none off.")
# Translators: the opponent's pieces borne off.
THEIRS_OFF: Final = plural(
    "Your opponent has one piece off.", "Your opponent has {count} pieces off."
)
# Translators: no dice lie.
NO_DICE: Final = phrase("No dice.")

# --- score, cube, pips, turn ----------------------------------------------------------------------
# Translators: points won; you are the one who asked.
SCORE_YOURS: Final = phrase("Score, you {own}, your opponent {other}.")
# Translators: points won when the match is over; you are the one who asked.
FINAL_SCORE: Final = phrase("Match over, you {own}, your opponent {other}.")
# Translators: how many points win the match.
SCORE_TO: Final = plural("One point match.", "Match to {count} points.")
# Translators: games won, where games are counted and not points; you are the one who asked.
GAMES_YOURS: Final = phrase("Games won, you {own}, your opponent {other}.")
# Translators: an exercise has begun and nothing was thrown yet.
THROWS_NONE: Final = phrase("No throw yet.")
# Translators: how many throws an exercise has taken until now.
THROWS: Final = plural("One throw so far.", "{count} throws so far.")
# Translators: the cube has not been used, or doubled by itself.
CUBE_MIDDLE: Final = phrase("Cube at {value}, in the middle.")
# Translators: the asker owns the cube.
CUBE_YOURS: Final = phrase("Cube at {value}, with you.")
# Translators: the opponent owns the cube.
CUBE_THEIRS: Final = phrase("Cube at {value}, with your opponent.")
# Translators: pip counts: how many points all pieces still have to go.
PIPS: Final = phrase("Pips, you {own}, your opponent {other}.")
# Translators: it is the asker's turn.
TURN_YOURS: Final = phrase("Your turn.")
# Translators: it is the opponent's turn.
TURN_THEIRS: Final = phrase("Your opponent's turn.")
# Translators: nobody is to play: set-up, opening throw, or the end.
TURN_NOBODY: Final = phrase("Nobody's turn.")
# Translators: what is left on the asker's clock, in whole minutes.
LEFT_YOURS: Final = plural("You have one minute left.", "You have {count} minutes left.")
# Translators: what is left on the opponent's clock, in whole minutes.
LEFT_THEIRS: Final = plural(
    "Your opponent has one minute left.", "Your opponent has {count} minutes left."
)
# Translators: the asker's clock has less than one minute left, or none.
LEFT_YOURS_NONE: Final = phrase("You have less than a minute left.")
# Translators: the opponent's clock has less than one minute left, or none.
LEFT_THEIRS_NONE: Final = phrase("Your opponent has less than a minute left.")
# Translators: the asker's turn has lasted so long, under one minute.
YOURS_SECONDS: Final = plural(
    "Your turn has lasted one second.", "Your turn has lasted {count} seconds."
)
# Translators: the asker's turn has lasted so long, in whole minutes.
YOURS_MINUTES: Final = plural(
    "Your turn has lasted one minute.", "Your turn has lasted {count} minutes."
)
# Translators: the opponent's turn has lasted so long, under one minute.
THEIRS_SECONDS: Final = plural(
    "Your opponent's turn has lasted one second.",
    "Your opponent's turn has lasted {count} seconds.",
)
# Translators: the opponent's turn has lasted so long, in whole minutes.
THEIRS_MINUTES: Final = plural(
    "Your opponent's turn has lasted one minute.",
    "Your opponent's turn has lasted {count} minutes.",
)

# --- refusals and confirmations -------------------------------------------------------------------
REFUSED: Final = {
    # Translators: the cube key; this game has no cube, or none was agreed.
    "cube-not-used": phrase("No cube in this game."),
    # Translators: the cube key; the one game of a match without the cube.
    "cube-crawford": phrase("No cube, this is the Crawford game."),
    # Translators: the cube key; a match to one point has no use for a cube.
    "cube-one-point": phrase("No cube in a match to one point."),
    # Translators: the cube key; it is offered before one's own throw only.
    "cube-not-your-turn": phrase("Not now, double before your own throw."),
    # Translators: the cube key; the beginner may not double on his first turn.
    "cube-first-turn": phrase("Too early, no double on the first turn."),
    # Translators: the cube key; only the owner of the cube may double.
    "cube-not-yours": phrase("You can't, your opponent has the cube."),
    # Translators: the cube key, pressed by the player who has offered the cube just now.
    "cube-offered": phrase("Already offered, your opponent must answer."),
    # Translators: the cube key, pressed by the player who has been offered the cube.
    "cube-to-answer": phrase("Answer the double first. Yes to take, no to drop."),
    # Translators: a player wanted to accept an error that nobody may accept.
    "not-acceptable": phrase("You can't accept this, the board must be put right first."),
    # Translators: yes or no was pressed, but nothing was asked.
    "not-asked": phrase("No question to answer."),
    # Translators: yes or no was pressed, but it is the other player who was asked.
    "not-yours": phrase("The question is for your opponent."),
    # Translators: the cube key, while no game is going on.
    "no-game": phrase("No game in progress."),
    # Translators: the cube key, while the game is paused.
    "paused": phrase("Paused. Yes to go on."),
}
# Translators: a key does nothing at this moment, or what the menu offered can no longer be done.
REFUSED_OTHER: Final = phrase("Not now.")
# Translators: the hint key, where no hints are given.
NO_HINTS: Final = phrase("No hints in this mode.")
CANCELLED: Final = {
    # Translators: the player does not double after all, or did not confirm it in time.
    "double-confirm": phrase("No double."),
    # Translators: the player does not resign after all, or did not confirm it in time.
    "resign-value": phrase("Not resigned, the game goes on."),
    # Translators: the menu was left.
    "menu": phrase("Menu closed."),
    # Translators: the other player does not agree to begin the game again.
    "new-game": phrase("Refused, this game goes on."),
    # Translators: the other player does not want another match, after one is over.
    "new-match": phrase("Refused, no other match."),
    # Translators: the other player does not agree to play another game.
    "other-game": phrase("Refused, this game goes on."),
    # Translators: no other game was chosen; the game that was interrupted is gone back to.
    "choosing": phrase("Back to the game."),
    # Translators: the other player does not agree to take the last decision back.
    "undo": phrase("Undo refused, the decision stands."),
    # Translators: the player was to lift a piece to hear what stands there, and did not.
    "lift": phrase("No piece lifted."),
    # Translators: the player does not set the dice by hand after all, or did not go on in time.
    "die": phrase("No dice entered."),
    # Translators: the player does not set the opening dice by hand after all.
    "opening-die": phrase("No dice entered."),
    # Translators: the other player does not agree to the dice that were set by hand.
    "dice": phrase("Dice refused, nothing changed."),
    # Translators: the other player does not agree to the opening dice that were set by hand.
    "opening-dice": phrase("Dice refused, nothing changed."),
    # Translators: the player declares nothing out of order after all.
    "out": phrase("Nothing changed."),
    # Translators: the other player does not agree that a place is out of order.
    "out-agree": phrase("Refused, nothing changed."),
    # Translators: the other player does not agree that a place is in order again.
    "in-agree": phrase("Refused, nothing changed."),
    # Translators: the player does not stop after all, where the game would be lost.
    "stop": phrase("The game goes on."),
    # Translators: one player wants to end the evening, the other does not.
    "stop-too": phrase("The evening goes on."),
}
SET: Final = {
    # Translators: the player had the voice speak faster; {now} is how fast it is now.
    "faster": phrase("Faster, {now} words a minute."),
    # Translators: the player had the voice speak slower; {now} is how fast it is now.
    "slower": phrase("Slower, {now} words a minute."),
    # Translators: the player had the voice speak louder; {now} is how loud it is now.
    "louder": phrase("Louder, {now} percent."),
    # Translators: the player had the voice speak less loudly; {now} is how loud it is now.
    "softer": phrase("Quieter, {now} percent."),
}
SET_ALREADY: Final = {
    # Translators: the voice cannot speak faster than it does.
    "faster": phrase("No faster than {now} words a minute."),
    # Translators: the voice cannot speak slower than it does.
    "slower": phrase("No slower than {now} words a minute."),
    # Translators: the voice cannot speak louder than it does.
    "louder": phrase("No louder than {now} percent."),
    # Translators: the voice cannot speak less loudly than it does.
    "softer": phrase("No quieter than {now} percent."),
}
SET_WORDS: Final = {
    # Translators: the player chose how much is said: the least.
    "brief": phrase("Brief. As little as possible."),
    # Translators: the player chose how much is said: neither the least nor all.
    "normal": phrase("Normal. What is needed."),
    # Translators: the player chose how much is said: all.
    "full": phrase("Full. Everything."),
}
# Translators: after one of these three: the opponent has chosen more words, which both then hear.
SET_WORDS_FOR_BOTH: Final = phrase(
    "Your opponent wants fuller announcements, so those you share stay as they are."
)
# Translators: the player chose this language, in which it is said: name your language here.
SET_LANGUAGE: Final = phrase("English, for you.")

# --- questions ------------------------------------------------------------------------------------
# Translators: the player pressed the cube key; {value} is what the game would be worth.
ASK_DOUBLE: Final = phrase("Double to {value}? Yes to confirm.")
# Translators: the same while an error of the opponent is open: who doubles lets it stand.
ASK_DOUBLE_OVER_ERROR: Final = phrase("Double to {value}, and accept the error? Yes to confirm.")
MENU: Final = {
    # Translators: menu entry: hear what stands on the point of the next piece that is lifted.
    "what-stands": phrase("Ask about a point?"),
    # Translators: menu entry: the voice speaks faster.
    "faster": phrase("Faster?"),
    # Translators: menu entry: the voice speaks slower.
    "slower": phrase("Slower?"),
    # Translators: menu entry: more or fewer words.
    "verbosity": phrase("Change how much is said?"),
    # Translators: menu entry: the next language.
    "language": phrase("Another language?"),
    # Translators: menu entry: give up the game.
    "resign": phrase("Resign?"),
    # Translators: menu entry: take back the last decision; both players have to agree.
    "undo": phrase("Undo the last decision?"),
    # Translators: menu entry: tell the dice by key, where the board cannot read them.
    "dice": phrase("Enter the dice by key?"),
    # Translators: menu entry: tell that the board does not see a point, or a die, rightly.
    "out-of-order": phrase("Mark a point or die out of order?"),
    # Translators: menu entry: call the referee of the club.
    "referee": phrase("Call the referee?"),
    # Translators: menu entry: begin the game again, without a result.
    "new-game": phrase("Restart this game?"),
    # Translators: menu entry: play another match, now that one is over.
    "new-match": phrase("Another match?"),
    # Translators: menu entry: choose another game to play.
    "other-game": phrase("A different game?"),
    # Translators: menu entry: hear where one's points, tray, dice towers and keys are.
    "places": phrase("Hear where things are?"),
    # Translators: menu entry: how well the player has practised of late.
    "progress": phrase("Hear your progress?"),
    # Translators: menu entry: end the program; what is unfinished is kept.
    "stop": phrase("Stop for today?"),
    # Translators: menu entry: end the program, what is unfinished is kept, and switch the computer
    # off.
    "shut-down": phrase("Stop, and shut down?"),
    # Translators: menu entry: pause the game.
    "pause": phrase("Pause?"),
    # Translators: menu entry: the voice speaks louder.
    "louder": phrase("Louder?"),
    # Translators: menu entry: the voice speaks less loudly.
    "softer": phrase("Quieter?"),
}
# Translators: the menu was opened; its first entry follows as a question.
MENU_OPENS: Final = phrase("Menu.")
# Translators: a player opens the menu for the first time; its first entry follows as a question.
MENU_HOW: Final = phrase("Menu. Press no for the next, yes to choose, any other key to leave.")
# Translators: the same at a typed table.
MENU_HOW_TYPED: Final = phrase(
    "Menu. Plus for the next, plus plus to choose, any other key to leave."
)
# Translators: a menu entry that has no sentence of its own; {item} is its English name.
MENU_OTHER: Final = phrase("Menu, {item}?")
# Translators: a question that has no sentence of its own.
ASK_OTHER: Final = phrase("Yes or no?")

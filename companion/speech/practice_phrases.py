"""Practice against the companion: it says "I", for it is the one that speaks. See `phrases`."""

from typing import Final

from companion.speech.catalogue import WithDice, by_player, phrase, plural

# Translators: the companion is the opponent and plays green; a person moves its pieces.
PARTNER: Final = by_player(phrase("I play green, you move my pieces."))
# Translators: the companion is the opponent and plays green; at a typed table it moves itself.
PARTNER_MOVES: Final = by_player(phrase("I play green."))
# Translators: a person throws for the companion, in the tray of green.
PARTNER_DICE: Final = by_player(phrase("Throw for me too, on green's side."))
# Translators: how the beginner is found, where the companion throws for itself.
THROW_ONE: Final = phrase("Throw one die.")
# Translators: green threw his die to find the beginner; now one is thrown for the companion.
OPENING_DIE: Final = by_player(phrase("Green, {die}. Now one die for me, on black's side."))
# Translators: it is the companion's turn; a person throws for it, in the tray of green.
TURN: Final = by_player(phrase("My turn. Throw both dice for me, on green's side."))
# Translators: a player asked for a hint, but the companion's play is to be made on the board first.
TURN_PLAY: Final = phrase("My turn. Make my play on the board, hint repeats it.")
DRAWN: Final = WithDice(
    # Translators: the companion's own throw, which lies nowhere; the larger number comes first.
    phrase("I throw {high}, {low}."),
    # Translators: the companion's own throw of two equal dice.
    phrase("I throw double {die}."),
)
# Translators: no die of the companion's own throw can be used; there are no dice to pick up.
NOTHING_TO_PLAY: Final = phrase("No move.")
# Translators: the companion has thrown, and none of its dice can be used.
CANNOT_PLAY: Final = phrase("I can't move.")
# Translators: the moves that a person is to make for the companion follow as sentences.
PLAY_FOR_ME: Final = phrase("Make my play.")
# Translators: the moves that the companion makes itself follow as sentences.
MY_PLAY: Final = phrase("I play.")
# Translators: the companion has been thinking about its play for more than two seconds.
THINKING: Final = phrase("One moment, I am thinking.")
# Translators: another play than the companion's own was made for it, a legal one; what to do to
# get from there to its own follows as sentences.
OTHER_PLAY: Final = phrase("Legal, but not my play. Yes keeps it, otherwise do this.")
# Translators: the dice were picked up before the companion's play was made; what to do follows.
NOT_YET: Final = phrase("My play isn't finished.")
# Translators: another play than the companion's own stands now, as the person wanted.
LET_STAND: Final = phrase("Play kept.")
# Translators: dice were thrown before the companion's play was made on the board.
EARLY: Final = phrase("Too early. Make my play first.")
# Translators: dice were thrown while those that were thrown for the companion still lay.
EARLY_DICE: Final = phrase("Too early. Make my play and pick up my dice first.")
# Translators: green offers the cube to the companion, which answers next.
CUBE_OFFER: Final = by_player(phrase("Green offers me the cube at {value}."))
# Translators: the companion offers the cube to the person it plays with; {value} is what the game
# would be worth. The person answers with the yes or the no key.
CUBE_OWN: Final = phrase("I offer the cube at {value}. Yes to take, no to drop.")
# Translators: a game goes on where the companion has offered the cube; the person is to answer.
CUBE_OWN_STILL: Final = phrase("I still offer the cube at {value}. Yes to take, no to drop.")

# --- exercises ------------------------------------------------------------------------------------
# Translators: an exercise begins; what is to be reached follows as a sentence.
EXERCISE: Final = phrase("Exercise.")
# Translators: an exercise goes on after the program was started again.
EXERCISE_GOES_ON: Final = phrase("Exercise resumed.")
AIMS: Final = {
    # Translators: what is to be reached in an exercise; only green plays.
    "bear-off": phrase("Green bears off all pieces in as few throws as possible."),
    # Translators: what is to be reached in an exercise, Jacquet; only green plays.
    "postillon": phrase("Green brings the postillon home in as few throws as possible."),
    # Translators: what is to be reached in an exercise, Jacquet; only green plays.
    "bouchage": phrase("Green makes a full bouchage in as few throws as possible."),
}
DONE: Final = {
    # Translators: the exercise is done.
    "bear-off": plural("Borne off in one throw.", "Borne off in {count} throws."),
    # Translators: the exercise is done, Jacquet.
    "postillon": plural("Postillon home in one throw.", "Postillon home in {count} throws."),
    # Translators: the exercise is done, Jacquet: six points in a row are held.
    "bouchage": plural("Bouchage made in one throw.", "Bouchage made in {count} throws."),
}
# Translators: how many throws a perfect player needs on average, for example "8 point 2".
PERFECT: Final = phrase("A perfect player takes {whole} point {tenth} throws on average.")
# Translators: the same where it is a whole number, for example "3".
PERFECT_WHOLE: Final = phrase("A perfect player averages {whole} throws.")
# Translators: how many throws it takes who follows a simple rule, for example "6 point 7".
SIMPLE: Final = phrase("With a simple rule it takes {whole} point {tenth} throws on average.")
# Translators: the exercise is done; whoever sets the pieces up once more begins it again.
ONCE_MORE: Final = phrase("Set up the pieces to try again.")

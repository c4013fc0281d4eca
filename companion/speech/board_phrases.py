"""What `companion board` says while a board learns its pieces and dice, and is tried out.

How sentences are written: see `phrases`. Places are named as they are felt on the board, and the
name of a place is a sentence of its own, with what is said of it after it.
"""

from typing import Final

from companion.link.messages import Key
from companion.speech.catalogue import Phrase, by_place, phrase, plural

# Translators: the board answers; the work with it begins.
FOUND: Final = phrase("Board connected.")
# Translators: no board answers; the program waits.
WAITING: Final = phrase("Looking for the board. Plug it in.")
# Translators: said at the beginning of each task; the keys yes, no and repeat are on the board.
KEYS: Final = phrase("On the board, press yes for the next, no to finish, repeat to hear it again.")
# Translators: the task was ended by the key no, or done.
ENDED: Final = phrase("Done.")
# Translators: {item} is a few English words of the board's own program.
REFUSED: Final = phrase("Board refuses, {item}.")
# Translators: the board did not answer a command three times.
SILENT: Final = phrase("The board does not answer. Check its cable.")

# Translators: enrolling; {point} is a point such as "V 1". The pieces are shown there one by one.
CLEAR_PLACE: Final = phrase("Remove all pieces from {point}.")
PUT: Final[dict[str, Phrase]] = {
    # Translators: enrolling; the pieces of green feel like clovers. {number} is the piece's.
    "v": phrase("Put green piece {number}, a clover, on {point}."),
    # Translators: enrolling; the pieces of black feel square. {number} is the piece's.
    "n": phrase("Put black piece {number}, a square, on {point}."),
    # Translators: enrolling; each set has two stars, which become the postillons of Jacquet.
    "V": phrase("Put the first star on {point}. If you have no stars, press yes."),
    # Translators: enrolling; see the first star.
    "N": phrase("Put the second star on {point}. If you have only one, press yes."),
}
# Translators: enrolling; the piece on the point is now known, the hand may take it away.
LEARNED: Final = phrase("Learned. Remove it.")
# Translators: enrolling; this piece was enrolled before. It keeps its kind and is not counted.
KNOWN: Final = phrase("Already known. Remove it.")
# Translators: enrolling; more than one piece stands on the point.
ONE_ONLY: Final = phrase("Only one piece at a time.")
# Translators: enrolling; how many pieces were learned in all.
PIECES_LEARNED: Final = plural("One piece learned.", "{count} pieces learned.")
# Translators: enrolling; the end, when not one piece was learned.
NONE_LEARNED: Final = phrase("No pieces learned.")

# Translators: {number} is a seat, 1 to 4: 1 and 2 are green's, 3 and 4 black's; {die} is a face.
SHOW_FACE: Final = phrase("Seat {number}. Put its die in with {die} up.")
# Translators: a die's face was learned.
FACE_LEARNED: Final = phrase("Face {die} learned.")
# Translators: {die} is the face the die showed before, so that it cannot be the one asked for.
LOOKS_LIKE: Final = phrase("{die} again. Turn the die.")

# Translators: the task of trying out every place, key and die.
TRY_ALL: Final = phrase("Put down pieces, throw dice, press keys. I will say what I sense.")
# Translators: trying out; after the name of a place, how many pieces it holds now.
HELD: Final = plural("One piece.", "{count} pieces.")
# Translators: trying out; after the name of a place, when the last piece was taken off.
EMPTY: Final = phrase("Empty.")
# Translators: trying out; a die came to rest in a seat with this face up.
HEARD_DIE: Final = phrase("Seat {number}, {die}.")
# Translators: trying out; a die lies tilted in a seat.
HEARD_COCKED: Final = phrase("Seat {number}, cocked die.")
HEARD_KEY: Final[dict[Key, Phrase]] = {
    # Translators: trying out; the key that repeats the last announcement was pressed.
    Key.REPEAT: phrase("Repeat key."),
    # Translators: trying out; the key that tells where the pieces stand was pressed.
    Key.BOARD: phrase("Board key."),
    # Translators: trying out; the key for score and cube was pressed.
    Key.SCORE: phrase("Score key."),
    # Translators: trying out; the key for advice was pressed.
    Key.HINT: phrase("Hint key."),
    # Translators: trying out; the key of the doubling cube was pressed.
    Key.CUBE: phrase("Cube key."),
    # Translators: trying out; the key yes was pressed.
    Key.YES: phrase("Yes key."),
    # Translators: trying out; the key no was pressed.
    Key.NO: phrase("The no key."),
}
# Translators: trying out, at the end; how many places nothing was noticed of; their names follow.
NOT_HEARD: Final = plural("Nothing sensed in one place.", "Nothing sensed in {count} places.")
# Translators: trying out, at the end; pieces were noticed in every place.
ALL_HEARD: Final = phrase("Every place works.")

# Translators: the name of a point, such as "V 6", as a sentence.
POINT: Final = phrase("{point}.")
SEATS: Final = {
    # Translators: one of the two seats for green's dice, as a sentence before what is said of it.
    "die1": phrase("Green's first die."),
    # Translators: one of the two seats for green's dice, as a sentence before what is said of it.
    "die2": phrase("Green's second die."),
    # Translators: one of the two seats for black's dice, as a sentence before what is said of it.
    "die3": phrase("Black's first die."),
    # Translators: one of the two seats for black's dice, as a sentence before what is said of it.
    "die4": phrase("Black's second die."),
}
PLACES: Final = by_place(
    # Translators: the place where green's hit pieces lie.
    bar=phrase("Green bar."),
    # Translators: the tray of green's borne-off pieces.
    tray=phrase("Green tray."),
)

# Translators: the board reports nothing wrong.
NO_FAULTS: Final = phrase("No fault found by the board.")
FAULTS: Final[dict[str, Phrase]] = {
    # Translators: after a place; its contacts are bridged, perhaps by metal or water.
    "short": phrase("Short circuit. Look for metal or dampness there."),
    # Translators: after a place; a contact opens and closes.
    "flicker": phrase("Loose contact. Clean the piece and the seat with alcohol."),
    # Translators: after a place; the fault was named, and hands go on: why nothing answers them.
    "restless": phrase(
        "Its reading keeps changing, so nothing can be judged. Clean it, or mark it out of "
        "order in the menu."
    ),
    # Translators: after a place; something answers and cannot be understood.
    "unread": phrase("Unreadable piece. Clean it, or put it elsewhere."),
    # Translators: after a place; the same chip number was seen in two places.
    "twice": phrase("One piece read in two places."),
    # Translators: after a die seat; the magnet in the die is too weak.
    "weak": phrase("Weak magnet. Teach the board this die again."),
    # Translators: after a die seat; the sensor under it does not answer.
    "silent": phrase("No answer from the sensor. Check its plug."),
    # Translators: after the name of a key; it has been down for long.
    "stuck": phrase("Key stuck."),
    # Translators: the board could not write down what it had learned.
    "broken": phrase("The board cannot save what it learns. Replace its controller."),
    # Translators: what the board had learned cannot be read any more.
    "damaged": phrase("The board has forgotten its pieces and dice. Teach it again."),
}
# Translators: a fault that this program has no sentence for; {item} is a code word.
OTHER: Final = phrase("The board says, {item}.")
# Translators: after a place; a fault told before has gone.
MENDED: Final = phrase("Fault gone.")
# Translators: before a fault of the board, named in the middle of a game.
FAULT: Final = phrase("Board fault.")
# Translators: there are more faults than the board can name at once.
MORE_FAULTS: Final = phrase("More faults.")

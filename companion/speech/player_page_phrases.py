"""What stands on a player's own page on his telephone beside the sentences that were spoken."""

from typing import Final

from companion.speech.catalogue import by_player, phrase

# Translators: printed at the start; {url} is an address on the network, to be typed in.
PAGES_AT: Final = phrase(
    "Players open {url} on their phones. To hear a code, each player types the word code "
    "at the table."
)
# Translators: the title of the page on which a player types his code.
CODE_PAGE: Final = phrase("Player's page.")
# Translators: label of the field for the figures; below it stands where they come from.
CODE_FIELD: Final = phrase("Your code.")
# Translators: below the field for the code; the word code is typed as it stands here.
CODE_HELP: Final = phrase(
    "To hear it, type the word code at the table, or three stars on a keypad."
)
# Translators: button that opens the player's page.
OPEN: Final = phrase("Open.")
MISTAKES: Final = {
    # Translators: shown where the code that was typed is neither player's.
    "code": phrase("Wrong code."),
    # Translators: shown to a browser that had been let in; since then the program was started anew.
    "anew": phrase("The program was restarted. Ask for your new code."),
    # Translators: shown where no code opens a page: nobody asked for one yet, or too many wrong
    # ones were tried.
    "none": phrase("No code works at the moment. Ask for one at the table."),
}
# Translators: the title of green's page with his keys.
TITLE: Final = by_player(phrase("Green's keypad."))
# Translators: shown to a player who typed a colon and a referee's ruling on his telephone.
NO_RULINGS: Final = phrase("No rulings from here.")
# Translators: heading of what is meant for this player alone.
FOR_YOU: Final = phrase("For you.")
# Translators: heading and label of the line that the keys write.
LINE: Final = phrase("Entry line.")
# Translators: button that sends the line, or nothing, as Enter on a keypad.
ENTER: Final = phrase("Enter.")
# Translators: button that takes back the last sign of the line.
BACK: Final = phrase("Delete the last character.")
# Translators: button that takes back the whole line.
CLEAR: Final = phrase("Clear the line.")
# Translators: said after the last sign of the line was taken back.
EMPTY: Final = phrase("Empty.")
# Translators: heading of the keys of a numeric keypad.
KEYS: Final = phrase("Keypad.")
# Translators: heading of what was said at the table last, also the verdict on the last play.
LAST: Final = phrase("Last announcement.")
# Translators: heading of the two keys that answer a question.
ANSWER: Final = phrase("Your answer.")
ANSWERS: Final = {
    # Translators: button: answer a question.
    "++": phrase("Yes."),
    # Translators: button: answer a question, or demand a correction.
    "--": phrase("No."),
}
# Translators: heading of keys that send a whole entry at once.
ENTRIES: Final = phrase("Entries.")
SENT: Final = {
    # Translators: button: the companion throws the dice.
    "/": phrase("Throw the dice."),
    # Translators: button: say the last announcement again.
    ".": phrase("Repeat."),
    # Translators: button: where the pieces stand.
    "..": phrase("Hear the board."),
    # Translators: button: say the score.
    "...": phrase("Hear the score."),
    # Translators: button: a hint, or what is wrong with a play.
    "*": phrase("Hint."),
    # Translators: button: take the last entry back.
    "-": phrase("Take back."),
    # Translators: button: offer the doubling cube.
    "**": phrase("Double."),
    # Translators: button: the menu, and its next entry.
    "+": phrase("Menu."),
    # Translators: button: what may be typed now.
    "?": phrase("What may I type?"),
}
# Translators: heading of six points of the board, by this player's numbers or by their names.
QUARTER: Final = phrase("Points {first} to {last}.")
# Translators: heading of the pieces on the bar, in hand and off the board.
ASIDE: Final = phrase("Off the points.")
# Translators: a box to tick: the phone's screen reader reads also what the table's voice says.
READ_TABLE: Final = phrase("Read this out here too.")
# Translators: shown when a line could not be sent, because the page's server does not answer.
NOT_SENT: Final = phrase("Not sent. Try again.")

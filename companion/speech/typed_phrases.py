"""The typed table: what a line did, why it did nothing, and what may be entered now."""

from typing import Final

from companion.speech.catalogue import by_player, phrase, sited

ANSWERS: Final = {
    # Translators: a typed line that means nothing here; "?" is the question mark key.
    "unknown": phrase("Not understood. Question mark for help."),
    # Translators: a typed line with too many letters.
    "long": phrase("Too long. Type one play a line."),
    # Translators: a point was typed that the board does not have.
    "no-point": phrase("No such point."),
    # Translators: a play was typed while a throw is waited for.
    "no-dice": phrase("Dice first."),
    # Translators: a piece was to be moved from the bar, and none is there.
    "bar-empty": phrase("You have nothing on the bar."),
    # Translators: a piece was to be moved from the hand, and none is there.
    "hand-empty": phrase("You have nothing in hand."),
    # Translators: a piece was to be moved to the bar or to the hand.
    "to-bar": phrase("You can't move there."),
    # Translators: a piece that was borne off was to be moved.
    "from-off": phrase("A piece that is off stays off."),
    # Translators: a piece was to be moved to the opponent's bar, tray or hand.
    "not-yours": phrase("That is your opponent's."),
    # Translators: a move was typed that ends where it begins.
    "no-move": phrase("That isn't a move."),
    # Translators: after a line that cannot be played: it was read from the start of the turn.
    "from-start": phrase("A correction starts again from before this turn."),
    # Translators: a piece goes past a point, or two, on which it must hit; where it stops has to be
    # typed too.
    "name-stops": phrase("A hit on the way. Type each stop."),
    # Translators: two dice were typed, or an empty line, while the play is not finished.
    "finish-first": phrase("Your turn isn't finished."),
    # Translators: in a tournament two dice were typed while a turn is played.
    "end-first": phrase("End the turn first, with Enter."),
    # Translators: an empty line was typed to end the turn, but nothing was moved yet.
    "nothing-moved": phrase("Nothing moved yet."),
    # Translators: an empty line was typed to pick up dice, but none lie there.
    "nothing-lies": phrase("Throw first."),
    # Translators: starting points alone were typed, and no legal play begins there.
    "no-start": phrase("No legal play from there."),
    # Translators: one starting point alone was typed, and two dice are to be played.
    "more-starts": phrase("Type where from and where to."),
    # Translators: starting points alone were typed, and more than one legal play begins there.
    "many-starts": phrase("Several plays from there. Type where to."),
    # Translators: one die was typed where two are needed.
    "two-dice": phrase("Two dice, please."),
    # Translators: two dice were typed in the opening where one is missing.
    "one-die": phrase("One die, please."),
    # Translators: dice were typed for the companion, which draws its own.
    "partner-throws": phrase("I throw my own dice."),
    # Translators: the next dice were typed before the player has ended his turn; the companion
    # draws
    # them itself.
    "still-yours": phrase("Your turn, nothing to throw. Enter ends it."),
    # Translators: something was typed while the companion plays its turn.
    "partner-plays": phrase("My turn."),
    # Translators: a play was typed on the keypad of the player whose turn it is not.
    "not-your-turn": phrase("Not your turn."),
    # Translators: dice were typed on the keypad of the player who is not to throw.
    "not-your-throw": phrase("Not your throw."),
    # Translators: dice that the companion drew were to be taken back.
    "drawn": phrase("You can't take back my dice."),
    # Translators: there is no typed line that could be taken back.
    "nothing-to-undo": phrase("Nothing to take back."),
    # Translators: dice or a play were typed while a double or a question waits for its answer.
    "answer-first": phrase("Yes or no first."),
    # Translators: dice or a play were typed in a pause.
    "paused": phrase("Paused. Yes to go on."),
    # Translators: dice or a play were typed after the match has ended.
    "over": phrase("The match is over. Plus opens the menu."),
    # Translators: something was typed before the game has begun.
    "starting": phrase("One moment."),
    # Translators: something was typed while the players choose a game.
    "choosing": phrase("Yes or no first, to choose the game."),
    # Translators: a player asked for the code of his page, but no page is open.
    "no-pages": phrase("The phone page isn't on."),
    # Translators: said at the table: somebody opens a player's page with wrong codes.
    "codes-tried": phrase("Wrong codes were tried for a player's page."),
    # Translators: said at the table: so many wrong codes were tried that the codes of both players'
    # pages were cancelled; the word code is typed as it stands here.
    "codes-locked": phrase(
        "Too many wrong codes. The phone codes no longer work. Type code for a new one."
    ),
    # Translators: after a colon came something that is no ruling of a referee.
    "no-ruling": phrase("No such ruling. Type colon help for the list."),
    # Translators: after a ruling that takes no more words came some.
    "bare-ruling": phrase("Refused, that ruling takes no further words."),
    # Translators: a ruling named somebody who is neither green nor black.
    "bad-player": phrase("Refused, name green or black."),
    # Translators: the rulings that may be typed after a colon; the words themselves, as they are
    # typed. Those of this language are in its language.json.
    "help-ruling": phrase(
        "After the colon type accept, correct, undo, pause, go on, adjourn, dice and two dice,"
        " position and the pieces, or award and the winner."
    ),
    # Translators: what may be typed, at the beginning: green's die, then black's.
    "help-opening": phrase("Type green's die, then black's, or slash to have me throw them."),
    # Translators: what may be typed at the beginning, against the companion, which draws its die.
    "help-opening-own": phrase("Type your die, or slash to have me throw it."),
    # Translators: what may be typed when a throw is waited for.
    "help-to-throw": phrase("Type the two dice, or slash to have me throw them."),
    # Translators: what may be typed while a play is to be made; 8/5 is read by the voice.
    "help-moving": phrase(
        "Type where from, slash, where to, such as 8 slash 5. Minus takes back. Dot and a number"
        " asks what stands there."
    ),
    # Translators: the same where points are called by the names on the board, in any game.
    "help-moving-names": phrase(
        "Type where from, slash, where to, such as V 8 slash V 5. Minus takes back. Dot and a "
        "point asks what stands there."
    ),
    # Translators: what may be typed while a piece is on the bar or in hand; 25/20 is read.
    "help-entering": phrase(
        "To enter type 25, slash, where to, such as 25 slash 20. Otherwise type where from, "
        "slash, where to. Minus takes back. Dot and a number asks what stands there."
    ),
    # Translators: the same where points are called by the names on the board, in any game.
    "help-entering-names": phrase(
        "To enter type bar, slash, where to, such as bar slash N 10. Otherwise type where from, "
        "slash, where to. Minus takes back. Dot and a point asks what stands there."
    ),
    # Translators: what may be typed when a legal play stands.
    "help-legal": phrase(
        "Press Enter to end your turn, or type your opponent's dice. Minus takes back."
    ),
    # Translators: what may be typed in a turn of a tournament, where nobody is told before its end
    # whether the play is legal.
    "help-turn": phrase(
        "Type where from, slash, where to, such as 8 slash 5. Enter ends your turn. Minus takes"
        " back."
    ),
    # Translators: the same where points are called by the names on the board, in any game.
    "help-turn-names": phrase(
        "Type where from, slash, where to, such as V 8 slash V 5. Enter ends your turn. Minus "
        "takes back."
    ),
    # Translators: what may be typed when a wrong turn is open.
    "help-error": phrase("Type a legal play, or your opponent's dice to accept."),
    # Translators: what may be typed when a wrong turn is open that nobody may accept.
    "help-error-corrected": phrase("Type a legal play."),
    # Translators: what may be typed when a question is open.
    "help-question": phrase("Plus plus is yes, minus minus is no."),
    # Translators: what may be typed when a double was offered.
    "help-doubled": phrase("Plus plus takes, minus minus drops."),
    # Translators: what may be typed in a pause.
    "help-paused": phrase("Plus plus goes on."),
    # Translators: what may be typed when the match is over.
    "help-over": phrase(
        "Plus opens the menu, for another match too. Minus four times ends the evening."
    ),
    # Translators: what may be typed while the companion plays its turn.
    "help-partner": phrase("My turn, one moment."),
    # Translators: what may be typed before the game has begun.
    "help-setup": phrase("One moment, the game begins."),
    # Translators: the numeric keypad of both players was unplugged.
    "keypad-gone": phrase("Keypad unplugged. Plug it back in."),
    # Translators: the numeric keypad of both players is plugged in again.
    "keypad-there": phrase("Keypad reconnected."),
}
LINES: Final = {
    # Translators: after a power cut, of the moves of a turn that is not over, which follow.
    "kept": phrase("Your saved moves stand."),
    # Translators: the last typed line was taken back; the moves on it follow.
    "back": phrase("Taken back."),
    # Translators: of a wrong turn: its moves are taken back, and the same dice are played again.
    "start": phrase("Back to the start of the turn."),
    # Translators: of an unfinished turn: its moves stand, and the rest of the dice is played.
    "stands": phrase("The moves so far stand."),
}
# Translators: after what is wrong with a turn that is about to be ended.
ENTER_AGAIN: Final = phrase("Enter again to end the turn.")
# Translators: before what is wrong with a line of moves that was to correct a wrong turn.
NOT_PLAYED: Final = phrase("Not played.")
# Translators: black wants green's wrong turn corrected.
MUST_CORRECT: Final = by_player(phrase("Green must correct."))
BY_PLAYER: Final = {
    # Translators: black erred and green is asked what is to become of it; minus is the key.
    "error-open": by_player(
        phrase("Green, type your dice to accept, or minus minus to have it corrected.")
    ),
    # Translators: green's numeric keypad was unplugged.
    "keypad-lost": by_player(phrase("Green's keypad unplugged. Plug it back in.")),
    # Translators: green's numeric keypad is plugged in again.
    "keypad-back": by_player(phrase("Green's keypad reconnected.")),
    # Translators: green has opened his own page on his telephone, by his code.
    "page-open": by_player(phrase("Green's phone is connected.")),
}
# Translators: to one player alone: the code that opens his page; {figures} is 6 or 12 figures.
CODE: Final = phrase("Your code is {figures}.")
AT_POINT: Final = {
    # Translators: a piece was to be moved from a point where the mover has none; {point} is it.
    "nothing-there": sited("You have nothing on {point}."),
    # Translators: a piece was to be moved from a point; the same line has moved the last one away.
    "no-more-there": sited("You have nothing left on {point}."),
}

SIGNS: Final = {
    # Translators: the key / as it is named when it is pressed.
    "/": phrase("Slash."),
    # Translators: the key - as it is named when it is pressed.
    "-": phrase("Minus."),
    # Translators: the key + as it is named when it is pressed.
    "+": phrase("Plus."),
    # Translators: the key * as it is named when it is pressed.
    "*": phrase("Star."),
    # Translators: the key . as it is named when it is pressed.
    ".": phrase("Dot."),
    # Translators: the key , as it is named when it is pressed.
    ",": phrase("Comma."),
    # Translators: the space bar as it is named when it is pressed.
    " ": phrase("Space."),
    # Translators: the key ? as it is named when it is pressed.
    "?": phrase("Question mark."),
    # Translators: the key : as it is named when it is pressed.
    ":": phrase("Colon."),
}
# Translators: all that was typed in this line was taken back.
LINE_EMPTY: Final = phrase("Empty.")
# Translators: a key that means nothing here; on a keypad the number lock is probably off.
NO_KEY: Final = phrase("No such key. Is the number lock on?")

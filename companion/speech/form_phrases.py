"""The form in which a referee decides something on the page, and what comes of each decision."""

from typing import Final

from companion.speech.catalogue import by_player, phrase

# --- the form -------------------------------------------------------------------------------------
# Translators: title of the form in which the referee decides something.
RULING: Final = phrase("Ruling.")
# Translators: title of the form in which the referee decides something at one of several tables.
RULING_AT: Final = phrase("Ruling at table {name}.")
# Translators: heading above the list of things that can be decided.
WHAT: Final = phrase("What is decided.")
WHATS: Final = {
    # Translators: a choice: the wrong turn stands as it is.
    "accept": phrase("The illegal play is accepted."),
    # Translators: a choice: the wrong turn has to be put right; the opponent may not accept it.
    "correct": phrase("The illegal play must be corrected."),
    # Translators: a choice: the pieces are to stand in a position that is written below.
    "position": phrase("The position is set."),
    # Translators: a choice: the dice are set to the faces that are chosen below.
    "dice": phrase("The dice are entered."),
    # Translators: a choice: the game is given to a player who is chosen below.
    "award": phrase("The game is awarded."),
    # Translators: a choice: the two dice that decide who begins are set.
    "opening": phrase("The opening dice are entered."),
    # Translators: a choice: the last decision is taken back.
    "undo": phrase("The last decision is undone."),
    # Translators: a choice: the game rests.
    "pause": phrase("The game is paused by the referee."),
    # Translators: a choice: the pause ends.
    "go-on": phrase("The game goes on."),
    # Translators: a choice: the game is kept for another day, the program at the table ends.
    "adjourn": phrase("The game is adjourned."),
    # Translators: a choice: a place that the board does not see rightly.
    "out-of-order": phrase("A place is out of order."),
    # Translators: a choice: a place that the board sees rightly again.
    "in-order": phrase("A place is working again."),
}
# Translators: label of a field: the referee's name.
WHO: Final = phrase("Referee's name.")
# Translators: label of a field: the reason for the ruling.
WHY: Final = phrase("Reason.")
# Translators: label of a field that holds a position as text.
POSITION: Final = phrase("Position.")
# Translators: how a position is written; V is green's side, N black's; v a green piece, n a black.
POSITION_HELP: Final = phrase(
    "For each place its name, an equals sign, then how many pieces and whose, as in the "
    "field. The points have the names used on this page. VB and NB are the bars, VO and "
    "NO the pieces borne off, VH and NH those in hand. Small v for green, small n for "
    "black. In Jacquet, capital V or N for the postillon while it travels. Write all "
    "pieces of both sides, including those borne off."
)
# Translators: label of a choice: whose turn it is in the position that is set.
TO_PLAY: Final = phrase("Who throws next.")
# Translators: heading of two choices, one for each die.
DICE: Final = phrase("Dice.")
# Translators: label of a choice of one to six.
DIE_FIRST: Final = phrase("First die.")
# Translators: label of a choice of one to six.
DIE_SECOND: Final = phrase("Second die.")
# Translators: label of a choice: the player who is given the game.
WINNER: Final = phrase("Winner.")
# Translators: label of a choice: how much an awarded game counts, such as single or gammon.
WORTH: Final = phrase("Value of the game.")
# Translators: a choice: nothing is chosen.
NONE: Final = phrase("None.")
# Translators: in place of the form: no game is being played, so there is nothing to rule on.
NOTHING_NOW: Final = phrase("There is nothing to decide before a game is chosen.")
# Translators: a button that leads to a page on which the ruling is read once more and confirmed.
GO_ON: Final = phrase("Continue to confirm.")
# Translators: title of the page on which a ruling is read once more.
CONFIRM: Final = phrase("Confirm the ruling.")
# Translators: label of a field: the code that was printed when the companion was started.
TOKEN: Final = phrase("Referee's token.")
# Translators: where the token is found.
TOKEN_HELP: Final = phrase("The program at this table showed it when it started.")
# Translators: a button: the ruling is given.
CONFIRM_BUTTON: Final = phrase("Give the ruling.")
# Translators: a link: back to the form, nothing is decided.
BACK: Final = phrase("Go back without a ruling.")
# Translators: a link to the page of the table.
TO_TABLE: Final = phrase("Back to the table.")
# Translators: title of the page after a ruling was done.
RULED: Final = phrase("The ruling is given.")
# Translators: title of a page after a ruling was not done; the reason follows.
NOT_RULED: Final = phrase("The ruling was not given.")
# Translators: title of a page when nobody said whether a ruling was done; what to do follows.
UNSURE: Final = phrase("It is not known whether the ruling was given.")
MISTAKES: Final = {
    # Translators: the form was sent without a choice.
    "what": phrase("Choose what is decided."),
    # Translators: the form was sent without the referee's name.
    "who": phrase("Enter the referee's name."),
    # Translators: the form was sent without a reason.
    "why": phrase("Enter the reason."),
    # Translators: a text is longer than the field allows.
    "long": phrase("One of the entries is too long. Shorten it."),
    # Translators: the position has not the form it needs, or not fifteen pieces a side.
    "position": phrase(
        "This position cannot be played. Each side needs fifteen pieces, and no point may "
        "hold both colours."
    ),
    # Translators: a position was chosen and another one was written; only one can be meant.
    "which": phrase(
        "You chose one position and wrote another. Choose the one you wrote, or undo what "
        "you wrote."
    ),
    # Translators: while the form was filled in, the table came to a state without this choice.
    "not-now": phrase("This cannot be decided as the table stands now."),
    # Translators: the form was sent without a place of the board.
    "zone": phrase("Choose the place."),
    # Translators: the form was sent without both dice.
    "dice": phrase("Choose both dice."),
    # Translators: the form was sent without a winner.
    "winner": phrase("Choose the winner."),
    # Translators: the token that was typed is not the right one.
    "token": phrase("This is not the referee's token. Nothing was changed."),
    # Translators: too many codes come at once from the machine where the form is.
    "tries": phrase("Too many tries from your address at once. Wait a moment and try again."),
    # Translators: while the form was filled in, the players went on.
    "moved-on": phrase("The table has moved on. Look at it again before you rule."),
    # Translators: the same confirmation was sent a second time.
    "again": phrase("This ruling was already given. Nothing changed this time."),
    # Translators: the table's companion took the ruling, but did not say what came of it.
    "no-answer": phrase("The table does not answer. Check whether the ruling was made."),
    # Translators: no answer came from the table's companion, so the ruling was not handed over.
    "away": phrase(
        "The table does not answer. Nothing was changed, and nothing will be. Rule again when it is"
        " back."
    ),
    # Translators: the ruling reached the table's companion too late.
    "late": phrase("The ruling reached the table too late. Nothing was changed. Rule again."),
    # Translators: what was sent is not a form of this page.
    "request": phrase("This request cannot be read. Nothing was changed."),
}
# Translators: heading above what has to be put right in a form.
TO_MEND: Final = phrase("The form is not complete.")
DETAILS: Final = {
    # Translators: heading of the fields that belong to one choice of the form.
    "position": phrase("If the position is set."),
    # Translators: heading of the fields that belong to one choice of the form.
    "dice": phrase("If the dice are entered."),
    # Translators: heading of the fields that belong to one choice of the form.
    "opening": phrase("If the opening dice are entered."),
    # Translators: heading of the fields that belong to one choice of the form.
    "award": phrase("If the game is awarded."),
    # Translators: heading of the fields that belong to two choices of the form.
    "zone": phrase("If a place is out of order, or working again."),
}
# Translators: heading of the fields in which the referee says who he is and why he decides so.
WHO_AND_WHY: Final = phrase("Referee and reason.")
# Translators: label of a choice: which position is set; the choices are whole sentences.
WHICH: Final = phrase("Which position.")
WHICHES: Final = {
    # Translators: which position is set: that in which the wrong turn began.
    "wrong-before": phrase("As it was before the illegal play."),
    # Translators: which position is set: that in which the wrong turn ended.
    "wrong-now": phrase("As the illegal play left it."),
    # Translators: which position is set: that in which the running turn began, or begins.
    "before": phrase("The agreed position, with nothing moved since."),
    # Translators: which position is set: what the board showed last.
    "now": phrase("As the board shows it now."),
    # Translators: which position is set: the one in the field below.
    "written": phrase("As written in the field below."),
}
# Translators: label of the field in which a position is written as text.
WRITTEN: Final = phrase("Position, written.")
FILLED: Final = {
    # Translators: what stands in the field at first: the position in which the wrong turn began.
    "wrong": phrase("At first the field holds the position before the illegal play."),
    # Translators: what stands in the field at first: the position in which the turn begins.
    "before": phrase("At first the field holds the agreed position."),
}
# Translators: help beside setting a position, while green's wrong turn is open.
REPLAY: Final = by_player(
    phrase(
        "To have green play {high} and {low} again, choose that the play must be corrected, "
        "or enter the dice."
    )
)
# Translators: label of a choice of one to six: green's one die of the opening.
DIE_OF: Final = by_player(phrase("Green's die."))
# Translators: label of a choice: a point, a bar, a tray or a player's dice.
PLACE: Final = phrase("Place.")
# Translators: a point of the board, in a list of places; {point} is its name, such as V 6.
POINT: Final = phrase("Point {point}.")

# --- what comes of a ruling -----------------------------------------------------------------------
# Translators: heading: what the table waits for when the decision has been made.
OUTCOME: Final = phrase("What happens next.")
# Translators: the pieces are set by the referee: they have to be put so on the board.
SET_UP_FIRST: Final = phrase("First the pieces are set up like this.")
# Translators: the referee sets the position in which green's wrong turn ends.
ENDS_SO: Final = by_player(phrase("Green's turn ends there, black to throw."))
# Translators: green's turn begins again from the position that is set, with another throw.
THROWS_AGAIN: Final = by_player(phrase("Green throws again from there."))
# Translators: the position is set in the middle of green's turn; these dice stand.
PLAYS_ON: Final = by_player(phrase("Green plays {high} and {low} from there."))
# Translators: green's turn is played anew, with the dice that are set.
PLAYS_ANEW: Final = by_player(
    phrase("Green plays {high} and {low}, from the position before the turn.")
)
# Translators: the referee has green's wrong turn corrected; these are the dice of that turn.
CORRECTS: Final = by_player(
    phrase("Green corrects the play with {high} and {low}, black may not accept it.")
)
# Translators: green's wrong turn is accepted by the referee.
STANDS_SO: Final = by_player(phrase("Green's play stands, black to throw."))
# Translators: the referee gives the game to green.
WINS: Final = by_player(
    phrase("Green wins the game. The next game or the end of the match follows.")
)
# Translators: the opening dice are set; green's is the higher one.
BEGINS: Final = by_player(phrase("Green begins."))
# Translators: the opening dice are set to the same number.
OPENS_AGAIN: Final = phrase("Both throw one die again.")
# Translators: each player is to throw one die for who begins; after a position is set.
OPENS: Final = phrase("Then each player throws one die.")
# Translators: the position is set while an offered double waits for its answer.
DOUBLE_WAITS: Final = phrase("The double still awaits an answer.")
# Translators: after the set-up it is the turn of whoever was on turn, with the dice there were.
GOES_ON: Final = phrase("The game then resumes where it stopped.")
# Translators: a ruling was made in a pause, which does not end with it.
STAYS_PAUSED: Final = phrase("The game stays paused until somebody resumes it.")
# Translators: what a pause does; a player's key yes ends it, or the referee.
PAUSES: Final = phrase("Nothing counts until a player presses yes, or you resume from this page.")
# Translators: the game is kept for another day.
ADJOURNS: Final = phrase(
    "The program at this table ends, and this page with it. Started again with the same "
    "journal, it resumes from here."
)
# Translators: the referee ends a pause.
RESUMES: Final = phrase("The board is checked first, then the game resumes where it stopped.")
# Translators: a place of the board is not believed any more.
PLACE_OUT: Final = phrase("Sensor ignored there. What stands there is worked out from the plays.")
# Translators: a player's seats for dice are not believed any more.
DICE_OUT: Final = phrase("These dice are entered by key from now on.")
# Translators: a place of the board, or a player's seats for dice, are believed again.
PLACE_IN: Final = phrase("Sensor used there again.")
UNDOES: Final = {
    # Translators: what the last decision was: the opponent let a wrong turn stand, by throwing.
    "accepted": phrase("The accepted error is open again, the players put the pieces back first."),
    # Translators: what the last decision was: an offered double was taken.
    "take": phrase("The double that was taken awaits an answer again."),
    # Translators: what the last decision was: an offered double was dropped.
    "drop": phrase("The double that was dropped awaits an answer again."),
    # Translators: what the last decision was: a resignation was accepted.
    "resigned": phrase("The resigned game resumes where it was."),
    # Translators: what the last decision was: the referee awarded the game.
    "award": phrase("The awarded game resumes where it was."),
}

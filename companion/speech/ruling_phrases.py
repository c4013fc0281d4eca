"""The referee's hand: what was decided, and why a decision was not taken."""

from typing import Final

from companion.speech.catalogue import WithDice, by_player, phrase

RULINGS: Final = {
    # Translators: the last decision (an acceptance, a drop, a resignation) was taken back.
    "undo": phrase("Last decision undone."),
    # Translators: a throw that was typed wrong is taken back; whose throw it is follows.
    "undo-throw": phrase("Dice taken back."),
    # Translators: an opening die that was typed wrong is taken back, or both.
    "undo-opening": phrase("Opening dice taken back."),
    # Translators: the opening dice were set by hand; what they are follows.
    "opening": phrase("Opening dice entered."),
    # Translators: the pieces were set by a referee's decision; what to put where may follow.
    "position": phrase("Position set by the referee."),
    # Translators: a referee decided that the open error has to be put right; what to play follows.
    "correct": phrase("Referee's decision."),
    # Translators: a referee decided that the wrong turn stands; that it is accepted follows.
    "accept": phrase("Referee's decision."),
    # Translators: a player called the referee; both hear it, the game goes on.
    "call": phrase("Referee called."),
    # Translators: the players begin the game again; what was played of it does not count.
    "new-game": phrase("Game restarted."),
    # Translators: the players play another match, after one is over.
    "new-match": phrase("Another match."),
    # Translators: the players choose another game now; there are seven keys.
    "other-game": phrase(
        "Different game. Yes to take it, no for the next, hint for an explanation, any other "
        "key to go back."
    ),
    # Translators: the same at a typed table.
    "other-game-typed": phrase(
        "Different game. Plus plus to take it, minus minus for the next, star for an "
        "explanation, any other key to go back."
    ),
    # Translators: the game is paused.
    "pause": phrase("Paused. Yes to go on."),
    # Translators: the game is kept for another day; the program ends.
    "adjourn": phrase("Adjourned. The game is saved for next time."),
    # Translators: a player chose to stop and to switch the computer off; the good-bye follows.
    "shut-down": phrase("Shutting the computer down."),
    # Translators: a referee ended the pause; the board is compared next.
    "go-on": phrase("Pause over."),
}
DICE: Final = by_player(
    WithDice(
        # Translators: green's dice were set by hand; the larger number comes first.
        phrase("Green, {high}, {low}, entered."),
        # Translators: green's dice were set by hand, both show the same number.
        phrase("Green, double {die}, entered."),
    )
)
# Translators: after dice were set by hand; said to the player to move, instead of lifting the dice.
YES_ENDS: Final = phrase("When you have played, press yes.")
# Translators: a referee gave the game to green.
AWARD: Final = by_player(phrase("Referee's decision, green wins the game."))
# Translators: the board does not see this point rightly; {point} is its name, such as "V 6".
POINT_OUT: Final = phrase("Point {point} out of order, sensor ignored.")
# Translators: a point that was out of order is believed again; {point} is its name.
POINT_IN: Final = phrase("Point {point} working again.")
# Translators: the board does not see this point rightly; {point} is green's own number.
OWN_POINT_OUT: Final = by_player(phrase("Green's point {point} out of order, sensor ignored."))
# Translators: a point that was out of order is believed again; {point} is green's own number.
OWN_POINT_IN: Final = by_player(phrase("Green's point {point} working again."))
# Translators: after the name of a bar or a tray: the board does not see it rightly.
PLACE_OUT: Final = phrase("Out of order, sensor ignored.")
# Translators: after the name of a player's dice: the board cannot read them.
DICE_OUT: Final = phrase("Out of order. Enter them by key.")
# Translators: after the name of a bar, a tray or a player's dice: the board is believed again.
PLACE_IN: Final = phrase("Working again.")
# Translators: a referee decided something that has no sentence of its own.
OTHER: Final = phrase("Referee's decision.")

REFUSED: Final = {
    # Translators: a ruling could not be done: the position it gave is no position of this game.
    "bad-position": phrase("Refused, not a position of this game."),
    # Translators: a ruling could not be done: in that position somebody has already won.
    "game-won": phrase("Refused, that position is won. Award the game instead."),
    # Translators: a ruling could not be done: it named no two dice.
    "bad-dice": phrase("Refused, enter two dice from 1 to 6."),
    # Translators: dice were to be set before anybody had begun: for which player?
    "whose-dice": phrase("Refused, say whose dice these are."),
    # Translators: the opening dice were to be set, but both have thrown and somebody has begun.
    "no-opening": phrase("Refused, the opening is over."),
    # Translators: dice were to be set for the player who is not to move.
    "not-his-turn": phrase("Refused, it is the other player's turn."),
    # Translators: a game was to be awarded, but to nobody.
    "no-winner": phrase("Refused, say who wins the game."),
    # Translators: a game was to be awarded with a value this game does not know (such as gammon).
    "bad-kind": phrase("Refused, this game has no such win."),
    # Translators: a game was to be awarded for no points at all.
    "bad-points": phrase("Refused, a game is worth one point or more."),
    # Translators: the players are just choosing which game they play.
    "choosing": phrase("Refused, a game is being chosen."),
    # Translators: there is no decision that could be taken back.
    "nothing-to-undo": phrase("Refused, there is no decision to undo."),
    # Translators: a throw was to be taken back, but none lies there, or a piece was moved.
    "no-throw": phrase("Refused, there is no throw to take back."),
    # Translators: an error was to be corrected or accepted, but none is open.
    "no-error": phrase("Refused, no error is open."),
    # Translators: the error cannot stand (a piece is missing, two colours on one point).
    "not-acceptable": phrase("Refused, this position cannot be played, correct it."),
    # Translators: the pause was to be ended, but there is none.
    "not-paused": phrase("Refused, not paused."),
    # Translators: first the pieces have to be put where they are wanted.
    "board-first": phrase("Refused, set up the board first."),
    # Translators: an offered double waits for its answer.
    "answer-first": phrase("Refused, answer the double first."),
    # Translators: the game is paused already, or has to be gone on with first.
    "paused": phrase("Refused, the game is paused."),
    # Translators: a place was to be declared out of order that the board does not have.
    "bad-zone": phrase("Refused, the board has no such place."),
    # Translators: a place was to be declared out of order that is so already.
    "out-already": phrase("Refused, already out of order."),
    # Translators: a place was to be declared in order again that was not out of order.
    "not-out": phrase("Refused, not out of order."),
    # Translators: the match has ended.
    "match-over": phrase("Refused, the match is over."),
    # Translators: the game was to be kept for another day, but nothing is written down.
    "no-journal": phrase("Refused, this evening is not being recorded and the game would be lost."),
}
# Translators: a ruling could not be done; there is no sentence for the reason.
REFUSED_OTHER: Final = phrase("Refused, no such ruling.")

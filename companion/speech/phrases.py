"""What is said of an evening's events: every sentence, whole, with a note for its translators.

The first word carries the news. Numbers are digits, which every voice reads right; there are no
signs that a voice would spell out or swallow. A colour is a sentence of its own, so that a language
may decline it; `by_player` makes black's of green's. What is said of faults is in `fault_phrases`,
the answers to keys in `answer_phrases`.
"""

from typing import Final

from companion.rules.vocabulary import Player
from companion.speech.catalogue import (
    ByPlayer,
    WithDice,
    by_player,
    phrase,
    plural,
    sited,
    sited_plural,
)

# --- the opening and the turns --------------------------------------------------------------------
# Translators: green threw the higher single die and begins.
OPENING: Final = by_player(phrase("Green begins. Green {green}, black {black}."))
# Translators: green threw the higher single die, begins, and plays both dice.
OPENING_PLAYS: Final = by_player(phrase("Green begins with {high} and {low}."))
# Translators: to find the beginner green threw one die; black is to throw his.
OPENING_DIE: Final = by_player(phrase("Green, {die}. Black, your die."))
# Translators: both threw the same single die.
OPENING_TIE: Final = phrase("Tie, {die} each. Throw again.")
# Translators: it is green's turn to throw, or to double.
TURN: Final = by_player(phrase("Green, your turn."))
# Translators: said after the first calls of an evening, to those who are new to it.
THROW_BOTH: Final = phrase("Throw both dice.")
# Translators: green has earned a further throw (Acey Deucey).
TURN_AGAIN: Final = by_player(phrase("Green, another throw."))
ROLL: Final = by_player(
    WithDice(
        # Translators: green's dice. The larger number comes first.
        phrase("Green, {high}, {low}."),
        # Translators: green threw two equal dice; {die} is one of them.
        phrase("Green, double {die}."),
    )
)
DICE: Final = WithDice(
    # Translators: the dice that lie on the table, for who asked; the larger number comes first.
    phrase("{high} and {low}."),
    # Translators: two equal dice lie on the table, for who asked.
    phrase("Double {die}."),
)
# Translators: Acey Deucey, after a throw of 2 and 1.
ACE_DEUCE: Final = phrase("Acey deucey. Play 2 and 1, then any double.")
# Translators: a die leans on something or does not lie flat.
COCKED: Final = phrase("Cocked die. Throw both dice again.")
# Translators: a die leans on something, where each player throws one die.
COCKED_OPENING: Final = phrase("Cocked die. Throw it again.")
# Translators: green threw while black's dice still lay.
EARLY: Final = by_player(phrase("Void throw, green. Black has not picked up the dice."))
# Translators: green threw, but it is black's turn.
WRONG_PLAYER: Final = by_player(phrase("Not your turn, green. Black to throw."))
# Translators: only one of two dice was thrown.
ONE_DIE: Final = phrase("Only one die. Throw both.")
# Translators: only one die was thrown, then a piece was moved: neither counts.
ONE_DIE_MOVED: Final = phrase(
    "Void throw, a piece moved before the second die. Put it back and throw both dice."
)
# Translators: green threw while black, whose dice were set by hand, had not pressed yes.
EARLY_BY_HAND: Final = by_player(phrase("Void throw, green. Black's turn is not over."))
# Translators: Jacquet: one die was thrown beside the die that was thrown to find the beginner.
OLD_OPENING_DIE: Final = phrase("The opening die doesn't count. Throw both dice.")
# Translators: one die was thrown beside another that lay there before.
OLD_DIE: Final = phrase("The old die doesn't count. Throw both dice.")
# Translators: somebody threw, but a wrong turn of green's is open that cannot be accepted.
ERROR_FIRST: Final = by_player(phrase("Void throw. Green must correct first."))
# Translators: somebody threw while pieces were not where they should be.
BOARD_FIRST: Final = phrase("Void throw. Correct the board first.")
# Translators: a throw does not count, for no reason named.
VOID: Final = phrase("Void throw. Throw again.")
# Translators: a die was turned by accident during a turn; both numbers are single dice.
DIE_DISTURBED: Final = phrase("Die turned from {was} to {now}. Turn it back to {was}.")
# Translators: a die was knocked over by accident during a turn and does not lie flat.
DIE_KNOCKED: Final = phrase("Die knocked over. Turn it back to {was}.")

DIE_BACK: Final = WithDice(
    # Translators: the turned die lies right again; the larger die comes first.
    phrase("Die put back, {high} and {low}."),
    # Translators: the turned die lies right again; both dice show {die}.
    phrase("Die put back, double {die}."),
)

DIE_WAITS: Final[dict[str, ByPlayer]] = {
    "throw": TURN,
    # Translators: green has thrown; the board reads one die of the two for some time now.
    "second": by_player(phrase("Green, {die}. The other die wasn't read, throw it again.")),
    # Translators: of the two opening dice black's was picked up; green's still lies there.
    "opening": by_player(phrase("Green, pick up your die too.")),
    # Translators: the board lost its power while green threw; the dice lie there, uncounted.
    "uncounted": by_player(
        phrase("Throw again, green. The board lost power and missed your throw.")
    ),
    # Translators: green is to throw; dice lie in his tray that were thrown too early, say.
    "again": by_player(phrase("Throw both dice, green. Those on the board don't count.")),
    # Translators: to begin, green is to throw one die; what lies in his tray does not count.
    "again-one": by_player(phrase("Throw one die, green. Those on the board don't count.")),
    # Translators: green has picked up one of his dice; the turn ends when both are up.
    "other": by_player(phrase("Green, pick up the other die to end your turn.")),
    # Translators: the dice of green's turn rock, or others lie with them; nothing is judged.
    "unread": by_player(phrase("Green, put your dice back as you threw them.")),
    # Translators: the companion plays green; its play was made for it, its dice still lie.
    "lift": by_player(phrase("Pick up green's dice, I have played.")),
    "error": {player: ERROR_FIRST[player.other] for player in Player},
}

# --- verdicts and plays ---------------------------------------------------------------------------
# Translators: what stands on the board is a legal end of the turn; one short, distinct word.
LEGAL: Final = phrase("Legal.")
# Translators: after "Legal.": one die of the throw could not be played.
UNPLAYABLE: Final = phrase("The {die} cannot be played.")
# Translators: after "Legal.": not all four of a double could be played.
NO_FURTHER: Final = phrase("No further {die} can be played.")
LIFT: Final = {
    # Translators: said after the first legal moves of an evening, to those who are new to it.
    "lift": phrase("Pick up the dice to end your turn."),
    # Translators: the same where the dice were set by hand: the key yes ends the turn.
    "yes": phrase("Press yes to end your turn."),
    # Translators: the same where the dice were set by hand and dice lie there too.
    "either": phrase("Pick up the dice, or press yes, to end your turn."),
    # Translators: the same at a table whose players type.
    "line": phrase("Press Enter to end your turn."),
}
NOTHING_TO_PLAY: Final = {
    # Translators: no die can be used.
    "lift": phrase("No move. Pick up the dice."),
    # Translators: no die can be used; the dice were set by hand, and the key yes ends the turn.
    "yes": phrase("No move. Press yes to end your turn."),
    # Translators: no die can be used; the dice were set by hand, and dice lie there too.
    "either": phrase("No move. Pick up the dice, or press yes, to end your turn."),
    # Translators: no die can be used, at a table whose players type; Enter ends the turn.
    "line": phrase("No move."),
}
# Translators: the moves that green made follow as sentences.
PLAYS: Final = by_player(phrase("Green plays."))
# Translators: green's turn is over and nothing was moved.
STAYS: Final = by_player(phrase("Green, no move."))
# Translators: a move that was made. The sentence stands twice in the catalogue. Context "own": the
# points are a player's own numbers, "from 8 to 5". Context "names": they are names on the board,
# "from V 8 to V 5".
MOVE: Final = sited_plural(
    "From {source} to {target}.", "{count} pieces from {source} to {target}."
)
# Translators: a move that hit an opposing piece.
MOVE_HIT: Final = sited_plural(
    "From {source} to {target}, hitting.", "{count} pieces from {source} to {target}, hitting."
)
# Translators: a move that was made, in the fewest words. A word has to stand between the two
# numbers, for "20 4" is heard as "24". Of two points on one side of the board {source} is "N 12"
# and {target} is "5".
MOVE_SHORT: Final = sited_plural(
    "{source} to {target}.", "{count} pieces from {source} to {target}."
)
# Translators: a move that hit an opposing piece, in the fewest words, as above.
MOVE_HIT_SHORT: Final = sited_plural(
    "{source} to {target}, hitting.", "{count} pieces from {source} to {target}, hitting."
)
# Translators: a single piece hit on {point} and went on to {target}, where it hit again.
MOVE_HIT_BOTH: Final = sited("{source} to {point} to {target}, hitting both.")
# Translators: a piece came in from the hand (not yet in play).
ENTER: Final = sited_plural("Enters on {target}.", "{count} enter on {target}.")
# Translators: a piece came in from the hand and hit an opposing piece.
ENTER_HIT: Final = sited_plural(
    "Enters on {target}, hitting.", "{count} enter on {target}, hitting."
)
# Translators: a piece came in from the bar; it may have gone on with another die.
ENTER_BAR: Final = sited_plural(
    "From the bar to {target}.", "{count} pieces from the bar to {target}."
)
# Translators: the same, in the fewest words.
ENTER_BAR_SHORT: Final = sited_plural("Bar to {target}.", "{count} from the bar to {target}.")
# Translators: a piece came in from the bar and hit an opposing piece.
ENTER_BAR_HIT: Final = sited_plural(
    "From the bar to {target}, hitting.", "{count} pieces from the bar to {target}, hitting."
)
# Translators: the same, in the fewest words.
ENTER_BAR_HIT_SHORT: Final = sited_plural(
    "Bar to {target}, hitting.", "{count} from the bar to {target}, hitting."
)
# Translators: a piece came in from the hand (not yet in play) and went on with another die.
ENTER_HAND_ON: Final = sited_plural(
    "From hand to {target}.", "{count} pieces from hand to {target}."
)
# Translators: a piece came in from the hand (not yet in play), went on with another die and hit an
# opposing piece.
ENTER_HAND_ON_HIT: Final = sited_plural(
    "From hand to {target}, hitting.", "{count} pieces from hand to {target}, hitting."
)
# Translators: pieces were borne off.
BEAR_OFF: Final = sited_plural("One piece off from {source}.", "{count} pieces off from {source}.")
# Translators: pieces were borne off, in the fewest words.
BEAR_OFF_SHORT: Final = sited_plural("Off from {source}.", "{count} off from {source}.")
# Translators: a piece came home to {target} and was borne off in the same turn.
BEAR_OFF_VIA: Final = sited_plural(
    "From {source} to {target}, then off.", "{count} pieces from {source} to {target}, then off."
)
# Translators: of a wrong turn that stands: a player's own piece was put on the bar.
MOVE_TO_BAR: Final = sited_plural(
    "From {source} to the bar.", "{count} pieces from {source} to the bar."
)
# Translators: of a wrong turn that stands: a piece that was off is on the board again.
MOVE_BACK_ON: Final = sited_plural(
    "One piece back on {target}.", "{count} pieces back on {target}."
)
# Translators: of a wrong turn that stands: a piece that was off lies on the bar now.
ON_BAR: Final = plural("One piece on the bar.", "{count} pieces on the bar.")
# Translators: of a wrong turn that stands: a piece was borne off from the bar or from the hand.
OFF_NOT_ENTERED: Final = plural(
    "One piece off that had not entered.", "{count} pieces off that had not entered."
)
# Translators: of a wrong turn of black's that stands: a green piece was moved.
OTHER_MOVED: Final = by_player(
    sited(
        "Green piece from {source} to {target}.",
        own="Green piece from black's {source} to {target}.",
    )
)
# Translators: of a wrong turn of black's that stands: a green piece that was on the bar or off
# came to {target}.
OTHER_ON: Final = by_player(
    sited("Green piece now on {target}.", own="Green piece now on black's {target}.")
)
# Translators: of a wrong turn of black's that stands: a green piece was taken from {source}.
OTHER_GONE: Final = by_player(
    sited("Green piece taken from {source}.", own="Green piece taken from black's {source}.")
)
# Translators: a piece hit an opposing piece and went on from there.
HIT_ON_THE_WAY: Final = sited("A hit on {point} on the way.")
# Translators: a piece hit an opposing piece on its way, in the fewest words.
HIT_SHORT: Final = sited("Hit on {point}.")
# Translators: Jacquet; the postillon, the blue star, was moved.
MOVE_POSTILLON: Final = sited("The postillon, from {source} to {target}.")
# Translators: Jacquet; the postillon, the blue star, was moved, in the fewest words.
MOVE_POSTILLON_SHORT: Final = sited("Postillon, {source} to {target}.")
# Translators: Jacquet; the postillon has come home, so the player's other pieces may move.
POSTILLON_HOME: Final = sited("Postillon home, {source} to {target}.")

# --- errors ---------------------------------------------------------------------------------------
# Translators: green ended a wrong turn; the reason follows as a sentence.
ERROR: Final = by_player(phrase("Error by green."))
# Translators: a game goes on where green erred, and black has not decided; the reason follows.
ERROR_STILL: Final = by_player(phrase("Green's error is still open."))
# Translators: green erred, so black may choose.
ERROR_CHOICE: Final = by_player(phrase("Black, throw to accept, or no to refuse."))
ERROR_BOARD: Final = by_player(
    WithDice(
        # Translators: green left a board that nobody may accept, for example with a piece missing.
        phrase("Green must correct, {high}, {low}."),
        # Translators: green left a board that nobody may accept; the dice are equal.
        phrase("Green must correct, double {die}."),
    )
)
CORRECT_WITH: Final = by_player(
    WithDice(
        # Translators: green's wrong turn has to be corrected, with the same dice.
        phrase("Green must correct, {high}, {low}."),
        # Translators: green's wrong turn has to be corrected, with the same dice, which are equal.
        phrase("Green must correct, double {die}."),
    )
)
# Translators: the turn was to be put right and is wrong again; the reason follows as a sentence.
STILL_WRONG: Final = phrase("Not yet correct.")
# Translators: the error was put right.
CORRECTED: Final = phrase("Corrected.")
# Translators: the opponent threw, so the error stands.
ACCEPTED: Final = phrase("Accepted.")

# --- the companion itself -----------------------------------------------------------------------
# Translators: the program made a mistake of its own and could not judge the board; both hear it.
OWN_FAULT: Final = phrase("Program error. This position was not judged, the game goes on.")
# Translators: the record of the game can no longer be written (disk full, file gone); said once.
JOURNAL_LOST: Final = phrase("Recording stopped. The game goes on, but is no longer saved.")
# Translators: the record of the game had stopped and can be written again, nothing is missing.
JOURNAL_AGAIN: Final = phrase("Recording again. Nothing is missing.")
RECORD_DAMAGED: Final = {
    # Translators: at the start: the file of kept games was damaged, the end of a game is lost.
    "goes-on": phrase("Record damaged, part is lost. The game resumes from what is left."),
    # Translators: at the start: the file of kept games was damaged, a game cannot go on.
    "lost": phrase("Record damaged, the saved game is lost. A new one is recorded from now on."),
}
# Translators: at the start: the file of kept games was damaged, some turns are lost in it. {number}
# is the game's number in the match, {turn} the number of its turn, from 1 on; what comes after is
# said as in any game that goes on.
RECORD_GOES_ON_AT: Final = phrase(
    "Record damaged, part is lost. Game {number} resumes at turn {turn}."
)

"""What is said of an evening's events: every sentence, whole, with a note for its translators.

The first word carries the news. Numbers are digits, which every voice reads right; there are no
signs that a voice would spell out or swallow. A colour is a sentence of its own, so that a language
may decline it. What is said of faults is in `fault_phrases`, the answers to keys in
`answer_phrases`.
"""

from typing import Final

from companion.rules.words import Player
from companion.speech.catalogue import Phrase, phrase, plural, sited, sited_plural

ByPlayer = dict[Player, Phrase]

# --- the link -------------------------------------------------------------------------------------
LINK: Final = {
    # Translators: no board answers yet; the program goes on looking for it by itself.
    "searching": phrase("Looking for the board."),
    # Translators: the electronic board answers.
    "connected": phrase("Board connected."),
    # Translators: the cable was pulled, for example. Nothing is lost: say so.
    "lost": phrase("Board lost. The game is kept, I am looking for the board."),
}

# Translators: a board answers, but it speaks another version of the wire and cannot be played with.
LINK_FOREIGN: Final = phrase("Wrong board version. Update the board or the companion.")

# --- setting up -----------------------------------------------------------------------------------
# Translators: every piece stands as it should; the game can begin or go on.
SETUP_RIGHT: Final = phrase("The board is ready.")
# Translators: how many points, bars or trays are wrong; the first one is named next.
SETUP_WRONG: Final = plural("Not ready, one place differs.", "Not ready, {count} places differ.")
SETUP_MISSING: Final[ByPlayer] = {
    # Translators: set-up. {point} is a name on the board such as "N 12", in all set-up sentences.
    Player.V: plural(
        "One green pawn is missing on {point}.", "{count} green pawns are missing on {point}."
    ),
    # Translators: set-up; see the sentence for green.
    Player.N: plural(
        "One black pawn is missing on {point}.", "{count} black pawns are missing on {point}."
    ),
}
SETUP_EXTRA: Final[ByPlayer] = {
    # Translators: set-up; more green pawns stand there than should.
    Player.V: plural(
        "One green pawn too many on {point}.", "{count} green pawns too many on {point}."
    ),
    # Translators: set-up; more black pawns stand there than should.
    Player.N: plural(
        "One black pawn too many on {point}.", "{count} black pawns too many on {point}."
    ),
}
SETUP_MISSING_BAR: Final[ByPlayer] = {
    # Translators: set-up; pieces that were hit should lie on the bar.
    Player.V: plural(
        "One green pawn is missing on the bar.", "{count} green pawns are missing on the bar."
    ),
    # Translators: set-up; pieces that were hit should lie on the bar.
    Player.N: plural(
        "One black pawn is missing on the bar.", "{count} black pawns are missing on the bar."
    ),
}
SETUP_EXTRA_BAR: Final[ByPlayer] = {
    # Translators: set-up; more green pawns lie on the bar than should.
    Player.V: plural(
        "One green pawn too many on the bar.", "{count} green pawns too many on the bar."
    ),
    # Translators: set-up; more black pawns lie on the bar than should.
    Player.N: plural(
        "One black pawn too many on the bar.", "{count} black pawns too many on the bar."
    ),
}
SETUP_MISSING_OFF: Final[ByPlayer] = {
    # Translators: set-up; pieces borne off lie in a tray.
    Player.V: plural(
        "One green pawn is missing in the tray.", "{count} green pawns are missing in the tray."
    ),
    # Translators: set-up; pieces borne off lie in a tray.
    Player.N: plural(
        "One black pawn is missing in the tray.", "{count} black pawns are missing in the tray."
    ),
}
SETUP_EXTRA_OFF: Final[ByPlayer] = {
    # Translators: set-up; more green pawns lie in the tray of borne-off pieces than should.
    Player.V: plural(
        "One green pawn too many in the tray.", "{count} green pawns too many in the tray."
    ),
    # Translators: set-up; more black pawns lie in the tray of borne-off pieces than should.
    Player.N: plural(
        "One black pawn too many in the tray.", "{count} black pawns too many in the tray."
    ),
}
SETUP_NO_POSTILLON: Final[ByPlayer] = {
    # Translators: set-up in Jacquet; the postillon is the blue star that runs first.
    Player.V: phrase("The green postillon is missing on {point}."),
    # Translators: set-up in Jacquet; see the sentence for green.
    Player.N: phrase("The black postillon is missing on {point}."),
}
SETUP_POSTILLON: Final[ByPlayer] = {
    # Translators: set-up in Jacquet; the blue star does not belong there.
    Player.V: phrase("The green postillon does not belong on {point}."),
    # Translators: set-up in Jacquet; see the sentence for green.
    Player.N: phrase("The black postillon does not belong on {point}."),
}
# Translators: set-up; a piece the board does not know stands on a point.
SETUP_UNKNOWN: Final = plural("One unknown piece on {point}.", "{count} unknown pieces on {point}.")
# Translators: set-up; pieces the board does not know lie on the bar or in a tray.
SETUP_UNKNOWN_ASIDE: Final = plural(
    "One unknown piece beside the points.", "{count} unknown pieces beside the points."
)

# --- a game begins --------------------------------------------------------------------------------
GAME_BEGINS: Final = {
    # Translators: a game begins.
    "backgammon": phrase("New game of backgammon."),
    # Translators: a game begins; Jacquet is the name of an old French game.
    "jacquet": phrase("New game of Jacquet."),
    # Translators: a game begins.
    "dutch": phrase("New game of Dutch backgammon."),
    # Translators: a game begins; Acey Deucey is the name of the game.
    "acey-deucey": phrase("New game of Acey Deucey."),
}
GAME_GOES_ON: Final = {
    # Translators: a game goes on after the program was started again.
    "backgammon": phrase("The game of backgammon goes on."),
    # Translators: a game goes on after the program was started again.
    "jacquet": phrase("The game of Jacquet goes on."),
    # Translators: a game goes on after the program was started again.
    "dutch": phrase("The game of Dutch backgammon goes on."),
    # Translators: a game goes on after the program was started again.
    "acey-deucey": phrase("The game of Acey Deucey goes on."),
}
# Translators: the third game of a match, for example.
GAME_NUMBER: Final = phrase("Game {number}.")
# Translators: how many points win the match.
MATCH_TO: Final = plural("One point match.", "Match to {count} points.")
# Translators: the match is won by the player who wins most of 3 or 5 games.
BEST_OF: Final = phrase("Best of {games} games.")
# Translators: points won so far, never both none.
SCORE: Final = phrase("Score, green {green}, black {black}.")
# Translators: the one game of a match that is played without the cube; Crawford is a name.
CRAWFORD: Final = phrase("Crawford game, without the cube.")
# Translators: how the beginner is found.
THROW_ONE_DIE: Final = phrase("Throw one die each.")
OPTIONS: Final = {
    # Translators: a rule agreed on (Jacquet): six points in a row may not be held.
    "no-full-prime": phrase("Agreed, no full prime."),
    # Translators: a rule agreed on (Jacquet): five points from the start need two pawns at home.
    "double-bouchage": phrase("Agreed, double bouchage."),
    # Translators: a rule agreed on (Jacquet): a game counts one, whatever its kind.
    "count-games": phrase("Agreed, games are counted, not points."),
    # Translators: a rule agreed on: equal dice at the opening double the value of the game.
    "automatic-doubles": phrase("Agreed, automatic doubles."),
    # Translators: a rule agreed on: the cube is used in every game of the match.
    "no-crawford": phrase("Agreed, no Crawford game."),
    # Translators: a rule agreed on: no doubling.
    "no-cube": phrase("Agreed, no cube."),
    # Translators: a rule agreed on (Acey Deucey): the stake doubles at every 1 and 2.
    "double-on-ace-deuce": phrase("Agreed, 2 and 1 doubles the stake."),
    # Translators: a rule agreed on: the turn is over when one die is picked up.
    "end-on-any-die": phrase("Agreed, one die lifted ends the turn."),
    # Translators: the board is set up with left and right exchanged.
    "mirrored": phrase("Agreed, mirrored board."),
}

# --- the opening and the turns --------------------------------------------------------------------
OPENING: Final[ByPlayer] = {
    # Translators: green threw the higher single die and begins.
    Player.V: phrase("Green begins. Green {green}, black {black}."),
    # Translators: black threw the higher single die and begins.
    Player.N: phrase("Black begins. Black {black}, green {green}."),
}
# Translators: both threw the same single die.
OPENING_TIE: Final = phrase("Tie, {die} each. Throw again.")
TURN: Final[ByPlayer] = {
    # Translators: it is green's turn to throw, or to double.
    Player.V: phrase("Green, your turn."),
    # Translators: it is black's turn to throw, or to double.
    Player.N: phrase("Black, your turn."),
}
ROLL: Final[ByPlayer] = {
    # Translators: green's dice. The larger number comes first.
    Player.V: phrase("Green, {high} and {low}."),
    # Translators: black's dice. The larger number comes first.
    Player.N: phrase("Black, {high} and {low}."),
}
ROLL_DOUBLE: Final[ByPlayer] = {
    # Translators: green threw two equal dice; {die} is one of them.
    Player.V: phrase("Green, double {die}."),
    # Translators: black threw two equal dice; {die} is one of them.
    Player.N: phrase("Black, double {die}."),
}
# Translators: somebody's dice, as short as can be; the larger number comes first.
ROLL_BRIEF: Final = phrase("{high} and {low}.")
# Translators: somebody threw two equal dice, as short as can be.
ROLL_DOUBLE_BRIEF: Final = phrase("Double {die}.")
# Translators: Acey Deucey, after a throw of 2 and 1.
ACE_DEUCE: Final = phrase("Ace deuce. Play 2 and 1, then any double you like.")
# Translators: a die leans on something or does not lie flat.
COCKED: Final = phrase("Cocked die. Throw again.")
EARLY: Final[ByPlayer] = {
    # Translators: green threw while black's dice still lay.
    Player.V: phrase("Too early, green. Black has not picked up the dice."),
    # Translators: black threw while green's dice still lay.
    Player.N: phrase("Too early, black. Green has not picked up the dice."),
}
WRONG_PLAYER: Final[ByPlayer] = {
    # Translators: green threw, but it is black's turn.
    Player.V: phrase("Not your turn, green. Black is to throw."),
    # Translators: black threw, but it is green's turn.
    Player.N: phrase("Not your turn, black. Green is to throw."),
}
# Translators: only one of two dice was thrown.
ONE_DIE: Final = phrase("Only one die. Throw both.")
# Translators: somebody threw while pieces were not where they should be.
BOARD_FIRST: Final = phrase("Void throw. Put the board right first.")
# Translators: a throw does not count, for no reason named.
VOID: Final = phrase("Void throw. Throw again.")
# Translators: a die was turned by accident during a turn; both numbers are single dice.
DIE_DISTURBED: Final = phrase("Die turned. It was {was}, now {now}. Turn it back to {was}.")
# Translators: a die was knocked over by accident during a turn and does not lie flat.
DIE_KNOCKED: Final = phrase("Die knocked over. It was {was}. Turn it back to {was}.")

# --- verdicts and plays ---------------------------------------------------------------------------
# Translators: what stands on the board is a legal end of the turn; one short, distinct word.
LEGAL: Final = phrase("Legal.")
# Translators: no die can be used.
NOTHING_TO_PLAY: Final = phrase("Nothing to play. Pick up the dice.")
PLAYS: Final[ByPlayer] = {
    # Translators: the moves that green made follow as sentences.
    Player.V: phrase("Green plays."),
    # Translators: the moves that black made follow as sentences.
    Player.N: phrase("Black plays."),
}
STAYS: Final[ByPlayer] = {
    # Translators: green's turn is over and nothing was moved.
    Player.V: phrase("Green does not move."),
    # Translators: black's turn is over and nothing was moved.
    Player.N: phrase("Black does not move."),
}
# Translators: a move that was made. The sentence stands twice in the catalogue. Context "own": the
# points are a player's own numbers, "from 8 to 5". Context "names": they are names on the board,
# "from V 8 to V 5".
MOVE: Final = sited_plural(
    "From {source} to {target}.", "{count} pieces from {source} to {target}."
)
# Translators: a move that hit an opposing piece.
MOVE_HIT: Final = sited_plural(
    "From {source} to {target}, a hit.", "{count} pieces from {source} to {target}, a hit."
)
# Translators: a piece came in from the bar or from the hand.
ENTER: Final = sited_plural("Enters on {target}.", "{count} pieces enter on {target}.")
# Translators: a piece came in from the bar or from the hand and hit an opposing piece.
ENTER_HIT: Final = sited_plural(
    "Enters on {target}, a hit.", "{count} pieces enter on {target}, a hit."
)
# Translators: pieces were borne off.
BEAR_OFF: Final = sited_plural("One piece off from {source}.", "{count} pieces off from {source}.")
# Translators: a piece hit an opposing piece and went on from there.
HIT_ON_THE_WAY: Final = sited("A hit on {point} in passing.")
# Translators: Jacquet; the postillon, the blue star, was moved.
MOVE_POSTILLON: Final = sited("The postillon, from {source} to {target}.")

# --- errors ---------------------------------------------------------------------------------------
ERROR: Final[ByPlayer] = {
    # Translators: green ended a wrong turn; the reason follows as a sentence.
    Player.V: phrase("Error by green."),
    # Translators: black ended a wrong turn; the reason follows as a sentence.
    Player.N: phrase("Error by black."),
}
ERROR_CHOICE: Final[ByPlayer] = {
    # Translators: green erred, so black may choose.
    Player.V: phrase("Black, have it corrected, or accept it by throwing."),
    # Translators: black erred, so green may choose.
    Player.N: phrase("Green, have it corrected, or accept it by throwing."),
}
ERROR_BOARD: Final[ByPlayer] = {
    # Translators: green left a board that nobody may accept, for example with a piece missing.
    Player.V: phrase("Green, this must be put right."),
    # Translators: black left a board that nobody may accept.
    Player.N: phrase("Black, this must be put right."),
}
ERROR_DEMANDED: Final[ByPlayer] = {
    # Translators: black pressed a key to have green's error corrected.
    Player.V: phrase("Correction demanded. Green, play the turn again."),
    # Translators: green pressed a key to have black's error corrected.
    Player.N: phrase("Correction demanded. Black, play the turn again."),
}
# Translators: the error was put right.
CORRECTED: Final = phrase("Corrected.")
# Translators: the opponent threw, so the error stands.
ACCEPTED: Final = phrase("Accepted, the error stands.")

# --- cube and resignation -------------------------------------------------------------------------
CUBE_OFFER: Final[ByPlayer] = {
    # Translators: green offers the cube; {value} is what the game would be worth.
    Player.V: phrase("Green offers the cube at {value}. Black, yes to take, no to drop."),
    # Translators: black offers the cube; {value} is what the game would be worth.
    Player.N: phrase("Black offers the cube at {value}. Green, yes to take, no to drop."),
}
CUBE_TAKE: Final[ByPlayer] = {
    # Translators: green takes the cube and owns it now.
    Player.V: phrase("Green takes. The cube is at {value}, with green."),
    # Translators: black takes the cube and owns it now.
    Player.N: phrase("Black takes. The cube is at {value}, with black."),
}
CUBE_DROP: Final[ByPlayer] = {
    # Translators: green refuses the cube and loses the game.
    Player.V: phrase("Green drops the cube."),
    # Translators: black refuses the cube and loses the game.
    Player.N: phrase("Black drops the cube."),
}
# Translators: equal dice at the opening doubled the value; the cube stays in the middle.
CUBE_AUTOMATIC: Final = phrase("Automatic double. The cube is at {value}, in the middle.")
# Translators: Acey Deucey, as agreed: a throw of 1 and 2 doubled the stake.
STAKE_DOUBLED: Final = phrase("Stake doubled to {value}.")
RESIGN_OFFER: Final[ByPlayer] = {
    # Translators: green wants to give up; what is given up follows as a sentence.
    Player.V: phrase("Green wants to resign."),
    # Translators: black wants to give up; what is given up follows as a sentence.
    Player.N: phrase("Black wants to resign."),
}
RESIGN_REPLY: Final[ByPlayer] = {
    # Translators: green wants to resign, black is asked.
    Player.V: phrase("Black, yes to accept, no to refuse."),
    # Translators: black wants to resign, green is asked.
    Player.N: phrase("Green, yes to accept, no to refuse."),
}
# Translators: the resignation was accepted.
RESIGN_ACCEPTED: Final = phrase("Resignation accepted.")
# Translators: the resignation was refused.
RESIGN_REFUSED: Final = phrase("Resignation refused, the game goes on.")

# --- the end --------------------------------------------------------------------------------------
KINDS: Final = {
    # Translators: kind of a won game: worth one.
    "single": phrase("Single game."),
    # Translators: kind of a won game: worth two.
    "gammon": phrase("Gammon."),
    # Translators: kind of a won game: worth three.
    "backgammon": phrase("Backgammon."),
    # Translators: kind of a won game of Jacquet: worth one.
    "simple": phrase("Simple game."),
    # Translators: kind of a won game of Jacquet: worth two.
    "double": phrase("Double game."),
    # Translators: kind of a won game of Jacquet: worth three.
    "triple": phrase("Triple game."),
    # Translators: kind of a won game of Jacquet: worth four.
    "quadruple": phrase("Quadruple game."),
}
GAME_WON: Final[ByPlayer] = {
    # Translators: end of a game.
    Player.V: phrase("Green wins the game."),
    # Translators: end of a game.
    Player.N: phrase("Black wins the game."),
}
# Translators: what the game was worth.
POINTS: Final = plural("One point.", "{count} points.")
# Translators: the game was worth nothing.
POINTS_NONE: Final = phrase("No points.")
GAME_WON_BY: Final = {
    # Translators: how the game ended: the last piece was borne off.
    "off": phrase("All pieces are off."),
    # Translators: how the game ended: the cube was refused.
    "drop": phrase("The cube was dropped."),
    # Translators: how the game ended: the loser gave up.
    "resign": phrase("By resignation."),
    # Translators: how the game ended: a referee decided it.
    "ruling": phrase("By the referee's decision."),
}
MATCH_WON: Final[ByPlayer] = {
    # Translators: end of the match; the winner's points come first.
    Player.V: phrase("Green wins the match, {green} to {black}."),
    # Translators: end of the match; the winner's points come first.
    Player.N: phrase("Black wins the match, {black} to {green}."),
}
RULINGS: Final = {
    # Translators: the last decision was taken back.
    "undo": phrase("Undone, the last decision is taken back."),
    # Translators: the pieces were set by a referee's decision.
    "position": phrase("Position set by decision."),
    # Translators: the game is paused.
    "pause": phrase("Pause. Yes to go on."),
}
# Translators: the dice were set by hand; the larger number comes first.
RULING_DICE: Final = phrase("Dice set by hand, {high} and {low}.")
RULING_AWARD: Final[ByPlayer] = {
    # Translators: a referee gave the game to green.
    Player.V: phrase("Green is given the game, by decision."),
    # Translators: a referee gave the game to black.
    Player.N: phrase("Black is given the game, by decision."),
}
# Translators: a referee decided something that has no sentence of its own.
RULING_OTHER: Final = phrase("Referee's decision.")

# --- the companion itself -----------------------------------------------------------------------
# Translators: the program made a mistake of its own and could not judge the board; both hear it.
OWN_FAULT: Final = phrase("Companion fault. This board was not judged, the game goes on.")
# Translators: the record of the game can no longer be written (disk full, file gone); said once.
JOURNAL_LOST: Final = phrase("Record stopped. The game goes on, but it is no longer kept.")

# --- the voice itself -----------------------------------------------------------------------------
# Translators: the voice that spoke so far failed; this sentence is spoken by the next one.
VOICE_CHANGED: Final = phrase("Another voice goes on.")
# Translators: no voice works any more; this sentence is only written.
VOICE_LOST: Final = phrase("No voice works, the words are only written.")

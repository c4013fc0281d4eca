"""What is said of games and matches: beginnings, cube, resignations, ends. See `phrases`."""

from typing import Final

from companion.speech.catalogue import by_player, phrase, plural

# --- a game begins --------------------------------------------------------------------------------
# Translators: after the sentence that a kept game is to go on.
KEPT_TURN: Final = by_player(phrase("Green to play."))
# Translators: the third game of a match, for example.
GAME_NUMBER: Final = phrase("Game {number}.")
# Translators: how many points win the match.
MATCH_TO: Final = plural("One point match.", "Match to {count} points.")
# Translators: the match is won by the player who wins most of 3 or 5 games.
BEST_OF: Final = phrase("Best of {games} games.")
# Translators: points won so far, never both none.
SCORE: Final = phrase("Score, green {green}, black {black}.")
# Translators: games won so far, never both none, where games are counted and not points.
GAMES: Final = phrase("Games won, green {green}, black {black}.")
# Translators: the one game of a match that is played without the cube; Crawford is a name.
CRAWFORD: Final = phrase("Crawford game, no cube.")
# Translators: how the beginner is found.
THROW_ONE_DIE: Final = phrase("Throw one die each.")
OPTIONS: Final = {
    # Translators: a rule agreed on (Jacquet): six points in a row may not be held.
    "no-full-prime": phrase("Agreed, no full bouchage."),
    # Translators: a rule agreed on (Jacquet): five points from the start need two pieces at home.
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
    "end-on-any-die": phrase("Agreed, picking up one die ends the turn."),
    # Translators: the board is set up with left and right exchanged.
    "mirrored": phrase("Agreed, mirrored board."),
}

# --- cube and resignation -------------------------------------------------------------------------
# Translators: green offers the cube; {value} is what the game would be worth.
CUBE_OFFER: Final = by_player(
    phrase("Green offers the cube at {value}. Black, yes to take, no to drop.")
)
# Translators: a game goes on where green has offered the cube; black is to answer.
CUBE_STILL: Final = by_player(
    phrase("Black, green still offers the cube at {value}. Yes to take, no to drop.")
)
# Translators: green takes the cube and owns it now.
CUBE_TAKE: Final = by_player(phrase("Green takes. Cube at {value}, with green."))
# Translators: green refuses the cube and loses the game.
CUBE_DROP: Final = by_player(phrase("Green drops."))
# Translators: equal dice at the opening doubled the value; the cube stays in the middle.
CUBE_AUTOMATIC: Final = phrase("Automatic double. Cube at {value}, in the middle.")
# Translators: Acey Deucey, as agreed: a throw of 1 and 2 doubled the stake.
STAKE_DOUBLED: Final = phrase("Stake doubled to {value}.")
# Translators: green wants to give up; what is given up follows as a sentence.
RESIGN_OFFER: Final = by_player(phrase("Green offers to resign."))
# Translators: green wants to resign, black is asked.
RESIGN_REPLY: Final = by_player(phrase("Black, yes to accept, no to refuse."))
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
    "simple": phrase("Single game."),
    # Translators: kind of a won game of Jacquet: worth two.
    "double": phrase("Double game."),
    # Translators: kind of a won game of Jacquet: worth three.
    "triple": phrase("Triple game."),
    # Translators: kind of a won game of Jacquet: worth four.
    "quadruple": phrase("Quadruple game."),
}
# Translators: end of a game.
GAME_WON: Final = by_player(phrase("Green wins the game."))
# Translators: what the game was worth.
POINTS: Final = plural("One point.", "{count} points.")
# Translators: the game was worth nothing.
POINTS_NONE: Final = phrase("No points.")
GAME_WON_BY: Final = {
    # Translators: how the game ended: the last piece was borne off.
    "off": phrase("All pieces off."),
    # Translators: how the game ended: the cube was refused.
    "drop": phrase("Cube dropped."),
    # Translators: how the game ended: the loser gave up.
    "resign": phrase("By resignation."),
}
# Translators: green has only so much time left on his clock; both hear it.
TIME_LEFT: Final = by_player(plural("Green, one minute left.", "Green, {count} minutes left."))
# Translators: green's time on the clock is used up; the game goes on unless somebody decides.
TIME_OVER: Final = by_player(phrase("Time up, green. A referee decides."))
# Translators: a game is over and the match goes on.
NEXT_GAME: Final = phrase("Set up the pieces for the next game.")
# Translators: the match is over.
NEXT_MATCH: Final = phrase("For another match, set up the pieces again.")
# Translators: end of the match; the winner's points come first.
MATCH_WON: Final = by_player(phrase("Green wins the match, {green} to {black}."))

"""What stands on the referee's page and the hall's page beside the sentences that were spoken.

Headings and labels are sentences too; the page leaves out the full stop at the end of a heading.
"""

from typing import Final

from companion.rules.words import Player
from companion.speech.catalogue import phrase, plural

# --- the page's frame -----------------------------------------------------------------------------
# Translators: the title of the page on which a referee follows one board.
PAGE: Final = phrase("Referee's page.")
# Translators: the title of the page of one board of several. {name} is what the table is called.
TABLE: Final = phrase("Table {name}.")
# Translators: a link at the top of the page, for who uses the keyboard.
SKIP: Final = phrase("Skip to the content.")
# Translators: the name of the links that choose the page's language.
LANGUAGES: Final = phrase("Languages.")
# Translators: a link from one table's page to the page of all tables of the club.
TO_HALL: Final = phrase("All tables.")
# Translators: a link to the form in which the referee decides something at this table.
RULE: Final = phrase("Rule on this table.")
# Translators: heading: how the game stands at this moment.
NOW: Final = phrase("Now.")
# Translators: heading: a finished turn was wrong and nobody has decided yet.
DISPUTE: Final = phrase("Open error.")
# Translators: heading: what the companion says aloud, line by line.
HEARD: Final = phrase("What the players hear.")
# Translators: nothing was said so far.
HEARD_NOTHING: Final = phrase("Nothing was said yet.")
# Translators: heading.
SCORE_AND_CLOCK: Final = phrase("Score and clock.")
# Translators: heading: the tactile board and its pieces.
BOARD: Final = phrase("The board.")
# Translators: the title of a drawing; the same is in words beside it.
DRAWING: Final = phrase("Drawing of the board, the same as the list.")
# Translators: heading of the list of one side's pieces, and a table's column.
SIDES: Final = {
    # Translators: heading of the list of green's pieces; also green's score and time.
    Player.V: phrase("Green."),
    # Translators: heading of the list of black's pieces; also black's score and time.
    Player.N: phrase("Black."),
}
# Translators: the side and who plays it.
SIDES_NAMED: Final = {
    # Translators: {name} is a person's name.
    Player.V: phrase("Green, {name}."),
    # Translators: {name} is a person's name.
    Player.N: phrase("Black, {name}."),
}
# Translators: heading: what has happened since this turn began.
THIS_TURN: Final = phrase("This turn.")
# Translators: heading: all turns of the match up to now.
TURNS: Final = phrase("Turns played.")
# Translators: no turn has been finished.
NO_TURNS: Final = phrase("No turn is finished yet.")
# Translators: at the foot of the page: where rulings are explained.
READS_ONLY: Final = phrase("Without the referee's token this page is read only.")
# Translators: at the foot of the page, where the browser runs no scripts.
RELOAD: Final = phrase("Reload the page to see what is new.")
# Translators: a link that loads the page again.
RELOAD_LINK: Final = phrase("Reload.")
# Translators: shown when the page gets no news any more; it goes on trying by itself.
STALE: Final = phrase("The news has stopped. The page keeps trying.")
# Translators: shown when news comes again after it had stopped.
FRESH: Final = phrase("The news goes on.")

# --- how it stands --------------------------------------------------------------------------------
LINKS: Final = {
    # Translators: the companion looks for its board.
    "searching": phrase("The board is not connected yet."),
    # Translators: the board's cable is out, or it does not answer.
    "lost": phrase("The board is lost."),
}
# Translators: the program at this table has left without a word, or its network is down.
AWAY: Final = phrase("The companion of this table is away. What stands here is the last it said.")
PHASES: Final = {
    # Translators: no game has begun.
    "setup": phrase("The pieces are being set up."),
    # Translators: each side throws one die to find who begins.
    "opening": phrase("One die each, for who begins."),
    # Translators: the game rests.
    "paused": phrase("The game is paused."),
    # Translators: a game has ended, another may follow.
    "game-over": phrase("The game is over."),
    # Translators: the match has ended.
    "over": phrase("The match is over."),
}
TO_THROW: Final = {
    # Translators: it is green's turn and the dice have not been thrown.
    Player.V: phrase("Green is to throw."),
    # Translators: it is black's turn and the dice have not been thrown.
    Player.N: phrase("Black is to throw."),
}
MOVING: Final = {
    # Translators: green has thrown these dice and moves.
    Player.V: phrase("Green plays {high} and {low}."),
    # Translators: black has thrown these dice and moves.
    Player.N: phrase("Black plays {high} and {low}."),
}
ERRED: Final = {
    # Translators: green ended a wrong turn; black may have it corrected or accept it.
    Player.V: phrase("Green's turn was wrong, black decides."),
    # Translators: black ended a wrong turn; green may have it corrected or accept it.
    Player.N: phrase("Black's turn was wrong, green decides."),
}
DOUBLED: Final = {
    # Translators: green offered the doubling cube, black has to answer.
    Player.V: phrase("Green doubles, black is to answer."),
    # Translators: black offered the doubling cube, green has to answer.
    Player.N: phrase("Black doubles, green is to answer."),
}
SHOWN: Final = {
    # Translators: the pieces stand in a way in which the turn may end.
    "legal": phrase("The board shows a legal turn."),
    # Translators: the pieces stand as they may on the way to a legal turn.
    "incomplete": phrase("The board shows the beginning of a turn."),
    # Translators: the pieces stand in a way no legal turn leads to; the reason follows.
    "illegal": phrase("The board shows a mistake."),
}
# Translators: how many places on the board are not yet as they should be.
DIFFER: Final = plural("One place is not right yet.", "{count} places are not right yet.")
# Translators: the error has not been dealt with; one legal play follows as sentences.
INSTEAD: Final = phrase("Legal would have been, for example.")

# --- score and clock ------------------------------------------------------------------------------
# Translators: points won so far in the match.
POINTS_WON: Final = plural("One point.", "{count} points.")
# Translators: no point was won so far in the match.
POINTS_NONE: Final = phrase("No points.")
# Translators: how far the match goes.
LENGTH: Final = phrase("Match.")
# Translators: the match goes to so many points.
LENGTH_POINTS: Final = plural("To one point.", "To {count} points.")
# Translators: the match is won by who wins most of so many games.
LENGTH_GAMES: Final = phrase("Best of {games} games.")
# Translators: no end of the match was agreed.
LENGTH_OPEN: Final = phrase("Open end.")
# Translators: which game of the match is played; a number follows.
GAME: Final = phrase("Game.")
# Translators: the number of the game and what is played.
GAME_NUMBER: Final = phrase("{number}, {game}.")
# Translators: the doubling cube.
CUBE: Final = phrase("Cube.")
# Translators: the cube's value, nobody owns it.
CUBE_MIDDLE: Final = phrase("{value}, in the middle.")
CUBE_OWNED: Final = {
    # Translators: the cube's value; green may double next.
    Player.V: phrase("{value}, with green."),
    # Translators: the cube's value; black may double next.
    Player.N: phrase("{value}, with black."),
}
# Translators: how long the running turn has lasted; minutes and seconds follow.
TURN_TIME: Final = phrase("This turn's time.")
TIME_USED: Final = {
    # Translators: how long all of green's turns in this game took; minutes and seconds follow.
    Player.V: phrase("Green's time."),
    # Translators: how long all of black's turns in this game took; minutes and seconds follow.
    Player.N: phrase("Black's time."),
}
GAMES: Final = {
    # Translators: name of a game.
    "backgammon": phrase("Backgammon."),
    # Translators: name of a game.
    "jacquet": phrase("Jacquet."),
    # Translators: name of a game, a kind of backgammon.
    "dutch": phrase("Dutch backgammon."),
    # Translators: name of a game, a kind of backgammon.
    "acey-deucey": phrase("Acey Deucey."),
}

# --- the pieces -----------------------------------------------------------------------------------
# Translators: pieces on the bar.
ON_BAR: Final = plural("One piece on the bar.", "{count} pieces on the bar.")
# Translators: pieces borne off.
OFF: Final = plural("One piece borne off.", "{count} pieces borne off.")
# Translators: pieces not entered yet, where a game begins with all in hand.
IN_HAND: Final = plural("One piece in hand.", "{count} pieces in hand.")
# Translators: a side has no piece anywhere.
NO_PIECES: Final = phrase("No pieces.")
# Translators: pieces that the board does not know. {point} is the name of a point, such as V 6.
UNKNOWN_ON: Final = plural(
    "One piece on {point} that the board does not know.",
    "{count} pieces on {point} that the board does not know.",
)
# Translators: pieces that the board does not know, on a bar or in a tray.
UNKNOWN_ASIDE: Final = plural(
    "One piece beside the points that the board does not know.",
    "{count} pieces beside the points that the board does not know.",
)
# Translators: the list shows what the board's sensors feel at this moment.
AS_SEEN: Final = phrase("As it stands at this moment.")
# Translators: the list shows the position in which the turn began.
AS_AGREED: Final = phrase("As the turn began.")
# Translators: the list shows the position in which the last game was won.
AS_ENDED: Final = phrase("As the game ended.")

# --- rulings --------------------------------------------------------------------------------------
# Translators: title of the form in which the referee decides something.
RULING: Final = phrase("Ruling.")
# Translators: title of the form in which the referee decides something at one of several tables.
RULING_AT: Final = phrase("Ruling at table {name}.")
# Translators: heading above the list of things that can be decided.
WHAT: Final = phrase("What is decided.")
WHATS: Final = {
    # Translators: a choice: the wrong turn stands as it is.
    "accept": phrase("The wrong turn is accepted."),
    # Translators: a choice: the wrong turn has to be put right; the opponent may not accept it.
    "correct": phrase("The wrong turn is to be corrected."),
    # Translators: a choice: the pieces are to stand in a position that is written below.
    "position": phrase("The position is set."),
    # Translators: a choice: the dice are set to the faces that are chosen below.
    "dice": phrase("The dice are set."),
    # Translators: a choice: the game is given to a player who is chosen below.
    "award": phrase("The game is awarded."),
    # Translators: a choice: the last decision is taken back.
    "undo": phrase("The last decision is undone."),
    # Translators: a choice: the game rests.
    "pause": phrase("The game is paused by the referee."),
    # Translators: a choice: the pause ends.
    "go-on": phrase("The game goes on."),
}
# Translators: label of a field: the referee's name.
WHO: Final = phrase("Who decides.")
# Translators: label of a field: the reason for the ruling.
WHY: Final = phrase("Why.")
# Translators: label of a field that holds a position as text.
POSITION: Final = phrase("Position.")
# Translators: how a position is written; V is green's side, N black's; v a green piece, n a black.
POSITION_HELP: Final = phrase(
    "Each place with its pieces, as in the text that stands there, small v for green, small n for"
    " black. Only for setting the position."
)
# Translators: label of a choice: whose turn it is in the position that is set.
TO_PLAY: Final = phrase("Who is to throw then.")
# Translators: a choice: whose turn it is stays as it is.
AS_BEFORE: Final = phrase("As before.")
# Translators: heading of two choices, one for each die.
DICE: Final = phrase("Dice.")
# Translators: label of a choice of one to six.
DIE_FIRST: Final = phrase("First die.")
# Translators: label of a choice of one to six.
DIE_SECOND: Final = phrase("Second die.")
# Translators: label of a choice: the player who is given the game.
WINNER: Final = phrase("Winner.")
# Translators: label of a choice: how much an awarded game counts, such as single or gammon.
WORTH: Final = phrase("How it counts.")
# Translators: a choice: nothing is chosen.
NONE: Final = phrase("None.")
# Translators: a button that leads to a page on which the ruling is read once more and confirmed.
GO_ON: Final = phrase("Go on to confirm.")
# Translators: title of the page on which a ruling is read once more.
CONFIRM: Final = phrase("Confirm the ruling.")
# Translators: label of a field: the code that was printed when the companion was started.
TOKEN: Final = phrase("Referee's token.")
# Translators: where the token is found.
TOKEN_HELP: Final = phrase("The companion of this table showed it when it was started.")
# Translators: a button: the ruling is given.
CONFIRM_BUTTON: Final = phrase("Give the ruling.")
# Translators: a link: back to the form, nothing is decided.
BACK: Final = phrase("Back without a ruling.")
# Translators: a link to the page of the table.
TO_TABLE: Final = phrase("Back to the table.")
# Translators: title of the page after a ruling was done.
RULED: Final = phrase("The ruling is given.")
# Translators: title of a page after a ruling was not done; the reason follows.
NOT_RULED: Final = phrase("The ruling was not given.")
MISTAKES: Final = {
    # Translators: the form was sent without a choice.
    "what": phrase("Choose what is decided."),
    # Translators: the form was sent without the referee's name.
    "who": phrase("Write who decides."),
    # Translators: the form was sent without a reason.
    "why": phrase("Write why."),
    # Translators: a text is longer than the field allows.
    "long": phrase("A text is too long. Write less."),
    # Translators: the position has not the form it needs, or not fifteen pieces a side.
    "position": phrase(
        "This position cannot be played. Each side needs fifteen pieces, and no point both colours."
    ),
    # Translators: the form was sent without both dice.
    "dice": phrase("Choose both dice."),
    # Translators: the form was sent without a winner.
    "winner": phrase("Choose the winner."),
    # Translators: the token that was typed is not the right one.
    "token": phrase("This is not the referee's token. Nothing was changed."),
    # Translators: while the form was filled in, the players went on.
    "moved-on": phrase("The table has moved on. Look at it again before you rule."),
    # Translators: the same confirmation was sent a second time.
    "again": phrase("This ruling was given already. Nothing more was changed."),
    # Translators: no answer came from the table's companion in time.
    "no-answer": phrase("The table does not answer. Look whether the ruling was done."),
    # Translators: what was sent is not a form of this page.
    "request": phrase("This request cannot be read. Nothing was changed."),
}
# Translators: heading above what has to be put right in a form.
TO_MEND: Final = phrase("The form is not complete.")

# --- when something is not there ------------------------------------------------------------------
# Translators: title of a page that does not exist.
NOT_FOUND: Final = phrase("This page is not there.")
# Translators: title of the answer to a request that is not allowed.
REFUSED: Final = phrase("This request is refused.")
# Translators: too many pages are open at once.
TOO_MANY: Final = phrase("Too many pages are open. Close one and reload.")
# Translators: a link from an error page to the first page.
TO_START: Final = phrase("To the first page.")

# --- the hall -------------------------------------------------------------------------------------
# Translators: title of the page with all tables of a club.
HALL: Final = phrase("The hall.")
# Translators: heading of the tables at which an error waits for a decision.
DISPUTES: Final = phrase("Open errors.")
# Translators: no table has an open error.
NO_DISPUTES: Final = phrase("No open error at any table.")
# Translators: heading of all tables.
ALL_TABLES: Final = phrase("All tables.")
# Translators: no table has been heard of.
NO_TABLES: Final = phrase("No table has reported yet.")
# Translators: heading of the one list that is read aloud: new disputes, tables lost and back.
HALL_NEWS: Final = phrase("News of the hall.")
# Translators: news of the hall: an open error at a table; its reason follows.
HALL_DISPUTE: Final = phrase("Table {name}, open error.")
# Translators: news of the hall: an error at a table was dealt with.
HALL_SETTLED: Final = phrase("Table {name}, the error is settled.")
# Translators: news of the hall: a table's companion has left without a word.
HALL_AWAY: Final = phrase("Table {name} is away.")
# Translators: news of the hall: a table's companion is back.
HALL_BACK: Final = phrase("Table {name} is back.")
# Translators: how many tables there are.
HALL_COUNT: Final = plural("One table.", "{count} tables.")
# Translators: in the hall: both sides with their points, green first.
HALL_SCORE: Final = phrase("{green}, {points}. {black}, {others}.")

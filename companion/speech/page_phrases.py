"""What stands on the referee's page and the hall's page beside the sentences that were spoken.

Headings and labels are sentences too; the page leaves out the full stop at the end of a heading.
The form in which the referee decides has its words in `form_phrases`.
"""

from typing import Final

from companion.speech.catalogue import by_player, phrase, plural

# --- the page's frame -----------------------------------------------------------------------------
# Translators: the title of the page on which a referee follows one board.
PAGE: Final = phrase("Referee's page.")
# Translators: the title of the page of one board of several. {name} is what the table is called.
TABLE: Final = phrase("Table {name}.")
# Translators: a link at the top of the page, for who uses the keyboard.
SKIP: Final = phrase("Skip to the content.")
# Translators: the name of the links that choose the page's language.
LANGUAGES: Final = phrase("Languages.")
# Translators: the name of the language of this very catalogue, in that language.
LANGUAGE: Final = phrase("English.")
# Translators: a link from one table's page to the page of all tables of the club.
TO_HALL: Final = phrase("All tables.")
# Translators: a link to the form in which the referee decides something at this table.
RULE: Final = phrase("Rule on this table.")
# Translators: heading: how the game stands at this moment.
NOW: Final = phrase("Now.")
# Translators: heading: a finished turn was wrong and nobody has decided yet.
DISPUTE: Final = phrase("Open error.")
# Translators: heading: what the companion says aloud to both, line by line.
HEARD: Final = phrase("What is said at the table.")
# Translators: nothing was said so far.
HEARD_NOTHING: Final = phrase("Nothing said yet.")
# Translators: heading.
SCORE_AND_CLOCK: Final = phrase("Score and clock.")
# Translators: heading: the tactile board and its pieces.
BOARD: Final = phrase("The board.")
# Translators: below the heading of the board, once on the page. V and N are marked on the board.
NAMED: Final = phrase(
    "On this page the points have their names on the board, V 1 to V 12 on green's side and N 1 to"
    " N 12 on black's, whatever numbers the players hear."
)
# Translators: the title of a drawing; the same is in words beside it.
DRAWING: Final = phrase("Drawing of the board, the same as the list.")
# Translators: heading of the list of green's pieces, and of a table's column with green's score and
# time.
SIDES: Final = by_player(phrase("Green."))
# Translators: green and who plays it; {name} is a person's name.
SIDES_NAMED: Final = by_player(phrase("Green, {name}."))
# Translators: heading: what has happened since this turn began.
THIS_TURN: Final = phrase("This turn.")
# Translators: heading: all turns of the match up to now.
TURNS: Final = phrase("Turns played.")
# Translators: no turn has been finished.
NO_TURNS: Final = phrase("No turn is finished yet.")
# Translators: at the foot of the page: where rulings are explained.
READS_ONLY: Final = phrase("Without the referee's token this page is read only.")
# Translators: at the foot of the page, where the browser runs no scripts.
RELOAD: Final = phrase("Reload the page for updates.")
# Translators: a link that loads the page again.
RELOAD_LINK: Final = phrase("Reload.")
# Translators: shown when the page gets no news any more; it goes on trying by itself.
STALE: Final = phrase("Updates have stopped. The page keeps trying.")
# Translators: shown when news comes again after it had stopped.
FRESH: Final = phrase("Updates are back.")

# --- how it stands --------------------------------------------------------------------------------
LINKS: Final = {
    # Translators: the companion looks for its board.
    "searching": phrase("Board not connected yet."),
    # Translators: the board's cable is out, or it does not answer.
    "lost": phrase("Board disconnected."),
}
# Translators: the program at this table has left without a word, or its network is down.
AWAY: Final = phrase("The program at this table does not answer. This is the last thing it sent.")
# Translators: between two matches, or before the first: nothing is being played.
CHOOSING: Final = phrase("The players are choosing a game.")
PHASES: Final = {
    # Translators: no game has begun.
    "setup": phrase("The pieces are being set up."),
    # Translators: each side throws one die to find who begins.
    "opening": phrase("One die each, to see who begins."),
    # Translators: the game rests.
    "paused": phrase("The game is paused."),
    # Translators: a game has ended, another may follow.
    "game-over": phrase("The game is over."),
    # Translators: the match has ended.
    "over": phrase("The match is over."),
}
# Translators: one die each is thrown to see who begins; green has thrown his.
ONE_DIE: Final = by_player(phrase("Green threw {die}, black to throw one die."))
# Translators: green offers to lose this game, black has to answer.
RESIGNS: Final = by_player(phrase("Green offers to resign, black to answer."))
# Translators: green's turn was wrong, black has asked for a correction.
MUST_CORRECT: Final = by_player(phrase("Green must correct, at black's request."))
# Translators: it is green's turn and the dice have not been thrown.
TO_THROW: Final = by_player(phrase("Green to throw."))
# Translators: green has thrown these dice and moves.
MOVING: Final = by_player(phrase("Green plays {high} and {low}."))
ERRED: Final = {
    # Translators: green ended a wrong turn; black may have it corrected or accept it.
    "choice": by_player(phrase("Illegal play by green, black decides.")),
    # Translators: green ended a wrong turn and left a board that nobody may accept.
    "board": by_player(
        phrase("Illegal play by green, it must be corrected and cannot be accepted.")
    ),
    # Translators: green ended a wrong turn; a referee decided that it is to be corrected.
    "ordered": by_player(phrase("Illegal play by green. The referee wants it corrected.")),
}
# Translators: the dice of a wrong turn, the higher first.
THREW: Final = by_player(phrase("Green had thrown {high} and {low}."))
# Translators: green's turn was wrong; black pressed the key no to have it corrected.
DEMANDED: Final = by_player(phrase("Black asks for a correction."))
# Translators: how long an error has been open; minutes and seconds follow.
OPEN_FOR: Final = phrase("Open for.")
# Translators: green has called the referee by the menu; the game does not wait.
CALLED: Final = by_player(phrase("Green calls the referee."))
# Translators: green has used all the time that was agreed for the game.
LATE: Final = by_player(phrase("Green, time up."))
# Translators: green offered the doubling cube, black has to answer.
DOUBLED: Final = by_player(phrase("Green doubles, black to answer."))
SHOWN: Final = {
    # Translators: the pieces stand in a way in which the turn may end.
    "legal": phrase("The board shows a legal play."),
    # Translators: the pieces stand as they may on the way to a legal turn.
    "incomplete": phrase("The board shows an unfinished turn."),
    # Translators: the pieces stand in a way no legal turn leads to; the reason follows.
    "illegal": phrase("The board shows a mistake."),
}
# Translators: how many places on the board are not yet as they should be.
DIFFER: Final = plural("One place still wrong.", "{count} places still wrong.")
# Translators: the error has not been dealt with; one legal play follows as sentences.
INSTEAD: Final = phrase("A legal play, for example.")

# Translators: the error has not been dealt with; all moves of the wrong play follow as sentences.
MADE: Final = phrase("The play that was made.")
# Translators: how many different legal plays there were in place of a wrong one.
LEGAL_PLAYS: Final = plural("One legal play.", "{count} legal plays.")
# Translators: there was no legal play in place of a wrong one: nothing could be moved.
NO_LEGAL_PLAY: Final = phrase("No legal move.")
# Translators: over a table of the places where pieces came or left in a wrong play.
CHANGED: Final = phrase("What moved.")
# Translators: over a column: green or black.
SIDE: Final = phrase("Side.")
# Translators: over a column: a point, the bar or the like.
PLACE: Final = phrase("Place.")
# Translators: over a column: how many pieces stood there before a wrong play.
PLACE_BEFORE: Final = phrase("Before.")
# Translators: over a column: how many pieces stood there after a wrong play.
PLACE_AFTER: Final = phrase("After.")
PLACES: Final = {
    # Translators: a place in a table of places.
    "bar": phrase("Bar."),
    # Translators: a place in a table of places: pieces that have left the board.
    "off": phrase("Borne off."),
    # Translators: a place in a table of places: pieces that have not entered the board.
    "hand": phrase("In hand."),
}
# Translators: below a drawing of the board after a wrong play.
MARKED: Final = phrase("A ring marks a piece that moved there, a broken ring a place it left.")

# --- score and clock ------------------------------------------------------------------------------
# Translators: points won so far in the match.
POINTS_WON: Final = plural("One point.", "{count} points.")
# Translators: no point was won so far in the match.
POINTS_NONE: Final = phrase("No points.")
# Translators: games won so far in the match, where games are counted and not points.
GAMES_WON: Final = plural("One game.", "{count} games.")
# Translators: no game was won so far in the match, where games are counted and not points.
GAMES_NONE: Final = phrase("No games.")
# Translators: how far the match goes.
LENGTH: Final = phrase("Match.")
# Translators: the match goes to so many points.
LENGTH_POINTS: Final = plural("To one point.", "To {count} points.")
# Translators: the match is won by who wins most of so many games.
LENGTH_GAMES: Final = phrase("Best of {games} games.")
# Translators: no end of the match was agreed.
LENGTH_OPEN: Final = phrase("Single games.")
# Translators: which game of the match is played; a number follows.
GAME: Final = phrase("Game.")
# Translators: the number of the game and what is played.
GAME_NUMBER: Final = phrase("{number}, {game}.")
# Translators: the doubling cube.
CUBE: Final = phrase("Cube.")
# Translators: the cube's value, nobody owns it.
CUBE_MIDDLE: Final = phrase("{value}, in the middle.")
# Translators: the cube's value; green may double next.
CUBE_OWNED: Final = by_player(phrase("{value}, with green."))
# Translators: how long the running turn has lasted; minutes and seconds follow.
TURN_TIME: Final = phrase("This turn's time.")
# Translators: how long all of green's turns in this game took; minutes and seconds follow.
TIME_USED: Final = by_player(phrase("Green, time used."))
# Translators: what is left of the time agreed for the game; minutes and seconds follow.
TIME_LEFT: Final = by_player(phrase("Green, time left."))

# Translators: how many pips a side still has to go, over the list of its pieces.
PIPS: Final = plural("One pip to go.", "{count} pips to go.")

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
    "One unknown piece on {point}.",
    "{count} unknown pieces on {point}.",
)
# Translators: pieces that the board does not know, on a bar or in a tray.
UNKNOWN_ASIDE: Final = plural(
    "One unknown piece off the points.",
    "{count} unknown pieces off the points.",
)
# Translators: the list shows what the board's sensors felt when the pieces last came to rest.
AS_SEEN: Final = phrase("As the board last showed it.")
# Translators: the list shows the board at the end of a wrong turn.
AS_LEFT: Final = phrase("As the illegal play left it. What has moved since is not shown.")
# Translators: heading of the list of pieces as they stood before a wrong turn.
BEFORE: Final = phrase("Before the illegal play.")
# Translators: the list shows the position in which the turn begins.
AS_AGREED: Final = phrase("As agreed, with nothing moved since.")
# Translators: the list shows the position in which the pieces are to be put.
AS_WANTED: Final = phrase("As the pieces should be.")
# Translators: the list shows the position in which the last game was won.
AS_ENDED: Final = phrase("As the game ended.")

# --- when something is not there ------------------------------------------------------------------
# Translators: title of a page that does not exist.
NOT_FOUND: Final = phrase("Page not found.")
# Translators: below the title of a page that does not exist.
NOT_FOUND_WHY: Final = phrase("The address is wrong, or no table of that name has reported yet.")
# Translators: title of the answer to a request that is not allowed.
REFUSED: Final = phrase("Request refused.")
# Translators: a link from an error page to the first page.
TO_START: Final = phrase("To the first page.")

# --- the hall -------------------------------------------------------------------------------------
# Translators: title of the page with all tables of a club.
HALL: Final = phrase("The hall.")
# Translators: heading of the tables that want the referee: an open error, a call, time over.
CASES: Final = phrase("Errors, calls, time up.")
# Translators: no table wants the referee.
NO_CASES: Final = phrase("No open error, call or time up at any table.")
# Translators: heading of all tables.
ALL_TABLES: Final = phrase("All tables.")
# Translators: no table has been heard of.
NO_TABLES: Final = phrase("No table has reported yet.")
# Translators: heading of the one list that is read aloud: new disputes, tables lost and back.
HALL_NEWS: Final = phrase("Updates from the hall.")
# Translators: news of the hall: something at a table wants the referee; what it is follows.
HALL_CASE: Final = phrase("Table {name}.")
# Translators: news of the hall: an error at a table was dealt with.
HALL_SETTLED: Final = phrase("Table {name}, the error is settled.")
# Translators: news of the hall: a table's companion has left without a word.
HALL_AWAY: Final = phrase("Table {name} disconnected.")
# Translators: news of the hall: a table's companion is back.
HALL_BACK: Final = phrase("Table {name} reconnected.")
# Translators: how many tables there are.
HALL_COUNT: Final = plural("One table.", "{count} tables.")

# --- printed where the companion was started ------------------------------------------------------
# Translators: printed without the full stop, where the page is.
PAGE_AT: Final = phrase("The referee's page is at {url}.")
# Translators: printed, the code that a referee has to type to decide something on the page.
TOKEN_IS: Final = phrase("The referee's token is {token}, needed for rulings.")
# Translators: printed, as the one before; {name} is what the table is called in the club.
TOKEN_OF_TABLE: Final = phrase("Table {name}, the referee's token is {token}, needed for rulings.")
# Translators: shown to a browser that was sent here by a name which nobody allowed; {option} is an
# option of the command line, as it is typed.
UNKNOWN_NAME: Final = phrase(
    "This page does not answer to the name {name}. Open it by this computer's address, or allow"
    " the name with {option}."
)
# Translators: printed, the page's own program ended by mistake; {code} is a number.
PAGE_STOPPED: Final = phrase(
    "The page stopped with code {code} and is restarting. The game goes on."
)
# Translators: printed without the full stop, where the page of all tables is.
HALL_AT: Final = phrase("The hall is at {url}.")
# Translators: printed by a table: the server between the tables and the club answers.
CLUB_UP: Final = phrase("Club broker connected.")
# Translators: printed by a table: the server between the tables and the club does not answer;
# {reason} is a whole sentence.
CLUB_DOWN: Final = phrase(
    "Club broker disconnected. {reason} The game goes on, and what happens is saved for later."
)
# Translators: printed by the club: the server between the tables and the club answers.
BROKER_UP: Final = phrase("Broker connected.")
# Translators: printed by the club: the server between the tables and the club does not answer;
# {reason} is a whole sentence.
BROKER_DOWN: Final = phrase(
    "Broker disconnected. {reason} The tables save what happens until it is back."
)

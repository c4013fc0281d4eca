"""Why no evening begins: spoken, and printed as the one line on standard error. See `phrases`.

Options are named without their dashes. {journal} and {file} are names of files.
"""

from typing import Final

from companion.speech.catalogue import phrase

# --- the options of play --------------------------------------------------------------------------
# Translators: {option} is a rule such as "no-cube", {known} lists those that the game has.
NO_OPTION: Final = phrase("{game} has no option {option}. It has {known}.")
# Translators: {known} lists the exercises of this game.
NO_EXERCISE: Final = phrase("{game} has no exercise {exercise}. It has {known}.")
# Translators: {length} was given as the points of a match.
ODD_POINTS: Final = phrase("A match goes to an odd number of points, not {length}.")
# Translators: {length} was given as the games of a match.
MEETING: Final = phrase("Where games are counted a match has 3 or 5 games, not {length}.")
# Translators: options of the command line; the players may choose at the table what is played.
NEEDS_GAME: Final = phrase(
    "The options match, option and clock need the option game. Without it the players choose."
)
# Translators: how fast the voice is to speak.
RATE: Final = phrase("The rate {rate} is not from {least} to {most} words a minute.")
# Translators: how loud the voice is to speak.
VOLUME: Final = phrase("The volume {volume} is not from 0 to 1.")
# Translators: {mode} is club or tournament.
EXERCISE_MODE: Final = phrase(
    "There are no exercises in mode {mode}. Choose the mode practice, or leave exercise out."
)
# Translators: the program was to play for a side; {mode} is club or tournament.
OPPONENT_MODE: Final = phrase(
    "There is no opponent in mode {mode}. Choose the mode practice, or leave opponent out."
)
# Translators: the program was to play for a side in an exercise.
EXERCISE_ALONE: Final = phrase("Either opponent or exercise, not both. An exercise is done alone.")
# Translators: the evening was to be kept in a file, and not to be kept.
EITHER_JOURNAL: Final = phrase("Give the option journal or the option no journal, not both.")
# Translators: "typed" is a board without sensors.
KEYPADS: Final = phrase("The option keypads is for moves that are typed.")
# Translators: "typed" is a board without sensors.
TYPED_PORT: Final = phrase(
    "A typed board has no port. Leave the option port out, or choose another board."
)
# Translators: "typed" is a board without sensors.
TYPED_RECORD: Final = phrase(
    "The option record keeps what a board with sensors sends, not what is typed. Leave it out."
)
# Translators: {port} was given as the place of the electronic board.
PORT: Final = phrase("{port} is not a port. Name a device, a socket, or auto.")
# Translators: {known} lists the names of the voices.
VOICE: Final = phrase("There is no voice {voice}. There are {known}.")
# Translators: the voice was to speak on a certain sound device.
VOICE_DEVICE: Final = phrase(
    "Voice {voice} cannot choose its device. Choose the voice auto or espeak."
)
# Translators: a file of words that the voice says wrongly.
WORDS_UNREADABLE: Final = phrase("The word list {file} cannot be read, {reason}.")
# Translators: a file of words that the voice says wrongly.
WORDS_TOO_MANY: Final = phrase("The word list {file} is longer than {most} letters.")
# Translators: the file should be text in the usual encoding of letters, and is not.
NOT_TEXT: Final = phrase("{file} is not a text file.")
# Translators: events are what other programs read; {reason}: the system's words.
EVENTS: Final = phrase("Events cannot be written to {file}, {reason}.")
# Translators: as above.
EVENTS_OUT: Final = phrase("Events cannot be written to standard output, {reason}.")
# Translators: what the board sends was to be kept in this file.
RECORD_THERE: Final = phrase("{file} already exists. Name a new file.")
# Translators: what the board sends was to be kept in this file.
RECORD_REFUSED: Final = phrase("{file} cannot be written, {reason}.")

# --- the page and the club ------------------------------------------------------------------------
# Translators: the referee's page needs an optional part of the program.
WEB_MISSING: Final = phrase("The page needs the extra {extra}.")
# Translators: the club needs an optional part of the program.
CLUB_MISSING: Final = phrase("The club needs the extra {extra}.")
# Translators: the evening was to be published for a club.
BROKER_JOURNAL: Final = phrase(
    "The option broker needs a journal. Leave the option no journal out."
)
# Translators: the evening was to be published for a club.
BROKER_TABLE: Final = phrase("The option broker needs the option table, a name for this board.")
# Translators: {table} was given as the name of this board in the club.
TABLE: Final = phrase("{table} is not a table name. Use up to 40 letters and digits, no spaces.")
# Translators: the names of the players were given.
PLAYERS: Final = phrase("The option players needs two names with a comma between, green's first.")
# Translators: the names of the players were given.
PLAYERS_SIGNS: Final = phrase(
    "A player's name has a character that cannot be written. Use letters and digits."
)
# Translators: {url} was given as the club's broker.
BROKER_URL: Final = phrase("{url} is not a broker address, such as {example}.")
# Translators: the club's broker is reached safely by certificates.
CERTIFICATES_GONE: Final = phrase("The file {file} with the broker's certificates does not exist.")
# Translators: the club's broker is reached safely by certificates.
NO_CERTIFICATES: Final = phrase(
    "The file {file} holds no certificates. Give the broker's, as text."
)
# Translators: {reason}: the system's words.
CERTIFICATES_REFUSED: Final = phrase(
    "The file {file} with the broker's certificates cannot be read, {reason}."
)
# Translators: {address} was given as the address of the referee's page.
ADDRESS: Final = phrase("{address} is not an address for the page, such as {example}.")
# Translators: the referee's page; {reason}: the system's words.
NO_ADDRESS: Final = phrase("There is no address {address}, {reason}.")
# Translators: the referee's page; another program may have its address.
ADDRESS_REFUSED: Final = phrase(
    "The page cannot open at {address}, {reason}. Choose another address, or port 0 for any free"
    " one."
)
# Translators: the referee's page.
PAGE_LATE: Final = phrase("The page did not open in time. Try again.")
# Translators: the referee's page; {code} is a number for programmers.
PAGE_ENDED: Final = phrase("The page's program ended before it was open, code {code}.")

# --- the journal ----------------------------------------------------------------------------------
JOURNAL: Final = {
    # Translators: {journal} is a folder of games; two programs cannot write to the same one.
    "in-use": phrase(
        "The journal {journal} is in use by another companion. End that one, or choose another"
        " folder."
    ),
    # Translators: {journal} is a folder of games; nothing more can be written to it.
    "full": phrase("The disk is full, the journal {journal} cannot grow. Free some space."),
    # Translators: the system does not let the program write to the folder of games.
    "read-only": phrase(
        "The journal {journal} may not be written to. Change its permissions, or choose another"
        " folder."
    ),
    # Translators: the folder of games cannot be made there.
    "no-folder": phrase("The journal {journal} cannot be made there. Choose another folder."),
    # Translators: the folder of games.
    "disk-error": phrase(
        "The journal {journal} cannot be read or written, the disk reports an error. Check the"
        " disk."
    ),
    # Translators: a folder of games was to be named, and {journal} is no folder.
    "foreign": phrase("{journal} is not a folder. Choose a folder for the journal."),
    # Translators: {journal} has a form that only a newer version of the program knows.
    "newer": phrase(
        "The journal {journal} was written by a newer companion. Update this one, or choose another"
        " folder."
    ),
    # Translators: the folder of games is not there any more.
    "gone": phrase(
        "The journal {journal} was removed or renamed while in use. Put it back, or choose another"
        " folder."
    ),
    # Translators: the folder of games was to be read.
    "not-there": phrase("There is no journal {journal}. Name the folder of your evenings."),
    # Translators: an unfinished match was to be resumed, and there is none.
    "no-unfinished": phrase("The journal {journal} holds no unfinished match."),
    # Translators: the folder of games; no reason is known.
    "unusable": phrase("The journal {journal} cannot be used. Choose another folder."),
}
"""Why a journal cannot be used, by the code of a `JournalError`."""
# Translators: {match} is what was played, such as "backgammon, 5 points"; "journal resume" is a
# command and stays in English.
UNFINISHED: Final = phrase(
    "The journal {journal} holds an unfinished match, {match}. Resume it with the command journal"
    " resume, or choose another folder."
)
# Translators: as above; {match} is the name of an exercise too.
UNFINISHED_EXERCISE: Final = phrase(
    "The journal {journal} holds an unfinished exercise, {match}. Resume it with the command"
    " journal resume, or choose another folder."
)
# Translators: {v} and {n} are the names of green's and black's player.
OTHER_PLAYERS: Final = phrase(
    "The journal {journal} holds an unfinished match of {v} and {n}. Name the same players, or"
    " choose another folder."
)
# Translators: a saved match names no game that the program knows.
NO_GAME_TOLD: Final = phrase(
    "The unfinished match does not say which game it is. It cannot be resumed."
)
# Translators: in a tournament nobody practises.
NO_TOURNAMENT: Final = phrase(
    "The unfinished match in {journal} is practice with the companion. Choose another mode than"
    " tournament."
)

# --- anything else --------------------------------------------------------------------------------
# Translators: {reason}: the system's words.
FILE: Final = phrase("{file} cannot be used, {reason}.")

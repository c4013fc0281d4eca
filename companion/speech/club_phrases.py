"""What is told of tables, club and broker where something is not as it should be."""

from typing import Final

from companion.speech.catalogue import Phrase, phrase, plural

REASONS: Final[dict[str, Phrase]] = {
    # Translators: why the server of messages is away.
    "unreachable": phrase("It cannot be reached."),
    # Translators: why the server of messages is away: the name in its address is wrong.
    "unknown-host": phrase("No machine of that name is known."),
    # Translators: why the server of messages is away: with this certificate it may be another one.
    "certificate": phrase("Its certificate is not trusted."),
    # Translators: why the server of messages is away: the address wants it encrypted, it is not.
    "no-tls": phrase("It does not use TLS on that port, though the address asks for it."),
    # Translators: why the server of messages is away: perhaps it wants to be spoken to encrypted.
    "no-mqtt": phrase("It does not use MQTT 5 on that port, or only with TLS."),
    # Translators: why the server of messages is away.
    "refused": phrase("It refuses this user or password."),
    # Translators: why the server of messages is away: two programs came with one name.
    "taken-over": phrase("Another program connected under the same name."),
}
# Translators: why the server of messages is away, in its own words.
OTHER_REASON: Final = phrase("It says, {reason}.")
# Translators: printed by a table: a second one came with its name, and one name is one table.
NAME_TAKEN: Final = phrase(
    "Another program already publishes as table {name}. This one has stopped publishing. "
    "Restart it with another name."
)
# Translators: printed by the club: its own work stopped by a mistake in the program.
BROKE_OFF: Final = phrase(
    "Updates stopped, {reason}. They are resuming, and what was missed is being fetched again."
)
# Translators: news of the hall: the club's own work stopped by a mistake in the program.
HALL_BROKE_OFF: Final = phrase(
    "Club updates stopped and have resumed. Check the tables themselves if something "
    "seems to be missing."
)
# Translators: printed at a table: somebody who may not rule there has tried to.
TRIED: Final = plural(
    "A wrong token was given for a ruling.", "A wrong token was given for a ruling {count} times."
)
# Translators: on the hall's page, first of all; {reason} is a whole sentence.
CUT_OFF: Final = phrase(
    "Broker disconnected. {reason} What this page shows is out of date, and new errors "
    "are not shown."
)
# Translators: news of the hall: the server between the tables and the club does not answer.
HALL_CUT_OFF: Final = phrase("Broker disconnected. This page is out of date until it is back.")
# Translators: on the page of one table, and in its line: what is shown may be old.
TABLE_CUT_OFF: Final = phrase("Club broker disconnected. This is the table as last seen.")
# Translators: news of the hall: somebody who may not rule at a table has tried to.
HALL_TRIED: Final = plural(
    "Table {name}, a wrong token was given.", "Table {name}, a wrong token was given {count} times."
)
STATES: Final = {
    # Translators: on a table's card in the hall, its state: a finished turn was wrong.
    "error": phrase("Open error."),
    # Translators: on a table's card in the hall, its state: a player has called the referee.
    "call": phrase("Referee called."),
    # Translators: on a table's card in the hall, its state: a player has used all of his time.
    "late": phrase("Time up."),
    # Translators: on a table's card in the hall, its state: its program does not answer.
    "away": phrase("No contact."),
    # Translators: on a table's card in the hall, its state: its program was ended in order.
    "left": phrase("Evening over."),
    # Translators: on a table's card in the hall, its state: the cable of its board is out.
    "lost": phrase("Board disconnected."),
    # Translators: on a table's card in the hall, its state: what it sent makes no sense.
    "unshown": phrase("Cannot be shown."),
    # Translators: on a table's card in the hall, its state: the players choose what to play.
    "choosing": phrase("Choosing a game."),
    # Translators: on a table's card in the hall, its state: the pieces are being set up.
    "setup": phrase("Setting up."),
    # Translators: on a table's card in the hall, its state: one die each, to see who begins.
    "opening": phrase("Opening throw."),
    # Translators: on a table's card in the hall, its state: one player has doubled.
    "doubled": phrase("Double offered."),
    # Translators: on a table's card in the hall, its state.
    "paused": phrase("Paused."),
    # Translators: on a table's card in the hall, its state: a game has ended, another may follow.
    "game-over": phrase("Game over."),
    # Translators: on a table's card in the hall, its state.
    "over": phrase("Match over."),
    # Translators: on a table's card in the hall, its state: a game goes on.
    "playing": phrase("In play."),
}
# Translators: on a table's card in the hall, over the points of both players.
POINTS: Final = phrase("Points.")
# Translators: on a table's card in the hall, over the games that both players have won.
GAMES: Final = phrase("Games.")
# Translators: on a table's card in the hall, over minutes and seconds: what both players have used.
TIME_USED: Final = phrase("Time used.")
# Translators: on a table's card in the hall, over minutes and seconds: what both players have left.
TIME_LEFT: Final = phrase("Time left.")
# Translators: on a table's card in the hall; {cube} is its value and where it lies, such as
# "2, with green".
CUBE: Final = phrase("Cube {cube}.")
# Translators: in the hall, before minutes and seconds: how long the referee has been waited for.
WAITS: Final = phrase("Waiting.")
# Translators: on a table's page: its program was ended in order by the players or a referee.
LEFT: Final = phrase("The evening at this table has ended.")
# Translators: news of the hall: a table's program was ended in order.
HALL_LEFT: Final = phrase("Table {name}, the evening has ended.")
# Translators: a link to the same page in larger letters, for a projector.
LARGE: Final = phrase("Large text.")
# Translators: a link back to the same page in usual letters.
USUAL: Final = phrase("Normal text.")
# Translators: of a table whose companion told something that makes no sense here.
UNSHOWN: Final = phrase("Something this table sent cannot be shown. Ask at the table.")

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
    "no-tls": phrase("It does not speak TLS at that port, as the address wants it."),
    # Translators: why the server of messages is away: perhaps it wants to be spoken to encrypted.
    "no-mqtt": phrase("It does not speak MQTT 5 at that port, or only with TLS."),
    # Translators: why the server of messages is away.
    "refused": phrase("It refuses this user or password."),
    # Translators: why the server of messages is away: two programs came with one name.
    "taken-over": phrase("It let another program in under the same name."),
}
# Translators: why the server of messages is away, in its own words.
OTHER_REASON: Final = phrase("It says, {reason}.")
# Translators: printed by a table: a second one came with its name, and one name is one table.
NAME_TAKEN: Final = phrase(
    "Another companion publishes as table {name}. This one publishes nothing more. Start it again"
    " with another name."
)
# Translators: printed by the club: its own work stopped by a mistake in the program.
BROKE_OFF: Final = phrase(
    "The gathering broke off, {reason}. It goes on, and what is missing is asked for again."
)
# Translators: news of the hall: the club's own work stopped by a mistake in the program.
HALL_BROKE_OFF: Final = phrase(
    "The club's gathering broke off and goes on. Look at the tables themselves if something seems"
    " to be missing."
)
# Translators: printed at a table: somebody who may not rule there has tried to.
TRIED: Final = plural(
    "A wrong token was given for a ruling.", "A wrong token was given for a ruling {count} times."
)
# Translators: on the hall's page, first of all; {reason} is a whole sentence.
CUT_OFF: Final = phrase(
    "The broker is away. {reason} What this page shows of the tables is old, and new errors are not"
    " seen here."
)
# Translators: news of the hall: the server between the tables and the club does not answer.
HALL_CUT_OFF: Final = phrase("The broker is away. What this page shows is old until it is back.")
# Translators: on the page of one table, and in its line: what is shown may be old.
TABLE_CUT_OFF: Final = phrase("The club's broker is away. This is how the table stood before.")
# Translators: news of the hall: somebody who may not rule at a table has tried to.
HALL_TRIED: Final = plural(
    "Table {name}, a wrong token was given.", "Table {name}, a wrong token was given {count} times."
)
# Translators: of a table whose companion told something that makes no sense here.
UNSHOWN: Final = phrase("Something that this table told cannot be shown. Ask at the table.")

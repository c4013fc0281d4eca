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
# Translators: of a table whose companion told something that makes no sense here.
UNSHOWN: Final = phrase("Something this table sent cannot be shown. Ask at the table.")

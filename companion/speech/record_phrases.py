"""What stands in the written record of a match beside the sentences that were spoken.

For the transcript and the referee's report, which are read by eyes, fingers or a screen reader, one
line at a time.
"""

from typing import Final

from companion.speech.catalogue import phrase, plural

# Translators: the title of the referee's report, a list of what a referee may be asked about.
REPORT: Final = phrase("Referee's report.")
# Translators: at the top of a written record; {day} is a date such as 2026-11-24.
BEGUN: Final = phrase("Begun on {day}.")
# Translators: at the top of a written record; {day} is a date such as 2026-11-24, {time} such as
# 19:30.
BEGUN_AT: Final = phrase("Begun on {day} at {time} UTC.")
# Translators: the report is empty.
REPORT_NOTHING: Final = phrase("No dispute, no void throw, no correction.")
# Translators: in the report, when something happened: in the first minute of the evening.
WHEN_FIRST: Final = phrase("Game {game}, turn {turn}, in the first minute.")
# Translators: in the report, when something happened: after so many minutes of the evening.
WHEN: Final = plural(
    "Game {game}, turn {turn}, after one minute.",
    "Game {game}, turn {turn}, after {count} minutes.",
)
# Translators: in the report, when something happened: before the first turn of a game.
WHEN_BEFORE: Final = phrase("Game {game}, before the first turn.")
# Translators: in the report: how many throws did not count.
COUNT_VOID: Final = plural("One void throw.", "{count} void throws.")
# Translators: in the report: how many wrong turns were put right after the dice were picked up.
COUNT_CORRECTED: Final = plural("One error corrected.", "{count} errors corrected.")
# Translators: in the report: how many wrong turns the opponent accepted.
COUNT_ACCEPTED: Final = plural("One error accepted.", "{count} errors accepted.")
# Translators: in the report: how often a referee, or both players, decided something.
COUNT_RULINGS: Final = plural("One decision.", "{count} decisions.")
# Translators: in the report, where an error is closed: how long it was open.
OPEN_FOR: Final = plural("Open for one minute.", "Open for {count} minutes.")
# Translators: in the report, where an error is closed: it was open for some seconds.
OPEN_SHORT: Final = phrase("Open for less than a minute.")
# Translators: in the report: how often a player called the referee.
COUNT_CALLS: Final = plural("The referee was called once.", "The referee was called {count} times.")
CALLED_BY: Final = {
    # Translators: in the report, after the referee was called: who did so.
    "V": phrase("Green called."),
    # Translators: in the report, after the referee was called: who did so.
    "N": phrase("Black called."),
}
DECIDED_BY_US: Final = {
    # Translators: in the report: who decided, such as a pause.
    "V": phrase("Decided by green."),
    # Translators: in the report: who decided, such as a pause.
    "N": phrase("Decided by black."),
    # Translators: in the report: both players agreed on what was decided.
    "players": phrase("Decided by both players."),
    # Translators: in the report: it was typed at the table's own keyboard, without a name.
    "keyboard": phrase("Decided at the keyboard."),
}
# Translators: in the report: who decided; {name} is a person's name or office.
DECIDED_BY: Final = phrase("Decided by {name}.")
# Translators: the last line of a transcript: the game has no end yet.
GOES_ON: Final = phrase("The game is not finished.")

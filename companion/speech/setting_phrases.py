"""The first start, and the settings: what is asked by voice before an evening begins."""

from typing import Final

from companion.speech.catalogue import phrase

# Translators: the user's settings file cannot be read; the evening begins without it.
FILE_LEFT_OUT: Final = phrase("Settings file damaged, ignored.")
# Translators: a setting in the user's file does not count. {name}: as it is typed, in English.
LEFT_OUT: Final = phrase("Setting {name} not valid, ignored.")
# Translators: something in the user's settings file is no setting.
UNKNOWN_LEFT_OUT: Final = phrase("Unknown setting, ignored.")
# Translators: the program was started, and no board with sensors answers.
NO_BOARD: Final = phrase(
    "No board found. Type your moves instead? Plus plus and Enter for yes, minus minus "
    "for no, star for an explanation."
)
# Translators: at a table whose players type, a person alone may play against the program.
PRACTICE: Final = phrase("Play against me?")
# Translators: the person will not type; the program goes on looking for a board with sensors.
WAITING: Final = phrase("Waiting for the board.")
# Translators: nobody types at a terminal, and neither a board with sensors nor a numeric keypad is
# plugged in; the program waits for one of them.
READY: Final = phrase("Ready. Connect a board or a numeric keypad.")
# Translators: the players stopped and had the computer switched off, and it does not let them.
NOT_SHUT_DOWN: Final = phrase("Couldn't shut down. Safe to unplug.")
# Translators: yes or no was asked for, and something else was typed.
YES_OR_NO: Final = phrase(
    "Plus plus for yes, minus minus for no, star for an explanation, dot to repeat."
)

EXPLAINED: Final = {
    # Translators: the question "Type your moves instead?" is explained.
    "no-board": phrase(
        "Yes means you type dice and moves, at any board or none. No means I wait for a "
        "board that senses its pieces."
    ),
    # Translators: the question "Play against me?" is explained.
    "practice": phrase(
        "Yes means I play black, throw my own dice and tell you my moves. No means two people play."
    ),
    # Translators: the question for the language is explained.
    "lang": phrase("This is the language I speak. No offers the next one."),
    # Translators: the question for the voice is explained.
    "voice": phrase(
        "This is who speaks to you. A screen reader is NVDA, JAWS or VoiceOver. No offers the next"
        " choice."
    ),
    # Translators: the question for the speed of the voice is explained.
    "rate": phrase("No offers another speed. You may also type a number from those offered."),
    # Translators: the question for the number of words is explained.
    "verbosity": phrase(
        "This is how much I say in a turn. Brief is for players who know the game, full explains"
        " more. No offers the next choice."
    ),
    # Translators: the question for the names of points is explained.
    "notation": phrase(
        "This is how I call the points. Your own numbers go down to 1, your last point. Names are"
        " the same for both players. No offers the next choice."
    ),
    # Translators: the question for the kind of board is explained.
    "board": phrase(
        "A board that senses its pieces tells me the moves. At any other board you type them. No"
        " offers the next choice."
    ),
}
"""What explains each question."""

QUESTIONS: Final = {
    # Translators: a setting is offered: the first setting; each language asks for itself.
    ("lang", ""): phrase("English?"),
    # Translators: a setting is offered: which voice is to speak.
    ("voice", "auto"): phrase("Speak with the first voice that works?"),
    # Translators: a setting is offered: which voice is to speak: NVDA, JAWS and others.
    ("voice", "screenreader"): phrase("Speak with your screen reader?"),
    # Translators: a setting is offered: sentences are only written.
    ("voice", "print"): phrase("Text only?"),
    # Translators: a setting is offered: how many words are said.
    ("verbosity", "normal"): phrase("Normal amount of speech?"),
    # Translators: a setting is offered: how many words are said.
    ("verbosity", "brief"): phrase("Brief?"),
    # Translators: a setting is offered: how many words are said.
    ("verbosity", "full"): phrase("Full, for learners?"),
    # Translators: a setting is offered: how points are called.
    ("notation", "own"): phrase("Points by your own numbers, 24 to 1?"),
    # Translators: a setting is offered: how points are called.
    ("notation", "names"): phrase("Points by their names, such as V 6?"),
    # Translators: a setting is offered: what is played at: a board with sensors.
    ("board", "serial"): phrase("A board that senses its pieces?"),
    # Translators: a setting is offered: what is played at: a plain board, or none.
    ("board", "typed"): phrase("An ordinary board, with dice and moves typed?"),
}
"""What is asked for each value of a setting; "" of a language: each asks in itself."""
# Translators: how fast the voice is; the number is words a minute.
RATE: Final = phrase("Is this speed right, {rate} words a minute?")
# Translators: the settings were written to a file.
SAVED: Final = phrase("Settings saved.")
# Translators: the settings were written to a file; what stood there before could not be read, and
# was renamed. {name} is that file's new name.
SAVED_ANEW: Final = phrase("Settings saved. The old file was not readable, it is now {name}.")
# Translators: the settings could not be written.
NOT_SAVED: Final = phrase("Settings not saved. See the screen.")
# Translators: somebody left before the last question.
UNCHANGED: Final = phrase("Settings unchanged.")
# Translators: said once before the first question.
HOW: Final = phrase(
    "Settings. Plus plus and Enter for yes, minus minus for the next choice, star for an "
    "explanation."
)

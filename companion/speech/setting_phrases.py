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
    "No board found. Play at any board, and type? Plus plus and Enter for yes, minus minus for no."
)
# Translators: the person will not type; the program goes on looking for a board with sensors.
WAITING: Final = phrase("Waiting for the board.")
# Translators: nobody types at a terminal, and neither a board with sensors nor a numeric keypad is
# plugged in; the program waits for one of them.
READY: Final = phrase("Ready. Connect a board or a numeric keypad.")
# Translators: the players stopped and had the computer switched off, and it does not let them.
NOT_SHUT_DOWN: Final = phrase("Shutdown refused, you may pull the plug.")
# Translators: yes or no was asked for, and something else was typed.
YES_OR_NO: Final = phrase("Plus plus for yes, minus minus for no.")

QUESTIONS: Final = {
    # Translators: a setting is offered: the first setting; each language asks for itself.
    ("lang", ""): phrase("English?"),
    # Translators: a setting is offered: which voice is to speak.
    ("voice", "auto"): phrase("Speak with the first voice that works?"),
    # Translators: a setting is offered: which voice is to speak: NVDA, JAWS and others.
    ("voice", "screenreader"): phrase("Speak with your screen reader?"),
    # Translators: a setting is offered: sentences are only written.
    ("voice", "print"): phrase("Write only, without a voice?"),
    # Translators: a setting is offered: how many words are said.
    ("verbosity", "normal"): phrase("Usual number of words?"),
    # Translators: a setting is offered: how many words are said.
    ("verbosity", "brief"): phrase("Few words?"),
    # Translators: a setting is offered: how many words are said.
    ("verbosity", "full"): phrase("Every word, as for learners?"),
    # Translators: a setting is offered: how points are called.
    ("notation", "own"): phrase("Points by your own numbers, 24 to 1?"),
    # Translators: a setting is offered: how points are called.
    ("notation", "names"): phrase("Points by their names, such as V 6?"),
    # Translators: a setting is offered: what is played at: a board with sensors.
    ("board", "serial"): phrase("A board that senses its pieces?"),
    # Translators: a setting is offered: what is played at: a plain board, or none.
    ("board", "typed"): phrase("Any board, and you type dice and moves?"),
}
"""What is asked for each value of a setting; "" of a language: each asks in itself."""
# Translators: how fast the voice is; the number is words a minute.
RATE: Final = phrase("This fast, {rate} words a minute?")
# Translators: the settings were written to a file.
SAVED: Final = phrase("Settings saved.")
# Translators: the settings could not be written.
NOT_SAVED: Final = phrase("Settings not saved. See the screen.")
# Translators: somebody left before the last question.
UNCHANGED: Final = phrase("Settings as they were.")
# Translators: said once before the first question.
HOW: Final = phrase("Settings. Plus plus and Enter for yes, minus minus for the next choice.")

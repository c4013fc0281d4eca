"""What is said of the link to the board and of setting it up. See `phrases`."""

from typing import Final

from companion.speech.catalogue import by_player, phrase, plural, sited_plural

# --- the link -------------------------------------------------------------------------------------
LINK: Final = {
    # Translators: no board answers yet; the program goes on looking for it by itself.
    "searching": phrase("Looking for the board."),
    # Translators: the electronic board answers.
    "connected": phrase("Board connected."),
    # Translators: the cable was pulled, for example. Nothing is lost: say so.
    "lost": phrase("Board disconnected. The game is saved, I am looking for the board."),
}

WHY: Final = {
    # Translators: no board yet: the system does not let this program open the board's port.
    "no-permission": phrase(
        "No permission for the board's port. Ask the person who looks after this computer."
    ),
    # Translators: no board yet: another program has opened the board's port.
    "in-use": phrase("Board in use by another program. Close that program."),
    # Translators: no board yet: the device that was named is not there.
    "no-board": phrase("No board at its port. Plug it in."),
    # Translators: no board yet: none answers, at any port.
    "no-answer": phrase("No answer from the board. Plug it in."),
    # Translators: no board yet: the name that was given for its port cannot be one.
    "bad-port": phrase("Wrong port name, no board there."),
}
# Translators: after the sentence that the board is lost, where its port has gone.
CHECK_CABLE: Final = phrase("Check its cable.")

# Translators: the board goes on sending, but nothing of it can be understood; it is told apart from
# a board that is silent.
LINK_UNREADABLE: Final = phrase(
    "The board's signals make no sense. Switch it off and on again. The game is saved."
)
# Translators: after the sentence that the board answers; it has not the 28 places it should have.
LINK_ZONES: Final = phrase(
    "Wrong number of places, some pieces may be missed. Update the board or the program."
)
# Translators: the board goes on sending, but the time that it sends with everything never changes.
LINK_STANDING: Final = phrase(
    "Board clock stopped, nothing can be judged. Switch the board off and on again. The "
    "game is saved."
)
UNSAVED: Final = {
    # Translators: the cable was pulled, for example, and no record of the game is kept.
    LINK["lost"]: phrase("Board disconnected. I am looking for the board."),
    # Translators: the board goes on sending, but nothing of it can be understood.
    LINK_UNREADABLE: phrase("The board's signals make no sense. Switch it off and on again."),
    # Translators: the board goes on sending, but the time that it sends never changes.
    LINK_STANDING: phrase(
        "Board clock stopped, nothing can be judged. Switch the board off and on again."
    ),
}
"""What is said instead where no journal holds the game."""
# Translators: a board answers, but it speaks another version of the wire and cannot be played with.
LINK_FOREIGN: Final = phrase("Wrong board version. Update the board or the program.")

# Translators: no piece is on the board, where a game is to go on; the key is called "board".
EMPTY: Final = phrase(
    "Board empty. Put the pieces back as they were. Your second key, called board, tells you what"
    " goes where."
)

# Translators: no piece is on the board, where an exercise is to begin; the key is called "board".
EMPTY_EXERCISE: Final = phrase(
    "Board empty. Set up the exercise. Your second key, called board, tells you what goes where."
)

# --- setting up -----------------------------------------------------------------------------------
# Translators: every piece stands as it should; the game can begin or go on.
SETUP_RIGHT: Final = phrase("Board ready.")
# Translators: how many points, bars or trays are wrong; the first one is named next.
SETUP_WRONG: Final = plural("One place wrong.", "{count} places wrong.")
# Translators: set-up. {point} is a name on the board such as "N 12", or green's own number.
SETUP_MISSING: Final = by_player(
    sited_plural("Put one green piece on {point}.", "Put {count} green pieces on {point}.")
)
# Translators: set-up; more green pieces stand there than should.
SETUP_EXTRA: Final = by_player(
    sited_plural(
        "Remove one green piece from {point}.", "Remove {count} green pieces from {point}."
    )
)
# Translators: set-up; pieces that were hit should lie on the bar.
SETUP_MISSING_BAR: Final = by_player(
    plural("Put one green piece on the bar.", "Put {count} green pieces on the bar.")
)
# Translators: set-up; more green pieces lie on the bar than should.
SETUP_EXTRA_BAR: Final = by_player(
    plural("Remove one green piece from the bar.", "Remove {count} green pieces from the bar.")
)
# Translators: set-up; pieces borne off lie in a tray.
SETUP_MISSING_OFF: Final = by_player(
    plural("Put one green piece in the tray.", "Put {count} green pieces in the tray.")
)
# Translators: set-up; more green pieces lie in the tray of borne-off pieces than should.
SETUP_EXTRA_OFF: Final = by_player(
    plural("Remove one green piece from the tray.", "Remove {count} green pieces from the tray.")
)
# Translators: set-up in Jacquet; the postillon is the blue star that runs first.
SETUP_NO_POSTILLON: Final = by_player(phrase("Put the green postillon, a star, on {point}."))
# Translators: set-up in Jacquet; the blue star does not belong there.
SETUP_POSTILLON: Final = by_player(phrase("Remove the green postillon from {point}."))
# Translators: set-up; a piece the board does not know stands on a point.
SETUP_UNKNOWN: Final = plural("Unknown piece on {point}.", "{count} unknown pieces on {point}.")
# Translators: set-up; the same, where points have a player's own numbers; {point} is green's.
SETUP_UNKNOWN_ON: Final = by_player(
    plural("Unknown piece on green's {point}.", "{count} unknown pieces on green's {point}.")
)
# Translators: set-up; pieces the board does not know lie on the bar or in a tray.
SETUP_UNKNOWN_ASIDE: Final = plural(
    "Unknown piece off the points.", "{count} unknown pieces off the points."
)

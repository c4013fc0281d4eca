"""What is said to put a board right, piece by piece. How sentences are written: see `phrases`."""

from typing import Final

from companion.rules.vocabulary import Player
from companion.speech.catalogue import phrase, plural
from companion.speech.phrases import ByPlayer

# Translators: in all these sentences a player is told to carry pieces; {source} and {target} are
# names on the board such as "V 8".
POINT_TO_POINT: Final[ByPlayer] = {
    # Translators: carry green pieces from one point to another.
    Player.V: plural(
        "Carry one green piece from {source} to {target}.",
        "Carry {count} green pieces from {source} to {target}.",
    ),
    # Translators: carry black pieces from one point to another.
    Player.N: plural(
        "Carry one black piece from {source} to {target}.",
        "Carry {count} black pieces from {source} to {target}.",
    ),
}
BAR_TO_POINT: Final[ByPlayer] = {
    # Translators: carry green pieces from the bar to a point.
    Player.V: plural(
        "Carry one green piece from the bar to {target}.",
        "Carry {count} green pieces from the bar to {target}.",
    ),
    # Translators: carry black pieces from the bar to a point.
    Player.N: plural(
        "Carry one black piece from the bar to {target}.",
        "Carry {count} black pieces from the bar to {target}.",
    ),
}
POINT_TO_BAR: Final[ByPlayer] = {
    # Translators: carry green pieces from a point to the bar.
    Player.V: plural(
        "Carry one green piece from {source} to the bar.",
        "Carry {count} green pieces from {source} to the bar.",
    ),
    # Translators: carry black pieces from a point to the bar.
    Player.N: plural(
        "Carry one black piece from {source} to the bar.",
        "Carry {count} black pieces from {source} to the bar.",
    ),
}
TRAY_TO_POINT: Final[ByPlayer] = {
    # Translators: carry green pieces from the tray of borne-off pieces to a point.
    Player.V: plural(
        "Carry one green piece from the tray to {target}.",
        "Carry {count} green pieces from the tray to {target}.",
    ),
    # Translators: carry black pieces from the tray of borne-off pieces to a point.
    Player.N: plural(
        "Carry one black piece from the tray to {target}.",
        "Carry {count} black pieces from the tray to {target}.",
    ),
}
POINT_TO_TRAY: Final[ByPlayer] = {
    # Translators: carry green pieces from a point to the tray of borne-off pieces.
    Player.V: plural(
        "Carry one green piece from {source} to the tray.",
        "Carry {count} green pieces from {source} to the tray.",
    ),
    # Translators: carry black pieces from a point to the tray of borne-off pieces.
    Player.N: plural(
        "Carry one black piece from {source} to the tray.",
        "Carry {count} black pieces from {source} to the tray.",
    ),
}
POSTILLON_TO_POINT: Final[ByPlayer] = {
    # Translators: carry green's blue star, the postillon, from one point to another.
    Player.V: phrase("Carry the green postillon from {source} to {target}."),
    # Translators: carry black's blue star, the postillon, from one point to another.
    Player.N: phrase("Carry the black postillon from {source} to {target}."),
}

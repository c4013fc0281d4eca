"""What is said to put a board right, piece by piece. How sentences are written: see `phrases`."""

from typing import Final

from companion.rules.words import Player
from companion.speech.catalogue import phrase, plural
from companion.speech.phrases import ByPlayer

# Translators: in all these sentences a player is told to carry pieces; {source} and {target} are
# names on the board such as "V 8". No verb: short, the hand is already on its way.
POINT_TO_POINT: Final[ByPlayer] = {
    # Translators: carry green pawns from one point to another.
    Player.V: plural(
        "One green pawn from {source} to {target}.",
        "{count} green pawns from {source} to {target}.",
    ),
    # Translators: carry black pawns from one point to another.
    Player.N: plural(
        "One black pawn from {source} to {target}.",
        "{count} black pawns from {source} to {target}.",
    ),
}
BAR_TO_POINT: Final[ByPlayer] = {
    # Translators: carry green pawns from the bar to a point.
    Player.V: plural(
        "One green pawn from the bar to {target}.", "{count} green pawns from the bar to {target}."
    ),
    # Translators: carry black pawns from the bar to a point.
    Player.N: plural(
        "One black pawn from the bar to {target}.", "{count} black pawns from the bar to {target}."
    ),
}
POINT_TO_BAR: Final[ByPlayer] = {
    # Translators: carry green pawns from a point to the bar.
    Player.V: plural(
        "One green pawn from {source} to the bar.", "{count} green pawns from {source} to the bar."
    ),
    # Translators: carry black pawns from a point to the bar.
    Player.N: plural(
        "One black pawn from {source} to the bar.", "{count} black pawns from {source} to the bar."
    ),
}
TRAY_TO_POINT: Final[ByPlayer] = {
    # Translators: carry green pawns from the tray of borne-off pieces to a point.
    Player.V: plural(
        "One green pawn from the tray to {target}.",
        "{count} green pawns from the tray to {target}.",
    ),
    # Translators: carry black pawns from the tray of borne-off pieces to a point.
    Player.N: plural(
        "One black pawn from the tray to {target}.",
        "{count} black pawns from the tray to {target}.",
    ),
}
POINT_TO_TRAY: Final[ByPlayer] = {
    # Translators: carry green pawns from a point to the tray of borne-off pieces.
    Player.V: plural(
        "One green pawn from {source} to the tray.",
        "{count} green pawns from {source} to the tray.",
    ),
    # Translators: carry black pawns from a point to the tray of borne-off pieces.
    Player.N: plural(
        "One black pawn from {source} to the tray.",
        "{count} black pawns from {source} to the tray.",
    ),
}
POSTILLON_TO_POINT: Final[ByPlayer] = {
    # Translators: carry green's blue star, the postillon, from one point to another.
    Player.V: phrase("The green postillon from {source} to {target}."),
    # Translators: carry black's blue star, the postillon, from one point to another.
    Player.N: phrase("The black postillon from {source} to {target}."),
}

"""What is said to put a board right, piece by piece. How sentences are written: see `phrases`."""

from typing import Final

from companion.speech.catalogue import by_player, phrase, sited_plural

# Translators: in all these sentences a player is told to carry pieces; {source} and {target} are
# points, by their names on the board such as "V 8", or by the own numbers of the pieces' player.
# Translators: carry green pieces from one point to another.
POINT_TO_POINT: Final = by_player(
    sited_plural(
        "Move one green piece from {source} to {target}.",
        "Move {count} green pieces from {source} to {target}.",
    )
)
# Translators: carry green pieces from the bar to a point.
BAR_TO_POINT: Final = by_player(
    sited_plural(
        "Move one green piece from the bar to {target}.",
        "Move {count} green pieces from the bar to {target}.",
    )
)
# Translators: carry green pieces from a point to the bar.
POINT_TO_BAR: Final = by_player(
    sited_plural(
        "Move one green piece from {source} to the bar.",
        "Move {count} green pieces from {source} to the bar.",
    )
)
# Translators: carry green pieces from the tray of borne-off pieces to a point.
TRAY_TO_POINT: Final = by_player(
    sited_plural(
        "Move one green piece from the tray to {target}.",
        "Move {count} green pieces from the tray to {target}.",
    )
)
# Translators: carry green pieces from a point to the tray of borne-off pieces.
POINT_TO_TRAY: Final = by_player(
    sited_plural(
        "Move one green piece from {source} to the tray.",
        "Move {count} green pieces from {source} to the tray.",
    )
)
# Translators: carry green's blue star, the postillon, from one point to another.
POSTILLON_TO_POINT: Final = by_player(phrase("Move the green postillon from {source} to {target}."))

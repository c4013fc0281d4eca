"""Return a sentence that names a game: the game's own message, or the general one."""

from companion.rules.games import BY_NAME
from companion.speech.catalogue import Catalogue


def of_game(catalogue: Catalogue, game: str, what: str) -> str:
    """What is said of a game: `begins`, `kept`, `offered`… see `locale/en/any-game.po`."""
    if what == "shown" and BY_NAME[game].in_hand:
        what = "offered"  # its start position is an empty board
    title = game.replace("-", " ").capitalize()
    return catalogue.say(catalogue.first(f"{game}.{what}", f"any-game.{what}"), game=title)

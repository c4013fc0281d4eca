"""The door of the hints room for those who do not know whether numpy is here."""

from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING

from companion.hints.advice import HintsMissingError
from companion.rules import Player, Position, Rules

if TYPE_CHECKING:
    from companion.hints.advisor import Advisor


def advisor_of(rules: Rules, engine: str = "own", *, deep: bool = True) -> "Advisor":
    """Who advises in a game.

    Raises `HintsMissingError` where numpy is not installed, `EngineError` where the engine is not.
    """
    check_numpy()
    from companion.hints.advisor import Advisor  # noqa: PLC0415 - this is the door

    return Advisor(rules, engine, deep=deep)


def is_fair(rules: Rules, position: Position, games: int, player: Player, thrower: Player) -> bool:
    """Whether a player may well let the other off for so many games; thrower -- who is to throw.

    Raises `HintsMissingError` where numpy is not installed.
    """
    check_numpy()
    from companion.hints.resigning import is_fair as judged  # noqa: PLC0415 - this is the door

    return judged(rules, position, games, player, thrower)


def has_network(game: str) -> bool:
    """Whether what plays are worth in a game is known in points, and not by rules of thumb."""
    return (files("companion.hints") / "weights" / f"{game}.npz").is_file()


def check_numpy() -> None:
    """Raise `HintsMissingError` where numpy is not installed, or cannot be loaded."""
    try:
        import_module("numpy")
    except ImportError as error:
        # It may be there and lack a library of the system, as on a small computer.
        why = str(error).splitlines()[0].rstrip(".")
        raise HintsMissingError(
            f"Hints need numpy ({why}). Install it from the folder that you cloned: "
            ".venv/bin/pip install '.[hints]'"
        ) from None

"""Loads the hints for callers that do not know whether numpy is installed."""

from importlib.resources import files
from typing import TYPE_CHECKING, Any

from companion.hints.advice import HintsMissingError
from companion.optional import LibraryError, load
from companion.rules import Player, Position, Rules

if TYPE_CHECKING:
    from companion.hints.advisor import Advisor


def advisor_of(rules: Rules, engine: str = "auto", *, deep: bool = True) -> "Advisor":
    """Who advises in a game.

    Raises `HintsMissingError` where numpy is not here, `EngineError` where the engine is not.
    """
    advisor: Advisor = _room("advisor").Advisor(rules, engine, deep=deep)
    return advisor


def judging_engine(game: str) -> str:
    """Return the name of the engine that gives the hints of a game where no other was chosen.

    Raises `LibraryError` where numpy is not here.
    """
    load("numpy", "hints")
    return str(load("companion.hints.evaluator", "hints").engine_of(game))


def is_fair(rules: Rules, position: Position, games: int, player: Player, thrower: Player) -> bool:
    """Whether a player may well let the other off for so many games; thrower -- who is to throw.

    Raises `HintsMissingError` where numpy is not here.
    """
    return bool(_room("resigning").is_fair(rules, position, games, player, thrower))


def has_network(game: str) -> bool:
    """Whether what plays are worth in a game is known in points, and not by rules of thumb."""
    return (files("companion.hints") / "weights" / f"{game}.npz").is_file()


def check_numpy(what: str) -> None:
    """Raise `HintsMissingError` where numpy, which this needs, is not here or does not load."""
    _room("advisor", what)


def _room(module: str, what: str = "Hints") -> Any:  # noqa: ANN401 - a module
    """A module of this room that needs numpy; what -- who asks for it, in plain words."""
    try:
        load("numpy", "hints")
        return load(f"companion.hints.{module}", "hints")
    except LibraryError as error:
        raise HintsMissingError(f"{what} cannot be had without numpy. {error}") from error

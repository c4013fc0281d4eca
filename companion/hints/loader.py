"""Loads modules of this package, for callers that must work without numpy."""

from importlib.resources import files
from typing import TYPE_CHECKING, Any

from companion.hints.advice import HintsMissingError
from companion.optional import LibraryError, load
from companion.rules import Player, Position, Rules

if TYPE_CHECKING:
    from companion.hints.advisor import Advisor


def advisor_of(rules: Rules, engine: str = "auto", *, deep: bool = True) -> "Advisor":
    """Return the advisor of a game.

    Raises `HintsMissingError` if numpy is not installed, `EngineError` if the engine is not.
    """
    return _room("advisor").Advisor(rules, engine, deep=deep)


def judging_engine(game: str) -> str:
    """Return the name of the default engine for a game.

    Raises `LibraryError` if numpy is not installed.
    """
    load("numpy", "hints")
    return str(load("companion.hints.evaluator", "hints").engine_of(game))


def is_fair(rules: Rules, position: Position, games: int, player: Player, thrower: Player) -> bool:
    """Return whether the player should accept a resignation of this many games.

    thrower -- the player to throw. Raises `HintsMissingError` if numpy is not installed.
    """
    return bool(_room("evaluator").is_fair(rules, position, games, player, thrower))


def has_network(game: str) -> bool:
    """Return whether a game has a network. Without a network, positions are valued in pips."""
    return (files("companion.hints") / "weights" / f"{game}.npz").is_file()


def check_numpy(what: str) -> None:
    """Raise `HintsMissingError` if numpy is not installed or fails.

    what -- the feature that needs numpy: `hints`, `training` or `opponent`
    """
    _room("advisor", what)


def _room(module: str, what: str = "hints") -> Any:  # noqa: ANN401 - a module
    """Import and return a module of this package that needs numpy. what -- see `check_numpy`."""
    try:
        load("numpy", "hints")
        return load(f"companion.hints.{module}", "hints")
    except LibraryError as error:
        raise HintsMissingError(f"error.no-{what}", error=error) from error

"""The door of the hints room for those who do not know whether numpy is here."""

from importlib.util import find_spec
from typing import TYPE_CHECKING

from companion.hints.advice import HintsMissingError
from companion.rules import Rules

if TYPE_CHECKING:
    from companion.hints.advisor import Advisor
    from companion.hints.replies import Replies


def advisor_of(rules: Rules, engine: str = "own", *, deep: bool = True) -> "Advisor":
    """Who advises in a game.

    Raises `HintsMissingError` where numpy is not installed, `EngineError` where the engine is not.
    """
    check_numpy()
    from companion.hints.advisor import Advisor  # noqa: PLC0415 - this is the door

    return Advisor(rules, engine, deep=deep)


def replies_of(rules: Rules) -> "Replies":
    """Who answers offers in a game. Raises `HintsMissingError` where numpy is not installed."""
    check_numpy()
    from companion.hints.replies import Replies  # noqa: PLC0415 - this is the door

    return Replies(rules)


def check_numpy() -> None:
    """Raise `HintsMissingError` where numpy is not installed."""
    if find_spec("numpy") is None:
        raise HintsMissingError(
            "Hints need numpy. Install it from the folder that you cloned: "
            ".venv/bin/pip install '.[hints]'"
        )

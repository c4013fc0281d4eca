"""Parametrises tests by game; long games run only in the slow run."""

from typing import TYPE_CHECKING

import pytest

from companion.rules import game_names

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet


def every_game(*slow: str) -> "list[ParameterSet]":
    """Return all games as parameters. slow -- the games that only the slow run includes."""
    return [pytest.param(game, marks=[pytest.mark.slow] * (game in slow)) for game in game_names()]

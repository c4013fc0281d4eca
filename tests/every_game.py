"""Every game as a parameter, the long ones left to the slow run."""

from typing import TYPE_CHECKING

import pytest

from companion.rules import game_names

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet


def every_game(*slow: str) -> "list[ParameterSet]":
    """All games; slow -- those that take too long for the plain run."""
    return [pytest.param(game, marks=[pytest.mark.slow] * (game in slow)) for game in game_names()]

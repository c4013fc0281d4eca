"""Judges whether a resignation is fair, by the equity before the next throw."""

from typing import Final

from companion.hints.evaluator import evaluator_of
from companion.hints.rows import rows_of
from companion.rules import Player, Position, Rules

MARGIN: Final = 0.1
"""How far, in points, a fair resignation may be below the equity."""


def is_fair(rules: Rules, position: Position, games: int, player: Player, thrower: Player) -> bool:
    """Return whether the player does well to accept a resignation of this many games.

    thrower -- the player to throw. Raises `EngineError`.
    """
    evaluator = evaluator_of(rules)
    moved = thrower.other
    chances = evaluator.chances(rows_of(rules, [position], moved))
    worth = float(evaluator.outcomes.equity(chances)[0])
    return games + MARGIN >= (worth if moved is player else -worth)

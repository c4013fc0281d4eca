"""Whether a resignation is fair: what the game would win on average, at one throw's notice."""

from typing import Final

from companion.hints.evaluator import evaluator_of
from companion.hints.rows import rows_of
from companion.rules import Player, Position, Rules

MARGIN: Final = 0.1
"""A resignation may be so much less, in points, than what would be won on average."""


def is_fair(rules: Rules, position: Position, games: int, player: Player, thrower: Player) -> bool:
    """Return whether a player does well to let the other off for so many games.

    thrower -- who is to throw from the position. Raises `EngineError`.
    """
    evaluator = evaluator_of(rules)
    moved = thrower.other
    chances = evaluator.chances(rows_of(rules, [position], moved))
    worth = float(evaluator.outcomes.equity(chances)[0])
    return games + MARGIN >= (worth if moved is player else -worth)

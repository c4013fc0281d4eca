"""Whether to take an offered cube, and whether a resignation is fair: what a partner answers.

Money: who is doubled may lose half a point more than by dropping and owns the cube then, which is
worth something: of a dead cube a quarter of the wins are needed, of one that is always used well a
fifth. Two thirds of the way from the one to the other are taken (Janowski, "Take Points in Money
Games", 1993, finds that for usual positions). In a match the chances to win it are compared.
"""

from dataclasses import replace
from typing import Final

from companion.hints.advice import Stake
from companion.hints.evaluator import Evaluator, evaluator_of
from companion.hints.match_score import match_chance, worth_at
from companion.hints.rows import rows_of
from companion.rules import Player, Position, Rules

TAKE_POINT: Final = -0.5 - 0.1 * 2 / 3
"""What a game may be worth without the cube, to who is doubled, in points of the undoubled game."""

FAIR: Final = 0.1
"""A resignation may be so much less, in points, than what would be won on average."""


class Replies:
    """Answers for a player whose opponent is to throw. Raises `EngineError`."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._evaluator: Evaluator = evaluator_of(rules)

    def takes(self, position: Position, player: Player, stake: Stake) -> bool:
        """Whether a player takes; stake -- as he sees it, with the cube as it was before."""
        worth = self._worth(position, player, doubled := replace(stake, cube=2 * stake.cube))
        if not stake.away:
            return worth >= TAKE_POINT
        over = stake.crawford or stake.after_crawford

        def after(points: int, cube: int) -> float:
            won, lost = max(points, 0) * cube, max(-points, 0) * cube
            return match_chance(stake.away - won, stake.other_away - lost, after_crawford=over)

        win, loss = after(1, doubled.cube), after(-1, doubled.cube)
        return (win + loss) / 2 + worth * (win - loss) / 2 >= after(-1, stake.cube)

    def accepts(self, position: Position, player: Player, games: int, thrower: Player) -> bool:
        """Whether a player lets his opponent off for so many games; thrower -- who is to throw."""
        seen_by = thrower.other
        worth = self._worth(position, seen_by, Stake())
        return games + FAIR >= (worth if seen_by is player else -worth)

    def _worth(self, position: Position, player: Player, stake: Stake) -> float:
        """What the game is worth to who has just moved."""
        chances = self._evaluator.chances(rows_of(self._rules, [position], player))
        return float(worth_at(self._evaluator.outcomes, stake)(chances)[0])

"""Converts the outcome of a game to the chance to win the match.

If both players need more than one point, Rick Janowski's formula is used: the leader's chance is
50 % plus 85 % of D/(T + 6), where D is his lead and T the points the other needs ("Take Points in
Money Games" and his tables, 1993). During and after the Crawford game, the chances assume that each
game is won half the time, a fifth of the wins are gammons, and the trailer doubles at once.
"""

from collections.abc import Callable
from functools import cache
from typing import Final

import numpy as np

from companion.hints.advice import Stake
from companion.hints.features import Floats
from companion.hints.outcomes import Outcomes

_GAMMONS: Final = 0.2


def match_chance(away: int, other_away: int, *, after_crawford: bool = False) -> float:
    """Return the chance to win a match, before a game that is not the Crawford game.

    If a player needs one point and the Crawford game has not been played, it comes next.
    """
    if away <= 0 or other_away <= 0:
        return float(away <= 0)
    if away == other_away:
        return 0.5
    if other_away == 1:
        return _trailing(away) if after_crawford else _crawford(away)
    if away == 1 or away > other_away:
        return 1 - match_chance(other_away, away, after_crawford=after_crawford)
    ahead = 0.5 + 0.85 * (other_away - away) / (other_away + 6)
    # The formula is a little too high if one player has nearly won.
    return min(ahead, match_chance(away - 1, other_away))


@cache
def _trailing(away: int) -> float:
    """Return the trailer's chance after the Crawford game, if every game counts double."""
    if away <= 0:
        return 1.0
    if away == 1:
        return 0.5
    return 0.5 * ((1 - _GAMMONS) * _trailing(away - 2) + _GAMMONS * _trailing(away - 4))


def _crawford(away: int) -> float:
    """Return the trailer's chance before the Crawford game."""
    return 0.5 * ((1 - _GAMMONS) * _trailing(away - 1) + _GAMMONS * _trailing(away - 2))


def worth_at(outcomes: Outcomes, stake: Stake) -> Callable[[Floats], Floats]:
    """Return a function that converts chances to a value at this score.

    The value is in points of a single game. In a match it is the chance to win the match, scaled
    so that a single win is 1 and a single loss -1. The cube stays at its present value.
    """
    if not stake.away or len(outcomes.names) != 5:
        return outcomes.equity
    later = stake.crawford or stake.after_crawford

    def after(points: int) -> float:
        won = max(points, 0) * stake.cube
        lost = max(-points, 0) * stake.cube
        return match_chance(stake.away - won, stake.other_away - lost, after_crawford=later)

    middle, half = (after(1) + after(-1)) / 2, (after(1) - after(-1)) / 2
    values = {points: (after(points) - middle) / half for points in (-3, -2, -1, 1, 2, 3)}
    steps = [
        values[1] - values[-1],
        *(values[2] - values[1], values[3] - values[2]),
        *(values[-2] - values[-1], values[-3] - values[-2]),
    ]
    weights = np.array(steps, dtype=np.float32)

    def worth(chances: Floats) -> Floats:
        found: Floats = (chances * weights).sum(axis=-1) + np.float32(values[-1])
        return found

    return worth

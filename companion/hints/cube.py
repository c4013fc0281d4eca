"""Whether to double, to take, to drop: the cube as a right that is worth something.

Every value is what the side judged wins on average: points of the game at stake, or in a match
the chance to win it. A *dead* cube is worth nothing to who has it; a *live* one is offered at the
very moment at which the other may as well drop. What happens at the table lies between, at the
share `EFFICIENCY` of the way from dead to live. Between the points where a live cube is turned,
and those where the game is won or lost for certain, the value runs straight.

Source: Rick Janowski, "Take-Points in Money Games" (1993), for money; the same for matches, where
each turn of the cube has its own take point, counted from the largest cube that can still matter
down to the present one, is described in the manual of GNU Backgammon ("Cubeful equities").
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from companion.hints.advice import CubeAdvice, Stake
from companion.hints.features import Floats
from companion.hints.match_score import match_chance
from companion.hints.moves import THROWS, WEIGHTS, Mover, unranked
from companion.hints.outcomes import Evaluator
from companion.hints.rows import Numbers, Rows, rows_of
from companion.rules import Player, Position, Rules

EFFICIENCY: Final = 0.68
"""How much of a live cube's worth is had in practice; what Janowski and GNU Backgammon use."""

_DEEPEST: Final = 8
"""So many turns of the cube are looked ahead; what lies beyond changes nothing that is seen."""

_SMALLEST: Final = 1e-9

Value = Callable[[int], float]
"""What so many points won (lost: negative) are worth."""


def value_at(stake: Stake) -> Value:
    """What points are worth: themselves, or in a match the chance to win it afterwards."""
    if not stake.away:
        return float
    later = stake.crawford or stake.after_crawford

    def value(points: int) -> float:
        away, other = stake.away - max(points, 0), stake.other_away + min(points, 0)
        return match_chance(away, other, after_crawford=later)

    return value


@dataclass(frozen=True, eq=False)
class Side:
    """Chances of many positions, and what the game is worth to one side of them.

    chances, stake -- as this side sees them.
    """

    chances: Floats
    stake: Stake
    value: Value = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", value_at(self.stake))

    def win(self, cube: int) -> Floats:
        """The average value of a win."""
        return self._average(cube, self.chances[:, 0], self.chances[:, 1], self.chances[:, 2])

    def lose(self, cube: int) -> Floats:
        """The average value of a loss."""
        return self._average(-cube, 1 - self.chances[:, 0], self.chances[:, 3], self.chances[:, 4])

    def _average(self, cube: int, all_in: Floats, gammon: Floats, backgammon: Floats) -> Floats:
        rate = np.maximum(all_in, np.float32(_SMALLEST))
        double, triple = np.minimum(gammon / rate, 1), np.minimum(backgammon / rate, 1)
        one, two, three = (self.value(cube * kind) for kind in (1, 2, 3))
        average = one + (two - one) * double + (three - two) * triple
        return average.astype(np.float32)

    def is_dead(self, cube: int) -> bool:
        """Return whether this side has no use for a larger cube."""
        return bool(self.stake.away) and self.stake.away <= cube


@dataclass(frozen=True, eq=False)
class Cubeful:
    """Values with the cube, of many positions, all seen by one side."""

    own: Side
    other: Side

    @property
    def turned(self) -> "Cubeful":
        """The same as the opponent sees it."""
        return Cubeful(self.other, self.own)

    def cash_point(self, cube: int, depth: int = 0) -> Floats:
        """The chance to win from which on the other may as well drop a live cube."""
        found: Floats = 1 - self.turned.take_point(2 * cube, depth + 1)
        return found

    def take_point(self, cube: int, depth: int = 0) -> Floats:
        """The chance to win from which on this side takes a live cube that is now at `cube`."""
        lose, drop = self.own.lose(cube), self.own.value(-(cube // 2))
        top, reach = self.own.win(cube), np.ones_like(lose)
        if not self.own.is_dead(cube) and depth < _DEEPEST:
            top, reach = np.full_like(lose, self.own.value(cube)), self.cash_point(cube, depth)
        point: Floats = reach * (drop - lose) / np.maximum(top - lose, np.float32(_SMALLEST))
        return np.clip(point, 0, 1)

    def worth(self, cube: int, owner: int) -> Floats:
        """The value at a cube that this side owns (1), the other (-1), nobody yet (0)."""
        win, lose = self.own.win(cube), self.own.lose(cube)
        chance = self.own.chances[:, 0]
        dead = lose + (win - lose) * chance
        xs, ys = [np.zeros_like(chance)], [lose]
        if owner <= 0 and not self.other.is_dead(cube):
            xs.append(self.take_point(2 * cube))
            ys.append(np.full_like(chance, self.own.value(-cube)))
        if owner >= 0 and not self.own.is_dead(cube):
            xs.append(np.maximum(self.cash_point(cube), xs[-1]))
            ys.append(np.full_like(chance, self.own.value(cube)))
        live = _between(chance, [*xs, np.ones_like(chance)], [*ys, win])
        return (EFFICIENCY * live + (1 - EFFICIENCY) * dead).astype(np.float32)

    def decided(self, cube: int, owner: int) -> Floats:
        """The value to a side that is to throw and may double first, if that gains."""
        keep = self.worth(cube, owner)
        if owner < 0 or self.own.is_dead(cube):
            return keep
        doubled = np.minimum(self.worth(2 * cube, -1), np.float32(self.own.value(cube)))
        better: Floats = np.maximum(keep, doubled)
        return better


def _between(at: Floats, xs: list[Floats], ys: list[Floats]) -> Floats:
    """The height of the broken line through the points (x, y) at some places."""
    found: Floats = ys[0] + np.zeros_like(at)
    for left, right, low, high in zip(xs, xs[1:], ys, ys[1:], strict=False):
        share = (at - left) / np.maximum(right - left, np.float32(_SMALLEST))
        line = (low + (high - low) * np.clip(share, 0, 1)).astype(np.float32)
        found = np.where(at >= left, line, found)
    return found


class CubeAdvisor:
    """Advises on the cube in one game. Every throw of the doubler is played out."""

    def __init__(self, rules: Rules, evaluator: Evaluator) -> None:
        self._rules = rules
        self._evaluator = evaluator
        self._mover = Mover(rules)

    def advise(
        self, position: Position, player: Player, stake: Stake, *, owned: bool = False
    ) -> CubeAdvice:
        """Return advice: whether `player` should double before throwing, and the other take.

        stake -- as that player sees it, with the cube as it lies before the double; owned -- it
        is his, else it is in the middle. That he may double at all is for the caller to know.
        """
        rows, throw = self._after_throws(position, player)
        chances = self._evaluator.chances(rows)
        once = chances.copy()
        once[:, 1:] = 0
        plain = self._advice(once, throw, stake, owned=owned)
        return replace(self._advice(chances, throw, stake, owned=owned), plain=plain)

    def _advice(self, chances: Floats, throw: Numbers, stake: Stake, *, owned: bool) -> CubeAdvice:
        """The advice on some chances after each throw of him who may double."""
        cube, value = stake.cube, value_at(stake)
        theirs = Side(self._evaluator.outcomes.swapped(chances), stake.turned)
        after = Cubeful(theirs, Side(chances, stake))
        total = 1.0 if stake.away else 0.0  # what the two sides' values add up to
        middle, half = (value(cube) + value(-cube)) / 2, (value(cube) - value(-cube)) / 2

        def average(worth: Floats) -> float:
            best = (total - worth[_least(worth, throw)]).astype(np.float64)
            return round(float((WEIGHTS @ best - middle) / half), 4)

        undoubled = after.decided(cube, -1 if owned else 0)
        played = WEIGHTS @ chances[_least(undoubled, throw)].astype(np.float64)
        won, lost = max(played[0], _SMALLEST), max(1 - played[0], _SMALLEST)
        return CubeAdvice(
            no_double=average(undoubled),
            double_take=average(after.decided(2 * cube, 1)),
            chance=round(float(played[0]), 4),
            gammons=(round(float(played[1] / won), 4), round(float(played[3] / lost), 4)),
        )

    def _after_throws(self, position: Position, player: Player) -> tuple[Rows, Numbers]:
        """Every end of every throw, and the number of its throw."""
        start = rows_of(self._rules, [position], player)
        reached = [self._mover.ends(start, dice, unranked).rows for dice in THROWS]
        numbers = np.repeat(np.arange(len(THROWS)), [len(rows) for rows in reached])
        return np.concatenate(reached), numbers


def _least(worth: Floats, throw: Numbers) -> Numbers:
    """Of each throw the end that is worth least to the other, as its index."""
    order = np.lexsort((-worth, throw))
    found: Numbers = order[np.flatnonzero(np.diff(throw[order], append=len(THROWS)))]
    return found

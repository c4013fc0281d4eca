"""Evaluates doubling decisions: the value of positions with a cube, in points or match chances.

A value is the average result of the evaluated side: points of the game, or in a match the chance to
win the match. A *dead* cube has no value for its owner. A *live* cube is offered exactly when
taking and dropping are equally good for the opponent. The value of a real cube is between the two:
`EFFICIENCY` is the weight of the live cube. The value of a live cube is linear between the two
chances at which a side offers it, and from these to a certain win or loss.

Source: Rick Janowski, "Take-Points in Money Games" (1993). For matches, each level of the cube has
its own take point. They are computed in turn, beginning with the largest cube that still matters;
see the manual of GNU Backgammon ("Cubeful equities").

The chance to win a match is looked up in Neil Kazaross's table (`_LEADER_WINS`). If a player needs
more than 25 points, the trailer's chance is estimated as half the square of L/T, where L and T are
the points that the leader and the trailer need, but at most the chance at 25 points. At 25 points
the estimate is within 0.03 of the table.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from companion.hints.advice import CubeAdvice, Stake
from companion.hints.features import Floats
from companion.hints.moves import THROWS, WEIGHTS, Mover, each_throw
from companion.hints.outcomes import Evaluator, Outcomes
from companion.hints.rows import Numbers, rows_of
from companion.rules import Player, Position, Rules

# Copyright (C) 2011 Neil Kazaross. Copying and distribution of this table, with or without
# modification, are permitted in any medium without royalty provided the copyright notice and this
# notice are preserved. The table is offered as-is, without any warranty.
_LEADER_WINS: Final = tuple(
    tuple(map(int, row.split()))
    for row in """
    677 751 814 842 887 907 933 944 959 966 976 980 985 988 991 993 995 996 997 997 998 998 999 999
    599 669 744 799 842 875 902 923 939 952 962 971 977 982 986 989 991 993 995 996 997 997 998
    572 648 711 762 805 840 871 894 915 931 944 955 964 971 977 981 985 988 991 992 994 995
    577 643 699 746 788 824 854 879 900 918 933 945 955 963 970 976 980 984 987 990 992
    566 626 678 725 767 803 834 860 883 902 918 932 944 954 962 969 974 979 983 986
    563 616 668 713 753 789 820 847 870 890 908 922 935 946 955 963 969 974 979
    555 609 656 700 739 774 805 833 857 878 896 912 925 937 947 956 963 969
    554 604 650 691 729 764 794 822 846 867 886 902 917 929 940 949 957
    550 598 641 682 719 753 783 810 835 857 876 893 908 921 932 942
    549 593 636 675 711 744 774 801 825 847 867 884 900 914 925
    546 589 630 668 703 735 765 792 816 839 858 876 892 906
    544 586 625 662 696 728 757 784 808 830 851 869 885
    542 583 620 656 690 721 750 776 801 823 843 861
    541 579 616 651 684 714 743 769 793 816 836
    539 577 613 647 679 709 737 763 787 809
    538 574 609 642 674 703 731 757 780
    537 572 606 639 669 698 725 751
    536 570 603 635 665 694 720
    535 568 601 632 661 689
    534 567 598 629 658
    533 565 596 626
    532 564 594
    532 562
    531
""".strip().splitlines()
)
"""The leader's chance to win a match, in thousandths (the table "Kazaross-XG2" of GNU Backgammon).

The rows are for a leader who needs 1, 2, … 24 points. A row begins with a trailer who needs one
point more, and ends with one who needs 25. If the leader needs one point, the Crawford game is
next.
"""

_TRAILER_WINS: Final = (
    500, 488, 323, 310, 190, 181, 116, 109, 70, 65, 42, 39, 25, 23, 15,
    14, 9, 8, 6, 5, 3, 3, 2, 2, 1,
)  # fmt: skip
"""The trailer's chance after the Crawford game, in thousandths, if the trailer needs 1, 2, … 25
points. From the same table.
"""

_LARGEST: Final = len(_TRAILER_WINS)
"""The most points that a player needs in the tables."""


def match_chance(away: int, other_away: int, *, after_crawford: bool = False) -> float:
    """Return the chance to win a match, before a game that is not the Crawford game.

    If a player needs one point and the Crawford game has not been played, the next game is the
    Crawford game.
    """
    if away <= 0 or other_away <= 0:
        return float(away <= 0)
    if away == other_away:
        return 0.5
    if away > other_away:
        return 1 - match_chance(other_away, away, after_crawford=after_crawford)
    if away == 1 and after_crawford:
        return 1 - _TRAILER_WINS[min(other_away, _LARGEST) - 1] / 1000
    if other_away <= _LARGEST:
        return _LEADER_WINS[away - 1][other_away - away - 1] / 1000
    return max(1 - (away / other_away) ** 2 / 2, match_chance(away, _LARGEST))


def worth_at(outcomes: Outcomes, stake: Stake) -> Callable[[Floats], Floats]:
    """Return a function that converts chances to a value at this score.

    Outside a match, the value is the average number of points with the cube at 1. In a match it is
    the chance to win the match, scaled so that a single win is 1 and a single loss -1. Further
    doubles are not considered.
    """
    if not stake.away or len(outcomes.names) != 5:
        return outcomes.equity
    value, cube = value_at(stake), stake.cube
    middle, half = (value(cube) + value(-cube)) / 2, (value(cube) - value(-cube)) / 2
    values = {points: (value(points * cube) - middle) / half for points in (-3, -2, -1, 1, 2, 3)}
    steps = [
        values[1] - values[-1],
        *(values[2] - values[1], values[3] - values[2]),
        *(values[-2] - values[-1], values[-3] - values[-2]),
    ]
    weights = np.array(steps, dtype=np.float32)

    def worth(chances: Floats) -> Floats:
        return (chances * weights).sum(axis=-1) + np.float32(values[-1])

    return worth


EFFICIENCY: Final = 0.68
"""The share of a live cube's value that is realized, as in Janowski and GNU Backgammon."""

_DEEPEST: Final = 8
"""The maximum number of doubles to look ahead. More would hardly change the result."""

_SMALLEST: Final = 1e-9

Value = Callable[[int], float]
"""Returns the value of points won, or lost if negative."""


def value_at(stake: Stake) -> Value:
    """Return a function that values points: as points, or as the chance to win the match."""
    if not stake.away:
        return float
    later = stake.crawford or stake.after_crawford

    def value(points: int) -> float:
        away, other = stake.away - max(points, 0), stake.other_away + min(points, 0)
        return match_chance(away, other, after_crawford=later)

    return value


@dataclass(frozen=True, eq=False)
class CubeSide:
    """The chances of many positions, and the stake, for one side.

    chances, stake -- from this side's view; value -- see `value_at`.
    """

    chances: Floats
    stake: Stake
    value: Value = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", value_at(self.stake))

    def win(self, cube: int) -> Floats:
        """Return the average value of a win."""
        return self._average(cube, self.chances[:, 0], self.chances[:, 1], self.chances[:, 2])

    def lose(self, cube: int) -> Floats:
        """Return the average value of a loss."""
        return self._average(-cube, 1 - self.chances[:, 0], self.chances[:, 3], self.chances[:, 4])

    def _average(self, cube: int, single: Floats, gammon: Floats, backgammon: Floats) -> Floats:
        """Return the average value of games with these chances to count at least once, and so on.

        A negative cube is for lost games.
        """
        rate = np.maximum(single, np.float32(_SMALLEST))
        double, triple = np.minimum(gammon / rate, 1), np.minimum(backgammon / rate, 1)
        one, two, three = (self.value(cube * kind) for kind in (1, 2, 3))
        average = one + (two - one) * double + (three - two) * triple
        return average.astype(np.float32)

    def is_dead(self, cube: int) -> bool:
        """Return whether a larger cube has no value for this side."""
        return bool(self.stake.away) and self.stake.away <= cube


@dataclass(frozen=True, eq=False)
class Cubeful:
    """Computes values with the cube for many positions, from the view of one side."""

    own: CubeSide
    other: CubeSide

    @property
    def turned(self) -> "Cubeful":
        """The positions from the opponent's view."""
        return Cubeful(self.other, self.own)

    def cash_point(self, cube: int, depth: int = 0) -> Floats:
        """Return the chance to win at which taking and dropping a live cube are equally good."""
        return 1 - self.turned.take_point(2 * cube, depth + 1)

    def take_point(self, cube: int, depth: int = 0) -> Floats:
        """Return the lowest chance to win with which this side takes a live double to `cube`."""
        lose, drop = self.own.lose(cube), self.own.value(-(cube // 2))
        top, reach = self.own.win(cube), np.ones_like(lose)
        if not self.own.is_dead(cube) and depth < _DEEPEST:
            top, reach = np.full_like(lose, self.own.value(cube)), self.cash_point(cube, depth)
        point: Floats = reach * (drop - lose) / np.maximum(top - lose, np.float32(_SMALLEST))
        return np.clip(point, 0, 1)

    def worth(self, cube: int, owner: int) -> Floats:
        """Return the value with a cube owned by this side (1), the opponent (-1) or centred (0)."""
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
        """Return the value for a side that is to throw and may double first."""
        keep = self.worth(cube, owner)
        if owner < 0 or self.own.is_dead(cube):
            return keep
        doubled = np.minimum(self.worth(2 * cube, -1), np.float32(self.own.value(cube)))
        return np.maximum(keep, doubled)


def _between(at: Floats, xs: list[Floats], ys: list[Floats]) -> Floats:
    """Return the values at `at` on the lines through the points with coordinates `xs` and `ys`."""
    found: Floats = ys[0] + np.zeros_like(at)
    for left, right, low, high in zip(xs, xs[1:], ys, ys[1:], strict=False):
        share = (at - left) / np.maximum(right - left, np.float32(_SMALLEST))
        line = (low + (high - low) * np.clip(share, 0, 1)).astype(np.float32)
        found = np.where(at >= left, line, found)
    return found


class CubeAdvisor:
    """Advises on the cube in one game, from all throws of the doubling player."""

    def __init__(self, rules: Rules, evaluator: Evaluator) -> None:
        self._rules = rules
        self._evaluator = evaluator
        self._mover = Mover(rules)

    def advise(
        self,
        position: Position,
        player: Player,
        stake: Stake = Stake(),  # noqa: B008 - frozen
        *,
        owned: bool = False,
    ) -> CubeAdvice:
        """Return whether `player` should double before throwing, and whether to take the double.

        Call this for the player to throw, before a double. Call it with the same arguments after
        the double: `takes` is then the advice for the opponent.
        stake -- the stake for `player`, with the cube before the double;
        owned -- whether the player owns the cube; otherwise it is centred. The caller must check
        that the player may double: the game has a cube, it is not the Crawford game, and the
        opponent does not own the cube. The call takes a few hundredths of a second.
        """
        rows, throw = self._mover.ends(*each_throw(rows_of(self._rules, [position], player)))
        chances = self._evaluator.chances(rows)
        once = chances.copy()
        once[:, 1:] = 0
        plain = self._advice(once, throw, stake, owned=owned)
        return replace(self._advice(chances, throw, stake, owned=owned), plain=plain)

    def _advice(self, chances: Floats, throw: Numbers, stake: Stake, *, owned: bool) -> CubeAdvice:
        """Return the advice for the chances after each throw of the player who may double."""
        cube, value = stake.cube, value_at(stake)
        theirs = CubeSide(self._evaluator.outcomes.swapped(chances), stake.turned)
        after = Cubeful(theirs, CubeSide(chances, stake))
        total = 1.0 if stake.away else 0.0  # the sum of both sides' values
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


def _least(worth: Floats, throw: Numbers) -> Numbers:
    """Return, for each throw, the index of the end with the least value for the opponent."""
    order = np.lexsort((-worth, throw))
    return order[np.flatnonzero(np.diff(throw[order], append=len(THROWS)))]

"""The end positions that a game forbids: patterns of points that a side may not hold together.

Source: docs/rules.md, J3 to J7.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from companion.rules.position import POSTILLON_SHIFT, SIDE, UNIT, WIDTH, held_points

ALWAYS: Final = -1
_NEVER_HELD: Final = 1 << 2 * WIDTH


class Pattern(NamedTuple):
    """Points that one side may not hold together when its turn ends.

    code -- the fault code;
    points -- own numbers, in the order in which sentences name them;
    unless -- the pattern is allowed to a side that also holds all of these points;
    above -- the pattern applies only while the opponent's postillon is on a point with a higher
    number than this; `ALWAYS` for no such condition.
    """

    code: str
    points: tuple[int, ...]
    unless: tuple[int, ...] = ()
    above: int = ALWAYS


Breach = tuple[str, tuple[int, ...], tuple[int, ...]]
"""A broken pattern: its code, the points held, and the missing points that would allow it."""


class _Masked(NamedTuple):
    """A pattern with bit masks of its points and of the points that allow it."""

    pattern: Pattern
    points: int
    unless: int

    def is_broken(self, held: int, star: int) -> bool:
        """Return whether the held points break the pattern. star -- the opponent's postillon."""
        is_held = held & self.points == self.points and held & self.unless != self.unless
        return is_held and star > self.pattern.above


def _is_in_force(group: list[_Masked], start: int) -> bool:
    """Return whether patterns apply in this turn: not if one is broken when it begins (J7)."""
    mine, theirs = start & SIDE, start >> WIDTH
    return not any(
        each.is_broken(held_points(side), other >> POSTILLON_SHIFT)
        for side, other in ((mine, theirs), (theirs, mine))
        for each in group
    )


class ForbiddenEnds:
    """The patterns that the players agreed on. Patterns with the same code apply together."""

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        self.patterns = tuple(patterns)
        self._groups: dict[str, list[_Masked]] = {}
        for each in self.patterns:
            masked = _Masked(each, _bits(each.points), _bits(each.unless))
            self._groups.setdefault(each.code, []).append(masked)

    def filter(self, start: int, steps: int) -> Callable[[int], bool] | None:
        """Return a function that tells whether a turn may end in a state (J3, J7).

        steps -- the maximum number of steps in this turn.

        Return None if every end is allowed. Only patterns that the steps can complete are tested.
        """
        held, star = held_points(start & SIDE), start >> WIDTH + POSTILLON_SHIFT
        near: list[tuple[int, int]] = []
        for group in self._groups.values():
            reachable = [
                (points, unless)
                for pattern, points, unless in group
                if star > pattern.above and (points & ~held).bit_count() <= steps
            ]
            if reachable and _is_in_force(group, start):
                near += reachable
        if not near:
            return None

        def may_end(state: int) -> bool:
            held = state | state >> 1 | state >> 2 | state >> 3
            for points, unless in near:
                if held & points == points and held & unless != unless:
                    return False
            return True

        return may_end

    def breaches(self, start: int, mine: int) -> Iterator[Breach]:
        """Yield the patterns that the side `mine` breaks at the end of a turn from `start`.

        Overlapping patterns with one code are joined, and the longest chain is reported.
        """
        held, star = held_points(mine), start >> WIDTH + POSTILLON_SHIFT
        for code, group in self._groups.items():
            chains: list[tuple[int, ...]] = [()]
            lacking: tuple[int, ...] = ()
            for each in group:
                if not each.is_broken(held, star):
                    continue
                last, points = chains[-1], each.pattern.points
                joined = (*last, *points) if {*last} & {*points} else points
                chains.append(tuple(dict.fromkeys(joined)))
                lacking = tuple(number for number in each.pattern.unless if not held & UNIT[number])
            if len(chains) > 1 and _is_in_force(group, start):
                yield code, max(chains, key=len), lacking


def _bits(points: Iterable[int]) -> int:
    """Return a mask with one bit per point. For no points, it has a bit that no side can hold."""
    return sum(UNIT[point] for point in points) or _NEVER_HELD

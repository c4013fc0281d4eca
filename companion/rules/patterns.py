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
    above -- the pattern applies only while the opponent's postillon is above this own number of the
    opponent; `ALWAYS` for no such condition.
    """

    code: str
    points: tuple[int, ...]
    unless: tuple[int, ...] = ()
    above: int = ALWAYS


class Breach(NamedTuple):
    """A broken pattern: the points held, and the missing points that would allow it."""

    code: str
    points: tuple[int, ...]
    lacking: tuple[int, ...]


class _Mask(NamedTuple):
    """A pattern as bit masks: its points, the points that allow it, and the postillon's limit."""

    points: int
    unless: int
    above: int


class _Group(NamedTuple):
    """All patterns with one code: their points, the size of the smallest, the lowest `above`."""

    points: int
    least: int
    above: int
    patterns: tuple[Pattern, ...]
    masks: tuple[_Mask, ...]

    def broken(self, held: int, star: int) -> list[Pattern]:
        """Return the patterns broken by the held points. star -- the opponent's postillon."""
        if (held & self.points).bit_count() < self.least or star <= self.above:
            return []
        return [
            pattern
            for pattern, (points, unless, above) in zip(self.patterns, self.masks, strict=True)
            if held & points == points and held & unless != unless and star > above
        ]

    def binds(self, start: int) -> bool:
        """Return whether these patterns apply: neither side breaks one at the turn's start (J7)."""
        mine, theirs = start & SIDE, start >> WIDTH
        return not self.broken(held_points(mine), theirs >> POSTILLON_SHIFT) and not self.broken(
            held_points(theirs), mine >> POSTILLON_SHIFT
        )


class ForbiddenEnds:
    """The patterns that the players agreed on. Patterns with the same code apply together."""

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        self.patterns = tuple(patterns)
        self._groups = [self._group(code) for code in {each.code: 0 for each in self.patterns}]

    def _group(self, code: str) -> _Group:
        own = tuple(each for each in self.patterns if each.code == code)
        masks = tuple(_Mask(_bits(one.points), _bits(one.unless), one.above) for one in own)
        every = _bits({point for each in own for point in each.points})
        return _Group(
            every, min(len(one.points) for one in own), min(one.above for one in own), own, masks
        )

    def filter(self, start: int, steps: int) -> Callable[[int], bool] | None:
        """Return a test whether a turn of this many steps may end in a state, or None (J3, J7).

        None means that every end is allowed. Only patterns that the steps can complete are tested.
        """
        if not self._groups:
            return None
        held, star = held_points(start & SIDE), start >> WIDTH + POSTILLON_SHIFT
        near: list[tuple[int, int]] = []
        for group in self._groups:
            every, least, first, _, masks = group
            if star > first and (held & every).bit_count() + steps >= least and group.binds(start):
                near += [
                    (points, unless)
                    for points, unless, above in masks
                    if star > above and (points & ~held).bit_count() <= steps
                ]
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
        """Yield what the side `mine` breaks at the end of a turn that began at `start`.

        Overlapping patterns with one code are joined, and the longest chain is reported.
        """
        held, star = held_points(mine), start >> WIDTH + POSTILLON_SHIFT
        for group in self._groups:
            chains: list[tuple[int, ...]] = [()]
            lacking: tuple[int, ...] = ()
            for _, points, unless, _ in group.broken(held, star):
                last = chains[-1]
                chains.append(
                    tuple(dict.fromkeys((*(last if {*last} & {*points} else ()), *points)))
                )
                lacking = tuple(number for number in unless if not held & UNIT[number])
            if len(chains) > 1 and group.binds(start):
                yield Breach(group.patterns[0].code, max(chains, key=len), lacking)


def _bits(points: Iterable[int]) -> int:
    """Return a mask with one bit per point; without points, a bit that no side can hold."""
    return sum(UNIT[point] for point in points) or _NEVER_HELD

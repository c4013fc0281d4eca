"""The end positions a game forbids: patterns of points that a side may not all hold.

Source: docs/rules.md, J3 to J7.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from companion.rules.position import POSTILLON_SHIFT, SIDE, UNIT, WIDTH

ALWAYS: Final = -1
_NEVER_HELD: Final = 1 << 2 * WIDTH


class Pattern(NamedTuple):
    """Points that one side may not all hold when its turn ends.

    code -- the fault; points -- own numbers, in the order in which they are named; unless -- the
    pattern is allowed to a side that holds all of these too; above -- it counts only while the
    opponent's postillon stands above this number of his own; `ALWAYS`: wherever that is.
    """

    code: str
    points: tuple[int, ...]
    unless: tuple[int, ...] = ()
    above: int = ALWAYS


class Breach(NamedTuple):
    """A broken pattern: the points held, and those that would allow it and are not held."""

    code: str
    points: tuple[int, ...]
    lacking: tuple[int, ...]


class _Mask(NamedTuple):
    """A pattern as bits: its points, those that allow it, and above what the postillon must be."""

    points: int
    unless: int
    above: int


class _Group(NamedTuple):
    """The patterns with one code: all their points, how many are held at least, from where on."""

    points: int
    least: int
    above: int
    patterns: tuple[Pattern, ...]
    masks: tuple[_Mask, ...]

    def broken(self, held: int, star: int) -> list[Pattern]:
        """Those that a side breaks that holds these points; star -- the opponent's postillon."""
        if (held & self.points).bit_count() < self.least or star <= self.above:
            return []
        return [
            pattern
            for pattern, (points, unless, above) in zip(self.patterns, self.masks, strict=True)
            if held & points == points and held & unless != unless and star > above
        ]

    def binds(self, start: int) -> bool:
        """Return whether neither side breaks one when a turn begins (J7)."""
        mine, theirs = start & SIDE, start >> WIDTH
        return not self.broken(occupied(mine), theirs >> POSTILLON_SHIFT) and not self.broken(
            occupied(theirs), mine >> POSTILLON_SHIFT
        )


class ForbiddenEnds:
    """The patterns that two players have agreed on; those with one code bind together."""

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
        """Return a test: may a turn of so many steps end in a state? None: always (J3, J7).

        Only what the steps can build is looked for.
        """
        if not self._groups:
            return None
        held, star = occupied(start & SIDE), start >> WIDTH + POSTILLON_SHIFT
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
        """What the side `mine` breaks at the end of a turn that began at `start`.

        Of overlapping patterns with one code the longest chain is told.
        """
        held, star = occupied(mine), start >> WIDTH + POSTILLON_SHIFT
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
    """One bit for each point, the lowest of its slot; for none one that nobody holds."""
    return sum(UNIT[point] for point in points) or _NEVER_HELD


_POINTS: Final = _bits(range(1, 25))


def occupied(side: int) -> int:
    """One bit for each point the side holds, at the lowest bit of the point's slot."""
    return (side | side >> 1 | side >> 2 | side >> 3) & _POINTS

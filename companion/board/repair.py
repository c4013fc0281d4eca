"""Compares the wanted position with the seen one, and plans the steps that correct it.

Each step carries pieces of one kind from a zone with too many to a zone with too few, the nearest
zones first. This carries as few pieces as possible. The remaining pieces are missing or too many.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from companion.rules.vocabulary import POINTS, ZONES, Pile, Placement


@dataclass(frozen=True, slots=True)
class ZoneDifference:
    """A zone that differs, with the wanted and the seen pile."""

    zone: str
    want: Pile
    have: Pile

    @property
    def has_extra(self) -> bool:
        """Whether pieces must be removed, such as unknown ones."""
        return any(seen > wanted for wanted, seen in zip(self.want, self.have, strict=True))


def differences(want: Placement, have: Placement) -> tuple[ZoneDifference, ...]:
    """Return the zones that differ, in the order in which a player corrects them.

    Zones with too many pieces come first, points before bars, trays and hands. The player then has
    a piece in the hand for a zone that only lacks pieces. Within each group the order is the order
    of a position text (V1…V12 N1…N12, bars, trays, hands), as a finger goes round the board.
    """
    found = [
        ZoneDifference(zone, wanted, seen)
        for zone, wanted, seen in zip(ZONES, want.piles, have.piles, strict=True)
        if wanted != seen
    ]
    return tuple(sorted(found, key=_rank))


def _rank(difference: ZoneDifference) -> int:
    """Return 0 for a point with extra pieces, 1 for another zone with extra pieces, else 2."""
    if not difference.has_extra:
        return 2
    return 0 if difference.zone in POINTS else 1


_COLUMNS: Final = {"B": 6.5, "O": 0.0, "H": -2.0}
"""The columns of bars, trays and hands."""


@dataclass(frozen=True, slots=True)
class Repair:
    """One step of a repair: pieces of one kind to carry. Events do not contain it.

    kind -- a field of `Pile`: v, n, V or N (the postillons), `unknown`
    source -- the zone to take the pieces from, "" if they are missing
    target -- the zone to put the pieces in, "" if they are too many
    """

    kind: str
    count: int
    source: str
    target: str


def repairs(want: Placement, have: Placement) -> tuple[Repair, ...]:
    """Return the steps between two zones, nearest first, then extra and then missing pieces."""
    moved: list[tuple[float, Repair]] = []
    extra: list[Repair] = []
    missing: list[Repair] = []
    for index, kind in enumerate(Pile._fields):
        surplus, lack = Counter[str](), Counter[str]()
        for zone, wanted, seen in zip(ZONES, want.piles, have.piles, strict=True):
            surplus[zone] += max(seen[index] - wanted[index], 0)
            lack[zone] += max(wanted[index] - seen[index], 0)
        for source, target in _nearest_pairs(surplus, lack):
            count = min(surplus[source], lack[target])
            if count:
                surplus[source] -= count
                lack[target] -= count
                moved.append((_distance(source, target), Repair(kind, count, source, target)))
        extra += [Repair(kind, count, zone, "") for zone, count in surplus.items() if count]
        missing += [Repair(kind, count, "", zone) for zone, count in lack.items() if count]
    nearest = [step for _, step in sorted(moved, key=lambda each: each[0])]
    return (*nearest, *extra, *missing)


def _nearest_pairs(surplus: Counter[str], lack: Counter[str]) -> list[tuple[str, str]]:
    """Return all pairs of a zone with too many pieces and a zone with too few, nearest first."""
    pairs = [
        (source, target)
        for source in surplus
        for target in lack
        if surplus[source] and lack[target]
    ]
    return sorted(pairs, key=lambda pair: _distance(*pair))


def _distance(one: str, other: str) -> float:
    """Return the distance of two zones on the table; 1 is the width of a point."""
    (column, row), (other_column, other_row) = _place(one), _place(other)
    return abs(column - other_column) + 3 * abs(row - other_row)


def _place(zone: str) -> tuple[float, float]:
    """Return column and row of a zone; N12 is opposite V1, and the bar is in the middle."""
    row = 0.0 if zone[0] == "V" else 1.0
    if zone in POINTS:
        number = int(zone[1:])
        return (float(number) if zone[0] == "V" else 13.0 - number), row
    return _COLUMNS[zone[1]], row

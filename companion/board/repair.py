"""Where the wanted board and the seen board differ, and what hands should do about it.

The fewest pieces are carried, the shortest ways first: each step takes pieces of one kind from
where they are too many to where they lack. What cannot be paired is missing or too many.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from companion.rules.vocabulary import POINTS, ZONES, Pile, Placement


@dataclass(frozen=True, slots=True)
class ZoneDifference:
    """One zone that differs: the wanted pile and the pile that is seen."""

    zone: str
    want: Pile
    have: Pile

    @property
    def missing(self) -> Pile:
        """The pieces to be put there, by kind."""
        return _less(self.want, self.have)

    @property
    def extra(self) -> Pile:
        """The pieces to be taken away, by kind; unknown pieces are always among them."""
        return _less(self.have, self.want)


def differences(want: Placement, have: Placement) -> tuple[ZoneDifference, ...]:
    """Return the zones that differ, in the order in which a hand puts them right.

    First the zones from which something is to be taken, points before bars, trays and hands: a
    piece in the hand can then be put down. After them the zones where pieces only lack. Within
    each the order of a position text (V1…V12 N1…N12, bars, trays, hands), which is the way a
    finger walks round the board.
    """
    found = [
        ZoneDifference(zone, wanted, seen)
        for zone, wanted, seen in zip(ZONES, want.piles, have.piles, strict=True)
        if wanted != seen
    ]
    return tuple(sorted(found, key=_rank))


def _rank(difference: ZoneDifference) -> int:
    """0: a point to take from; 1: a bar, tray or hand to take from; 2: pieces only lack."""
    if not any(difference.extra):
        return 2
    return 0 if difference.zone in POINTS else 1


def _less(one: Pile, other: Pile) -> Pile:
    return Pile(*(max(a - b, 0) for a, b in zip(one, other, strict=True)))


_KINDS: Final = Pile._fields
_BAR_COLUMN: Final = 6.5
_TRAY_COLUMN: Final = 0.0
_HAND_COLUMN: Final = -2.0


@dataclass(frozen=True, slots=True)
class RepairStep:
    """Pieces of one kind to carry.

    kind -- a field of `Pile`: v, n, V or N (the postillons), `unknown`;
    source, target -- zones; "" for beside the board: no source, the pieces are missing; no
    target, they are too many.
    """

    kind: str
    count: int
    source: str
    target: str


def repairs(want: Placement, have: Placement) -> tuple[RepairStep, ...]:
    """Return the steps, nearest first; then what is too many, then what is missing."""
    moved: list[tuple[float, RepairStep]] = []
    extra: list[RepairStep] = []
    missing: list[RepairStep] = []
    for index, kind in enumerate(_KINDS):
        surplus, lack = Counter[str](), Counter[str]()
        for zone, wanted, seen in zip(ZONES, want.piles, have.piles, strict=True):
            surplus[zone] += max(seen[index] - wanted[index], 0)
            lack[zone] += max(wanted[index] - seen[index], 0)
        for source, target in _nearest_pairs(surplus, lack):
            count = min(surplus[source], lack[target])
            if count:
                surplus[source] -= count
                lack[target] -= count
                moved.append((_distance(source, target), RepairStep(kind, count, source, target)))
        extra += [RepairStep(kind, count, zone, "") for zone, count in surplus.items() if count]
        missing += [RepairStep(kind, count, "", zone) for zone, count in lack.items() if count]
    nearest = [step for _, step in sorted(moved, key=lambda each: each[0])]
    return (*nearest, *extra, *missing)


def _nearest_pairs(surplus: Counter[str], lack: Counter[str]) -> list[tuple[str, str]]:
    """Every way from a zone with too many to one with too few, the shortest first."""
    pairs = [
        (source, target)
        for source in surplus
        for target in lack
        if surplus[source] and lack[target]
    ]
    return sorted(pairs, key=lambda pair: _distance(*pair))


def _distance(one: str, other: str) -> float:
    """How far apart two zones are on the table, in points."""
    (column, row), (other_column, other_row) = _place(one), _place(other)
    return abs(column - other_column) + 3 * abs(row - other_row)


def _place(zone: str) -> tuple[float, float]:
    """Column and row: N12 lies opposite V1; bar in the middle, trays and hands beside."""
    row = 0.0 if zone[0] == "V" else 1.0
    if zone in POINTS:
        number = int(zone[1:])
        return (float(number) if zone[0] == "V" else 13.0 - number), row
    column = {"B": _BAR_COLUMN, "O": _TRAY_COLUMN, "H": _HAND_COLUMN}[zone[1]]
    return column, row

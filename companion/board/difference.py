"""Compares the wanted board with the board that is seen, zone by zone."""

from dataclasses import dataclass

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

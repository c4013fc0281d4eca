"""Finds clues to a play: points that exclude clearly worse plays with the same reasons."""

from collections.abc import Collection, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Final, NamedTuple

from companion.hints.advice import NO_CLUE, Clue, Reason
from companion.hints.comparison import PARTING, PlayComparison
from companion.hints.views import View
from companion.hints.weighing import ENOUGH, NO_MERITS, PRICES
from companion.rules import Position
from companion.rules.vocabulary import LAST_POINT

CLEARLY: Final = 0.05
"""A play that loses more than this, in points, is clearly worse than the best."""

CLEARLY_ACEY: Final = 0.3
"""The same limit for Acey-Deucey, where each of the loser's pieces costs a point."""

ASTRAY: Final = 4
"""A reason is misleading if it fits a play that loses this many times `CLEARLY`."""

MOST_SPOKEN: Final = 3
"""The most reasons spoken, one less if a risk is among them."""

MOST_LEADS: Final = 3
"""The most points in the clues; more would give away the play."""


class Way(NamedTuple):
    """One clue, and the indexes of the other plays that it also fits."""

    clue: Clue
    others: frozenset[int]


class ClueFinder:
    """Finds clues to a play, given the other plays of its turn and their losses against it.

    rival -- another play to be excluded too, even if it loses less.
    """

    def __init__(
        self,
        view: View,
        others: Sequence[View],
        lost: Sequence[float],
        rival: Position | None = None,
    ) -> None:
        self._view = view
        self._others = others
        self._lost = lost
        self._clearly = CLEARLY_ACEY if view.rules.game.ace_deuce else CLEARLY
        self._worse = frozenset(index for index, loss in enumerate(lost) if loss > self._clearly)
        self._ruled_out = self._worse.union(
            index for index, other in enumerate(others) if other.end == rival
        )
        self.ways = [*_ways(view, others)]

    def point(self) -> Clue:
        """Return the most useful point, or no clue if each fits most plays and the worst one."""
        best = self._next(self._worse)
        return best.clue if best else NO_CLUE

    def led(
        self, reasons: Sequence[Reason], doing: PlayComparison
    ) -> tuple[tuple[Reason, ...], tuple[Clue, ...]]:
        """Return the reasons, marked clear only if not misleading, and the clues to give with them.

        Clues are given if a clearly worse play or the rival has all the reasons that would be
        spoken.
        """
        done = {one: self._doers(one, doing) for one in reasons if one.code not in NO_MERITS}
        astray = ASTRAY * self._clearly
        checked = tuple(
            replace(one, clear=one.clear and self._worst(done.get(one, frozenset())) <= astray)
            for one in reasons
        )
        most = MOST_SPOKEN - any(one.code in PRICES for one in reasons)
        if not self._fitting(done, most):
            return checked, ()
        return checked, self.leads_past(self._fitting(done, most - 1))

    def _doers(self, reason: Reason, doing: PlayComparison) -> frozenset[int]:
        """Return the clearly worse plays that do at least as much, and the rival if it does."""
        if reason.code in PARTING:  # the rival does not; the others may
            return self._worse
        view, others = self._view, self._others
        return frozenset(k for k in self._ruled_out if doing.does(others[k], view, reason))

    def _fitting(self, done: dict[Reason, frozenset[int]], most: int) -> frozenset[int]:
        """Return the plays that do all of the first `most` reasons, `fewest` always included."""
        merits = [*done]
        late = [one for one in merits[most:] if one.code == "fewest"]
        spoken = [*merits[: most - len(late)], *late]
        return self._ruled_out.intersection(*(done[one] for one in spoken))

    def _worst(self, among: Collection[int]) -> float:
        """Return the loss of the worst of these plays, 0 if there are none."""
        return max((self._lost[index] for index in among), default=0.0)

    def leads_past(self, among: AbstractSet[int]) -> tuple[Clue, ...]:
        """Return clues that exclude these plays, as far as a few clues can."""
        found: list[Clue] = []
        while among and len(found) < MOST_LEADS:
            way = self._next(among)
            if way is None or way.others >= among:
                break
            found.append(way.clue)
            among = way.others & among
        return tuple(found)

    def _next(self, among: AbstractSet[int]) -> Way | None:
        """Return the clue that excludes the worst of these plays, then most of them."""
        useful = [
            way
            for way in self.ways
            if len(way.others) <= ENOUGH * len(self._others) or not way.others >= among
        ]

        def left(way: Way) -> tuple[float, int, int, str]:
            still = way.others & among
            return self._worst(still), len(still), len(way.others), way.clue.way

        return min(useful, key=left, default=None)


def _ways(view: View, others: Sequence[View]) -> list[Way]:
    """Return the clues by number of pieces moved, then by source and target, far to near."""
    moved = _moved(view)
    as_few = {index for index, other in enumerate(others) if _moved(other) <= moved}
    found = [Way(Clue("only", count=moved), frozenset(as_few))]
    for number in range(LAST_POINT, 0, -1):
        change = view.new[number] - view.old[number]
        if change:
            same = {
                index
                for index, other in enumerate(others)
                if _changes_as_much(other.new[number] - other.old[number], change)
            }
            way = "from" if change < 0 else "to"
            clue = Clue(way, view.zones([number])[0], abs(change))
            found.append(Way(clue, frozenset(same)))
    return found


def _moved(view: View) -> int:
    return sum(max(was - now, 0) for was, now in zip(view.old, view.new, strict=True))


def _changes_as_much(other: int, change: int) -> bool:
    """Return whether at least as many pieces leave a point, or come to it."""
    return other <= change if change < 0 else other >= change

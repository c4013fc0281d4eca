"""Clues to a play: points that rule out the clearly worse plays its reasons would fit."""

from collections.abc import Collection, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Final, NamedTuple

from companion.hints.advice import NO_CLUE, Clue, Reason
from companion.hints.comparison import PlayComparison
from companion.hints.parting import PARTING
from companion.hints.views import View
from companion.hints.weighing import ENOUGH, NO_MERITS, PRICES
from companion.rules import Position
from companion.rules.track import LAST_POINT

CLEARLY: Final = 0.05
"""A play that loses more, in points, is clearly worse than the best."""

CLEARLY_ACEY: Final = 0.3
"""The same in Acey-Deucey, where a game counts a point for each of the loser's pieces."""

ASTRAY: Final = 4
"""A nudge leads astray where a play that does as much loses so many times that."""

MOST_SPOKEN: Final = 3
"""So many reasons are spoken at most, one less where points are."""

MOST_LEADS: Final = 3
"""More points would be the play itself."""


class _Way(NamedTuple):
    """One clue, and which of the other plays it fits too."""

    clue: Clue
    others: frozenset[int]


class ClueFinder:
    """A play, the others of its turn, and what each of them loses against it.

    rival -- the one of the others that it is to be parted from too, though it loses less.
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
        self._ways = [*_ways(view, others)]

    def point(self) -> Clue:
        """The one point to look at; none where each is one of most plays and of the worst."""
        best = self._next(self._worse)
        return best.clue if best else NO_CLUE

    def led(
        self, reasons: Sequence[Reason], doing: PlayComparison
    ) -> tuple[tuple[Reason, ...], tuple[Clue, ...]]:
        """The reasons, clear only where none leads astray, and the points to tell with them.

        Points are told where a clearly worse play, or the rival, does all that would be spoken of
        this one.
        """
        done = {one: self._doers(one, doing) for one in reasons if one.code not in NO_MERITS}
        astray = ASTRAY * self._clearly
        told = tuple(
            replace(one, clear=one.clear and self._worst(done.get(one, frozenset())) <= astray)
            for one in reasons
        )
        most = MOST_SPOKEN - any(one.code in PRICES for one in reasons)
        if not self._heard(done, most):
            return told, ()
        return told, self._leads(self._heard(done, most - 1))

    def _doers(self, reason: Reason, doing: PlayComparison) -> frozenset[int]:
        """Which of the clearly worse plays do as much, and whether the rival does."""
        if reason.code in PARTING:  # the rival does not; the others may
            return self._worse
        view, others = self._view, self._others
        return frozenset(k for k in self._ruled_out if doing.does(others[k], view, reason))

    def _heard(self, done: dict[Reason, frozenset[int]], most: int) -> frozenset[int]:
        """Which of them do all of the first `most` reasons, `fewest` always among these."""
        merits = [*done]
        late = [one for one in merits[most:] if one.code == "fewest"]
        spoken = [*merits[: most - len(late)], *late]
        return self._ruled_out.intersection(*(done[one] for one in spoken))

    def _worst(self, among: Collection[int]) -> float:
        """What the worst of some of the clearly worse loses; 0 of none."""
        return max((self._lost[index] for index in among), default=0.0)

    def _leads(self, among: AbstractSet[int]) -> tuple[Clue, ...]:
        """Points that lead past all of them, as far as a few can."""
        found: list[Clue] = []
        while among and len(found) < MOST_LEADS:
            way = self._next(among)
            if way is None or way.others >= among:
                break
            found.append(way.clue)
            among = way.others & among
        return tuple(found)

    def _next(self, among: AbstractSet[int]) -> _Way | None:
        """The clue that rules out the worst of them, then most of them, and fits fewest plays."""
        useful = [
            way
            for way in self._ways
            if len(way.others) <= ENOUGH * len(self._others) or not way.others >= among
        ]

        def left(way: _Way) -> tuple[float, int, int, str]:
            still = way.others & among
            return self._worst(still), len(still), len(way.others), way.clue.way

        return min(useful, key=left, default=None)


def _ways(view: View, others: Sequence[View]) -> list[_Way]:
    """How many pieces it moves; from where and to where, the farthest from home first."""
    moved = _moved(view)
    as_few = {index for index, other in enumerate(others) if _moved(other) <= moved}
    found = [_Way(Clue("only", count=moved), frozenset(as_few))]
    for number in range(LAST_POINT, 0, -1):
        change = view.new[number] - view.old[number]
        if change:
            same = {
                index
                for index, other in enumerate(others)
                if _goes_too(other.new[number] - other.old[number], change)
            }
            way = "from" if change < 0 else "to"
            clue = Clue(way, view.zones([number])[0], abs(change))
            found.append(_Way(clue, frozenset(same)))
    return found


def _moved(view: View) -> int:
    """How many pieces are moved."""
    return sum(max(was - now, 0) for was, now in zip(view.old, view.new, strict=True))


def _goes_too(other: int, change: int) -> bool:
    """Return whether at least as many pieces leave a point, or come to it."""
    return other <= change if change < 0 else other >= change

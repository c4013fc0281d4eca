"""A play beside the others of its turn: whether what it does could be had for less of a risk."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from companion.hints.advice import Reason
from companion.hints.throws import Shots
from companion.hints.views import View
from companion.hints.weighing import PRICES, Weighed, does_as_much
from companion.rules import Position

LEAST_APART: Final = 4
"""Plays that nearly all throws hit alike are not told apart by two or three throws more."""

AS_GOOD: Final = 2
"""So many of the next best plays show what the best is about."""


class Beside(NamedTuple):
    """The other plays of a turn.

    shots -- what can be hit after each; alone -- what is said of each by itself; worth -- what they
    are worth.
    """

    others: Sequence[View]
    shots: Mapping[Position, Shots]
    alone: Callable[[View], list[Reason]]
    worth: Mapping[Position, float]

    def is_cheaper(self, view: View, said: Sequence[Weighed]) -> bool:
        """Whether another play does all that is said of this one, and risks clearly less.

        Not where one of the next best does: then it is what the good ones have in common. A hit
        is never passed over.
        """
        merits = [one.reason for one in said if one.reason.code not in PRICES]
        if len(merits) == len(said) or not merits or any(one.code == "hit" for one in merits):
            return False
        cheaper = [
            other
            for other in self.others
            if other.end in self.shots
            and self.shots[other.end].throws + LEAST_APART <= self.shots[view.end].throws
            and all(self._does(other, view, merit) for merit in merits)
        ]
        best = next_best(self.others, self.worth)
        return bool(cheaper) and not any(other in cheaper for other in best)

    def _does(self, other: View, view: View, reason: Reason) -> bool:
        """Whether another play does as much of what is said of this one."""
        if reason.code == "keep":
            return other.row_beside(view) >= reason.count
        if reason.code == "guard":
            return {*reason.zones} <= {*other.zones(other.points)}
        if reason.code == "deny":
            return self.shots[other.end].home <= reason.count
        return any(does_as_much(one, reason) for one in self.alone(other))


def next_best(others: Sequence[View], worth: Mapping[Position, float]) -> list[View]:
    """The best of the others, as far as that is known."""
    if not worth:
        return []
    return sorted(others, key=lambda one: -worth.get(one.end, 0))[:AS_GOOD]

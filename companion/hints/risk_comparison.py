"""A play beside the others of its turn: whether what it does could be had for less of a risk."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from companion.hints.play_comparison import PlayComparison
from companion.hints.views import View
from companion.hints.weighing import PRICES, ScoredReason
from companion.rules import Position

LEAST_APART: Final = 4
"""Plays that nearly all throws hit alike are not told apart by two or three throws more."""

AS_GOOD: Final = 2
"""So many of the next best plays show what the best is about."""


class RiskComparison(NamedTuple):
    """The other plays of a turn, what is known of them, and what they are worth."""

    others: Sequence[View]
    doing: PlayComparison
    worth: Mapping[Position, float]

    def is_cheaper(self, view: View, said: Sequence[ScoredReason]) -> bool:
        """Whether another play does all that is said of this one, and risks clearly less.

        Not where one of the next best does: then it is what the good ones have in common. A hit
        is never passed over.
        """
        merits = [one.reason for one in said if one.reason.code not in PRICES]
        if len(merits) == len(said) or not merits or any(one.code == "hit" for one in merits):
            return False
        shots = self.doing.shots
        cheaper = [
            other
            for other in self.others
            if other.end in shots
            and shots[other.end].throws + LEAST_APART <= shots[view.end].throws
            and all(self.doing.does(other, view, merit) for merit in merits)
        ]
        best = next_best(self.others, self.worth)
        return bool(cheaper) and not any(other in cheaper for other in best)


def next_best(others: Sequence[View], worth: Mapping[Position, float]) -> list[View]:
    """The best of the others, as far as that is known."""
    if not worth:
        return []
    return sorted(others, key=lambda one: -worth.get(one.end, 0))[:AS_GOOD]

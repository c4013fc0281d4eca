"""Compares a play with the others of its turn: what they do as well, and what they risk."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from companion.hints.advice import Reason
from companion.hints.choice import Choice
from companion.hints.jacquet_reasons import JACQUET_DOES, Hindered
from companion.hints.parting import PARTING
from companion.hints.throws import Shots
from companion.hints.views import View
from companion.hints.weighing import ENOUGH, PRICES, ScoredReason, does_as_much, share
from companion.rules import Position


class PlayComparison(NamedTuple):
    """What is known of the plays of a turn.

    alone -- what can be said of each by itself; did -- that, and what it does that is not worth
    telling; shots -- what can be hit after each; hindered -- Jacquet: with how many throws the
    opponent cannot use all dice.
    """

    alone: Callable[[View], list[Reason]]
    did: Callable[[View], list[Reason]]
    shots: Mapping[Position, Shots]
    hindered: Hindered

    def does(self, other: View, view: View, reason: Reason) -> bool:
        """Return whether another play does at least as much; it does where that was not counted."""
        code, shots = reason.code, self.shots.get(other.end)
        if code in ("safe", "fewest", "deny"):
            return shots is None or (shots.home if code == "deny" else shots.throws) <= reason.count
        if code == "hinder":
            return self.hindered.get(other.end, reason.count) >= reason.count
        if code == "keep":
            return other.row_beside(view) >= reason.count
        if code in PARTING:  # "fewer" and "more" lead nobody to one play
            return True
        if code in DOES:
            return DOES[code](other, reason)
        return any(does_as_much(one, reason) for one in self.did(other))


def _guards(view: View, reason: Reason) -> bool:
    return {*reason.zones} <= {*view.zones(view.points)}


DOES: Final = {**JACQUET_DOES, "guard": _guards}


LEAST_APART: Final = 4
"""Plays that nearly all throws hit alike are not told apart by two or three throws more."""

MANY: Final = 1 / 3
"""It is a price where more than this share risk `LEAST_APART` less."""

MOST_TOLD: Final = 24
"""With more it hardly matters that no play leaves fewer, unless most leave `LEAST_APART` more."""

AS_GOOD: Final = 2
"""So many of the next best plays show what the best is about."""


class RiskComparison(NamedTuple):
    """The other plays of a turn, what is known of them, and what they are worth."""

    others: Sequence[View]
    doing: PlayComparison
    worth: Mapping[Position, float]

    def is_cheaper(self, view: View, said: Sequence[ScoredReason]) -> bool:
        """Return whether another play does all that is said of this one, and risks clearly less.

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


def risk_reasons(
    view: View, shots: Shots, others: Mapping[Position, int], choice: Choice
) -> Iterator[ScoredReason]:
    """What can be hit; others -- by how many throws after each play of the turn, {} for unknown."""
    least = min(others.values(), default=0)
    if others and max(others.values()) - least < (LEAST_APART if least else 1):
        return
    rest = [throws for other, throws in others.items() if other != view.end]
    as_few = share(throws <= shots.throws for throws in rest)
    if not shots.throws:
        clearly = share(throws >= LEAST_APART for throws in rest)
        beside = others.get(choice.beside, 0) if choice.beside else 0
        if not rest or clearly > ENOUGH or beside >= LEAST_APART:
            yield ScoredReason(Reason("safe"), as_few)
        return
    clearly = share(throws + LEAST_APART <= shots.throws for throws in rest)
    more = share(throws >= shots.throws + LEAST_APART for throws in rest)
    is_worth_it = shots.throws <= MOST_TOLD or more > ENOUGH
    code = "exposed"
    if not rest or clearly > ENOUGH:
        code = "open"
    elif clearly > MANY:
        code = "risky"
    elif choice.whole and not choice.sampled and least == shots.throws and is_worth_it:
        code = "fewest"
    told = Reason(code, view.zones(shots.numbers), shots.throws)
    yield ScoredReason(told, as_few, misled=least + LEAST_APART <= shots.throws)

"""Compares a play with the alternatives of its turn by merits and by risk of being hit."""

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
    """Data about the plays of one turn.

    alone -- returns the reasons for a play by itself; did -- the same with its minor effects;
    shots -- the opponent's shots after each play;
    hindered -- Jacquet: with how many throws the opponent cannot use all dice.
    """

    alone: Callable[[View], list[Reason]]
    did: Callable[[View], list[Reason]]
    shots: Mapping[Position, Shots]
    hindered: Hindered

    def does(self, other: View, view: View, reason: Reason) -> bool:
        """Return whether another play does at least as much as `reason` says; True if unknown."""
        code, shots = reason.code, self.shots.get(other.end)
        if code in ("safe", "fewest", "deny"):
            return shots is None or (shots.home if code == "deny" else shots.throws) <= reason.count
        if code == "hinder":
            return self.hindered.get(other.end, reason.count) >= reason.count
        if code == "keep":
            return other.row_beside(view) >= reason.count
        if code in PARTING:  # comparisons with the second play do not single out one play
            return True
        if code in DOES:
            return DOES[code](other, reason)
        return any(does_as_much(one, reason) for one in self.did(other))


def _guards(view: View, reason: Reason) -> bool:
    return {*reason.zones} <= {*view.zones(view.points)}


DOES: Final = {**JACQUET_DOES, "guard": _guards}


LEAST_APART: Final = 4
"""The least difference in hitting throws (of 36) that counts."""

MANY: Final = 1 / 3
"""A play is `risky` if more than this share of the others have `LEAST_APART` fewer shots."""

MOST_TOLD: Final = 24
"""The most shots for which `fewest` is used, unless most others have `LEAST_APART` more."""

AS_GOOD: Final = 2
"""The number of next-best plays that `is_cheaper` considers."""


class RiskComparison(NamedTuple):
    """Compares the risk of a play with that of the other plays, given their values."""

    others: Sequence[View]
    doing: PlayComparison
    worth: Mapping[Position, float]

    def is_cheaper(self, view: View, said: Sequence[ScoredReason]) -> bool:
        """Return whether another play has all these merits and clearly less risk.

        Return False if one of these cheaper plays is among the next-best plays, because the good
        plays then share the merits. Return False also if the merits include a hit.
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
    """Return the best of the other plays, [] if their values are unknown."""
    if not worth:
        return []
    return sorted(others, key=lambda one: -worth.get(one.end, 0))[:AS_GOOD]


def risk_reasons(
    view: View, shots: Shots, others: Mapping[Position, int], choice: Choice
) -> Iterator[ScoredReason]:
    """Yield the reason about blots. others -- the shots after each play, {} if unknown."""
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

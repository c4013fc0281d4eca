"""Whether another play of a turn does as much as one reason says."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from companion.hints.advice import Reason
from companion.hints.jacquet_reasons import JACQUET_DOES, Hindered
from companion.hints.parting import PARTING
from companion.hints.throws import Shots
from companion.hints.views import View
from companion.hints.weighing import does_as_much
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
        """Whether another play does at least as much; it does where that was not counted."""
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

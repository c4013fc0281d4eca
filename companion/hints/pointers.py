"""Finds clues to a play: points that distinguish the play from clearly worse plays."""

from collections.abc import Collection, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Final, NamedTuple

from companion.hints.advice import MOST_SPOKEN, NO_CLUE, NO_MERITS, PRICES, HintClue, HintReason
from companion.hints.comparison import COMPARATIVE_CODES, PlayComparison
from companion.hints.views import PlayView
from companion.hints.weighing import MOST_SHARE
from companion.rules import Position
from companion.rules.vocabulary import LAST_POINT

CLEAR_LOSS: Final = 0.05
"""A play that loses more than this, in points, is clearly worse than the best."""

CLEAR_LOSS_ACEY: Final = 0.3
"""The same limit for Acey-Deucey, where each of the loser's pieces costs a point."""

MISLEADING_FACTOR: Final = 4
"""A reason is misleading if it holds for a play that loses more than this multiple of the limit."""

MOST_LEADS: Final = 3
"""The maximum number of clues to one play. More would give the play away."""


class ClueMatch(NamedTuple):
    """One clue, and the indexes of the other plays that it also fits."""

    clue: HintClue
    others: frozenset[int]


class ClueFinder:
    """Finds clues to a play.

    others, lost -- the other plays of the turn, and how much each loses compared with the play;
    rival -- a play that clues must exclude even if it loses little.
    """

    def __init__(
        self,
        view: PlayView,
        others: Sequence[PlayView],
        lost: Sequence[float],
        rival: Position | None = None,
    ) -> None:
        self._view = view
        self._others = others
        self._lost = lost
        self._clearly = CLEAR_LOSS_ACEY if view.rules.game.ace_deuce else CLEAR_LOSS
        self._worse = frozenset(index for index, loss in enumerate(lost) if loss > self._clearly)
        self._ruled_out = self._worse.union(
            index for index, other in enumerate(others) if other.end == rival
        )
        self.matches = [*_clue_matches(view, others)]

    def best_clue(self) -> HintClue:
        """Return the most useful clue, `NO_CLUE` if no clue excludes enough plays."""
        best = self._next(self._worse)
        return best.clue if best else NO_CLUE

    def with_clues(
        self, reasons: Sequence[HintReason], comparison: PlayComparison
    ) -> tuple[tuple[HintReason, ...], tuple[HintClue, ...]]:
        """Return the reasons, and the clues to give with them.

        A misleading reason gets `clear=False`.

        Clues are given if all the spoken reasons also hold for a clearly worse play or for the
        rival.
        """
        done = {
            one: self._plays_achieving(one, comparison)
            for one in reasons
            if one.code not in NO_MERITS
        }
        misleading_loss = MISLEADING_FACTOR * self._clearly
        checked = tuple(
            replace(
                one, clear=one.clear and self._worst(done.get(one, frozenset())) <= misleading_loss
            )
            for one in reasons
        )
        most = MOST_SPOKEN - any(one.code in PRICES for one in reasons)
        if not self._fitting(done, most):
            return checked, ()
        return checked, self.clues_excluding(self._fitting(done, most - 1))

    def _plays_achieving(self, reason: HintReason, comparison: PlayComparison) -> frozenset[int]:
        """Return the indexes of the plays to exclude for which a reason holds too."""
        if reason.code in COMPARATIVE_CODES:  # such a reason was compared only with the rival
            return self._worse
        view, others = self._view, self._others
        return frozenset(k for k in self._ruled_out if comparison.achieves(others[k], view, reason))

    def _fitting(self, done: dict[HintReason, frozenset[int]], most: int) -> frozenset[int]:
        """Return the plays to exclude that share all spoken reasons. `fewest` is always spoken."""
        merits = [*done]
        late = [one for one in merits[most:] if one.code == "fewest"]
        spoken = [*merits[: most - len(late)], *late]
        return self._ruled_out.intersection(*(done[one] for one in spoken))

    def _worst(self, among: Collection[int]) -> float:
        """Return the loss of the worst of these plays, 0 if there are none."""
        return max((self._lost[index] for index in among), default=0.0)

    def clues_excluding(self, among: AbstractSet[int]) -> tuple[HintClue, ...]:
        """Return up to `MOST_LEADS` clues that together exclude most of these plays."""
        found: list[HintClue] = []
        while among and len(found) < MOST_LEADS:
            match = self._next(among)
            if match is None or match.others >= among:
                break
            found.append(match.clue)
            among = match.others & among
        return tuple(found)

    def _next(self, among: AbstractSet[int]) -> ClueMatch | None:
        """Return the clue that excludes the worst of these plays and then the most of them."""
        useful = [
            match
            for match in self.matches
            if len(match.others) <= MOST_SHARE * len(self._others) or not match.others >= among
        ]

        def left(match: ClueMatch) -> tuple[float, int, int, str]:
            still = match.others & among
            return self._worst(still), len(still), len(match.others), match.clue.way

        return min(useful, key=left, default=None)


def _clue_matches(view: PlayView, others: Sequence[PlayView]) -> list[ClueMatch]:
    """Return the clue about the number of pieces moved, then one for each source and target."""
    moved = _moved(view)
    as_few = {index for index, other in enumerate(others) if _moved(other) <= moved}
    found = [ClueMatch(HintClue("only", count=moved), frozenset(as_few))]
    for number in range(LAST_POINT, 0, -1):
        change = view.new[number] - view.old[number]
        if change:
            same = {
                index
                for index, other in enumerate(others)
                if _changes_as_much(other.new[number] - other.old[number], change)
            }
            way = "from" if change < 0 else "to"
            clue = HintClue(way, view.zones([number])[0], abs(change))
            found.append(ClueMatch(clue, frozenset(same)))
    return found


def _moved(view: PlayView) -> int:
    return sum(was - now for was, now in zip(view.old, view.new, strict=True) if was > now)


def _changes_as_much(other: int, change: int) -> bool:
    """Return whether another play adds or removes at least as many pieces at a point."""
    return other <= change if change < 0 else other >= change

"""What a play does in Jacquet, where nothing is hit and all turns on who can still get by.

Of what can be counted only that is told which sets best plays apart (docs/hints.md): that the last
piece goes on does not.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from companion.hints.advice import Reason
from companion.hints.views import SHORTEST_BLOCK, View
from companion.rules import Position
from companion.rules.position import OFF_SLOT, postillon
from companion.rules.track import ENTRY, LAST_POINT

FEWEST_HINDERED: Final = 4
"""Of fewer than one throw in nine nothing is said."""

Hindered = Mapping[Position, int]
"""With how many of 36 throws the opponent cannot use all dice, by the end of a play."""


def jacquet(view: View) -> Iterator[Reason]:
    """What can be said of a play by itself."""
    old, new = (postillon(one.side(view.player)) for one in (view.before, view.end))
    if old and not new:
        yield Reason("postillon-home")
    elif old > new:
        yield Reason("postillon-on", count=old - new)
    left = view.old[LAST_POINT] - view.new[LAST_POINT]
    if left > 0 and not old:
        yield Reason("talon", count=left)
    taken = [k for k in view.barring if view.new[k] and not view.old[k]]
    if taken and not view.given_up:
        yield Reason("spread", view.zones(taken))
    if view.row[1] >= SHORTEST_BLOCK and view.row[1] > view.row[0]:
        yield Reason("block", count=view.row[1])


def jacquet_beside(view: View, others: Sequence[View], hindered: Hindered) -> Iterator[Reason]:
    """What can be said of it beside the other plays of the turn, most of which do less of it."""
    row, throws = view.passed_row, hindered.get(view.end, 0)
    if row >= SHORTEST_BLOCK and is_most(other.passed_row < row for other in others):
        yield Reason("pass", count=row)
    if throws >= FEWEST_HINDERED and is_most(hindered[one.end] < throws for one in others):
        yield Reason("hinder", count=throws)
    if view.barring and not view.given_up and is_most(bool(one.given_up) for one in others):
        yield Reason("hold")
    most, counted = _most_lost(view.new), "count-games" not in view.rules.options
    if (
        counted
        and most < _most_lost(view.old)
        and is_most(_most_lost(o.new) > most for o in others)
    ):
        yield Reason("saves", count=most)


def _most_lost(side: list[int]) -> int:
    """What a game lost counts at most from here on, for no piece goes back (J9)."""
    if side[OFF_SLOT]:
        return 1
    return 4 if any(side[19:ENTRY]) else 3 if any(side[13:19]) else 2


def is_most(flags: Iterable[bool]) -> bool:
    """Whether more are true than not."""
    found = list(flags)
    return sum(found) * 2 > len(found)

"""The reasons for plays in Jacquet, where nothing is hit and blocking decides.

Of all effects that can be counted, only those that distinguish best plays are reasons
(docs/hints.md). For example, an advance of the last piece is none.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from companion.hints.advice import Reason
from companion.hints.views import SHORTEST_BLOCK, View
from companion.hints.weighing import ENOUGH, ScoredReason, relative_reason, share
from companion.rules import Position
from companion.rules.position import HOME, postillon
from companion.rules.track import LAST_POINT

FEWEST_HINDERED: Final = 4
"""The fewest hindered throws (of 36) that are a reason."""

FEW_OUTSIDE: Final = 2
"""The most pieces outside home with which bearing off is near."""

Hindered = Mapping[Position, int]
"""The throws (of 36) with which the opponent cannot use all dice, by the end of a play."""


def jacquet(view: View) -> Iterator[Reason]:
    """Yield the reasons for a play by itself."""
    old, new = (postillon(one.side(view.player)) for one in (view.before, view.end))
    if old and not new:
        yield Reason("postillon-home")
    elif old > new:
        yield Reason("postillon-on", count=old - new)
    left = view.old[LAST_POINT] - view.new[LAST_POINT]
    if left > 0 and not old:
        yield Reason("talon", count=left)
    if view.row[1] >= SHORTEST_BLOCK and view.row[1] > view.row[0]:
        yield Reason("block", count=view.row[1])


def jacquet_beside(
    view: View, others: Sequence[View], hindered: Hindered, beside: Position | None
) -> Iterator[ScoredReason]:
    """Yield the reasons in comparison with the other plays, most of which achieve less."""
    yield from _spread(view, others, beside)
    asked = next((at for at, one in enumerate(others) if one.end == beside), None)
    exits, rows = [_bars_exit(one) for one in others], [one.passed_row for one in others]
    if _bars_exit(view):
        yield from relative_reason(Reason("exit"), 1, exits, asked)
    if view.passed_row >= SHORTEST_BLOCK:
        past, row = Reason("pass", count=view.passed_row), view.passed_row
        common = share(other >= SHORTEST_BLOCK for other in rows)
        yield from (one._replace(common=common) for one in relative_reason(past, row, rows, asked))
    throws, counted = hindered.get(view.end, 0), [hindered.get(one.end, 0) for one in others]
    if throws >= FEWEST_HINDERED and throws > hindered.get(view.before, 0):
        hinders = Reason("hinder", count=throws)
        yield from relative_reason(hinders, throws, counted, asked, FEWEST_HINDERED)
    if view.barring and not view.given_up:
        yield from relative_reason(Reason("hold"), 1, [not one.given_up for one in others], asked)
    value = view.rules.game.value
    most = value(view.new)
    behind = view.rules.pips(view.end, view.player) > view.rules.pips(view.end, view.player.other)
    counts = behind and "count-games" not in view.rules.options
    if counts and most < value(view.old):
        saved = [-value(one.new) for one in others]
        yield from relative_reason(Reason("saves", count=most), -most, saved, asked)


def _bars_exit(view: View) -> bool:
    """Return whether the opponent has nearly all pieces home but cannot bear off yet (J8)."""
    exit_number = view.rules.game.exit_number
    if not exit_number:
        return False
    outside = sum(view.new_other[HOME + 1 :])
    return outside <= FEW_OUTSIDE and view.new[view.facing.index(exit_number)] > 0


def _spread(view: View, others: Sequence[View], beside: Position | None) -> Iterator[ScoredReason]:
    """Yield a reason for newly held points that most plays do not hold, if none is given up."""
    if view.given_up:
        return
    compared = [other for other in others if other.end == beside] or others
    taken = [k for k in view.taken if share(one.new[k] > 0 for one in compared) <= ENOUGH]
    if taken:
        shared = share(all(one.new[k] for k in taken) and not one.given_up for one in others)
        common = share(bool(one.taken) and not one.given_up for one in others)
        more = any(len(one.taken) > len(view.taken) and not one.given_up for one in others)
        yield ScoredReason(Reason("spread", view.zones(taken)), shared, common, outdone=more)


def _occupies(view: View, reason: Reason) -> bool:
    held = view.zones(number for number in range(1, LAST_POINT + 1) if view.new[number])
    return {*reason.zones} <= {*held} and not view.given_up


JACQUET_DOES: Final[Mapping[str, Callable[[View, Reason], bool]]] = {
    "spread": _occupies,
    "exit": lambda view, _reason: _bars_exit(view),
    "pass": lambda view, reason: view.passed_row >= reason.count,
    "hold": lambda view, _reason: not view.given_up,
    "saves": lambda view, reason: view.rules.game.value(view.new) <= reason.count,
}
"""Tests by code whether another play does at least as much."""

"""The reasons for plays in backgammon, Dutch backgammon and Acey-Deucey, where pieces are hit."""

from collections.abc import Iterator
from typing import Final

from companion.hints.advice import Reason
from companion.hints.views import View, farthest
from companion.rules.position import BAR_SLOT, HAND_SLOT, HOME
from companion.rules.steps import has_right_to_hit
from companion.rules.track import ENTRY, LAST_POINT

SHORTEST_PRIME: Final = 4
"""The shortest prime that is a reason if pieces are hit."""

POINT: Final = 2
"""The number of pieces that make a point."""


def opposed(view: View) -> Iterator[Reason]:
    """Yield the reasons for a play that need no comparison with other plays."""
    hits = _hits(view)
    if hits:
        yield Reason("hit", view.zones(hits))
    if _wins_right(view):
        yield Reason("right")
    if is_shut_out(view):
        yield Reason("shut")
    entered = view.old[BAR_SLOT] + view.old[HAND_SLOT] - view.new[BAR_SLOT] - view.new[HAND_SLOT]
    if entered > 0 and not view.rules.game.enter_first:
        yield Reason("enter", count=entered)
    if can_be_hit(view):
        yield from _points(view)
        out = _brought_out(view)
        if out > 0 and not entered and _was_behind(view):
            yield Reason("escape", count=out)


def _points(view: View) -> Iterator[Reason]:
    """Yield the reasons about points made, if there is contact."""
    if not view.contact:
        return
    near, far = _made(view)
    if near:
        yield Reason("point", view.zones(near))
    if far:
        yield Reason("anchor", view.zones(far))
    if view.row[1] >= SHORTEST_PRIME and view.row[1] > view.row[0]:
        yield Reason("prime", count=view.row[1])


def made(view: View) -> list[Reason]:
    """Return all points made and pieces brought out, also those that are no reasons."""
    found = [k for k in view.points if view.old[k] < POINT]
    near, far = (
        [k for k in found if (k > LAST_POINT - HOME) is wanted] for wanted in (False, True)
    )
    points = [Reason("point", view.zones(near)), Reason("anchor", view.zones(far))]
    out = _brought_out(view)
    return [*points, Reason("escape", count=out)] if out > 0 else points


def _brought_out(view: View) -> int:
    """Return how many pieces left the opponent's home, also those that entered in this turn."""
    back = (BAR_SLOT, HAND_SLOT, *range(ENTRY - HOME, ENTRY))
    return sum(view.old[slot] - view.new[slot] for slot in back)


def _made(view: View) -> tuple[list[int], list[int]]:
    """Return the own numbers of points made outside the opponent's home, and of those in it.

    A point outside counts only if an opposing piece must still pass it. On 1 to 12 it must be
    higher than every home point given up, or the prime must grow. Points on 13 to 18 count only if
    fewer there were given up.
    """
    found = [k for k in view.points if view.old[k] < POINT]
    given = view.points_given
    half, home = LAST_POINT // 2, LAST_POINT - HOME
    is_longer = view.row[1] > view.row[0]
    highest = max((k for k in given if k <= HOME), default=0)
    near = [k for k in found if k <= half and (is_longer or k > highest)]
    outer = [k for k in found if half < k <= home]
    if len(outer) > sum(half < k <= home for k in given):
        near += outer
    return [k for k in near if k > view.passed], [k for k in found if k > home]


def can_be_hit(view: View) -> bool:
    """Return whether the opponent has the right to hit; without it one piece blocks him (B3)."""
    other = view.player.other
    return has_right_to_hit(view.rules.way(other), view.before.side(other))


def is_shut_out(view: View) -> bool:
    """Return whether the opponent must enter first and no throw lets him enter (B1 to B3)."""
    if not view.rules.game.enter_first or not sum(view.new_other[BAR_SLOT : HAND_SLOT + 1]):
        return False
    least = POINT if can_be_hit(view) else 1
    return all(view.new[number] >= least for number in range(1, HOME + 1))


def _wins_right(view: View) -> bool:
    """Return whether the first piece comes home and there is still something to hit (B3)."""
    way = view.rules.way(view.player)
    before, after = (
        has_right_to_hit(way, one.side(view.player)) for one in (view.before, view.end)
    )
    return after and not before and view.contact


def _was_behind(view: View) -> bool:
    """Return whether every piece that left the opponent's home had an opposing piece ahead."""
    left = min(k for k in range(19, 25) if view.new[k] < view.old[k])
    return left > ENTRY - farthest(view.old_other)


def _hits(view: View) -> list[int]:
    """Return the own numbers of points where an opposing piece was hit."""
    return [
        number
        for number in range(1, LAST_POINT + 1)
        if view.old_other[view.facing[number]] == 1 and not view.new_other[view.facing[number]]
    ]

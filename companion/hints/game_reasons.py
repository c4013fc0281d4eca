"""Finds the reasons for plays, separately for games with hits and for Jacquet.

An effect is a reason only if measurements showed that it distinguishes best plays from others
(docs/hints.md). For example, an advance of the last piece is not a reason in Jacquet.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from companion.hints.advice import HintReason
from companion.hints.throws import Shots
from companion.hints.views import SHORTEST_BLOCK, PlayView, farthest
from companion.hints.weighing import MOST_SHARE, ScoredReason, relative_reason, share
from companion.rules import Position
from companion.rules.position import BAR_SLOT, HAND_SLOT, HOME, postillon
from companion.rules.steps import has_right_to_hit
from companion.rules.vocabulary import ENTRY, LAST_POINT

SHORTEST_PRIME: Final = 4
"""The shortest prime that counts as a reason in games with hits."""

MOST_AFTER_ESCAPE: Final = 12
"""An escape counts as a reason only if at most this many throws can hit the escaped piece."""

POINT: Final = 2
"""The number of pieces that make a point."""


def opposed(view: PlayView) -> Iterator[HintReason]:
    """Yield the reasons in games with hits that need no comparison with other plays."""
    hits = _hits(view)
    if hits:
        yield HintReason("hit", view.zones(hits))
    if _wins_right(view):
        yield HintReason("right")
    if is_shut_out(view):
        yield HintReason("shut")
    entered = view.old[BAR_SLOT] + view.old[HAND_SLOT] - view.new[BAR_SLOT] - view.new[HAND_SLOT]
    if entered > 0 and not view.rules.game.enter_first:
        yield HintReason("enter", count=entered)
    if can_be_hit(view):
        yield from _points(view)
        out = _brought_out(view)
        if out > 0 and not entered and _was_behind(view):
            yield HintReason("escape", count=out)


def _points(view: PlayView) -> Iterator[HintReason]:
    """Yield the reasons that points were made, if there is contact."""
    if not view.contact:
        return
    near, far = _made(view)
    if near:
        yield HintReason("point", view.zones(near))
    if far:
        yield HintReason("anchor", view.zones(far))
    if view.row[1] >= SHORTEST_PRIME and view.row[1] > view.row[0]:
        yield HintReason("prime", count=view.row[1])


def made(view: PlayView) -> list[HintReason]:
    """Return reasons for all points made and pieces brought out, even weak reasons."""
    found = [k for k in view.points if view.old[k] < POINT]
    near, far = (
        [k for k in found if (k > LAST_POINT - HOME) is wanted] for wanted in (False, True)
    )
    points = [HintReason("point", view.zones(near)), HintReason("anchor", view.zones(far))]
    out = _brought_out(view)
    return [*points, HintReason("escape", count=out)] if out > 0 else points


def _brought_out(view: PlayView) -> int:
    """Return how many pieces left the opponent's home, including those that entered this turn."""
    back = (BAR_SLOT, HAND_SLOT, *range(ENTRY - HOME, ENTRY))
    return sum(view.old[slot] - view.new[slot] for slot in back)


def _made(view: PlayView) -> tuple[list[int], list[int]]:
    """Return which points were made outside the opponent's home, and which were made in it.

    A point outside counts only if an opposing piece must still pass it. A point on 1 to 12 counts
    if the prime gets longer. Such a point also counts if it is higher than every home point given
    up and no prime gets shorter. Points on 13 to 18 count only if there are more of them than
    points given up on 7 to 18.
    """
    found = [k for k in view.points if view.old[k] < POINT]
    given = view.points_given
    half, home = LAST_POINT // 2, LAST_POINT - HOME
    is_longer = view.row[1] > view.row[0]
    highest = max((k for k in given if k <= HOME), default=0)
    near = [k for k in found if k <= half and (is_longer or k > highest)]
    if view.row[1] < view.row[0] >= SHORTEST_PRIME:
        near = []
    outer = [k for k in found if half < k <= home]
    if len(outer) > sum(HOME < k <= home for k in given):
        near += outer
    return [k for k in near if k > view.passed], [k for k in found if k > home]


def can_be_hit(view: PlayView) -> bool:
    """Return whether the opponent has the right to hit. If not, a single piece blocks (B3)."""
    other = view.player.other
    return has_right_to_hit(view.rules.for_player(other), view.before.side(other))


def is_shut_out(view: PlayView) -> bool:
    """Return whether the opponent must enter first but cannot enter with any throw (B1 to B3)."""
    if not view.rules.game.enter_first or not sum(view.new_other[BAR_SLOT : HAND_SLOT + 1]):
        return False
    least = POINT if can_be_hit(view) else 1
    return all(view.new[number] >= least for number in range(1, HOME + 1))


def _wins_right(view: PlayView) -> bool:
    """Return whether the play wins the right to hit while there is still contact (B3)."""
    way = view.rules.for_player(view.player)
    before, after = (
        has_right_to_hit(way, one.side(view.player)) for one in (view.before, view.end)
    )
    return after and not before and view.contact


def _was_behind(view: PlayView) -> bool:
    """Return whether every piece that left the opponent's home had an opposing piece ahead."""
    left = min(k for k in range(19, 25) if view.new[k] < view.old[k])
    return left > ENTRY - farthest(view.old_other)


def is_still_exposed(view: PlayView, shots: Shots) -> bool:
    """Return whether there is a new blot on 13 to 18, and many throws can hit some blot."""
    outer = range(LAST_POINT // 2 + 1, LAST_POINT - HOME + 1)
    blots = [k for k in shots.numbers if k in outer and view.new[k] == 1 != view.old[k]]
    return bool(blots) and shots.throws > MOST_AFTER_ESCAPE


def _hits(view: PlayView) -> list[int]:
    """Return the own numbers of points where an opposing piece was hit."""
    return [
        number
        for number in range(1, LAST_POINT + 1)
        if view.old_other[view.facing[number]] == 1 and not view.new_other[view.facing[number]]
    ]


FEWEST_HINDERED: Final = 4
"""The smallest number of hindered throws (of 36) that is a reason."""

FEW_OUTSIDE: Final = 2
"""Bearing off is near if at most this many pieces are outside home."""

ThrowCounts = Mapping[Position, int]
"""For each end of a play, how many of the opponent's 36 throws have some effect."""


def jacquet(view: PlayView) -> Iterator[HintReason]:
    """Yield the reasons for a play in Jacquet that need no comparison with other plays."""
    old, new = (postillon(one.side(view.player)) for one in (view.before, view.end))
    if old and not new:
        yield HintReason("postillon-home")
    elif old > new:
        yield HintReason("postillon-on", count=old - new)
    left = view.old[LAST_POINT] - view.new[LAST_POINT]
    if left > 0 and not old:
        yield HintReason("talon", count=left)
    if view.row[1] >= SHORTEST_BLOCK and view.row[1] > view.row[0]:
        yield HintReason("block", count=view.row[1])


def jacquet_comparisons(
    view: PlayView, others: Sequence[PlayView], hindered: ThrowCounts, compared: Position | None
) -> Iterator[ScoredReason]:
    """Yield the reasons in Jacquet that do not apply to most other plays or the compared play."""
    yield from _spread(view, others, compared)
    asked = next((at for at, one in enumerate(others) if one.end == compared), None)
    exits, rows = [_bars_exit(one) for one in others], [one.passed_row for one in others]
    if _bars_exit(view):
        yield from relative_reason(HintReason("exit"), 1, exits, asked)
    if view.passed_row >= SHORTEST_BLOCK:
        past, row = HintReason("pass", count=view.passed_row), view.passed_row
        common = share(other >= SHORTEST_BLOCK for other in rows)
        yield from (one._replace(common=common) for one in relative_reason(past, row, rows, asked))
    throws, counted = hindered.get(view.end, 0), [hindered.get(one.end, 0) for one in others]
    if throws >= FEWEST_HINDERED and throws > hindered.get(view.before, 0):
        hinders = HintReason("hinder", count=throws)
        yield from relative_reason(hinders, throws, counted, asked, FEWEST_HINDERED)
    if view.barring and not view.given_up:
        holds = [not one.given_up for one in others]
        yield from relative_reason(HintReason("hold"), 1, holds, asked)
    value = view.rules.game.value
    most = value(view.new)
    behind = view.rules.pips(view.end, view.player) > view.rules.pips(view.end, view.player.other)
    counts = behind and "count-games" not in view.rules.options
    if counts and most < value(view.old):
        saved = [-value(one.new) for one in others]
        yield from relative_reason(HintReason("saves", count=most), -most, saved, asked)


def _bars_exit(view: PlayView) -> bool:
    """Return whether the opponent has nearly all pieces home but cannot bear off yet (J8)."""
    exit_number = view.rules.game.exit_number
    if not exit_number:
        return False
    outside = sum(view.new_other[HOME + 1 :])
    return outside <= FEW_OUTSIDE and view.new[view.facing.index(exit_number)] > 0


def _spread(
    view: PlayView, others: Sequence[PlayView], compared: Position | None
) -> Iterator[ScoredReason]:
    """Yield a reason for new points that most plays do not hold, if no point is given up."""
    if view.given_up:
        return
    peers = [other for other in others if other.end == compared] or others
    taken = [k for k in view.taken if share(one.new[k] > 0 for one in peers) <= MOST_SHARE]
    if taken:
        shared = share(all(one.new[k] for k in taken) and not one.given_up for one in others)
        common = share(bool(one.taken) and not one.given_up for one in others)
        more = any(len(one.taken) > len(view.taken) and not one.given_up for one in others)
        yield ScoredReason(HintReason("spread", view.zones(taken)), shared, common, exceeded=more)


def _occupies(view: PlayView, reason: HintReason) -> bool:
    held = view.zones(number for number in range(1, LAST_POINT + 1) if view.new[number])
    return {*reason.zones} <= {*held}


JACQUET_ACHIEVEMENT_TESTS: Final[Mapping[str, Callable[[PlayView, HintReason], bool]]] = {
    "spread": _occupies,
    "exit": lambda view, _reason: _bars_exit(view),
    "pass": lambda view, reason: view.passed_row >= reason.count,
    "hold": lambda view, _reason: not view.given_up,
    "saves": lambda view, reason: view.rules.game.value(view.new) <= reason.count,
}
"""Functions that test whether a reason also holds for another play, by code."""

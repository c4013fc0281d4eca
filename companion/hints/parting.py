"""Differences between the best and the second-best play, for turns without other reasons.

Each figure is compared on three boards: "fewer blots" is a reason only if the best play leaves
fewer than the second and than there were before the move. The order of the figures was measured in
self-play for each game (docs/hints.md).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from companion.hints.advice import Reason
from companion.hints.jacquet_reasons import FEWEST_HINDERED
from companion.hints.opposed_reasons import can_be_hit
from companion.hints.throws import Throws
from companion.hints.views import View
from companion.rules import Position
from companion.rules.games import Hitting
from companion.rules.games.game import Game
from companion.rules.position import BAR_SLOT, HOME, OFF_SLOT
from companion.rules.track import LAST_POINT

_HALFWAY: Final = 12
_DEEPEST: Final = 2
_PILE: Final = 3


def _held(view: View) -> list[int]:
    return [number for number in range(1, LAST_POINT + 1) if view.new[number]]


def _pieces_on_last_point(view: View) -> int:
    held = _held(view)
    return view.new[held[-1]] if held else 0


def _widest_gap(view: View) -> int:
    return max((upper - lower for lower, upper in pairwise(_held(view))), default=0)


COUNTS: Final[Mapping[str, Callable[[View], int]]] = MappingProxyType(
    {
        "pips": lambda view: -view.rules.pips(view.end, view.player),
        "halfway": lambda view: sum(view.new[1 : _HALFWAY + 1]) + view.new[OFF_SLOT],
        "last-point": lambda view: -_pieces_on_last_point(view),
        "at-home": lambda view: sum(view.new[: HOME + 1]),
        "home-points": lambda view: sum(view.new[k] > 1 for k in range(1, HOME + 1)),
        "home-held": lambda view: sum(view.new[k] > 0 for k in range(1, HOME + 1)),
        "deep": lambda view: -sum(view.new[1 : _DEEPEST + 1]),
        "pile": lambda view: -max(view.new[1 : LAST_POINT + 1]),
        "piles": lambda view: -sum(max(pieces - _PILE, 0) for pieces in view.new[1:BAR_SLOT]),
        "lone-home": lambda view: -sum(view.new[k] == 1 for k in range(1, HOME + 1)),
        "lone": lambda view: -view.new[1 : LAST_POINT + 1].count(1),
        "occupy": lambda view: len(_held(view)),
        "close": lambda view: -_widest_gap(view),
    }
)
"""The figures by code, where more is better; `advice.Reason` explains the codes."""

PARTING: Final = frozenset({*COUNTS, "ready", "playable"})
"""The codes that are used only in comparison with another play."""

_ORDERS: Final = {
    "together": ("pips", "halfway", "occupy", "close", "piles"),
    "ace-deuce": (
        "pips", "last-point", "home-points", "halfway", "home-held", "lone-home", "deep", "occupy",
        "piles",
    ),
    "once-home": (
        "deep", "at-home", "occupy", "lone", "halfway", "last-point", "piles", "close", "pile",
    ),
    "": (
        "last-point", "halfway", "home-points", "deep", "pile", "lone-home", "home-held",
        "at-home", "close",
    ),
}  # fmt: skip
"""The codes by kind of game, the most significant first; insignificant codes are left out.

In Jacquet nothing is hit, so single pieces are no drawback there.
"""


def _order(game: Game) -> tuple[str, ...]:
    if not game.track.opposed:
        return _ORDERS["together"]
    if game.ace_deuce:
        return _ORDERS["ace-deuce"]
    return _ORDERS["once-home" if game.hitting is Hitting.ONCE_HOME else ""]


def parting(
    pair: tuple[View, View], throws: Throws, hindered: Mapping[Position, int]
) -> Iterator[Reason]:
    """Yield what the first of a pair has more of, also than before the move; best reasons first.

    hindered -- Jacquet: the throws with which the opponent cannot use all dice.
    """
    best, rival = pair
    unmoved = View(best.rules, best.before, best.player, best.before)
    views = best, rival, unmoved
    nexts = throws.own_next([view.end for view in views], best.player)
    ready = _ahead([one.borne_off for one in nexts])
    if ready and not any(best.new[HOME + 1 :]):
        yield Reason("ready", count=ready, clear=False)
    hinders = [hindered.get(view.end, 0) for view in views]
    if _ahead(hinders) and hinders[0] >= FEWEST_HINDERED:
        yield Reason("hinder", count=hinders[0], clear=False)
    for code in _order(best.rules.game):
        more = _ahead([COUNTS[code](view) for view in views])
        if more and not (code == "occupy" and _leaves_more_blots(best, unmoved)):
            yield Reason(code, count=more, clear=False)
    playable = _ahead([one.in_full for one in nexts])
    if playable and not any(one.borne_off for one in nexts[:2]):
        yield Reason("playable", count=playable, clear=False)


def _leaves_more_blots(best: View, unmoved: View) -> bool:
    """Return whether there are more single pieces than before that can be hit."""
    if best.rules.game.hitting is Hitting.NEVER or not can_be_hit(best):
        return False
    return COUNTS["lone"](best) < COUNTS["lone"](unmoved)


def _ahead(counted: Sequence[int]) -> int:
    """Return the lead of the first over the second, 0 if it does not also lead the third."""
    best, rival, before = counted
    return max(best - rival, 0) if best > before else 0

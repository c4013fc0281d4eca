"""What parts the best play from the second where no reason of the turn does.

Each of these is counted on the two boards and told only in favour of the best play. Which of them
tell best plays from second ones was counted in self-play, game by game (docs/hints.md).
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from companion.hints.advice import Reason
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
"""What is counted, the more the better; what the codes mean stands in `advice.Reason`."""

PARTING: Final = frozenset({*COUNTS, "ready", "playable"})
"""The codes of what is told only beside another play."""

_ORDERS: Final = {
    "together": ("pips", "halfway", "occupy", "close", "piles", "lone"),
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
"""What tells most first; what tells nothing in a kind of game is not among it."""


def _order(game: Game) -> tuple[str, ...]:
    if game.postillon:
        return _ORDERS["together"]
    if game.ace_deuce:
        return _ORDERS["ace-deuce"]
    return _ORDERS["once-home" if game.hitting is Hitting.ONCE_HOME else ""]


def parting(
    pair: tuple[View, View], throws: Throws, hindered: Mapping[Position, int]
) -> Iterator[Reason]:
    """What the first of a pair has more of, what tells most first.

    hindered -- Jacquet: with how many throws the opponent cannot use all dice.
    """
    best, rival = pair
    next_of_best, next_of_rival = throws.own_next([best.end, rival.end], best.player)
    ready = next_of_best.borne_off - next_of_rival.borne_off
    if ready > 0:
        yield Reason("ready", count=ready, clear=False)
    if hindered.get(best.end, 0) > hindered.get(rival.end, 0):
        yield Reason("hinder", count=hindered[best.end], clear=False)
    for code in _order(best.rules.game):
        more = COUNTS[code](best) - COUNTS[code](rival)
        if more > 0:
            yield Reason(code, count=more, clear=False)
    playable = next_of_best.in_full - next_of_rival.in_full
    if playable > 0 and not next_of_best.borne_off + next_of_rival.borne_off:
        yield Reason("playable", count=playable, clear=False)

"""Compares a play with the alternatives of its turn by merits, risks and figures.

The figures serve turns without other reasons. Each is compared on three boards: "fewer blots" is a
reason only if the best play leaves fewer than the second and than there were before the move. The
order of the figures was measured in self-play for each game (docs/hints.md).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Final, NamedTuple

from companion.hints.advice import Reason
from companion.hints.game_reasons import FEWEST_HINDERED, JACQUET_DOES, Hindered, can_be_hit
from companion.hints.throws import Shots, Throws
from companion.hints.views import View
from companion.hints.weighing import ENOUGH, PRICES, Choice, ScoredReason, does_as_much, share
from companion.rules import Position
from companion.rules.games import Hitting
from companion.rules.games.game import Game
from companion.rules.position import BAR_SLOT, HOME, OFF_SLOT
from companion.rules.vocabulary import LAST_POINT

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

    def outdoes(self, other: View, view: View, reason: Reason) -> bool:
        """Return whether another play surpasses this one in what `reason` says.

        False for a hit, which is always a reason.
        """
        code = reason.code
        if code in ("race", "gammon", "hit"):
            return False
        if code in ("prime", "block", "keep"):
            return other.row_beside(view) > reason.count
        if code == "pass":
            return other.passed_row > reason.count
        if code == "hinder":
            return self.hindered.get(other.end, 0) > reason.count
        return any(
            one.code == code and (one.count > reason.count or {*one.zones} > {*reason.zones})
            for one in self.alone(other)
        )


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
    reason = Reason(code, view.zones(shots.numbers), shots.throws)
    yield ScoredReason(reason, as_few, misled=least + LEAST_APART <= shots.throws)

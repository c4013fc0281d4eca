"""Compares a play with the other plays of its turn, by merits, risks and counts.

Counts are used when no other reason distinguishes the best play from the second best. A count must
be better than after the second-best play and better than before the move. For example, "fewer
blots" is a reason only if the best play leaves fewer blots than both. Self-play showed which counts
matter in each game (docs/hints.md).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Final, NamedTuple

from companion.hints import game_reasons
from companion.hints.advice import PRICES, ROWS, HintReason
from companion.hints.throws import Shots, Throws
from companion.hints.views import PlayView
from companion.hints.weighing import (
    MOST_SHARE,
    PlayChoice,
    ScoredReason,
    achieves_as_much,
    share,
)
from companion.rules import Position
from companion.rules.games.game import Game
from companion.rules.position import BAR_SLOT, HOME, OFF_SLOT
from companion.rules.vocabulary import LAST_POINT

_HALFWAY: Final = 12
_DEEPEST: Final = 2
_PILE: Final = 3


def _held(view: PlayView) -> list[int]:
    return [number for number in range(1, LAST_POINT + 1) if view.new[number]]


def _pieces_on_last_point(view: PlayView) -> int:
    held = _held(view)
    return view.new[held[-1]] if held else 0


def _widest_gap(view: PlayView) -> int:
    return max((upper - lower for lower, upper in pairwise(_held(view))), default=0)


COUNTS: Final[Mapping[str, Callable[[PlayView], int]]] = MappingProxyType(
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
"""Functions that count something on the board, by code. A larger count is better.

`advice.HintReason` explains the codes.
"""

COMPARATIVE_CODES: Final = frozenset({*COUNTS, "ready", "playable"})
"""The codes of reasons that only `differences` yields."""

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
"""The codes of `COUNTS` to use in each kind of game, the most important first.

In Jacquet nothing is hit, so single pieces are not a drawback.
"""


def _order(game: Game) -> tuple[str, ...]:
    if not game.track.opposed:
        return _ORDERS["together"]
    if game.ace_deuce:
        return _ORDERS["ace-deuce"]
    return _ORDERS["once-home" if game.hits_once_home else ""]


def differences(
    pair: tuple[PlayView, PlayView], throws: Throws, hindered: Mapping[Position, int]
) -> Iterator[HintReason]:
    """Yield the reasons why the first play of a pair is better than the second, strongest first.

    Each reason must also be stronger than in the position before the move.

    hindered -- Jacquet: the number of throws with which the opponent cannot use all dice.
    """
    best, rival = pair
    unmoved = PlayView(best.rules, best.before, best.player, best.before)
    views = best, rival, unmoved
    next_throws = throws.own_next([view.end for view in views], best.player)
    ready = _ahead([one.borne_off for one in next_throws])
    if ready and not any(best.new[HOME + 1 :]):
        yield HintReason("ready", count=ready, clear=False)
    hinders = [hindered.get(view.end, 0) for view in views]
    if _ahead(hinders) and hinders[0] >= game_reasons.FEWEST_HINDERED:
        yield HintReason("hinder", count=hinders[0], clear=False)
    for code in _order(best.rules.game):
        more = _ahead([COUNTS[code](view) for view in views])
        if more and not (code == "occupy" and _leaves_more_blots(best, unmoved)):
            yield HintReason(code, count=more, clear=False)
    playable = _ahead([one.in_full for one in next_throws])
    if playable and not any(one.borne_off for one in next_throws[:2]):
        yield HintReason("playable", count=playable, clear=False)


def _leaves_more_blots(best: PlayView, unmoved: PlayView) -> bool:
    """Return whether more blots can be hit after the best play than before it."""
    if not best.rules.game.has_hits or not game_reasons.can_be_hit(best):
        return False
    return COUNTS["lone"](best) < COUNTS["lone"](unmoved)


def _ahead(counted: Sequence[int]) -> int:
    """Return by how much the best play's count exceeds the rival's, 0 if it does not.

    The lead is 0 if the count is no better than before the move.
    """
    best, rival, before = counted
    return max(best - rival, 0) if best > before else 0


class PlayComparison(NamedTuple):
    """Compares the plays of one turn.

    others -- the plays with which a play is compared;
    own_reasons -- returns the reasons for a play that need no comparison;
    own_effects -- returns these reasons, and effects too small to be reasons;
    shots -- the opponent's shots after each play;
    hindered -- Jacquet: the number of throws with which the opponent cannot use all dice;
    rights -- Dutch: the number of throws with which the opponent wins the right to hit.
    """

    others: Sequence[PlayView]
    own_reasons: Callable[[PlayView], list[HintReason]]
    own_effects: Callable[[PlayView], list[HintReason]]
    shots: Mapping[Position, Shots]
    hindered: game_reasons.ThrowCounts
    rights: game_reasons.ThrowCounts

    def achieves(self, other: PlayView, view: PlayView, reason: HintReason) -> bool:
        """Return whether a reason for `view` also holds for another play. True if unknown."""
        code, shots = reason.code, self.shots.get(other.end)
        if code in ("safe", "fewest", "deny"):
            return shots is None or (shots.home if code == "deny" else shots.throws) <= reason.count
        if code == "hinder":
            return self.hindered.get(other.end, reason.count) >= reason.count
        if code == "keep":
            return other.row_compared_with(view) >= reason.count
        if code in COMPARATIVE_CODES:  # such a reason was compared only with the second play
            return True
        if code in ACHIEVEMENT_TESTS:
            return ACHIEVEMENT_TESTS[code](other, reason)
        return any(achieves_as_much(one, reason) for one in self.own_effects(other))

    def exceeds(self, other: PlayView, view: PlayView, reason: HintReason) -> bool:
        """Return whether a reason for `view` holds even more for another play.

        False for a hit, the start of a race and a saved gammon, where more is not better.
        """
        code = reason.code
        if code in ("race", "gammon", "hit"):
            return False
        if code in ROWS:
            return other.row_compared_with(view) > reason.count
        if code == "pass":
            return other.passed_row > reason.count
        if code == "hinder":
            return self.hindered.get(other.end, 0) > reason.count
        return any(
            one.code == code and (one.count > reason.count or {*one.zones} > {*reason.zones})
            for one in self.own_reasons(other)
        )

    def has_poor_safer_plays(
        self,
        others: Sequence[PlayView],
        view: PlayView,
        reasons: Sequence[ScoredReason],
        worth: Mapping[Position, float],
    ) -> bool:
        """Return whether other plays have the same merits at less risk, but all of these are poor.

        In this case the merits do not explain why this play is good. If one of the two next best
        plays has the same merits at less risk, the merits do explain it, and the result is False.
        The result is also False if the reasons have no merit or no risk, or if a merit is a hit.

        worth -- the values of the plays, {} if unknown.
        """
        merits = [one.reason for one in reasons if one.reason.code not in PRICES]
        if len(merits) == len(reasons) or not merits or any(one.code == "hit" for one in merits):
            return False
        most = self.shots[view.end].throws - LEAST_APART
        cheaper = [
            other
            for other in others
            if other.end in self.shots
            and self.shots[other.end].throws <= most
            and all(self.achieves(other, view, merit) for merit in merits)
        ]
        ranked = sorted(others, key=lambda one: -worth.get(one.end, 0)) if worth else []
        return bool(cheaper) and not any(one in cheaper for one in ranked[:NEXT_BEST_PLAYS])


def _guards(view: PlayView, reason: HintReason) -> bool:
    return {*reason.zones} <= {*view.zones(view.points)}


ACHIEVEMENT_TESTS: Final = {**game_reasons.JACQUET_ACHIEVEMENT_TESTS, "guard": _guards}


LEAST_APART: Final = 4
"""The smallest difference in hitting throws (of 36) that counts."""

RISKY_SHARE: Final = 1 / 3
"""A play is `risky` if more than this share of the other plays leave `LEAST_APART` fewer shots."""

MOST_SHOTS_OF_FEWEST: Final = 24
"""With more shots than this, a play is `fewest` only if most others leave `LEAST_APART` more."""

NEXT_BEST_PLAYS: Final = 2
"""The number of next-best plays that `has_poor_safer_plays` considers."""


def risk_reasons(
    view: PlayView, shots: Shots, others: Mapping[Position, int], choice: PlayChoice
) -> Iterator[ScoredReason]:
    """Yield the reason about blots, if the plays differ enough.

    others -- the number of throws that hit after each play of the turn, {} if unknown.
    """
    least = min(others.values(), default=0)
    if others and max(others.values()) - least < (LEAST_APART if least else 1):
        return
    rest = [throws for other, throws in others.items() if other != view.end]
    as_few = share(throws <= shots.throws for throws in rest)
    if not shots.throws:
        clearly = share(throws >= LEAST_APART for throws in rest)
        compared = others.get(choice.compared, 0) if choice.compared else 0
        if not rest or clearly > MOST_SHARE or compared >= LEAST_APART:
            yield ScoredReason(HintReason("safe"), as_few)
        return
    clearly = share(throws + LEAST_APART <= shots.throws for throws in rest)
    more = share(throws >= shots.throws + LEAST_APART for throws in rest)
    is_worth_it = shots.throws <= MOST_SHOTS_OF_FEWEST or more > MOST_SHARE
    code = "exposed"
    if not rest or clearly > MOST_SHARE:
        code = "open"
    elif clearly > RISKY_SHARE:
        code = "risky"
    elif choice.whole and not choice.sampled and least == shots.throws and is_worth_it:
        code = "fewest"
    reason = HintReason(code, view.zones(shots.numbers), shots.throws)
    yield ScoredReason(reason, as_few, misleading=least + LEAST_APART <= shots.throws)

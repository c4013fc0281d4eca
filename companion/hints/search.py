"""One further throw: what a play is worth when the opponent's 21 throws are played out.

A play is first judged as it stands; those near the best are then judged by what the other player
makes of each throw (in Acey-Deucey the same player, where he throws again). In a race the throws
after that are played out too: there one pip decides, and a network of ours knows it only roughly.
Where a closer look is asked for, the few that are then closest to the best are judged by a second
throw as well.
Where the table counts races (`bearoff`) no play is left out there for what the network makes of it;
with all pieces at home the table judges, and nothing is played out. Source: the idea is as old as
game programs; the engines call it 1-ply or 2-ply.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from companion.hints.bearoff import Tabled, is_home
from companion.hints.features import Floats, is_race
from companion.hints.moves import THROWS, WEIGHTS, Mover, Reached, best_of, unranked
from companion.hints.network import Network
from companion.hints.outcomes import Evaluator, Worth
from companion.hints.rows import AGAIN, Numbers, Rows, swapped
from companion.rules import Rules
from companion.rules.games import Hitting
from companion.rules.position import OFF_SLOT
from companion.rules.vocabulary import PIECES_A_SIDE


@dataclass(frozen=True, eq=False)
class Judged:
    """What some positions are worth to the player who has just moved, and the chances behind it."""

    worth: Floats
    chances: Floats
    deep: bool


@dataclass(frozen=True)
class Width:
    """How much is searched: the best `most` positions, no worse than the best by `within`."""

    most: int
    within: float


_BEHIND: Final = np.float32(1e-4)

USUAL: Final = Width(10, 0.24)

_CLOSEST: Final = Width(4, 0.08)
"""Of so many the second throw is played out; it takes ten times as long as the first."""

_CLOSEST_OF_MANY: Final = 2
"""Where lone pieces stand as safe as two, turns have so many plays that it takes twice as long."""

_SHARE: Final = np.float32(0.5)
"""How much the second throw counts beside the first.

What a network sees too well in a player who is to throw it sees on one side after one throw, on the
other after two: the mean comes nearer than either.
"""

_MOST_IN_RACES: Final = 4
"""Of so many plays two further throws are played out, which takes twenty times as long.

Not in Acey-Deucey, where a throw of 1 and 2 alone has many thousand plays.
"""

_MOST_COUNTED: Final = 8
"""Of so many where the table counts races: there the two sides' throws are played out apart."""

_MOST_OFF: Final = 2
"""So many of the plays that bear off most are among them, whatever the network makes of them."""


class Search:
    """Judges the ends of one turn.

    worth -- of the mover's chances; worth_other -- of the opponent's, as he sees them.
    """

    def __init__(
        self, rules: Rules, evaluator: Evaluator, worth: Worth | None = None,
        worth_other: Worth | None = None,
    ) -> None:  # fmt: skip
        self._rules = rules
        self._evaluator = evaluator
        self._mover = Mover(rules)
        self._looks_twice = isinstance(evaluator, Network | Tabled) and not rules.game.ace_deuce
        self._counts = isinstance(evaluator, Tabled)
        self._scale = float(np.abs(evaluator.outcomes.equities).max()) / 2
        self._worth = worth or evaluator.outcomes.equity
        self._worth_other = worth_other or evaluator.outcomes.equity

    def static(self, rows: Rows) -> Judged:
        """Judge positions as they stand."""
        chances = self._evaluator.chances(rows)
        return Judged(self._worth(chances), chances, deep=False)

    def best(
        self,
        rows: Rows,
        width: Width = USUAL,
        also: int | None = None,
        *,
        closer: bool = False,
    ) -> Judged:
        """Judge positions, those near the best by further throws; the rest stay behind them.

        also -- this one is searched too, wherever it stands: it is to be held against the best;
        closer -- those closest to the best by a second throw too, where `looks_closer`.
        """
        static = self.static(rows)
        if self._counts and is_home(rows).all():
            return Judged(static.worth, static.chances, deep=True)
        order = np.argsort(-static.worth, kind="stable")
        chosen = self._chosen(rows, static.worth, order, width)
        searched = chosen if also is None or also in chosen else [*chosen, also]
        if len(searched) < 2:
            return static
        judged = self._ahead(static, chosen, searched, self._further(rows[searched]))
        if closer and self.looks_closer and not is_race(self._rules, rows[searched]).all():
            return self._closer(rows, judged, also)
        return judged

    @property
    def looks_closer(self) -> bool:
        """Whether a second throw is ever played out; not in Acey-Deucey, nor by other engines."""
        return self._looks_twice

    def _closer(self, rows: Rows, judged: Judged, also: int | None) -> Judged:
        """Judge those closest to the best by a second throw too."""
        few = self._rules.game.hitting is Hitting.ALWAYS
        most = _CLOSEST.most if few else _CLOSEST_OF_MANY
        order = np.argsort(-judged.worth, kind="stable")[:most]
        near = judged.worth[order] >= judged.worth[order[0]] - _CLOSEST.within * self._scale
        closest = order[near].tolist()
        looked = closest if also is None or also in closest else [*closest, also]
        if len(looked) < 2:
            return judged
        second = self.deep(rows[looked], 2)
        mean = judged.chances[looked] * (1 - _SHARE) + second * _SHARE
        return self._ahead(judged, closest, looked, mean)

    def _ahead(self, judged: Judged, best: list[int], looked: list[int], found: Floats) -> Judged:
        """The same with new chances for some positions; the rest stay behind the best of them."""
        chances = judged.chances.copy()
        chances[looked] = found
        worth = self._worth(chances)
        rest = np.setdiff1d(np.arange(len(worth)), looked)
        if len(rest):
            gap = worth[best].min() - judged.worth[rest].max()
            worth[rest] = judged.worth[rest] + min(gap - _BEHIND, 0)
        return Judged(worth, chances, deep=True)

    def _chosen(self, rows: Rows, worth: Floats, order: Numbers, width: Width) -> list[int]:
        """Which positions to search: the best as they stand; in races also what bears off most."""
        if self._counts and is_race(self._rules, rows).all():
            off = rows[order, 0, OFF_SLOT]
            most = order[off == off.max()][:_MOST_OFF]
            return list(dict.fromkeys([*order[:_MOST_COUNTED].tolist(), *most.tolist()]))
        near = worth >= worth[order[0]] - width.within * self._scale
        chosen = [int(index) for index in order[: width.most] if near[index]]
        if self._looks_twice and not self._counts and is_race(self._rules, rows[chosen]).all():
            return chosen[:_MOST_IN_RACES]
        return chosen

    def _further(self, rows: Rows) -> Floats:
        """The chances after one further throw, in a race two."""
        race = is_race(self._rules, rows).all()
        if not (self._counts and race):
            return self.deep(rows, 2 if self._looks_twice and race else 1)
        found = self._evaluator.chances(rows)
        on = rows[:, 0, OFF_SLOT] < PIECES_A_SIDE
        worths = self._worth, self._worth_other
        found[on] = played_out(rows[on], self._evaluator, self._mover, worths)
        return found

    def deep(self, rows: Rows, throws: int = 1) -> Floats:
        """The chances after so many further throws, the best play for whoever throws."""
        found = self._evaluator.chances(rows)
        open_games = np.flatnonzero(
            (rows[:, 0, OFF_SLOT] < PIECES_A_SIDE) & (rows[:, 1, OFF_SLOT] < PIECES_A_SIDE)
        )
        again = rows[open_games, 0, AGAIN] > 0
        for stays, which in ((False, open_games[~again]), (True, open_games[again])):
            if len(which):
                found[which] = self._expected(rows[which], throws, stays=stays)
        return found

    def _expected(self, rows: Rows, throws: int, *, stays: bool) -> Floats:
        """The average over the throws; stays -- the same player throws."""
        outcomes = self._evaluator.outcomes
        worth = self._worth if stays else self._worth_other
        start = rows.copy() if stays else swapped(rows)
        start[:, 0, AGAIN] = 0
        reached = [self._mover.ends(start, dice, self._rank) for dice in THROWS]
        turns = [each.turn + number * len(rows) for number, each in enumerate(reached)]
        everything = Reached(np.concatenate([each.rows for each in reached]), np.concatenate(turns))
        chances = self._evaluator.chances(everything.rows)
        played = best_of(everything.turn, worth(chances))
        best = chances[played]
        if throws > 1:
            best = self._of_thrower(stays=stays).deep(everything.rows[played], throws - 1)
        if not stays:
            best = outcomes.swapped(best)
        by_throw = best.reshape(len(THROWS), len(rows), -1)
        expected: Floats = np.tensordot(WEIGHTS.astype(np.float32), by_throw, axes=1)
        return expected

    def _of_thrower(self, *, stays: bool) -> "Search":
        """The same search for who throws next."""
        if stays:
            return self
        return Search(self._rules, self._evaluator, self._worth_other, self._worth)

    def _rank(self, rows: Rows) -> Floats:
        return self._worth_other(self._evaluator.chances(rows))


def played_out(
    rows: Rows, evaluator: Evaluator, mover: Mover, worths: tuple[Worth, Worth]
) -> Floats:
    """The chances of some plays of a race after each throw of the opponent and the next own throw.

    No piece meets an opposing one any more, so the best use of a throw hardly depends on the other
    side. Each side's best use is chosen once: the opponent's reply to each throw, then for every
    play the own next turn for each throw. Every pair of results is judged.

    worths -- what chances are worth to who has played, and to the opponent.
    """
    worth, worth_other = worths
    replies = _after_throws(swapped(rows[:1]), evaluator, mover, worth_other)
    turns = _after_throws(rows, evaluator, mover, worth)
    throws = len(THROWS)
    leaves = np.empty((throws, throws, len(rows), *rows.shape[1:]), dtype=np.uint8)
    leaves[:, :, :, 0] = turns.reshape(throws, len(rows), -1)
    over = replies[:, OFF_SLOT] == PIECES_A_SIDE
    leaves[over, :, :, 0] = rows[:, 0]  # the next throw does not come
    leaves[:, :, :, 1] = replies[:, None, None]
    chances = evaluator.chances(leaves.reshape(-1, *rows.shape[1:]))
    weights = (WEIGHTS[:, None] * WEIGHTS).ravel().astype(np.float32)
    found: Floats = np.tensordot(weights, chances.reshape(throws**2, len(rows), -1), axes=1)
    return found


def _after_throws(start: Rows, evaluator: Evaluator, mover: Mover, worth: Worth) -> Rows:
    """The sides of who throws after the best play of each throw, throw after throw."""
    reached = [mover.ends(start, dice, unranked) for dice in THROWS]
    turns = [each.turn + number * len(start) for number, each in enumerate(reached)]
    ends = Reached(np.concatenate([each.rows for each in reached]), np.concatenate(turns))
    sides: Rows = ends.rows[best_of(ends.turn, worth(evaluator.chances(ends.rows))), 0]
    return sides

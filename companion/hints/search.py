"""Evaluates plays one throw ahead, by the opponent's replies to all 21 throws.

Plays are first evaluated without search. Plays near the best are then evaluated by the best reply
to each throw (in Acey-Deucey by the player's own play, if the player throws again). On request, the
few plays that are then closest to the best are evaluated two throws ahead. Engines call this a
1-ply or 2-ply search.

Races, except in Acey-Deucey, are searched two throws ahead at once, because one pip matters in a
race and the networks are not precise enough. If the table (`bearoff`) evaluates a race, more plays
are searched, because it only estimates positions with pieces outside. With all pieces at home, its
values are final.

Before a throw, many of the positions have the same pieces on the thrower's side and differ only on
the other side. In one of eight such turns all ends are evaluated. Ends that are poor in this turn
are assumed to be poor in the other seven, and are not evaluated there (docs/hints.md).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.hints import moves
from companion.hints.bearoff import Tabled, is_home
from companion.hints.features import Floats, is_race
from companion.hints.network import Network
from companion.hints.outcomes import Evaluator, Worth
from companion.hints.rows import AGAIN, Mask, Numbers, Rows, swapped
from companion.rules import Rules
from companion.rules.position import BAR_SLOT, OFF_SLOT
from companion.rules.vocabulary import PIECES_A_SIDE


@dataclass(frozen=True, eq=False)
class Evaluation:
    """The evaluation of positions for the player who has just moved.

    worth -- the value of each position; chances -- the chances from which it is computed;
    is_searched -- whether further throws were searched.
    """

    worth: Floats
    chances: Floats
    is_searched: bool


@dataclass(frozen=True)
class Width:
    """The search width: at most `most` positions, each of which loses at most `within`.

    `within` is in points, and in Acey-Deucey in 7.5 points, because a game is worth more there.
    """

    most: int
    within: float


_GAP: Final = np.float32(1e-4)

FIRST_WIDTH: Final = Width(5, 0.2)
"""The width for the first throw. More positions gain hardly any strength (docs/hints.md)."""

_SECOND_WIDTH: Final = Width(3, 0.06)
"""The width for the second throw, which takes ten times as long as the first."""

_MOST_WITH_FEW_HITS: Final = 2
"""`_SECOND_WIDTH.most` for games with few hits, in which a search takes longer."""

_SECOND_WEIGHT: Final = np.float32(0.5)
"""The weight of the result after two throws. The rest is the weight of the result after one throw.

A network that overestimates the player to throw errs in opposite directions after one and two
throws, so the mean is more precise.
"""

_REPLY_BEAM: Final = 2
"""The beam width of replies with 1 and 2 in Acey-Deucey."""

_MOST_IN_RACES: Final = 4
"""The maximum number of plays of a race searched by two throws, which is twenty times slower.

Acey-Deucey does not use this search, because a throw of 1 and 2 has many thousand plays.
"""

_MOST_BY_TABLE: Final = 8
"""The maximum number of plays searched in a race that the table evaluates, which is fast."""

_MOST_OFF: Final = 2
"""If the table evaluates a race, this many of the plays that bear off the most are included."""


GOOD: Final = 5
"""How many of the best ends of a fully evaluated turn are also evaluated in similar turns."""

GOOD_LATER: Final = 8
"""`GOOD` for a second throw, in the games that evaluate every reply to the first throw."""

_ALIKE: Final = 8
"""One of this many similar turns is evaluated fully."""


class Search:
    """Evaluates the ends of one turn.

    worth -- converts the mover's chances to a value; worth_other -- converts the opponent's chances
    to a value from the opponent's view;
    looks_closer -- whether a second throw can be searched: only with an own network or gnubg-nn,
    and not in Acey-Deucey.
    """

    def __init__(
        self, rules: Rules, evaluator: Evaluator, worth: Worth | None = None,
        worth_other: Worth | None = None,
    ) -> None:  # fmt: skip
        self._rules = rules
        self.evaluator = evaluator
        self._mover = moves.Mover(rules)
        self.looks_closer = isinstance(evaluator, Network | Tabled) and not rules.game.ace_deuce
        self._uses_table = isinstance(evaluator, Tabled)
        game = rules.game  # in backgammon and Jacquet a full search is fast enough
        self._has_many_ends = game.hits_once_home or game.ace_deuce
        self._scale = float(np.abs(evaluator.outcomes.equities).max()) / 2
        self._worth = worth or evaluator.outcomes.equity
        self._worth_other = worth_other or evaluator.outcomes.equity

    def static(self, rows: Rows) -> Evaluation:
        """Evaluate positions without search."""
        chances = self.evaluator.chances(rows)
        return Evaluation(self._worth(chances), chances, is_searched=False)

    def best(
        self,
        rows: Rows,
        width: Width = FIRST_WIDTH,
        also: int | None = None,
        *,
        closer: bool = False,
    ) -> Evaluation:
        """Evaluate positions.

        Positions near the best are searched. All others rank after these. If only one position is
        near the best and `also` is not given, nothing is searched.

        also -- the index of a position to search even if it is not near the best;
        closer -- whether to search a second throw for the closest positions, if `looks_closer`.
        """
        static = self.static(rows)
        if self._uses_table and is_home(rows).all():
            return Evaluation(static.worth, static.chances, is_searched=True)
        order = np.argsort(-static.worth, kind="stable")
        chosen = self._chosen(rows, static.worth, order, width)
        searched = chosen if also is None or also in chosen else [*chosen, also]
        if len(searched) < 2:
            return static
        judged = self._with_chances(static, chosen, searched, self._further(rows[searched]))
        if closer and self.looks_closer and not is_race(self._rules, rows[searched]).all():
            return self._closer(rows, judged, also)
        return judged

    def _closer(self, rows: Rows, judged: Evaluation, also: int | None) -> Evaluation:
        """Evaluate the positions closest to the best by a second throw too."""
        has_many_hits = self._rules.game.has_hits and not self._rules.game.hits_once_home
        most = _SECOND_WIDTH.most if has_many_hits else _MOST_WITH_FEW_HITS
        order = np.argsort(-judged.worth, kind="stable")[:most]
        near = judged.worth[order] >= judged.worth[order[0]] - _SECOND_WIDTH.within * self._scale
        closest = order[near].tolist()
        searched = closest if also is None or also in closest else [*closest, also]
        if len(searched) < 2:
            return judged
        second = self.chances_after(rows[searched], 2)
        mean = judged.chances[searched] * (1 - _SECOND_WEIGHT) + second * _SECOND_WEIGHT
        return self._with_chances(judged, closest, searched, mean)

    def _with_chances(
        self, judged: Evaluation, best: list[int], searched: list[int], found: Floats
    ) -> Evaluation:
        """Return the evaluation with the new chances `found` for the searched positions.

        The positions that were not searched rank after those in `best`.
        """
        chances = judged.chances.copy()
        chances[searched] = found
        worth = self._worth(chances)
        rest = np.setdiff1d(np.arange(len(worth)), searched)
        if len(rest):
            gap = worth[best].min() - judged.worth[rest].max()
            worth[rest] = judged.worth[rest] + min(gap - _GAP, 0)
        return Evaluation(worth, chances, is_searched=True)

    def _chosen(self, rows: Rows, worth: Floats, order: Numbers, width: Width) -> list[int]:
        """Return the positions to search: the best; in table races also two with the most off."""
        if self._uses_table and is_race(self._rules, rows).all():
            off = rows[order, 0, OFF_SLOT]
            most = order[off == off.max()][:_MOST_OFF]
            return list(dict.fromkeys([*order[:_MOST_BY_TABLE].tolist(), *most.tolist()]))
        near = worth >= worth[order[0]] - width.within * self._scale
        chosen = [int(index) for index in order[: width.most] if near[index]]
        if self.looks_closer and not self._uses_table and is_race(self._rules, rows[chosen]).all():
            return chosen[:_MOST_IN_RACES]
        return chosen

    def _further(self, rows: Rows) -> Floats:
        """Return the chances after one further throw; in a race after two, if `looks_closer`."""
        race = is_race(self._rules, rows).all()
        if not (self._uses_table and race):
            return self.chances_after(rows, 2 if self.looks_closer and race else 1)
        found = self.evaluator.chances(rows)
        on = rows[:, 0, OFF_SLOT] < PIECES_A_SIDE
        worths = self._worth, self._worth_other
        found[on] = played_out(rows[on], self.evaluator, self._mover, worths)
        return found

    def chances_after(self, rows: Rows, throws: int = 1, *, thinned: bool = False) -> Floats:
        """Return the chances after this many further throws, if the thrower plays best.

        thinned -- whether plays that are poor in a similar turn are left out (see `evaluated`).
        """
        over = (rows[:, :, OFF_SLOT] == PIECES_A_SIDE).any(axis=1)
        open_games = np.flatnonzero(~over)
        found = np.empty((len(rows), len(self.evaluator.outcomes.names)), dtype=np.float32)
        if over.any():
            found[over] = self.evaluator.chances(rows[over])
        again = rows[open_games, 0, AGAIN] > 0
        for stays, which in ((False, open_games[~again]), (True, open_games[again])):
            if len(which):
                found[which] = self._expected(rows[which], throws, stays=stays, thinned=thinned)
        return found

    def _expected(self, rows: Rows, throws: int, *, stays: bool, thinned: bool) -> Floats:
        """Return the average over all throws. stays -- whether the same player throws again."""
        outcomes = self.evaluator.outcomes
        worth = self._worth if stays else self._worth_other
        start = rows.copy() if stays else swapped(rows)
        start[:, 0, AGAIN] = 0
        reached = self._mover.ends(*moves.each_throw(start), self._rank, _REPLY_BEAM)
        if thinned or self._has_many_ends:
            good = GOOD if self._has_many_ends else GOOD_LATER
            reached, chances = evaluated(start, reached, self._chances, worth, good)
        else:
            chances = self._chances(reached.rows)
        played = moves.best_of(reached.turn, worth(chances))
        best = chances[played]
        if throws > 1:
            search = self
            if not stays:  # the values are those of the player who throws next
                search = Search(self._rules, self.evaluator, self._worth_other, self._worth)
            best = search.chances_after(reached.rows[played], throws - 1, thinned=True)
        if not stays:
            best = outcomes.swapped(best)
        by_throw = best.reshape(len(moves.THROWS), len(rows), -1)
        return np.tensordot(moves.WEIGHTS.astype(np.float32), by_throw, axes=1)

    def _chances(self, rows: Rows) -> Floats:
        """Return the chances of positions of many turns. Each position is evaluated only once."""
        different, place = moves.distinct_rows(rows)
        return self.evaluator.chances(rows[different])[place]

    def _rank(self, rows: Rows) -> Floats:
        return self._worth_other(self.evaluator.chances(rows))


def played_out(
    rows: Rows, evaluator: Evaluator, mover: moves.Mover, worths: tuple[Worth, Worth]
) -> Floats:
    """Return the chances after each play of a race, after a throw of each side.

    Without contact, the best play of a throw hardly depends on the other side. Each side's plays
    are therefore chosen only once: the opponent's reply to each throw, and for every play the own
    next turn for each throw. Every pair of results is then evaluated.

    worths -- convert the player's and the opponent's chances to values.
    """
    worth, worth_other = worths
    replies = _after_throws(swapped(rows[:1]), evaluator, mover, worth_other)
    turns = _after_throws(rows, evaluator, mover, worth)
    throws = len(moves.THROWS)
    leaves = np.empty((throws, throws, len(rows), *rows.shape[1:]), dtype=np.uint8)
    leaves[:, :, :, 0] = turns.reshape(throws, len(rows), -1)
    over = replies[:, OFF_SLOT] == PIECES_A_SIDE
    leaves[over, :, :, 0] = rows[:, 0]  # the game is over before the next own throw
    leaves[:, :, :, 1] = replies[:, None, None]
    chances = evaluator.chances(leaves.reshape(-1, *rows.shape[1:]))
    weights = (moves.WEIGHTS[:, None] * moves.WEIGHTS).ravel().astype(np.float32)
    return np.tensordot(weights, chances.reshape(throws**2, len(rows), -1), axes=1)


def _after_throws(start: Rows, evaluator: Evaluator, mover: moves.Mover, worth: Worth) -> Rows:
    """Return the thrower's side of each row after the best play of each throw."""
    ends = mover.ends(*moves.each_throw(start))
    return ends.rows[moves.best_of(ends.turn, worth(evaluator.chances(ends.rows))), 0]


# --- turns with the same pieces of the thrower ----------------------------------------------------


def evaluated(
    start: Rows,
    reached: moves.Reached,
    judge: Callable[[Rows], Floats],
    worth: Worth,
    good: int = GOOD,
) -> tuple[moves.Reached, Floats]:
    """Return, for every turn, the ends that may be the best, and their chances.

    start -- the positions before the throw; the turns are those of `moves.each_throw`;
    good -- see `GOOD`.
    """
    group, is_whole = _like_turns(start)
    at = reached.turn % len(start)
    keys = _keys(start, reached, group)
    whole, rest = np.flatnonzero(is_whole[at]), np.flatnonzero(~is_whole[at])
    chances = judge(reached.rows[whole])
    best = whole[moves.among_best(reached.turn[whole], worth(chances), good)]
    poor = np.setdiff1d(keys[whole], keys[best])
    kept = rest[~np.isin(keys[rest], poor)]
    without = np.setdiff1d(reached.turn[rest], reached.turn[kept])
    kept = np.concatenate([kept, rest[np.isin(reached.turn[rest], without)]])
    chosen = np.concatenate([whole, kept])
    found = np.concatenate([chances, judge(reached.rows[kept])])
    return moves.Reached(reached.rows[chosen], reached.turn[chosen]), found


def _keys(start: Rows, reached: moves.Reached, group: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return a key for each end.

    Keys are equal if throw, group, the thrower's pieces after the turn and the hits are equal.
    """
    throw, at = np.divmod(reached.turn, len(start))
    turn = throw.astype(np.uint64) * np.uint64(len(start)) + group[at]
    hit = (reached.rows[:, 1, BAR_SLOT] - start[at, 1, BAR_SLOT]).astype(np.uint64)
    keys = moves.side_keys(reached.rows)
    keys ^= turn << np.uint64(40) ^ hit << np.uint64(56)
    return keys


def _like_turns(start: Rows) -> tuple[NDArray[np.uint64], Mask]:
    """Return each position's group by the thrower's pieces, and whether to evaluate it fully."""
    _, group = np.unique(moves.side_keys(start), return_inverse=True)
    order = np.argsort(group, kind="stable")
    before = np.arange(len(order)) - np.searchsorted(group[order], group[order])
    is_whole = np.empty(len(start), dtype=np.bool_)
    is_whole[order] = before % _ALIKE == 0
    return group.astype(np.uint64), is_whole

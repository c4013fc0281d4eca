"""Counts what the throws of the next turn can do, by the rules of a whole turn."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from companion.hints.moves import THROWS, Mover, each_throw
from companion.hints.rows import PIPS, RIGHT, Numbers, Rows, rows_of
from companion.rules import Player, Position, Rules
from companion.rules.position import BAR_SLOT, HAND_SLOT, OFF_SLOT, counts, postillon
from companion.rules.vocabulary import LAST_POINT


class Shots(NamedTuple):
    """The number of throws (of 36) that hit, and the own numbers of the blots that can be hit.

    home -- Dutch: the number of throws with which the opponent wins the right to hit.
    """

    throws: int
    numbers: tuple[int, ...]
    home: int = 0


class OwnNext(NamedTuple):
    """Totals for the 36 next throws of the player: pieces borne off, and throws used fully.

    A throw that bears off with a larger die than needed does not count as fully used.
    """

    borne_off: int
    in_full: int


class Throws:
    """Counts what the throws of one game can do."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._mover = Mover(rules)
        self._dice = [dice for dice in THROWS if not (rules.game.ace_deuce and dice == (2, 1))]
        self._times = np.array([1 if high == low else 2 for high, low in self._dice])
        self._pips = np.array([4 * d if d == e else d + e for d, e in self._dice])

    def shots(self, ends: Sequence[Position], player: Player) -> list[Shots]:
        """Return the shots of the opponent's next throw for each position.

        All legal turns are tried. In Acey-Deucey 1 and 2 (2 of the 36 throws) are left out, because
        any double may follow them.
        """
        rows = rows_of(self._rules, ends, player.other)
        waiting, lone = rows[:, 1, BAR_SLOT], rows[:, 1, : LAST_POINT + 1] == 1
        after, turn = self._mover.ends(*each_throw(rows, self._dice))
        at = turn % len(ends)
        hits = after[:, 1, BAR_SLOT] > waiting[at]
        comes = after[:, 0, RIGHT] > rows[at, 0, RIGHT]
        throws, home = (self._throws_with(turn[some], len(ends)) for some in (hits, comes))
        hittable = np.zeros_like(lone)
        blots, points = np.nonzero(lone[at[hits]] & (after[hits, 1, : LAST_POINT + 1] == 0))
        hittable[at[hits][blots], points] = True
        return [
            Shots(int(count), tuple(np.flatnonzero(points).tolist()), int(comes))
            for count, points, comes in zip(throws, hittable, home, strict=True)
        ]

    def shots_where_needed(self, ends: Sequence[Position], player: Player) -> dict[Position, Shots]:
        """Return the opponent's shots, computed only for ends with a blot in contact.

        In Dutch they are computed for all ends in contact, because of the right to hit.
        """
        every = self._rules.game.hits_once_home
        needed = [
            end
            for end in ends
            if (every or 1 in counts(end.side(player))[1 : LAST_POINT + 1])
            and self._rules.in_contact(end)
        ]
        found = dict.fromkeys(ends, Shots(0, ()))
        if needed:
            found.update(zip(needed, self.shots(needed, player), strict=True))
        return found

    def hindered(self, ends: Sequence[Position], player: Player) -> dict[Position, int]:
        """Return, for each end, the number of throws (of 36) that the opponent cannot use fully.

        A throw counts as used fully if the moved pips add up to the dice. A piece borne off may
        move fewer pips, so the number is 0 if some throw bears a piece off. This is only for
        Jacquet, in which the result depends only on the held points because there are no hits.
        """
        stands = [(_held_slots(end.side(player)), end.side(player.other)) for end in ends]
        different = dict(zip(stands, ends, strict=True))
        rows = rows_of(self._rules, list(different.values()), player.other)
        borne, used = self._results(rows)
        counted = np.where(borne.any(axis=0), 0, self._times @ (used < self._pips[:, None]))
        found = dict(zip(different, counted.tolist(), strict=True))
        return {end: found[stand] for end, stand in zip(ends, stands, strict=True)}

    def own_next(self, ends: Sequence[Position], player: Player) -> list["OwnNext"]:
        """Return the results of the player's own next throw, as if the opponent did not move.

        In Acey-Deucey 1 and 2 are left out.
        """
        borne, used = self._results(rows_of(self._rules, ends, player))
        whole = self._times @ (used >= self._pips[:, None])
        return [
            OwnNext(*both)
            for both in zip((self._times @ borne).tolist(), whole.tolist(), strict=True)
        ]

    def _throws_with(self, turns: Numbers, count: int) -> Numbers:
        """Return, for each of `count` rows, how many of 36 throws have one of these turns."""
        played = np.zeros((len(self._dice), count), dtype=np.bool_)
        played.ravel()[turns] = True
        return self._times @ played

    def _results(self, rows: Rows) -> tuple[Numbers, Numbers]:
        """Return the maximum numbers of pieces borne off and of pips used, by throw and row."""
        after, turn = self._mover.ends(*each_throw(rows, self._dice))
        at = turn % len(rows)
        borne, used = np.zeros((2, len(self._dice), len(rows)), dtype=np.int64)
        off, pips = rows[:, 0, OFF_SLOT].astype(np.int64), _pips(rows)
        np.maximum.at(borne.ravel(), turn, after[:, 0, OFF_SLOT] - off[at])
        np.maximum.at(used.ravel(), turn, pips[at] - _pips(after))
        return borne, used


def _held_slots(side: int) -> tuple[int, tuple[bool, ...]]:
    """Return where the postillon travels, and which slots are held."""
    return postillon(side), tuple(map(bool, counts(side)))


def _pips(rows: Rows) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    return rows[:, 0, : HAND_SLOT + 1].astype(np.int64) @ PIPS

"""Counts what the throws of the next turn can do, by the rules of a whole turn."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.hints.features import hits_of, reversed_points, side_of
from companion.hints.moves import THROWS, Mover, Reached, each_throw
from companion.hints.rows import PIPS, RIGHT, Bits, Mask, Numbers, Rows, rows_of
from companion.rules import Player, Position, Rules
from companion.rules.games import Hitting
from companion.rules.position import BAR_SLOT, HAND_SLOT, HOME, OFF_SLOT, counts, postillon
from companion.rules.vocabulary import ENTRY, LAST_POINT

_POINTS: Final = np.uint32((1 << ENTRY) - 2)


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
        self._throws = [THROWS.index(dice) for dice in self._dice]
        self._times = np.array([1 if high == low else 2 for high, low in self._dice])
        self._pips = np.array([4 * d if d == e else d + e for d, e in self._dice])

    def shots(self, ends: Sequence[Position], player: Player) -> list[Shots]:
        """Return the shots of the opponent's next throw for each position.

        Most throws are counted from the points. For the others all legal turns are tried. In
        Acey-Deucey 1 and 2 (2 of the 36 throws) are left out, because any double may follow them.
        """
        rows = rows_of(self._rules, ends, player.other)
        waiting, lone = rows[:, 1, BAR_SLOT], rows[:, 1, : LAST_POINT + 1] == 1
        counted, struck = self._counted_hits(rows)
        after, turn = self._relevant_ends(rows, ~counted)
        at = turn % len(ends)
        hits = after[:, 1, BAR_SLOT] > waiting[at]
        played = struck > 0
        played.ravel()[turn[hits]] = True
        throws, home = self._times @ played, np.zeros(len(ends), dtype=np.int64)
        if self._rules.game.hitting is Hitting.ONCE_HOME:
            comes = (after[:, 0, RIGHT] > 0) & (rows[at, 0, RIGHT] == 0)
            home = self._throws_with(turn[comes], len(ends))
        hittable = _points_of(reversed_points(np.bitwise_or.reduce(struck, axis=0)))
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
        every = self._rules.game.hitting is Hitting.ONCE_HOME
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

        The number is 0 if some throw bears a piece off, because pips then do not show which dice
        were used. This is only for Jacquet, in which the result depends only on the held points
        because there are no hits.
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

    def _counted_hits(self, rows: Rows) -> tuple[Mask, Bits]:
        """Return the throws and rows for which the points alone determine the hits, and these hits.

        A step that hits must be part of a turn with as many steps as possible (C2). This is certain
        for a double, whose steps can be made in any order, and if each die can be played from two
        slots: after a hit with one die, the other can still be played from the other slot.
        """
        game, hitter, target = self._rules.game, side_of(rows[:, 0]), side_of(rows[:, 1])
        struck = hits_of(hitter, target)[self._throws]
        landing = (~target.points_across & _POINTS) << np.arange(7, dtype=np.uint32)[:, None]
        able = np.bitwise_count(hitter.held & landing) > 1
        high, low = np.array(self._dice).T
        counted = (high == low)[:, None] | able[high] & able[low] | (struck == 0)
        if game.enter_first:
            counted &= hitter.waiting == 0
        counted &= game.hitting is Hitting.ALWAYS
        return counted, np.where(counted, struck, np.uint32(0))

    def _relevant_ends(self, rows: Rows, which: Mask) -> Reached:
        """Return the ends of the turns in which a blot is near enough to be hit.

        In Dutch the hitter must have won the right to hit, or have a piece near enough to come home
        (B3).
        """
        start, dice = each_throw(rows, self._dice)
        near = self._reaches_blot(rows)
        if self._rules.game.hitting is Hitting.ONCE_HOME:
            comes = _comes_home(rows[:, 0], self._pips[:, None])
            near = np.where(rows[:, 0, RIGHT] > 0, near, comes)
        able = np.flatnonzero(near & which)
        reached = self._mover.ends(start[able], dice[able])
        return Reached(reached.rows, able[reached.turn])

    def _reaches_blot(self, rows: Rows) -> Mask:
        """Return, for each throw and row, whether a blot can be hit if nothing is in the way."""
        board, blots = side_of(rows[:, 0]).held, side_of(rows[:, 1]).blots_across
        distances = [
            {high, low, high + low} if high != low else {high, 2 * high, 3 * high, 4 * high}
            for high, low in self._dice
        ]
        hits = {pips: board >> np.uint32(pips) & blots for pips in set().union(*distances)}
        return np.stack([np.any([hits[one] > 0 for one in some], axis=0) for some in distances])

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


def _points_of(bits: Bits) -> Mask:
    """Return one row of flags for each set of points: true for each point in the set."""
    flags = np.unpackbits(bits[:, None].view(np.uint8), axis=1, bitorder="little")
    return flags[:, : LAST_POINT + 1].astype(np.bool_)


def _comes_home(mine: NDArray[np.uint8], pips: Numbers) -> Mask:
    """Return whether a piece outside comes home with this many pips, if nothing is in its way."""
    outside = mine[:, HOME + 1 : HAND_SLOT + 1] > 0
    nearest = np.minimum(np.argmax(outside, axis=1) + HOME + 1, ENTRY)
    return nearest - HOME <= pips


def _held_slots(side: int) -> tuple[int, tuple[bool, ...]]:
    """Return where the postillon travels, and which slots are held."""
    return postillon(side), tuple(map(bool, counts(side)))


def _pips(rows: Rows) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    return rows[:, 0, : HAND_SLOT + 1].astype(np.int64) @ PIPS

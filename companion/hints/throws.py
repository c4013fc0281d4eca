"""Tries all throws of the next turn, with whole turns by the rules."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from companion.hints.moves import THROWS, Mover, Reached, unranked
from companion.hints.rows import RIGHT, Rows, rows_of
from companion.rules import Player, Position, Rules
from companion.rules.games import Hitting
from companion.rules.position import BAR_SLOT, HAND_SLOT, HOME, OFF_SLOT, counts, postillon
from companion.rules.vocabulary import ENTRY, LAST_POINT

_PIPS: Final = np.minimum(np.arange(HAND_SLOT + 1), ENTRY)


class Shots(NamedTuple):
    """The number of throws (of 36) that hit something, and the own numbers of blots they can hit.

    home -- Dutch: the number of throws with which the opponent brings a piece home.
    """

    throws: int
    numbers: tuple[int, ...]
    home: int = 0


class OwnNext(NamedTuple):
    """Totals over the 36 own next throws: pieces borne off, and throws whose dice can all be used.

    A throw that bears off with a larger die than needed does not count as fully used.
    """

    borne_off: int
    in_full: int


class Throws:
    """Tries the throws of one game."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._mover = Mover(rules)

    def shots(self, ends: Sequence[Position], player: Player) -> list[Shots]:
        """Return the shots of the opponent's next throw for each position.

        Whole turns are tried. In Acey-Deucey 1 and 2 (2 of the 36 throws) are left out, because any
        double may follow them.
        """
        rows = rows_of(self._rules, ends, player.other)
        waiting, lone = rows[:, 1, BAR_SLOT], rows[:, 1, : LAST_POINT + 1] == 1
        throws, home = np.zeros((2, len(ends)), dtype=np.int64)
        hittable = np.zeros(lone.shape, dtype=np.bool_)
        for high, low in THROWS:
            if self._rules.game.ace_deuce and (high, low) == (2, 1):
                continue
            after, turn = self._relevant_ends(rows, (high, low))
            hits = after[:, 1, BAR_SLOT] > waiting[turn]
            throws[np.unique(turn[hits])] += 1 if high == low else 2
            if self._rules.game.hitting is Hitting.ONCE_HOME:
                comes = after[:, 0, : HOME + 1].max(axis=1) > 0
                home[np.unique(turn[comes])] += 1 if high == low else 2
            gone = after[hits, 1, : LAST_POINT + 1] == 0
            np.logical_or.at(hittable, turn[hits], gone)
        hittable &= lone
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
        """Return with how many of 36 throws the opponent cannot use all dice, for each end.

        The number is 0 if he can bear off with a throw, because pips do not show then which dice
        were used. It is for Jacquet: without hits it depends on which points are held, not on the
        counts.
        """
        stands = [(_held_slots(end.side(player)), end.side(player.other)) for end in ends]
        different = dict(zip(stands, ends, strict=True))
        counted = self._hindered(list(different.values()), player)
        found = dict(zip(different, counted, strict=True))
        return {end: found[stand] for end, stand in zip(ends, stands, strict=True)}

    def own_next(self, ends: Sequence[Position], player: Player) -> list["OwnNext"]:
        """Return the results of the player's own next throw, as if the opponent did not move.

        In Acey-Deucey 1 and 2 are left out.
        """
        rows = rows_of(self._rules, ends, player)
        off, pips = rows[:, 0, OFF_SLOT].astype(np.int64), _pips(rows)
        borne, whole = np.zeros((2, len(ends)), dtype=np.int64)
        for high, low in THROWS:
            if self._rules.game.ace_deuce and (high, low) == (2, 1):
                continue
            after, turn = self._mover.ends(rows, (high, low), unranked)
            most, used = off.copy(), np.zeros(len(ends), dtype=np.int64)
            np.maximum.at(most, turn, after[:, 0, OFF_SLOT].astype(np.int64))
            np.maximum.at(used, turn, pips[turn] - _pips(after))
            times = 1 if high == low else 2
            borne += times * (most - off)
            whole += times * (used >= (4 * high if high == low else high + low))
        return [OwnNext(*both) for both in zip(borne.tolist(), whole.tolist(), strict=True)]

    def _relevant_ends(self, rows: Rows, dice: tuple[int, int]) -> Reached:
        """Return the ends of a throw, in Dutch only from rows where a hit is possible (B3).

        There the right to hit must have been won, or be won by bringing a piece home.
        """
        if self._rules.game.hitting is not Hitting.ONCE_HOME:
            return self._mover.ends(rows, dice, unranked)
        outside = rows[:, 0, HOME + 1 : HAND_SLOT + 1] > 0
        nearest = np.minimum(np.argmax(outside, axis=1) + HOME + 1, ENTRY)
        pips = 4 * dice[0] if dice[0] == dice[1] else sum(dice)
        able = np.flatnonzero((rows[:, 0, RIGHT] > 0) | (nearest - HOME <= pips))
        reached = self._mover.ends(rows[able], dice, unranked)
        return Reached(reached.rows, able[reached.turn])

    def _hindered(self, ends: Sequence[Position], player: Player) -> list[int]:
        rows = rows_of(self._rules, ends, player.other)
        throws = np.zeros(len(ends), dtype=np.int64)
        bears = np.zeros(len(ends), dtype=np.bool_)
        pips = _pips(rows)
        for high, low in THROWS:
            after, turn = self._mover.ends(rows, (high, low), unranked)
            used = np.zeros(len(ends), dtype=np.int64)
            np.maximum.at(used, turn, pips[turn] - _pips(after))
            whole = 4 * high if high == low else high + low
            throws += (1 if high == low else 2) * (used < whole)
            bears[turn[after[:, 0, OFF_SLOT] > rows[turn, 0, OFF_SLOT]]] = True
        found: list[int] = np.where(bears, 0, throws).tolist()
        return found


def _held_slots(side: int) -> tuple[int, tuple[bool, ...]]:
    """Return where the postillon travels, and which slots are held."""
    return postillon(side), tuple(map(bool, counts(side)))


def _pips(rows: Rows) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    found: np.ndarray[tuple[int, ...], np.dtype[np.int64]] = (
        rows[:, 0, : HAND_SLOT + 1].astype(np.int64) @ _PIPS
    )
    return found

"""What the opponent's next throw may do, tried with every throw, whole turns by the rules."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from companion.hints.moves import THROWS, Mover, unranked
from companion.hints.rows import Rows, rows_of
from companion.rules import Player, Position, Rules
from companion.rules.position import BAR_SLOT, HAND_SLOT, OFF_SLOT, counts, postillon
from companion.rules.track import ENTRY, LAST_POINT

_PIPS: Final = np.minimum(np.arange(HAND_SLOT + 1), ENTRY)


class Shots(NamedTuple):
    """Of how many of 36 throws something is hit, and the own numbers of what can be."""

    throws: int
    numbers: tuple[int, ...]


class Throws:
    """Tries the throws of one game."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._mover = Mover(rules)

    def shots(self, ends: Sequence[Position], player: Player) -> list[Shots]:
        """What the opponent's next throw may hit in some positions.

        Whole turns are tried, all dice used that must be. In Acey-Deucey 1 and 2 (two of the 36)
        are left out: any double may follow them.
        """
        rows = rows_of(self._rules, ends, player.other)
        waiting, lone = rows[:, 1, BAR_SLOT], rows[:, 1, : LAST_POINT + 1] == 1
        throws = np.zeros(len(ends), dtype=np.int64)
        hittable = np.zeros(lone.shape, dtype=np.bool_)
        for high, low in THROWS:
            if self._rules.game.ace_deuce and (high, low) == (2, 1):
                continue
            after, turn = self._mover.ends(rows, (high, low), unranked)
            hits = after[:, 1, BAR_SLOT] > waiting[turn]
            throws[np.unique(turn[hits])] += 1 if high == low else 2
            gone = after[hits, 1, : LAST_POINT + 1] == 0
            np.logical_or.at(hittable, turn[hits], gone)
        hittable &= lone
        return [
            Shots(int(count), tuple(np.flatnonzero(points).tolist()))
            for count, points in zip(throws, hittable, strict=True)
        ]

    def shots_where_needed(self, ends: Sequence[Position], player: Player) -> dict[Position, Shots]:
        """The shots at a player who leaves a lone piece in contact; none for the rest."""
        needed = [
            end
            for end in ends
            if 1 in counts(end.side(player))[1 : LAST_POINT + 1] and self._rules.in_contact(end)
        ]
        found = dict.fromkeys(ends, Shots(0, ()))
        if needed:
            found.update(zip(needed, self.shots(needed, player), strict=True))
        return found

    def hindered(self, ends: Sequence[Position], player: Player) -> dict[Position, int]:
        """With how many of 36 throws the opponent cannot use all dice.

        0 where he can bear off with one of them: there pips do not tell which dice were used. For
        Jacquet: nothing is hit, so all depends on where pieces stand, and not on how many.
        """
        stands = [(_stands(end.side(player)), end.side(player.other)) for end in ends]
        different = dict(zip(stands, ends, strict=True))
        counted = self._hindered(list(different.values()), player)
        found = dict(zip(different, counted, strict=True))
        return {end: found[stand] for end, stand in zip(ends, stands, strict=True)}

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


def _stands(side: int) -> tuple[int, tuple[bool, ...]]:
    """Where the postillon travels, and which slots are held."""
    return postillon(side), tuple(map(bool, counts(side)))


def _pips(rows: Rows) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    found: np.ndarray[tuple[int, ...], np.dtype[np.int64]] = (
        rows[:, 0, : HAND_SLOT + 1].astype(np.int64) @ _PIPS
    )
    return found

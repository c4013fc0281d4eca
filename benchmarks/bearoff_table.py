"""Makes the bear-off table: `python -m benchmarks.bearoff_table FILE`.

Every position of up to fifteen pieces on six points is solved from positions with fewer pips, with
all ends of all throws. The play that needs the fewest throws on average is chosen. For the table
`first`, it is the play that needs the fewest throws to bear the first piece off. For up to six
pieces on each side, the exact chance to win is computed, if both sides play to win.

The arithmetic uses a fixed order of operations, so that every machine makes the same table. It
takes about a minute on one core.
"""

import argparse
from itertools import combinations
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.hints.bearoff import SCALE, WHOLE, BearoffTable, numbers_of
from companion.hints.moves import THROWS, Mover, unranked
from companion.hints.rows import BYTES, Numbers, Rows
from companion.rules import find_game
from companion.rules.games import DEFAULT_GAME
from companion.rules.position import HOME, OFF_SLOT
from companion.rules.vocabulary import PIECES_A_SIDE

_MOST: Final = 32
"""The most throws that any position needs. A throw plays at least three of at most ninety pips."""

_OUT_OF: Final = 36
_TIMES: Final = tuple(1 if high == low else 2 for high, low in THROWS)

Wide = NDArray[np.float64]


class Turns:
    """The ends of all throws from every position, as position numbers."""

    def __init__(self, most: int = PIECES_A_SIDE) -> None:
        self.rows = positions(most)
        self.pips = self.rows[:, 0, : HOME + 1].astype(np.int64) @ np.arange(HOME + 1)
        self._mover = Mover(find_game(DEFAULT_GAME))

    def levels(self) -> list[Numbers]:
        """Return the positions by pip count, from 1 up, as one array of numbers for each count."""
        return [np.flatnonzero(self.pips == pips) for pips in range(1, int(self.pips.max()) + 1)]

    def ends(self, which: Numbers, dice: tuple[int, int]) -> tuple[Numbers, Numbers]:
        """Return the ends of a throw, each with the index in `which` of its start.

        The ends are sorted by start, then by number.
        """
        reached = self._mover.ends(self.rows[which], dice, unranked)
        ends = numbers_of(reached.rows[:, 0])
        order = np.lexsort((ends, reached.turn))
        return ends[order], reached.turn[order]


def positions(most: int) -> Rows:
    """Return every position of up to this many pieces, by number.

    The other side has no pieces left.
    """
    bars = np.array(sorted(combinations(range(most + HOME), HOME), key=lambda one: one[::-1]))
    counts = np.diff(bars, axis=1, prepend=-1) - 1
    rows = np.zeros((len(bars), 2, BYTES), dtype=np.uint8)
    rows[:, 0, 1 : HOME + 1] = counts
    rows[:, 0, OFF_SLOT] = PIECES_A_SIDE - counts.sum(axis=1)
    rows[:, 1, OFF_SLOT] = PIECES_A_SIDE
    return rows


def solve_throws(turns: Turns, done: int = 1) -> Wide:
    """Return the chance of each number of throws, from 0 up, to reach a finished position.

    done -- the number of finished positions, which come first; with 1, only the empty position is
    finished.
    """
    count = len(turns.rows)
    chances, mean = np.zeros((count, _MOST)), np.zeros(count)
    chances[:done, 0] = 1
    for level in turns.levels():
        which = level[level >= done]
        for dice, times in zip(THROWS, _TIMES, strict=True):
            if not len(which):
                break
            ends, start = turns.ends(which, dice)
            best = ends[_lowest(mean[ends], start)]
            chances[which, 1:] += times * chances[best, :-1]
            mean[which] += times * mean[best]
        chances[which] /= _OUT_OF
        mean[which] = 1 + mean[which] / _OUT_OF
    return chances


def _lowest(value: Wide, start: Numbers) -> Numbers:
    """Return, for each start, the index of the lowest value, or of the first of equal values."""
    order = np.lexsort((value, start))
    found: Numbers = order[np.flatnonzero(np.diff(start[order], prepend=-1))]
    return found


def solve_two_sided(turns: Turns) -> Wide:
    """Return the chance to win for the side to throw (row) against each position (column)."""
    count = len(turns.rows)
    won = np.zeros((count, count))
    won[:, 0] = 0  # the other side has finished
    won[0] = 1
    won[0, 0] = 0
    by_start = [_ends_by_throw(turns, np.array([start])) for start in range(count)]
    for both in range(2, 2 * int(turns.pips.max()) + 1):
        for start in range(1, count):
            against = np.flatnonzero((turns.pips == both - turns.pips[start]) & (turns.pips > 0))
            if len(against):
                ends, begins = by_start[start]
                best = np.minimum.reduceat(won[against][:, ends], begins, axis=1)
                total = np.zeros(len(against))
                for times, lost in zip(_TIMES, best.T, strict=True):
                    total += times * lost
                won[start, against] = 1 - total / _OUT_OF
    return won


def _ends_by_throw(turns: Turns, start: Numbers) -> tuple[Numbers, Numbers]:
    """Return the ends of one position by throw, and the index at which each throw's ends begin."""
    ends = [turns.ends(start, dice)[0] for dice in THROWS]
    lengths = np.array([0, *map(len, ends[:-1])])
    return np.concatenate(ends), lengths.cumsum()


def make() -> BearoffTable:
    """Return the complete table."""
    turns = Turns()
    return BearoffTable(
        _stored(solve_throws(turns)[:, 1:]),
        _stored(solve_throws(turns, WHOLE)[WHOLE:, 1:]),
        _stored(solve_two_sided(Turns(6)), trimmed=False),
    )


def _stored(chances: Wide, *, trimmed: bool = True) -> NDArray[np.uint16]:
    """Return the chances as integers. Columns at the end that are all 0 are left out."""
    whole = np.floor(chances * SCALE + 0.5).astype(np.uint16)
    return whole[:, : np.flatnonzero(whole.any(axis=0))[-1] + 1] if trimmed else whole


def main() -> None:
    """Make the table and write it."""
    parser = argparse.ArgumentParser(description="Make the table of bearing off.")
    parser.add_argument("file", type=Path)
    made = make()
    with parser.parse_args().file.open("wb") as stream:
        np.savez_compressed(
            stream,
            allow_pickle=False,
            throws=made.throws,
            first=made.first,
            two_sided=made.two_sided,
        )


if __name__ == "__main__":
    main()

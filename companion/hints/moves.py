"""Generates all ends of many turns at once, with numpy.

Training and search need hundreds of thousands of positions, for which the generator in
`companion.rules` is too slow. Players hear only ends from `companion.rules`, and the tests compare
both generators on positions of every kind.

Source: docs/rules.md, C2 to C4, B1 to B4, J1 to J8.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.hints.rows import AGAIN, BYTES, POSTILLON, RIGHT, Bits, Mask, Numbers, Rows, bits_of
from companion.rules import Rules
from companion.rules.patterns import Pattern
from companion.rules.position import BAR_SLOT, HAND_SLOT, HOME, OFF_SLOT, SLOTS, pack
from companion.rules.vocabulary import ENTRY, LAST_POINT, PIECES_A_SIDE, Player

THROWS: Final = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 different throws, the larger die first."""

WEIGHTS: Final = np.array([1 if high == low else 2 for high, low in THROWS]) / 36
"""The probability of each throw."""

_MIXERS: Final = np.random.default_rng(1).integers(1, 2**63, size=9, dtype=np.uint64) | np.uint64(1)

_DIE: Final = 6

_POINTS: Final = np.uint32((1 << LAST_POINT + 1) - 2)
_BAR: Final = np.uint32(1 << BAR_SLOT)
_HAND: Final = np.uint32(1 << HAND_SLOT)
_ON_BOARD: Final = _POINTS | _BAR | _HAND
_HOME_POINTS: Final = np.uint32((1 << HOME + 1) - 2)
_UP_TO: Final = np.array([(2 << slot) - 1 for slot in range(HAND_SLOT + 1)], np.uint32)
"""A mask with one bit for each slot up to the index."""

_LAST: Final = np.array([max(bits.bit_length() - 1, 0) for bits in range(1 << HOME + 1)], np.uint32)
"""The number of the highest bit, for each set of points at home."""

Rank = Callable[[Rows], NDArray[np.float32]]
"""Returns values for the player who has just moved. Only the order of the values matters."""


def unranked(rows: Rows) -> NDArray[np.float32]:
    """Return zeros. This is the `Rank` for turns without an ace-deuce, which need no rank."""
    return np.zeros(len(rows), dtype=np.float32)


class Reached(NamedTuple):
    """Positions, each with the index of its turn."""

    rows: Rows
    turn: Numbers


class Mover:
    """Generates turns of one game. Rights to hit are taken from the rows, not from the options."""

    def __init__(self, rules: Rules) -> None:
        self._game = rules.game
        self._patterns = _Patterns(rules)
        self._facing = np.array(rules.game.track.facing)
        self._across = np.full(BYTES, BYTES - 1)  # a byte that is always 0
        self._across[1 : LAST_POINT + 1] = self._facing[1 : LAST_POINT + 1]

    def ends(
        self, rows: Rows, dice: tuple[int, int] | Numbers, rank: Rank = unranked, beam: int = 4
    ) -> Reached:
        """Return every end of a turn from each row, without duplicates.

        For an ace-deuce (B4), keep only the `beam` best positions by `rank` at each step.
        dice -- the throw, or a throw for each row.
        """
        throws = np.sort(np.broadcast_to(dice, (len(rows), 2)), axis=1)
        doubles = throws[:, 0] == throws[:, 1]
        named = self._game.ace_deuce & (throws == (1, 2)).all(axis=1)
        found = [Reached(rows[:0], np.arange(0))]
        for turns in map(np.flatnonzero, (~(doubles | named), doubles, named)):
            if len(turns):
                start = Reached(rows[turns], np.arange(len(turns)))
                low, high = throws[turns].T
                if doubles[turns[0]]:
                    ends = self._double(start, low)
                elif named[turns[0]]:
                    ends = self._ace_deuce(start, rank, beam)
                else:
                    ends = self._mixed(start, low, high)
                found.append(Reached(ends.rows, turns[ends.turn]))
        return _joined(*found)

    def _mixed(self, start: Reached, low: Numbers, high: Numbers) -> Reached:
        by_high, by_low = self._step(start, high), self._step(start, low)
        high_first, low_first = (
            self._step(by_high, low[by_high.turn]),
            self._step(by_low, high[by_low.turn]),
        )
        both = _distinct(_joined(high_first, low_first))
        return self._first_available(start, (both, by_high, by_low, start))

    def _double(self, start: Reached, die: Numbers) -> Reached:
        """Return the ends of doubles. Steps are made from the back, so few ends are found twice.

        In two cases the steps begin again from the back, because otherwise ends would be missed:
        after a step of a runner, and in Dutch after the first piece comes home and wins the right
        to hit.
        """
        levels, last = [start], np.full(len(start.rows), HAND_SLOT)
        for _ in range(4):
            before = levels[-1]
            dice = die[before.turn]
            slots = self._may_move(before.rows, dice.astype(np.uint32)) & _UP_TO[last]
            after, origin, last = self._moved(before, dice, slots)
            if self._game.hits_once_home:
                last[after.rows[:, 0, RIGHT] > before.rows[origin, 0, RIGHT]] = HAND_SLOT
            if self._game.runner:
                last[self._runner(before.rows[:, 0])[origin] > 0] = HAND_SLOT
            levels.append(after)
        played = map(_distinct, reversed(levels[1:]))
        return self._first_available(start, chain(played, [start]))

    def _first_available(self, start: Reached, choices: Iterable[Reached]) -> Reached:
        """Return, for each turn, the ends of the first choice that has an allowed end (C2, J3)."""
        done = np.zeros(len(start.rows), dtype=np.bool_)
        kept = []
        for choice in choices:
            able = _where(choice, ~done[choice.turn])
            able = able if choice is start else self._allowed(start, able)
            kept.append(able)
            done[able.turn] = True
            if done.all():
                break
        return _joined(*kept)

    def _ace_deuce(self, start: Reached, rank: Rank, beam: int) -> Reached:
        """Return the ends of an ace-deuce. A player who completes the double throws again (B4)."""
        one, two = (np.full(len(start.turn), die) for die in (1, 2))
        first, other = self._step(start, one), self._step(start, two)
        middles = _distinct(
            _joined(self._step(first, two[first.turn]), self._step(other, one[other.turn]))
        )
        unable = np.ones(len(start.rows), dtype=np.bool_)
        unable[middles.turn] = False
        rest = _where(start, unable)
        turns = rest.turn
        plain = self._mixed(Reached(rest.rows, np.arange(len(turns))), one[turns], two[turns])
        found = Reached(plain.rows, turns[plain.turn])
        return _distinct(_joined(found, *self._named(_best(middles, rank, beam), rank, beam)))

    def _named(self, middles: Reached, rank: Rank, beam: int) -> list[Reached]:
        """Return the ends of the doubles named after 1 and 2, played as far as possible."""
        found = []
        dice = np.repeat(np.arange(_DIE), len(middles.turn))
        level = Reached(
            np.tile(middles.rows, (_DIE, 1, 1)), np.tile(middles.turn, _DIE) * _DIE + dice
        )
        for _ in range(4):
            walks = self._step(
                Reached(level.rows, np.arange(len(level.rows))), level.turn % _DIE + 1
            )
            stuck = np.ones(len(level.rows), dtype=np.bool_)
            stuck[walks.turn] = False
            found.append(_where(level, stuck))
            further = _distinct(Reached(walks.rows, level.turn[walks.turn]))
            level = _best(further, rank, beam)
        rows = level.rows.copy()
        rows[:, 0, AGAIN] = rows[:, 0, OFF_SLOT] < PIECES_A_SIDE
        found.append(Reached(rows, level.turn))
        return [Reached(each.rows, each.turn // _DIE) for each in found]

    def _step(self, start: Reached, die: Numbers) -> Reached:
        """Return every position after one step. die -- the die of each row."""
        return self._moved(start, die, self._may_move(start.rows, die.astype(np.uint32)))[0]

    def _moved(self, start: Reached, die: Numbers, slots: Bits) -> tuple[Reached, Numbers, Numbers]:
        """Return every position after a step from these slots, with its old row and the slot."""
        places = np.flatnonzero(np.unpackbits(slots.view(np.uint8), bitorder="little"))
        origin, source = places // BYTES, places % BYTES
        after = start.rows.take(origin, axis=0)
        target = np.maximum(np.minimum(source, ENTRY) - die[origin], OFF_SLOT)
        pieces = after.reshape(-1)
        start_of_row = np.arange(0, len(pieces), 2 * BYTES)
        pieces[start_of_row + source] -= 1
        pieces[start_of_row + target] += 1
        if self._game.has_hits:
            _hit(after, self._facing[target], target > 0)
        if self._game.hits_once_home:
            after[:, 0, RIGHT] |= target <= HOME
        if self._game.postillon:
            travels = after[:, 0, POSTILLON] > 0
            after[travels, 0, POSTILLON] = np.where(target > HOME, target, 0)[travels]
        return Reached(after, start.turn[origin]), origin, source

    def _may_move(self, rows: Rows, die: Bits) -> Bits:
        """Return the slots from which a piece may move, one bit per slot."""
        game, mine = self._game, rows[:, 0]
        held = bits_of(mine > 0) & _ON_BOARD
        standing = rows[:, 1].take(self._across, axis=1)
        if game.hits_once_home:
            closed = bits_of(standing > (mine[:, RIGHT] > 0)[:, None])
        else:
            closed = bits_of(standing >= game.closing)
        landing = (~closed & _POINTS) << die
        able = held & (landing & ~_HAND | (landing & _BAR) << np.uint32(1))
        if game.enter_first:
            waiting = held & (_BAR | _HAND)
            able = np.where(waiting > 0, able & waiting, able)
        able |= self._bear_off(held, rows, die)
        if game.runner:
            first = self._runner(mine)
            able &= np.where(first > 0, np.uint32(1) << first.astype(np.uint32), _ON_BOARD)
        return able

    def _bear_off(self, held: Bits, rows: Rows, die: Bits) -> Bits:
        """Return the slot from which a piece may be borne off, as a bit (C4, J8)."""
        may = held <= _HOME_POINTS
        if self._game.exit_number:
            may &= rows[:, 1, self._facing[self._game.exit_number]] == 0
        if not may.any():
            return np.zeros_like(held)
        last = _LAST[held & _HOME_POINTS]
        return np.where(may, held & np.uint32(1) << np.minimum(die, last), np.uint32(0))

    def _runner(self, mine: NDArray[np.uint8]) -> Numbers:
        """Return the slot of the only piece that may move, 0 if there is none."""
        first = np.zeros(len(mine), dtype=np.intp)
        # In games with a postillon, only rows that store its point can have a runner.
        asked = np.flatnonzero(mine[:, POSTILLON] > 0) if self._game.postillon else slice(None)
        sides = np.ascontiguousarray(mine[asked]).view(f"S{BYTES}").ravel().tolist()
        first[asked] = [self._runner_of(side) for side in sides]
        return first

    @cached_property
    def _runner_of(self) -> Callable[[bytes], int]:
        runner = self._game.runner

        @lru_cache(maxsize=1 << 16)
        def slot(side: bytes) -> int:
            slots = side.ljust(BYTES, b"\0")
            return runner.slot(pack(list(slots[:SLOTS]), slots[POSTILLON])) if runner else 0

        return slot

    def _allowed(self, start: Reached, ends: Reached) -> Reached:
        """Remove the ends that are forbidden in their turn (J3, J7)."""
        if not self._patterns or not len(ends.turn):
            return ends
        broken = self._patterns.broken
        bound = ~(broken(start.rows) | broken(start.rows[:, ::-1]))
        bad = np.logical_or.reduce(bound[ends.turn] & broken(ends.rows), axis=1)
        return _where(ends, ~bad)


class _Patterns:
    """The patterns that are forbidden at the end of a turn, see `companion.rules.patterns`."""

    def __init__(self, rules: Rules) -> None:
        patterns = rules.for_player(Player.V).forbidden.patterns
        codes = dict.fromkeys(each.code for each in patterns)
        self._codes = [_Code([each for each in patterns if each.code == code]) for code in codes]

    def __len__(self) -> int:
        return len(self._codes)

    def broken(self, rows: Rows) -> Mask:
        """Return a mask of the codes that the player's own side breaks, one column per code."""
        held, stars = bits_of(rows[:, 0] > 0), rows[:, 1, POSTILLON].astype(np.int64)
        return np.stack([code.broken(held, stars) for code in self._codes], axis=1)


class _Code:
    """The patterns with one code.

    Most positions hold so few of the points that some tests can be left out.
    """

    def __init__(self, patterns: Sequence[Pattern]) -> None:
        self._points = np.array([_bits(each.points) for each in patterns], dtype=np.uint32)
        self._unless = np.array([_bits(each.unless) for each in patterns], dtype=np.uint32)
        self._above = np.array([each.above for each in patterns])
        self._every = np.bitwise_or.reduce(self._points)
        self._least = min(len(each.points) for each in patterns)

    def broken(self, held: Bits, stars: NDArray[np.int64]) -> Mask:
        """Return a mask of the positions that break a pattern."""
        found = np.zeros(len(held), dtype=np.bool_)
        many = np.bitwise_count(held & self._every) >= self._least
        near = np.flatnonzero(many & (stars > self._above.min()))
        own = held[near, None]
        stands = own & self._points == self._points
        stands &= own & self._unless != self._unless
        found[near] = (stands & (stars[near, None] > self._above)).any(axis=1)
        return found


def each_throw(rows: Rows, throws: Sequence[tuple[int, int]] = THROWS) -> tuple[Rows, Numbers]:
    """Return the rows repeated once per throw, and the throw of each row."""
    return np.tile(rows, (len(throws), 1, 1)), np.repeat(np.array(throws), len(rows), axis=0)


def _bits(points: tuple[int, ...]) -> int:
    """Return a mask with one bit per point. For no points, it has a bit that no side can hold."""
    return sum(1 << point for point in points) or 1 << BYTES - 1


def _hit(after: Rows, facing: Numbers, lands: Mask) -> None:
    """Move the blots that were hit to the opponent's bar."""
    at = np.arange(len(after))
    hits = np.flatnonzero(lands & (after[at, 1, facing] > 0))
    after[hits, 1, facing[hits]] = 0
    after[hits, 1, BAR_SLOT] += 1


def _where(reached: Reached, which: Mask) -> Reached:
    if which.all():
        return reached
    return Reached(reached.rows[which], reached.turn[which])


def _joined(*parts: Reached) -> Reached:
    parts = tuple(part for part in parts if len(part.turn)) or parts[:1]
    if len(parts) == 1:
        return parts[0]
    return Reached(
        np.concatenate([part.rows for part in parts]), np.concatenate([part.turn for part in parts])
    )


def best_of(turn: Numbers, worth: NDArray[np.float32]) -> Numbers:
    """Return the index of the best position of each turn, in the order of the turns."""
    order = np.argsort(turn, kind="stable")
    starts = np.flatnonzero(np.diff(turn[order], prepend=-1))
    sorted_worth = worth[order]
    most = np.maximum.reduceat(sorted_worth, starts)
    counts = np.diff(starts, append=len(order))
    good = np.flatnonzero(sorted_worth == np.repeat(most, counts))
    return order[good[np.searchsorted(good, starts)]]


def keys_of(reached: Reached) -> NDArray[np.uint64]:
    """Return a 64-bit hash of each position and turn."""
    words = reached.rows.reshape(len(reached.rows), 2 * BYTES).view(np.uint64)
    keys: NDArray[np.uint64] = (words ^ words >> np.uint64(29)) @ _MIXERS[:8]
    keys += reached.turn.astype(np.uint64) * _MIXERS[8]
    return keys ^ keys >> np.uint64(31)


def side_keys(rows: Rows) -> NDArray[np.uint64]:
    """Return a 64-bit hash of the own side of each row."""
    words = np.ascontiguousarray(rows[:, 0]).view(np.uint64)
    keys: NDArray[np.uint64] = (words ^ words >> np.uint64(29)) @ _MIXERS[:4]
    return keys ^ keys >> np.uint64(31)


def _distinct(reached: Reached) -> Reached:
    if len(reached.turn) < 2:
        return reached
    order, is_first = _equal_together(keys_of(reached))
    first = order[is_first]
    return Reached(reached.rows.take(first, axis=0), reached.turn[first])


def distinct_rows(rows: Rows) -> tuple[Numbers, Numbers]:
    """Return the indexes of the different rows, and for each row its index in this result."""
    order, is_first = _equal_together(keys_of(Reached(rows, np.zeros(len(rows), dtype=np.intp))))
    place = np.empty(len(rows), dtype=np.intp)
    place[order] = is_first.cumsum() - 1
    return order[is_first], place


def _equal_together(keys: NDArray[np.uint64]) -> tuple[Numbers, Mask]:
    """Return an order that groups equal keys, and a mask of the first key in each group."""
    index = np.arange(len(keys), dtype=np.uint64)
    low = np.uint64(len(keys).bit_length())  # sorting numbers is faster than sorting an index
    together = np.sort(keys >> low << low | index)
    hashes = together >> low
    is_first = np.concatenate(([True], hashes[1:] != hashes[:-1]))[: len(keys)]
    return (together & ((np.uint64(1) << low) - np.uint64(1))).astype(np.intp), is_first


def _best(reached: Reached, rank: Rank, beam: int) -> Reached:
    """Return the `beam` best positions of each turn."""
    if len(reached.turn) <= beam:
        return reached
    kept = among_best(reached.turn, rank(reached.rows), beam)
    return Reached(reached.rows[kept], reached.turn[kept])


def among_best(turn: Numbers, worth: NDArray[np.float32], most: int) -> Numbers:
    """Return the indexes of the `most` best positions of each turn, by turn and value."""
    order = np.lexsort((-worth, turn))
    turns = turn[order]
    return order[np.arange(len(order)) - np.searchsorted(turns, turns) < most]

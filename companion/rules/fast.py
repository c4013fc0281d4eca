"""Generates the ends of a turn by adding precomputed constants, for most positions.

If no piece can be borne off, the ends of two different dice are the sums of one step with each
die, with three exceptions: a single piece cannot be counted as two, a newly reached point allows
further steps, and a blot is hit only once. The steps of a double are made from far to near, so
that each end is found once.

A mask has one bit per point, the lowest bit of the point's four-bit slot. Source: docs/rules.md,
C2, B1, B2 and J1. The tests compare this module with the step generator on every kind of position.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from companion.rules.position import (
    BAR_SLOT,
    HAND_SLOT,
    HOME,
    OFF_SLOT,
    ON_POINTS,
    OUTSIDE,
    SIDE,
    UNIT,
    WIDTH,
    held_points,
)
from companion.rules.steps import PlayerRules, has_right_to_hit
from companion.rules.vocabulary import ENTRY, LAST_POINT, OPPOSED, TOGETHER, Track

_FIRST_TWELVE: Final = (1 << 52) - 16
_HALF: Final = 48
_LOW_NIBBLES: Final = int("0f" * 12, 16)
_POINT_BYTES: Final = 12
_POINT_SLOTS: Final = (1 << 8 * _POINT_BYTES) - 1
_CHUNK: Final = 32
_CHUNK_MASK: Final = (1 << _CHUNK) - 1

_HOME_POINTS: Final = (1 << 4 * (HOME + 1)) - 16

_ABOVE: Final = tuple(ON_POINTS & -(1 << 4 * (distance + 1)) for distance in range(13))
"""Indexed by distance: the mask of points from which a piece can move that far on the board."""

_UP_TO: Final = tuple((1 << 4 * (slot + 1)) - 1 for slot in range(BAR_SLOT + 1))
"""Indexed by slot: the mask of this slot and all lower ones."""


def _chunk(constants: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """Return, for every subset of eight neighbouring points (as a mask), their constants."""
    found: dict[int, tuple[int, ...]] = {0: ()}
    for place, constant in enumerate(constants):
        found |= {bits | 1 << 4 * place: (*one, constant) for bits, one in found.items()}
    return found


class _Constants:
    """Maps a mask of points to their constants; `of` has the constant of each point."""

    def __init__(self, of: Iterator[int]) -> None:
        self.of = tuple(of)
        self._low = _chunk(self.of[1:9])
        self._middle = _chunk(self.of[9:17])
        self._high = _chunk(self.of[17:25])

    def __call__(self, mask: int) -> tuple[int, ...]:
        return (
            self._low[mask >> 4 & _CHUNK_MASK]
            + self._middle[mask >> 36 & _CHUNK_MASK]
            + self._high[mask >> 68]
        )


_SLOTS: Final = _Constants(iter(range(LAST_POINT + 1)))
"""Maps a mask to its points, from low to high."""


class _Tables:
    """The constants of one track: the state change of each step, without and with a hit."""

    def __init__(self, track: Track) -> None:
        lifts = [(UNIT[BAR_SLOT] - UNIT[slot]) << WIDTH for slot in track.facing]
        self.plain = [_Constants(_carried(distance)) for distance in range(13)]
        self.hitting = self.plain
        if track.opposed:
            self.hitting = [
                _Constants(
                    step + lifts[max(0, source - distance)]
                    for source, step in enumerate(_carried(distance))
                )
                for distance in range(13)
            ]
        self.enter = [UNIT[ENTRY - die] - UNIT[BAR_SLOT] for die in range(7)]
        self.enter_hitting = [
            step + lifts[ENTRY - die] if die else 0 for die, step in enumerate(self.enter)
        ]
        self.opposed = track.opposed

    def faced(self, theirs: int) -> int:
        """Return the opponent's points, slot by slot in the mover's numbering."""
        if not self.opposed:
            return theirs >> _HALF & _FIRST_TWELVE | (theirs & _FIRST_TWELVE) << _HALF
        low_first = (theirs >> 4 & _POINT_SLOTS).to_bytes(_POINT_BYTES, "little")
        turned = int.from_bytes(low_first, "big")
        return (turned >> 4 & _LOW_NIBBLES | (turned & _LOW_NIBBLES) << 4) << 4


def _carried(distance: int) -> Iterator[int]:
    """Yield, for each source, the state change of a step this long; 0 if it leaves the board."""
    for source in range(LAST_POINT + 1):
        yield UNIT[source - distance] - UNIT[source] if source > distance else 0


_TABLES: Final = {track: _Tables(track) for track in (OPPOSED, TOGETHER)}


class Ground(NamedTuple):
    """The opponent's side of a turn: tables, points closed to the mover, blots that may be hit."""

    tables: _Tables
    closed: int
    blots: int

    def open_to(self, die: int) -> int:
        """Return the mask of points from which this die leads to an open point."""
        return ~(self.closed << 4 * die) & _ABOVE[die]

    def is_open(self, point: int) -> bool:
        """Return whether a piece may land on the point."""
        return not self.closed >> 4 * point & 1

    def steps(self, sources: int, distance: int) -> tuple[int, ...]:
        """Return the state changes of moving this far from each source, including hits."""
        hitters = sources & self.blots << 4 * distance
        if not hitters:
            return self.tables.plain[distance](sources)
        plain = self.tables.plain[distance](sources ^ hitters)
        return plain + self.tables.hitting[distance](hitters)

    def step(self, source: int, die: int) -> int:
        """Return the state change of one step, including a hit."""
        hits = self.blots >> 4 * (source - die) & 1
        return (self.tables.hitting if hits else self.tables.plain)[die].of[source]

    def enter(self, state: int, die: int) -> tuple[int, "Ground"]:
        """Return the state after entering from the bar, and the ground without a blot it hit."""
        point = ENTRY - die
        if not self.blots >> 4 * point & 1:
            return state + self.tables.enter[die], self
        return state + self.tables.enter_hitting[die], self.without_blot(point)

    def without_blot(self, point: int) -> "Ground":
        """Return the ground after a hit on this point."""
        return self._replace(blots=self.blots & ~UNIT[point])


def ground_of(rules: PlayerRules, state: int) -> Ground | None:
    """Return the ground of a turn; None if the right to hit depends on the order (Dutch, B3)."""
    tables = _TABLES[rules.game.track]
    faced = tables.faced(state >> WIDTH)
    several = faced >> 1 | faced >> 2 | faced >> 3
    if rules.game.closing == 1:
        return Ground(tables, (faced | several) & ON_POINTS, 0)
    blots = faced & ~several & ON_POINTS
    if blots and not has_right_to_hit(rules, state & SIDE):
        return None
    return Ground(tables, several & ON_POINTS, blots)


def is_plain(rules: PlayerRules, state: int, steps: int) -> bool:
    """Return whether a turn of this many steps cannot bear off and may take them in any order.

    Rules that restrict the order concern the postillon, pieces in hand, and games in which pieces
    on the bar need not enter first.
    """
    mine = state & SIDE
    outside = mine & OUTSIDE
    if mine >> 4 * HAND_SLOT:
        return False
    if mine >> 4 * BAR_SLOT:
        return rules.game.enter_first
    # As 16 % 15 == 1, the remainder is the number of pieces outside, with 0 for all 15.
    return bool(outside) and not 0 < outside % 15 < steps


def two_dice(ground: Ground, state: int, high: int, low: int) -> Iterator[set[int]]:
    """Yield the ends of both dice, of the larger alone, of the smaller alone. Needs `is_plain`."""
    waiting = state >> 4 * BAR_SLOT & 15
    if not waiting:
        return _none_on_bar(ground, state, high, low)
    if waiting == 1:
        return iter(_one_enters(ground, state, high, low))
    return iter([_two_enter(ground, state, high, low)])


def _none_on_bar(ground: Ground, state: int, high: int, low: int) -> Iterator[set[int]]:
    held = held_points(state & SIDE)
    open_high, open_low = ground.open_to(high), ground.open_to(low)
    by_high, by_low = held & open_high, held & open_low
    firsts = [state + step for step in ground.steps(by_high, high)]
    seconds = ground.steps(by_low, low)
    ends = {first + second for first in firsts for second in seconds}
    lone = by_high & by_low & ~(state >> 1 | state >> 2 | state >> 3)
    for source in _SLOTS(lone) if lone else ():
        ends.discard(state + ground.step(source, high) + ground.step(source, low))
    stops_high = by_high >> 4 * high & ~held & open_low
    stops_low = by_low >> 4 * low & ~held & open_high
    if stops_high or stops_low:
        ends.update(_runs(ground, state, (high, stops_high), (low, stops_low)))
    if ground.blots:
        _hit_once(ends, ground, state, (high, by_high), (low, by_low))
    yield ends
    yield set(firsts)
    yield {state + second for second in seconds}


def _runs(ground: Ground, state: int, high: tuple[int, int], low: tuple[int, int]) -> list[int]:
    """Return the ends in which one piece makes both steps via a stop that was not held before.

    high, low -- each die with the mask of stops it leads to.
    """
    (larger, after_larger), (smaller, after_smaller) = high, low
    hits = (after_larger | after_smaller) & ground.blots
    sources = (after_larger & ~hits) << 4 * larger | (after_smaller & ~hits) << 4 * smaller
    ends = [state + run for run in ground.steps(sources, larger + smaller)]
    if hits:
        ends += [
            state + ground.step(stop + first, first) + ground.step(stop, second)
            for first, second, stops in (
                (larger, smaller, after_larger & hits),
                (smaller, larger, after_smaller & hits),
            )
            for stop in (_SLOTS(stops) if stops else ())
        ]
    return ends


def _hit_once(
    ends: set[int], ground: Ground, state: int, high: tuple[int, int], low: tuple[int, int]
) -> None:
    """Correct the sums in which two pieces land on one blot: only the first hits."""
    (larger, by_high), (smaller, by_low) = high, low
    twice = ground.blots & by_high >> 4 * larger & by_low >> 4 * smaller
    for point in _SLOTS(twice) if twice else ():
        first = state + ground.step(point + larger, larger)
        ends.discard(first + ground.step(point + smaller, smaller))
        ends.add(first + ground.tables.plain[smaller].of[point + smaller])


def _one_enters(ground: Ground, state: int, high: int, low: int) -> list[set[int]]:
    ends: set[int] = set()
    entered: list[set[int]] = []
    for first, second in ((high, low), (low, high)):
        if not ground.is_open(ENTRY - first):
            continue
        after, beyond = ground.enter(state, first)
        entered.append({after})
        sources = held_points(after & SIDE) & beyond.open_to(second)
        ends.update([after + step for step in beyond.steps(sources, second)])
    return [ends, *entered]


def _two_enter(ground: Ground, state: int, high: int, low: int) -> set[int]:
    for die in (high, low):
        if ground.is_open(ENTRY - die):
            state, ground = ground.enter(state, die)
    return {state}


def double(ground: Ground, state: int, die: int) -> Iterator[list[int]]:
    """Yield the ends of a double: with the most steps, then one fewer, and so on. No duplicates."""
    left = 4
    waiting = state >> 4 * BAR_SLOT & 15
    if waiting:
        if not ground.is_open(ENTRY - die):
            return
        while waiting and left:
            state, ground = ground.enter(state, die)
            waiting, left = waiting - 1, left - 1
    if waiting or not left:
        yield [state]
    else:
        yield from reversed(_far_to_near(ground, state, die, left))


def _far_to_near(ground: Ground, state: int, die: int, steps: int) -> list[list[int]]:
    """Return the states after 0, 1, … steps; no piece moves from behind the previous step's start.

    The steps of a double can be made in any order, so this finds each state once.
    """
    plain, hitting, shift = ground.tables.plain[die], ground.tables.hitting[die], 4 * die
    open_to = ground.open_to(die)
    reached = [(state, ground.blots, held_points(state & SIDE) & open_to)]
    levels = [[state]]
    for _ in range(steps - 1):
        further = []
        for before, blots, sources in reached:
            for source in _SLOTS(sources) if sources else ():
                target = UNIT[source - die]
                if blots & target:
                    after, left = before + hitting.of[source], blots ^ target
                else:
                    after, left = before + plain.of[source], blots
                nearer = sources & _UP_TO[source if after >> 4 * source & 15 else source - 1]
                further.append((after, left, nearer | target & open_to))
        reached = further
        levels.append([after for after, _, _ in reached])
    ends: list[int] = []
    for before, blots, sources in reached:
        hitters = sources & blots << shift if blots else 0
        if hitters:
            ends += [before + step for step in hitting(hitters)]
        ends += [before + step for step in plain(sources ^ hitters)]
    return [*levels, ends]


def after(
    rules: PlayerRules, ground: Ground, reached: dict[int, Ground], die: int
) -> dict[int, Ground]:
    """Return each state after one step with a die, and its `Ground`. It may bear off.

    ground -- at the start of the turn. Every state must satisfy `may_step`.
    """
    exit_number, facing = rules.game.exit_number, rules.game.track.facing
    exit_slot = UNIT[facing[exit_number]] * 15 << WIDTH if exit_number else 0
    plain, open_to = ground.tables.plain[die], ground.open_to(die)
    found: dict[int, Ground] = {}
    for state, here in reached.items():
        sources = held_points(state & SIDE) & open_to
        hitters = sources & here.blots << 4 * die if ground.blots else 0
        for step in plain(sources ^ hitters):
            found[state + step] = here
        for source in _SLOTS(hitters) if hitters else ():
            found[state + here.step(source, die)] = here.without_blot(source - die)
        if not state & OUTSIDE and not state & exit_slot:
            source = _bears_off(state, die)
            if source:
                found[state + UNIT[OFF_SLOT] - UNIT[source]] = here
    return found


def _bears_off(state: int, die: int) -> int:
    """Return the slot from which a die bears off if all pieces are home, 0 if it cannot (C4)."""
    if state >> 4 * die & 15:
        return die
    home = state & _HOME_POINTS
    return (home.bit_length() + 3) // 4 - 1 if 0 < home < 1 << 4 * die else 0


def may_step(state: int) -> bool:
    """Return whether the mover has no piece on the bar or in hand and no travelling postillon."""
    return not (state & SIDE) >> 4 * BAR_SLOT

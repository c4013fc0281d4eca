"""Finds the end positions of a turn by adding precomputed constants, for most positions.

A step changes a state (see `position`) by a constant amount. If no piece can be borne off, adding a
constant of each die to the state gives the end positions of two different dice. Three cases are
corrected: both dice cannot move the same single piece from its first point, a point reached with
the first die allows further steps, and a blot is hit only once. The steps of a double are made from
the farthest point to the nearest, so each end position is found once.

A mask of points is an integer with the lowest bit of the four-bit slot of each point set. Source:
docs/rules.md, C2, B1, B2 and J1. The tests compare this module with the step generator on every
kind of position.
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


def _by_subset(constants: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """Map each subset of eight neighbouring points, as a mask, to the constants of its points."""
    found: dict[int, tuple[int, ...]] = {0: ()}
    for place, constant in enumerate(constants):
        found |= {bits | 1 << 4 * place: (*one, constant) for bits, one in found.items()}
    return found


class _Constants:
    """Maps a mask of points to their constants; `by_point` holds the constant of each point."""

    def __init__(self, by_point: Iterator[int]) -> None:
        self.by_point = tuple(by_point)
        self._low = _by_subset(self.by_point[1:9])
        self._middle = _by_subset(self.by_point[9:17])
        self._high = _by_subset(self.by_point[17:25])

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
        self.plain = [_Constants(_step_changes(distance)) for distance in range(13)]
        self.hitting = self.plain
        if track.opposed:
            self.hitting = [
                _Constants(
                    step + lifts[max(0, source - distance)]
                    for source, step in enumerate(_step_changes(distance))
                )
                for distance in range(13)
            ]
        self.enter = [UNIT[ENTRY - die] - UNIT[BAR_SLOT] for die in range(7)]
        self.enter_hitting = [
            step + lifts[ENTRY - die] if die else 0 for die, step in enumerate(self.enter)
        ]
        self.opposed = track.opposed

    def faced(self, theirs: int) -> int:
        """Return the opponent's piece counts on the points, numbered from the mover's side."""
        if not self.opposed:
            return theirs >> _HALF & _FIRST_TWELVE | (theirs & _FIRST_TWELVE) << _HALF
        low_first = (theirs >> 4 & _POINT_SLOTS).to_bytes(_POINT_BYTES, "little")
        turned = int.from_bytes(low_first, "big")
        return (turned >> 4 & _LOW_NIBBLES | (turned & _LOW_NIBBLES) << 4) << 4


def _step_changes(distance: int) -> Iterator[int]:
    """Yield the state change of a step of this length from each point; 0 if it leaves the board."""
    for source in range(LAST_POINT + 1):
        yield UNIT[source - distance] - UNIT[source] if source > distance else 0


_TABLES: Final = {track: _Tables(track) for track in (OPPOSED, TOGETHER)}


class OpposingPoints(NamedTuple):
    """The points that the opponent closes to the mover, and the blots that the mover may hit.

    tables -- the state changes in games with these paths
    """

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
        return (self.tables.hitting if hits else self.tables.plain)[die].by_point[source]

    def enter(self, state: int, die: int) -> tuple[int, "OpposingPoints"]:
        """Return the state after a piece entered from the bar, and the new opposing points."""
        point = ENTRY - die
        if not self.blots >> 4 * point & 1:
            return state + self.tables.enter[die], self
        return state + self.tables.enter_hitting[die], self.without_blot(point)

    def without_blot(self, point: int) -> "OpposingPoints":
        """Return the opposing points after a hit on this point."""
        return self._replace(blots=self.blots & ~UNIT[point])


def opposing_points(rules: PlayerRules, state: int) -> OpposingPoints | None:
    """Return the opponent's points; None if the right to hit depends on the order of dice (B3)."""
    tables = _TABLES[rules.game.track]
    faced = tables.faced(state >> WIDTH)
    several = faced >> 1 | faced >> 2 | faced >> 3
    if rules.game.closing == 1:
        return OpposingPoints(tables, (faced | several) & ON_POINTS, 0)
    blots = faced & ~several & ON_POINTS
    if blots and not has_right_to_hit(rules, state & SIDE):
        return None
    return OpposingPoints(tables, several & ON_POINTS, blots)


def is_plain(rules: PlayerRules, state: int, steps: int) -> bool:
    """Return whether a turn cannot bear off a piece, and its steps may be made in any order.

    Rules that restrict the order concern the postillon, pieces in hand, and games in which pieces
    on the bar need not enter first.
    """
    mine = state & SIDE
    outside = mine & OUTSIDE
    if mine >> 4 * HAND_SLOT:
        return False
    if mine >> 4 * BAR_SLOT:
        return rules.game.enter_first
    # Because 16 % 15 == 1, the remainder is the number of pieces outside, or 0 if all 15 are
    # outside.
    return bool(outside) and not 0 < outside % 15 < steps


def two_dice(opposing: OpposingPoints, state: int, high: int, low: int) -> Iterator[set[int]]:
    """Yield the end positions of both dice, then of the larger die alone and the smaller alone.

    Requires `is_plain`.
    """
    waiting = state >> 4 * BAR_SLOT & 15
    if not waiting:
        return _none_on_bar(opposing, state, high, low)
    if waiting == 1:
        return iter(_one_enters(opposing, state, high, low))
    return iter([_two_enter(opposing, state, high, low)])


def _none_on_bar(opposing: OpposingPoints, state: int, high: int, low: int) -> Iterator[set[int]]:
    held = held_points(state & SIDE)
    open_high, open_low = opposing.open_to(high), opposing.open_to(low)
    by_high, by_low = held & open_high, held & open_low
    firsts = [state + step for step in opposing.steps(by_high, high)]
    seconds = opposing.steps(by_low, low)
    ends = {first + second for first in firsts for second in seconds}
    lone = by_high & by_low & ~(state >> 1 | state >> 2 | state >> 3)
    for source in _SLOTS(lone) if lone else ():
        ends.discard(state + opposing.step(source, high) + opposing.step(source, low))
    stops_high = by_high >> 4 * high & ~held & open_low
    stops_low = by_low >> 4 * low & ~held & open_high
    if stops_high or stops_low:
        ends.update(_moves_of_one_piece(opposing, state, (high, stops_high), (low, stops_low)))
    if opposing.blots:
        _hit_once(ends, opposing, state, (high, by_high), (low, by_low))
    yield ends
    yield set(firsts)
    yield {state + second for second in seconds}


def _moves_of_one_piece(
    opposing: OpposingPoints, state: int, high: tuple[int, int], low: tuple[int, int]
) -> list[int]:
    """Return the end positions after one piece made both steps, with a stop on a new point.

    high, low -- each die, with the mask of the stops that are reached with it
    """
    (larger, after_larger), (smaller, after_smaller) = high, low
    hits = (after_larger | after_smaller) & opposing.blots
    sources = (after_larger & ~hits) << 4 * larger | (after_smaller & ~hits) << 4 * smaller
    ends = [state + run for run in opposing.steps(sources, larger + smaller)]
    if hits:
        ends += [
            state + opposing.step(stop + first, first) + opposing.step(stop, second)
            for first, second, stops in (
                (larger, smaller, after_larger & hits),
                (smaller, larger, after_smaller & hits),
            )
            for stop in (_SLOTS(stops) if stops else ())
        ]
    return ends


def _hit_once(
    ends: set[int],
    opposing: OpposingPoints,
    state: int,
    high: tuple[int, int],
    low: tuple[int, int],
) -> None:
    """Correct the end positions in which two pieces land on one blot: only the first hits it."""
    (larger, by_high), (smaller, by_low) = high, low
    twice = opposing.blots & by_high >> 4 * larger & by_low >> 4 * smaller
    for point in _SLOTS(twice) if twice else ():
        first = state + opposing.step(point + larger, larger)
        ends.discard(first + opposing.step(point + smaller, smaller))
        ends.add(first + opposing.tables.plain[smaller].by_point[point + smaller])


def _one_enters(opposing: OpposingPoints, state: int, high: int, low: int) -> list[set[int]]:
    ends: set[int] = set()
    entered: list[set[int]] = []
    for first, second in ((high, low), (low, high)):
        if not opposing.is_open(ENTRY - first):
            continue
        after, beyond = opposing.enter(state, first)
        entered.append({after})
        sources = held_points(after & SIDE) & beyond.open_to(second)
        ends.update([after + step for step in beyond.steps(sources, second)])
    return [ends, *entered]


def _two_enter(opposing: OpposingPoints, state: int, high: int, low: int) -> set[int]:
    for die in (high, low):
        if opposing.is_open(ENTRY - die):
            state, opposing = opposing.enter(state, die)
    return {state}


def double(opposing: OpposingPoints, state: int, die: int) -> Iterator[list[int]]:
    """Yield the end positions of a double without duplicates, those with the most steps first."""
    left = 4
    waiting = state >> 4 * BAR_SLOT & 15
    if waiting:
        if not opposing.is_open(ENTRY - die):
            return
        while waiting and left:
            state, opposing = opposing.enter(state, die)
            waiting, left = waiting - 1, left - 1
    if waiting or not left:
        yield [state]
    else:
        yield from reversed(_far_to_near(opposing, state, die, left))


def _far_to_near(opposing: OpposingPoints, state: int, die: int, steps: int) -> list[list[int]]:
    """Return the states after 0, 1, … steps, never starting behind the previous step.

    The steps of a double can be made in any order, so this finds each state once.
    """
    plain, hitting, shift = opposing.tables.plain[die], opposing.tables.hitting[die], 4 * die
    open_to = opposing.open_to(die)
    reached = [(state, opposing.blots, held_points(state & SIDE) & open_to)]
    levels = [[state]]
    for _ in range(steps - 1):
        further = []
        for before, blots, sources in reached:
            for source in _SLOTS(sources) if sources else ():
                target = UNIT[source - die]
                if blots & target:
                    after, left = before + hitting.by_point[source], blots ^ target
                else:
                    after, left = before + plain.by_point[source], blots
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
    rules: PlayerRules, opposing: OpposingPoints, reached: dict[int, OpposingPoints], die: int
) -> dict[int, OpposingPoints]:
    """Return each state after one step with a die, with its opposing points.

    A step may bear off a piece. Every state must satisfy `may_step`.

    opposing -- the opponent's points at the start of the turn
    """
    exit_number, facing = rules.game.exit_number, rules.game.track.facing
    exit_slot = UNIT[facing[exit_number]] * 15 << WIDTH if exit_number else 0
    plain, open_to = opposing.tables.plain[die], opposing.open_to(die)
    found: dict[int, OpposingPoints] = {}
    for state, here in reached.items():
        sources = held_points(state & SIDE) & open_to
        hitters = sources & here.blots << 4 * die if opposing.blots else 0
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

"""Finds out whether a seen board is a legal end or on the way to one.

The search follows only states from which the board can still be reached. Source: docs/mistakes.md;
docs/rules.md, C1, C2, B4.
"""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

from companion.rules.observation import HANDS, ObservedBoard
from companion.rules.position import (
    BAR_SLOT,
    OFF_SLOT,
    POSTILLON_SHIFT,
    SIDE,
    WIDTH,
    count,
    counts,
)
from companion.rules.steps import (
    ACE_DEUCE,
    ANY_DOUBLE,
    DOUBLES,
    FULL_DOUBLE,
    Allowed,
    Orders,
    PlayerRules,
    after,
    earns_double,
    end_filter,
    every_end,
    has_allowed_end,
    longest,
    required,
    within_reach,
)
from companion.rules.vocabulary import PIECES_A_SIDE, Dice


class Hits(NamedTuple):
    """Opposing pieces that were hit or must still be hit, and are not in the right place.

    left -- the own numbers of points where a piece was hit but not yet put on the bar;
    early -- the points from which a piece was lifted before it was hit, in the opponent's numbers;
    in_air -- how many of the pieces lifted early are not on the board.
    """

    left: tuple[int, ...] = ()
    early: tuple[int, ...] = ()
    in_air: int = 0

    @property
    def astray(self) -> int:
        """The number of opposing pieces that are not yet in the right place."""
        return len(self.left) + len(self.early)

    def end_filter(self, allowed: Allowed) -> Allowed:
        """Return a filter for ends that are `allowed` and in which all early pieces were hit."""
        if not self.early:
            return allowed
        return lambda state: (
            allowed(state) and not any(count(state >> WIDTH, slot) for slot in self.early)
        )


class TurnProgress(NamedTuple):
    """The state of a turn that has followed the rules so far.

    order -- the dice of the walk that the turn follows, without a double after 1 and 2;
    ended -- whether `state` is a legal end;
    unused -- the dice still to be used;
    in_air -- own pieces not on the board;
    hits -- the opposing pieces that are not yet in the right place;
    again -- whether the end earns a further throw;
    double -- the die of the double that is being played after 1 and 2, 0 if there is none.
    """

    state: int
    order: tuple[int, ...]
    ended: bool
    unused: tuple[int, ...]
    in_air: int
    hits: Hits
    again: bool = False
    double: int = 0

    @property
    def legal(self) -> bool:
        """Whether the turn may end with this board."""
        return self.ended and not self.in_air and not self.hits.astray

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """Sort key: legal with a further throw, legal, fewest misplaced pieces, fewest steps."""
        return (not self.legal, not self.again, self.in_air + self.hits.astray, -len(self.unused))


def progress(
    rules: PlayerRules, start: int, dice: Dice, seen: ObservedBoard, named: int | None = None
) -> TurnProgress | None:
    """Return the best explanation of a board by legal steps, or None.

    named -- the double that the player named after 1 and 2, or None (B4). Explanations with this
    double are preferred, but the position alone decides whether the turn may end: a legal end with
    another double comes first.
    """
    in_order = 0 <= seen.missing <= HANDS and seen.their_missing >= 0
    if not in_order or seen.unknown or len(seen.stars) > 1:
        return None
    if not _may_be_hit(counts(start >> WIDTH), seen):
        return None
    allowed = end_filter(rules, start)
    orders = required(rules, start, dice, allowed)
    search = _Search(rules, start, seen)
    is_doubled = earns_double(rules, dice, orders)
    found = search.ace_deuce(orders) if is_doubled else search.along(orders, allowed)

    def preference(one: TurnProgress) -> tuple[bool, bool, tuple[int, ...]]:
        return not one.legal, bool(named) and one.double not in (0, named), one.rank

    return min(found, key=preference, default=None)


def _may_be_hit(before: list[int], seen: ObservedBoard) -> bool:
    """Return whether hits can explain the opponent's side: only single pieces have left points."""
    return seen.theirs[BAR_SLOT] >= before[BAR_SLOT] and all(
        shown == pieces or (pieces == 1 and shown == 0 < slot < BAR_SLOT)
        for slot, (pieces, shown) in enumerate(zip(before, seen.theirs, strict=True))
        if slot != BAR_SLOT
    )


class _Search(NamedTuple):
    """A search for walks from the start of the turn towards the board seen."""

    rules: PlayerRules
    start: int
    seen: ObservedBoard

    def along(self, orders: Orders, allowed: Allowed) -> Iterator[TurnProgress]:
        """Yield the matching states on walks that follow the orders to a legal end."""
        for order in orders:
            for used, state, hits in self._matching(self._levels({self.start}, order)):
                left = order[used:]
                if has_allowed_end(self.rules, state, left, hits.end_filter(allowed)):
                    found = TurnProgress(state, order, not left, left, self.seen.missing, hits)
                    yield found
                    if found.legal:
                        return  # no other walk has a better rank

    def ace_deuce(self, orders: Orders) -> Iterator[TurnProgress]:
        """Yield the matching states of an ace-deuce: during 1 and 2, or in a double after them.

        A piece that was lifted before 1 and 2 were played may also be hit by the double.
        """
        middles: set[int] = set()
        for order in orders:
            *between, reached = self._levels({self.start}, order, ANY_DOUBLE)
            middles |= reached
            for used, state, hits in self._matching(between):
                left, allowed = order[used:], hits.end_filter(every_end)
                doubles = product(range(FULL_DOUBLE + 1), DOUBLES)
                walks = (left + double[:made] for made, double in doubles)
                if any(has_allowed_end(self.rules, state, walk, allowed) for walk in walks):
                    yield TurnProgress(state, order, False, left, self.seen.missing, hits)  # noqa: FBT003
        for double in DOUBLES:
            yield from self._doubled(middles, double)

    def _doubled(self, middles: set[int], double: tuple[int, ...]) -> Iterator[TurnProgress]:
        """Yield the matching states of one double, named after 1 and 2 were played."""
        die = double[0]
        for made, state, hits in self._matching(self._levels(middles, double, unit=die)):
            # Each walk of a double can be continued until `longest` steps are made.
            rest = double[: min(longest(self.rules, state, die), FULL_DOUBLE - made)]
            if has_allowed_end(self.rules, state, rest, hits.end_filter(every_end)):
                off = count(state & SIDE, OFF_SLOT)
                again = not rest and made == FULL_DOUBLE and off < PIECES_A_SIDE
                left = rest if made else ()  # unknown before the first step of the double
                yield TurnProgress(
                    state, ACE_DEUCE, not rest, left, self.seen.missing, hits, again, die
                )

    def _matching(self, levels: Iterable[set[int]]) -> Iterator[tuple[int, int, Hits]]:
        """Yield each matching state, with the number of steps made before it and with its hits."""
        for made, states in enumerate(levels):
            for state in states:
                hits = matches(self.rules, self.start, state, self.seen)
                if hits is not None:
                    yield made, state, hits

    def _levels(
        self, states: set[int], order: tuple[int, ...], more: tuple[int, ...] = (), unit: int = 1
    ) -> Iterator[set[int]]:
        """Yield, after each step along an order, the states from which the board can be reached.

        states -- the states in which the walks begin;
        more -- dice that may be used after the order;
        unit -- see `within_reach`.
        """
        for made in range(len(order) + 1):
            reached = after(self.rules, states, order[made - 1]) if made else states
            mine, left = self.seen.mine, order[made:] + more
            states = {state for state in reached if within_reach(state, mine, left, unit)}
            yield states


def matches(rules: PlayerRules, start: int, state: int, seen: ObservedBoard) -> Hits | None:
    """Return the hits not yet completed if the board shows this state, else None.

    Pieces of the mover may be in the air, and hit pieces may be anywhere.
    """
    star, their_star = (state & SIDE) >> POSTILLON_SHIFT, state >> WIDTH + POSTILLON_SHIFT
    lacking = [(state >> 4 * slot & 15) - shown for slot, shown in enumerate(seen.mine)]
    if min(lacking) < 0:
        return None
    star_in_air = not seen.stars and star > 0 and lacking[star] > 0
    if seen.stars != ((star,) if star else ()) and not star_in_air:
        return None
    if seen.their_stars != ((their_star,) if their_star else ()):
        return None
    return _hits(rules, start >> WIDTH, state >> WIDTH, seen)


def _hits(rules: PlayerRules, before: int, after: int, seen: ObservedBoard) -> Hits:
    """Return the hits that explain how the seen opposing side differs from the expected one.

    `_may_be_hit` has ensured that only hits changed this side and that the bar lacks no piece.
    """
    theirs = tuple(counts(after))
    if seen.theirs == theirs:
        return Hits()
    points = range(1, BAR_SLOT)
    hit = [slot for slot in points if theirs[slot] < count(before, slot)]
    left = [slot for slot in hit if seen.theirs[slot]]
    early = tuple(slot for slot in points if seen.theirs[slot] < theirs[slot])
    gone = [slot for slot in hit if slot not in left][: seen.their_missing]
    facing = rules.game.track.facing
    in_air = seen.their_missing - len(gone)
    return Hits(tuple(facing[slot] for slot in left + gone), early, in_air)

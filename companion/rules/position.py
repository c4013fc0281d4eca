"""The packed position used by the rules; other modules use the constants of its packing.

A side is one integer of slots, four bits each: slot 0 has the pieces borne off, slots 1 to 24 the
points by the side's own numbers (1 is the last point of the path), slot 25 the bar, slot 26 the
hand. Five bits above them hold the own number of the travelling postillon, or 0. The postillon is
also counted in the slot of its point.

A *state* is one integer with both sides, for searches: the mover's in the low `WIDTH` bits, the
opponent's above. Any step, even a hit, is then one constant added to the state.

Source: docs/rules.md, "The board".
"""

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

from companion.rules.vocabulary import ENTRY, PIECES_A_SIDE, Pile, Player

OFF_SLOT: Final = 0
BAR_SLOT: Final = 25
HAND_SLOT: Final = 26
SLOTS: Final = 27
HOME: Final = 6
"""The own numbers 1 to 6 are home in every game."""

_DIGIT_VALUES: Final = bytes.maketrans(b"0123456789abcdef", bytes(range(16)))
POSTILLON_SHIFT: Final = 4 * SLOTS
WIDTH: Final = 120
"""Bits of one side in a state: a multiple of CPython's 30-bit digits, for cheap shifts."""

SIDE: Final = (1 << WIDTH) - 1
UNIT: Final = tuple(1 << 4 * slot for slot in range(SLOTS))
"""One piece in a slot."""

ON_POINTS: Final = sum(UNIT[1:BAR_SLOT])
"""One piece on every point."""

OUTSIDE: Final = (1 << 4 * SLOTS) - (1 << 4 * (HOME + 1))
"""The slots of pieces that are not home or off: points 7 to 24, bar and hand."""


class Position(NamedTuple):
    """A position with both sides packed as described above. Equal positions compare equal."""

    v: int
    n: int

    def side(self, player: Player) -> int:
        """Return one player's packed side."""
        return self.v if player is Player.V else self.n


def count(side: int, slot: int) -> int:
    """Return how many pieces a packed side has in a slot."""
    return side >> 4 * slot & 15


def all_off(side: int) -> bool:
    """Return whether a packed side has borne off all pieces, the aim of an exercise."""
    return count(side, OFF_SLOT) == PIECES_A_SIDE


def counts(side: int) -> list[int]:
    """Return the pieces of a packed side, slot by slot."""
    digits = f"{side:0{SLOTS}x}"  # a slot has one hexadecimal digit, the lowest slot the last one
    return list(digits[: -SLOTS - 1 : -1].encode().translate(_DIGIT_VALUES))


def pips(slots: Iterable[int]) -> int:
    """Return the pip count of pieces by slot; each piece on the bar or in hand counts 25."""
    return sum(min(slot, ENTRY) * pieces for slot, pieces in enumerate(slots))


def held_points(side: int) -> int:
    """Return the mask of the points that a side holds: the lowest bit of each one's slot."""
    return (side | side >> 1 | side >> 2 | side >> 3) & ON_POINTS


def postillon(side: int) -> int:
    """Return the own number of the point where the postillon travels, or 0."""
    return side >> POSTILLON_SHIFT


def pack(slots: Iterable[int], travelling: int = 0) -> int:
    """Pack piece counts by slot, each at most 15, and the own number of a travelling postillon."""
    side = travelling << POSTILLON_SHIFT
    for slot, pieces in enumerate(slots):
        side += pieces << 4 * slot
    return side


def state_of(position: Position, mover: Player) -> int:
    """Return both sides as one integer, the mover's in the low bits."""
    if mover is Player.V:
        return position.v | position.n << WIDTH
    return position.n | position.v << WIDTH


def position_of(state: int, mover: Player) -> Position:
    """Return the position of a state, the inverse of `state_of`."""
    if mover is Player.V:
        return Position(state & SIDE, state >> WIDTH)
    return Position(state >> WIDTH, state & SIDE)


class Positions(AbstractSet[Position]):
    """A set of positions stored as states. Each position is unpacked only when it is iterated.

    Most callers need only the size or a membership test.
    """

    __slots__ = ("_mover", "_states")

    def __init__(self, states: AbstractSet[int], mover: Player) -> None:
        self._states = states
        self._mover = mover

    def __len__(self) -> int:
        return len(self._states)

    def __contains__(self, position: object) -> bool:
        return isinstance(position, Position) and state_of(position, self._mover) in self._states

    def __iter__(self) -> Iterator[Position]:
        new = tuple.__new__
        if self._mover is Player.V:
            return (new(Position, (state & SIDE, state >> WIDTH)) for state in self._states)
        return (new(Position, (state >> WIDTH, state & SIDE)) for state in self._states)

    @classmethod
    def _from_iterable(cls, positions: Iterable[Position]) -> frozenset[Position]:  # type: ignore[override]
        """Return the result of `&`, `|` and `-`."""
        return frozenset(positions)


def pile_of(side: int, slot: int, player: Player) -> Pile:
    """Return the pieces of a packed side in a slot as a `Pile`."""
    pieces = count(side, slot)
    star = int(pieces > 0 and 0 < slot == postillon(side))
    pawns = pieces - star
    return Pile(v=pawns, V=star) if player is Player.V else Pile(n=pawns, N=star)

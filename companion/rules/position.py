"""The packed position used by the rules; other modules use the constants of its packing.

A side is one integer of slots, four bits each: slot 0 has the pieces borne off, slots 1 to 24 the
points by own number (1 is the last point of the path), slot 25 the bar, slot 26 the hand. Five bits
above them hold the own number of the travelling postillon, or 0. The postillon is also counted in
the slot of its point.

A *state* is one integer with both sides, for searches: the mover's in the low `WIDTH` bits, the
opponent's above. Any step, even a hit, is then one constant added to the state.

Source: docs/rules.md, "The board".
"""

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

from companion.rules.vocabulary import (
    BAR,
    EMPTY,
    HAND,
    OFF,
    PIECES_A_SIDE,
    POINTS,
    ZONE_INDEX,
    ZONES,
    Pile,
    Placement,
    Player,
    PositionError,
    Track,
)

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


def counts(side: int) -> list[int]:
    """Return the pieces of a packed side, slot by slot."""
    digits = f"{side:0{SLOTS}x}"  # a slot has one hexadecimal digit, the lowest slot the last one
    return list(digits[: -SLOTS - 1 : -1].encode().translate(_DIGIT_VALUES))


def held_points(side: int) -> int:
    """Return the mask of the points that a side holds: the lowest bit of each one's slot."""
    return (side | side >> 1 | side >> 2 | side >> 3) & ON_POINTS


def postillon(side: int) -> int:
    """Return the own number of the point where the postillon travels, or 0."""
    return side >> POSTILLON_SHIFT


def pack(slots: list[int], travelling: int = 0) -> int:
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


def from_placement(placement: Placement, track: Track, *, has_postillon: bool) -> Position:
    """Pack a placement that is a valid position (docs/protocol.md, "Positions").

    Raises `PositionError` if a piece is unknown, a point holds both colours, a side has not 15
    pieces or, in Jacquet, a side has two travelling postillons.
    """
    placement = sorted_by_colour(placement)
    for zone, pile in zip(ZONES, placement.piles, strict=True):
        if pile.unknown:
            token = f"{zone}={pile.text}"
            raise PositionError("error.unknown-piece", token=token)
        if pile.of(Player.V) and pile.of(Player.N):
            token = f"{zone}={pile.text}"
            raise PositionError("error.two-colours", token=token)
    sides = {player: _pack_side(placement, player, track, has_postillon) for player in Player}
    return Position(sides[Player.V], sides[Player.N])


def _pack_side(placement: Placement, player: Player, track: Track, has_postillon: bool) -> int:  # noqa: FBT001 - handed through as it came
    total = placement.count(player)
    if total != PIECES_A_SIDE:
        raise PositionError("error.pieces", side=player, count=total, all=PIECES_A_SIDE)
    slots = placement.along(track.zones[player], player)
    if not has_postillon:
        return pack(slots)
    travelling = travelling_postillons(placement, player, track)
    if len(travelling) > 1:
        places = sorted({ZONE_INDEX[track.zones[player][slot]] for slot in travelling})
        tokens = " ".join(f"{ZONES[place]}={placement.piles[place].text}" for place in places)
        raise PositionError("error.postillons", tokens=tokens, side=player)
    return pack(slots, *travelling)


def travelling_postillons(placement: Placement, player: Player, track: Track) -> list[int]:
    """Return the own numbers of a player's travelling postillons: on the first 18 points."""
    zones = track.zones[player]
    return [
        slot
        for slot in range(HOME + 1, BAR_SLOT)
        for _ in range(placement[zones[slot]].postillon(player))
    ]


def to_placement(position: Position, track: Track) -> Placement:
    """Return the position as piles by zone."""
    piles = [EMPTY] * len(ZONES)
    for player in Player:
        side = position.side(player)
        for slot, zone in enumerate(track.zones[player]):
            if count(side, slot):
                piles[ZONE_INDEX[zone]] = pile(side, slot, player)
    return Placement(tuple(piles))


def pile(side: int, slot: int, player: Player) -> Pile:
    """Return the pile of a packed side in a slot."""
    pieces = count(side, slot)
    star = int(pieces > 0 and 0 < slot == postillon(side))
    pawns = pieces - star
    return Pile(v=pawns, V=star) if player is Player.V else Pile(n=pawns, N=star)


def sorted_by_colour(placement: Placement) -> Placement:
    """Return the placement with every piece in a bar, tray or hand in its own side's zone."""
    changes: dict[str, Pile] = {}
    for zones in (BAR, OFF, HAND):
        green, black = placement[zones[Player.V]], placement[zones[Player.N]]
        if green.of(Player.N) or black.of(Player.V):
            changes[zones[Player.V]] = Pile(
                v=green.v + black.v, V=green.V + black.V, unknown=green.unknown
            )
            changes[zones[Player.N]] = Pile(
                n=green.n + black.n, N=green.N + black.N, unknown=black.unknown
            )
    return placement.with_piles(changes) if changes else placement


def without_settled_postillons(
    placement: Placement, track: Track, *, has_postillon: bool
) -> Placement:
    """Return the placement with every postillon that does not travel written as a pawn."""
    changes: dict[str, Pile] = {}
    for zone, pile in zip(ZONES, placement.piles, strict=True):
        for player in Player:
            if not pile.postillon(player):
                continue
            if not (has_postillon and zone in POINTS and track.slot(zone, player) > HOME):
                changes[zone] = changes.get(zone, pile).settled(player)
    return placement.with_piles(changes)

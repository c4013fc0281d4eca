"""Positions as rows of bytes in numpy arrays, from the view of the player who moves or has moved.

A row has two sides of 32 bytes, the player's own first. Bytes 0 to 26 of a side are its pieces by
slot, as in `companion.rules.position`. Then follow the own number of the travelling postillon
(Jacquet), the right to hit (Dutch, B3), and whether the player throws again (Acey-Deucey, B4; own
side only).
"""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.rules import Player, Position, Rules
from companion.rules.position import HAND_SLOT, HOME, POSTILLON_SHIFT, SLOTS
from companion.rules.vocabulary import ENTRY

POSTILLON: Final = 27
RIGHT: Final = 28
AGAIN: Final = 29
BYTES: Final = 32

PIPS: Final = np.minimum(np.arange(HAND_SLOT + 1), ENTRY)
"""The pips of a piece in each slot; a piece in hand counts as one on the bar."""

Rows = NDArray[np.uint8]
"""An array of the shape (positions, 2, 32)."""

Mask = NDArray[np.bool_]
Numbers = NDArray[np.intp]
Bits = NDArray[np.uint32]

_SLOTS: Final = (1 << 4 * SLOTS) - 1


def rows_of(
    rules: Rules, positions: Sequence[Position], player: Player, again: Iterable[bool] = ()
) -> Rows:
    """Return positions as rows from a player's view.

    again -- for each position, whether the player throws again, by default never.
    """
    packed = bytearray()
    for position in positions:
        for side in (position.side(player), position.side(player.other)):
            packed += (side & _SLOTS).to_bytes(14, "little")
            packed += (side >> POSTILLON_SHIFT).to_bytes(2, "little")
    halves = np.frombuffer(bytes(packed), dtype=np.uint8).reshape(-1, 2, 16)
    rows = np.zeros((len(positions), 2, BYTES), dtype=np.uint8)
    rows[:, :, 0:27:2] = halves[:, :, :14] & 15
    rows[:, :, 1:27:2] = halves[:, :, :13] >> 4
    rows[:, :, POSTILLON] = halves[:, :, 14]
    rows[:, :, RIGHT] = _rights(rules, rows, player)
    for index, throws in enumerate(again):
        rows[index, 0, AGAIN] = throws
    return rows


def positions_of(rows: Rows, player: Player) -> list[Position]:
    """Return the positions of rows from a player's view, the inverse of `rows_of`."""
    pieces = rows[:, :, : SLOTS + 1].copy()
    pieces[:, :, SLOTS] = 0
    packed = (pieces[:, :, ::2] | pieces[:, :, 1::2] << 4).tobytes()
    stages = rows[:, :, POSTILLON].tobytes()
    sides = [
        int.from_bytes(packed[14 * at : 14 * at + 14], "little") | stage << POSTILLON_SHIFT
        for at, stage in enumerate(stages)
    ]
    own, other = sides[::2], sides[1::2]
    both = zip(own, other, strict=True) if player is Player.V else zip(other, own, strict=True)
    return [Position(*sides) for sides in both]


def swapped(rows: Rows) -> Rows:
    """Return the rows from the opponent's view, without further throws of the same player."""
    turned = np.ascontiguousarray(rows[:, ::-1])
    turned[:, :, AGAIN] = 0
    return turned


def bits_of(flags: Mask) -> Bits:
    """Return each row of 32 flags as the bits of one number."""
    return np.packbits(flags, axis=-1, bitorder="little").view(np.uint32)[..., 0]


def _rights(rules: Rules, rows: Rows, player: Player) -> Mask:
    """Return whether each side may hit, in games where this right must be won (B3), else False."""
    if not rules.game.hits_once_home:
        return np.zeros(rows.shape[:2], dtype=np.bool_)
    right: Mask = rows[:, :, : HOME + 1].max(axis=2) > 0
    for column, side in enumerate((player, player.other)):
        if rules.for_player(side).may_hit:
            right[:, column] = True
    return right

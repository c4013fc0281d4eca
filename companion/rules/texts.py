"""Converts states to canonical position texts and back by table lookup.

The text of a state is joined from the texts of groups of neighbouring zones. Each group's text is
looked up by the bits of the state for these zones, so nothing is unpacked. The tables fill as they
are used and stay small.

Source: docs/protocol.md, "Positions".
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import product
from typing import Final

from companion.rules.games import Game
from companion.rules.position import (
    BAR_SLOT,
    HOME,
    POSTILLON_SHIFT,
    SIDE,
    UNIT,
    WIDTH,
    Position,
    pile_of,
)
from companion.rules.vocabulary import PIECES_A_SIDE, POINTS, ZONES, Player

_TOGETHER: Final = 3
"""The number of points that share a table. It is small, so that tables fill quickly."""

MOST: Final = 2048
"""The largest size of a table. A full table is cleared."""

_UNREADABLE: Final = " ?"
"""Stands for a zone that no canonical text can describe, such as a point with both colours."""
_STATE: Final = (1 << 2 * WIDTH) - 1
_TALLIES: Final = (2 * WIDTH, 2 * WIDTH + 12)
"""The bit positions, above those of a state, at which green's and black's pieces are counted."""
_FULL: Final = sum(PIECES_A_SIDE << shift for shift in _TALLIES)


class ZoneTexts(dict[int, str]):
    """The texts of some zones, by the bits of these zones. Each token begins with a blank."""

    def __init__(self, mask: int, render: Callable[[int], str]) -> None:
        super().__init__()
        self.mask = mask
        self._render = render

    def __missing__(self, bits: int) -> str:
        if len(self) >= MOST:
            self.clear()
        text = self[bits] = self._render(bits)
        return text


class Texts:
    """The texts of one game's positions; create them with `texts_of`."""

    def __init__(self, game: Game) -> None:
        tokens = list(_tokens(game))
        self._tokens = {token: bits + tally for token, bits, tally in tokens}
        texts = {bits: f" {token}" for token, bits, _ in tokens}
        self._parts = [(part, part.mask) for part in _parts(game, texts)]

    def of_states(self, states: Iterable[int], mover: Player) -> list[str]:
        """Return the canonical texts of states, sorted by code point."""
        if mover is Player.N:
            states = [state >> WIDTH | (state & SIDE) << WIDTH for state in states]
        columns = [[part[state & mask] for state in states] for part, mask in self._parts]
        # Every text begins with a blank, which does not affect the order.
        return [text[1:] for text in sorted(map("".join, zip(*columns, strict=True)))]

    def of(self, position: Position) -> str:
        """Return the canonical text of a position."""
        state = position.v | position.n << WIDTH
        return "".join([part[state & mask] for part, mask in self._parts])[1:]

    def read(self, text: str) -> Position | None:
        """Return the position with this canonical text, or None for any other text."""
        try:
            total = sum(map(self._tokens.__getitem__, text.split(" ")))
        except KeyError:
            return None
        state = total & _STATE
        position = Position(state & SIDE, state >> WIDTH)
        # Reject texts with a zone named twice or two colours on a point: `of` would return another
        # text.
        return position if total ^ state == _FULL and self.of(position) == text else None


@cache
def texts_of(game: Game) -> Texts:
    """Return the texts of a game's positions.

    Each game has one shared object with the filled tables.
    """
    return Texts(game)


def _parts(game: Game, texts: dict[int, str]) -> Iterator[ZoneTexts]:
    """Yield tables that together cover a whole state, in the order of the text."""
    single = [_zone(zone, game, texts) for zone in ZONES]
    points, others = single[: len(POINTS)], single[len(POINTS) :]
    for first in range(0, len(points), _TOGETHER):
        yield _joined(points[first : first + _TOGETHER])
    yield _joined(others)


def _joined(parts: list[ZoneTexts]) -> ZoneTexts:
    mask = 0
    for part in parts:
        mask |= part.mask
    return ZoneTexts(mask, lambda bits: "".join([part[bits & part.mask] for part in parts]))


def _zone(zone: str, game: Game, texts: dict[int, str]) -> ZoneTexts:
    """Return the table of one zone. A postillon on another point is left out of its bits."""
    mask, postillons = 0, []
    for player, zones in game.track.zones.items():
        if zone in zones:
            slot, shift = zones.index(zone), WIDTH * (player is Player.N)
            mask |= 15 * UNIT[slot] << shift
            if game.postillon and zone in POINTS:
                at = shift + POSTILLON_SHIFT
                mask |= 31 << at
                postillons.append((31 << at, slot << at))

    def render(bits: int) -> str:
        for field, here in postillons:
            if bits & field != here:
                bits &= ~field
        return texts.get(bits, _UNREADABLE) if bits else ""

    return ZoneTexts(mask, render)


def _tokens(game: Game) -> Iterator[tuple[str, int, int]]:
    """Yield every token of a canonical text with its bits in a state (green moves) and tally."""
    for player, tally in zip(Player, _TALLIES, strict=True):
        for slot, zone in enumerate(game.track.zones[player]):
            stars = [0, slot] if game.postillon and HOME < slot < BAR_SLOT else [0]
            for pieces, star in product(range(1, PIECES_A_SIDE + 1), stars):
                side = pieces * UNIT[slot] | star << POSTILLON_SHIFT
                text = pile_of(side, slot, player).text
                yield f"{zone}={text}", side << WIDTH * (player is Player.N), pieces << tally

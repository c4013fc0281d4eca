"""The basic types: players, zones, piles, placements, and the players' paths.

A *point* is one of the 24 places V1…V12, N1…N12. A *zone* is a point, a bar, a tray of
borne-off pieces or a hand. A *placement* maps each zone to its pieces, with any counts, as a
board may show them. The packed `Position` with 15 pieces a side is in `position`.

A player's *own number* of a point is its distance from the end of the player's path: 24 where the
path begins, 1 the last point. 25 is the bar or the hand, 0 is off.

Source: docs/protocol.md, "Positions", for the zone names and their order; docs/rules.md, "The
board", for the points.
"""

import enum
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from operator import add
from typing import Final, NamedTuple

from companion.message_error import MessageError


class Player(enum.StrEnum):
    """One side: green at the beige edge (V) or black at the orange edge (N)."""

    V = "V"
    N = "N"

    other: "Player"
    """The opponent."""


Player.V.other, Player.N.other = Player.N, Player.V

POINTS: Final = tuple([f"V{k}" for k in range(1, 13)] + [f"N{k}" for k in range(1, 13)])
BAR: Final = {Player.V: "VB", Player.N: "NB"}
OFF: Final = {Player.V: "VO", Player.N: "NO"}
HAND: Final = {Player.V: "VH", Player.N: "NH"}
EXIT: Final = {Player.V: "V12", Player.N: "N12"}
"""Jacquet: the point on which a player puts borne-off pieces (J8)."""
ZONES: Final = (*POINTS, "VB", "NB", "VO", "NO", "VH", "NH")
ZONE_INDEX: Final = {zone: index for index, zone in enumerate(ZONES)}
PIECES_A_SIDE: Final = 15


Dice = tuple[int, int]
"""Two dice. Where their order matters, the function's docstring says so."""


class PositionError(MessageError, ValueError):
    """A position text that cannot be read or played. The message has the token and the reason."""


class Pile(NamedTuple):
    """The pieces in one zone, by kind.

    v, n -- green and black pawns; V, N -- green and black travelling postillons (Jacquet);
    unknown -- pieces that are not enrolled.
    """

    v: int = 0
    V: int = 0
    n: int = 0
    N: int = 0
    unknown: int = 0

    def of(self, player: Player) -> int:
        """Return the number of a player's pieces, a travelling postillon included."""
        return self.v + self.V if player is Player.V else self.n + self.N

    def postillon(self, player: Player) -> int:
        """Return the number of a player's travelling postillons; more than one is an error."""
        return self.V if player is Player.V else self.N

    def plus(self, player: Player, pawns: int, postillons: int = 0) -> "Pile":
        """Return the pile with pawns and travelling postillons of a player added."""
        if player is Player.V:
            return self._replace(v=self.v + pawns, V=self.V + postillons)
        return self._replace(n=self.n + pawns, N=self.N + postillons)

    def settled(self, player: Player) -> "Pile":
        """Return the pile with a player's postillons as pawns."""
        stars = self.postillon(player)
        return self.plus(player, stars, -stars) if stars else self

    @property
    def text(self) -> str:
        """The pile in a position text: counts with letters in the order v V n N ?."""
        return _pile_text(self)


@lru_cache(maxsize=1024)
def _pile_text(pile: Pile) -> str:
    return "".join(f"{count}{letter}" for count, letter in zip(pile, "vVnN?", strict=True) if count)


EMPTY: Final = Pile()
_TOKEN: Final = re.compile(r"([VN](?:1[0-2]|[1-9]|[BOH]))=((?:[0-9]{1,3}[vVnN?])+)", re.ASCII)
_PIECES: Final = re.compile(r"([0-9]{1,3})([vVnN?])", re.ASCII)
_FIELD: Final = {"v": 0, "V": 1, "n": 2, "N": 3, "?": 4}


@dataclass(frozen=True, slots=True)
class Placement:
    """A position as seen: one pile per zone, in the order of `ZONES`, with any counts."""

    piles: tuple[Pile, ...]

    def __getitem__(self, zone: str) -> Pile:
        return self.piles[ZONE_INDEX[zone]]

    def along(self, zones: Iterable[str], player: Player) -> list[int]:
        """Return the number of a player's pieces in each of these zones."""
        return [self.piles[ZONE_INDEX[zone]].of(player) for zone in zones]

    def with_piles(self, changes: dict[str, Pile]) -> "Placement":
        """Return the placement with the piles of some zones replaced."""
        piles = list(self.piles)
        for zone, pile in changes.items():
            piles[ZONE_INDEX[zone]] = pile
        return Placement(tuple(piles))

    def count(self, player: Player) -> int:
        """Return the number of a player's pieces in all zones."""
        return sum(pile.of(player) for pile in self.piles)

    def distance(self, other: "Placement") -> int:
        """Return the sum of the differences between the piles of two placements."""
        piles = zip(self.piles, other.piles, strict=True)
        return sum(abs(a - b) for one, two in piles for a, b in zip(one, two, strict=True))

    @property
    def unknown(self) -> int:
        """The number of pieces that are not enrolled."""
        return sum(pile.unknown for pile in self.piles)

    @property
    def text(self) -> str:
        """The canonical position text (docs/protocol.md, "Positions")."""
        piles = zip(ZONES, self.piles, strict=True)
        return " ".join([f"{zone}={pile.text}" for zone, pile in piles if pile != EMPTY])


NOTHING: Final = Placement((EMPTY,) * len(ZONES))


def parse_placement(text: str) -> Placement:
    """Parse a position text, with tokens and letters in any order and repeated blanks.

    A piece in the bar, tray or hand of the other side is moved to that of its own side: a black
    piece in VB is read as NB. The number of pieces is not checked.

    Raises `PositionError` naming the first token that cannot be read.
    """
    piles = [EMPTY] * len(ZONES)
    named: set[str] = set()
    for token in text.split():
        zone, parts = _token(token)
        if zone in named:
            raise PositionError("error.zone-twice", token=repr(token[:40]), zone=zone)
        named.add(zone)
        for place, pile in parts:
            there = piles[place]
            piles[place] = Pile(*map(add, there, pile)) if there is not EMPTY else pile
    return Placement(tuple(piles))


_Token = tuple[str, list[tuple[int, Pile]]]
"""A parsed token: the zone it names, and its piles by index in `ZONES`."""


@lru_cache(maxsize=2048)
def _token(token: str) -> _Token:
    match = _TOKEN.fullmatch(token)
    if match is None:
        raise PositionError("error.not-zone", token=repr(token[:40]))
    zone = match[1]
    piles: dict[int, list[int]] = {}
    for count, letter in _PIECES.findall(match[2]):
        pile = piles.setdefault(_home_zone(zone, letter), list(EMPTY))
        pile[_FIELD[letter]] += int(count)
    return zone, [(place, Pile(*pile)) for place, pile in piles.items()]


def _home_zone(zone: str, letter: str) -> int:
    """Return the index of a piece's zone. A bar, tray or hand holds only its own colour."""
    if zone[1] in "BOH" and letter != "?":
        zone = letter.upper() + zone[1]
    return ZONE_INDEX[zone]


# --- paths ---------------------------------------------------------------------------------------

ENTRY: Final = 25
"""The own number of the bar and the hand, from which pieces enter."""

LAST_POINT: Final = 24
"""The own number of the first point of a path, the largest number of a point."""


@dataclass(frozen=True, eq=False)
class Track:
    """The paths in one family of games.

    zones -- for each player, the zone of every slot: off, points 1 to 24, bar, hand;
    facing -- the opponent's own number of each point, by the player's own number; this is the same
    for both players; index 0 is unused;
    opposed -- whether the players move in opposite directions (25 - k), unlike in Jacquet.
    """

    zones: dict[Player, tuple[str, ...]]
    facing: tuple[int, ...]
    opposed: bool

    def slot(self, zone: str, player: Player) -> int:
        """Return the slot of a zone for a player. Raises `ValueError` for the opponent's zone."""
        return self.zones[player].index(zone)


def _track(black: tuple[str, ...], *, opposed: bool) -> Track:
    """Return a track; black -- the points of black's path, from its last point."""
    points = {Player.V: POINTS, Player.N: black}
    return Track(
        {side: (OFF[side], *points[side], BAR[side], HAND[side]) for side in Player},
        (0, *(black.index(point) + 1 for point in POINTS)),
        opposed=opposed,
    )


OPPOSED: Final = _track(POINTS[::-1], opposed=True)
"""Backgammon, Dutch and Acey-Deucey: green N12…N1, V12…V1, black V1…V12, N1…N12."""

TOGETHER: Final = _track((*POINTS[12:], *POINTS[:12]), opposed=False)
"""Jacquet: green N12…N1, V12…V1, black V12…V1, N12…N1 (docs/rules.md, "The board")."""

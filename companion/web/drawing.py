"""Computes the shapes of the drawn board. The template writes them as SVG.

Green sits at the bottom, as at the board: V1 is at the right of the lower row, N12 above it.
Pieces differ by shape and not only by colour: green discs, black squares, stars for postillons, a
question mark for unknown pieces. The cube is at the left, in the middle or at its owner's end; the
dice are at the end of the player who threw them. The bar shows both pip counts. In an open error
each piece that arrived has a ring, and each place that a piece left has a broken ring.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.referee.table_view import TableView
from companion.rules import Pile, Placement, Player, parse_placement
from companion.rules.vocabulary import BAR, HAND, OFF, POINTS
from companion.speech.wording import Wording

COLUMN: Final = 40
ROW: Final = 30
HEIGHT: Final = 460
BOARD: Final = 13 * COLUMN
WIDTH: Final = 15 * COLUMN
"""The widths of the drawing: without trays and hands, and with them."""

RAIL: Final = 52
"""The width of the strip at the left with cube and dice."""

MARGIN: Final = 8
BASE: Final = 39
REACH: Final = 178
"""The distances from a row's edge to the centres of its first and its last piece."""

MOST_DRAWN: Final = 15
"""The maximum number of pieces of one kind that are drawn."""

FEW: Final = 5
"""If there are more pieces of one kind than this, a number on the last piece gives the count."""

_KINDS: Final = (("v", "disc"), ("n", "square"), ("unknown", "query"), ("V", "star"), ("N", "star"))
"""The kinds of pieces. Rare kinds are last, so that they are on top of overlapping pieces."""


_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece, by its centre. side -- `v`, `n` or `u` (unknown); label -- a number or ""."""

    x: int
    y: int
    shape: str
    side: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the board. x -- the centre of its base; lower -- whether in the lower row."""

    x: int
    lower: bool
    dark: bool
    name: str


@dataclass(frozen=True, slots=True)
class Ring:
    """A ring. kind -- `came` around a piece that arrived, `left` where a piece was."""

    x: int
    y: int
    kind: str


@dataclass(frozen=True, slots=True)
class Die:
    """A die, by its centre."""

    x: int
    y: int
    face: int

    @property
    def pips(self) -> tuple[tuple[int, int], ...]:
        """The centres of the pips."""
        return tuple((self.x + 8 * dx, self.y + 8 * dy) for dx, dy in _PIPS[self.face])


@dataclass(frozen=True, slots=True)
class Label:
    """A number: the value of the cube, or a side's pip count."""

    x: int
    y: int
    text: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """All shapes of the board. left, bar -- the left edges of the drawing and of the bar."""

    points: tuple[Point, ...]
    pieces: tuple[Piece, ...]
    marks: tuple[Ring, ...] = ()
    dice: tuple[Die, ...] = ()
    cube: Label | None = None
    counts: tuple[Label, ...] = ()
    left: int = -RAIL
    bar: int = 6 * COLUMN
    width: int = WIDTH
    height: int = HEIGHT
    margin: int = MARGIN


def drawing(table: TableView, wording: Wording) -> Drawing:
    """Return the drawing of a table's board as last seen."""
    board = parse_placement(table.shown or table.position)
    # The name of a point decides its place in the drawing, even if the board is turned round.
    names = {zone: wording.name(zone).replace(" ", "") for zone in POINTS}
    points = tuple(
        Point(_x(name), name[0] == "V", int(name[1:]) % 2 == 1, name) for name in names.values()
    )
    pieces = (*_on_points(board, names), *_aside(board))
    # Trays and hands are drawn only while a piece is there.
    beside = max((piece.x for piece in pieces), default=0) > BOARD
    return Drawing(
        points,
        pieces,
        marks=tuple(_marks(table, board, names)),
        dice=tuple(_dice(table)),
        cube=_cube(table),
        counts=tuple(_counts(table)),
        width=WIDTH if beside else BOARD,
    )


def _end(player: Player, away: int) -> int:
    """Return the y coordinate at this distance from a player's end of the board."""
    return HEIGHT - away if player is Player.V else away


def _dice(table: TableView) -> Iterator[Die]:
    """Yield the dice of the running or disputed turn, or the single die of an opening."""
    if table.opening_die is not None:
        player, face = table.opening_die
        yield Die(-RAIL // 2, _end(player, 30), face)
    thrown = table.dice if table.dispute is None else table.dispute.dice
    if thrown is None or table.player is None:
        return
    for face, away in zip(thrown, (30, 68), strict=True):
        if face in _PIPS:
            yield Die(-RAIL // 2, _end(table.player, away), face)


def _cube(table: TableView) -> Label | None:
    if not table.has_cube:
        return None
    value, owner = table.cube
    away = HEIGHT // 2 if owner is None else 130
    return Label(-RAIL // 2, _end(owner or Player.V, away), str(value))


def _counts(table: TableView) -> Iterator[Label]:
    for player in Player:
        count = pips(table, player)
        if count is not None:
            yield Label(6 * COLUMN + COLUMN // 2, _end(player, HEIGHT // 2 - 14), str(count))


def pips(table: TableView, player: Player) -> int | None:
    """Return the pip count of a side as seen, or None before a game has begun."""
    text = table.shown or table.position
    if table.rules is None or not text:
        return None
    board = parse_placement(text)
    rules, zones = table.rules, (*POINTS, BAR[player], HAND[player])
    return sum(rules.own_number(zone, player) * board[zone].of(player) for zone in zones)


def _marks(table: TableView, board: Placement, names: dict[str, str]) -> Iterator[Ring]:
    """Yield the rings for the pieces moved in the turn of an open error, point by point."""
    if table.dispute is None:
        return
    before = parse_placement(table.dispute.before)
    for zone, name in names.items():
        x, lower = _x(name), name[0] == "V"
        pile = tuple(_pile(board[zone], x, lower=lower))
        for player in Player:
            change = board[zone].of(player) - before[zone].of(player)
            own = [piece for piece in pile if piece.side == player.value.lower()]
            yield from (Ring(x, piece.y, "came") for piece in own[len(own) - max(change, 0) :])
            for gone in range(max(-change, 0)):
                away = BASE + ROW * min(len(pile) + gone, FEW + 1)
                yield Ring(x, HEIGHT - away if lower else away, "left")


def _x(name: str) -> int:
    """Return the centre of a point's column: V1 at the right, the bar in the seventh column."""
    number = int(name[1:])
    place = 12 - number if name[0] == "V" else number - 1
    return (place + (place > 5)) * COLUMN + COLUMN // 2


def _on_points(board: Placement, names: dict[str, str]) -> Iterator[Piece]:
    for zone, name in names.items():
        yield from _pile(board[zone], _x(name), lower=name[0] == "V")


def _aside(board: Placement) -> Iterator[Piece]:
    """Yield the pieces on the bar (in the middle), in the trays and in the hands (at the right)."""
    for zones, column in ((BAR, 6), (OFF, 13), (HAND, 14)):
        for player in Player:
            x = column * COLUMN + COLUMN // 2
            yield from _pile(board[zones[player]], x, lower=player is Player.V)


def _pile(pile: Pile, x: int, *, lower: bool) -> Iterator[Piece]:
    """Yield the pieces of a pile. Many pieces of one kind overlap, but not different kinds."""
    counts = {name: getattr(pile, name) for name, _ in _KINDS if getattr(pile, name)}
    drawn = {name: min(count, MOST_DRAWN) for name, count in counts.items()}
    close = sum(drawn.values()) - len(drawn)
    step = min(float(ROW), (REACH - ROW * (len(drawn) - 1)) / close) if close else ROW
    y = float(BASE)
    for name, shape in _KINDS:
        for index in range(drawn.get(name, 0)):
            last = index == drawn[name] - 1
            label = str(counts[name]) if last and counts[name] > FEW else ""
            side = "u" if name == "unknown" else name.lower()
            yield Piece(x, round(HEIGHT - y if lower else y), shape, side, label)
            y += ROW if last else step

"""The board as shapes: where each piece is drawn. The template turns them into SVG.

Green sits below, as on the board itself: V1 is at the right of the lower row, N12 above it.
Pieces are told apart by shape (green discs, black squares, stars for postillons, a question mark
for what the board does not know), not by colour alone.
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
"""Of the points and the bar, and with trays and hands beside them."""

MARGIN: Final = 8
BASE: Final = 39
REACH: Final = 178
"""From a row's edge to the middle of its first piece, and from there to that of its last."""

MOST_DRAWN: Final = 15
"""Pieces of one kind that are drawn; more of them are told by the number on the last one."""

FEW: Final = 5
"""Pieces of one kind that are counted at a glance; on more of them stands their number."""

_KINDS: Final = (("v", "disc"), ("n", "square"), ("unknown", "query"), ("V", "star"), ("N", "star"))
"""The rare ones last, so that they lie on top where pieces overlap."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece: its middle, its shape, whose it is (`v`, `n` or `u`), a number on it or ""."""

    x: int
    y: int
    shape: str
    side: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Point:
    """One point: the middle of its base, whether it is in the lower row, dark, and its name."""

    x: int
    lower: bool
    dark: bool
    name: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """All that is drawn."""

    points: tuple[Point, ...]
    pieces: tuple[Piece, ...]
    width: int = WIDTH
    height: int = HEIGHT
    margin: int = MARGIN


def drawing(table: TableView, wording: Wording) -> Drawing:
    """Draw a table's board as it was last seen."""
    board = parse_placement(table.shown or table.position)
    # By its name a point is found on the table, however the board lies.
    names = {zone: wording.name(zone).replace(" ", "") for zone in POINTS}
    points = tuple(
        Point(_x(name), name[0] == "V", int(name[1:]) % 2 == 1, name) for name in names.values()
    )
    pieces = (*_on_points(board, names), *_aside(board))
    # Trays and hands have a place only while something lies there.
    beside = max((piece.x for piece in pieces), default=0) > BOARD
    return Drawing(points, pieces, WIDTH if beside else BOARD)


def _x(name: str) -> int:
    """The middle of a point's column: V1 at the right, the bar in the seventh column."""
    number = int(name[1:])
    place = 12 - number if name[0] == "V" else number - 1
    return (place + (place > 5)) * COLUMN + COLUMN // 2


def _on_points(board: Placement, names: dict[str, str]) -> Iterator[Piece]:
    for zone, name in names.items():
        yield from _pile(board[zone], _x(name), lower=name[0] == "V")


def _aside(board: Placement) -> Iterator[Piece]:
    """Bars in the middle, trays in the last column but one, hands in the last."""
    for zones, column in ((BAR, 6), (OFF, 13), (HAND, 14)):
        for player in Player:
            x = column * COLUMN + COLUMN // 2
            yield from _pile(board[zones[player]], x, lower=player is Player.V)


def _pile(pile: Pile, x: int, *, lower: bool) -> Iterator[Piece]:
    """Every piece; where they are many they overlap, but never those of two kinds."""
    counts = {name: getattr(pile, name) for name, _ in _KINDS if getattr(pile, name)}
    drawn = {name: min(count, MOST_DRAWN) for name, count in counts.items()}
    close = sum(drawn.values()) - len(drawn)
    step = min(float(ROW), (REACH - ROW * (len(drawn) - 1)) / close) if close else ROW
    y = float(BASE)
    for name, shape in _KINDS:
        for index in range(drawn.get(name, 0)):
            last = index == drawn[name] - 1
            label = str(counts[name]) if last and counts[name] > FEW else ""
            yield Piece(x, round(HEIGHT - y if lower else y), shape, _side(name), label)
            y += ROW if last else step


def _side(name: str) -> str:
    return "u" if name == "unknown" else name.lower()

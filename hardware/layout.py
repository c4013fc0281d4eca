"""Places everything on the board as V sees it: x to the right, y away from V, in millimetres.

The origin is the corner at V's left hand. N's half is V's half turned by 180 degrees, so both
players find the tray at the right hand and the keys at the left.
"""

from dataclasses import dataclass

from hardware import parameters as p
from hardware import tray

WIDTH = 4 * p.POINTS_PER_TILE * p.POINT_WIDTH + 3 * p.COLUMN_WIDTH
DEPTH = 2 * p.TILE_DEPTH

# V's half from left to right: each tile, with its zones from left to right and its frame.
HALF = (
    ("tile_keys", (), "frame_column"),
    ("tile_even", ("12", "11", "10"), "frame_points"),
    ("tile_odd", ("9", "8", "7"), "frame_points"),
    ("tile_bar", ("B",), "frame_column"),
    ("tile_even", ("6", "5", "4"), "frame_points"),
    ("tile_odd", ("3", "2", "1"), "frame_points"),
    ("tile_tray", ("O",), "frame_tray"),
)


@dataclass(frozen=True)
class Placed:
    """A tile with the middle of its front edge, and whether it is rotated by 180 degrees."""

    tile: str
    frame: str
    x: float
    y: float
    turned: bool
    zones: tuple[str, ...]


def tile_width(tile: str) -> float:
    """Return the width of a tile."""
    three = p.POINTS_PER_TILE * p.POINT_WIDTH
    return three if tile in {"tile_odd", "tile_even"} else p.COLUMN_WIDTH


def placed() -> list[Placed]:
    """Return all tiles of both halves."""
    tiles: list[Placed] = []
    x = 0.0
    for tile, zones, frame in HALF:
        x += tile_width(tile) / 2
        names = {side: tuple(side + zone for zone in zones) for side in "VN"}
        tiles.append(Placed(tile, frame, x, 0.0, turned=False, zones=names["V"]))
        tiles.append(Placed(tile, frame, WIDTH - x, DEPTH, turned=True, zones=names["N"]))
        x += tile_width(tile) / 2
    return tiles


def seats() -> dict[str, list[tuple[float, float]]]:
    """Return the centres of each zone's seats, from the player's edge inwards."""
    found = {}
    for tile in placed():
        for index, zone in enumerate(tile.zones):
            across = (index - (len(tile.zones) - 1) / 2) * p.POINT_WIDTH
            sign = -1 if tile.turned else 1
            found[zone] = [
                (tile.x + sign * across, tile.y + sign * (p.FIRST_SEAT + number * p.SEAT_PITCH))
                for number in range(p.SEATS)
            ]
    return found


# The angle in degrees by which a side's dice trays are turned. The seats are then on the side away
# from the board.
DICE_TURN = {"V": 90.0, "N": -90.0}


def dice_trays() -> dict[str, list[tuple[float, float]]]:
    """Return the centres of each side's first and second dice tray, next to its frame."""
    away = p.LINK_LENGTH + tray.OUTER / 2
    rows = [p.TILE_DEPTH / 2 + half * p.DICE_PITCH / 2 for half in (-1, 1)]
    return {
        "V": [(WIDTH + away, row) for row in rows],
        "N": [(-away, DEPTH - row) for row in rows],
    }


def dice_seats() -> dict[str, list[tuple[float, float]]]:
    """Return the middle of each dice seat, which is not the centre of its tray."""
    off = tray.MIDDLE
    return {
        side: [(x + sign * off, y - sign * off) for x, y in dice_trays()[side]]
        for side, sign in (("V", 1), ("N", -1))
    }


def base_cuts() -> list[tuple[float, float, float, float]]:
    """Return the cuts in the base sheet for the links: x and y of a corner, width and depth."""
    deep = 2 * p.LINK_INSET + p.BASE_GAP
    wide = p.LINK_WIDTH + 2 * p.BASE_GAP
    return [
        ({"V": WIDTH - deep, "N": 0.0}[side], y - wide / 2, deep, wide)
        for side, places in dice_trays().items()
        for _, y in places
    ]


def base_screws() -> list[tuple[float, float]]:
    """Return the screws of the base sheet: in the corners and below both ends of the bar."""
    away = p.SCREW_INSET
    bar = (WIDTH - p.COLUMN_WIDTH) / 2
    columns = (away, bar + away, WIDTH - bar - away, WIDTH - away)
    return [(x, y) for x in columns for y in (away, DEPTH - away)]

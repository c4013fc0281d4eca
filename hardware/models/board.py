"""Models of the board: tiles with points, bar, trays and keys, on frames.

The ground of a tile is at z = 0, and its lower face lies on the frame at z = -PLATE. The player's
edge is at y = 0, the middle of the board at y = TILE_DEPTH, and the middle of the tile at x = 0.
The other player's tiles are the same parts, turned round.
"""

from build123d import Align, Box, Location, Part, Plane, Polygon, extrude

from hardware import parameters as p
from hardware.models import braille
from hardware.models.shapes import UP, disc, seat

_EDGE = (Align.CENTER, Align.MIN, Align.MIN)  # boxes are laid with their front edge on y = 0
TILE_WIDTH = p.POINTS_PER_TILE * p.POINT_WIDTH
DARK_MARK = "g"  # four dots, doubled: as on the RNIB's board
MARK_PLACES = (p.EDGE_STRIP / 2, p.TIP_MARK)
SEAT_PLACES = tuple(p.FIRST_SEAT + number * p.SEAT_PITCH for number in range(p.SEATS))


def points(dark: tuple[bool, ...], *, contacts: bool = False) -> Part:
    """Return three points side by side.

    dark -- which of these points are ribbed and marked; contacts -- as in the first trial
    """
    body = _plate(TILE_WIDTH)
    places = [(index - 1) * p.POINT_WIDTH for index in range(p.POINTS_PER_TILE)]
    body += [_triangle(x, dark=is_dark) for x, is_dark in zip(places, dark, strict=True)]
    long = SEAT_PLACES[-1] + p.SEAT_PITCH / 2 - p.EDGE_STRIP
    ridge = Box(p.RIDGE_WIDTH, long, p.RIDGE_HEIGHT, align=_EDGE)
    body += [Location(((n - 1.5) * p.POINT_WIDTH, p.EDGE_STRIP, 0)) * ridge for n in range(4)]
    # Half of each outer ridge belongs to the neighbouring tile.
    under = Location((0, 0, -p.PLATE))
    body &= under * Box(TILE_WIDTH, p.TILE_DEPTH, 20, align=_EDGE)
    body = _with_holes(body, TILE_WIDTH, places, contacts=contacts)
    marks = [
        (x, y) for x, is_dark in zip(places, dark, strict=True) if is_dark for y in MARK_PLACES
    ]
    return body + [dot for x, y in marks for dot in braille.dots(DARK_MARK, x, y, 0)]


def bar() -> Part:
    """Return half of the bar: three seats between two rails."""
    return _column(front=False)


def tray() -> Part:
    """Return the tray of one side: three seats inside a rail that is open towards the player."""
    return _column(front=True)


def keys() -> Part:
    """Return the plate of seven keys, with four screw holes for the carrier beneath.

    Below the plate is a ring like the frame's walls and posts, so that all tiles are level.
    """
    plate = Location((0, 0, -p.KEY_PLATE))
    body = plate * Box(p.COLUMN_WIDTH, p.TILE_DEPTH, p.KEY_PLATE, align=_EDGE)
    for y in KEY_PLACES:
        body -= Location((0, y, -p.KEY_PLATE)) * Box(p.KEY_HOLE, p.KEY_HOLE, 20, align=UP)
    body -= [_thread(x, y, p.KEY_PLATE) for x, y in CARRIER_SCREWS]
    body += Location((0, 0, -p.PLATE)) * _walls(p.COLUMN_WIDTH, p.PLATE - p.KEY_PLATE)
    return _with_holes(body, p.COLUMN_WIDTH, [])


KEY_PLACES = tuple(p.TILE_DEPTH / 2 + (number - 3) * p.KEY_PITCH for number in range(7))
CARRIER_SCREWS = tuple((x, KEY_PLACES[key]) for x in (-11.2, 11.2) for key in (1, 5))


# The screws of the dice links, in the lower face of a tray frame, on the outer side: x from the
# frame's middle, and y.
LINK_HOLES = tuple(
    (p.COLUMN_WIDTH / 2 - p.LINK_INSET, p.TILE_DEPTH / 2 + half * p.DICE_PITCH / 2 + dy)
    for half in (-1, 1)
    for dy in (-p.LINK_SCREWS / 2, p.LINK_SCREWS / 2)
)
LINK_POST = 6.0  # lower than any bolt


def tray_frame() -> Part:
    """Return the frame of a column, with low outer posts for the screws of two dice links."""
    body = frame(p.COLUMN_WIDTH)
    body += [Location((x, y, 0)) * Box(8, 8, LINK_POST, align=UP) for x, y in LINK_HOLES]
    return body - [disc(p.FRAME_POST_HOLE, 0, LINK_POST, x, y) for x, y in LINK_HOLES]


def frame(width: float) -> Part:
    """Return a ring of walls with a screw post in each corner, bolted to its neighbours.

    Screws with sunk heads go through the posts from below into the tile. Eight longer screws also
    hold the base sheet. The bolts and the slots for cables go through both sides and the back. The
    front, which the player touches, has only the slot for the USB plug, in a column's frame.
    """
    body = _walls(width, p.FRAME_HEIGHT)
    for x, y in _corners(width):
        body -= disc(p.SCREW_HOLE, 0, p.FRAME_HEIGHT, x, y)
        body -= disc(p.SCREW_HEAD, 0, p.POST_SINK, x, y)
    wide, high = p.CABLE_SLOT
    body -= Location((0, p.TILE_DEPTH / 2, 0)) * Box(2 * width, wide, 2 * high)
    body -= Location((0, p.TILE_DEPTH, 0)) * Box(wide, 4 * p.FRAME_WALL, 2 * high)
    if width == p.COLUMN_WIDTH:
        wide, high = p.USB_SLOT
        body -= Box(wide, 4 * p.FRAME_WALL, 2 * high)
    for y, z in side_bolts():
        body -= Location((-width, y, z), (0, 90, 0)) * disc(p.SCREW_HOLE, 0, 2 * width)
    for x, z in back_bolts(width):
        body -= Location((x, p.TILE_DEPTH + 5, z), (90, 0, 0)) * disc(p.SCREW_HOLE, 0, 15)
    return body


def _walls(width: float, height: float) -> Part:
    """Return a ring of walls with a post in each corner."""
    inner = (width - 2 * p.FRAME_WALL, p.TILE_DEPTH - 2 * p.FRAME_WALL)
    body = Box(width, p.TILE_DEPTH, height, align=_EDGE)
    body -= Location((0, p.FRAME_WALL, 0)) * Box(*inner, 50, align=_EDGE)
    post = Box(p.FRAME_POST, p.FRAME_POST, height, align=UP)
    return body + [Location((x, y, 0)) * post for x, y in _corners(width)]


def side_bolts() -> list[tuple[float, float]]:
    """Return y and z of the bolts through both sides of a frame."""
    return [(y, p.FRAME_HEIGHT / 2) for y in (p.TILE_DEPTH / 4, 3 * p.TILE_DEPTH / 4)]


def back_bolts(width: float) -> list[tuple[float, float]]:
    """Return x and z of the bolts through the back of a frame, to the other player's half."""
    if width == p.COLUMN_WIDTH:
        return [(x, p.BOLT_HIGH) for x in (-p.BOLT_APART / 2, p.BOLT_APART / 2)]
    return [(x, p.FRAME_HEIGHT / 2) for x in (-width / 4, width / 4)]


def _plate(width: float) -> Part:
    return Location((0, 0, -p.PLATE)) * Box(width, p.TILE_DEPTH, p.PLATE, align=_EDGE)


def _triangle(x: float, *, dark: bool) -> Part:
    """Return the raised triangle of a point. The triangle of a dark point is higher and grooved."""
    half, tip = p.TRIANGLE_BASE / 2, p.TRIANGLE_TIP / 2
    front, back = p.EDGE_STRIP, p.TRIANGLE_APEX
    corners = [(x - half, front), (x + half, front), (x + tip, back), (x - tip, back)]
    height = p.TRIANGLE_DARK if dark else p.TRIANGLE_LIGHT
    body = extrude(Plane.XY * Polygon(*corners, align=None), height)
    if dark:
        count = int((p.TRIANGLE_APEX - p.EDGE_STRIP) / p.RIB_PITCH)
        groove = Box(2 * p.POINT_WIDTH, p.RIB_GROOVE, 5, align=UP)
        places = [p.EDGE_STRIP + number * p.RIB_PITCH for number in range(1, count)]
        body -= [Location((x, y, p.TRIANGLE_LIGHT)) * groove for y in places]
    return body


def _column(*, front: bool) -> Part:
    body = _plate(p.COLUMN_WIDTH)
    side = (p.COLUMN_WIDTH - p.RIDGE_WIDTH) / 2
    long = p.TILE_DEPTH if not front else p.TILE_DEPTH - p.EDGE_STRIP
    start = p.TILE_DEPTH - long
    for x in (-side, side):
        body += Location((x, start, 0)) * Box(p.RIDGE_WIDTH, long, p.RAIL_HEIGHT, align=_EDGE)
    if front:
        back = Location((0, p.TILE_DEPTH - p.RIDGE_WIDTH, 0))
        body += back * Box(p.COLUMN_WIDTH, p.RIDGE_WIDTH, p.RAIL_HEIGHT, align=_EDGE)
    return _with_holes(body, p.COLUMN_WIDTH, [0.0])


def _with_holes(body: Part, width: float, columns: list[float], *, contacts: bool = False) -> Part:
    cuts = [cut for x in columns for y in SEAT_PLACES for cut in seat(x, y, contacts=contacts)]
    return body - [*cuts, *(_thread(x, y, p.PLATE) for x, y in _corners(width))]


def _corners(width: float) -> list[tuple[float, float]]:
    away = width / 2 - p.SCREW_INSET
    rows = (p.SCREW_INSET, p.TILE_DEPTH - p.SCREW_INSET)
    return [(x, y) for x in (-away, away) for y in rows]


def _thread(x: float, y: float, under: float) -> Part:
    """Return a blind hole in the underside of a plate, in which a screw cuts its thread."""
    return disc(p.FRAME_POST_HOLE, -under, p.TILE_THREAD - under, x, y)

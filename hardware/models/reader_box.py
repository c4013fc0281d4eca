"""Models of the box for the reader of radio tags, and of its lid.

The box stands at the left of V's half and is bolted to the frame of V's keys. Its floor lies where
the board's base sheet lies, and its lid is level with the tiles. The origin is the corner at the
player's edge where box and board touch: the box is at x < 0, y = 0 is the player's edge, and z = 0
is the bottom. The reader lies along x, with its plugs towards the board.
"""

from build123d import Align, Box, Location, Part

from hardware import antenna_board
from hardware import parameters as p
from hardware.gerber import Spot
from hardware.models.board import side_bolts
from hardware.models.shapes import UP, disc

HEIGHT = p.BASE_THICKNESS + p.FRAME_HEIGHT + p.PLATE
RIM = HEIGHT - p.BOX_LID  # height of the walls
FLOOR = p.BASE_THICKNESS
HALF = p.READER[0] / 2
BOARD_TOP = p.BOX_LEDGE + p.READER_THICKNESS
# The near and the far edge of the reader on the x axis. The posts of the clamps stand outside them.
NEAR, FAR = -p.BOX_READER[0], -p.BOX_READER[0] - p.READER[1]
POSTS = tuple(
    (x, y)
    for x in (p.BOX_POST / 2 - p.BOX[0], -p.BOX_POST / 2)
    for y in (p.BOX_POST / 2, p.BOX[1] - p.BOX_POST / 2)
)
CLAMPS = tuple(
    (x, p.BOX_READER[1] + side * p.BOX_CLAMP_SIDE)
    for x in (NEAR + p.BOX_CLAMP, FAR - p.BOX_CLAMP)
    for side in (-1, 1)
)
# The right edge of the perforated board, which bears the Pico with its socket at the left.
CIRCUIT_END = p.BOX_WALL - p.BOX[0] + p.CIRCUIT_BOARD + p.FIT_SLIDE
_LOW = (Align.MIN, Align.MIN, Align.MIN)


def on_reader(spot: Spot) -> Spot:
    """Return where a place of the reader's board lies in the box."""
    x, y = spot
    return NEAR + y - antenna_board.BACK, p.BOX_READER[1] - x


def box() -> Part:
    """Return the box: floor, walls, ledges and clamps for the reader, and a bed for the board."""
    wide, deep = p.BOX
    body = _block((-wide, 0, 0), (0, deep, RIM))
    body -= _block(
        (p.BOX_WALL - wide, p.BOX_WALL, FLOOR), (-p.BOX_WALL, deep - p.BOX_WALL, 2 * RIM)
    )
    post = Box(p.BOX_POST, p.BOX_POST, RIM, align=UP)
    body += [Location((x, y, 0)) * post for x, y in POSTS]
    body += [*_rails(), *_bed()]
    for x, y in CLAMPS:
        clamp = Location((x, y, 0)) * Box(
            2 * (p.BOX_CLAMP - p.FIT_SLIDE), p.BOX_POST, BOARD_TOP - p.BOX_GRIP, align=UP
        )
        body += clamp
        body -= disc(p.FRAME_POST_HOLE, p.BOX_THIN, HEIGHT, x, y)
    for x, y in POSTS:
        body -= disc(p.SCREW_HOLE, 0, RIM, x, y)
        body -= disc(p.SCREW_HEAD, 0, p.BOX_SINK, x, y)
    return body - _openings()


def lid() -> Part:
    """Return the lid, with blind holes for the screws that come from below."""
    wide, deep = p.BOX
    body = _block((-wide, 0, RIM), (0, deep, HEIGHT))
    return body - [disc(p.FRAME_POST_HOLE, RIM, RIM + p.TILE_THREAD, x, y) for x, y in POSTS]


def _rails() -> list[Part]:
    """Return rails for both long edges of the reader, each with a ledge and a side wall."""
    low, wide = HALF - p.BOX_LAP, HALF + p.FIT_SLIDE + 2 * p.THIN_WALL
    parts = []
    for side in (-1, 1):
        for inner, top in ((low, p.BOX_LEDGE), (HALF + p.FIT_SLIDE, BOARD_TOP - p.BOX_GRIP)):
            ends = sorted(p.BOX_READER[1] + side * away for away in (inner, wide))
            parts.append(_block((FAR, ends[0], 0), (NEAR, ends[1], top)))
    return parts


def _bed() -> list[Part]:
    """Return the walls around the perforated board: one behind it and one on each side."""
    middle, half = p.BOX_CIRCUIT, p.CIRCUIT_BOARD / 2 + p.FIT_SLIDE
    thick, top = 2 * p.BOX_RIB, FLOOR + p.BOX_STOP
    behind = _block((CIRCUIT_END, middle - half, 0), (CIRCUIT_END + thick, middle + half, top))
    beside = [
        _block((CIRCUIT_END - p.BOX_SIDE, low, 0), (CIRCUIT_END + thick, low + thick, top))
        for low in (middle - half - thick, middle + half)
    ]
    return [behind, *beside]


def _openings() -> list[Part]:
    """Return slots for the cables and the USB plug, and holes for the bolts to the frame."""
    (wide, high), (broad, tall) = p.BOX_SLOT, p.USB_SLOT
    middle = p.TILE_DEPTH / 2
    into = (-2 * p.BOX_WALL, 2 * p.BOX_WALL)
    return [
        _block((into[0], middle - wide / 2, FLOOR), (into[1], middle + wide / 2, FLOOR + high)),
        _block(
            (into[0] - p.BOX[0], p.BOX_PICO - broad / 2, FLOOR),
            (p.BOX_WALL - p.BOX[0], p.BOX_PICO + broad / 2, FLOOR + tall),
        ),
        *(
            Location((into[0], y, p.BASE_THICKNESS + z), (0, 90, 0)) * disc(p.SCREW_HOLE, 0, 12)
            for y, z in side_bolts()
        ),
    ]


def _block(low: tuple[float, float, float], high: tuple[float, float, float]) -> Part:
    """Return the box between two opposite corners."""
    size = (far - near for near, far in zip(low, high, strict=True))
    return Location(low) * Box(*size, align=_LOW)

"""The tower of the first design as convex pieces, to show that `drops` can reject a design.

The die lay in a square well under a funnel of 45 degrees, below a tower with two wedges.
Lengths are millimetres; z = 0 is the floor of the well.
"""

from hardware.physics.convex import Piece, block

OUTER = 60.0  # outer width of seat and tower
WELL = 30.0  # width of the well
WELL_DEPTH = 9.3
FUNNEL_TOP = 56.0
SEAT_FLOOR = 1.3  # thickness
WALL = 2.0
HEIGHT = 120.0  # of the tower
GAP = 42.0  # gap beside a wedge
OPENING = 60.0  # height of the front opening
JAMB = 6.0  # wall left on each side of the opening
LIP = 4.0  # depth of the tower's lip in the seat
PLAY = 0.3  # gap around the lip


def turned(piece: Piece, quarters: int) -> Piece:
    """Return a piece turned about the z axis by some quarters of a circle."""
    for _ in range(quarters):
        piece = [(-y, x, z) for x, y, z in piece]
    return piece


def wall(inner: float, z: tuple[float, float], top: float | None = None) -> Piece:
    """Return the right wall of a square hole, `inner` wide below and `top` wide above."""
    outer = OUTER / 2
    top = inner if top is None else top
    ends = [(inner / 2, z[0]), (outer, z[0]), (top / 2, z[1]), (outer, z[1])]
    return [(x, y, height) for x, height in ends for y in (-outer, outer)]


def ring(inner: float, z: tuple[float, float], top: float | None = None) -> list[Piece]:
    """Return the four walls of a square hole, the front one (y < 0) last."""
    return [turned(wall(inner, z, top), quarters) for quarters in range(4)]


def with_opening(pieces: list[Piece], wide: float) -> list[Piece]:
    """Return four walls with an opening through the front one."""
    *others, front = pieces
    # The front wall is as long as the seat. One end of each half moves to the opening.
    sides = [
        [(x if x * sign > 0 else sign * wide / 2, y, z) for x, y, z in front] for sign in (-1, 1)
    ]
    return [*others, *sides]


def seat() -> list[Piece]:
    """Return the seat above the sensor's pocket."""
    half, rim = OUTER / 2, WELL_DEPTH + (FUNNEL_TOP - WELL) / 2
    return [
        block((-half, half), (-half, half), (-SEAT_FLOOR, 0)),
        *ring(WELL, (0, WELL_DEPTH)),
        *with_opening(ring(WELL, (WELL_DEPTH, rim), FUNNEL_TOP), WELL),
        *with_opening(ring(FUNNEL_TOP, (rim, seat_top())), WELL),
    ]


def seat_top() -> float:
    """Return the height of the seat's upper edge, on which the tower stands."""
    return WELL_DEPTH + (FUNNEL_TOP - WELL) / 2 + LIP


def tower() -> list[Piece]:
    """Return the tower in its place on the seat, without the gap around its lip."""
    inner = OUTER - 2 * WALL
    hole = FUNNEL_TOP - 2 * PLAY - 2 * WALL
    lip, slope = WALL, WALL + (inner - hole) / 2
    wide = inner - 2 * JAMB
    low = [
        *lip_walls(hole),
        *with_opening(ring(hole, (0, lip)), wide),
        *with_opening(ring(hole, (lip, slope), inner), wide),
        *with_opening(ring(inner, (slope, OPENING)), wide),
    ]
    high = ring(inner, (OPENING, HEIGHT))
    reach = inner - GAP
    first = OPENING + 4
    wedges = [wedge(-1, first, reach), wedge(1, first + 2 * reach, reach)]
    return [[(x, y, z + seat_top()) for x, y, z in piece] for piece in [*low, *high, *wedges]]


def lip_walls(hole: float) -> list[Piece]:
    """Return the lip below the tower, which is narrower than its walls."""
    z = (PLAY - LIP, 0.0)
    outer = hole / 2 + WALL
    right = block((hole / 2, outer), (-outer, outer), z)
    walls = [turned(right, quarters) for quarters in range(4)]
    return with_opening(walls, OUTER - 2 * WALL - 2 * JAMB)


def wedge(side: int, low: float, reach: float) -> Piece:
    """Return a wedge on the left (-1) or right (1) wall that turns a falling die."""
    half = OUTER / 2 - WALL
    wall_x = side * half
    corners = [(wall_x, low), (wall_x, low + reach), (wall_x - side * reach, low)]
    return [(x, y, z) for x, z in corners for y in (-half, half)]

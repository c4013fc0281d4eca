"""Models of the pieces clover, square and star: a shell for each, and one foot for all.

A piece stands upright as in play, with the lower edge of its shell at z = 0. The boss of the foot
reaches below this edge, into a seat or into the recess of the piece below. In a piece of the first
trial are two contact discs and a chip in place of the tag.
"""

from math import atan2, cos, pi, sin, sqrt

from build123d import (
    Axis,
    Box,
    Circle,
    Location,
    Part,
    Polygon,
    RectangleRounded,
    Sketch,
    Sphere,
    chamfer,
    extrude,
    fillet,
)

from hardware import parameters as p
from hardware.models.shapes import (
    DISC_POCKET,
    MAGNET_POCKET,
    UP,
    disc,
    joint_pockets,
    wire_holes,
)

# Heights above z = 0.
TOP = p.PIECE_HEIGHT
RECESS_FLOOR = TOP - p.RECESS_DEPTH
UPPER_DISC = RECESS_FLOOR - p.DISC_THICKNESS  # lower face of the upper contact disc
CEILING = UPPER_DISC - p.THIN_WALL - p.HOLD_THICKNESS  # lower face of the upper magnet
BOSS_FACE = -p.BOSS_HEIGHT
LOWER_DISC = BOSS_FACE + p.FINGER_GAP  # lower face of the lower contact disc
LOWER_MAGNET = LOWER_DISC + p.DISC_THICKNESS + p.THIN_WALL  # lower face of the lower magnet
CHIP_FLOOR = LOWER_MAGNET + p.HOLD_THICKNESS  # where the chip of a trial piece lies
PLUG = p.BORE_DIAMETER - 2 * p.FIT_GLUE  # diameter of the foot inside the shell


def clover() -> Sketch:
    """Return three round leaves inside the outer circle."""
    away = p.PIECE_ACROSS / 2 - p.CLOVER_LEAF_RADIUS
    angles = [pi / 2 + 2 * pi * leaf / p.CLOVER_LEAVES for leaf in range(p.CLOVER_LEAVES)]
    leaf = Circle(p.CLOVER_LEAF_RADIUS)
    outline = Sketch() + [Location((away * cos(a), away * sin(a))) * leaf for a in angles]
    return fillet(outline.vertices(), 1.0)


def square() -> Sketch:
    """Return a square whose rounded corners touch the outer circle."""
    side = (p.PIECE_ACROSS + 2 * p.SQUARE_CORNER * (sqrt(2) - 1)) / sqrt(2)
    return RectangleRounded(side, side, p.SQUARE_CORNER)


def star() -> Sketch:
    """Return a star with five blunt rays, longer by the amount that rounding removes."""
    tip, step = p.PIECE_ACROSS / 2, pi / p.STAR_RAYS
    half = atan2(p.STAR_INNER * sin(step), tip - p.STAR_INNER * cos(step))
    radii = (tip + p.STAR_ROUND * (1 / sin(half) - 1), p.STAR_INNER)
    corners = [
        (
            radii[index % 2] * cos(pi / 2 + step * index),
            radii[index % 2] * sin(pi / 2 + step * index),
        )
        for index in range(2 * p.STAR_RAYS)
    ]
    outline = Polygon(*corners, align=None)
    return fillet(outline.vertices(), p.STAR_ROUND)


OUTLINES = {"clover": clover, "square": square, "star": star}


def shell(shape: str, *, contacts: bool = False) -> Part:
    """Return the body of a piece, open below for the foot.

    contacts -- whether a contact disc lies in the top; without a disc the top is closed
    """
    body = extrude(OUTLINES[shape](), TOP)
    body = fillet(body.faces().sort_by(Axis.Z)[-1].edges(), p.EDGE_ROUND)
    for cut in _texture(shape):
        body -= cut
    body -= disc(p.RECESS_DIAMETER, RECESS_FLOOR, TOP)
    body -= disc(p.BORE_DIAMETER, 0, CEILING)
    body -= disc(MAGNET_POCKET, CEILING, CEILING + p.HOLD_THICKNESS)
    if not contacts:
        return body
    body -= disc(DISC_POCKET, UPPER_DISC, TOP)
    for hole in (*wire_holes(CEILING, TOP), *joint_pockets(UPPER_DISC - p.DISC_JOINT[1])):
        body -= hole
    return body


def _texture(shape: str) -> list[Part]:
    """Return the tactile marks on top of a piece: grooves, dimples, or nothing."""
    at = TOP - p.TEXTURE_DEPTH
    if shape == "square":
        bar = Box(2 * p.PIECE_ACROSS, p.TEXTURE_WIDTH, 2, align=UP)
        return [Location((0, 0, at), (0, 0, angle)) * bar for angle in (45, 135)]
    if shape == "star":
        away = (p.PIECE_ACROSS + p.RECESS_DIAMETER) / 4
        angles = [pi / 2 + 2 * pi * ray / p.STAR_RAYS for ray in range(p.STAR_RAYS)]
        ball = Sphere(p.TEXTURE_WIDTH)
        lift = p.TEXTURE_WIDTH - p.TEXTURE_DEPTH
        return [Location((away * cos(a), away * sin(a), TOP + lift)) * ball for a in angles]
    return []


def foot(*, contacts: bool = False) -> Part:
    """Return the foot: a deep, chamfered boss, and a plug that meets the shell's ceiling.

    contacts -- whether wires lead from its disc to a chip above its magnet
    """
    boss = disc(p.BOSS_DIAMETER, BOSS_FACE, 0)
    body = chamfer(boss.faces().sort_by(Axis.Z)[0].edges(), p.FOOT_LEAD)
    body += disc(PLUG, 0, CEILING)
    bed = LOWER_DISC + p.DISC_THICKNESS
    body -= disc(DISC_POCKET, BOSS_FACE, bed)
    body -= disc(MAGNET_POCKET, LOWER_MAGNET, TOP)
    if not contacts:
        return body
    body -= disc(p.CHIP_BORE, CHIP_FLOOR, TOP)
    for hole in (*wire_holes(BOSS_FACE, CHIP_FLOOR), *joint_pockets(bed)):
        body -= hole
    return body


def contents() -> dict[str, list[Part]]:
    """Return the contents of a piece, in place: tag and magnets."""
    return {
        "disc": [disc(p.DISC_DIAMETER, LOWER_DISC, LOWER_DISC + p.DISC_THICKNESS)],
        "magnet": [
            disc(p.HOLD_DIAMETER, CEILING, CEILING + p.HOLD_THICKNESS),
            disc(p.HOLD_DIAMETER, LOWER_MAGNET, LOWER_MAGNET + p.HOLD_THICKNESS),
        ],
    }


def trial_contents() -> dict[str, list[Part]]:
    """Return the contents of a piece of the first trial, in place, with room for its chip."""
    inside = contents()
    return inside | {
        "disc": [disc(p.DISC_DIAMETER, UPPER_DISC, RECESS_FLOOR), *inside["disc"]],
        "chip": [Location((0, 0, CHIP_FLOOR)) * Box(*p.CHIP_POCKET, align=UP)],
    }

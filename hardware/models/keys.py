"""Models of the key caps with Braille letters, and of the carrier of seven switches."""

from build123d import Axis, Box, Location, Part, fillet

from hardware import parameters as p
from hardware.models import braille
from hardware.models.board import CARRIER_SCREWS, KEY_PLACES
from hardware.models.shapes import UP, disc

# Heights below the ground of the plate: the flange touches the plate's lower face from below.
FLANGE_TOP = -p.KEY_PLATE - p.KEY_TRAVEL
FLANGE_LOW = FLANGE_TOP - p.KEY_FLANGE_THICKNESS
SWITCH_BASE = FLANGE_LOW - (p.KEY_TOTAL_HEIGHT - p.KEY_SOCKET)  # the switch stands at this height
KEY_BED = 1.0  # how deep the switch stands in the carrier
CARRIER_LOW = SWITCH_BASE + KEY_BED - p.CARRIER_THICKNESS


def cap(letter: str) -> Part:
    """Return a cap with z = 0 at the lower face of its flange and a socket for the plunger.

    The letter is upright for a player at -y, and the nick in the flange points to -y.
    """
    top = p.KEY_RISE - FLANGE_LOW
    body = Box(p.KEY_CAP, p.KEY_CAP, top, align=UP)
    body = fillet(body.faces().sort_by(Axis.Z)[-1].edges(), 1.0)
    body += Box(p.KEY_FLANGE, p.KEY_FLANGE, p.KEY_FLANGE_THICKNESS, align=UP)
    wide, deep = p.KEY_NICK
    body -= Location((0, -p.KEY_FLANGE / 2, 0)) * Box(wide, 2 * deep, 2, align=UP)
    socket = p.KEY_PLUNGER + p.FIT_GLUE
    body -= Box(socket, socket, p.KEY_SOCKET, align=UP)
    return body + braille.dots(letter, 0, 0, top)


def carrier() -> Part:
    """Return a strip with a bed for each switch, on four posts; z = 0 is its lower face."""
    high = -p.KEY_PLATE - CARRIER_LOW
    bed = p.KEY_SWITCH + 2 * p.FIT_SLIDE
    long = KEY_PLACES[-1] - KEY_PLACES[0] + bed + 2 * p.CARRIER_END
    middle = Location((0, p.TILE_DEPTH / 2, 0))
    body = middle * Box(p.CARRIER_WIDTH, long, p.CARRIER_THICKNESS, align=UP)
    for x, y in CARRIER_SCREWS:
        body += Location((x, y, 0)) * Box(5, 8, high, align=UP)
        body -= disc(p.CARRIER_HOLE, 0, high + 1, x, y)
    body -= [
        Location((0, y, p.CARRIER_THICKNESS - KEY_BED)) * Box(bed, bed, 5, align=UP)
        for y in KEY_PLACES
    ]
    # The legs of a 12 x 12 switch are 12.5 by 5 apart.
    legs = [(x, y + dy) for y in KEY_PLACES for x in (-6.25, 6.25) for dy in (-2.5, 2.5)]
    return body - [disc(2.0, 0, 10, x, y) for x, y in legs]

"""Returns scenes of small parts: sensor, keys from below, the contact trial, the switches."""

from math import atan2, degrees

from build123d import Align, Box, Location, Part

from hardware import circuit as wiring
from hardware import contact_disc, pictures_inside, sensor_board
from hardware import parameters as p
from hardware.models.board import KEY_PLACES
from hardware.models.catalogue import BUILDERS
from hardware.models.shapes import UP, disc, ring
from hardware.pictures_inside import BLUE, BOARD, DARK, LIGHT, MAGNET, OVER, STEEL, Scene

GOLD, BLACK = "#d4a017", "#303030"
_CORNER = (Align.MIN, Align.MIN, Align.MIN)
# The strip of `switch-board.md` for a board 42 cm wide.
STRIP, WOOD, LATH = (420.0, 60.0), 10.0, 10.0
FIRST_ROW, SECOND_ROW = 40.0, 20.0  # from the player's edge
POINT, KEY, APART = 27.0, 22.0, 50.0  # from middle to middle; the last one: from `no` to `dice`
HOLES, HOLE = 12.5, 7.0  # apart, and wide
ROWS = ((0, 8), (8, 16), (16, 22))  # the switches of a strip on each pin
DISC_AT, PICO_AT = (330.0, 23.0), (STRIP[0] - p.PICO[0], 11.0)


def sensor() -> Scene:
    """Return the board of a dice sensor, its chip up and the row of pins 1 to 4 in front."""
    made = sensor_board.board(sensor_board.VARIANTS[0])
    sheet = Box(sensor_board.SIDE, sensor_board.SIDE, 1.6, align=UP)
    holes = [(hole, disc(hole.drill, -2, 1, *hole.place)) for hole in made.holes if hole.pin]
    scene: Scene = [(Location((0, 0, -1.6)) * sheet - [cut for _, cut in holes], BOARD)]
    colours = dict(zip(sensor_board.WIRES, (BLACK, MAGNET, BLUE, GOLD), strict=True))
    for hole, cut in holes:
        land = disc(hole.pad, 0, 0.1, *hole.place) - cut
        scene.append((land, STEEL))
        scene.append((disc(0.8, -12, 0, *hole.place), colours[hole.net]))
    for part in made.parts:
        size = {"SOT-23-6": (1.6, 2.9, 1.1), "0603": (1.6, 0.8, 0.6)}.get(part.package)
        if size:
            scene.append((Location((*part.place, 0)) * Box(*size, align=UP), BLACK))
    return scene


def keys_below() -> Scene:
    """Return a carrier turned over: two legs of each switch, the bare wire and seven wires."""
    scene: Scene = [(BUILDERS["key_carrier"](), LIGHT)]
    low, high = KEY_PLACES[0] - 2.5, KEY_PLACES[-1] - 2.5
    scene.append((_bar((-6.6, low, -2), (0.6, high - low, 0.6)), STEEL))
    for y in KEY_PLACES:
        scene += [(disc(1.0, -2.2, 4, x, y + dy), STEEL) for x, dy in ((-6.25, -2.5), (6.25, 2.5))]
        scene.append((_bar((6, y + 2, -2.2), (18, 1, 1)), BLUE))
    scene.append((_bar((-24, low, -2.2), (18, 1, 1)), BLACK))
    return [(OVER * part, colour) for part, colour in scene]


def fingers() -> Scene:
    """Return the lower disc of a trial piece with its four spring fingers."""
    land = contact_disc.FRONT[1]
    scene: Scene = [
        (disc(p.DISC_DIAMETER, -p.DISC_THICKNESS, 0), BOARD),
        (ring(2 * p.DISC_RING[1], 2 * p.DISC_RING[0], 0, 0.05), GOLD),
        (disc(p.DISC_CENTRE, 0, 0.05), GOLD),
        (disc(land.width, 0, 0.05, land.end[0]), GOLD),
        (_bar((land.end[0], -land.width / 2, 0), (-land.end[0], land.width, 0.05)), GOLD),
    ]
    for finger in contact_disc.fingers():
        turn = Location((*finger.start, 0.05), (0, 0, finger.angle))
        low = (0, -p.FINGER_WIDTH / 2, 0)
        root = _bar(low, (p.FINGER_ROOT, p.FINGER_WIDTH, p.FINGER_STRIP))
        long = p.FINGER_STRIP_LENGTH - p.FINGER_ROOT
        rise = Location((p.FINGER_ROOT, 0, 0), (0, -degrees(atan2(p.FINGER_FREE, long)), 0))
        strip = _bar(low, (long, p.FINGER_WIDTH, p.FINGER_STRIP))
        scene += [(turn * root, STEEL), (turn * rise * strip, STEEL)]
    return scene


def trial_circuit() -> Scene:
    """Return the perforated board of the trial with the Pico, the resistors and both rails."""
    return pictures_inside.circuit(wiring.trial())


def switches() -> Scene:
    """Return green's strip with its switches from above, and two holes without their switch."""
    scene: Scene = [(_wood(), LIGHT), *((lath, LIGHT) for lath in _laths())]
    for number, (x, y) in enumerate(_places()):
        if number:  # the holes of V1 are seen
            scene.append((Location((x, y, 0)) * Box(12, 12, 4, align=UP), BLACK))
            colour = MAGNET if number < 14 else BLUE
            scene.append((Location((x, y, 4)) * Box(12, 12, 5, align=UP), colour))
    return scene


def switch_wires() -> Scene:
    """Return green's strip turned over: diodes, the wires of three rows, disc and Pico."""
    places = _places()
    below = [(_wood(), LIGHT), *((lath, LIGHT) for lath in _laths())]
    for x, y in places:
        below.append((_bar((x + 5.5, y, -WOOD - 2), (1.5, 1.5, 2)), STEEL))
        below.append((_bar((x + 5.2, y + 1.5, -WOOD - 2), (2, 3, 2)), MAGNET))
        below.append((_bar((x + 5.2, y + 4.5, -WOOD - 2), (2, 1, 2)), BLACK))
    for (first, end), colour in zip(ROWS, (GOLD, BLUE, DARK), strict=True):
        for y in {place[1] for place in places[first:end]}:
            xs = [x for x, row in places[first:end] if row == y]
            low, high = min(xs) + 5.2, max(xs) + 7.2
            below.append((_bar((low, y + 5.5, -WOOD - 1.5), (high - low, 1, 1)), colour))
    below.append((_bar((places[13][0] + 5.2, 25.5, -WOOD - 1.5), (1, 20, 1)), BLUE))
    below.append((disc(20, -WOOD - 1, -WOOD, *DISC_AT), GOLD))
    pico = Location((*PICO_AT, -WOOD - 1))
    below.append((pico * Box(*p.PICO, 1, align=_CORNER), BOARD))
    socket = Location((p.PICO[0] - 5, 6.5, -3)) * Box(6, 8, 3, align=_CORNER)
    button = Location((p.PICO[0] - 14, 4, -2)) * Box(4, 3, 2, align=_CORNER)
    below += [(pico * socket, STEEL), (pico * button, LIGHT)]
    return [(OVER * part, colour) for part, colour in below]


def _places() -> list[tuple[float, float]]:
    """Return the middles of a strip's 22 switches: points, bar, tray, keys and `dice`."""
    zones = [(STRIP[0] - 30 - POINT * number, FIRST_ROW) for number in range(14)]
    keys = [(zones[-1][0] + KEY * number, SECOND_ROW) for number in range(7)]
    return [*zones, *keys, (keys[-1][0] + APART, SECOND_ROW)]


def _wood() -> Part:
    wood = _bar((0, 0, -WOOD), (*STRIP, WOOD))
    return wood - [
        disc(HOLE, -WOOD - 1, 1, x + side * HOLES / 2, y) for x, y in _places() for side in (-1, 1)
    ]


def _laths() -> list[Part]:
    return [_bar((0, y, -WOOD - LATH), (STRIP[0], LATH, LATH)) for y in (0, STRIP[1] - LATH)]


def _bar(low: tuple[float, float, float], size: tuple[float, float, float]) -> Part:
    return Location(low) * Box(*size, align=_CORNER)


SCENES = {
    "sensor": (sensor, (0.3, -1, 1.2)),
    "keys-below": (keys_below, (0.4, -1, 1.6)),
    "trial-fingers": (fingers, (0.3, -1, 1.2)),
    "trial-circuit": (trial_circuit, (-0.3, -1, 1.3)),
    "switches": (switches, (0.0, -1, 1.8)),
    "switch-wires": (switch_wires, (0.0, -1, 2.6)),
}

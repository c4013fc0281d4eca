"""Scenes for pictures of the building steps: frames, circuits and views from below."""

from build123d import Align, Box, Location, Part

from hardware import antenna_board, layout, placement, sensor_board, tray
from hardware import circuit as wiring
from hardware import parameters as p
from hardware.models import dice
from hardware.models.catalogue import BUILDERS
from hardware.models.shapes import UP, disc

STEEL, MAGNET, LIGHT, DARK, BOARD = "#b8bcc2", "#8a3d3d", "#e9dcc3", "#6b3f1d", "#1f6b4a"
BLUE, GREY = "#2f6fd0", "#8d9299"
Scene = list[tuple[Part, str]]
_CORNER = (Align.MIN, Align.MIN, Align.MIN)
OVER = Location((0, 0, 0), (0, 180, 0))  # turned over sideways, like a page


def frames() -> Scene:
    """Return the frames of both halves, bolted together, as they stand on the table."""
    return [
        (_place(placed, 0.0) * BUILDERS[placed.frame](), LIGHT if placed.turned else STEEL)
        for placed in layout.placed()
    ]


def below() -> Scene:
    """Return the board on its face: tiles in frames, with their antennas, and the reader's box."""
    scene: Scene = []
    for placed in layout.placed():
        place = _place(placed, -p.FRAME_HEIGHT)
        scene.append((OVER * place * BUILDERS[placed.frame](), STEEL))
        made = antenna_board.board(len(placed.zones)) if placed.zones else None
        if made is not None:
            left, front, right, back = made.outline  # type: ignore[misc]
            sheet = Box(right - left, back - front, 1.6, align=UP)
            middle = Location(((left + right) / 2, (front + back) / 2, p.FRAME_HEIGHT - 1.9))
            plug = Location((0, antenna_board.PLUG_ROW, p.FRAME_HEIGHT - 7.9))
            high = Box(14 if len(placed.zones) > 1 else 6, 4.5, 6, align=UP)
            scene += [(OVER * place * middle * sheet, BOARD), (OVER * place * plug * high, LIGHT)]
    # From below, where the floor of the box is.
    box = Location((0, 0, -p.FRAME_HEIGHT - p.BASE_THICKNESS))
    return [*scene, (OVER * box * BUILDERS["reader_box"](), GREY)]


def _place(placed: layout.Placed, low: float) -> Location:
    return Location((placed.x, placed.y, low), (0, 0, 180 if placed.turned else 0))


def circuit(made: wiring.Circuit | None = None) -> Scene:
    """Return a perforated board with the Pico and its other parts, its USB socket at the left.

    made -- what is soldered onto it, by default the circuit of the board with radio tags
    """
    made = made or wiring.circuit()
    scene: Scene = [(Box(p.CIRCUIT_BOARD, p.CIRCUIT_BOARD, 1.6, align=_CORNER), LIGHT)]
    top = 1.6
    pico = Location((0.1, placement.place(1, 12)[1] - 1.6, top + 2.5))
    scene.append((pico * Box(*p.PICO, 1, align=_CORNER), BOARD))
    scene.append((pico * Location((-1.3, 6.5, 1)) * Box(6, 8, 3, align=_CORNER), STEEL))
    looks = {"resistor": (2.4, 8.0, LIGHT), "diode": (2.8, 8.0, DARK), "transistor": (4.6, 6, DARK)}
    for ref, holes in placement.spots(made).items():
        wide, high, colour = looks.get(made.parts[ref].kind.name, (5.0, 9.0, BLUE))
        if ref != "U1":
            x, y = placement.place(*holes["2" if len(holes) == 3 else "1"])
            scene.append((disc(wide, top, top + high, x, y), colour))
        for hole in holes.values():
            scene.append((disc(1.0, -1.5, top + 2.5, *placement.place(*hole)), STEEL))
    rows = [placement.GROUND_ROW, placement.THREE_VOLT_ROW]
    for row in rows + [placement.FIVE_VOLT_ROW] * ("5V" in made.nets):
        (x, y), (end, _) = placement.place(2, row), placement.place(20, row)
        rail = Location((x, y, top)) * Box(end - x, 0.6, 0.6, align=_CORNER)
        scene.append((rail, MAGNET))
    return scene


def tray_below() -> Scene:
    """Return a dice tray upside down, next to its sensor board and its motor."""
    over = Location((0, 0, 0), (180, 0, 0))
    floor = tray.seat_faces()[0]
    side = sensor_board.SIDE
    sheet = Box(side, side, 1.6, align=UP)
    chip = Location((0, 0, -1.1)) * Box(2.9, 1.6, 1.1, align=UP)
    away = dice.in_place(floor, p.SENSOR_FLOOR + 45)
    return [
        (over * dice.dice_tray(), STEEL),
        (over * away * sheet, BOARD),
        (over * away * chip, DARK),
        (over * dice.motor_room(), MAGNET),
    ]


def base() -> Scene:
    """Return the board on its face with its base sheet lifted, its links and its dice trays."""
    sheet = Box(layout.WIDTH, layout.DEPTH, p.BASE_THICKNESS, align=_CORNER)
    sheet -= [
        Location((x, y, 0)) * Box(wide, deep, 10, align=_CORNER)
        for x, y, wide, deep in layout.base_cuts()
    ]
    sheet -= [disc(p.SCREW_HOLE, 0, 10, x, y) for x, y in layout.base_screws()]
    low = -p.FRAME_HEIGHT - p.BASE_THICKNESS
    scene: Scene = [(OVER * Location((0, 0, low - 60)) * sheet, LIGHT)]
    for placed in layout.placed():
        place = _place(placed, -p.FRAME_HEIGHT)
        scene.append((OVER * place * BUILDERS[placed.frame](), STEEL))
    middle = Location((-tray.MIDDLE, -tray.MIDDLE, 0))
    for side, places in layout.dice_trays().items():
        turn = (0, 0, layout.DICE_TURN[side])
        back = -1 if side == "V" else 1
        away = back * (tray.OUTER + p.LINK_LENGTH) / 2
        for x, y in places:
            link = Location((x + away, y, low), turn) * dice.link()
            lift = low + p.BASE_THICKNESS + p.TRAY_CUSHION - tray.FOOT
            unit = Location((x, y, lift), turn) * middle * dice.dice_tray()
            scene += [(OVER * link, DARK), (OVER * unit, GREY)]
    return scene


SCENES = {
    "frames": (frames, (0.0, -1, 1.2)),
    "below": (below, (0.0, -1, 1.6)),
    "circuit": (circuit, (-0.3, -1, 1.3)),
    "tray-below": (tray_below, (0.5, -0.8, 1.2)),
    "base": (base, (0.0, -1, 1.4)),
}

"""Draws pictures of the models for the guides: `python -m hardware.pictures hardware/pictures`.

Needs the extra `hardware` and no screen.
"""

import sys
from pathlib import Path
from typing import cast

import pyvista
from build123d import Box, Location, Part, Plane
from PIL import Image, ImageChops

from hardware import (
    antenna_board,
    layout,
    pictures_inside,
    pictures_small,
    reader_board,
    tag_disc,
    tray,
)
from hardware import parameters as p
from hardware.gerber import Board, Mounted
from hardware.models import board, dice, keys, pieces, reader_box
from hardware.models.catalogue import BUILDERS
from hardware.models.files import mesh
from hardware.models.shapes import UP, disc

GREEN, BLACK, BLUE = "#2e8b57", "#303030", "#2f6fd0"
COLOURS = {"clover": GREEN, "square": BLACK, "star": BLUE}
STEEL, GOLD, MAGNET, LIGHT = "#b8bcc2", "#d4a017", "#8a3d3d", "#e9dcc3"
DARK, BOARD = "#6b3f1d", "#1f6b4a"
SIZE = (1500, 1100)
WIDTH, MARGIN = 900, 12
Scene = list[tuple[Part, str]]
Eye = tuple[float, float, float]


def main(folder: Path) -> None:
    """Draw all pictures into a folder. Raise RuntimeError if a picture does not fit."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (scene, eye) in SCENES.items():
        draw(scene(), eye, folder / f"{name}.png")


def draw(scene: Scene, eye: Eye, path: Path) -> None:
    """Draw coloured solids, seen from a direction, and crop the empty border."""
    plotter = pyvista.Plotter(off_screen=True, window_size=list(SIZE))
    plotter.set_background("white")
    for part, colour in scene:
        plotter.add_mesh(pyvista.wrap(mesh(part)), color=colour)
    plotter.view_vector(eye, (0, 0, 1))
    plotter.enable_anti_aliasing("ssaa")
    image = Image.fromarray(plotter.screenshot(return_img=True)).convert("RGB")
    plotter.close()
    seen = ImageChops.difference(image, Image.new("RGB", image.size, "white")).getbbox()
    if seen is None or min(*seen[:2], SIZE[0] - seen[2], SIZE[1] - seen[3]) < MARGIN:
        raise RuntimeError(f"{path.name} is empty, or something is cut off at its edge.")
    x, y, right, low = seen
    image = image.crop((x - MARGIN, y - MARGIN, right + MARGIN, low + MARGIN))
    high = round(image.height * WIDTH / image.width)
    if high > WIDTH:
        image = image.resize((round(image.width * WIDTH / image.height), WIDTH))
    else:
        image = image.resize((WIDTH, high))
    image.quantize(64).save(path, optimize=True)


def three_shapes() -> Scene:
    """Return the three kinds of pieces side by side, and a mixed pile of five."""
    scene: Scene = []
    for index, (shape, colour) in enumerate(COLOURS.items()):
        scene += piece(shape, colour, (45.0 * index, 0, 0))
    for level, shape in enumerate(("clover", "clover", "square", "star", "clover")):
        scene += piece(shape, COLOURS[shape], (135.0, 0, level * p.STACK_PITCH))
    return scene


def piece(shape: str, colour: str, at: tuple[float, float, float]) -> Scene:
    """Return a closed piece."""
    place = Location(at)
    return [(place * pieces.shell(shape), colour), (place * pieces.foot(), colour)]


def exploded() -> Scene:
    """Return an exploded view of a trial piece: shell, magnets, chip, foot, discs."""
    inside = pieces.trial_contents()
    return [
        (Location((0, 0, 38)) * inside["disc"][0], GOLD),
        (Location((0, 0, 28)) * BUILDERS["trial_piece_clover"](), GREEN),
        (Location((0, 0, 20)) * inside["magnet"][0], MAGNET),
        (Location((0, 0, 14)) * inside["chip"][0], BLACK),
        (Location((0, 0, 10)) * inside["magnet"][1], MAGNET),
        (Location((0, 0, -8)) * BUILDERS["trial_piece_foot"](), GREEN),
        (Location((0, 0, -16)) * inside["disc"][1], GOLD),
    ]


def two_colours(part: Part, place: Location) -> Scene:
    """Return a tile printed in two colours: dark from the height of a light triangle upwards."""
    dark = Location((0, p.TILE_DEPTH / 2, p.TRIANGLE_LIGHT + 25)) * Box(200, 200, 50)
    if part.bounding_box().max.Z <= p.TRIANGLE_LIGHT:
        return [(place * part, LIGHT)]
    return [(place * (part - dark), LIGHT), (place * (part & dark), DARK)]


def tile() -> Scene:
    """Return three points with a few pieces on them."""
    scene = two_colours(BUILDERS["tile_odd"](), Location())
    lift = p.BOSS_HEIGHT - p.SEAT_DEPTH
    first, second, third = board.SEAT_PLACES
    for shape, x, y, level in (
        ("clover", -p.POINT_WIDTH, first, 0),
        ("clover", -p.POINT_WIDTH, first, 1),
        ("clover", -p.POINT_WIDTH, second, 0),
        ("square", p.POINT_WIDTH, first, 0),
        ("star", p.POINT_WIDTH, third, 0),
    ):
        scene += piece(shape, COLOURS[shape], (x, y, lift + level * p.STACK_PITCH))
    return scene


def whole_board() -> Scene:
    """Return the whole board with its box, caps, links, dice trays and a few pieces."""
    scene: Scene = []
    built = {name: two_colours(BUILDERS[name](), Location()) for name, _, _ in layout.HALF}
    frames = {name: BUILDERS[name]() for _, _, name in layout.HALF}
    low = -p.PLATE - p.FRAME_HEIGHT
    for placed in layout.placed():
        turn = (0, 0, 180 if placed.turned else 0)
        place = Location((placed.x, placed.y, 0), turn)
        scene += [(place * part, colour) for part, colour in built[placed.tile]]
        scene.append((Location((placed.x, placed.y, low), turn) * frames[placed.frame], STEEL))
        if placed.tile == "tile_keys":
            scene += [(place * cap, BLUE) for cap in caps()]
    box = Location((0, 0, low - p.BASE_THICKNESS))
    scene += [(box * BUILDERS[name](), STEEL) for name in ("reader_box", "reader_lid")]
    return scene + dice_units(low) + some_pieces()


def caps() -> list[Part]:
    """Return the seven caps of an English board, in place."""
    places = zip(p.KEYS_EN.values(), board.KEY_PLACES, strict=True)
    return [Location((0, y, keys.FLANGE_LOW)) * keys.cap(letter) for letter, y in places]


def dice_units(low: float) -> Scene:
    """Return links and trays of both sides. low -- height of the frames' lower faces."""
    part, link = dice.dice_tray(), dice.link()
    lift = low + p.TRAY_CUSHION - tray.FOOT
    middle = Location((-tray.MIDDLE, -tray.MIDDLE, 0))
    scene: Scene = []
    for side, places in layout.dice_trays().items():
        turn = (0, 0, layout.DICE_TURN[side])
        back = -1 if side == "V" else 1
        away = back * (tray.OUTER + p.LINK_LENGTH) / 2
        for x, y in places:
            scene.append((Location((x + away, y, low - p.FRAME_WALL), turn) * link, DARK))
            scene.append((Location((x, y, lift), turn) * middle * part, STEEL))
    return scene


def some_pieces() -> Scene:
    """Return three piles on each player's twelfth point, with the postillon at the tip."""
    scene: Scene = []
    lift = p.BOSS_HEIGHT - p.SEAT_DEPTH
    for zone, shape in (("V12", "clover"), ("N12", "square")):
        for number, (x, y) in enumerate(layout.seats()[zone]):
            for level in range(p.STACK if number < 2 else p.STACK - 1):
                at = (x, y, lift + level * p.STACK_PITCH)
                scene += piece(shape, COLOURS[shape], at)
            if number == 2:
                at = (x, y, lift + (p.STACK - 1) * p.STACK_PITCH)
                scene += piece("star", BLUE, at)
    return scene


def dice_unit() -> Scene:
    """Return a die with its magnet visible, and a tray with a die in its seat."""
    upper, lower = dice.half(upper=True), dice.half(upper=False)
    seat = Plane(origin=(0, 0, 0), x_dir=tray.AXES[0], z_dir=tray.AXES[2]).location
    return [
        (Location((-80, -20, 0)) * lower, LIGHT),
        (Location((-80, -20, 0)) * dice.magnet(), MAGNET),
        (Location((-80, -20, 30)) * upper, LIGHT),
        (dice.dice_tray(), STEEL),
        (seat * Location((0, 0, p.DIE / 2)) * dice.whole_die(), LIGHT),
    ]


def key_caps() -> Scene:
    """Return the seven caps of an English board in their plate."""
    scene: Scene = [(BUILDERS["tile_keys"](), LIGHT)]
    scene += [(cap, BLUE) for cap in caps()]
    scene.append((Location((60, 0, 0)) * keys.carrier(), STEEL))
    return scene


def tag_foot() -> Scene:
    """Return a foot that is open: magnet above, disc with its tag below."""
    inside = pieces.contents()
    x, y = tag_disc.CHIP_PLACE
    low = pieces.LOWER_DISC
    chip = Location((x, y, low - tag_disc.CHIP_HEIGHT)) * Box(3.5, 2.0, 0.6, align=UP)
    below = Location((0, 0, -12))
    return [
        (Location((0, 0, 12)) * inside["magnet"][1], MAGNET),
        (BUILDERS["piece_foot"](), GREEN),
        (below * inside["disc"][0], GOLD),
        (below * chip, BLACK),
    ]


def tag_shell() -> Scene:
    """Return a shell that lies on its top, and the magnet that goes into it."""
    over = Location((0, 0, 0), (180, 0, 0))
    magnet = pieces.contents()["magnet"][0]
    shell = BUILDERS["piece_clover"]()
    return [(over * shell, GREEN), (Location((0, 0, 22)) * over * magnet, MAGNET)]


def tag_piece() -> Scene:
    """Return a closed piece, cut in half, with the parts inside."""
    inside = pieces.contents()
    front = Location((0, -50, 0)) * Box(100, 100, 100)
    parts = [
        (BUILDERS["piece_clover"](), GREEN),
        (BUILDERS["piece_foot"](), LIGHT),
        (inside["disc"][0], GOLD),
        *((magnet, MAGNET) for magnet in inside["magnet"]),
    ]
    return [(part - front, colour) for part, colour in parts]


def tag_tile() -> Scene:
    """Return a tile that lies on its face, and the magnets of its seats above their pockets."""
    over = Location((0, 0, 0), (0, 180, 0))
    magnet = disc(p.HOLD_DIAMETER, -p.PLATE - 16, -p.PLATE - 14)
    places = [(x * p.POINT_WIDTH, y) for x in (-1, 0, 1) for y in board.SEAT_PLACES]
    scene: Scene = [(over * BUILDERS["tile_odd"](), LIGHT)]
    return scene + [(over * Location((x, y, 0)) * magnet, MAGNET) for x, y in places]


def tag_antennas() -> Scene:
    """Return the tile of `tag_tile` with its antenna board, with the coils down and the plug up."""
    over = Location((0, 0, 0), (0, 180, 0))
    made = antenna_board.board(3)
    low = -p.PLATE - 20
    scene = [(over * part, colour) for part, colour in plate(made, low)]
    plug = Location((0, antenna_board.PLUG_ROW, low - 6)) * Box(14, 4.5, 6, align=UP)
    scene.append((over * plug, LIGHT))
    scene += [
        (over * Location((*part.place, low - 1.0)) * Box(2.4, 1.4, 1.0, align=UP), BLACK)
        for part in made.parts
        if part.ref[0] != "J"
    ]
    return [(over * BUILDERS["tile_odd"](), LIGHT), *scene]


def plate(made: Board, low: float) -> Scene:
    """Return a circuit board as a plate. low -- height of its lower face."""
    left, front, right, back = cast("tuple[float, float, float, float]", made.outline)
    middle = ((left + right) / 2, (front + back) / 2, low)
    return [(Location(middle) * Box(right - left, back - front, 1.6, align=UP), BOARD)]


def tag_reader() -> Scene:
    """Return the reader's board with its parts."""
    return _mounted(reader_board.placed())


def _mounted(made: Board) -> Scene:
    """Return a circuit board whose upper face is at z = 0, with its parts."""
    scene = plate(made, -1.6)
    for part in made.parts:
        wide, high, tall, colour = _looks(part)
        if part.turn % 180 and part.package != "SO-16":
            wide, high = high, wide
        scene.append((Location((*part.place, 0)) * Box(wide, high, tall, align=UP), colour))
    return scene


def tag_box() -> Scene:
    """Return the box with reader, perforated board and module, next to the frame of V's keys."""
    made = reader_board.placed()
    x, y = reader_box.on_reader((0.0, 0.0))
    turned = Location((x, y, reader_box.BOARD_TOP), (0, 0, -90))
    corner = (p.BOX_WALL - p.BOX[0], p.BOX_CIRCUIT - p.CIRCUIT_BOARD / 2, reader_box.FLOOR + 2)
    module = Location((-45, 80, reader_box.FLOOR + 2)) * Box(64, 43, 1.6, align=UP)
    scene: Scene = [(BUILDERS["reader_box"](), STEEL), (module, BLUE)]
    scene += [(Location(corner) * part, colour) for part, colour in pictures_inside.circuit()]
    scene += [(turned * part, colour) for part, colour in _mounted(made)]
    frame = Location((p.COLUMN_WIDTH / 2 + 12, 0, p.BASE_THICKNESS)) * BUILDERS["frame_column"]()
    return [*scene, (frame, LIGHT)]


def _looks(part: Mounted) -> tuple[float, float, float, str]:
    """Return width, depth, height and colour of a part of the reader's board."""
    if part.package.startswith("PH"):
        return 2 * (int(part.value.split()[3]) - 1) + reader_board.BODY, 4.5, 6.0, LIGHT
    return {
        "SO-16": (3.9, 9.9, 1.6, BLACK),
        "2.54 mm": (22.9, 2.5, 8.5, BLACK),
        "four holes": (*reader_board.TOROID_BODY, 9.5, STEEL),
        "1210": (3.2, 2.5, 2.0, STEEL),
    }.get(part.package, (2.0, 1.3, 1.0, DARK))


SCENES = {
    "pieces": (three_shapes, (0.2, -1, 0.75)),
    "inside": (exploded, (0.3, -1, 0.25)),
    "points": (tile, (0.2, -1, 1.1)),
    "board": (whole_board, (0.0, -1, 1.0)),
    "dice": (dice_unit, (0.5, 0.8, 1.9)),
    "keys": (key_caps, (0.6, -1, 1.2)),
    "tag-1-foot": (tag_foot, (0.3, -1, -0.45)),
    "tag-2-shell": (tag_shell, (0.3, -1, 0.7)),
    "tag-3-closed": (tag_piece, (0.2, -1, 0.25)),
    "tag-4-tile": (tag_tile, (0.3, -1, 1.0)),
    "tag-5-antennas": (tag_antennas, (0.3, -1, 1.0)),
    "tag-6-reader": (tag_reader, (0.6, -1, 1.4)),
    "tag-7-box": (tag_box, (-0.3, -1, 1.8)),
    **pictures_inside.SCENES,
    **pictures_small.SCENES,
}

if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "hardware/pictures"))

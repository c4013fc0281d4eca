"""The box of the reader for radio tags: what lies in it, and where it stands at the board."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from hardware import antenna_board, layout, reader_board, tray
from hardware import parameters as p
from tests.hardware.test_hardware_models import TOUCH, _at, built, shared

pytestmark = pytest.mark.hardware
PLUG = 8.0  # height of a plug with its cable's socket; JST PH
STRIP = 8.5  # height of a pin strip, to whose pins wires are soldered
LEGS = 3.4 - p.READER_THICKNESS  # what soldered legs stick out below
WIRES = 5.0  # room that a cable needs to turn away above its plug
NUT = p.BOLT_INSIDE
SLACK = 50.0  # millimetres of a cable that are left over


def block(x: float, y: float, z: float, size: tuple[float, float, float]) -> Any:
    """Return a box that stands on (x, y, z)."""
    from build123d import Box, Location

    from hardware.models.shapes import UP

    return Location((x, y, z)) * Box(*size, align=UP)


def reader_parts() -> Iterator[Any]:
    """Return the reader's board and its parts, in place in the box, as solids."""
    from hardware.models import reader_box

    wide, long = p.READER
    x, y = reader_box.on_reader((0.0, (antenna_board.BACK + antenna_board.FRONT) / 2))
    yield block(x, y, p.BOX_LEDGE, (long, wide, p.READER_THICKNESS))
    top = reader_box.BOARD_TOP
    for part in reader_board.placed().parts:
        x, y = reader_box.on_reader(part.place)
        if part.package.startswith("PH"):
            poles = int(part.value.split()[3])
            high = PLUG + WIRES
            size = (2.0 * (poles - 1) + reader_board.BODY, 2 * reader_board.PLUG_DEPTH, high)
        elif part.package == "2.54 mm":
            size = (2.54, 9 * 2.54, STRIP + WIRES)
        elif part.package == "four holes":
            size = (*reader_board.TOROID_BODY[::-1], 10.5)
        else:
            continue
        yield block(x, y, top, size)
    for hole in reader_board.placed().holes:
        if hole.pin:
            x, y = reader_box.on_reader(hole.place)
            yield block(x, y, p.BOX_LEDGE - LEGS, (hole.pad + 0.2, hole.pad + 0.2, LEGS))


def test_the_reader_of_the_circuit_board_files_has_the_size_in_the_parameters() -> None:
    left, front, right, back = reader_board.placed().outline  # type: ignore[misc]
    assert (right - left, back - front) == pytest.approx(p.READER)
    assert back == pytest.approx(antenna_board.BACK)


def test_the_reader_lies_on_its_ledges_with_room_for_plugs_legs_and_cables() -> None:
    box, lid = built("reader_box"), built("reader_lid")
    board, *parts = reader_parts()
    assert len(parts) > 60
    for part in (board, *parts):
        assert shared(box, part) < TOUCH
        assert shared(lid, part) < TOUCH
    assert shared(box, board.moved(_at(z=-0.05))) > 5
    for x, y in ((0.5, 0.0), (-0.5, 0.0), (0.0, 0.5), (0.0, -0.5)):
        assert shared(box, board.moved(_at(x, y))) > TOUCH  # it cannot slip


def test_four_washers_clamp_the_reader_where_it_has_no_parts() -> None:
    from hardware.models import reader_box
    from hardware.models.shapes import disc

    board, *parts = reader_parts()
    box = built("reader_box")
    for x, y in reader_box.CLAMPS:
        washer = disc(p.WASHER_M3, reader_box.BOARD_TOP, reader_box.BOARD_TOP + 0.5, x, y)
        assert all(shared(washer, part) < TOUCH for part in (box, *parts))
        assert shared(washer.moved(_at(z=-0.3)), board) > 0.5
        assert shared(washer.moved(_at(z=-0.3)), box) > 0.5  # and leans on its post
        screw = disc(p.FRAME_POST_HOLE - 0.1, reader_box.BOARD_TOP + 0.5 - 8, 20, x, y)
        assert shared(screw, box) < TOUCH  # M3 x 8 does not reach the bottom
    pads = [pad.place for pad in reader_board.placed().pads]
    pads += [hole.place for hole in reader_board.placed().holes if hole.pin]
    for (x, y), spot in product(reader_box.CLAMPS, pads):
        a, b = reader_box.on_reader(spot)
        assert (x - a) ** 2 + (y - b) ** 2 > (p.WASHER_M3 / 2 + 1.0) ** 2


def test_perforated_board_and_module_have_their_places_beside_the_reader() -> None:
    from hardware.models import reader_box

    box, lid = built("reader_box"), built("reader_lid")
    side = p.CIRCUIT_BOARD
    left = p.BOX_WALL - p.BOX[0] + 0.2
    sheet = block(left + side / 2, p.BOX_CIRCUIT, reader_box.FLOOR + 2.0, (side, side, 1.6))
    top = reader_box.FLOOR + 2.0 + 1.6
    long, wide = p.PICO
    header = 2.5  # below the Pico
    pico = block(left + 0.2 + long / 2, p.BOX_PICO, top + header, (long, wide, 1.0))
    socket = block(left - 0.4, p.BOX_PICO, top + header + 1.0, (1.4, 8.0, 3.0))
    middle = top + header + 1.0 + 1.5
    plug = block(-p.BOX[0] - 4.0, p.BOX_PICO, middle - 4.0, (12.0, 11.0, 8.0))
    tall = block(left + side / 2, p.BOX_CIRCUIT, top, (side - 16, side - 16, 12.0))
    wide, deep, high = p.BOX_MODULE
    rest = (reader_box.CIRCUIT_END + 2 * p.BOX_RIB, p.BOX_READER[1] + p.READER[0] / 2 + 2.0)
    module = block(rest[0] + wide / 2, rest[1] + deep / 2, reader_box.FLOOR, p.BOX_MODULE)
    for part in (sheet, pico, socket, plug, tall, module):
        assert shared(box, part) < TOUCH
        assert shared(lid, part) < TOUCH
    assert all(shared(module, part) < TOUCH for part in (sheet, *reader_parts()))
    assert all(shared(sheet, part) < TOUCH for part in reader_parts())
    assert shared(box, sheet.moved(_at(1.0))) > TOUCH  # a plug cannot push it in
    assert high < reader_box.RIM - reader_box.FLOOR


def test_bolts_and_cables_go_through_the_box_into_the_frame_of_the_keys() -> None:
    from build123d import Cylinder, Location

    from hardware.models import board, keys, reader_box

    box = built("reader_box")
    middle = p.COLUMN_WIDTH / 2
    frame = built("frame_column").moved(_at(middle, z=p.BASE_THICKNESS))
    carrier = built("key_carrier").moved(_at(middle, z=reader_box.HEIGHT + keys.CARRIER_LOW))
    assert shared(box, frame) < TOUCH
    for y, z in board.side_bolts():
        place = Location((0, y, z + p.BASE_THICKNESS), (0, 90, 0))
        bolt = place * Cylinder(1.5, 2 * (p.BOX_WALL + NUT))
        assert shared(bolt, box) < TOUCH
        assert shared(bolt, frame) < TOUCH
        for side in (-1, 1):
            nut = place * Location((0, 0, side * (p.BOX_WALL + NUT / 2 + 0.01)))
            nut = nut * Cylinder(p.WASHER_M3 / 2, NUT)
            for part in (box, frame, carrier, *reader_parts()):
                assert shared(nut, part) < TOUCH, (y, side)
    plug = block(0, p.TILE_DEPTH / 2, p.BASE_THICKNESS + p.CABLE_SLOT[1], (5.0, 13.9, 4.8))
    assert shared(plug, box) < TOUCH  # the last one passes over the cables
    wide, high = p.CABLE_SLOT
    cables = block(0, p.TILE_DEPTH / 2, p.BASE_THICKNESS, (12.0, wide, high))
    assert shared(cables, box) < TOUCH
    assert shared(cables, frame) < TOUCH


def test_the_lid_is_level_with_the_tiles_and_its_screws_do_not_come_through(
    tmp_path: Path,
) -> None:
    import trimesh

    from hardware.models.files import write

    facets = {}
    for name in ("reader_box", "reader_lid", "tile_keys"):
        write(built(name), tmp_path, name)
        facets[name] = trimesh.load_mesh(tmp_path / f"{name}.stl")
    (_, rim), (low, top) = (facets[f"reader_{name}"].bounds[:, 2] for name in ("box", "lid"))
    assert rim == pytest.approx(low)
    under, ground = facets["tile_keys"].bounds[:, 2]
    assert top == pytest.approx(p.BASE_THICKNESS + p.FRAME_HEIGHT + ground - under, abs=0.001)
    grip = 16 - (rim - p.BOX_SINK)  # of M3 x 16
    assert 2.5 <= grip <= p.TILE_THREAD - 0.2
    assert top - low - p.TILE_THREAD >= 1.0 - 1e-4
    assert shared(built("reader_box"), built("reader_lid")) < TOUCH


def test_the_box_stands_clear_of_the_other_players_dice_trays() -> None:
    rows = [y for x, y in layout.dice_trays()["N"] if x < 0]
    assert min(rows) - tray.OUTER / 2 - p.BOX[1] >= 6


def test_every_cable_reaches_from_the_reader_to_its_antenna() -> None:
    from hardware.models import reader_box

    middle = p.TILE_DEPTH / 2
    up = PLUG + WIRES + p.BOX_LEDGE  # from the reader's plug to the floor
    plugs = {part.ref: part.place for part in reader_board.placed().parts if part.ref[0] == "J"}
    longest = 0.0
    for placed in layout.placed():
        if not placed.zones:
            continue
        zones = [zone[1:] for zone in placed.zones]
        number = next(
            n for n, names in enumerate(reader_board.PLUGS, 1) if set(names) == set(zones)
        )
        x, y = reader_box.on_reader(plugs[f"J{placed.zones[0][0]}{number}"])
        along = placed.x - x + abs(middle - y)
        back = layout.DEPTH - antenna_board.PLUG_ROW if placed.turned else antenna_board.PLUG_ROW
        longest = max(longest, along + back - middle + up + p.FRAME_HEIGHT)
    assert longest + SLACK <= antenna_board.CABLE

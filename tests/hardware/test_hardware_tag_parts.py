"""The printed parts for radio tags, measured in the exported files."""

import itertools
import math
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hardware import antenna_board, tag_disc
from hardware import parameters as p
from hardware import sensing_ways as ways
from hardware.physics import tags
from tests.hardware.test_hardware_models import SHAPES, TOUCH, _at, built, inside, joints, shared

pytestmark = pytest.mark.hardware
FACETS = 0.06  # millimetres that the flat sides of an exported cylinder take from its diameter
TILES = ("tag_tile_odd", "tag_tile_even", "tag_tile_bar", "tag_tile_tray")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("exported")


def levels(folder: Path, name: str, y: float, radius: float, *, up: bool) -> list[float]:
    """Return the heights of an exported part's level faces on one spot of its middle line.

    up -- whether the faces look up or down
    """
    facets = exported(folder, name)
    flat = facets.face_normals[:, 2] * (1 if up else -1) > 0.999
    corners = facets.triangles[flat]
    away = ((corners[:, :, 0] ** 2 + (corners[:, :, 1] - y) ** 2) ** 0.5).max(axis=1)
    return sorted({round(float(one), 3) for one in corners[away < radius][:, 0, 2]})


@cache
def exported(folder: Path, name: str) -> Any:
    """Write a part as `hardware.export` does, and read the STL back."""
    import trimesh

    from hardware.models.files import write

    write(built(name), folder, name)
    return trimesh.load_mesh(folder / f"{name}.stl")


@cache
def whole(shape: str) -> Any:
    """Return shell and foot of a piece with a tag, as two solids in place."""
    from build123d import Compound

    parts = (f"tag_piece_{shape}", "tag_piece_foot")
    return Compound(children=[built(name).moved(_at()) for name in parts])


@pytest.mark.parametrize("tile", TILES)
def test_a_tag_is_as_far_from_its_antenna_as_the_simulation_takes_it(
    tile: str, folder: Path
) -> None:
    seat = p.FIRST_SEAT + p.SEAT_PITCH
    (floor,) = levels(folder, tile, seat, p.TAG_RECESS_DIAMETER / 2 + 0.01, up=True)
    ground = float(exported(folder, tile).bounds[0][2])
    face, bed, *_ = levels(folder, "tag_piece_foot", 0, p.BOSS_DIAMETER / 2 + 0.01, up=False)
    coil = floor + bed - p.DISC_THICKNESS - face
    assert coil - (ground - antenna_board.GLUE) == pytest.approx(tags.DEPTH, abs=0.01)
    assert bed - p.DISC_THICKNESS - face > tag_disc.CHIP_HEIGHT + 0.1


@pytest.mark.parametrize("tile", TILES)
def test_the_floor_of_a_seat_is_closed_and_its_magnet_is_as_deep_below_it_as_before(
    tile: str, folder: Path
) -> None:
    seat = p.FIRST_SEAT
    old = tile.removeprefix("tag_")
    for name in (tile, old):
        top = max(levels(folder, name, seat, p.HOLD_DIAMETER / 2 + 0.2, up=False))
        deep = p.TAG_SEAT_DEPTH if name == tile else p.SEAT_DEPTH
        assert top == pytest.approx(-deep - p.DISC_THICKNESS - p.THIN_WALL, abs=0.001)
    assert built(tile).volume > built(old).volume


@pytest.mark.parametrize("shape", SHAPES)
def test_the_top_of_a_piece_is_closed(shape: str, folder: Path) -> None:
    name = f"tag_piece_{shape}"
    (floor,) = levels(folder, name, 0, p.TAG_RECESS_DIAMETER / 2 + 0.01, up=True)
    assert floor == pytest.approx(p.PIECE_HEIGHT - p.TAG_RECESS_DEPTH, abs=0.001)
    top = max(levels(folder, name, 0, p.HOLD_DIAMETER / 2 + 0.2, up=False))
    assert top == pytest.approx(floor - p.DISC_THICKNESS - p.THIN_WALL, abs=0.001)


@pytest.mark.parametrize("shape", SHAPES)
def test_disc_and_magnets_fit_into_a_piece(shape: str) -> None:
    from hardware.models.pieces import tag_contents

    things = tag_contents()
    for part in (*things["disc"], *things["magnet"]):
        assert shared(whole(shape), part) < TOUCH


@pytest.mark.parametrize("shape", SHAPES)
def test_shell_and_foot_go_together_and_the_ceiling_sets_the_depth(shape: str) -> None:
    shell, foot = built(f"tag_piece_{shape}"), built("tag_piece_foot")
    assert shared(shell, foot) < TOUCH
    assert shared(shell, foot.moved(_at(z=0.05))) > 0.5


def test_magnets_of_a_pile_are_as_far_apart_as_with_contacts() -> None:
    from hardware.models.pieces import tag_contents

    upper, lower = tag_contents()["magnet"]
    between = lower.bounding_box().min.Z + p.STACK_PITCH - upper.bounding_box().max.Z
    assert between == pytest.approx(p.MAGNET_GAP)
    # On a seat: from its magnet up to that of the piece.
    seat = -p.TAG_SEAT_DEPTH - p.DISC_THICKNESS - p.THIN_WALL
    lift = p.TAG_BOSS_HEIGHT - p.TAG_SEAT_DEPTH
    assert lower.bounding_box().min.Z + lift - seat == pytest.approx(p.MAGNET_GAP)


def breadths(folder: Path, name: str, y: float, height: float) -> tuple[float, float]:
    """Return twice the least and the greatest way from a place to an exported part's walls."""
    from trimesh.intersections import mesh_plane

    walls = mesh_plane(exported(folder, name), (0, 0, 1), (0, 0, height)).reshape(-1, 3)
    ways = (walls[:, 0] ** 2 + (walls[:, 1] - y) ** 2) ** 0.5
    return 2 * float(ways.min()), 2 * float(ways.max())


@pytest.mark.parametrize("tile", TILES)
def test_a_deep_foot_is_led_by_the_whole_depth_of_its_seat(tile: str, folder: Path) -> None:
    seat = p.FIRST_SEAT + p.SEAT_PITCH
    for height in (-0.1, -p.TAG_SEAT_DEPTH / 2, -p.TAG_SEAT_DEPTH + 0.05):
        found, _ = breadths(folder, tile, seat, height)
        assert found == pytest.approx(p.BOSS_DIAMETER + 2 * p.TAG_FIT, abs=FACETS)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_deep_foot_is_led_by_the_whole_depth_of_the_recess(shape: str, folder: Path) -> None:
    floor = p.PIECE_HEIGHT - p.TAG_RECESS_DEPTH
    for height in (floor + 0.05, p.PIECE_HEIGHT - p.EDGE_ROUND - p.TEXTURE_DEPTH):
        found, _ = breadths(folder, f"tag_piece_{shape}", 0, height)
        assert found == pytest.approx(p.BOSS_DIAMETER + 2 * p.TAG_FIT, abs=FACETS)
    for height, expected in (
        (-0.1, p.BOSS_DIAMETER),
        (-p.TAG_BOSS_HEIGHT + p.TAG_LEAD + 0.01, p.BOSS_DIAMETER),
        (-p.TAG_BOSS_HEIGHT + 0.01, p.BOSS_DIAMETER - 2 * p.TAG_LEAD),
    ):
        _, found = breadths(folder, "tag_piece_foot", 0, height)
        assert found == pytest.approx(expected, abs=FACETS)


def test_a_pile_of_five_is_as_high_above_the_board_as_with_contacts() -> None:
    pile = [
        whole(shape).moved(_at(z=level * p.STACK_PITCH, turn=31 * level))
        for level, shape in enumerate(("star", "clover", "square", "star", "clover"))
    ]
    assert all(shared(one, other) < TOUCH for one, other in itertools.combinations(pile, 2))
    top = max(part.bounding_box().max.Z for part in pile)
    assert top == pytest.approx((p.STACK - 1) * p.STACK_PITCH + p.PIECE_HEIGHT, abs=0.01)


def test_the_plate_of_the_keys_is_level_with_the_other_tiles_and_takes_the_carrier() -> None:
    from build123d import Cylinder, Location

    from hardware.models import keys
    from hardware.models.board import KEY_PLACES

    plate, carrier = built("tag_tile_keys"), built("key_carrier").moved(_at(z=keys.CARRIER_LOW))
    assert pytest.approx(built(TILES[0]).bounding_box().min.Z) == plate.bounding_box().min.Z
    assert shared(plate, carrier) < TOUCH
    for letter, y in zip(p.KEYS_FR.values(), KEY_PLACES, strict=True):
        cap = built(f"key_cap_{letter}").moved(_at(y=y, z=keys.FLANGE_LOW))
        assert shared(plate, cap) < TOUCH
        assert shared(plate, cap.moved(_at(z=2 * p.KEY_TRAVEL))) > 1
    frame = built("frame_column").moved(_at(z=-p.TAG_PLATE - p.FRAME_HEIGHT))
    assert shared(frame, carrier) < TOUCH
    for x, y, z, axis in joints()["frame_column"]:
        to = {"x": (0, -math.copysign(90, x), 0), "y": (90, 0, 0)}[axis]  # into the frame
        middle = p.FRAME_WALL + p.BOLT_INSIDE / 2
        head = Location((0, 0, middle)) * Cylinder(p.WASHER_M3 / 2, p.BOLT_INSIDE)
        place = Location((x, y, z - p.TAG_PLATE - p.FRAME_HEIGHT), to)
        assert shared(carrier, place * head) < TOUCH, (x, y, z)


@pytest.mark.parametrize("tile", [*TILES, "tag_tile_keys"])
def test_a_tile_lies_flat_on_its_frame_and_screws_hold_it(tile: str) -> None:
    name = {"tag_tile_odd": "frame_points", "tag_tile_even": "frame_points"}.get(
        tile, "frame_tray" if tile == "tag_tile_tray" else "frame_column"
    )
    frame = built(name).moved(_at(z=-p.TAG_PLATE - p.FRAME_HEIGHT))
    assert shared(frame, built(tile)) < TOUCH
    assert shared(frame, built(tile).moved(_at(z=-0.05))) > 5
    half = built(tile).bounding_box().max.X - p.SCREW_INSET
    for x in (-half, half):
        for y in (p.SCREW_INSET, p.TILE_DEPTH - p.SCREW_INSET):
            assert not inside(built(tile), x, y, p.TILE_THREAD - p.TAG_PLATE - 0.1)
            assert inside(built(tile), x, y, p.TILE_THREAD - p.TAG_PLATE + 0.1)


@pytest.mark.parametrize(("lower", "upper"), list(itertools.product(SHAPES, SHAPES)))
def test_any_piece_stands_on_any_other(lower: str, upper: str) -> None:
    above = whole(upper).moved(_at(z=p.STACK_PITCH, turn=37))
    assert shared(whole(lower), above) < TOUCH
    assert shared(whole(lower), above.moved(_at(z=-0.05))) > 0.5


@pytest.mark.parametrize("tile", TILES)
def test_a_piece_stands_in_every_seat(tile: str) -> None:
    lift = p.TAG_BOSS_HEIGHT - p.TAG_SEAT_DEPTH
    for number in range(p.SEATS):
        piece = whole("star").moved(_at(0, p.FIRST_SEAT + number * p.SEAT_PITCH, lift, 17 * number))
        assert shared(built(tile), piece) < TOUCH
        assert shared(built(tile), piece.moved(_at(z=-0.05))) > 0.5


def test_pieces_weigh_what_the_comparison_assumes() -> None:
    from hardware.models.pieces import tag_contents

    things = tag_contents()
    rest = things["disc"][0].volume * p.DENSITY_BOARD
    rest += sum(magnet.volume * p.DENSITY_MAGNET for magnet in things["magnet"])
    found = {shape: rest + whole(shape).volume * p.DENSITY_PLASTIC for shape in SHAPES}
    assert all(abs(mass - ways.TAG_PIECE) < 1.0 for mass in found.values()), found

"""Pieces and tiles with room for radio tags, measured in the exported files."""

import itertools
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hardware import antenna_board, tag_disc
from hardware import parameters as p
from hardware import sensing_ways as ways
from hardware.physics import tags
from tests.hardware.test_hardware_models import SHAPES, TOUCH, _at, built, shared

pytestmark = pytest.mark.hardware
FACETS = 0.06  # millimetres that the flat sides of an exported cylinder take from its diameter
TILES = ("tile_odd", "tile_even", "tile_bar", "tile_tray")


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

    parts = (f"piece_{shape}", "piece_foot")
    return Compound(children=[built(name).moved(_at()) for name in parts])


@pytest.mark.parametrize("tile", TILES)
def test_a_tag_is_as_far_from_its_antenna_as_the_simulation_takes_it(
    tile: str, folder: Path
) -> None:
    seat = p.FIRST_SEAT + p.SEAT_PITCH
    (floor,) = levels(folder, tile, seat, p.RECESS_DIAMETER / 2 + 0.01, up=True)
    ground = float(exported(folder, tile).bounds[0][2])
    face, bed, *_ = levels(folder, "piece_foot", 0, p.BOSS_DIAMETER / 2 + 0.01, up=False)
    coil = floor + bed - p.DISC_THICKNESS - face
    assert coil - (ground - antenna_board.GLUE) == pytest.approx(tags.DEPTH, abs=0.01)
    assert bed - p.DISC_THICKNESS - face > tag_disc.CHIP_HEIGHT + 0.1


@pytest.mark.parametrize("tile", TILES)
def test_the_floor_of_a_seat_is_closed_and_its_magnet_lies_close_below_it(
    tile: str, folder: Path
) -> None:
    top = max(levels(folder, tile, p.FIRST_SEAT, p.HOLD_DIAMETER / 2 + 0.2, up=False))
    assert top == pytest.approx(-p.SEAT_DEPTH - p.DISC_THICKNESS - p.THIN_WALL, abs=0.001)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_top_of_a_piece_is_closed(shape: str, folder: Path) -> None:
    name = f"piece_{shape}"
    (floor,) = levels(folder, name, 0, p.RECESS_DIAMETER / 2 + 0.01, up=True)
    assert floor == pytest.approx(p.PIECE_HEIGHT - p.RECESS_DEPTH, abs=0.001)
    top = max(levels(folder, name, 0, p.HOLD_DIAMETER / 2 + 0.2, up=False))
    assert top == pytest.approx(floor - p.DISC_THICKNESS - p.THIN_WALL, abs=0.001)


@pytest.mark.parametrize("shape", SHAPES)
def test_disc_and_magnets_fit_into_a_piece(shape: str) -> None:
    from hardware.models.pieces import contents

    things = contents()
    for part in (*things["disc"], *things["magnet"]):
        assert shared(whole(shape), part) < TOUCH


@pytest.mark.parametrize("shape", SHAPES)
def test_shell_and_foot_go_together_and_the_ceiling_sets_the_depth(shape: str) -> None:
    shell, foot = built(f"piece_{shape}"), built("piece_foot")
    assert shared(shell, foot) < TOUCH
    assert shared(shell, foot.moved(_at(z=0.05))) > 0.5


def test_magnets_of_a_pile_are_as_far_apart_as_their_force_is_computed_for() -> None:
    from hardware.models.pieces import contents

    upper, lower = contents()["magnet"]
    between = lower.bounding_box().min.Z + p.STACK_PITCH - upper.bounding_box().max.Z
    assert between == pytest.approx(p.MAGNET_GAP)
    # On a seat: from its magnet up to that of the piece.
    seat = -p.SEAT_DEPTH - p.DISC_THICKNESS - p.THIN_WALL
    lift = p.BOSS_HEIGHT - p.SEAT_DEPTH
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
    for height in (-0.1, -p.SEAT_DEPTH / 2, -p.SEAT_DEPTH + 0.05):
        found, _ = breadths(folder, tile, seat, height)
        assert found == pytest.approx(p.BOSS_DIAMETER + 2 * p.FIT_FOOT, abs=FACETS)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_deep_foot_is_led_by_the_whole_depth_of_the_recess(shape: str, folder: Path) -> None:
    floor = p.PIECE_HEIGHT - p.RECESS_DEPTH
    for height in (floor + 0.05, p.PIECE_HEIGHT - p.EDGE_ROUND - p.TEXTURE_DEPTH):
        found, _ = breadths(folder, f"piece_{shape}", 0, height)
        assert found == pytest.approx(p.BOSS_DIAMETER + 2 * p.FIT_FOOT, abs=FACETS)
    for height, expected in (
        (-0.1, p.BOSS_DIAMETER),
        (-p.BOSS_HEIGHT + p.FOOT_LEAD + 0.01, p.BOSS_DIAMETER),
        (-p.BOSS_HEIGHT + 0.01, p.BOSS_DIAMETER - 2 * p.FOOT_LEAD),
    ):
        _, found = breadths(folder, "piece_foot", 0, height)
        assert found == pytest.approx(expected, abs=FACETS)


def test_a_pile_of_five_has_the_stated_height_and_its_pieces_fit() -> None:
    pile = [
        whole(shape).moved(_at(z=level * p.STACK_PITCH, turn=31 * level))
        for level, shape in enumerate(("star", "clover", "square", "star", "clover"))
    ]
    assert all(shared(one, other) < TOUCH for one, other in itertools.combinations(pile, 2))
    top = max(part.bounding_box().max.Z for part in pile)
    assert top == pytest.approx((p.STACK - 1) * p.STACK_PITCH + p.PIECE_HEIGHT, abs=0.01)


def test_the_plate_of_the_keys_is_level_with_the_other_tiles() -> None:
    low = built("tile_keys").bounding_box().min.Z
    assert pytest.approx(low) == built(TILES[0]).bounding_box().min.Z


@pytest.mark.parametrize(("lower", "upper"), list(itertools.product(SHAPES, SHAPES)))
def test_any_piece_stands_on_any_other(lower: str, upper: str) -> None:
    above = whole(upper).moved(_at(z=p.STACK_PITCH, turn=37))
    assert shared(whole(lower), above) < TOUCH
    assert shared(whole(lower), above.moved(_at(z=-0.05))) > 0.5


@pytest.mark.parametrize("tile", TILES)
def test_a_piece_stands_in_every_seat(tile: str) -> None:
    lift = p.BOSS_HEIGHT - p.SEAT_DEPTH
    for number in range(p.SEATS):
        piece = whole("star").moved(_at(0, p.FIRST_SEAT + number * p.SEAT_PITCH, lift, 17 * number))
        assert shared(built(tile), piece) < TOUCH
        assert shared(built(tile), piece.moved(_at(z=-0.05))) > 0.5


def test_pieces_weigh_what_the_comparison_assumes() -> None:
    from hardware.models.pieces import contents

    things = contents()
    rest = things["disc"][0].volume * p.DENSITY_BOARD
    rest += sum(magnet.volume * p.DENSITY_MAGNET for magnet in things["magnet"])
    found = {shape: rest + whole(shape).volume * p.DENSITY_PLASTIC for shape in SHAPES}
    assert all(abs(mass - ways.TAG_PIECE) < 1.0 for mass in found.values()), found

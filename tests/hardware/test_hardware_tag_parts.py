"""The printed parts for radio tags, measured in the exported files."""

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
    (floor,) = levels(folder, tile, seat, p.RECESS_DIAMETER / 2 + 0.01, up=True)
    ground = float(exported(folder, tile).bounds[0][2])
    face, bed, *_ = levels(folder, "tag_piece_foot", 0, p.BOSS_DIAMETER / 2 + 0.01, up=False)
    coil = floor + bed - p.DISC_THICKNESS - face
    assert coil - (ground - antenna_board.GLUE) == pytest.approx(tags.DEPTH, abs=0.01)
    assert bed - p.DISC_THICKNESS - face > tag_disc.CHIP_HEIGHT + 0.1


@pytest.mark.parametrize("tile", TILES)
def test_the_floor_of_a_seat_is_closed_and_its_magnet_is_where_it_was(
    tile: str, folder: Path
) -> None:
    seat = p.FIRST_SEAT
    old = tile.removeprefix("tag_")
    for name, up in ((tile, False), (old, False)):
        top = max(levels(folder, name, seat, p.HOLD_DIAMETER / 2 + 0.2, up=up))
        assert top == pytest.approx(-p.SEAT_DEPTH - p.DISC_THICKNESS - p.THIN_WALL, abs=0.001)
    assert built(tile).volume > built(old).volume


@pytest.mark.parametrize("shape", SHAPES)
def test_the_top_of_a_piece_is_closed(shape: str, folder: Path) -> None:
    name = f"tag_piece_{shape}"
    (floor,) = levels(folder, name, 0, p.RECESS_DIAMETER / 2 + 0.01, up=True)
    assert floor == pytest.approx(p.PIECE_HEIGHT - p.RECESS_DEPTH, abs=0.001)
    top = max(levels(folder, name, 0, p.HOLD_DIAMETER / 2 + 0.2, up=False))
    assert top == pytest.approx(floor - p.DISC_THICKNESS - p.THIN_WALL, abs=0.001)


@pytest.mark.parametrize("shape", SHAPES)
def test_disc_and_magnets_fit_into_a_piece(shape: str) -> None:
    from hardware.models.pieces import contents

    inside = contents()
    for part in (inside["disc"][1], *inside["magnet"]):
        assert shared(whole(shape), part) < TOUCH


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

    inside = contents()
    rest = inside["disc"][1].volume * p.DENSITY_BOARD
    rest += sum(magnet.volume * p.DENSITY_MAGNET for magnet in inside["magnet"])
    found = {shape: rest + whole(shape).volume * p.DENSITY_PLASTIC for shape in SHAPES}
    assert all(abs(mass - ways.LIGHT_PIECE) < 1.6 for mass in found.values()), found

"""No wall of a printed part is thinner than a printer's line, measured in cross-sections."""

from pathlib import Path
from typing import Any

import pytest

from hardware import parameters as p
from tests.hardware.test_hardware_models import ALL, built

pytestmark = pytest.mark.hardware
LINE = 0.4  # millimetres that a nozzle lays down
ROUNDING = 0.01  # millimetres that an exported file loses
LAYER = 0.2
ACROSS = 1.0  # from one upright section to the next
TIP = 0.8  # length of a sharp corner that a printer rounds off


@pytest.mark.parametrize("name", ALL)
def test_no_wall_is_thinner_than_a_line_of_the_printer(name: str, tmp_path: Path) -> None:
    assert thin_walls(exported(built(name), tmp_path)) == []


@pytest.mark.parametrize("tile", ["tile_odd", "tile_even"])
def test_a_wall_between_a_groove_and_a_seat_is_noticed(
    tile: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hardware.models.catalogue import BUILDERS

    monkeypatch.setattr(p, "RIB_PITCH", 5.0)  # as the ribs once were
    found = thin_walls(exported(BUILDERS[tile](), tmp_path))
    assert {axis for axis, _, _ in found} >= {2}
    assert all(0 < height < p.TRIANGLE_DARK for axis, height, _ in found if axis == 2)


def exported(part: Any, folder: Path) -> Any:
    """Write a part as `hardware.export` does, and read the STL back."""
    import trimesh

    from hardware.models.files import write

    write(part, folder, "part")
    return trimesh.load_mesh(folder / "part.stl")


def thin_walls(facets: Any) -> list[tuple[int, float, float]]:
    """Return the thin walls: axis of the section, its place on it, and the wall's length."""
    import numpy as np

    found = []
    for axis, step in ((0, ACROSS), (1, ACROSS), (2, LAYER)):
        low, high = facets.bounds[:, axis]
        for place in np.arange(low + 0.501 * step, high, step):
            for wall in _thin(section(facets, axis, float(place))):
                left, front, right, back = wall.bounds
                length = float(np.hypot(right - left, back - front))
                if length > TIP:
                    found.append((axis, round(float(place), 2), round(length, 2)))
    return found


def section(facets: Any, axis: int, place: float) -> Any:
    """Return the plastic in a plane square to an axis, as a flat shape."""
    import numpy as np
    from shapely import LineString, Polygon
    from shapely.ops import polygonize
    from trimesh.intersections import mesh_plane

    normal = np.eye(3)[axis]
    lines = mesh_plane(facets, normal, place * normal)
    lines = np.delete(np.round(lines, 5), axis, axis=2)
    lines = lines[(lines[:, 0] != lines[:, 1]).any(axis=1)]
    shape = Polygon()
    for ring in polygonize([LineString(line) for line in lines]):
        shape = shape.symmetric_difference(Polygon(ring.exterior))  # a ring in a ring is a hole
    return shape


def _thin(shape: Any) -> list[Any]:
    """Return what a round nozzle cannot reach without leaving the shape."""
    half = (LINE - ROUNDING) / 2
    reached = shape.buffer(-half, join_style="mitre").buffer(1.02 * half, join_style="mitre")
    rest = shape.difference(reached)
    return [part for part in getattr(rest, "geoms", [rest]) if not part.is_empty]

"""Reads Gerber files back with gerbonara, as shapes. Needs the extra `hardware`."""

from pathlib import Path
from typing import Any

from gerbonara import ExcellonFile, GerberFile
from gerbonara.graphic_primitives import Circle, Line, Rectangle
from gerbonara.utils import MM
from shapely import LineString, Point, affinity, box, unary_union


def shapes(path: Path) -> list[Any]:
    """Return every pad and track of a layer as a polygon, in millimetres."""
    layer = GerberFile.open(path)
    return [_shape(part) for one in layer.objects for part in one.to_primitives(unit=MM)]


def drills(path: Path) -> set[tuple[float, float, float]]:
    """Return x, y and diameter of every hole, in millimetres."""
    holes = [one for flash in ExcellonFile.open(path).objects for one in flash.to_primitives(MM)]
    return {(round(hole.x, 3), round(hole.y, 3), round(2 * hole.r, 3)) for hole in holes}


def _shape(part: object) -> Any:
    if isinstance(part, Circle):
        return Point(part.x, part.y).buffer(part.r)
    if isinstance(part, Line):
        return LineString([(part.x1, part.y1), (part.x2, part.y2)]).buffer(part.width / 2)
    assert isinstance(part, Rectangle), part
    half, high = part.w / 2, part.h / 2
    flat = box(part.x - half, part.y - high, part.x + half, part.y + high)
    return affinity.rotate(flat, part.rotation, use_radians=True)


def islands(path: Path) -> list[Any]:
    """Return the pieces of copper of a layer that do not touch each other."""
    whole = unary_union(shapes(path))
    return list(getattr(whole, "geoms", [whole]))


def nets(front: list[Any], back: list[Any], holes: list[tuple[float, float]]) -> list[Any]:
    """Return the copper of each net: islands of both layers that plated holes join."""
    layers = [(0, shape) for shape in front] + [(1, shape) for shape in back]
    groups = [[one] for one in layers]
    for hole in holes:
        spot = Point(hole)
        joined = [group for group in groups if any(shape.covers(spot) for _, shape in group)]
        groups = [group for group in groups if group not in joined]
        groups.append([one for group in joined for one in group])
    return groups

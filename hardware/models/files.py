"""Writes solids as files: STL for printing, STEP for editing."""

from pathlib import Path
from tempfile import TemporaryDirectory

import trimesh
from build123d import Part, export_step, export_stl

TOLERANCE = 0.02  # millimetres between a curve and its facets, finer than a printer's line
ANGLE = 0.25  # radians between neighbouring facets


def mesh(part: Part) -> trimesh.Trimesh:
    """Return the facets of a part.

    At the pole of a rounding the modelling kernel leaves facets without area. These are removed, so
    that every edge has exactly two facets.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder, "part.stl")
        export_stl(part, path, tolerance=TOLERANCE, angular_tolerance=ANGLE)
        facets = trimesh.load_mesh(path)
    facets.update_faces(facets.nondegenerate_faces())
    facets.merge_vertices()
    facets.remove_unreferenced_vertices()
    return facets


def write(part: Part, folder: Path, name: str) -> trimesh.Trimesh:
    """Write `name.stl` and `name.step` into a folder and return the facets."""
    facets = mesh(part)
    facets.export(folder / f"{name}.stl")
    export_step(part, folder / f"{name}.step")
    return facets

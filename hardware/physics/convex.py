"""Computes convex bodies for the simulated fall of a die: boxes, intersections, the die."""

import math
from collections.abc import Sequence
from itertools import combinations, product

import numpy as np

from hardware import parameters as p

Point = tuple[float, float, float]
Piece = list[Point]  # the corners of a convex body
Side = tuple[Point, float]  # a half-space: its normal, and the bound of the product with the normal
NEAR = 1e-6  # millimetres


def block(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> Piece:
    """Return a box between two bounds on each axis."""
    return list(product(x, y, z))


def common(sides: Sequence[Side]) -> Piece:
    """Return the corners of the body that some half-spaces have in common."""
    normals = np.array([normal for normal, _ in sides])
    bounds = np.array([bound for _, bound in sides])
    corners: set[Point] = set()
    for three in combinations(range(len(sides)), 3):
        rows = list(three)
        if abs(np.linalg.det(normals[rows])) < NEAR:
            continue
        place = np.linalg.solve(normals[rows], bounds[rows])
        if (normals @ place <= bounds + NEAR).all():
            x, y, z = (round(float(part), 6) for part in place)
            corners.add((x, y, z))
    return sorted(corners)


def die() -> Piece:
    """Return the die's hull: a cube with round edges and corners."""
    flat, angles = p.DIE / 2 - p.DIE_ROUND, [math.radians(degrees) for degrees in range(0, 91, 15)]
    points: set[Point] = set()
    for up, around in product(angles, angles):
        across = p.DIE_ROUND * math.cos(up)
        x = round(flat + across * math.cos(around), 6)
        y = round(flat + across * math.sin(around), 6)
        z = round(flat + p.DIE_ROUND * math.sin(up), 6)
        points.update(product((-x, x), (-y, y), (-z, z)))
    return sorted(points)

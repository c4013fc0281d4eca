"""Braille dots as solids."""

from build123d import Align, Location, Part, Sphere

from hardware import parameters as p
from hardware.cells import dot_places


def dots(letter: str, x: float, y: float, surface: float) -> list[Part]:
    """Return the domed dots of one letter, with its cell centred at (x, y) on a surface.

    A dot is the top of a sphere, with the width at the surface and the height in the parameters.
    """
    radius = ((p.DOT_BASE / 2) ** 2 + p.DOT_HEIGHT**2) / (2 * p.DOT_HEIGHT)
    centre = surface + p.DOT_HEIGHT - radius
    ball = Sphere(radius, align=(Align.CENTER, Align.CENTER, Align.CENTER))
    return [Location((x + dx, y + dy, centre)) * ball for dx, dy in dot_places(letter)]

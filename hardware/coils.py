"""Computes the inductance and resistance of flat coils on circuit boards.

Lengths are millimetres, inductances nanohenry, capacitances picofarad, frequencies megahertz.
"""

from itertools import pairwise
from math import asinh, exp, hypot, log, pi, sqrt

from hardware.gerber import Spot

MU0 = 0.4 * pi  # nanohenry a millimetre
COPPER = 0.035  # thickness of the usual copper
RESISTIVITY = 1.72e-5  # ohm millimetre, copper
GMD = 0.2235  # mean distance within a flat bar, as a share of width and thickness (Grover)
E12 = (1.0, 1.2, 1.5, 1.8, 2.2, 2.7, 3.3, 3.9, 4.7, 5.6, 6.8, 8.2)


def _bars(one: tuple[float, float], other: tuple[float, float], apart: float) -> float:
    """Return the mutual inductance of two parallel bars, each from start to end (Grover)."""

    def part(u: float) -> float:
        return u * asinh(u / apart) - hypot(u, apart)

    (a, b), (c, d) = one, other
    return MU0 / (4 * pi) * (part(d - a) - part(d - b) - part(c - a) + part(c - b))


def inductance(corners: list[Spot], width: float) -> float:
    """Return the inductance of a coil with straight turns, by Greenhouse's method.

    Each line counts along the axis that it mostly follows. Lines across each other have no mutual
    inductance.
    """
    least = GMD * (width + COPPER)
    bars = []
    for (x, y), (a, b) in pairwise(corners):
        if abs(a - x) >= abs(b - y):
            bars.append((0, (x, a), (y + b) / 2))
        else:
            bars.append((1, (y, b), (x + a) / 2))
    return sum(
        _bars(ends, others, max(least, abs(at - away)))
        for axis, ends, at in bars
        for along, others, away in bars
        if axis == along
    )


def ring_inductance(radii: list[float], width: float) -> float:
    """Return the inductance of round turns in one plane, by Maxwell's formula for two rings."""
    least = GMD * (width + COPPER)
    own = sum(MU0 * r * (log(8 * r / least) - 2) for r in radii)
    pairs = [(a, b) for index, a in enumerate(radii) for b in radii[:index]]
    return own + 2 * sum(_rings(a, b) for a, b in pairs)


def _rings(one: float, other: float) -> float:
    k = 2 * sqrt(one * other) / (one + other)
    mean, side, total, weight = 1.0, sqrt(1 - k * k), 1 - k * k / 2, 0.5
    while abs(mean - side) > 1e-12:  # computes both elliptic integrals by repeated means
        half = (mean - side) / 2
        mean, side = (mean + side) / 2, sqrt(mean * side)
        weight *= 2
        total -= weight * half * half
    first = pi / (2 * mean)
    second = first * total
    return MU0 * sqrt(one * other) * ((2 / k - k) * first - 2 / k * second)


def resistance(length: float, width: float, megahertz: float) -> float:
    """Return the resistance of a track in ohms. The current flows in a thin skin on both faces."""
    skin = 1000 * sqrt(RESISTIVITY / 1000 / (pi * megahertz * 1e6 * MU0 * 1e-6))
    depth = 2 * skin * (1 - exp(-COPPER / (2 * skin)))
    return RESISTIVITY * length / (width * depth)


def reactance(nanohenry: float, megahertz: float) -> float:
    """Return the reactance of an inductance, in ohms."""
    return 2 * pi * megahertz * nanohenry / 1000


def capacitance(nanohenry: float, megahertz: float) -> float:
    """Return the capacitance that tunes an inductance to this frequency."""
    return 1e9 / ((2 * pi * megahertz) ** 2 * nanohenry)


def resonance(nanohenry: float, picofarad: float) -> float:
    """Return the resonance frequency of an inductance and a capacitance."""
    return 1e3 / (2 * pi * sqrt(nanohenry * picofarad / 1e3))


def usual(value: float) -> float:
    """Return the value of the series E12 that is nearest to this value."""
    return min(
        (n * 10.0**power for n in E12 for power in range(-1, 4)), key=lambda n: abs(n - value)
    )


def two_usual(value: float) -> tuple[float, float]:
    """Return two values of the series E12 with the sum nearest to this value, the larger first."""
    every = [n * 10.0**power for n in E12 for power in range(3)]
    pairs = ((a, b) for a in every for b in every if a >= b)
    return min(pairs, key=lambda pair: (abs(sum(pair) - value), pair))


def way(corners: list[Spot]) -> float:
    """Return the length of a line through these corners, in millimetres."""
    return sum(hypot(a - x, b - y) for (x, y), (a, b) in pairwise(corners))

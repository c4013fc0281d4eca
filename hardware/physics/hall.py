"""Simulates counting a pile by one Hall sensor below its seat. Needs numpy.

A pile's field is the sum of its magnets' fields, so the count is the nearest sum of equal magnets.
All assumptions favour the sensor, because other piles, the Earth's field, mixed piles and pieces
turned over are left out. Millimetres and millitesla.
"""

import numpy as np

from hardware import parameters as p
from hardware.physics.magnets import axis_field

# Distance from the sensor to the lowest magnet. A deeper sensor measures magnets more equally.
DEPTH = 20.0
DIAMETER, LENGTH = 10.0, 3.0  # diameter and length of a piece's only magnet
STRENGTH = 0.01  # standard deviation of magnets: N35 has 1.17 to 1.21 tesla
PLAY = 0.05  # standard deviation of a magnet's height
WARMTH = 0.005  # the largest effect of temperature on the magnets that the sensor does not correct
NOISE = 0.02  # standard deviation, of the sensor and its converter
DRIFT = 0.05  # the largest drift since the seat was empty


def fields(pitch: float) -> list[float]:
    """Return the field of each magnet of a pile, the lowest first."""
    return [
        axis_field(DEPTH + pitch * level, DIAMETER, LENGTH, p.HOLD_REMANENCE)
        for level in range(p.STACK)
    ]


def wrong_counts(pitch: float, high: int, tries: int, seed: int) -> float:
    """Return the share of wrong counts of piles with `high` pieces, when up to `high` may stand."""
    chance = np.random.default_rng(seed)
    nominal = np.array(fields(pitch)[:high])
    slope = -3 / (DEPTH + pitch * np.arange(high))
    strength = chance.normal(1, STRENGTH, (tries, high))
    height = 1 + slope * chance.normal(0, PLAY, (tries, high)).cumsum(axis=1)
    seen = (nominal * strength * height).sum(axis=1) * (1 + chance.uniform(-WARMTH, WARMTH, tries))
    seen += chance.normal(0, NOISE, tries) + chance.uniform(-DRIFT, DRIFT, tries)
    sums = np.concatenate([[0.0], nominal.cumsum()])
    counts = np.abs(seen[:, None] - sums).argmin(axis=1)
    return float((counts != high).mean())

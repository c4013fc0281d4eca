"""Simulates tags in piles of pieces above antennas at 13.56 MHz. Needs numpy.

A tag is a coil with a capacitor and a resistance. Neighbouring tags change its current. The effect
of tags on the antennas is left out. Lengths are millimetres, currents amperes times turns, fields
amperes a metre.
"""

from dataclasses import dataclass
from itertools import product
from math import ceil, hypot, log, pi, sqrt

import numpy as np

from hardware import antenna_board, tag_disc
from hardware import parameters as p
from hardware.physics.magnets import MU0

CARRIER = antenna_board.CARRIER  # MHz
LEAST_FIELD = 0.15  # the field at which a tuned tag must answer: ISO/IEC 15693-2
COIL_BREADTH = tag_disc.PITCH * tag_disc.TURNS  # the width of all turns of a tag
ANTENNA = antenna_board.mean_turn()  # the antenna of a point with its three seats
# From the antennas to the coil of a piece on its seat.
DEPTH = p.PLATE - p.SEAT_DEPTH + p.FINGER_GAP + antenna_board.GLUE
LARGEST_CURRENT = 0.75  # the largest current in an antenna: 0.19 ampere in four turns
MAGNET_RESISTIVITY = 1.4e-6  # ohm metres, sintered neodymium
STEP = 1.8  # ratio of successive currents when the board finds the nearest point
BIT = 512 / 13.56  # microseconds of one bit, either way: ISO/IEC 15693-2, 26.48 kilobits a second
REQUEST = 75.5 + 40 * BIT + 37.8  # start, flags, command, mask length and check, end
SLOT = 37.8  # the pulse that begins a slot
EMPTY = SLOT + 323.3 + 151.0  # time after which it is certain that no tag answers
ANSWER = SLOT + 320.9 + 151.0 + 96 * BIT + 151.0 + 309.2  # 96 bits between two pauses
SLOTS = 16
_TURN = 2 * pi * (np.arange(48) + 0.5) / 48
_RING = np.stack([np.cos(_TURN), np.sin(_TURN)], axis=1)


@dataclass(frozen=True)
class Tag:
    """A tag: its coil, its resonance in MHz and quality with the chip, and how tags differ."""

    radius: float
    resonance: float
    quality: float = 20.0  # a judgement
    # One standard deviation of resonances; the parts cause half of it: `tag_disc`.
    spread: float = 0.02


@dataclass(frozen=True)
class Tally:
    """How many tags of many boards were tried, had too weak a field, or seemed elsewhere."""

    tags: int
    unpowered: int
    misplaced: int
    currents: tuple[float, float]  # the least and the largest that a tag needed
    ratio: float  # the least ratio of the current that another point's antenna needs

    @property
    def errors(self) -> int:
        """Return how many tags were missing or seemed to be on another point."""
        return self.unpowered + self.misplaced

    @property
    def steps(self) -> int:
        """Return how many currents lie between the least and the largest."""
        return 1 + ceil(log(self.currents[1] / self.currents[0]) / log(STEP))


def antenna_field(across: float, along: float, above: float) -> float:
    """Return the vertical field of one ampere in an antenna, by the law of Biot and Savart."""
    field = 0.0
    for a in (ANTENNA[0] / 2 + across, ANTENNA[0] / 2 - across):
        for b in (ANTENNA[1] / 2 + along, ANTENNA[1] / 2 - along):
            distance = sqrt(a * a + b * b + above * above)
            field += a * b / distance * (1 / (a * a + above * above) + 1 / (b * b + above * above))
    return 1000 * field / (4 * pi)


def coupling(radius: float, aside: float, above: float) -> float:
    """Return the coupling of two tags: Neumann's mutual inductance divided by their own."""
    apart = radius * (_RING[:, None] - _RING[None]) - np.array([aside, 0.0])
    distance = np.sqrt((apart**2).sum(axis=2) + above**2)
    along = np.cos(_TURN[:, None] - _TURN[None])
    mutual = MU0 / (4 * pi) * float((along / distance).sum()) * (2 * pi * radius / 48) ** 2
    return mutual / (MU0 * _own(radius))


def magnet_shift(radius: float) -> float:
    """Return the share by which a piece's magnet in a coil raises the coil's resonance.

    The magnet is in the middle of the coil. At this frequency the field H enters only 0.2 mm into
    the magnet, so the magnet keeps the field out. A thin superconducting disc keeps a field out
    with the moment 8/3 r^3 H (Landau and Lifshitz, Electrodynamics of Continuous Media, section 54;
    from memory).
    """
    return _magnet_flux(radius) / (2 * _own(radius))


def magnet_quality(radius: float) -> float:
    """Return the quality of a coil that loses energy only in the magnet's skin.

    The current in the skin is twice the coil's field, on both faces.
    """
    skin = sqrt(pi * CARRIER * 1e6 * MU0 * MAGNET_RESISTIVITY)  # ohm
    loss = skin * 2 * pi * (p.HOLD_DIAMETER / 2 / radius) ** 2
    return 2 * pi * CARRIER * 1e6 * MU0 * _own(radius) / 1000 / loss


def _own(radius: float) -> float:
    """Return the inductance of a coil of one turn, divided by the permeability, in millimetres."""
    return radius * (log(8 * radius / (COIL_BREADTH / 2)) - 2)


def _magnet_flux(radius: float) -> float:
    """Return the inductance that the magnet takes from a coil of one turn, in millimetres."""
    return 8 / 3 * (p.HOLD_DIAMETER / 2) ** 3 / (4 * radius**2)


def tally(tag: Tag, boards: int, seed: int) -> Tally:
    """Return the results of random boards with three points side by side and piles up to five high.

    A tag is misplaced if the antenna of a neighbouring point needs less than STEP times the current
    of its own antenna.
    """
    chance = np.random.default_rng(seed)
    seats = list(product((-1, 0, 1), (-1, 0, 1)))  # across, along
    levels = range(p.STACK)
    places = [
        (a * p.POINT_WIDTH, b * p.SEAT_PITCH, n * p.STACK_PITCH) for a, b in seats for n in levels
    ]
    linked = _linked(tag, places)
    fields = np.array(
        [
            [antenna_field(x - point * p.POINT_WIDTH, y, DEPTH + z) for point in (0, -1, 1)]
            for x, y, z in places
        ]
    )
    own, others = [], []
    for _ in range(boards):
        heights = chance.integers(0, p.STACK + 1, len(seats))
        here = np.array([n < height for height in heights for n in levels])
        needed = LEAST_FIELD / _felt(tag, linked[here][:, here], fields[here], chance)
        middle = needed[[place[0] == 0 for place in np.array(places)[here]]]
        own.append(middle[:, 0])
        others.append(middle[:, 1:].min(axis=1))
    first, other = np.concatenate(own), np.concatenate(others)
    return Tally(
        len(first),
        int((first > LARGEST_CURRENT).sum()),
        int((other < STEP * first).sum()),
        (float(first.min()), float(first.max())),
        float((other / first).min()),
    )


def _linked(tag: Tag, places: list[tuple[float, float, float]]) -> np.ndarray:
    """Return the coupling of each pair of places, 0 for a place with itself."""
    known: dict[tuple[float, float], float] = {(0.0, 0.0): 0.0}
    for (x, y, z), (a, b, c) in product(places, places):
        apart = (hypot(x - a, y - b), abs(z - c))
        if apart not in known:
            known[apart] = coupling(tag.radius, *apart)
    return np.array(
        [[known[hypot(x - a, y - b), abs(z - c)] for a, b, c in places] for x, y, z in places]
    )


def _felt(
    tag: Tag, linked: np.ndarray, fields: np.ndarray, chance: np.random.Generator
) -> np.ndarray:
    """Return, for each tag, the field in which a single tuned tag would have the same current.

    Each current I obeys (1/Q + j (1 - (own/carrier)^2)) I + j sum(k I') = field.
    """
    resonances = tag.resonance * chance.normal(1, tag.spread, len(linked))
    own = 1 / tag.quality + 1j * (1 - (resonances / CARRIER) ** 2)
    felt: np.ndarray = np.abs(np.linalg.solve(np.diag(own) + 1j * linked, fields)) / tag.quality
    return felt


def inventory_seconds(tags: int) -> float:
    """Return the mean time in which all tags above an antenna send their numbers, in 16 slots.

    A slot in which several tags answered is repeated with 16 further slots. A third round is rare
    and left out.
    """
    empty = SLOTS * (1 - 1 / SLOTS) ** tags
    alone = tags * (1 - 1 / SLOTS) ** (tags - 1)
    mixed = SLOTS - empty - alone
    again = mixed * (REQUEST + SLOTS * EMPTY) + (tags - alone) * (ANSWER - EMPTY)
    return 1e-6 * (REQUEST + empty * EMPTY + (alone + mixed) * ANSWER + again)

"""Simulates how often a die is read as a wrong face, and how often as no face.

The simulated magnets, seats and sensors come from the firmware's tests, and the code of the
firmware reads the faces.
"""

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from math import cos, radians, sin
from pathlib import Path
from types import ModuleType
from typing import Any

from hardware import parameters as p
from hardware.firmware_facts import FIRMWARE

PARTS = Path(__file__).parents[2] / "tests" / "firmware" / "parts" / "dice_parts.py"


class Chance:
    """The random source for the simulated parts."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 -- not used for a secret

    def between(self, low: float, high: float) -> float:
        """Return a uniformly distributed number between two bounds."""
        return self._random.uniform(low, high)

    def below(self, count: int) -> int:
        """Return a random integer from 0 to count - 1."""
        return self._random.randrange(count)

    def normal(self) -> float:
        """Return a normally distributed number with mean 0 and deviation 1."""
        return self._random.gauss(0, 1)


@dataclass(frozen=True)
class Rates:
    """The shares of throws that were read as a wrong face, and as cocked."""

    throws: int
    wrong: float
    cocked: float


@cache
def parts() -> ModuleType:
    """Return the simulated dice and sensors of the firmware's tests."""
    spec = spec_from_file_location("simulated_dice_parts", PARTS)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(f"{PARTS.name} is not there; clone the whole repository.")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def judge() -> ModuleType:
    """Return the firmware's `dice.py`."""
    sys.path.insert(0, str(FIRMWARE))
    try:
        return import_module("dice")
    finally:
        sys.path.remove(str(FIRMWARE))


class World:
    """The attributes of the world that a simulated sensor uses."""

    class Clock:
        """A clock that a sensor can advance."""

        us = 0

    def __init__(self, seed: int) -> None:
        self.chance = Chance(seed)
        self.clock = self.Clock()


Vector = tuple[float, float, float]
SAMPLES = 6  # the firmware averages at least this number of samples before it judges


class Table:
    """A side's two seats and dice, enrolled face by face as by a player."""

    def __init__(self, seed: int, **changes: float) -> None:
        self._parts, firmware = parts(), judge()
        self.world = World(seed)
        self.seats = [self._parts.Sensor(self.world, x) for x in (60.0, -60.0)]
        self.seats[0].neighbour, self.seats[1].neighbour = self.seats[1], self.seats[0]
        moment = changes.get("moment", self._parts.MOMENT)
        self.dice = [self._parts.Die(self.world.chance, moment) for _ in range(2)]
        self.tares = [self._settled(seat, (0.0, 0.0, 0.0)) for seat in self.seats]
        tables: dict[int, dict[int, Any]] = {}
        for number, die in enumerate(self.dice):
            tables[number + 1] = {}
            for face in range(1, 7):
                self._lay(number, die, face, 0.0)
                tables[number + 1][face] = self._settled(self.seats[number], self.tares[number])
                self.seats[number].clear()
        self.faces = firmware.Faces(tables)

    def _lay(self, seat: int, die: object, face: int, tilt: float) -> None:
        self.world.clock.us += 10_000_000
        self.seats[seat].land(die, str(face), tilt, 0)
        self.world.clock.us += 10_000_000

    def _settled(self, seat: Any, tare: Vector) -> Vector:  # noqa: ANN401 -- see parts()
        """Return the mean of some samples, converted and tared as in the firmware."""
        total = [0.0, 0.0, 0.0]
        for _ in range(SAMPLES):
            x, y, z = seat._sample()  # noqa: SLF001 -- the sensor's value without its bus
            for axis, part in enumerate((-x, -y, z / 2)):
                total[axis] += part
        x, y, z = (part / SAMPLES for part in total)
        return x - tare[0], y - tare[1], z - tare[2]

    def throw(self, tilt: float) -> tuple[int, str]:
        """Place both dice at random, one of them tilted.

        Return the tilted die's true and read face.
        """
        return self._read(tilt, 0.0)

    def jam(self, turn: float) -> tuple[int, str]:
        """Place both dice at random, one flat and turned across its corner.

        Return that die's faces.
        """
        return self._read(0.0, turn)

    def _read(self, tilt: float, turn: float) -> tuple[int, str]:
        chance = self.world.chance
        seat = chance.below(2)
        face, other = 1 + chance.below(6), 1 + chance.below(6)
        die = chance.below(2)
        self._lay(1 - seat, self.dice[1 - die], other, 0.0)
        self._lay(seat, self.dice[die], face, tilt)
        if turn:
            self._turn(seat, self.dice[die], face, turn)
        vector = self._settled(self.seats[seat], self.tares[seat])
        for place in self.seats:
            place.clear()
        return face, str(self.faces.match(vector))

    def _turn(self, seat: int, die: Any, face: int, turn: float) -> None:  # noqa: ANN401
        """Turn a die that lies in a seat, so that one corner touches each of the two walls."""
        moment, offset = die.pose(face, 90 * self.world.chance.below(4) + turn)
        away = p.DIE / 2 * (cos(radians(turn)) + sin(radians(turn)) - 1)
        lie = self.seats[seat].lie
        lie.moment = moment
        lie.place = (offset[0] + away, offset[1] + away, offset[2] + self._parts.HEIGHT)


Limits = tuple[float, float]
"""How near a face must be, and how much farther away all others must be, as shares of the field."""


@cache
def rates(
    throws: int,
    tilt: tuple[float, float],
    seed: int,
    limits: Limits | None = None,
    **changes: float,
) -> Rates:
    """Throw with a tilt between two angles, with a new pair of dice every 250 throws.

    limits -- the limits to use instead of those of the firmware
    """
    return _rates(throws, Table.throw, tilt, seed, limits, **changes)


@cache
def jam_rates(
    throws: int, turn: tuple[float, float], seed: int, limits: Limits | None = None
) -> Rates:
    """Jam dice flat, turned by an angle between these two, with a new pair every 250 throws."""
    return _rates(throws, Table.jam, turn, seed, limits)


def _rates(
    throws: int,
    place: Callable[[Table, float], tuple[int, str]],
    angles: tuple[float, float],
    seed: int,
    limits: Limits | None,
    **changes: float,
) -> Rates:
    firmware: Any = judge()
    wrong = cocked = 0
    usual = firmware.ACCEPTED, firmware.CLEARER
    firmware.ACCEPTED, firmware.CLEARER = limits or usual
    table = Table(seed, **changes)
    for number in range(throws):
        if number % 250 == 249:
            table = Table(seed + number, **changes)
        face, read = place(table, table.world.chance.between(*angles))
        cocked += read == "c"
        wrong += read not in {"c", str(face)}
    firmware.ACCEPTED, firmware.CLEARER = usual
    return Rates(throws, wrong / throws, cocked / throws)

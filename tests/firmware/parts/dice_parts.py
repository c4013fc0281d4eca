"""Simulates dice with magnets and seats with Hall sensors, down to the sensors' registers.

Lengths are millimetres, fields millitesla. The sensor is under the seat's centre, z points up.
"""

from math import cos, pi, sin, sqrt

MOMENT = 5200.0  # mT mm3: a 4 x 4 mm N42 magnet, 0.052 A m2
DIRECTION = (0.2509, 0.4615, 0.8509)  # in the die: the snub cube's, 1 : 1.839 : 3.383
HEIGHT = 16.0  # half a die of 28 mm and a floor of 2 mm
NEIGHBOUR = 60.0
LIFT_PER_DEGREE = 0.24
COUNTS_PER_MT = 32768 / 40
NOISE = (0.022, 0.022, 0.011)
WOBBLE_MS = 60
SEATING_MS = 1000  # of shaking, until a jammed die slides into its seat
READ_US = 150  # bytecode around a transfer
BYTE_US = 23

IDENTITY = (0xFF, 0x49, 0x54)
CONFIGURED = {0: 0x14, 1: 0x02, 2: 0x70, 3: 0x00}
POWER_ON_RESET = 0x10


def turned(vector, axis: int, degrees: float):  # type: ignore[no-untyped-def]
    """Return a vector turned about the axis 0, 1 or 2 (x, y, z)."""
    angle = degrees * pi / 180
    c, s = cos(angle), sin(angle)
    one, two = (axis + 1) % 3, (axis + 2) % 3
    out = [0.0, 0.0, 0.0]
    out[axis] = vector[axis]
    out[one] = c * vector[one] - s * vector[two]
    out[two] = s * vector[one] + c * vector[two]
    return tuple(out)


# What turns each face up: axis and degrees. Opposite faces make seven.
UP = {1: (0, 0), 6: (0, 180), 2: (0, 90), 5: (0, -90), 3: (1, -90), 4: (1, 90)}


def field(moment, place):  # type: ignore[no-untyped-def]
    """Return the field at a place of a dipole at the origin."""
    x, y, z = place
    r2 = x * x + y * y + z * z
    along = 3 * (moment[0] * x + moment[1] * y + moment[2] * z) / r2
    scale = 1 / (r2 * sqrt(r2))
    return (
        (along * x - moment[0]) * scale,
        (along * y - moment[1]) * scale,
        (along * z - moment[2]) * scale,
    )


class Die:
    """A die, with small random errors in the direction and strength of its magnet."""

    def __init__(self, chance, moment: float = MOMENT) -> None:  # type: ignore[no-untyped-def]
        vector = DIRECTION
        for axis in range(3):
            vector = turned(vector, axis, chance.between(-2, 2))
        size = moment * chance.between(0.96, 1.04)
        self._magnet = tuple(part * size for part in vector)
        self._offset = tuple(chance.between(-0.4, 0.4) for _ in range(3))

    def pose(self, face: int, yaw: float, tilt: float = 0.0, tilt_yaw: float = 0.0):  # type: ignore[no-untyped-def]
        """Return moment and offset of the magnet for a pose; angles in degrees."""
        parts = []
        for vector in (self._magnet, self._offset):
            vector = turned(vector, *UP[face])
            vector = turned(vector, 2, yaw)
            if tilt:
                vector = turned(vector, 2, -tilt_yaw)
                vector = turned(vector, 0, tilt)
                vector = turned(vector, 2, tilt_yaw)
            parts.append(vector)
        return parts[0], parts[1]


class Lie:
    """The pose of a die in a seat: the moment of its magnet and its place."""

    def __init__(self, chance, die: Die, face: int, tilt: float = 0.0) -> None:  # type: ignore[no-untyped-def]
        yaw = 90 * chance.below(4) + chance.between(-4, 4)
        moment, offset = die.pose(face, yaw, tilt, chance.between(0, 360))
        self.moment = moment
        self.place = (
            offset[0] + chance.between(-1, 1),
            offset[1] + chance.between(-1, 1),
            offset[2] + HEIGHT + LIFT_PER_DEGREE * abs(tilt),
        )


class Sensor:
    """A TMAG5273 and the seat above it."""

    def __init__(self, world, neighbour: float) -> None:  # type: ignore[no-untyped-def]
        self._world = world
        chance = world.chance
        self._gain = [chance.between(0.99, 1.01) for _ in range(3)]
        self.stray = [chance.between(-0.15, 0.15) for _ in range(3)]
        self._to_neighbour = neighbour
        self._registers: dict[int, int] = {}
        self.static: tuple[float, ...] | None = None
        self._was_near: object = None
        self.dead = False
        self.die: Die | None = None
        self.face = ""  # what really lies there: 1 to 6, c, or nothing
        self.lie: Lie | None = None
        self.neighbour: Sensor | None = None
        self.tumbles_until = 0  # microseconds
        self.is_jammed = False
        self.shakes = False

    # Hands.

    def land(self, die: Die, face: str, tilt: float, tumble_ms: int) -> None:
        """Let a die tumble for a while, then rest with a face up, tilted or flat."""
        number = int(face) if face != "c" else 1 + self._world.chance.below(6)
        self.die = die
        self.face = face
        self.lie = Lie(self._world.chance, die, number, tilt)
        self.tumbles_until = self._world.clock.us + 1000 * tumble_ms
        self.is_jammed = False
        self.static = None

    def seat(self, ms: int) -> None:
        """Let a jammed die slide into its seat if its tray has shaken for long enough."""
        if self.die is not None and self.is_jammed and ms >= SEATING_MS:
            self.land(self.die, self.face, 0.0, 0)

    def clear(self) -> None:
        """Lift the die."""
        self.die = self.lie = None
        self.face = ""
        self.static = None

    # The bus.

    def lose_power(self) -> None:
        """Lose all settings."""
        self._registers = {}

    def write(self, register: int, data: bytes) -> None:
        """As over I2C."""
        self._cost(2 + len(data))
        for index, value in enumerate(data):
            self._registers[register + index] = value

    def read(self, register: int, count: int) -> bytes:
        """As over I2C."""
        self._cost(3 + count)
        if register == 0x0E:
            return bytes(IDENTITY[1 : 1 + count])
        if register != 0x12:
            return bytes([self._registers.get(register + index, 0) for index in range(count)])
        ready = 0x18 in self._registers
        status = 0x01 if ready else POWER_ON_RESET
        values = self._sample() if self._is_configured() else (0, 0, 0)
        data = []
        for value in values:
            data += [value >> 8 & 0xFF, value & 0xFF]
        data.append(status)
        return bytes(data)[:count]

    def _cost(self, length: int) -> None:
        self._world.clock.us += READ_US + BYTE_US * length
        if self.dead:
            self._world.clock.us += 5000
            raise OSError(110)

    def _is_configured(self) -> bool:
        return all(self._registers.get(register) == value for register, value in CONFIGURED.items())

    def _sample(self) -> tuple[int, ...]:
        out = []
        normal = self._world.chance.normal
        for axis, part in enumerate(self._field()):
            value = int((part + NOISE[axis] * normal()) * self._gain[axis] * COUNTS_PER_MT)
            out.append(min(max(value, -32768), 32767))
        return tuple(out)

    def _field(self) -> list[float]:
        now = self._world.clock.us
        if self.lie is not None and (self.shakes or now < self.tumbles_until):
            return self._tumbling()
        near = self.neighbour.resting(now) if self.neighbour is not None else None
        if self.static is None or near is not self._was_near:
            self._was_near = near
            total = list(self.stray)
            if self.lie is not None:
                _add(total, self.lie.moment, self.lie.place, 0)
            if near is not None:
                _add(total, near.moment, near.place, self._to_neighbour)
            self.static = tuple(total)
        since = (now - self.tumbles_until) / 1000
        if self.lie is None or since >= WOBBLE_MS:
            return list(self.static)
        return self._wobbling(since)

    def resting(self, now: int) -> Lie | None:
        """Return the pose of the die at rest in this seat, for the neighbouring sensor."""
        return self.lie if now >= self.tumbles_until else None

    def _tumbling(self) -> list[float]:
        """Return a random field, as of a tumbling die."""
        chance = self._world.chance
        size = chance.between(0.1, 1.2)
        return [self.stray[axis] + size * chance.normal() for axis in range(3)]

    def _wobbling(self, since: float) -> list[float]:
        assert self.static is not None
        left = 0.3 * (1 - since / WOBBLE_MS)
        x, y, z = self.static
        swing = left * sin(since / 3)
        return [x + swing * z / 2, y - swing * x, z + swing * y]


def _add(total, moment, place, x: float) -> None:  # type: ignore[no-untyped-def]
    """Add the field of a magnet at a place shifted by x from the sensor."""
    parts = field(moment, (-place[0] - x, -place[1], -place[2]))
    for axis in range(3):
        total[axis] += parts[axis]

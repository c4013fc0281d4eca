"""Reads the upper face of the die in each of the four seats, from the magnet in the die.

The magnet's direction makes the 24 poses of a die in a square seat as different as possible. The
sensor is under the seat's centre, so it measures a field (x, y, z) that is proportional to (-mx,
-my, 2 mz). The field is stored as (-x, -y, z/2). In this form the 24 poses are on a sphere, and a
quarter turn of the die about z turns the vector in the same way. So the vectors of six enrolled
faces give all 24 poses.
"""

from names import SIDES
from tmag5273 import A1, B1, COUNTS_PER_MT, Tmag5273

POLL_MS = 20
REST_MS = 200
EMPTY_SAMPLES = 3
MOVING_SAMPLES = 2
LEAST_SAMPLES = 6
SILENT_SAMPLES = 5
RETRY_MS = 500
SHAKE_MS = 1200  # as in the simulation of hardware/physics.md
STOP_MS = 100  # time until a motor that was switched off stands still
MAGNITUDE = 1.54 * COUNTS_PER_MT  # a 4 x 4 mm N42 magnet at 15 mm, before anything is enrolled
EMPTY = 0.15  # this and the next three are shares of the magnitude
EMPTY_UNTARED = 0.19  # used until a seat was empty once, because its stray field is not known
STEADY = 0.12
LEAVES = 0.15
ACCEPTED = 0.30  # share of the magnitude of the enrolled pose
CLEARER = 0.15  # share of the mean magnitude: how much farther away every other face must be
ALIKE = 0.35  # share of a vector's length: two faces of a die at less distance are not distinct
WEAK = 0.6
NONE, MOVING, COCKED = "-", "~", "c"
TARE_SHARE = 8  # an empty seat's field is averaged over about this many samples


def distance2(one, other) -> float:
    """Return the squared distance between two vectors."""
    x, y, z = one[0] - other[0], one[1] - other[1], one[2] - other[2]
    return x * x + y * y + z * z


def length(vector) -> float:
    """Return the length of a vector."""
    return (vector[0] ** 2 + vector[1] ** 2 + vector[2] ** 2) ** 0.5


def yaws(vector) -> list:
    """Return the vectors of a pose and of the other three poses with the same face up."""
    x, y, z = vector
    return [(x, y, z), (-y, x, z), (-x, -y, z), (y, -x, z)]


class Faces:
    """The enrolled faces of the dice: tables[seat number][face] is a vector in counts.

    A die may be in any seat, so a pose is compared with the poses of all dice.
    """

    def __init__(self, tables: dict[int, dict[int, list]]) -> None:
        self.tables = tables
        self.magnitude = MAGNITUDE
        self._poses: list[tuple[int, tuple[float, float, float], float]] = []
        self.learned()

    def learned(self) -> None:
        """Recompute the poses after the tables have changed."""
        self._poses = []
        lengths = []
        for table in self.tables.values():
            for face, vector in table.items():
                size = length(vector)
                lengths.append(size)
                for pose in yaws(vector):
                    self._poses.append((face, pose, (ACCEPTED * size) ** 2))
        self.magnitude = sum(lengths) / len(lengths) if lengths else MAGNITUDE

    def match(self, vector, stray: bool = False) -> str:
        """Return the face of the nearest enrolled pose, `c` if no face or two faces are near.

        stray -- whether the vector includes the seat's stray field. If so, the nearest pose is
        returned even if it is far.
        """
        nearest: dict[int, float] = {}
        best, allowed = 0, 0.0
        for face, pose, limit in self._poses:
            away = distance2(vector, pose)
            if away < nearest.get(face, 1e12):
                nearest[face] = away
                if best == 0 or away <= nearest[best]:
                    best, allowed = face, limit
        if stray and best != 0:
            return str(best)
        if best == 0 or nearest[best] > allowed:
            return COCKED
        others = [away for face, away in nearest.items() if face != best]
        clear = nearest[best] ** 0.5 + CLEARER * self.magnitude
        return COCKED if others and min(others) < clear * clear else str(best)

    def alike(self, seat: int, face: int, vector) -> int:
        """Return another face of the same die with a similar vector, 0 if there is none."""
        limit = (ALIKE * length(vector)) ** 2
        for other, known in self.tables.get(seat, {}).items():
            if other != face and any(distance2(vector, pose) < limit for pose in yaws(known)):
                return other
        return 0

    def weak(self) -> list[int]:
        """Return the dice whose magnets are too weak, by the seat of their enrolment."""
        found = []
        for seat, table in sorted(self.tables.items()):
            lengths = [length(vector) for vector in table.values()]
            if lengths and sum(lengths) / len(lengths) < WEAK * MAGNITUDE:
                found.append(seat)
        return found


class Seat:
    """One seat with its sensor.

    shows -- the seat's reading on the wire; came_to_rest -- how often a die came to rest;
    arrivals -- how often a die arrived in the empty seat
    """

    def __init__(self, hal, sensor: Tmag5273, faces: Faces) -> None:
        self.shows = MOVING
        self.came_to_rest = 0
        self.arrivals = 0
        self.silent = SILENT_SAMPLES  # the sensor is not configured yet
        self.lying: tuple[float, float, float] | None = None
        self.hal = hal
        self._sensor = sensor
        self._faces = faces
        self._tare = [0.0, 0.0, 0.0]
        self._tared = 0
        self._sum = [0.0, 0.0, 0.0]
        self._samples = 0
        self._since = hal.ms()
        self._count = 0  # the numbers of successive samples that were empty, or moving
        self._booting = True
        self._asked: int | None = None

    def poll(self) -> None:
        """Take one sample."""
        raw = self._read()
        if raw is None:
            return
        field = (-raw[0], -raw[1], raw[2] / 2)
        tare = self._tare
        vector = (field[0] - tare[0], field[1] - tare[1], field[2] - tare[2])
        scale = self._faces.magnitude
        limit = EMPTY if self._tared else EMPTY_UNTARED
        empty = distance2(vector, (0, 0, 0)) < (limit * scale) ** 2
        if self.shows == NONE:
            self._while_empty(field, empty)
        elif self.shows == MOVING:
            self._while_moving(vector, empty, scale)
        else:
            self._while_lying(vector, scale)

    def learned(self) -> None:
        """Match the die at rest again after the faces have changed."""
        if self.lying is not None:
            self.shows = self._faces.match(self.lying)

    def is_silent(self) -> bool:
        """Return whether the sensor has been read and does not answer."""
        return self._asked is not None and self.silent >= SILENT_SAMPLES

    def _read(self) -> tuple[int, int, int] | None:
        """Return a sample, or None. A silent sensor is retried only after `RETRY_MS`."""
        if self.is_silent() and self.hal.since(self._asked) < RETRY_MS:
            return None
        self._asked = self.hal.ms()
        try:
            if self.is_silent():
                self._sensor.free_bus()
                self._sensor.configure()
            raw = self._sensor.read()
        except OSError:
            self.silent = min(self.silent + 1, SILENT_SAMPLES)
            return None
        self.silent = 0
        return raw

    def _while_empty(self, field: tuple[float, float, float], empty: bool) -> None:
        if not empty:
            self._count += 1
            if self._count >= MOVING_SAMPLES:
                self.arrivals += 1
                self._move()
            return
        self._count = 0
        self._tared = min(self._tared + 1, TARE_SHARE)
        for axis in range(3):
            self._tare[axis] += (field[axis] - self._tare[axis]) / self._tared

    def _while_moving(self, vector: tuple[float, float, float], empty: bool, scale: float) -> None:
        self._count = self._count + 1 if empty else 0
        if self._count >= EMPTY_SAMPLES:
            self.shows = NONE
            self.lying = None
            self._count = 0
            self._booting = False
            return
        if self._samples:
            mean = [total / self._samples for total in self._sum]
            if distance2(vector, mean) > (STEADY * scale) ** 2:
                self._samples = 0
        if not self._samples:
            self._since = self.hal.ms()
            self._sum = [0.0, 0.0, 0.0]
        self._samples += 1
        for axis in range(3):
            self._sum[axis] += vector[axis]
        rested = self._samples >= LEAST_SAMPLES and self.hal.since(self._since) >= REST_MS
        if rested and not empty:
            self._rest()

    def _while_lying(self, vector: tuple[float, float, float], scale: float) -> None:
        moved = distance2(vector, self.lying) > (LEAVES * scale) ** 2
        self._count = self._count + 1 if moved else 0
        if self._count >= MOVING_SAMPLES:
            self._move()

    def _move(self) -> None:
        self.shows = MOVING
        self.lying = None
        self._count = 0
        self._samples = 0

    def _rest(self) -> None:
        x, y, z = self._sum
        self.lying = (x / self._samples, y / self._samples, z / self._samples)
        # A flat die that was in the seat at power on must not be called cocked. The stray field of
        # the seat is unknown until the seat is empty, so a player could not correct this.
        self.shows = self._faces.match(self.lying, stray=self._booting and not self._tared)
        self._count = 0
        self._samples = 0
        # A die that was in the seat at power on was not thrown.
        self.came_to_rest += 0 if self._booting else 1
        self._booting = False


class Motors:
    """The motors below both trays of a side, which shake a jammed die into its seat."""

    def __init__(self, hal, side: int) -> None:
        self._hal = hal
        self._side = side
        self._began: int | None = None

    def start(self) -> None:
        """Shake for `SHAKE_MS`."""
        self._hal.shake(self._side, True)
        self._began = self._hal.ms()

    def are_shaking(self) -> bool:
        """Return whether the trays still shake. Switch the motors off when their time is over."""
        if self._began is None:
            return False
        gone = self._hal.since(self._began)
        if gone >= SHAKE_MS:
            self._hal.shake(self._side, False)
        if gone >= SHAKE_MS + STOP_MS:
            self._began = None
        return self._began is not None


class Dice:
    """All four seats, V's first, and the throw counters of both sides."""

    def __init__(self, hal, tables: dict[int, dict[int, list]]) -> None:
        self.faces = Faces(tables)
        self.seats = [
            Seat(hal, Tmag5273(hal, side, address), self.faces)
            for side in range(len(SIDES))
            for address in (A1, B1)
        ]
        self.throws = [0, 0]
        self._counted = [0, 0]
        self._motors = [Motors(hal, side) for side in range(len(SIDES))]
        self._shaken_for = [0, 0]  # arrivals

    def poll(self) -> None:
        """Take a sample of every seat, and count the throws that have come to rest.

        A die that arrives is shaken once. No seat of a side is sampled while its trays shake.
        """
        for side in range(2):
            if self._motors[side].are_shaking():
                continue
            seats = self.seats[2 * side : 2 * side + 2]
            for seat in seats:
                seat.poll()
            arrivals = seats[0].arrivals + seats[1].arrivals
            if arrivals != self._shaken_for[side]:
                self._shaken_for[side] = arrivals
                self._motors[side].start()
            rests = seats[0].came_to_rest + seats[1].came_to_rest
            moving = MOVING in (seats[0].shows, seats[1].shows)
            if rests != self._counted[side] and not moving:
                self._counted[side] = rests
                self.throws[side] = (self.throws[side] + 1) & 0xFFFF

    def text(self) -> str:
        """Return seats and throws in the form of the wire."""
        shown = "".join(seat.shows for seat in self.seats)
        return "%s/%s:%d.%d" % (shown[:2], shown[2:], self.throws[0], self.throws[1])

    def faults(self) -> list[str]:
        """Return the faults of dice and sensors in the form of the wire."""
        found = ["die%d:weak" % seat for seat in self.faces.weak()]
        for number, seat in enumerate(self.seats, 1):
            if seat.is_silent():
                found.append("die%d:silent" % number)
        return found

    def learn(self, seat: int, face: int) -> tuple[str, list | None]:
        """Return ("", vector) to enrol the die at rest in a seat (1 to 4), or (refusal, None)."""
        lying = self.seats[seat - 1].lying
        if lying is None:
            return "no die lies still in that seat", None
        other = self.faces.alike(seat, face, lying)
        if other:
            return "looks like face %d" % other, None
        return "", [round(part) for part in lying]

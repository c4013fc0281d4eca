"""Simulates everything below the firmware's `hal.py`: a controller and its parts.

Runs in CPython and in MicroPython. Stand-ins for MicroPython's `machine`, `_onewire`,
`micropython`, `time`, `select`, `sys` and for the file system are made from one `World`.
"""

from chance import Chance
from clock import Clock
from dice_parts import NEIGHBOUR, Die, Sensor
from onewire_parts import Piece, Wire, make_rom

SELECT_PINS = (2, 3, 4, 5)
LINE_PINS = (6, 7)
MOTOR_PINS = (0, 1)
KEY_PINS = (8, 9, 10, 11, 12, 13, 18, 19, 20, 21, 22, 26, 27, 28)
I2C_PINS = ((16, 17), (14, 15))
ADDRESSES = (0x35, 0x22)
ROOM = 256  # bytes of the USB queue
STALL_US = 500_000  # how long a write without room waits before it drops its bytes
FLASH_US = 40_000
KEY_CHATTER_US = 6000
SERIALS = 0x1C2D3E


class Restart(BaseException):
    """The controller was reset."""


class PowerCut(BaseException):
    """The power was cut while the program ran."""


class World:
    """A board's parts, and the hands that move them. Zones and letters are those of the wire.

    slot_errors -- the probability of an error in a 1-Wire slot; bounce_ms -- how long contacts
    bounce after a piece was put down; start_ms -- the clock's value at power on.
    """

    def __init__(
        self, seed: int = 1, slot_errors: float = 0.0, bounce_ms: int = 15, start_ms: int = 0
    ) -> None:
        self.chance = Chance(seed)
        self.clock = Clock(start_ms)
        self.slot_errors = slot_errors
        self.bounce_ms = bounce_ms
        self.shorts: set[str] = set()
        self.stacks: dict[str, list[Piece]] = {}
        self.channel = 0
        self.wires = [Wire(self, side) for side in range(2)]
        letters = "v" * 15 + "n" * 15 + "VN"
        step = 1 + self.chance.below(1000)
        self.pieces = [
            Piece(make_rom(SERIALS + step * number), letter)
            for number, letter in enumerate(letters)
        ]
        self.sensors = [Sensor(self, side * NEIGHBOUR) for side in (1, -1, 1, -1)]
        for index, sensor in enumerate(self.sensors):
            sensor.neighbour = self.sensors[index ^ 1]
        self.dice = [Die(self.chance) for _ in range(4)]
        self.held_clocks = [0, 0]  # clocks until a sensor releases the data line of this I2C bus
        self.key_times: dict[int, tuple[int, int]] = {}
        self.lamp = 0
        self.shaking_since: list[int | None] = [None, None]
        self.shakes: list[list[int]] = [[], []]  # milliseconds, of each side
        self.files: dict[str, bytes] = {}
        self.cut_after: int | None = None  # bytes of flash until the power goes
        self.to_board = bytearray()
        self.to_host = bytearray()
        self.host_reads = True
        self.room = ROOM
        self.fed_us = 0
        self.reset_wanted = False
        self.on_step = None  # called each time the program feeds the watchdog
        self.watchdog = False
        self.ctrl_c_stops = True
        self.boots = 0
        self.tones: list[int] = []

    def pin(self, number: int, value: int) -> "Pin | Wire":
        """Return one of the controller's pins."""
        if number in LINE_PINS:
            return self.wires[LINE_PINS.index(number)]
        return (KeyPin if number in KEY_PINS else Pin)(self, number, value)

    # Hands.

    def lift(self, zone: str, letter: str) -> None:
        """Take the topmost piece of a kind from a zone. Raise KeyError if there is none."""
        stack = self.stacks.get(zone, [])
        for piece in reversed(stack):
            if piece.letter == letter:
                stack.remove(piece)
                piece.zone = None
                return
        raise KeyError(zone + letter)

    def put(self, zone: str, letter: str) -> Piece:
        """Put an unused piece of a kind into a zone. Raise KeyError if there is none."""
        for piece in self.pieces:
            if piece.letter == letter and piece.zone is None:
                self.place(piece, zone)
                return piece
        raise KeyError(letter)

    def place(self, piece: Piece, zone: str) -> None:
        """Put a piece into a zone; its contacts bounce for a while."""
        piece.zone = zone
        piece.steady_at = self.clock.us + 1000 * self.bounce_ms
        self.stacks.setdefault(zone, []).append(piece)

    def throw(self, seat: int, face: str, tumble_ms: int = 200, tilt: float | None = None) -> None:
        """Throw the die of a seat (0 to 3) into the seat; `c` is a tilted die."""
        if tilt is None:
            tilt = self.chance.between(12, 40) if face == "c" else self.chance.between(0, 2)
        self.sensors[seat].land(self.dice[seat], face, tilt, tumble_ms)

    def jam(self, seat: int, face: str) -> None:
        """Throw a die that stays tilted until its tray is shaken, and then shows a face."""
        self.throw(seat, face, tilt=self.chance.between(12, 40))
        self.sensors[seat].is_jammed = True

    def press(self, key: int, ms: int = 90) -> None:
        """Press one of the fourteen keys for `ms`."""
        self.key_times[key] = (self.clock.us, self.clock.us + 1000 * ms)

    # What the controller sees.

    def drive_motors(self, side: int, level: int) -> None:
        """Shake the trays of a side while its pin is high."""
        since = self.shaking_since[side]
        sensors = self.sensors[2 * side : 2 * side + 2]
        if level and since is None:
            self.shaking_since[side] = self.clock.us
        elif not level and since is not None:
            self.shaking_since[side] = None
            self.shakes[side].append((self.clock.us - since) // 1000)
            for sensor in sensors:
                sensor.seat(self.shakes[side][-1])
        for sensor in sensors:
            sensor.shakes = bool(level)

    def alive(self) -> None:
        """Reset the controller if its program has hung for longer than the watchdog waits."""
        if self.watchdog and self.clock.us - self.fed_us > 8_000_000:
            raise Restart
        if self.on_step is not None:
            self.on_step()


class Pin:
    """A stand-in for `machine.Pin`."""

    def __init__(self, world: World, number: int, value: int) -> None:
        self._world = world
        self._number = number
        self._level = value
        if number in MOTOR_PINS:
            world.drive_motors(MOTOR_PINS.index(number), value)

    def value(self, level: int | None = None) -> int:
        """Read or set the level."""
        self._world.clock.us += 3
        if level is not None:
            self._drive(level)
            return level
        for bus, (data, _clock) in enumerate(I2C_PINS):
            if self._number == data and self._world.held_clocks[bus]:
                return 0
        return self._level

    def _drive(self, level: int) -> None:
        self._level = level
        if self._number in SELECT_PINS:
            bit = 1 << SELECT_PINS.index(self._number)
            self._world.channel = self._world.channel & ~bit | (bit if level else 0)
        elif self._number in MOTOR_PINS:
            self._world.drive_motors(MOTOR_PINS.index(self._number), level)
        elif self._number == 25:
            self._world.lamp = level
        for bus, (_data, clock) in enumerate(I2C_PINS):
            if self._number == clock and level and self._world.held_clocks[bus]:
                self._world.held_clocks[bus] -= 1


class KeyPin(Pin):
    """The pin of a key with its pull-up."""

    def value(self, _level: int | None = None) -> int:
        """Return 0 while the key's contact is closed, else 1; it chatters at both ends."""
        world = self._world
        clock = world.clock
        clock.us += 3
        if not world.key_times:
            return 1
        times = world.key_times.get(KEY_PINS.index(self._number))
        now = clock.us
        if times is None or now < times[0] or now >= times[1] + KEY_CHATTER_US:
            return 1
        chatters = now < times[0] + KEY_CHATTER_US or now >= times[1]
        return world.chance.below(2) if chatters else 0


class Pins:
    """A stand-in for the class `machine.Pin` itself."""

    OUT, IN, OPEN_DRAIN, PULL_UP = range(4)

    def __init__(self, world: World) -> None:
        self._world = world

    def __call__(
        self, number: int, _mode: int = 0, _pull: int = 0, *, value: int = 1
    ) -> Pin | Wire:
        return self._world.pin(number, value)


class I2C:
    """A stand-in for `machine.I2C`."""

    def __init__(self, world: World, number: int) -> None:
        self._world = world
        self._number = number

    def _sensor(self, address: int) -> Sensor:
        if self._world.held_clocks[self._number]:
            self._world.clock.us += 5000
            raise OSError(110)
        if address not in ADDRESSES:
            raise OSError(5)
        return self._world.sensors[2 * self._number + ADDRESSES.index(address)]

    def readfrom_mem(self, address: int, register: int, count: int) -> bytes:
        """As in MicroPython."""
        return self._sensor(address).read(register, count)

    def writeto_mem(self, address: int, register: int, data: bytes) -> None:
        """As in MicroPython."""
        self._sensor(address).write(register, data)


class PWM:
    """A stand-in for `machine.PWM` on the pin of a piezo disc."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._hertz = 0

    def freq(self, hertz: int) -> None:
        """As in MicroPython."""
        self._hertz = hertz

    def duty_u16(self, duty: int) -> None:
        """As in MicroPython."""
        if duty:
            self._world.tones.append(self._hertz)


class WDT:
    """A stand-in for `machine.WDT`."""

    def __init__(self, world: World) -> None:
        self._world = world
        world.watchdog = True
        world.fed_us = world.clock.us

    def feed(self) -> None:
        """As in MicroPython; too late a call does not return."""
        self._world.alive()
        self._world.fed_us = self._world.clock.us


class Machine:
    """A stand-in for the module `machine`."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.Pin = Pins(world)

    def I2C(self, number: int, **_settings: object) -> I2C:  # noqa: N802
        """As in MicroPython."""
        return I2C(self._world, number)

    def SPI(self, _number: int, **_settings: object) -> object:  # noqa: N802
        """As in MicroPython, on a board with radio tags."""
        return self._world.spi()  # type: ignore[attr-defined]

    def PWM(self, _pin: Pin) -> PWM:  # noqa: N802
        """As in MicroPython."""
        return PWM(self._world)

    def WDT(self, timeout: int) -> WDT:  # noqa: N802
        """As in MicroPython."""
        assert timeout == 8000
        return WDT(self._world)

    def unique_id(self) -> bytes:
        """As in MicroPython."""
        return b"\xe6\x60\x58\x38\x83\x2a\x4c\x21"

    def reset(self) -> None:
        """As in MicroPython: it does not return."""
        self._world.reset_wanted = True
        raise Restart


class OneWire:
    """A stand-in for the module `_onewire`. The pins of the lines are `Wire`s.

    Its functions are those of `Wire` themselves, because each bit of each piece goes through them.
    """

    def __init__(self) -> None:
        self.reset = Wire.reset
        self.readbit = Wire.read
        self.writebit = Wire.write
        self.writebyte = Wire.write_byte


class Stream:
    """A stand-in for `sys.stdin` and `sys.stdout`, whose `buffer` has the bytes."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.buffer = self

    def read(self, count: int) -> bytes:
        """Return bytes from the host; the real controller would block if there are none."""
        world = self._world
        assert count == 1
        assert world.to_board
        world.clock.us += 30
        byte = bytes(world.to_board[:1])
        world.to_board = world.to_board[1:]
        return byte

    def write(self, data: bytes) -> int:
        """Send bytes to the host; without room wait half a second and drop them."""
        world = self._world
        world.clock.us += 30
        if world.host_reads:
            world.to_host += data
        elif world.room >= len(data):
            world.room -= len(data)
        else:
            world.clock.us += STALL_US
        return len(data)


class Poll:
    """A stand-in for `select.poll`."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._flags = 0

    def register(self, _stream: object, flags: int) -> None:
        """As in MicroPython, for one stream."""
        self._flags = flags

    def poll(self, wait: int) -> list[int]:
        """Return a non-empty list if the stream is ready."""
        assert wait == 0
        world = self._world
        world.clock.us += 20
        if self._flags == Select.POLLIN:
            return [1] if world.to_board else []
        return [1] if world.host_reads or world.room else []


class Select:
    """A stand-in for the module `select`."""

    POLLIN, POLLOUT = 1, 4

    def __init__(self, world: World) -> None:
        self._world = world

    def poll(self) -> Poll:
        """As in MicroPython."""
        return Poll(self._world)


class Sys:
    """A stand-in for the module `sys`."""

    def __init__(self, world: World) -> None:
        self.stdin = self.stdout = Stream(world)


class Python:
    """A stand-in for the module `micropython`."""

    def __init__(self, world: World) -> None:
        self._world = world

    def kbd_intr(self, byte: int) -> None:
        """As in MicroPython."""
        self._world.ctrl_c_stops = byte >= 0


class File:
    """A file of the simulated flash. Opening to write empties it at once."""

    def __init__(self, world: World, name: str, mode: str) -> None:
        self._world = world
        self._name = name
        if mode == "wb":
            self._spend(1)
            world.clock.us += FLASH_US
            world.files[name] = b""
        elif name not in world.files:
            raise OSError(2)

    def _spend(self, count: int) -> int:
        """Return how many of these bytes are written before the power is cut."""
        world = self._world
        if world.cut_after is None:
            return count
        lasts = min(count, world.cut_after)
        world.cut_after -= lasts
        return lasts

    def __enter__(self) -> "File":
        return self

    def __exit__(self, *_error: object) -> None:
        pass

    def read(self, count: int = -1) -> bytes:
        """Return the content, or its beginning."""
        content = self._world.files[self._name]
        return content if count < 0 else content[:count]

    def write(self, data: bytes) -> int:
        """Write the bytes, or those before a power cut."""
        lasts = self._spend(len(data))
        self._world.files[self._name] += data[:lasts]
        if lasts < len(data):
            raise PowerCut
        return lasts


class Os:
    """A stand-in for the module `os`."""

    def __init__(self, world: World) -> None:
        self._world = world

    def remove(self, name: str) -> None:
        """As in MicroPython."""
        if name not in self._world.files:
            raise OSError(2)
        del self._world.files[name]

    def urandom(self, count: int) -> bytes:
        """Return bytes that differ at every boot."""
        self._world.boots += 1
        return bytes([self._world.boots >> 8 * index & 0xFF for index in reversed(range(count))])

"""Simulates tags in pieces, antennas with their switch, and a reader PN5180 with its registers.

What the reader does is from its data sheet, from memory, and from open programs. Currents are
counted in steps, each 1.8 times the last: a tag answers from the step that it needs upwards.
"""

from onewire_parts import Piece
from world import Pin, World

CLOCK_PIN, TO_PIN, FROM_PIN = 2, 3, 4
READER_PIN, BUSY_PIN, LATCH_PIN = 5, 6, 7
ROW = ("12", "11", "10", "9", "8", "7", "B", "6", "5", "4", "3", "2", "1", "O")
ZONES = [side + str(number) for side in "VN" for number in range(1, 13)]
ZONES += ["VB", "NB", "VO", "NO"]
STEPS = 7
SEATS = 3
FARTHER = 2.6  # steps that the antenna of the next point needs more
PER_PIECE = 0.9  # steps that each piece below adds
SPREAD = 0.8
CALL_US = 60  # bytecode around a transfer
BYTE_US = 2
BIT_US = 37.76
START_US = 321  # until a tag answers
RESET_BIT = len(ZONES) + STEPS

TX_DATA = 1 << 10  # of TX_CONFIG
RX_IRQ, TX_IRQ, RFON_IRQ, SOF_IRQ = 1 << 0, 1 << 1, 1 << 9, 1 << 14
COLLISION, BAD_CRC = 1 << 18, 1 << 16
SYSTEM, IRQ, CLEAR, RX_STATUS, TX_CONFIG = 0x00, 0x02, 0x03, 0x13, 0x18


def number_of(rom: bytes) -> bytes:
    """Return the number of the tag that the firmware knows as this ROM."""
    return rom[1:7] + rom[:1] + b"\xe0"


class RadioWorld(World):
    """The parts of a board with radio tags.

    radio_errors -- chance of an answer to be received wrongly
    """

    def __init__(self, seed: int = 1, radio_errors: float = 0.0, start_ms: int = 0) -> None:
        self.is_chosen = False
        self.is_busy = 0
        self.has_reader = True
        self._heard: dict[int, list[bytes]] = {}  # by the chain, until a piece moves
        super().__init__(seed=seed, start_ms=start_ms)
        self.radio_errors = radio_errors
        self.reader = Reader(self)
        self.shifted = bytearray(5)
        self.chain = (1 << 40) - 1
        self.quirks = {piece.rom: self.chance.between(0, SPREAD) for piece in self.pieces}

    def pin(self, number: int, value: int) -> Pin:
        """Return one of the controller's pins."""
        if number == BUSY_PIN:
            return Busy(self, number, value)
        return (
            Chosen(self, number, value)
            if number in (READER_PIN, LATCH_PIN)
            else (super().pin(number, value))
        )

    def spi(self) -> "Spi":
        """Return the bus of reader and shift registers."""
        return Spi(self)

    def shift(self, data: bytes) -> None:
        """Shift bytes through the chain, which the bus always does."""
        self.shifted = (self.shifted + data)[-5:]

    def latch(self) -> None:
        """Take over what was shifted."""
        self.chain = int.from_bytes(self.shifted, "big")
        if not self.chain >> RESET_BIT & 1:
            self.reader.reset()

    def lift(self, zone: str, letter: str) -> None:
        """Take the topmost piece of a kind from a zone."""
        self._heard = {}
        super().lift(zone, letter)

    def place(self, piece: Piece, zone: str) -> None:
        """Put a piece into a zone."""
        self._heard = {}
        super().place(piece, zone)

    def hearing(self) -> list[bytes]:
        """Return the numbers of the tags that have power now."""
        if self.chain not in self._heard:
            self._heard[self.chain] = self._powered()
        return self._heard[self.chain]

    def _powered(self) -> list[bytes]:
        antennas = [n for n in range(len(ZONES)) if not self.chain >> n & 1]
        steps = [n for n in range(STEPS) if not self.chain >> len(ZONES) + n & 1]
        if len(antennas) != 1 or len(steps) != 1:
            return []
        heard = []
        for zone, stack in self.stacks.items():
            far = _apart(zone, ZONES[antennas[0]])
            for place, piece in enumerate(stack):
                needed = PER_PIECE * (place // SEATS) + self.quirks[piece.rom] + FARTHER * far
                if needed <= steps[0]:
                    heard.append(number_of(piece.rom))
        return heard


def _apart(one: str, other: str) -> int:
    """Return how many columns lie between two zones; those of the other side are far away."""
    if one[0] != other[0]:
        return 9
    return abs(ROW.index(one[1:]) - ROW.index(other[1:]))


class Reader:
    """A PN5180: its registers, and an inventory with slots."""

    def __init__(self, world: RadioWorld) -> None:
        self._world = world
        self.reset()

    def reset(self) -> None:
        """Begin as at power on."""
        self.registers = {SYSTEM: 0, IRQ: 0, RX_STATUS: 0, TX_CONFIG: 0}
        self.is_on = False
        self._loaded = False
        self._reply = b""
        self._answer = b""
        self._events: list[tuple[int, int]] = []  # time, flag of IRQ_STATUS
        self._mask = (0, 0, 0)  # bits, value, slots
        self._slot = 0

    def command(self, data: bytes) -> None:
        """Execute a command of the host interface."""
        what, given = data[0], data[1:]
        value = int.from_bytes(given[1:5], "little")
        if what in (0x00, 0x01, 0x02):
            self._write(what, given[0], value)
        elif what == 0x04:
            self._reply = self._read(given[0]).to_bytes(4, "little")
        elif what == 0x07:
            self._reply = b"\x00\x04"
        elif what == 0x09:
            assert self.registers[SYSTEM] & 7 == 3, "not ready to send"
            assert self.is_on
            self._send(given[1:])
        elif what == 0x0A:
            self._reply = self._answer
        elif what == 0x11:
            assert given == b"\x0d\x8d"
            self._loaded = True
            self.registers[TX_CONFIG] = TX_DATA | 0xC0
        elif what == 0x16:
            assert self._loaded
            self.is_on = True
            self._happen(100, RFON_IRQ)
        else:
            raise AssertionError("unknown command %d" % what)

    def reply(self, count: int) -> bytes:
        """Return the answer to the last command."""
        return (self._reply + bytes(count))[:count]

    def _write(self, how: int, register: int, value: int) -> None:
        if register == CLEAR:
            self.registers[IRQ] &= ~value
            self._events = []
            return
        old = self.registers[register]
        self.registers[register] = (value, old | value, old & value)[how]

    def _read(self, register: int) -> int:
        now = self._world.clock.us
        for at, flag in self._events:
            if at <= now:
                self.registers[IRQ] |= flag
        return self.registers[register]

    def _happen(self, us: float, flag: int) -> None:
        self._events.append((self._world.clock.us + int(us), flag))

    def _send(self, data: bytes) -> None:
        """Send a request, or an end of frame that begins the next slot."""
        if self.registers[TX_CONFIG] & TX_DATA:
            flags, code, bits = data[:3]
            assert code == 1
            assert flags in (0x06, 0x26)
            assert len(data) == 3 + (bits + 7) // 8
            mask = int.from_bytes(data[3:], "little")
            self._mask = (bits, mask, 1 if flags == 0x26 else 16)
            self._slot = 0
            sent = 76 + 8 * (len(data) + 2) * BIT_US + 38
        else:
            assert not data
            self._slot += 1
            sent = 38
        self._happen(sent, TX_IRQ)
        self._listen(sent)

    def _listen(self, sent: float) -> None:
        bits, mask, slots = self._mask
        heard = []
        for number in self._world.hearing():
            low = int.from_bytes(number, "little")
            if low & (1 << bits) - 1 == mask and (slots == 1 or low >> bits & 15 == self._slot):
                heard.append(number)
        if not heard:
            return
        self._answer = b"\x00\x00" + heard[0]
        status = len(self._answer)
        if len(heard) > 1:
            status |= COLLISION
        elif self._world.chance.uniform() < self._world.radio_errors:
            status |= BAD_CRC
        self.registers[RX_STATUS] = status
        self._happen(sent + START_US, SOF_IRQ)
        self._happen(sent + START_US + 302 + 96 * BIT_US, RX_IRQ)


class Busy(Pin):
    """The reader's line that is high after a frame until it is let go."""

    def value(self, _level: int | None = None) -> int:
        """Read the level."""
        world = self._world
        world.clock.us += 3
        return world.is_busy and world.has_reader  # type: ignore[attr-defined]


class Chosen(Pin):
    """The line that chooses the reader, or takes over the chain."""

    def value(self, level: int | None = None) -> int:
        """Set the level."""
        world = self._world
        world.clock.us += 3
        if self._number == LATCH_PIN:
            if level and not self._level:
                world.latch()  # type: ignore[attr-defined]
        else:
            world.is_chosen = not level  # type: ignore[attr-defined]
            world.is_busy = 0  # type: ignore[attr-defined]
        self._level = level or 0
        return self._level


class Spi:
    """A stand-in for `machine.SPI`."""

    def __init__(self, world: RadioWorld) -> None:
        self._world = world

    def write(self, data: bytes) -> None:
        """As in MicroPython."""
        world = self._world
        world.clock.us += CALL_US + BYTE_US * len(data)
        world.shift(bytes(data))
        if world.is_chosen and world.has_reader:
            world.reader.command(bytes(data))
            world.is_busy = 1

    def readinto(self, buffer: bytearray, write: int = 0) -> None:
        """As in MicroPython."""
        world = self._world
        world.clock.us += CALL_US + BYTE_US * len(buffer)
        world.shift(bytes([write]) * len(buffer))
        if world.is_chosen and world.has_reader:
            buffer[:] = world.reader.reply(len(buffer))
            world.is_busy = 1

"""Simulates 1-Wire chips in stacks behind two multiplexers, slot by slot."""

RESET_US = 960 + 60
SLOT_US = 70 + 25  # the wire, and the bytecode around it
BYTE_US = 8 * 70 + 40
SEARCH_ROM = 0xF0
CHATTER_US = 700

# What the chips of a line do between two resets.
DEAF, COMMAND, BIT, COMPLEMENT, CHOICE = range(5)


def crc8(data: bytes) -> int:
    """Return the chips' CRC-8, computed bit by bit as in Maxim's application note 27."""
    crc = 0
    for byte in data:
        for place in range(8):
            mix = (crc ^ byte >> place) & 1
            crc >>= 1
            if mix:
                crc ^= 0x8C
    return crc


def make_rom(serial: int, family: int = 0x01) -> bytes:
    """Return the ROM of a chip with this serial number."""
    body = bytes([family]) + bytes([serial >> 8 * index & 0xFF for index in range(6)])
    return body + bytes([crc8(body)])


class Piece:
    """A piece with its chip. zone -- its place or None; letter -- its kind."""

    def __init__(self, rom: bytes, letter: str) -> None:
        self.rom = rom
        self.letter = letter
        self.zone: str | None = None
        self.bits = bytes([rom[place >> 3] >> (place & 7) & 1 for place in range(64)])
        self.steady_at = 0  # until then its contacts bounce

    def touches(self, us: int) -> bool:
        """Return whether its contacts are closed at this moment."""
        if us >= self.steady_at:
            return True
        return bool((us // CHATTER_US * 40503 + self.rom[1] * 7919) >> 5 & 1)


def _zone_names(side: str) -> list[str | None]:
    """Return the zones of a side by channel of its multiplexer; two channels are free."""
    names: list[str | None] = [side + str(point) for point in range(1, 13)]
    names += [side + "B", side + "O", None, None]
    return names


ZONES = [_zone_names(side) for side in "VN"]


class Wire:
    """One line, as its pin: the chips of the zone that the multiplexer selects.

    In a search the chips are compared with the written bit only if some of them sent another one.
    """

    def __init__(self, world, side: int) -> None:  # type: ignore[no-untyped-def]
        self._world = world
        self._clock = world.clock
        self._zones = ZONES[side]
        self._state = DEAF
        self._alive: list[Piece] = []
        self._bouncing = False
        self._sent = [False, False]  # whether a chip sent this bit of its ROM
        self._place = 0
        self._command = 0
        self._count = 0
        self._good = world.chance.gap(world.slot_errors)

    def _disturbed(self) -> bool:
        """Count the slots until the next error. Return whether this slot has it."""
        if self._good:
            self._good -= 1
            return False
        self._good = self._world.chance.gap(self._world.slot_errors)
        return True

    def value(self) -> int:
        """Return the idle level."""
        world = self._world
        world.clock.us += 3
        return 0 if self._zones[world.channel] in world.shorts else 1

    def reset(self) -> bool:
        """Send a reset pulse. Return whether the line is low when chips would answer."""
        world = self._world
        world.clock.us += RESET_US
        zone = self._zones[world.channel]
        if zone in world.shorts:
            self._state = DEAF
            return True
        here = world.stacks.get(zone, ())
        now = world.clock.us
        self._bouncing = False
        for piece in here:
            if piece.steady_at > now:
                self._bouncing = True
        self._alive = [piece for piece in here if not self._bouncing or piece.touches(now)]
        self._state = COMMAND
        self._command = self._count = 0
        return bool(self._alive) != self._disturbed()

    def write_byte(self, value: int) -> None:
        """Write eight slots, the lowest bit first."""
        self._world.clock.us += BYTE_US - 8 * SLOT_US
        for place in range(8):
            self.write(value >> place & 1)

    def read(self) -> int:
        """Read one slot, in which every chip may pull the line low."""
        self._clock.us += SLOT_US
        if self._bouncing:
            self._drop()
        value = 1
        state = self._state
        if BIT <= state <= COMPLEMENT:
            place = self._place
            low = state == COMPLEMENT  # chips with this bit pull the line low
            for piece in self._alive:
                if piece.bits[place] == low:
                    value = 0
                    break
            self._sent[low] = not value
            self._state = state + 1
        if self._world.shorts and self._zones[self._world.channel] in self._world.shorts:
            value = 0
        return value ^ 1 if self._disturbed() else value

    def write(self, bit: int) -> None:
        """Write one slot, as part of a command or as the direction of a search."""
        self._clock.us += SLOT_US
        if self._disturbed():
            self._confuse(bit)
        elif self._state == CHOICE:
            if self._sent[not bit]:
                place = self._place
                self._alive = [piece for piece in self._alive if piece.bits[place] == bit]
            self._next()
        elif self._state == COMMAND:
            self._command |= bit << self._count
            self._count += 1
            if self._count == 8:
                self._state = BIT if self._command == SEARCH_ROM else DEAF
                self._place = 0

    def _next(self) -> None:
        self._place += 1
        self._state = BIT if self._place < 64 else DEAF

    def _confuse(self, bit: int) -> None:
        """Let one chip, or the line, receive a written bit wrongly."""
        if self._state == COMMAND:
            self._state = DEAF
            self._alive = []
        elif self._state == CHOICE and self._alive:
            odd = self._alive[self._world.chance.below(len(self._alive))]
            place = self._place
            self._alive = [
                piece for piece in self._alive if (piece.bits[place] == bit) ^ (piece is odd)
            ]
            self._next()

    def _drop(self) -> None:
        now = self._world.clock.us
        self._alive = [piece for piece in self._alive if piece.touches(now)]

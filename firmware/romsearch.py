"""Which 1-Wire chips are on a line: searches that believe nothing without proof.

A chip's ROM is eight bytes: family, serial number, CRC-8 of both. A search walks its 64 bits; at
each bit every chip still listening sends the bit and its complement, and the line carries the AND
of all. MicroPython's own `OneWire.scan` checks no CRC and gives up in silence after one bad slot,
so it is not used here.
"""

SEARCH_ROM = 0xF0
ABSENT = -1
NO_FORK = 64
BITS = 64
NOTHING_KNOWN = bytes(8)


def _table() -> bytes:
    table = bytearray(256)
    for value in range(256):
        crc = value
        for _ in range(8):
            crc = crc >> 1 ^ 0x8C if crc & 1 else crc >> 1
        table[value] = crc
    return bytes(table)


_CRC = _table()


def crc8(data: bytes) -> int:
    """The CRC-8 of 1-Wire chips; 0 for a whole ROM that was read well."""
    crc = 0
    for byte in data:
        crc = _CRC[crc ^ byte]
    return crc


def is_rom(data: bytes) -> bool:
    """Tell whether eight bytes can be a chip. Eight zeros, a shorted line, pass every CRC."""
    return data[0] != 0 and crc8(data) == 0


def bit_of(rom: bytes, place: int) -> int:
    """One bit of a ROM, in the order of the search."""
    return rom[place >> 3] >> (place & 7) & 1


def first_difference(one: bytes, other: bytes) -> int:
    """The first place where two ROMs differ, 64 when they are equal."""
    for index in range(8):
        difference = one[index] ^ other[index]
        if difference:
            place = index << 3
            while not difference & 1:
                difference >>= 1
                place += 1
            return place
    return BITS


def forks(rom: bytes, others: list[bytes]) -> bytes:
    """A mask of the places where others, if present, are seen beside rom on its way."""
    mask = bytearray(8)
    for other in others:
        place = first_difference(rom, other)
        if place < BITS:
            mask[place >> 3] |= 1 << (place & 7)
    return bytes(mask)


def check(line, rom: bytes, bits: int, expected: bytes) -> int:
    """Ask for one chip by the first bits of its ROM.

    Returns `ABSENT` when it did not answer, else the first place where somebody answered besides
    it and the expected (a mask as of `forks`), `NO_FORK` when nobody did.
    """
    if not line.reset():
        return ABSENT
    line.write_byte(SEARCH_ROM)
    read = line.read
    write = line.write
    fork = NO_FORK
    for place in range(bits):
        bit = rom[place >> 3] >> (place & 7) & 1
        all_one = read()
        all_zero = read()
        if all_zero if bit else all_one:
            return ABSENT
        if not all_one and not all_zero and fork == NO_FORK:
            if not expected[place >> 3] >> (place & 7) & 1:
                fork = place
        write(bit)
    return fork


def follow(line, way: bytes, bits: int) -> tuple[bytes | None, list[int]]:
    """Read one whole ROM whose first bits are those of way.

    Returns it, None when the line was disturbed, and the places after them where the way went on
    to both sides (it takes the side of 0).
    """
    places: list[int] = []
    if not line.reset():
        return None, places
    line.write_byte(SEARCH_ROM)
    rom = bytearray(8)
    for place in range(BITS):
        all_one = line.read()
        all_zero = line.read()
        if all_one and all_zero:
            return None, places
        if place < bits:
            bit = bit_of(way, place)
            if all_zero if bit else all_one:
                return None, places
        elif all_one or all_zero:
            bit = all_one
        else:
            bit = 0
            places.append(place)
        if bit:
            rom[place >> 3] |= 1 << (place & 7)
        line.write(bit)
    found = bytes(rom)
    return (found if is_rom(found) else None), places


def turned(rom: bytes, place: int) -> bytes:
    """The way that leaves a ROM at one place."""
    way = bytearray(rom)
    way[place >> 3] ^= 1 << (place & 7)
    return bytes(way)

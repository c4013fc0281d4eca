"""Finds the 1-Wire chips on a line, with checks against transmission errors.

A chip's ROM is eight bytes: family, serial number, CRC-8 of both. A search goes through the 64
bits. For each bit, every chip that is still selected sends the bit and its complement, and the line
carries the AND of all answers. MicroPython's `OneWire.scan` is not used, because it checks no CRC
and stops silently after one bad slot.
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
    """Return the CRC-8 of 1-Wire chips. It is 0 for a complete ROM without errors."""
    crc = 0
    for byte in data:
        crc = _CRC[crc ^ byte]
    return crc


def is_rom(data: bytes) -> bool:
    """Return whether eight bytes can be a ROM. Eight zeros (a shorted line) would pass the CRC."""
    return data[0] != 0 and crc8(data) == 0


def bit_of(rom: bytes, place: int) -> int:
    """Return a bit of a ROM, in the order of the search."""
    return rom[place >> 3] >> (place & 7) & 1


def first_difference(one: bytes, other: bytes) -> int:
    """Return the first bit where two ROMs differ, 64 if they are equal."""
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
    """Return a mask of the bits in which other ROMs first differ from `rom`."""
    mask = bytearray(8)
    for other in others:
        place = first_difference(rom, other)
        if place < BITS:
            mask[place >> 3] |= 1 << (place & 7)
    return bytes(mask)


def check(line, rom: bytes, bits: int, expected: bytes) -> int:
    """Search for one chip by the first bits of its ROM.

    Return `ABSENT` if the chip does not answer. Otherwise return the first bit in which an
    unexpected chip answers, or `NO_FORK` if none does. expected -- the bits in which known chips
    answer, as a mask from `forks`
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
    """Read a complete ROM whose first bits are those of `way`.

    Return the ROM, or None after a transmission error, and the later bits in which chips differ. In
    these bits the search follows the chips with a 0.
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
    """Return the ROM with one bit inverted, to search for chips that differ in this bit."""
    way = bytearray(rom)
    way[place >> 3] ^= 1 << (place & 7)
    return bytes(way)

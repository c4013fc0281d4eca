"""Asks tags for their numbers with the inventory command of ISO/IEC 15693.

A tag's number has eight bytes, sent from the lowest: a serial number of six bytes, the maker, and
0xE0. The rest of the firmware uses the number in the form of a 1-Wire chip's ROM: maker, serial
number, CRC-8.
"""

from pn5180 import NOBODY
from romsearch import crc8

INVENTORY, SLOTS, ONE_SLOT = 0x01, 0x06, 0x26  # command; flags: high data rate, 16 slots or one
SLOT_COUNT, SLOT_BITS = 16, 4
SERIAL_BITS = 48
ASKED_BITS = 24  # bits of a known tag's serial number; a short request is faster
ANSWER_LENGTH = 10  # flags, storage format, number
TOP = 0xE0
TRIES = 3
LIMIT = 48  # the most masks of one inventory, so that noise cannot prolong it for ever


def as_rom(number: bytes) -> bytes:
    """Return a tag's number in the form of a ROM."""
    body = number[6:7] + number[:6]
    return body + bytes((crc8(body),))


def is_there(reader, rom: bytes) -> bool:
    """Return whether the tag with this number answers. If the answer is garbled, ask again."""
    for _ in range(TRIES):
        answer = reader.ask(bytes((ONE_SLOT, INVENTORY, ASKED_BITS)) + rom[1:4])
        if answer is not None:
            return _rom(answer) == rom
    return False


def everybody(reader, found: list[bytes]):
    """Add all tags that answer to a list. This is a generator that yields after each slot."""
    masks = [(0, 0)]  # the number of bits, and their value
    for _ in range(LIMIT):
        if not masks:
            return
        bits, mask = masks.pop(0)
        head = bytes((SLOTS, INVENTORY, bits)) + mask.to_bytes((bits + 7) // 8, "little")
        for slot in range(SLOT_COUNT):
            answer = reader.next_slot() if slot else reader.ask(head)
            if answer is None:
                if bits + SLOT_BITS <= SERIAL_BITS:
                    masks.append((bits + SLOT_BITS, slot << bits | mask))
            elif answer != NOBODY:
                rom = _rom(answer)
                if rom is not None and rom not in found:
                    found.append(rom)
            yield


def _rom(answer: bytes) -> bytes | None:
    """Return the number in an answer, or None if the answer is an error or has no tag's number."""
    if len(answer) != ANSWER_LENGTH or answer[0] & 1 or answer[9] != TOP or not answer[8]:
        return None
    return as_rom(answer[2:])

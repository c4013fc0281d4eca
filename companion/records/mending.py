"""Finding what a row was before one bit of it was flipped; its seal tells which try is right.

A seal is a digest of 128 bits: what fits it is what was written, and nothing else ever does.
"""

import json
import struct
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Final

Value = str | bytes | int | float | None
"""What SQLite gives for a column."""

_LONGEST: Final = 12_000
"""Characters of a row up to which every bit is tried, which takes about two seconds then."""

_WIDTHS: Final = (8, 16, 24, 32, 48, 64)
"""Bits in which SQLite stores a whole number (SQLite file format, section 2.1)."""


def one_bit(values: Sequence[Value], seal: object) -> list[Value] | None:
    """The values that fit the seal, where they and these differ by one bit; else None.

    The flipped bit may be the seal's own: then these values are given back.
    """
    if not isinstance(seal, bytes):
        return None
    texts = [_text(value) for value in values]
    if _is_one_bit(seal, texts):
        return list(values)
    if sum(map(len, texts)) > _LONGEST:
        return None
    for at, value in enumerate(values):
        before = "[" + "".join(text + ", " for text in texts[:at])
        after = "".join(", " + text for text in texts[at + 1 :]) + "]"
        begun = blake2b(before.encode(), digest_size=16)
        for other in _others(value):
            tried = begun.copy()
            tried.update((_text(other) + after).encode())
            if tried.digest() == seal:
                return [*values[:at], other, *values[at + 1 :]]
    return None


def _text(value: Value) -> str:
    """A value as it is sealed; a type that is never sealed equals nothing."""
    try:
        return json.dumps(value, allow_nan=False)
    except (TypeError, ValueError):
        return "?"


def _is_one_bit(seal: bytes, texts: list[str]) -> bool:
    right = blake2b(f"[{', '.join(texts)}]".encode(), digest_size=16).digest()
    if len(seal) != len(right):
        return False
    return (int.from_bytes(seal, "big") ^ int.from_bytes(right, "big")).bit_count() <= 1


def _others(value: Value) -> Iterator[Value]:
    """All that a value may have been before one bit was flipped."""
    if isinstance(value, str | bytes):
        yield from _other_texts(value if isinstance(value, bytes) else value.encode())
    elif isinstance(value, int):
        yield from _other_numbers(value)
    elif isinstance(value, float):
        if value.is_integer() and abs(value) < 2**62:  # so SQLite stores it as a whole number
            yield from map(float, _other_numbers(int(value)))
        bits = int.from_bytes(struct.pack(">d", value), "big")
        for bit in range(64):
            yield float(struct.unpack(">d", (bits ^ 1 << bit).to_bytes(8, "big"))[0])
    # Of some kinds SQLite stores the kind alone: none, 0, 1 and the empty text.
    yield from (None, 0, 1, 0.0, 1.0, "")


def _other_texts(data: bytes) -> Iterator[str]:
    for at, byte in enumerate(data):
        for bit in range(8):
            try:
                yield (data[:at] + bytes([byte ^ 1 << bit]) + data[at + 1 :]).decode()
            except UnicodeDecodeError:
                continue


def _other_numbers(number: int) -> Iterator[int]:
    yield from (number ^ 1 << bit for bit in range(63))
    for width in _WIDTHS:  # the sign
        yield from (number - (1 << width - 1), number + (1 << width - 1))

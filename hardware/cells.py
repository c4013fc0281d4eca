"""The dots of Braille letters and their places in a cell. CI compares the dots with liblouis."""

from hardware import parameters as p

# Dots 1 2 3 down the left, 4 5 6 down the right.
DOTS = {
    "a": "1", "b": "12", "c": "14", "d": "145", "e": "15", "f": "124", "g": "1245", "h": "125",
    "i": "24", "j": "245", "k": "13", "l": "123", "m": "134", "n": "1345", "o": "135", "p": "1234",
    "q": "12345", "r": "1235", "s": "234", "t": "2345", "u": "136", "v": "1236", "w": "2456",
    "x": "1346", "y": "13456", "z": "1356",
}  # fmt: skip


def place(dot: int) -> tuple[float, float]:
    """Return the offset of a dot (1 to 6) from its cell's centre: x to the right, y upwards."""
    column, row = divmod(dot - 1, 3)
    return (column - 0.5) * p.DOT_PITCH, (1 - row) * p.DOT_PITCH


def dot_places(letter: str) -> list[tuple[float, float]]:
    """Return the offsets of a letter's dots from the centre of its cell."""
    return [place(int(dot)) for dot in DOTS[letter]]


def of_unicode(cell: str) -> list[int]:
    """Return the dots of a Unicode Braille pattern."""
    bits = ord(cell) - 0x2800
    if not 0 <= bits < 64:
        raise ValueError(f"{cell!r} is not a six-dot Braille pattern.")
    return [dot for dot in range(1, 7) if bits >> (dot - 1) & 1]

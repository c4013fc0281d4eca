"""One line of the parts list, and what its quantities are counted from."""

from dataclasses import dataclass

from hardware import layout
from hardware import parameters as p
from hardware.printed import printed_parts


@dataclass(frozen=True)
class Line:
    """One line of the list: what, how many, what is asked of it, what may replace it, the price."""

    part: str
    quantity: int
    unit: str
    used_for: str
    tolerance: str
    may_be_replaced_by: str
    euros_each: float


def pieces() -> int:
    """How many pieces a set has."""
    return printed("piece_foot")


def seats() -> int:
    """How many seats for pieces a board has."""
    return sum(len(places) for places in layout.seats().values())


def printed(name: str) -> int:
    """How many of a printed part a board needs."""
    return sum(part.count for part in printed_parts(p.KEYS_FR) if part.name == name)


def joints() -> int:
    """Bolts between frames: two wherever two frames meet."""
    half = len(layout.HALF)
    return 2 * 2 * (half - 1) + 2 * half

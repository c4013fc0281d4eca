"""One line of the parts list, and the counts for its quantities."""

from dataclasses import dataclass

from hardware import layout
from hardware import parameters as p
from hardware.printed import printed_parts


@dataclass(frozen=True)
class Line:
    """One line of the list: part, quantity, requirements, replacement and price.

    A price that was looked up has its own source and date.
    """

    part: str
    quantity: int
    unit: str
    used_for: str
    tolerance: str
    may_be_replaced_by: str
    euros_each: float
    price_source: str = "estimate from memory"
    price_date: str = "2026-11-21"


def pieces() -> int:
    """Return the number of pieces in a set."""
    return printed("piece_foot")


def seats() -> int:
    """Return the number of seats for pieces on a board."""
    return sum(len(places) for places in layout.seats().values())


def printed(name: str) -> int:
    """Return the number of copies of a printed part that a board needs."""
    return sum(part.count for part in printed_parts(p.KEYS_FR) if part.name == name)


def joints() -> int:
    """Return the number of bolts between frames: two wherever two frames meet."""
    half = len(layout.HALF)
    return 2 * 2 * (half - 1) + 2 * half

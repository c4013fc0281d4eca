"""Facts about the board itself: whether it is there, what differs from what is wanted, faults."""

from dataclasses import dataclass
from typing import Final

TYPED: Final = "typed"
"""The port of a table without sensors, whose players type (docs/protocol.md, "Typed entries")."""


@dataclass(frozen=True, slots=True)
class Link:
    """The board is `searching`, `connected` or `lost`; reason is a plain sentence or empty.

    why -- the reason as a code, see `link.port.PortError`. Not on the event stream.
    """

    state: str
    port: str = ""
    board: str = ""
    reason: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """One zone that differs from the wanted position; want and have are piles such as `14v1V`."""

    zone: str
    want: str
    have: str


@dataclass(frozen=True, slots=True)
class Repair:
    """One thing to do with the pieces: see `board.repair.RepairStep`. Not on the event stream."""

    kind: str
    count: int
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Setup:
    """The board was compared with the position that is wanted.

    repairs -- the shortest way to put it right, in the order in which it is told;
    empty -- no piece is on the board; start -- the start of a game is wanted; guided -- a player
    asked to be led from step to step; exercise -- what is set up to be exercised, "" for a game or
    what goes on. These five are not on the event stream.
    again -- it was told before, or a player asked: it is said, and is nothing new on the stream.
    """

    ok: bool
    differences: tuple[Difference, ...] = ()
    repairs: tuple[Repair, ...] = ()
    empty: bool = False
    start: bool = False
    guided: bool = False
    exercise: str = ""
    again: bool = False


@dataclass(frozen=True, slots=True)
class BoardFault:
    """Something is wrong with the board itself, or is so no more. Not on the event stream.

    place, what -- as on the wire, for example `V7` and `short`; gone -- it is well again;
    also -- further places with the same.
    """

    place: str
    what: str
    gone: bool = False
    also: tuple[str, ...] = ()

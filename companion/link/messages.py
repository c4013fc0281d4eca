"""Data of the link: the board's messages, the host's commands, changes of the port, typed lines.

Zones and letters have their meaning on the wire, not in the rules. Source: docs/protocol.md, "The
wire".
"""

import enum
from dataclasses import dataclass
from typing import Final

PROTOCOL: Final = 1
"""The supported version of the protocol."""

ZONES: Final = (
    *[f"V{k}" for k in range(1, 13)],
    *[f"N{k}" for k in range(1, 13)],
    *("VB", "NB", "VO", "NO"),
)
"""The 28 zones that a board senses, in the order of the wire."""

LETTERS: Final = "vVnN?"
"""The letters for clover, star V, square, star N and unknown pieces, in the order of the wire."""

THROWS_MODULUS: Final = 1 << 16
KEYS_MODULUS: Final = 1 << 8
SEQ_MODULUS: Final = 1 << 16
MS_MODULUS: Final = 1 << 30
ID_MODULUS: Final = 1 << 16


def elapsed(now: int, since: int) -> int:
    """Return the milliseconds between two times of the board's clock, which wraps at 2**30."""
    return (now - since) % MS_MODULUS


class Face(enum.StrEnum):
    """The readings of a die seat other than the faces 1 to 6."""

    EMPTY = "-"
    COCKED = "c"
    MOVING = "~"


class Key(enum.StrEnum):
    """The seven keys of a side, in the order of their counters on the wire."""

    REPEAT = "repeat"
    BOARD = "board"
    SCORE = "score"
    HINT = "hint"
    CUBE = "cube"
    YES = "yes"
    NO = "no"


@dataclass(frozen=True, slots=True)
class Hello:
    """`H`: the board identifies itself.

    nonce -- differs at each start of the board; zones -- the number of zones.
    """

    version: int
    firmware: str
    board_id: str
    nonce: str
    zones: int


@dataclass(frozen=True, slots=True)
class Seats:
    """The two die seats of a side, and its number of throws modulo 65536.

    faces -- both seats as on the wire, each `1` to `6`, `-`, `c` or `~`, for example `63` or `--`
    """

    faces: str
    throws: int


@dataclass(frozen=True, slots=True)
class BoardState:
    """`S`: the whole state of the board at one moment.

    seq -- the number of the line, modulo 65536
    ms -- the board's clock, milliseconds modulo 2**30
    zones -- (zone name, ((letter, count), …)) of the occupied zones, in the orders of `ZONES`
    and `LETTERS`, so that equal boards are equal values
    v, n -- the die seats of the two sides
    keys -- press counters (mod 256) of V, then of N, in the order of `Key`
    faults -- (place, fault), for example ("V7", "short"); ("more", "") stands for further faults
    """

    seq: int
    ms: int
    zones: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]
    v: Seats
    n: Seats
    keys: tuple[tuple[int, ...], tuple[int, ...]]
    faults: tuple[tuple[str, str], ...] = ()

    def seats(self, side: str) -> Seats:
        """Return the die seats of a side, `V` or `N`."""
        return self.v if side == "V" else self.n

    def without(self, dead: tuple[str, ...]) -> dict[str, object]:
        """Return the readings of zones and dice (`V-dice`, `N-dice`) except the dead places."""
        places: dict[str, object] = dict(self.zones)
        places |= {"V-dice": self.v, "N-dice": self.n}
        return {place: shown for place, shown in places.items() if place not in dead}


@dataclass(frozen=True, slots=True)
class BoardAnswer:
    """`A`: the board's answer to the command with this id.

    detail -- the reason if the command failed.
    """

    id: int
    ok: bool
    detail: str = ""


@dataclass(frozen=True, slots=True)
class LogLine:
    """`L`: a line of the log that the board keeps."""

    level: str
    text: str


Message = Hello | BoardState | BoardAnswer | LogLine
"""A message from the board."""


@dataclass(frozen=True, slots=True)
class Command:
    """`Q`: a command of the host to the board. id counts modulo 65536; verb is upper case."""

    id: int
    verb: str
    args: tuple[str, ...] = ()


UNREADABLE: Final = "unreadable"
"""The board is lost because none of its valid lines is a readable state."""
STOPPED: Final = "standing"
"""The board is lost because its clock has stopped."""


@dataclass(frozen=True, slots=True)
class BoardLost:
    """The board is lost.

    why -- "": three seconds passed without a valid line; `unreadable`: for ten seconds there were
    valid lines but no readable state; `standing`: for ten seconds the board's clock did not advance
    by a second
    """

    why: str = ""


@dataclass(frozen=True, slots=True)
class CommandFailed:
    """A command was sent three times without an answer."""

    id: int
    verb: str


LinkEvent = Message | BoardLost | CommandFailed


@dataclass(frozen=True, slots=True)
class Searching:
    """No port is open.

    reason -- why the last attempt failed, one sentence or ""; why -- the code of the reason, see
    `port.PortError`
    """

    reason: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Opened:
    """The port at `url` was opened. Call `Connection.opened` now."""

    url: str


@dataclass(frozen=True, slots=True)
class Arrived:
    """Bytes arrived."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Closed:
    """The port was lost, and the search for it begins. Call `Connection.closed` now.

    why -- the code of the reason, see `port.PortError`, or `silent`
    """

    reason: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line was typed at a table without sensors.

    side -- `V` or `N` if it was typed on that player's own keypad, else ""
    """

    text: str
    side: str = ""


@dataclass(frozen=True, slots=True)
class Keyed:
    """A key was pressed within an unfinished line.

    sign -- the character typed, "" if none
    back -- the rest of the line after a deletion, None if nothing was deleted
    named -- whether the device with the key has already spoken the key's name

    A key without a function has neither `sign` nor `back`.
    """

    sign: str = ""
    back: str | None = None
    named: bool = False


@dataclass(frozen=True, slots=True)
class Noticed:
    """A notice for both players, such as a change of the keypads; code -- as in `EntryAnswer`."""

    code: str
    side: str


PortEvent = Searching | Opened | Arrived | Closed
"""A change of the board's port, or bytes from it."""

TypedInput = Line | Keyed | Noticed
"""Input from players who type."""

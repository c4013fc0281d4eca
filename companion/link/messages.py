"""Data of the link: the board's messages, the host's commands, changes of the port, typed lines.

Source: docs/protocol.md, "The wire". Nothing here knows the rules; zones and letters are
the wire's.
"""

import enum
from dataclasses import dataclass, field
from typing import Final

PROTOCOL: Final = 1
"""The version of the wire spoken here."""

ZONES: Final = (
    *[f"V{k}" for k in range(1, 13)],
    *[f"N{k}" for k in range(1, 13)],
    *("VB", "NB", "VO", "NO"),
)
"""The 28 zones a board senses, in the order of the wire."""

LETTERS: Final = "vVnN?"
"""Clover, star V, square, star N, not enrolled: in the order of the wire."""

THROWS_MODULUS: Final = 1 << 16
KEYS_MODULUS: Final = 1 << 8
SEQ_MODULUS: Final = 1 << 16
MS_MODULUS: Final = 1 << 30
ID_MODULUS: Final = 1 << 16


def elapsed(now: int, since: int) -> int:
    """Milliseconds between two readings of the board's clock, which counts modulo 2^30."""
    return (now - since) % MS_MODULUS


class Face(enum.StrEnum):
    """What a die seat shows when it is not one of the faces 1 to 6."""

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
    """`H`: the board says what it is. nonce changes at every boot; zones is how many it senses."""

    version: int
    firmware: str
    board_id: str
    nonce: str
    zones: int


@dataclass(frozen=True, slots=True)
class Seats:
    """One side's two die seats, each `1`…`6`, `-`, `c` or `~`, and its throws (mod 65536).

    faces -- both seats as on the wire, for example `63` or `--`.
    """

    first: str
    second: str
    throws: int
    faces: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Put the seats together once; they are read many times."""
        object.__setattr__(self, "faces", self.first + self.second)


@dataclass(frozen=True, slots=True)
class BoardState:
    """`S`: the whole state of the board at one moment.

    seq -- counts modulo 65536; ms -- the board's clock, milliseconds modulo 2**30;
    zones -- (zone name, ((letter, count), …)) of the occupied zones, in the orders of `ZONES`
    and `LETTERS`, so that equal boards are equal values;
    v, n -- the die seats of the two sides; keys -- press counters (mod 256) of V then N, in the
    order of `Key`; faults -- (place, what), for example ("V7", "short"); a lone ("more", "") says
    that some did not fit.
    """

    seq: int
    ms: int
    zones: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]
    v: Seats
    n: Seats
    keys: tuple[tuple[int, ...], tuple[int, ...]]
    faults: tuple[tuple[str, str], ...] = ()

    def seats(self, side: str) -> Seats:
        """The die seats of a side, `V` or `N`."""
        return self.v if side == "V" else self.n

    def without(self, dead: tuple[str, ...]) -> dict[str, object]:
        """What zones and dice (`V-dice`, `N-dice`) show, without places that are out of order."""
        places: dict[str, object] = dict(self.zones)
        places |= {"V-dice": self.v, "N-dice": self.n}
        return {place: shown for place, shown in places.items() if place not in dead}


@dataclass(frozen=True, slots=True)
class Answer:
    """`A`: the board's answer to the command with this id; detail is the reason when not ok."""

    id: int
    ok: bool
    detail: str = ""


@dataclass(frozen=True, slots=True)
class LogLine:
    """`L`: a line of the board's own log."""

    level: str
    text: str


Message = Hello | BoardState | Answer | LogLine
"""What a board says."""


@dataclass(frozen=True, slots=True)
class Command:
    """`Q`: the host asks the board for something. verb is upper case; id counts modulo 65536."""

    id: int
    verb: str
    args: tuple[str, ...] = ()


UNREADABLE: Final = "unreadable"
"""Why a board is lost: good lines come, but no readable state."""
STANDING: Final = "standing"
"""The same: its clock stands still."""


@dataclass(frozen=True, slots=True)
class BoardLost:
    """Three seconds of the host's clock passed without a good line.

    why -- `unreadable`: there are good lines, but for ten seconds none that tells a state;
    `standing`: there are states, but for ten seconds the board's clock has not gone on.
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
    """No port is open. reason -- why the last try failed, a plain sentence, or empty.

    why -- the same as a code, see `port.PortError`.
    """

    reason: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Opened:
    """The port at url is open: `Connection.opened` is due."""

    url: str


@dataclass(frozen=True, slots=True)
class Arrived:
    """Bytes came."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Closed:
    """The port was lost; it is searched again at once. `Connection.closed` is due.

    why -- the reason as a code, see `port.PortError`.
    """

    reason: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line was typed at a table without sensors.

    side -- `V` or `N` where it came from one player's own keypad, else "".
    """

    text: str
    side: str = ""


@dataclass(frozen=True, slots=True)
class Keyed:
    """A key that was pressed in a line that is not finished.

    sign -- the one that it wrote; back -- what is left of the line after it took signs back, None
    where it took none; a key that did neither is of no use; named -- it is named where it was
    pressed.
    """

    sign: str = ""
    back: str | None = None
    named: bool = False


@dataclass(frozen=True, slots=True)
class Noticed:
    """A code for something about the keypads that both players are to hear."""

    code: str
    side: str


PortEvent = Searching | Opened | Arrived | Closed
"""What happens to the port behind which a board is."""

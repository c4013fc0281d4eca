"""Facts about the board itself: its connection, its set-up and its faults."""

from dataclasses import dataclass
from typing import Final

from companion.board.repair import Repair

TYPED: Final = "typed"
"""The port of a typed table (docs/protocol.md, "Typed entries")."""


@dataclass(frozen=True, slots=True)
class Link:
    """The link to the board has a new state: `searching`, `connected` or `lost`.

    reason -- a sentence about a problem, or "";
    why -- the code of the problem, see `link.port.PortError`. The event does not contain it.
    """

    state: str
    port: str = ""
    board: str = ""
    reason: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """A zone that differs from the required position.

    want, have -- the required and the present pile, such as `14v1V`.
    """

    zone: str
    want: str
    have: str


@dataclass(frozen=True, slots=True)
class Setup:
    """The board was compared with the required position.

    repairs -- the shortest way to correct the board, in the order of the announcement;
    empty -- there is no piece on the board;
    start -- the start position of a game is required;
    guided -- a player has asked for help step by step;
    exercise -- the exercise to be set up, "" for a game. The event does not contain these five;
    again -- a repetition. It is spoken, and there is no event.
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
    """A fault of the board appeared or went away. Not on the event stream.

    place, what -- named as in the protocol, for example `V7` and `short`;
    gone -- whether the fault went away;
    also -- further places with the same fault.
    """

    place: str
    what: str
    gone: bool = False
    also: tuple[str, ...] = ()


BoardFact = Link | Setup | BoardFault
"""The facts of this module."""

"""What the rules say of a turn: the verdict, the faults and the result of a game. Data only."""

import enum
from dataclasses import dataclass

from companion.rules.vocabulary import Player


class Verdict(enum.StrEnum):
    """How a turn stands: may end so, is on its way to a legal end, or breaks a rule."""

    LEGAL = "legal"
    INCOMPLETE = "incomplete"
    ILLEGAL = "illegal"


class Code(enum.StrEnum):
    """The faults, in the order a referee names them (docs/mistakes.md)."""

    HIT_NOT_ON_BAR = "hit-not-on-bar"
    PIECE_MISSING = "piece-missing"
    PIECE_EXTRA = "piece-extra"
    UNKNOWN_PIECE = "unknown-piece"
    MOVED_OPPONENT = "moved-opponent"
    BACKWARDS = "backwards"
    BAR_FIRST = "bar-first"
    POSTILLON_FIRST = "postillon-first"
    NOT_ALL_HOME = "not-all-home"
    EXIT_OCCUPIED = "exit-occupied"
    FARTHER_PIECE = "farther-piece"
    OCCUPIED_POINT = "occupied-point"
    BLOCKED_STOP = "blocked-stop"
    HIT_FORBIDDEN = "hit-forbidden"
    WRONG_DISTANCE = "wrong-distance"
    TWO_COLOURS = "two-colours"
    START_RUN = "start-run"
    POSTILLON_BLOCKED = "postillon-blocked"
    FULL_PRIME = "full-prime"
    SMALLER_DIE = "smaller-die"
    DICE_UNUSED = "dice-unused"


_RANK: dict[str, int] = {code: rank for rank, code in enumerate(Code)}


def rank(code: str) -> int:
    """Return the rank of a fault in naming; a game's own faults rank before those of the dice."""
    return _RANK.get(code, _RANK[Code.FULL_PRIME])


UNACCEPTABLE: frozenset[Code] = frozenset(
    {
        Code.PIECE_MISSING,
        Code.PIECE_EXTRA,
        Code.TWO_COLOURS,
        Code.UNKNOWN_PIECE,
        Code.HIT_NOT_ON_BAR,
    }
)
"""Boards with one of these cannot be accepted by the opponent (docs/protocol.md, "Events")."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One broken rule, with the data a sentence in any language needs.

    code -- which rule: one of `Code`, or of the game's own;
    player -- whose pieces it is about (for `moved-opponent`, `hit-not-on-bar`: the opponent);
    source, target -- zone names, where the piece stood and where it stands; "" where unknown;
    count -- how many pieces, or how many consecutive points (`full-prime`, `start-run`…);
    pips -- the distance moved, in points, 0 where it does not apply;
    dice -- the dice it is about: those left unused, the larger that had to be played, the stop's;
    zones -- further zones: the closed stops, the points of a run, the farther piece's point;
    document -- the source and its section (docs/rules.md, "The sources"), such as "000 Bouchages";
    postillon -- of missing pieces: the postillon is among them (Jacquet).
    """

    code: str
    player: Player
    source: str = ""
    target: str = ""
    count: int = 1
    pips: int = 0
    dice: tuple[int, ...] = ()
    zones: tuple[str, ...] = ()
    document: str = ""
    postillon: bool = False


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on a board as it stands while the dice lie.

    faults -- in a referee's order, empty when legal;
    reading -- the position text of the reading that was judged (Jacquet: V12 split into travelling
    and off; Dutch: hands filled);
    again -- Acey-Deucey: this end earns a further throw;
    unplayable -- of a legal end: the dice that no legal play uses, none once all pieces are off.
    """

    verdict: Verdict
    faults: tuple[Fault, ...]
    reading: str
    again: bool = False
    unplayable: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """How a finished game counts before the cube.

    kind -- `single`, `gammon`, `backgammon`, `simple`, `double`, `triple`, `quadruple`;
    points -- the value without the cube (Acey-Deucey: the loser's pieces not borne off).
    """

    winner: Player
    kind: str
    points: int

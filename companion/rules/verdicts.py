"""The data of a judgement: the verdict, the faults, and the result of a game."""

import enum
from dataclasses import dataclass

from companion.rules.vocabulary import Player


class Verdict(enum.StrEnum):
    """The state of a turn: legal, incomplete (on the way to a legal end) or illegal."""

    LEGAL = "legal"
    INCOMPLETE = "incomplete"
    ILLEGAL = "illegal"


class Code(enum.StrEnum):
    """The fault codes, in the order in which faults are named (docs/mistakes.md)."""

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
    """Return the place of a fault in naming order; a game's own faults come before dice faults."""
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
"""Faults that the opponent cannot accept (docs/protocol.md, "Events")."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One broken rule, with the data for a sentence in any language.

    code -- one of `Code`, or a code of the game;
    player -- the owner of the pieces, who is the opponent for `moved-opponent` and
    `hit-not-on-bar`;
    source, target -- the zones of the piece before and after; "" if unknown;
    count -- the number of pieces, or of consecutive points (`full-prime`, `start-run`…);
    pips -- the distance moved, 0 if it does not apply;
    dice -- the unused dice, the larger die that must be played, or the die that leads to a closed
    stop;
    zones -- further zones: closed stops, the points of a run, or the places of pieces farther back;
    document -- the source and its section (docs/rules.md, "The sources"), such as "000 Bouchages";
    postillon -- whether the postillon is among the missing pieces (Jacquet).
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
    """The verdict on a board during a turn.

    faults -- in the order in which they are named, empty when legal;
    reading -- the judged position as text. A board does not show everything: in Jacquet, the
    reading says which pieces on V12 are borne off; in Dutch backgammon, it fills the hands;
    again -- whether this end earns a further throw (Acey-Deucey);
    unplayable -- for a legal end, the dice that no legal play uses; none once all pieces are off.
    """

    verdict: Verdict
    faults: tuple[Fault, ...]
    reading: str
    again: bool = False
    unplayable: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a finished game, without the cube.

    kind -- `single`, `gammon`, `backgammon`, `simple`, `double`, `triple`, `quadruple`;
    points -- the value without the cube (Acey-Deucey: the loser's pieces not borne off).
    """

    winner: Player
    kind: str
    points: int

"""The referee's inputs; `settled` derives some of them from a settled board."""

from dataclasses import dataclass

from companion.link.messages import Key
from companion.referee.facts import Roll, Ruling
from companion.rules import Placement, Player


@dataclass(frozen=True, slots=True)
class Stands:
    """The pieces as they stand.

    dice_lie -- both dice of the turn lie flat and undisturbed; layouts -- at a set-up, the other
    layouts in which this board would be the wanted one; other -- the game whose start it is;
    threw -- somebody has thrown since the last look.
    """

    seen: Placement
    dice_lie: bool
    layouts: tuple[tuple[str, ...], ...] = ()
    other: str = ""
    threw: bool = False


@dataclass(frozen=True, slots=True)
class Threw:
    """Both dice of a side came to rest, the larger first; right: the board stood as agreed."""

    player: Player
    dice: tuple[int, int]
    seen: Placement
    right: bool


@dataclass(frozen=True, slots=True)
class ThrewOne:
    """One die of a side came to rest, the other seat is empty; right: as in `Threw`."""

    player: Player
    face: int
    right: bool = True


@dataclass(frozen=True, slots=True)
class Cocked:
    """A side's dice came to rest and one of them does not lie flat."""

    player: Player


@dataclass(frozen=True, slots=True)
class OneDieGone:
    """The single die that was waiting for the second was lifted, or a piece was `moved`.

    beside -- it was thrown beside an old one, which is no part of the throw.
    """

    player: Player
    moved: bool = False
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Uncounted:
    """Dice of a side came to lie while the board had no power: both, or one."""

    player: Player
    both: bool


@dataclass(frozen=True, slots=True)
class DiceUp:
    """The dice of the turn were picked up; other: what lies in the opponent's tray.

    hurried -- he threw that before the board stood still, and may have moved too;
    unwatched -- they are gone, and whether they were picked up nobody has seen.
    """

    seen: Placement
    other: str = ""
    hurried: bool = False
    unwatched: bool = False


@dataclass(frozen=True, slots=True)
class DieTurned:
    """A die of the turn shows another face than it was thrown, 0 when it does not lie flat."""

    was: int
    now: int


@dataclass(frozen=True, slots=True)
class DiceBack:
    """The dice of the turn lie as they were thrown."""


@dataclass(frozen=True, slots=True)
class NoDice:
    """A turn goes on after a break, and not all of its dice lie there."""


@dataclass(frozen=True, slots=True)
class Doubles:
    """The `cube` key."""

    player: Player


@dataclass(frozen=True, slots=True)
class Says:
    """The `yes` or the `no` key."""

    player: Player
    yes: bool


@dataclass(frozen=True, slots=True)
class Asks:
    """A key that asks: `board`, `score` or `hint`; times: how often it was pressed running."""

    player: Player
    key: Key
    times: int


@dataclass(frozen=True, slots=True)
class Draws:
    """The practice partner's dice, which are drawn and lie on no table; the larger first."""

    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Offers:
    """The practice partner offers the cube before its throw."""


@dataclass(frozen=True, slots=True)
class Names:
    """The play that the practice partner has chosen: the position after it, as text."""

    end: str


@dataclass(frozen=True, slots=True)
class ThrewOpening:
    """Both opening dice came to rest at once: green's, then black's."""

    v: int
    n: int


@dataclass(frozen=True, slots=True)
class TypedLines:
    """The lines of moves that stand in this turn of a typed table, see `state.Throw`."""

    lines: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class CorrectionStarts:
    """The player who erred begins to correct at a typed table, before anybody has demanded it."""


Act = (
    ThrewOne
    | Draws
    | Offers
    | Names
    | Says
    | Stands
    | Threw
    | ThrewOpening
    | DiceUp
    | TypedLines
    | CorrectionStarts
)
"""An action without a board: by the practice partner, or at a typed table."""

Input = (
    Act | Cocked | OneDieGone | Uncounted | DieTurned | DiceBack | NoDice | Doubles | Asks | Ruling
)

# --- what the referee makes of an input ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Answer(Says):
    """A `yes` or a `no` to the question that is open; topic, item: as in `state.Asked`."""

    topic: str
    item: str


@dataclass(frozen=True, slots=True)
class Lifted:
    """A board that is not judged: a piece was lifted to be asked about, or the mover is asked.

    pile -- what stood in the `place` lifted from, "" where that was told already; right -- the
    board as it is now, where it stands as agreed: the piece was one too many and does not go back.
    """

    place: str = ""
    pile: str = ""
    right: Stands | None = None


@dataclass(frozen=True, slots=True)
class Counted:
    """A throw that counts, of whose dice some lie in these trays.

    down -- the dice that lie there, None: both.
    """

    thrown: Roll
    trays: str
    down: tuple[int, ...] | None = None


Taken = Input | Answer | Lifted | Counted
"""What the machine takes: an input as it is, or one that it was turned into."""

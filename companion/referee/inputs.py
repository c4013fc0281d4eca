"""The referee's inputs; `settled` derives some of them from a settled board."""

from dataclasses import dataclass

from companion.link.messages import Key
from companion.referee.facts import Roll, Ruling
from companion.rules import Placement, Player


@dataclass(frozen=True, slots=True)
class Stands:
    """The pieces of a settled board.

    dice_lie -- whether both dice of the turn lie flat and undisturbed;
    layouts -- in a set-up, the other layouts in which this board shows the required position;
    other -- another game that begins with this position;
    threw -- whether dice were thrown since the last settled board.
    """

    seen: Placement
    dice_lie: bool
    layouts: tuple[tuple[str, ...], ...] = ()
    other: str = ""
    threw: bool = False


@dataclass(frozen=True, slots=True)
class Threw:
    """Both dice of a player came to rest, the larger first.

    right -- whether the board showed the agreed position.
    """

    player: Player
    dice: tuple[int, int]
    seen: Placement
    right: bool


@dataclass(frozen=True, slots=True)
class ThrewOne:
    """One die of a player came to rest, the other seat is empty; right -- as in `Threw`."""

    player: Player
    face: int
    right: bool = True


@dataclass(frozen=True, slots=True)
class Cocked:
    """A player's dice came to rest, and one does not lie flat."""

    player: Player


Thrown = Threw | ThrewOne | Cocked
"""A throw of one or two dice, or a cocked throw."""


@dataclass(frozen=True, slots=True)
class OneDieGone:
    """A player lifted the first die, or moved a piece, before throwing the second die.

    moved -- whether a piece was moved while the die lies in the tray;
    with_old_die -- an old die, which is not part of the throw, was already in the tray.
    """

    player: Player
    moved: bool = False
    with_old_die: bool = False


@dataclass(frozen=True, slots=True)
class Uncounted:
    """One or both dice of a player were put down while the power was off."""

    player: Player
    both: bool


@dataclass(frozen=True, slots=True)
class DiceUp:
    """The dice of the turn were picked up.

    other -- the faces in the opponent's tray;
    has_thrown -- whether the opponent threw before the board settled. At a typed table, whether the
    turn ended because dice were typed for the opponent;
    unwatched -- whether the dice are missing but nobody was seen to pick them up.
    """

    seen: Placement
    other: str = ""
    has_thrown: bool = False
    unwatched: bool = False


@dataclass(frozen=True, slots=True)
class DieTurned:
    """A die of the turn no longer shows the thrown face.

    now -- the new face, 0 if the die does not lie flat.
    """

    was: int
    now: int


@dataclass(frozen=True, slots=True)
class DiceBack:
    """The dice of the turn lie as they were thrown."""


@dataclass(frozen=True, slots=True)
class NoDice:
    """A turn resumes after a break, and some of its dice are missing."""


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
    """The key `board`, `score` or `hint`; times -- how many times in a row."""

    player: Player
    key: Key
    times: int


@dataclass(frozen=True, slots=True)
class Draws:
    """The practice partner's dice, drawn at random, the larger first."""

    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Offers:
    """The practice partner offers the cube before its throw."""


@dataclass(frozen=True, slots=True)
class Names:
    """The play that the practice partner has chosen, as the text of the position after it."""

    end: str


@dataclass(frozen=True, slots=True)
class ThrewOpening:
    """Both opening dice, green's and black's, came to rest at once."""

    v: int
    n: int


@dataclass(frozen=True, slots=True)
class TypedLines:
    """The lines of moves of this turn at a typed table, see `state.Throw`."""

    lines: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Cancels:
    """A player types a line that leaves the menu or cancels the player's own request."""

    player: Player


@dataclass(frozen=True, slots=True)
class CorrectionStarts:
    """At a typed table, a player begins to correct an open error before the opponent demands it."""


@dataclass(frozen=True, slots=True)
class Chooses:
    """A player types the name of a menu entry. The caller ensures that no question is open."""

    player: Player
    entry: str


PartnersAct = Draws | Offers | Names
"""An action of the practice partner."""

TypedAct = ThrewOpening | TypedLines | Cancels | CorrectionStarts | Chooses
"""An action that only a typed table reports."""

Act = PartnersAct | TypedAct | Says | Stands | Threw | ThrewOne | DiceUp
"""An action without a board: by the practice partner, or at a typed table."""

SensedAct = Cocked | OneDieGone | Uncounted | DieTurned | DiceBack | NoDice | Doubles | Asks
"""An action that only a board reports."""

Input = Act | SensedAct | Ruling

# --- interpreted inputs --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Answer(Says):
    """A `yes` or `no` to the open question; topic, item -- as in `state.Asked`."""

    topic: str
    item: str


@dataclass(frozen=True, slots=True)
class Lifted:
    """A board that is not judged, because of a lifted piece or a question to the mover.

    pile -- the pieces on `place` before the lift, "" if already announced;
    right -- the board without the lifted piece, if it shows the agreed position.
    """

    place: str = ""
    pile: str = ""
    right: Stands | None = None


@dataclass(frozen=True, slots=True)
class Counted:
    """A valid throw, and the trays in which its dice lie.

    down -- the dice that lie in the trays, None for both dice.
    """

    thrown: Roll
    trays: str
    down: tuple[int, ...] | None = None


Taken = Input | Answer | Lifted | Counted
"""All inputs of the machine."""

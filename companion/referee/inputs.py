"""The referee's inputs, and the functions that derive them from a settled board.

A settled board is taken apart into inputs, in the order in which a referee looks: the dice of the
running turn, the pieces, new throws, the pieces once more (a throw changes what they mean).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.board.touches import seats_of
from companion.link.messages import BoardState, Face, Key, Seats
from companion.referee.disabled_places import DICE
from companion.referee.facts import Roll, Ruling
from companion.referee.state import Phase, State, Topic
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
    at: int


@dataclass(frozen=True, slots=True)
class Says:
    """The `yes` or the `no` key."""

    player: Player
    yes: bool
    at: int


@dataclass(frozen=True, slots=True)
class Asks:
    """A key that asks: `board`, `score` or `hint`; times: how often it was pressed running."""

    player: Player
    key: Key
    times: int
    at: int


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
"""What is done without a board: by the practice partner, or at a typed table."""

Input = (
    Stands
    | Threw
    | ThrewOne
    | Cocked
    | OneDieGone
    | Uncounted
    | DiceUp
    | DieTurned
    | DiceBack
    | NoDice
    | Doubles
    | Says
    | Asks
    | Draws
    | Offers
    | Names
    | ThrewOpening
    | TypedLines
    | CorrectionStarts
    | Ruling
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


# --- what is read off a settled board ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Look:
    """One settled board: the pieces, the dice seats, and who has thrown since the last look.

    beside -- who of them threw one die only, beside another that lay there;
    ended -- the pieces as they are read once the turn is over, where places are out of order;
    uncounted -- whose dice came to lie while the board had no power.
    """

    seen: Placement
    state: BoardState
    thrown: frozenset[Player]
    layouts: tuple[tuple[str, ...], ...] = ()
    beside: frozenset[Player] = frozenset()
    ended: Placement | None = None
    other: str = ""
    uncounted: frozenset[Player] = frozenset()

    def pieces(self, state: State) -> Placement:
        """How the pieces are read in this state: of a turn that has ended, or as they stand."""
        return self.ended or self.seen if state.phase is Phase.ERROR else self.seen

    def seats(self, player: Player) -> Seats:
        """One side's dice seats."""
        return seats_of(self.state, player)


def turn_dice(state: State, look: Look, *, any_die: bool) -> Iterator[Input]:
    """Read the dice of the running turn: up, turned, or lying again (contracts, section 2)."""
    throw = state.throw
    if state.phase is not Phase.MOVING or throw.dice is None:
        return
    other = look.seats(state.player.other).faces if state.player else ""
    ended = look.ended or look.seen
    if throw.done:
        yield DiceUp(ended, other)
        return
    lying = lying_dice(state, look)
    if Face.MOVING in lying:
        return
    if not lying or (any_die and len(lying) == 1):
        if throw.dice_lie:
            threw = state.player is not None and state.player.other in look.thrown
            yield DiceUp(ended, other, hurried=threw and len(other) == 2 and other.isdecimal())
        elif not throw.by_hand and not (state.asked and state.asked.topic == Topic.READING):
            yield DiceUp(ended, other, unwatched=True)
        return
    if len(lying) == len(throw.down):
        yield DiceBack() if throw.by_hand else _compare(throw.down, lying)


def lying_dice(state: State, look: Look) -> str:
    """What the occupied seats of the turn's trays show.

    The opening die of a side that has thrown both dice since was picked up for that throw.
    """
    trays = [Player(tray) for tray in state.throw.trays if DICE[Player(tray)] not in state.dead]
    if len(trays) > 1:
        anew = look.thrown | look.uncounted
        trays = [tray for tray in trays if not (tray in anew and _both(look, tray))]
    return "".join(look.seats(tray).faces for tray in trays).replace(Face.EMPTY, "")


def _both(look: Look, player: Player) -> bool:
    return Face.EMPTY not in look.seats(player).faces


def _compare(dice: tuple[int, ...], lying: str) -> Input:
    """Compare the dice as thrown with the faces that lie, whichever seat each lies in."""
    now = [int(face) if face.isdecimal() else 0 for face in lying]
    missing = list(dice)
    strange = []
    for face in now:
        if face in missing:
            missing.remove(face)
        else:
            strange.append(face)
    return DieTurned(missing[0], strange[0]) if strange else DiceBack()


def gone_on(before: State, state: State, look: Look) -> Iterator[Input]:
    """Whether the dice of a turn that goes on with this look, after a break, lie as thrown."""
    if before.phase is not Phase.SETUP or state.phase is not Phase.MOVING or state.throw.by_hand:
        return
    lying = lying_dice(state, look)
    if len(lying) < len(state.throw.down):
        yield NoDice()
    elif len(lying) == len(state.throw.down) and Face.MOVING not in lying:
        compared = _compare(state.throw.down, lying)
        if isinstance(compared, DieTurned):
            yield compared


def stands(state: State, look: Look) -> Stands:
    """Read the pieces; they are judged only while both dice of the turn lie as thrown.

    Dice that were set by hand count as lying until the turn ends.
    """
    as_thrown = sorted(lying_dice(state, look)) == sorted(map(str, state.throw.down))
    lie = state.phase is Phase.MOVING and (state.throw.by_hand or as_thrown)
    return Stands(look.pieces(state), lie, look.layouts, look.other, bool(look.thrown))


def throws(state: State, look: Look, player: Player, *, right_before: bool) -> Iterator[Input]:
    """Read a side's new throw, or what became of its single die that waits for the second."""
    if DICE[player] in state.dead:
        return
    waiting = state.one_die is player
    faces = look.seats(player).faces.replace(Face.EMPTY, "")
    if waiting and (
        not faces or (state.phase is Phase.TO_THROW and right_before and not state.right)
    ):
        yield OneDieGone(player, moved=bool(faces))
        return
    if player in look.uncounted and not waiting:
        yield Uncounted(player, len(faces) == 2)
        return
    if not faces or Face.MOVING in faces or not (waiting or player in look.thrown):
        return
    if Face.COCKED in faces:
        yield Cocked(player)
    elif player in look.beside and not waiting and state.player is player:
        # An old die, such as that of Jacquet's opening, is no part of a throw (000, 001).
        yield OneDieGone(player, beside=True)
    elif len(faces) == 1:
        if not waiting:
            yield ThrewOne(player, int(faces), right_before or state.right)
    else:
        low, high = sorted(map(int, faces))
        yield Threw(player, (high, low), look.pieces(state), right_before or state.right)

"""Clumsy hands: what people do at a real table between the throw and the lift of the dice.

They lift several pieces at once, hover, slide over points between, drop pieces and pick them up,
knock others over and put them back, exchange two of them, and lift a die to feel it. In the end
the pieces stand where they were meant to. All of it is a script of small acts, made from a seed
before anything is touched, so that whatever goes wrong can be read and done again.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from companion.board.occupancy import Zones
from companion.link.messages import ZONES, Face, Key
from companion.rules.vocabulary import POINTS, Placement, Player
from companion.sim.board import VirtualBoard
from companion.sim.hands import Act, Layout, Lift, Put, moves, perform

BRIEF: Final = (20, 200)
"""Milliseconds between two acts of hands at work: shorter than the settling time."""

LONG: Final = (300, 900)
"""Milliseconds of a hand that stops to think, longer than the settling time."""

STEADY: Final = (100, 180)
"""Milliseconds between two acts that the board certainly sees, and that never settle."""

_SLIDE: Final = (50, 200)
_GLANCES: Final = (Key.REPEAT, Key.BOARD, Key.SCORE)


@dataclass(frozen=True, slots=True)
class Pause:
    """Hands do nothing for so many milliseconds of the board's clock."""

    ms: int


@dataclass(frozen=True, slots=True)
class DieUp:
    """The die in one seat (0 or 1) of a tray is lifted."""

    player: Player
    seat: int


@dataclass(frozen=True, slots=True)
class DieDown:
    """A die is thrown or laid into a seat: it moves for ms, then shows the face."""

    player: Player
    seat: int
    face: str
    ms: int


@dataclass(frozen=True, slots=True)
class Press:
    """A key is pressed."""

    player: Player
    key: Key


ClumsyAct = Act | Pause | DieUp | DieDown | Press
Script = tuple[ClumsyAct, ...]
Lying = tuple[DieDown, ...]
"""The dice of a turn, as they were laid down."""


def do(board: VirtualBoard, act: ClumsyAct) -> None:
    """Do one act of a script. Raises `SimError` when it cannot be done."""
    match act:
        case Pause(ms):
            board.advance(ms)
        case DieUp(player, seat):
            board.lift_dice(player, seat)
        case DieDown(player, seat, face, ms):
            faces = (face, None) if seat == 0 else (None, face)
            board.throw(player, *faces, ms=ms)
        case Press(player, key):
            board.press(player, key)
        case Lift() | Put():
            perform(board, act)


def script_text(script: Iterable[ClumsyAct]) -> str:
    """A script as people read it: one act a line, as Python writes it."""
    return "\n".join(map(repr, script))


class ClumsyHands:
    """Makes scripts. chance -- where all of it comes from; layout -- how the game's pieces lie."""

    def __init__(self, chance: random.Random, layout: Layout) -> None:
        self._chance = chance
        self._layout = layout

    def throw(self, player: Player, dice: tuple[int, int]) -> Script:
        """Throw two dice into one tray, together or one after the other."""
        seats = self._chance.sample((0, 1), 2)
        first, second = (
            DieDown(player, seat, str(face), self._within(BRIEF))
            for seat, face in zip(seats, dice, strict=True)
        )
        gap = self._chance.choice((0, 0, self._within(BRIEF), self._within(LONG)))
        return (first, Pause(gap), second) if gap else (first, second)

    def lift_dice(self, lying: Lying) -> Script:
        """Pick up all dice of a turn, one after the other, in any order."""
        acts: list[ClumsyAct] = []
        for die in self._chance.sample(lying, len(lying)):
            acts += (DieUp(die.player, die.seat), Pause(self._a_while()))
        return tuple(acts[:-1])

    def steady(self, zones: Zones, board: Placement) -> Script:
        """Turn what lies there into a board without a stop and without a slip."""
        acts: list[ClumsyAct] = []
        for act in moves(zones, board, self._layout):
            acts += (act, Pause(self._within(STEADY)))
        return tuple(acts)

    def play(self, zones: Zones, boards: Sequence[Placement], lying: Lying) -> Script:
        """Show one board after the other, the last to stay; between them hands rest or do not.

        zones -- what lies there now; lying -- the dice of the turn, to be touched one at a time.
        """
        desk = _Desk(zones)
        for board in boards:
            self._antics(desk, lying)
            self._carry(desk, board, lying)
            desk.pause(self._a_while())
        self._antics(desk, lying)
        return tuple(desk.acts)

    # --- chance --------------------------------------------------------------------------------

    def _within(self, span: tuple[int, int]) -> int:
        return self._chance.randint(*span)

    def _a_while(self) -> int:
        """Mostly a moment, now and then so long that the board settles."""
        return self._within(LONG if self._chance.random() < 0.25 else BRIEF)

    # --- pieces on their way -------------------------------------------------------------------

    def _carry(self, desk: "_Desk", board: Placement, lying: Lying) -> None:
        """Carry the pieces in any order, one to three of them in the air at once."""
        left = _carries(moves(desk.zones, board, self._layout))
        self._chance.shuffle(left)
        while left:
            together = [left.pop() for _ in range(min(len(left), self._chance.randint(1, 3)))]
            for source, _ in together:
                if source is not None:
                    desk.do(source)
                    desk.pause(self._a_while())
            if self._chance.random() < 0.1:
                self._feel_a_die(desk, lying)
            for _, target in self._chance.sample(together, len(together)):
                if target is not None:
                    self._arrive(desk, target)

    def _arrive(self, desk: "_Desk", target: Put) -> None:
        """Put a piece down where it is to stand: at once, after sliding, or after a slip."""
        way = self._chance.random()
        if way < 0.3:
            for zone in self._chance.choices(POINTS, k=self._chance.randint(1, 4)):
                desk.through(Put(zone, target.letter), self._within(_SLIDE))
        elif way < 0.45:
            dropped = Put(self._chance.choice(ZONES), target.letter)
            desk.through(dropped, self._a_while())
            desk.pause(self._a_while())
        desk.do(target)
        desk.pause(self._a_while())

    # --- what should not happen, and does ------------------------------------------------------

    def _antics(self, desk: "_Desk", lying: Lying) -> None:
        for _ in range(self._chance.choice((0, 0, 1, 2))):
            self._chance.choice((self._knock, self._swap, self._feel_a_die, self._glance))(
                desk, lying
            )

    def _knock(self, desk: "_Desk", _lying: Lying) -> None:
        """Knock over one to three pieces of either side and put them back where they stood."""
        standing = desk.standing()
        fallen = self._chance.sample(standing, min(len(standing), self._chance.randint(1, 3)))
        for piece in fallen:
            desk.do(Lift(piece.zone, piece.letter))
        desk.pause(self._a_while())
        for piece in self._chance.sample(fallen, len(fallen)):
            desk.do(piece)
            desk.pause(self._a_while())

    def _swap(self, desk: "_Desk", _lying: Lying) -> None:
        """Exchange two pieces of one kind: the board is the same again in the end."""
        standing = desk.standing()
        one = self._chance.choice(standing) if standing else None
        others = [each for each in standing if one and each.letter == one.letter and each != one]
        if one is None or not others:
            return
        other = self._chance.choice(others)
        for act in (Lift(one.zone, one.letter), Lift(other.zone, other.letter), one, other):
            desk.do(act)
            desk.pause(self._a_while())

    def _feel_a_die(self, desk: "_Desk", lying: Lying) -> None:
        """Lift one die of the turn and put it back as it lay."""
        if not lying:
            return
        die = self._chance.choice(lying)
        desk.acts.append(DieUp(die.player, die.seat))
        desk.pause(self._a_while())
        desk.acts.append(DieDown(die.player, die.seat, die.face, self._within(BRIEF)))
        desk.pause(self._a_while())

    def _glance(self, desk: "_Desk", _lying: Lying) -> None:
        """Ask the companion something in the middle of it."""
        player, key = self._chance.choice(list(Player)), self._chance.choice(_GLANCES)
        desk.acts.append(Press(player, key))
        desk.pause(self._a_while())


class _Desk:
    """The script in the making, and what will lie on the board when it has been done."""

    def __init__(self, zones: Zones) -> None:
        self.acts: list[ClumsyAct] = []
        self._piles = {zone: dict(pile) for zone, pile in zones}

    @property
    def zones(self) -> Zones:
        """What will lie there, as in a `BoardState`."""
        return tuple(
            (zone, tuple((letter, count) for letter, count in pile.items() if count))
            for zone, pile in self._piles.items()
            if any(pile.values())
        )

    def standing(self) -> list[Put]:
        """Every piece, each as the act that would put it where it stands."""
        return [
            Put(zone, letter)
            for zone, pile in self._piles.items()
            for letter, count in pile.items()
            for _ in range(count)
        ]

    def do(self, act: Act) -> None:
        """Lift or put one piece."""
        pile = self._piles.setdefault(act.zone, {})
        pile[act.letter] = pile.get(act.letter, 0) + (1 if isinstance(act, Put) else -1)
        self.acts.append(act)

    def through(self, there: Put, ms: int) -> None:
        """Let a piece be seen somewhere for a while."""
        self.do(there)
        self.pause(ms)
        self.do(Lift(there.zone, there.letter))

    def pause(self, ms: int) -> None:
        """Do nothing."""
        self.acts.append(Pause(ms))


def _carries(acts: Sequence[Act]) -> list[tuple[Lift | None, Put | None]]:
    """Pair each lift with the put of the same piece; what has no other end stays alone."""
    found: list[tuple[Lift | None, Put | None]] = []
    for act in acts:
        last = found[-1] if found else (None, None)
        if isinstance(act, Lift):
            found.append((act, None))
        elif last[0] is not None and last[1] is None and last[0].letter == act.letter:
            found[-1] = (last[0], act)
        else:
            found.append((None, act))
    return found


def lying_in(board: VirtualBoard) -> Lying:
    """The dice that lie on a board, to be lifted or felt."""
    return tuple(
        DieDown(player, seat, face, 0)
        for player in Player
        for seat, face in enumerate(board.faces(player))
        if face not in (Face.EMPTY, Face.MOVING)
    )

"""Simulates clumsy hands: what people do at a table between the throw and the lift of the dice.

They lift several pieces at once, hover, slide over points, drop pieces and pick them up, knock
others over and put them back, swap two pieces, and lift a die to feel it. In the end the pieces
are in the right places. All acts are written to a script from a seed before any is performed, so
that a failure can be read and repeated.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from companion.board.observation import Zones
from companion.link.messages import ZONES, Face, Key
from companion.rules.vocabulary import POINTS, Placement, Player
from companion.sim.board import VirtualBoard
from companion.sim.hands import Act, Layout, Lift, Put, moves, perform

BRIEF: Final = (20, 200)
"""Milliseconds between two acts, shorter than the settling time."""

LONG: Final = (300, 900)
"""Milliseconds of a pause to think, longer than the settling time."""

STEADY: Final = (100, 180)
"""Milliseconds between two acts, long enough for the board to see each but not to settle."""

_SLIDE: Final = (50, 200)
_GLANCES: Final = (Key.REPEAT, Key.BOARD, Key.SCORE)


@dataclass(frozen=True, slots=True)
class Pause:
    """Hands do nothing for `ms` milliseconds of the board's clock."""

    ms: int


@dataclass(frozen=True, slots=True)
class DieUp:
    """The die in one seat (0 or 1) of a tray is lifted."""

    player: Player
    seat: int


@dataclass(frozen=True, slots=True)
class DieDown:
    """A die is thrown or put into a seat. It moves for `ms`, then shows the face."""

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
"""The dice of a turn, as the acts that put them down."""


def do(board: VirtualBoard, act: ClumsyAct) -> None:
    """Perform one act of a script. Raise `SimError` if that is impossible."""
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
    """Return a script as text, with one act per line."""
    return "\n".join(map(repr, script))


class ClumsyHands:
    """Makes scripts. chance -- the random source; layout -- see `Layout`."""

    def __init__(self, chance: random.Random, layout: Layout) -> None:
        self._chance = chance
        self._layout = layout

    def throw(self, player: Player, dice: tuple[int, int]) -> Script:
        """Return a throw of two dice into one tray, together or one after the other."""
        seats = self._chance.sample((0, 1), 2)
        first, second = (
            DieDown(player, seat, str(face), self._within(BRIEF))
            for seat, face in zip(seats, dice, strict=True)
        )
        gap = self._chance.choice((0, 0, self._within(BRIEF), self._within(LONG)))
        return (first, Pause(gap), second) if gap else (first, second)

    def lift_dice(self, lying: Lying) -> Script:
        """Return the lifts of all dice of a turn, one after the other, in random order."""
        acts: list[ClumsyAct] = []
        for die in self._chance.sample(lying, len(lying)):
            acts += (DieUp(die.player, die.seat), Pause(self._a_while()))
        return tuple(acts[:-1])

    def steady(self, zones: Zones, board: Placement) -> Script:
        """Return acts that change the zones into a board, without long pauses or slips."""
        acts: list[ClumsyAct] = []
        for act in moves(zones, board, self._layout):
            acts += (act, Pause(self._within(STEADY)))
        return tuple(acts)

    def play(self, zones: Zones, boards: Sequence[Placement], lying: Lying) -> Script:
        """Return acts that show the boards one after the other, with random clumsiness.

        zones -- the present pieces; lying -- the dice of the turn, touched one at a time
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
        """Return a mostly short time, sometimes long enough for the board to settle."""
        return self._within(LONG if self._chance.random() < 0.25 else BRIEF)

    # --- pieces on their way -------------------------------------------------------------------

    def _carry(self, desk: "_Desk", board: Placement, lying: Lying) -> None:
        """Carry the pieces in random order, with one to three in the air at once."""
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
        """Put a piece down in its place: directly, after sliding, or after dropping it."""
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

    # --- clumsiness ----------------------------------------------------------------------------

    def _antics(self, desk: "_Desk", lying: Lying) -> None:
        for _ in range(self._chance.choice((0, 0, 1, 2))):
            self._chance.choice((self._knock, self._swap, self._feel_a_die, self._glance))(
                desk, lying
            )

    def _knock(self, desk: "_Desk", _lying: Lying) -> None:
        """Knock over one to three pieces of either side and put them back."""
        standing = desk.standing()
        fallen = self._chance.sample(standing, min(len(standing), self._chance.randint(1, 3)))
        for piece in fallen:
            desk.do(Lift(piece.zone, piece.letter))
        desk.pause(self._a_while())
        for piece in self._chance.sample(fallen, len(fallen)):
            desk.do(piece)
            desk.pause(self._a_while())

    def _swap(self, desk: "_Desk", _lying: Lying) -> None:
        """Swap two pieces of one kind, so that the board is the same afterwards."""
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
        """Lift one die of the turn and put it back with the same face."""
        if not lying:
            return
        die = self._chance.choice(lying)
        desk.acts.append(DieUp(die.player, die.seat))
        desk.pause(self._a_while())
        desk.acts.append(DieDown(die.player, die.seat, die.face, self._within(BRIEF)))
        desk.pause(self._a_while())

    def _glance(self, desk: "_Desk", _lying: Lying) -> None:
        """Press an information key."""
        player, key = self._chance.choice(list(Player)), self._chance.choice(_GLANCES)
        desk.acts.append(Press(player, key))
        desk.pause(self._a_while())


class _Desk:
    """A script under construction, with the pieces on the board after it."""

    def __init__(self, zones: Zones) -> None:
        self.acts: list[ClumsyAct] = []
        self._piles = {zone: dict(pile) for zone, pile in zones}

    @property
    def zones(self) -> Zones:
        """The pieces after the script, as in a `BoardState`."""
        return tuple(
            (zone, tuple((letter, count) for letter, count in pile.items() if count))
            for zone, pile in self._piles.items()
            if any(pile.values())
        )

    def standing(self) -> list[Put]:
        """Return all pieces, each as the act that would put it in its place."""
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
        """Put a piece down and lift it again after `ms`."""
        self.do(there)
        self.pause(ms)
        self.do(Lift(there.zone, there.letter))

    def pause(self, ms: int) -> None:
        """Add a pause."""
        self.acts.append(Pause(ms))


def _carries(acts: Sequence[Act]) -> list[tuple[Lift | None, Put | None]]:
    """Pair each lift with the put of the same piece; an act without a partner stays alone."""
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
    """Return the dice at rest on a board."""
    return tuple(
        DieDown(player, seat, face, 0)
        for player in Player
        for seat, face in enumerate(board.faces(player))
        if face not in (Face.EMPTY, Face.MOVING)
    )

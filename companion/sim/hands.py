"""Simulates hands at a virtual board: turns placements into lifts and puts, dice and keys.

Placements use the zones of the rules; the board has only the zones that it senses. Pieces in hand
are off the board, and in Jacquet borne-off pieces are on V12 and N12 (docs/protocol.md, "What the
table shows").
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from typing import Final, Protocol, TypeVar

from companion.board.observation import Zones, mirror, travels
from companion.link.messages import Face, Key
from companion.rules.games import Game
from companion.rules.vocabulary import BAR, EXIT, HAND, OFF, Placement, Player
from companion.sim.board import MOVING_MS, VirtualBoard

PAUSE_MS: Final = 150
"""The time between a lift and a put, shorter than the settling time."""

SETTLE_MS: Final = 400
"""The time after the last change until two lines have shown the change."""

_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class Lift:
    """A piece is lifted from a zone, named as in the protocol."""

    zone: str
    letter: str


@dataclass(frozen=True, slots=True)
class Put:
    """A piece is put into a zone, named as in the protocol."""

    zone: str
    letter: str


Act = Lift | Put


@dataclass(frozen=True, slots=True)
class Layout:
    """The game, and whether left and right are swapped."""

    game: Game
    mirrored: bool = False


class Acting(Protocol):
    """Applies a function to a board and returns its result, as `BoardServer.act` does."""

    def __call__(self, do: Callable[[VirtualBoard], _Result], /) -> _Result:
        """Call `do` with the board."""


def moves(zones: Zones, after: Placement, layout: Layout) -> tuple[Act, ...]:
    """Return the lifts and puts that change the pieces in `zones` into the placement.

    Each piece is lifted from a zone with too many and put into a zone with too few, farthest from
    home first. Extra pieces are only lifted, and missing pieces are only put. A hit piece goes to
    its bar before the mover's pieces move.
    """
    sides = sorted(Player, key=lambda player: after[BAR[player]].of(player), reverse=True)
    acts: list[Act] = []
    for player in sides:
        acts += _Side(player, layout).moves(zones, after)
    strangers = [(zone, dict(pile).get("?", 0)) for zone, pile in zones]
    return (*(Lift(zone, "?") for zone, count in strangers for _ in range(count)), *acts)


class _Side:
    """The moves of one player's pieces. Zones have the names of an unmirrored board."""

    def __init__(self, player: Player, layout: Layout) -> None:
        self._player = player
        self._postillon = layout.game.postillon
        self._exits = bool(layout.game.exit_number)
        self._mirrored = layout.mirrored
        self._path = layout.game.track.zones[player]
        self._letters = [player.value.lower(), player.value]

    def moves(self, zones: Zones, after: Placement) -> Iterator[Act]:
        have = self._have(zones)
        want = self._want(after)
        if self._postillon:
            yield from self._move_star(have, want, after)
        surplus = [
            (zone, letter)
            for zone in self._farthest_first(have)
            for letter in have[zone][: max(len(have[zone]) - want.get(zone, 0), 0)]
        ]
        lacking = [
            zone
            for zone in self._farthest_first(want)
            for _ in range(want[zone] - len(have.get(zone, ())))
        ]
        for taken, put in zip_longest(surplus, lacking):
            letter = taken[1] if taken else self._letters[0]
            yield from self._carry(taken[0] if taken else None, put, letter)

    def _carry(self, source: str | None, target: str | None, letter: str) -> Iterator[Act]:
        if source is not None:
            yield Lift(self._physical(source), letter)
        if target is not None:
            yield Put(self._physical(target), letter)

    def _move_star(
        self, have: dict[str, list[str]], want: dict[str, int], after: Placement
    ) -> Iterator[Act]:
        """Move the postillon itself to its new place, so that no pawn is moved instead of it."""
        star = self._letters[1]
        source = next((zone for zone, letters in have.items() if star in letters), None)
        target = self._star_target(source, have, want, after)
        if target is None or target == source:
            return
        yield from self._carry(source, target, star)
        if source is not None:
            have[source].remove(star)
        have.setdefault(target, []).append(star)

    def _star_target(
        self, source: str | None, have: dict[str, list[str]], want: dict[str, int], after: Placement
    ) -> str | None:
        for zone in self._path:
            if after[zone].postillon(self._player):
                return zone
        borne_off = source == EXIT[self._player] and want.get(source, 0) > 0
        if source is None or borne_off or not travels(self._player, source):
            return None
        lacking = [zone for zone in want if want[zone] > len(have.get(zone, ()))]
        if not lacking:
            return None
        # The postillon came home, where the placement shows it as a pawn.
        home = [zone for zone in want if not travels(self._player, zone)]
        arrivals = [zone for zone in lacking if zone in (*home, EXIT[self._player])]
        return next(iter([*arrivals, *home, *lacking]))

    def _have(self, zones: Zones) -> dict[str, list[str]]:
        """Return the letters of the side's pieces by zone, pawns before the star."""
        found = {}
        for seen_in, pile in zones:
            zone = mirror(seen_in) if self._mirrored else seen_in
            counts = dict(pile)
            letters = [letter for letter in self._letters for _ in range(counts.get(letter, 0))]
            if letters:
                found[zone] = letters
        return found

    def _want(self, after: Placement) -> dict[str, int]:
        """Return the wanted number of pieces in each sensed zone."""
        wanted: dict[str, int] = {}
        for zone in self._path:
            count = after[zone].of(self._player)
            if not count or zone == HAND[self._player]:
                continue
            if self._exits and zone == OFF[self._player]:
                zone = EXIT[self._player]  # noqa: PLW2901 -- where borne-off pieces are put
            wanted[zone] = wanted.get(zone, 0) + count
        return wanted

    def _farthest_first(self, zones: dict[str, list[str]] | dict[str, int]) -> list[str]:
        own = [zone for zone in reversed(self._path) if zone in zones]
        return own + [zone for zone in zones if zone not in own]

    def _physical(self, zone: str) -> str:
        return mirror(zone) if self._mirrored else zone


class BoardHands:
    """Both players' hands at one board. Placements use the zones of the rules.

    act -- a function such as `BoardServer.act`
    wait -- waits for this many milliseconds of the board's time, for example by sleeping
    pause_ms -- the time between two pieces or keys
    ready -- waits until a player may act, for example until nothing is being spoken
    """

    def __init__(
        self,
        act: Acting,
        wait: Callable[[int], None],
        layout: Layout,
        *,
        pause_ms: int = PAUSE_MS,
        ready: Callable[[], None] = lambda: None,
    ) -> None:
        self._ready = ready
        self._act = act
        self._wait = wait
        self._layout = layout
        self._pause_ms = pause_ms

    def set_up(self, placement: Placement) -> None:
        """Put all pieces where the placement has them."""
        zones = self._act(lambda board: board.zones)
        for act in moves(zones, placement, self._layout):
            self._act(partial(perform, act=act))
            self._wait(self._pause_ms)
        self._wait(SETTLE_MS)

    def move(self, before: Placement, after: Placement) -> None:
        """Move pieces, one by one, until the board shows the second placement.

        The moves start from the actual board, even if it differs from `before`. If the two
        placements are equal, nothing is moved.
        """
        self._ready()
        if before != after:
            self.set_up(after)

    def throw(self, player: Player, first: int | str, second: int | str | None) -> None:
        """Throw one or two dice into a tray and let them come to rest; `c` is a cocked die."""
        self._ready()
        faces = [None if face is None else str(face) for face in (first, second)]
        self._act(lambda board: board.throw(player, faces[0], faces[1]))
        self._wait(MOVING_MS + SETTLE_MS)

    def lift(self, player: Player) -> None:
        """Pick up the dice in the player's tray, if any."""
        self._ready()
        if self._act(lambda board: board.faces(player)) != Face.EMPTY * 2:
            self._act(lambda board: board.lift_dice(player))
            self._wait(SETTLE_MS)

    def press(self, player: Player, key: Key) -> None:
        """Press one of the player's keys."""
        self._ready()
        self._act(lambda board: board.press(player, key))
        self._wait(self._pause_ms)


def perform(board: VirtualBoard, act: Act) -> None:
    """Lift or put one piece. Raise `SimError` if that is impossible."""
    if isinstance(act, Lift):
        board.lift(act.zone, act.letter)
    else:
        board.put(act.zone, act.letter)

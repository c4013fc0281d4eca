"""What one line of the board says: keys, time, faults, and a board at rest.

A board may lie turned round on the table, with green's pieces before black. `turned` gives back the
board as the rules number it. Turning twice changes nothing.
"""

from dataclasses import dataclass, replace
from typing import Final, Self

from companion.board.counters import Pressed
from companion.board.health import Changed
from companion.link.messages import BoardState
from companion.rules.vocabulary import POINTS, Player

NOBODY: Final[frozenset[Player]] = frozenset()
NO_NEWS: Final = Changed()


@dataclass(frozen=True, slots=True)
class SettledBoard:
    """A board that stood still, and how its dice came to lie.

    thrown -- whose dice came to rest since the last settled board; beside -- who of them threw one
    die beside an old one; uncounted -- whose dice came to lie while the board had no power.
    """

    state: BoardState
    thrown: frozenset[Player] = NOBODY
    beside: frozenset[Player] = NOBODY
    uncounted: frozenset[Player] = NOBODY

    def at_rest(self) -> Self:
        """The same board, with no new dice on it."""
        return replace(self, thrown=NOBODY, beside=NOBODY, uncounted=NOBODY)

    def turned(self) -> Self:
        """The board as the player opposite sees it."""
        sides = (_others(each) for each in (self.thrown, self.beside, self.uncounted))
        return type(self)(turned(self.state), *sides)


@dataclass(frozen=True, slots=True)
class Observation:
    """One observation of the board; of a typed table a key, or only the time.

    ms -- the board's clock; keys -- pressed since the line before; faults -- what is news about
    the board's faults; board -- the settled board, None while it is not at rest.
    """

    ms: int
    keys: tuple[Pressed, ...] = ()
    faults: Changed = NO_NEWS
    board: SettledBoard | None = None


def _others(players: frozenset[Player]) -> frozenset[Player]:
    return frozenset(player.other for player in players)


def turned(state: BoardState) -> BoardState:
    """Return the state as the other side of the table sees it."""
    v, n = state.keys
    zones = tuple((turned_zone(zone), pile) for zone, pile in state.zones)
    return replace(state, zones=zones, v=state.n, n=state.v, keys=(n, v))


def turned_zone(zone: str) -> str:
    """The place of a point on the board turned round; bars and trays go by their pieces."""
    return Player(zone[0]).other.value + zone[1:] if zone in POINTS else zone

"""Data of one observation of the board: keys, time, faults and the settled board.

The board may lie the other way round on the table, with green's pieces before black. `turned`
returns the state in the numbering of the rules. Turning twice returns the original state.
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
    """A settled board, and how its dice got there.

    thrown -- the players whose dice came to rest since the last settled board
    beside -- those of `thrown` who threw one die while the tray already held an older die
    uncounted -- the players whose dice were placed while the board had no power
    """

    state: BoardState
    thrown: frozenset[Player] = NOBODY
    beside: frozenset[Player] = NOBODY
    uncounted: frozenset[Player] = NOBODY

    def at_rest(self) -> Self:
        """Return the same board without new dice."""
        return replace(self, thrown=NOBODY, beside=NOBODY, uncounted=NOBODY)

    def turned(self) -> Self:
        """Return the board as seen from the other side of the table."""
        sides = (_others(each) for each in (self.thrown, self.beside, self.uncounted))
        return type(self)(turned(self.state), *sides)


@dataclass(frozen=True, slots=True)
class Observation:
    """One observation of the board. At a typed table it holds a key, or only the time.

    ms -- the board's clock; keys -- the presses since the previous line
    faults -- the faults that have started or ended
    board -- the newly settled board, None if this line does not settle it
    is_changing -- whether the board differs from the last settled one, or may differ
    """

    ms: int
    keys: tuple[Pressed, ...] = ()
    faults: Changed = NO_NEWS
    board: SettledBoard | None = None
    is_changing: bool = False


def _others(players: frozenset[Player]) -> frozenset[Player]:
    return frozenset(player.other for player in players)


def turned(state: BoardState) -> BoardState:
    """Return the state as seen from the other side of the table."""
    v, n = state.keys
    zones = tuple((turned_zone(zone), pile) for zone, pile in state.zones)
    return replace(state, zones=zones, v=state.n, n=state.v, keys=(n, v))


def turned_zone(zone: str) -> str:
    """Return the name of a point on the turned board; bars and trays keep their names."""
    return Player(zone[0]).other.value + zone[1:] if zone in POINTS else zone

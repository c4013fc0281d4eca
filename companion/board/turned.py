"""The board turned round on the table: green's pieces before black, with trays and keys.

Everything that belongs to a place changes sides; the pieces keep their letters. So the rules see
green at his own points again. Turning twice changes nothing.
"""

from dataclasses import replace

from companion.link.messages import BoardState
from companion.rules.vocabulary import POINTS, Player


def turned(state: BoardState) -> BoardState:
    """Return the state as the other side of the table sees it."""
    v, n = state.keys
    zones = tuple((turned_zone(zone), pile) for zone, pile in state.zones)
    return replace(state, zones=zones, v=state.n, n=state.v, keys=(n, v))


def turned_zone(zone: str) -> str:
    """The place of a point on the board turned round; bars and trays go by their pieces."""
    return Player(zone[0]).other.value + zone[1:] if zone in POINTS else zone

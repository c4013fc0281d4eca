"""Whether dice that came to rest were thrown, or only touched where they lay.

The board counts every coming to rest. Both dice of a side lay; one of them was lifted, turned or
nudged and lies again, while the other never left: that is a touch. A throw takes both. Where no
line showed what happened, the counter is believed.
"""

from companion.link.messages import BoardState, Face, Seats
from companion.rules.vocabulary import Player

_AWAY = (Face.EMPTY, Face.MOVING)


class Touches:
    """Follows both trays line by line; `feed` names the sides whose dice were only touched."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Forget what was seen: lines were lost, or the board was restarted."""
        self._lay = dict.fromkeys(Player, False)
        self._one_away = dict.fromkeys(Player, False)
        self._old: dict[Player, int | None] = dict.fromkeys(Player, None)

    def keep(self, state: BoardState) -> None:
        """Note a die that lies alone while nobody moves: it is no part of a later throw."""
        for player in Player:
            there = _there(state.seats(player))
            self._old[player] = there[0] if len(there) == 1 else None

    def throws_beside(self, player: Player) -> bool:
        """Whether an old die of this side still lies there, beside what is thrown."""
        return self._old[player] is not None

    def feed(self, state: BoardState) -> frozenset[Player]:
        """Take the next good line; the sides whose two dice lie again after a touch of one."""
        return frozenset(p for p in Player if self._touched(p, state.seats(p)))

    def _touched(self, player: Player, seats: Seats) -> bool:
        there = _there(seats)
        if self._old[player] not in there:
            self._old[player] = None
        away = 2 - len(there)
        if away == 1:
            self._one_away[player] = self._lay[player]
            return False
        touched = away == 0 and self._one_away[player]
        self._lay[player] = away == 0
        self._one_away[player] = False
        return touched


def _there(seats: Seats) -> list[int]:
    """The seats in which a die lies."""
    return [seat for seat, face in enumerate(seats.faces) if face not in _AWAY]

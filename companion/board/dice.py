"""Tells thrown dice from dice that were only touched or were placed without power.

The board counts a throw whenever dice come to rest.
"""

from companion.link.messages import BoardState, Face, Seats
from companion.rules.vocabulary import Player

_AWAY = (Face.EMPTY, Face.MOVING)


class Touches:
    """Follows both trays line by line; `feed` returns the sides whose dice were only touched.

    In a touch both dice of a side were at rest, one was lifted, turned or nudged and came to rest
    again, and the other never moved. In a throw both dice move. If no line showed the movement,
    the board's throw counter decides.
    """

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Clear the state, because lines were lost or the board was restarted."""
        self._lay = dict.fromkeys(Player, False)
        self._one_away = dict.fromkeys(Player, False)
        self._old: dict[Player, int | None] = dict.fromkeys(Player, None)

    def keep(self, state: BoardState) -> None:
        """Remember a side's single die while nobody moves: it is no part of a later throw."""
        for player in Player:
            resting = _seats_with_dice(state.seats(player))
            self._old[player] = resting[0] if len(resting) == 1 else None

    def has_old_die(self, player: Player) -> bool:
        """Return whether the single die noted by `keep` is still in this side's tray."""
        return self._old[player] is not None

    def feed(self, state: BoardState) -> frozenset[Player]:
        """Process the next valid line. Return the sides where a touched die is at rest again."""
        return frozenset(p for p in Player if self._touched(p, state.seats(p)))

    def _touched(self, player: Player, seats: Seats) -> bool:
        resting = _seats_with_dice(seats)
        if self._old[player] not in resting:
            self._old[player] = None
        away = 2 - len(resting)
        if away == 1:
            self._one_away[player] = self._lay[player]
            return False
        touched = away == 0 and self._one_away[player]
        self._lay[player] = away == 0
        self._one_away[player] = False
        return touched


def _seats_with_dice(seats: Seats) -> list[int]:
    """Return the indices of the seats with a die at rest."""
    return [seat for seat, face in enumerate(seats.faces) if face not in _AWAY]


class Unpowered:
    """Remembers the dice in the trays before a power failure, to find the dice placed since.

    After a restart the board cannot know whether a die in a tray was thrown, so it does not count
    it (docs/protocol.md, "Counters").
    """

    def __init__(self) -> None:
        self._before: dict[Player, str] = {}

    def boot(self, last: BoardState | None) -> None:
        """Record a restart. last -- the last state before it, None if unknown."""
        if last is not None:
            for player in Player:
                # After several restarts in a row, the state before the first one counts.
                self._before.setdefault(player, last.seats(player).faces)

    def uncounted_sides(self, settled: BoardState, thrown: frozenset[Player]) -> frozenset[Player]:
        """Return the sides whose trays hold dice that the board has not counted as a throw.

        A side is returned by every call until its tray is empty or as before the restart, until
        it is in `thrown` (the sides that have thrown since), or until `forget`.
        """
        found = set()
        for player, before in tuple(self._before.items()):
            faces = settled.seats(player).faces
            if Face.MOVING in faces:
                continue
            if player in thrown or faces in (before, Face.EMPTY * 2):
                del self._before[player]
            else:
                found.add(player)
        return frozenset(found)

    def forget(self) -> None:
        """Forget the dice that were reported."""
        self._before.clear()

"""Whether dice that came to rest were thrown, only touched, or came without power.

The board counts every time that dice come to rest.
"""

from companion.link.messages import BoardState, Face, Seats
from companion.rules.vocabulary import Player

_AWAY = (Face.EMPTY, Face.MOVING)


class Touches:
    """Follows both trays line by line; `feed` names the sides whose dice were only touched.

    Both dice of a side lay; one of them was lifted, turned or nudged and lies again, while the
    other never left: that is a touch. A throw takes both. Where no line showed what happened, the
    counter is believed.
    """

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
        """Return whether an old die of this side still lies there, beside what is thrown."""
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


class Unpowered:
    """Remembers what lay in the trays when the power failed; `lie` names what came since.

    A board that starts again cannot know whether a die that lies there was thrown or lay there all
    the time, so it leaves it out (docs/protocol.md, "Counters").
    """

    def __init__(self) -> None:
        self._before: dict[Player, str] = {}

    def boot(self, last: BoardState | None) -> None:
        """The board was restarted; last -- its last line before, None: nothing is known of it."""
        if last is not None:
            for player in Player:
                # Of a board that starts twice running the first loss counts.
                self._before.setdefault(player, last.seats(player).faces)

    def lie(self, settled: BoardState, thrown: frozenset[Player]) -> frozenset[Player]:
        """The sides in whose trays lies what nobody has counted; thrown -- who has thrown since.

        A side is named at every look until its dice are up, or until `forget`.
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

"""Dice that came to lie while the board had no power: it counts none of them as thrown.

A board that starts again cannot know whether a die that lies there was thrown or lay there all
the time, so it leaves it out (docs/protocol.md, "Counters"). What was seen last before the
power went tells them apart.
"""

from companion.link.messages import BoardState, Face
from companion.rules.vocabulary import Player


class Unpowered:
    """Remembers what lay in the trays when the power went; `lie` names what came since."""

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

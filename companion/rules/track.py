"""The paths of the players: the numbering of the zones in each game.

A player's *own number* of a point is its distance from the end of his path: 24 where the path
begins, 1 the last point. 25 is the bar or the hand, 0 is off. Source: docs/rules.md, "The board".
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from companion.rules.vocabulary import BAR, HAND, OFF, Player

ENTRY: Final = 25
"""The own number of pieces still to enter, from the bar or the hand."""


LAST_POINT: Final = 24
"""The own number of the first point of a path, the largest of a point."""


@dataclass(frozen=True, eq=False)
class Track:
    """The paths in one family of games.

    zones -- for each player, the zone of every slot: off, points 1 to 24, bar, hand;
    facing -- maps an own number to the opponent's own number of the same point. It is the same for
    both players and its own inverse; index 0 is unused;
    opposed -- whether the players move in opposite directions (25 - k), unlike in Jacquet.
    """

    zones: dict[Player, tuple[str, ...]]
    facing: tuple[int, ...]
    opposed: bool

    def slot(self, zone: str, player: Player) -> int:
        """Return the slot of a zone for a player. Raises `ValueError` if he has no such zone."""
        return self.zones[player].index(zone)


def _zones(player: Player, point: Callable[[int], str]) -> tuple[str, ...]:
    return (OFF[player], *(point(number) for number in range(1, 25)), BAR[player], HAND[player])


def _green_point(number: int) -> str:
    return f"V{number}" if number <= 12 else f"N{number - 12}"


def _black_point_opposed(number: int) -> str:
    return f"N{13 - number}" if number <= 12 else f"V{25 - number}"


def _black_point_together(number: int) -> str:
    return f"N{number}" if number <= 12 else f"V{number - 12}"


OPPOSED: Final = Track(
    zones={
        Player.V: _zones(Player.V, _green_point),
        Player.N: _zones(Player.N, _black_point_opposed),
    },
    facing=(0, *(25 - number for number in range(1, 25))),
    opposed=True,
)
"""Backgammon, Dutch and Acey-Deucey: green N12…N1, V12…V1, black V1…V12, N1…N12."""

TOGETHER: Final = Track(
    zones={
        Player.V: _zones(Player.V, _green_point),
        Player.N: _zones(Player.N, _black_point_together),
    },
    facing=(0, *((number + 11) % 24 + 1 for number in range(1, 25))),
    opposed=False,
)
"""Jacquet: green N12…N1, V12…V1, black V12…V1, N12…N1 (docs/rules.md, "The board")."""

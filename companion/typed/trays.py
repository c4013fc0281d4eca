"""What lies in the trays of a typed table, and how often its keys were pressed."""

from dataclasses import dataclass, field
from typing import Final

from companion.link.messages import KEYS_MODULUS, THROWS_MODULUS, Face, Key
from companion.referee.state import State
from companion.rules import Player

NOTHING: Final = Face.EMPTY * 2
"""The two seats of a tray in which no die lies."""


def _nothing() -> dict[Player, str]:
    return dict.fromkeys(Player, NOTHING)


@dataclass(slots=True)
class Trays:
    """Dice and counters of both sides, as a board's line has them."""

    faces: dict[Player, str] = field(default_factory=_nothing)
    throws: dict[Player, int] = field(default_factory=lambda: dict.fromkeys(Player, 0))
    keys: dict[Player, list[int]] = field(
        default_factory=lambda: {player: [0] * len(Key) for player in Player}
    )

    @property
    def are_empty(self) -> bool:
        """Whether no die lies."""
        return self.faces == _nothing()

    def press(self, player: Player, key: Key) -> None:
        """Count a key."""
        presses = self.keys[player]
        at = list(Key).index(key)
        presses[at] = (presses[at] + 1) % KEYS_MODULUS

    def throw(self, player: Player, faces: str) -> None:
        """Dice come to rest and count as a throw."""
        self.faces[player] = faces.ljust(2, Face.EMPTY)
        self.throws[player] = (self.throws[player] + 1) % THROWS_MODULUS

    def take(self, *players: Player) -> None:
        """Pick up what lies in the trays of these players."""
        for player in players:
            self.faces[player] = NOTHING

    def lay(self, state: State) -> None:
        """Lay the dice of the running turn where they are looked for.

        In the opening each side has thrown one.
        """
        self.faces = _nothing()
        if len(state.throw.trays) > 1:
            for player in Player:
                self.faces[player] = f"{state.opening.of(player)}{Face.EMPTY}"
        else:
            down = "".join(map(str, state.throw.down))
            self.faces[Player(state.throw.trays)] = down.ljust(2, Face.EMPTY)

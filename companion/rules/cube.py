"""The doubling cube. Source: rules.md B6; document 001, "Doubler"; document 004, "Doublement"."""

from dataclasses import dataclass

from companion.rules.vocabulary import Player


@dataclass(frozen=True, slots=True)
class Cube:
    """What the game stands for, and who alone may double it next.

    value -- a power of two without limit; owner -- None while it lies in the middle.
    Raises `ValueError` for a value that is no power of two.
    """

    value: int = 1
    owner: Player | None = None

    def __post_init__(self) -> None:
        if self.value < 1 or self.value & (self.value - 1):
            raise ValueError(f"A cube shows a power of two, not {self.value}.")

    def may_offer(self, player: Player) -> bool:
        """Whether the cube's place lets the player offer a double."""
        return self.owner in (None, player)

    def taken_by(self, player: Player) -> "Cube":
        """The cube after the player has accepted a double: twice the value, and his."""
        return Cube(self.value * 2, player)

    def automatic(self) -> "Cube":
        """The cube after equal opening dice: twice the value, still in the middle."""
        return Cube(self.value * 2)

"""A wire with transmission errors."""

import random
from dataclasses import dataclass, field
from typing import Any

from companion.sim.wires import Wire


@dataclass
class BadCable:
    """A wire, and the probabilities that a line is lost, damaged, or preceded by noise."""

    wire: Wire
    lost: float
    damaged: float
    noise: float
    seed: int
    chance: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.wire, name)

    def write(self, data: bytes) -> None:
        """Write what the cable delivers of these lines."""
        self.wire.write(b"".join(map(self.carried, data.splitlines(keepends=True))))

    def carried(self, line: bytes) -> bytes:
        """Return the bytes that arrive of a line."""
        chance = self.chance
        if chance.random() < self.lost:
            return b""
        if chance.random() < self.damaged:
            place = chance.randrange(len(line))
            line = line[:place] + chance.randbytes(1) + line[place + 1 :]
        if chance.random() < self.noise:
            line = chance.randbytes(chance.randint(1, 40)) + line
        return line

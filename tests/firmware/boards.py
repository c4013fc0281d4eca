"""Runs the firmware on simulated parts in this process."""

import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

from companion.link.codec import FrameReader, body, encode, parse
from companion.link.messages import MS_MODULUS, ZONES, BoardState, Command, Message

FIRMWARE = Path(__file__).parents[2] / "firmware"
PARTS = Path(__file__).parent / "parts"

for folder in (FIRMWARE, PARTS):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))

RIG: Any = import_module("rig")
WORLD: Any = import_module("world")
START = {
    "backgammon": "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v",
    "jacquet": "V12=14n1N N12=14v1V",
}


def firmware(name: str) -> Any:
    """Return a module of the firmware."""
    return import_module(name)


class Board:
    """A rig with the lines it has sent, and a host that sends commands."""

    def __init__(self, *, enrolled: bool = True, **settings: float) -> None:
        self.world = WORLD.World(**settings)
        self.rig = RIG.Rig(self.world, enrolled)
        self.reader = FrameReader()
        self.commands = 0

    def run(self, ms: int) -> list[Message]:
        """Let time pass. Return the messages sent."""
        self.rig.advance(ms)
        return self.said()

    def said(self) -> list[Message]:
        """Return the messages since the last call. Every line must be valid."""
        bodies = self.reader.feed(self.rig.outgoing())
        messages = [parse(text) for text in bodies]
        assert None not in messages, bodies
        return [message for message in messages if message is not None]

    def states(self, ms: int) -> list[BoardState]:
        """Let time pass. Return the states sent."""
        return [message for message in self.run(ms) if isinstance(message, BoardState)]

    def last(self, ms: int = 1500) -> BoardState:
        """Let time pass. Return the last state."""
        return self.states(ms)[-1]

    def ask(self, verb: str, *args: str, ms: int = 600) -> list[Message]:
        """Send a command and let time pass. Return the messages sent."""
        self.commands += 1
        self.rig.receive(encode(body(Command(self.commands, verb, args))))
        return self.run(ms)

    def put_all(self, position: str) -> None:
        """Put down all pieces of a position text at once."""
        for zone, letter in pieces(position):
            self.world.put(zone, letter)

    @property
    def zones(self) -> tuple[tuple[str, tuple[tuple[str, int], ...]], ...]:
        """Return the pieces actually on the board, as in a `BoardState`."""
        found = []
        for zone in ZONES:
            letters = [piece.letter for piece in self.world.stacks.get(zone, ())]
            if letters:
                pile = tuple((one, letters.count(one)) for one in "vVnN" if one in letters)
                found.append((zone, pile))
        return tuple(found)


def pieces(position: str) -> Iterator[tuple[str, str]]:
    """Yield zone and letter of each piece in a position text."""
    for token in position.split():
        zone, _, pile = token.partition("=")
        count = ""
        for char in pile:
            if char.isdigit():
                count += char
            else:
                yield from [(zone, char)] * int(count)
                count = ""


def gaps(states: Iterable[BoardState]) -> list[int]:
    """Return the milliseconds between successive states."""
    return [(later.ms - earlier.ms) % MS_MODULUS for earlier, later in pairwise(states)]

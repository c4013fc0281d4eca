"""Reads turns with their results from `tests/data/vectors`, one JSON object per line."""

import json
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.rules import (
    Judgement,
    Placement,
    Player,
    Position,
    Rules,
    find_game,
    parse_placement,
)

FOLDER: Final = Path(__file__).parent / "data" / "vectors"


class Vector(NamedTuple):
    """A turn and its known results.

    fields -- all fields of the line, with a name
    """

    rules: Rules
    position: Position
    player: Player
    dice: tuple[int, int]
    fields: dict[str, Any]

    @property
    def name(self) -> str:
        """Its name in the results."""
        return str(self.fields["name"])

    @property
    def seen(self) -> Placement:
        """The board after the turn, legal or not."""
        return parse_placement(self.fields["end"])

    @property
    def end(self) -> Position:
        """The position after a legal turn."""
        return self.rules.parse(self.fields["end"])

    def judged(self) -> Judgement:
        """Return the verdict on the board after the turn."""
        return self.rules.judge(self.position, self.player, self.dice, self.seen)


def lines(name: str) -> list[dict[str, Any]]:
    """Return the objects of a file."""
    return [json.loads(line) for line in (FOLDER / name).read_text("utf-8").splitlines()]


def vectors(name: str) -> list[Vector]:
    """Return the turns of a file."""
    return [_vector(fields) for fields in lines(name)]


def _vector(fields: dict[str, Any]) -> Vector:
    rules = find_game(fields["game"], fields["options"])
    high, low = fields["dice"]
    player = Player(fields["turn"])
    return Vector(rules, rules.parse(fields["position"]), player, (high, low), fields)

"""Solves race endings exactly from the rules, with both sides playing to win."""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from companion.hints.moves import THROWS, WEIGHTS
from companion.hints.rows import rows_of
from companion.hints.search import Evaluation, Search
from companion.rules import Player, Position, Rules
from companion.rules.position import OFF_SLOT, SLOTS, counts, pack
from companion.rules.vocabulary import PIECES_A_SIDE


def side_of(points: tuple[int, ...]) -> int:
    """Return a side with pieces on these own points and the rest borne off."""
    slots = [0] * SLOTS
    slots[OFF_SLOT] = PIECES_A_SIDE - len(points)
    for point in points:
        slots[point] += 1
    return pack(slots, 0)


@dataclass(frozen=True)
class Endings:
    """All endings with up to `most` pieces a side on the points up to `farthest`."""

    rules: Rules
    most: int
    farthest: int

    @cached_property
    def sides(self) -> list[int]:
        """All sides, in order of their pips, the empty one first."""
        points = range(1, self.farthest + 1)
        every = [
            chosen
            for pieces in range(self.most + 1)
            for chosen in combinations_with_replacement(points, pieces)
        ]
        return [side_of(chosen) for chosen in sorted(every, key=sum)]

    @cached_property
    def ends(self) -> list[list[list[int]]]:
        """The indices in `sides` of the ends of each side and throw."""
        place = {side: at for at, side in enumerate(self.sides)}
        other = self.sides[1]
        return [
            [
                [
                    place[end.v]
                    for end in self.rules.ends(Position(side, other), Player.V, dice).positions
                ]
                for dice in THROWS
            ]
            if at
            else []
            for at, side in enumerate(self.sides)
        ]

    @cached_property
    def won(self) -> Any:
        """The winning chances of the side to throw (row) against each other side (column)."""
        pips = np.array([sum(k * n for k, n in enumerate(counts(one)[:25])) for one in self.sides])
        won = np.zeros((len(pips), len(pips)))
        won[0, 1:] = 1
        flat = [np.concatenate(each) if each else None for each in self.ends]
        begins = [np.cumsum([0, *map(len, each[:-1])]) for each in self.ends]
        for total in range(2, 2 * int(pips.max()) + 1):
            for own in range(1, len(pips)):
                other = np.flatnonzero((pips == total - pips[own]) & (pips > 0))
                if len(other):
                    lost = np.minimum.reduceat(won[other][:, flat[own]], begins[own], axis=1)
                    won[own, other] = 1 - lost @ WEIGHTS
        return won

    def losses(self, search: Search, many: int, seed: int) -> Any:
        """Return the losses of a search's choices in random turns, in thousandths of a point."""
        chance = np.random.default_rng(seed)
        found: list[float] = []
        while len(found) < many:
            own, other = chance.integers(1, len(self.sides), 2)
            throw = int(chance.choice(len(THROWS), p=WEIGHTS))
            ends = self.ends[own][throw]
            if len(ends) > 1:
                positions = [Position(self.sides[end], self.sides[other]) for end in ends]
                judged: Evaluation = search.best(rows_of(self.rules, positions, Player.V))
                lost = self.won[other, ends]
                found.append(2000 * (lost[judged.worth.argmax()] - lost.min()))
        return np.array(found)

"""What a turn offers to choose from: what the reasons of its plays are compared with."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from types import MappingProxyType
from typing import Final, NamedTuple

from companion.rules import Position

LEAST_PARTED: Final = 0.01
"""Where the second loses less, in points, both are as good and nothing needs to part them."""


class Choice(NamedTuple):
    """What a turn offers: what all plays have in common is no reason for one.

    ends -- all ends; again -- those after which the player throws again: nothing is hit before he
    does; whole -- none was left out for being worse; beside -- a play that they are to be compared
    with; sampled -- only some of the ends are here; worth -- what they are worth, {} for unknown.
    """

    ends: Sequence[Position] = ()
    again: AbstractSet[Position] = frozenset()
    whole: bool = True
    beside: Position | None = None
    sampled: bool = False
    worth: Mapping[Position, float] = MappingProxyType({})

    def thinned(self, most: int, rival: Position | None = None) -> "Choice":
        """The same with no more than so many ends, taken from all of them evenly.

        The play beside and the rival are kept.
        """
        step = -(-len(self.ends) // most)
        if step <= 1:
            return self
        ends = [*self.ends[::step]]
        kept = [end for end in (self.beside, rival) if end is not None and end not in ends]
        ends += dict.fromkeys(kept)
        return self._replace(ends=ends, sampled=True)

    def rival_of(self, best: Position) -> Position | None:
        """The play that the best is to be parted from: that beside it, or else the next best.

        None where it loses less than `LEAST_PARTED`, or nobody knows what the plays are worth.
        """
        others = {end: value for end, value in self.worth.items() if end != best}
        if not others:
            return None
        rival = self.beside if self.beside in others else max(others, key=others.__getitem__)
        assert rival is not None  # noqa: S101 - for the type: `beside` is among the others
        return rival if self.worth[best] - others[rival] >= LEAST_PARTED else None

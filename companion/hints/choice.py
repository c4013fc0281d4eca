"""The choice of plays in a turn, with which the reasons for a play are compared."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from types import MappingProxyType
from typing import Final, NamedTuple

from companion.rules import Position

LEAST_PARTED: Final = 0.01
"""The least difference in points between the best and the second play that needs a reason."""


class Choice(NamedTuple):
    """The plays of a turn. What they have in common is no reason for any of them.

    again -- ends after which the player throws again, before any piece is hit;
    whole -- whether no end was left out for being worse;
    beside -- a play to compare the others with;
    sampled -- whether `ends` is only a sample; worth -- the values, {} if unknown.
    """

    ends: Sequence[Position] = ()
    again: AbstractSet[Position] = frozenset()
    whole: bool = True
    beside: Position | None = None
    sampled: bool = False
    worth: Mapping[Position, float] = MappingProxyType({})

    def thinned(self, most: int, rival: Position | None = None) -> "Choice":
        """Return the choice with at most this many ends, sampled evenly.

        The compared play and the rival are kept.
        """
        step = -(-len(self.ends) // most)
        if step <= 1:
            return self
        ends = [*self.ends[::step]]
        kept = [end for end in (self.beside, rival) if end is not None and end not in ends]
        ends += dict.fromkeys(kept)
        return self._replace(ends=ends, sampled=True)

    def rival_of(self, best: Position) -> Position | None:
        """Return the play from which to distinguish the best: the compared or the next best play.

        Return None if it loses less than `LEAST_PARTED` or the values are unknown.
        """
        others = {end: value for end, value in self.worth.items() if end != best}
        if not others:
            return None
        rival = self.beside if self.beside in others else max(others, key=others.__getitem__)
        assert rival is not None  # noqa: S101 - for the type: `beside` is among the others
        return rival if self.worth[best] - others[rival] >= LEAST_PARTED else None

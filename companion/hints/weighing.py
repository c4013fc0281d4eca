"""The choice of plays in a turn, and the reasons that single out one of them, in order."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from types import MappingProxyType
from typing import Final, NamedTuple

from companion.hints.advice import Reason
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

    def second_to(self, best: Position) -> Position | None:
        """Return the compared or the next best play; None if the values are unknown."""
        others = {end: value for end, value in self.worth.items() if end != best}
        if self.beside in others:
            return self.beside
        return max(others, key=others.__getitem__, default=None)

    def is_apart(self, best: Position, second: Position) -> bool:
        """Return whether the second play loses enough to need a reason."""
        return self.worth[best] - self.worth[second] >= LEAST_PARTED


ORDER: Final = (
    "gammon", "again", "right", "hit", "shut", "off", "enter", "postillon-home", "exit", "prime",
    "block", "point", "anchor", "deny", "pass", "race", "postillon-on", "hinder", "safe", "keep",
    "guard", "spread", "escape", "fewest", "hold", "saves", "talon", "home", "open",
    "risky", "exposed",
)  # fmt: skip
"""The codes by importance, for reasons that single out a play equally well.

The codes of `parting` are not included: they are used only if nothing else distinguishes two plays.
"""

_SECOND: Final = {"guard", "escape", "fewest", "hold", "saves", "talon", "home"}
"""Codes that are seldom the purpose of a play."""

_FIRST: Final = {"gammon", "shut", "deny", "exit"}
"""Codes that decide a game (docs/hints.md has the counts)."""

PRICES: Final = {"open", "risky"}
"""Codes that are announced as a price of the play."""

NO_MERITS: Final = {*PRICES, "exposed"}
"""Codes that are no reason to choose a play."""

_STAIRS: Final = (0.1, 0.35, 0.6)
"""Shares of other plays with a similar reason, above which a reason is less specific."""

ENOUGH: Final = 0.5
"""An effect that more than this share of the other plays have is no reason."""


class ScoredReason(NamedTuple):
    """A reason, and how well it singles out its play.

    shared -- the share of the other plays that do at least as much;
    common -- the share that do something similar, by default the same;
    outdone -- whether another play does more;
    misled -- whether the best of the similar plays is in the worse half of all.
    """

    reason: Reason
    shared: float = 0.0
    common: float | None = None
    outdone: bool = False
    misled: bool = False

    @property
    def alike(self) -> float:
        """The share of the other plays that do something similar."""
        return self.shared if self.common is None else self.common

    @property
    def lead(self) -> tuple[int, int]:
        """Sort key: how well the reason singles out its play, the best first."""
        code = self.reason.code
        stairs = sum(self.alike > stair for stair in _STAIRS)
        behind = stairs + self.outdone + (code in _SECOND) - (code in _FIRST)
        behind += len(_STAIRS) * self.misled
        if code in NO_MERITS:
            behind = 3 * len(_STAIRS)
        return behind, ORDER.index(code)

    @property
    def as_spoken(self) -> Reason:
        """The reason, with `clear` set if it leads to no other play."""
        clear = self.alike <= ENOUGH and not self.outdone and not self.misled
        return replace(self.reason, clear=clear)


def weighed(
    reason: Reason, others: Sequence[Sequence[Reason]], worth: Sequence[float] = ()
) -> ScoredReason:
    """Return a reason scored against the other plays. All leads in a race count alike.

    worth -- the values of the other plays, if known.
    """
    alike = [[one for one in said if one.code == reason.code] for said in others]
    much = share(any(does_as_much(one, reason) for one in said) for said in alike)
    least = min(len(reason.zones), 2)
    kind = [any(len(one.zones) >= least for one in said) for said in alike]
    outdone = reason.code != "race" and any(
        one.count > reason.count or len(one.zones) > len(reason.zones)
        for said in alike
        for one in said
    )
    misled = False
    if worth and any(kind):
        good = max(value for value, does in zip(worth, kind, strict=True) if does)
        misled = good < sorted(worth)[len(worth) // 2]
    return ScoredReason(reason, much, share(kind), outdone, misled)


def does_as_much(one: Reason, reason: Reason) -> bool:
    """Return whether the first reason has the other's code and does at least as much."""
    count = one.count >= reason.count or reason.code == "race"
    return one.code == reason.code and count and {*one.zones} >= {*reason.zones}


def relative_reason(
    reason: Reason, amount: int, others: Sequence[int], asked: int | None = None, apart: int = 1
) -> Iterator[ScoredReason]:
    """Yield a reason if most other plays do less.

    asked -- the index of a compared play: it alone must then do less, by `apart`.
    """
    shared = share(other >= amount for other in others)
    is_told = shared < ENOUGH if asked is None else others[asked] + apart <= amount
    if others and is_told:
        yield ScoredReason(reason, shared, outdone=any(other > amount for other in others))


def ordered(said: list[ScoredReason]) -> tuple[Reason, ...]:
    """Return the reasons in order, without those that follow from others."""
    codes = {one.reason.code for one in said}
    if codes & {"keep", "spread"}:
        said = [one for one in said if one.reason.code != "hold"]
    if "prime" in codes:
        said = [one for one in said if one.reason.code != "guard"]
    if codes & {"race", "gammon", "shut"} or Reason("deny") in [one.reason for one in said]:
        said = [one for one in said if one.reason.code != "safe"]
    return tuple(one.as_spoken for one in sorted(said, key=lambda one: one.lead))


def share(flags: Iterable[bool]) -> float:
    """Return the share of true values, 0 to 1; 0 if there are none."""
    found = list(flags)
    return sum(found) / len(found) if found else 0.0

"""Which reasons are told of a play, and which first: those that lead to it and to no other."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from companion.hints.advice import Reason

ORDER: Final = (
    "gammon", "again", "right", "hit", "shut", "off", "enter", "postillon-home", "exit", "prime",
    "block", "point", "anchor", "deny", "pass", "race", "postillon-on", "hinder", "safe", "keep",
    "guard", "spread", "escape", "fewest", "hold", "saves", "talon", "home", "open",
    "risky", "exposed",
)  # fmt: skip
"""The codes, what matters most first, of those that lead to a play equally well.

Those of `parting` are not among them: they are told only where nothing else parts two plays.
"""

_SECOND: Final = {"guard", "escape", "fewest", "hold", "saves", "talon", "home"}
"""Seldom what a play is made for."""

_FIRST: Final = {"gammon", "shut", "deny", "exit"}
"""What such a game turns on (docs/hints.md has the counts)."""

PRICES: Final = {"open", "risky"}
"""What is told as the price of the rest."""

NO_MERITS: Final = {*PRICES, "exposed"}
"""What is no reason to choose a play."""

_STAIRS: Final = (0.1, 0.35, 0.6)
"""A reason leads to a play the better, the fewer others of the turn it leads to as well."""

ENOUGH: Final = 0.5
"""What more than this share of a turn's other plays do as much of is no reason for one."""


class ScoredReason(NamedTuple):
    """A reason, and what it is worth as a hint.

    shared -- the share of the turn's other plays that do as much; common -- of those that do
    anything of the kind, by default as many; outdone -- one of them does more; misled -- the best
    of those that do anything of the kind is among the worse half of all.
    """

    reason: Reason
    shared: float = 0.0
    common: float | None = None
    outdone: bool = False
    misled: bool = False

    @property
    def alike(self) -> float:
        """The share of the others that do anything of the kind."""
        return self.shared if self.common is None else self.common

    @property
    def lead(self) -> tuple[int, int]:
        """How well it leads to its play and to no other, the best least."""
        code = self.reason.code
        stairs = sum(self.alike > stair for stair in _STAIRS)
        behind = stairs + self.outdone + (code in _SECOND) - (code in _FIRST)
        behind += len(_STAIRS) * self.misled
        if code in NO_MERITS:
            behind = 3 * len(_STAIRS)
        return behind, ORDER.index(code)

    @property
    def as_spoken(self) -> Reason:
        """The reason, with whether it leads to no other play."""
        clear = self.alike <= ENOUGH and not self.outdone and not self.misled
        return replace(self.reason, clear=clear)


def weighed(
    reason: Reason, others: Sequence[Sequence[Reason]], worth: Sequence[float] = ()
) -> ScoredReason:
    """A reason scored against those of the other plays; a race counts alike whatever its lead.

    worth -- what the other plays are worth, where that is known.
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
    """Return whether the first of two of the same code is at least as good as the other."""
    count = one.count >= reason.count or reason.code == "race"
    return one.code == reason.code and count and {*one.zones} >= {*reason.zones}


def relative_reason(
    reason: Reason, amount: int, others: Sequence[int], asked: int | None = None, apart: int = 1
) -> Iterator[ScoredReason]:
    """A reason where most other plays do less of it.

    asked -- which of the others it is compared with: then where that one does less, by `apart`.
    """
    shared = share(other >= amount for other in others)
    is_told = shared < ENOUGH if asked is None else others[asked] + apart <= amount
    if others and is_told:
        yield ScoredReason(reason, shared, outdone=any(other > amount for other in others))


def ordered(said: list[ScoredReason]) -> tuple[Reason, ...]:
    """What leads best first; that no point is opened goes without saying where more is said."""
    codes = {one.reason.code for one in said}
    if codes & {"keep", "spread"}:
        said = [one for one in said if one.reason.code != "hold"]
    if "prime" in codes:
        said = [one for one in said if one.reason.code != "guard"]
    if codes & {"race", "gammon", "shut"} or Reason("deny") in [one.reason for one in said]:
        said = [one for one in said if one.reason.code != "safe"]
    return tuple(one.as_spoken for one in sorted(said, key=lambda one: one.lead))


def share(flags: Iterable[bool]) -> float:
    """How many of them are true, 0 to 1; 0 of none."""
    found = list(flags)
    return sum(found) / len(found) if found else 0.0

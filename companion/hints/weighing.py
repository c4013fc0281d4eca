"""The plays of a turn, and the scores that order the reasons for a play."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from types import MappingProxyType
from typing import Final, NamedTuple

from companion.hints.advice import NO_MERITS, HintReason
from companion.rules import Position

LEAST_DIFFERENCE: Final = 0.01
"""The smallest difference in points between the best and second play that needs a reason."""


class PlayChoice(NamedTuple):
    """The plays of a turn. An effect that most of the plays have is not a reason for any of them.

    ends -- the position after each play;
    again -- the ends after which the player throws again, before any piece can be hit;
    whole -- whether `ends` includes bad plays too;
    compared -- the end with which the others are compared, if a player asked about it;
    sampled -- whether `ends` is only a sample; worth -- the values by end, {} if unknown.
    """

    ends: Sequence[Position] = ()
    again: AbstractSet[Position] = frozenset()
    whole: bool = True
    compared: Position | None = None
    sampled: bool = False
    worth: Mapping[Position, float] = MappingProxyType({})

    def thinned(self, most: int, rival: Position | None = None) -> "PlayChoice":
        """Return a sample of at most this many ends, evenly spread.

        The compared play and the rival are added to it.
        """
        step = -(-len(self.ends) // most)
        if step <= 1:
            return self
        ends = [*self.ends[::step]]
        kept = [end for end in (self.compared, rival) if end is not None and end not in ends]
        ends += dict.fromkeys(kept)
        return self._replace(ends=ends, sampled=True)

    def second_to(self, best: Position) -> Position | None:
        """Return the compared or the next best play; None if the values are unknown."""
        others = {end: value for end, value in self.worth.items() if end != best}
        if self.compared in others:
            return self.compared
        return max(others, key=others.__getitem__, default=None)

    def needs_reason(self, best: Position, second: Position) -> bool:
        """Return whether the second play is so much worse that the best one needs a reason."""
        return self.worth[best] - self.worth[second] >= LEAST_DIFFERENCE


ORDER: Final = (
    "gammon", "again", "right", "hit", "shut", "off", "enter", "postillon-home", "exit", "prime",
    "block", "point", "anchor", "deny", "pass", "race", "postillon-on", "hinder", "safe", "keep",
    "guard", "spread", "escape", "fewest", "hold", "saves", "talon", "home", "open",
    "risky", "exposed",
)  # fmt: skip
"""The codes by importance, which decides between reasons with the same score.

The codes of `differences` are not included, because these reasons are added last.
"""

_MINOR_CODES: Final = {"guard", "escape", "fewest", "hold", "saves", "talon", "home"}
"""Codes of effects that are rarely the purpose of a play."""

_DECISIVE_CODES: Final = {"gammon", "shut", "deny", "exit"}
"""Codes of effects that decide a game (docs/hints.md has the counts)."""

_SHARE_STEPS: Final = (0.1, 0.35, 0.6)
"""A reason is less specific for each of these limits that its share `alike` exceeds."""

MOST_SHARE: Final = 0.5
"""More than this share of the other plays counts as most of them."""


class ScoredReason(NamedTuple):
    """A reason, and how well it distinguishes its play from the others.

    shared -- the share of the other plays for which the reason holds too;
    common -- the share with a similar but weaker reason, by default `shared`;
    exceeded -- whether a stronger reason of the same kind holds for another play;
    misleading -- whether all plays with a similar reason are in the worse half of the turn's plays.
    """

    reason: HintReason
    shared: float = 0.0
    common: float | None = None
    exceeded: bool = False
    misleading: bool = False

    @property
    def alike(self) -> float:
        """The share of the other plays with a similar reason."""
        return self.shared if self.common is None else self.common

    @property
    def sort_key(self) -> tuple[int, int]:
        """The order of the reason. A lower key distinguishes its play better from the others."""
        code = self.reason.code
        steps = sum(self.alike > step for step in _SHARE_STEPS)
        behind = steps + self.exceeded + (code in _MINOR_CODES) - (code in _DECISIVE_CODES)
        behind += len(_SHARE_STEPS) * self.misleading
        if code in NO_MERITS:
            behind = 3 * len(_SHARE_STEPS)
        return behind, ORDER.index(code)

    @property
    def as_spoken(self) -> HintReason:
        """The reason, with `clear` set if it points to this play only."""
        clear = self.alike <= MOST_SHARE and not self.exceeded and not self.misleading
        return replace(self.reason, clear=clear)


def scored(
    reason: HintReason, others: Sequence[Sequence[HintReason]], worth: Sequence[float] = ()
) -> ScoredReason:
    """Return a reason with its score. The size of the lead in a race is ignored.

    others, worth -- the reasons for each other play, and its value, if known.
    """
    alike = [[one for one in said if one.code == reason.code] for said in others]
    much = share(any(achieves_as_much(one, reason) for one in said) for said in alike)
    least = min(len(reason.zones), 2)
    kind = [any(len(one.zones) >= least for one in said) for said in alike]
    exceeded = reason.code != "race" and any(
        one.count > reason.count or len(one.zones) > len(reason.zones)
        for said in alike
        for one in said
    )
    misleading = False
    if worth and any(kind):
        good = max(value for value, achieves in zip(worth, kind, strict=True) if achieves)
        misleading = good < sorted(worth)[len(worth) // 2]
    return ScoredReason(reason, much, share(kind), exceeded, misleading)


def achieves_as_much(one: HintReason, reason: HintReason) -> bool:
    """Return whether the first reason is of the other's kind and at least as strong."""
    count = one.count >= reason.count or reason.code == "race"
    return one.code == reason.code and count and {*one.zones} >= {*reason.zones}


def relative_reason(
    reason: HintReason, amount: int, others: Sequence[int], asked: int | None = None, apart: int = 1
) -> Iterator[ScoredReason]:
    """Yield a reason if most other plays achieve a smaller amount.

    asked -- the index of a compared play, if any. Then it is enough that its amount is smaller by
    `apart`.
    """
    shared = share(other >= amount for other in others)
    is_told = shared < MOST_SHARE if asked is None else others[asked] + apart <= amount
    if others and is_told:
        yield ScoredReason(reason, shared, exceeded=any(other > amount for other in others))


def ordered(said: list[ScoredReason]) -> tuple[HintReason, ...]:
    """Return the reasons, the best first, without reasons that follow from others."""
    codes = {one.reason.code for one in said}
    if codes & {"keep", "spread"}:
        said = [one for one in said if one.reason.code != "hold"]
    if "prime" in codes:
        said = [one for one in said if one.reason.code != "guard"]
    if codes & {"race", "gammon", "shut"} or HintReason("deny") in [one.reason for one in said]:
        said = [one for one in said if one.reason.code != "safe"]
    return tuple(one.as_spoken for one in sorted(said, key=lambda one: one.sort_key))


def share(flags: Iterable[bool]) -> float:
    """Return the share of true values, 0 to 1; 0 if there are none."""
    found = list(flags)
    return sum(found) / len(found) if found else 0.0

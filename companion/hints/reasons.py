"""Why a play is good or bad: what it does, counted on the board, throw by throw.

Nothing is guessed: a play that "leaves a piece open to 11 of 36 throws" was tried with all of
them, whole turns by the rules.
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from typing import Final, NamedTuple

from companion.hints.advice import Reason
from companion.hints.jacquet_reasons import Hindered, is_most, jacquet, jacquet_beside
from companion.hints.throws import Shots, Throws
from companion.hints.views import SHORTEST_BLOCK, View, farthest
from companion.rules import Player, Position, Rules
from companion.rules.position import BAR_SLOT, HAND_SLOT, HOME, OFF_SLOT
from companion.rules.steps import has_right_to_hit
from companion.rules.track import ENTRY, LAST_POINT

SHORTEST_PRIME: Final = 4
"""That a shorter row is made or kept says nothing where pieces are hit."""

LEAST_APART: Final = 4
"""Plays that nearly all throws hit alike are not told apart by two or three throws more."""

FEW: Final = 4
"""A risk is a little one where not more than one play in so many risks `LEAST_APART` less."""

MOST_COMPARED: Final = 40
"""With so many of a turn's plays one is compared at most, so that a hint comes at once."""

ORDER: Final = (
    "again", "hit", "off", "right", "postillon-home", "prime", "block", "point", "anchor", "escape",
    "pass", "race", "postillon-on", "hinder", "safe", "open", "little", "fewest", "keep", "spread",
    "hold", "saves", "talon", "home",
)  # fmt: skip
"""The codes, what matters most first."""


class Choice(NamedTuple):
    """What a turn offers: what all plays have in common is no reason for one.

    ends -- all ends; again -- those after which the player throws again: nothing is hit before he
    does; whole -- none was left out for being worse; beside -- a play that they are to be compared
    with; sampled -- only some of the ends are here.
    """

    ends: Sequence[Position] = ()
    again: AbstractSet[Position] = frozenset()
    whole: bool = True
    beside: Position | None = None
    sampled: bool = False

    def thinned(self) -> "Choice":
        """The same with no more than `MOST_COMPARED` ends, taken from all of them evenly."""
        step = -(-len(self.ends) // MOST_COMPARED)
        if step <= 1:
            return self
        ends = [*self.ends[::step]]
        if self.beside is not None and self.beside not in ends:
            ends.append(self.beside)
        return self._replace(ends=ends, sampled=True)


class Explainer:
    """Explains the plays of one game."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._throws = Throws(rules)

    def reasons(
        self,
        before: Position,
        player: Player,
        ends: Sequence[Position],
        choice: Choice = Choice(),  # noqa: B008 - frozen
    ) -> list[tuple[Reason, ...]]:
        """Everything that can be said of some plays of one turn, what matters most first."""
        choice = choice.thinned()
        views = [View(self._rules, before, player, end) for end in ends]
        others = [View(self._rules, before, player, end) for end in choice.ends]
        risks, hindered = self._risks(views, choice), self._hindered(views, choice)
        alone = cache(lambda view: _alone(view, choice))
        found = []
        for view, risk in zip(views, risks, strict=True):
            rest = [other for other in others if other.end != view.end]
            said = [
                one
                for one in alone(view)
                if not (rest and choice.whole)
                or not all(_does_as_much(alone(other), one) for other in rest)
            ]
            said += [*_kept(view, rest), *risk]
            if self._rules.game.postillon:
                said += jacquet_beside(view, rest, hindered)
            found.append(_ordered(said))
        return found

    def _hindered(self, views: Sequence[View], choice: Choice) -> Hindered:
        """With how many throws the opponent cannot use all dice, where pieces are not hit."""
        ends = list(dict.fromkeys([view.end for view in views] + list(choice.ends)))
        if not self._rules.game.postillon or len(ends) < 2:
            return {}
        if not any(self._rules.in_contact(view.end) for view in views):
            return {}
        return self._throws.hindered(ends, views[0].player)

    def _risks(self, views: Sequence[View], choice: Choice) -> list[list[Reason]]:
        """What the opponent's next throw may hit, where the plays of the turn differ in that."""
        asked = [
            self._rules.in_contact(view.end) and view.end not in choice.again for view in views
        ]
        if self._rules.game.postillon or not any(asked):
            return [[] for _ in views]
        others = [end for end in choice.ends if end not in choice.again]
        ends = list(dict.fromkeys([view.end for view in views] + others))
        shots = self._throws.shots_where_needed(ends, views[0].player)
        throws = {other: shots[other].throws for other in others}
        return [
            list(_risk(view, shots[view.end], throws, choice)) if asks else []
            for view, asks in zip(views, asked, strict=True)
        ]


def _alone(view: View, choice: Choice) -> list[Reason]:
    """What can be said of a play by itself."""
    said = [Reason("again")] if view.end in choice.again else []
    return [*said, *_common(view), *(jacquet if view.rules.game.postillon else _opposed)(view)]


def _does_as_much(said: list[Reason], reason: Reason) -> bool:
    """Whether one of a play's reasons is as good; a race is one, by whatever lead."""
    return any(
        one.code == reason.code
        and (one.count >= reason.count or reason.code == "race")
        and {*one.zones} >= {*reason.zones}
        for one in said
    )


def _ordered(said: list[Reason]) -> tuple[Reason, ...]:
    """What matters most first; that no point is opened goes without saying where more is said."""
    codes = {one.code for one in said}
    if codes & {"keep", "spread"}:
        said = [one for one in said if one.code != "hold"]
    return tuple(sorted(said, key=lambda reason: ORDER.index(reason.code)))


def _kept(view: View, rest: Sequence[View]) -> Iterator[Reason]:
    """A row that stays, where most other plays leave a shorter one."""
    least = SHORTEST_BLOCK if view.rules.game.postillon else SHORTEST_PRIME
    after = view.row[1]
    stays = view.kept == after >= least and view.rules.in_contact(view.end)
    if stays and is_most(other.row_beside(view) < after for other in rest):
        yield Reason("keep", count=after)


def _common(view: View) -> Iterator[Reason]:
    off = view.new[OFF_SLOT] - view.old[OFF_SLOT]
    if off:
        yield Reason("off", count=off)
    contact = view.rules.in_contact(view.end)
    if not contact and view.rules.in_contact(view.before):
        ahead = view.rules.pips(view.end, view.player.other) - view.rules.pips(
            view.end, view.player
        )
        yield Reason("race", count=max(ahead, 0))
    if (not contact or view.rules.game.postillon) and view.come_home() > 0:
        yield Reason("home", count=view.come_home())


def _risk(
    view: View, shots: Shots, others: Mapping[Position, int], choice: Choice
) -> Iterator[Reason]:
    """What can be hit; others -- by how many throws after each play of the turn, {} for unknown."""
    least = min(others.values(), default=0)
    if others and max(others.values()) - least < (LEAST_APART if least else 1):
        return
    if not shots.throws:
        rest = [throws >= LEAST_APART for other, throws in others.items() if other != view.end]
        beside = others.get(choice.beside, 0) if choice.beside else 0
        if not rest or is_most(rest) or beside >= LEAST_APART:
            yield Reason("safe")
        return
    code, less = "open", sum(one + LEAST_APART <= shots.throws for one in others.values())
    if choice.whole and others and least == shots.throws and not choice.sampled:
        code = "fewest"
    elif choice.whole and others and less * FEW <= len(others):
        code = "little"
    yield Reason(code, view.zones(shots.numbers), shots.throws)


def _opposed(view: View) -> Iterator[Reason]:
    """The games in which pieces are hit."""
    hits = _hits(view)
    if hits:
        yield Reason("hit", view.zones(hits))
    if _wins_right(view):
        yield Reason("right")
    made = [k for k in range(1, LAST_POINT + 1) if view.new[k] > 1 and view.old[k] < 2]
    given = [k for k in range(1, HOME + 1) if view.new[k] < 2 and view.old[k] > 1]
    is_longer = view.row[1] > view.row[0]
    near = [k for k in made if k <= LAST_POINT // 2 and (is_longer or k > max(given, default=0))]
    far = [k for k in made if k > LAST_POINT - HOME]
    if view.rules.in_contact(view.end):
        if near:
            yield Reason("point", view.zones(near))
        if far:
            yield Reason("anchor", view.zones(far))
        if view.row[1] >= SHORTEST_PRIME and is_longer:
            yield Reason("prime", count=view.row[1])
    out = sum(view.old[19:25]) - sum(view.new[19:25])
    entered = view.old[BAR_SLOT] + view.old[HAND_SLOT] - view.new[BAR_SLOT] - view.new[HAND_SLOT]
    if out > 0 and not entered and _was_behind(view):
        yield Reason("escape", count=out)


def _wins_right(view: View) -> bool:
    """Dutch: the first piece comes home, and there is still something to hit (B3)."""
    way = view.rules.way(view.player)
    before, after = (
        has_right_to_hit(way, one.side(view.player)) for one in (view.before, view.end)
    )
    return after and not before and view.rules.in_contact(view.end)


def _was_behind(view: View) -> bool:
    """Whether each piece that went on from the other's home had an opposing one ahead."""
    left = min(k for k in range(19, 25) if view.new[k] < view.old[k])
    return left > ENTRY - farthest(view.old_other)


def _hits(view: View) -> list[int]:
    """The own numbers of points where an opposing piece was hit."""
    return [
        number
        for number in range(1, LAST_POINT + 1)
        if view.old_other[view.facing[number]] == 1 and not view.new_other[view.facing[number]]
    ]

"""Explains why a play is good or bad, by counting its effects on the board.

All counts are exact: for "leaves a piece open to 11 of 36 throws", every throw was tried with whole
turns by the rules.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple

from companion.hints.advice import NO_CLUE, Clue, Reason
from companion.hints.comparison import (
    LEAST_APART,
    PlayComparison,
    RiskComparison,
    parting,
    risk_reasons,
)
from companion.hints.game_reasons import (
    POINT,
    SHORTEST_PRIME,
    Hindered,
    can_be_hit,
    is_shut_out,
    is_still_exposed,
    jacquet,
    jacquet_beside,
    made,
    opposed,
)
from companion.hints.pointers import ClueFinder
from companion.hints.throws import Shots, Throws
from companion.hints.views import SHORTEST_BLOCK, View
from companion.hints.weighing import (
    ENOUGH,
    NO_MERITS,
    PRICES,
    Choice,
    ScoredReason,
    does_as_much,
    ordered,
    relative_reason,
    share,
    weighed,
)
from companion.rules import Player, Position, Rules
from companion.rules.games import Hitting
from companion.rules.position import HOME, OFF_SLOT
from companion.rules.steps import has_right_to_hit
from companion.rules.vocabulary import PIECES_A_SIDE

MOST_DENIED: Final = 18
"""The most throws with which the opponent can win the right to hit for a play to `deny` it."""

A_THROW: Final = 8
"""The average pips of a throw. A smaller lead is none, because the opponent throws next."""

LEAST_LOST: Final = 0.02
"""The least difference between plays, in points, for a gammon to be in danger."""

EARLIER_COMPARED: Final = 40
"""The most plays with which one is compared, so that a hint is fast."""

MOST_WALKED: Final = 100
"""The most plays compared to find clues."""


class Explained(NamedTuple):
    """The reasons for some plays, and clues to the first of them.

    clue, leads -- see `AdvisedPlay`.
    """

    reasons: list[tuple[Reason, ...]]
    clue: Clue = NO_CLUE
    leads: tuple[Clue, ...] = ()


class Explainer:
    """Explains the plays of one game."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._throws = Throws(rules)

    def explain(
        self, before: Position, player: Player, ends: Sequence[Position], choice: Choice
    ) -> Explained:
        """Return the reasons (see `reasons`), and clues to the first play.

        If the values of the plays are known, the first play is the best one. It then has clues and
        a reason that distinguishes it from the second best, or from the compared play.
        """
        second = choice.second_to(ends[0])
        rival = second if second is not None and choice.is_apart(ends[0], second) else None
        choice, wide = (choice.thinned(most, rival) for most in (EARLIER_COMPARED, MOST_WALKED))
        view = {
            end: View(self._rules, before, player, end)
            for end in dict.fromkeys((*ends, *choice.ends, *wide.ends))
        }
        views, others = ([view[end] for end in some] for some in (ends, choice.ends))
        doing = self._doing(views, choice)
        found = self._reasons(views, others, choice, doing)
        if not choice.worth:
            return Explained(found)
        if rival is not None:
            found[0] = self._with_difference(
                found[0], (view[ends[0]], view[rival]), others, choice, doing
            )
        if second is not None:
            pair = View(self._rules, before, player, second), view[ends[0]]
            found[0] = tuple(one for one in found[0] if not doing.outdoes(*pair, one))
        rest = [view[end] for end in wide.ends if end != ends[0]]
        best = choice.worth[ends[0]]
        lost = [best - choice.worth[one.end] for one in rest]
        trail = ClueFinder(views[0], rest, lost, rival)
        first, leads = trail.led(found[0], doing)
        return Explained([first, *found[1:]], trail.point(), leads)

    def reasons(
        self,
        before: Position,
        player: Player,
        ends: Sequence[Position],
        choice: Choice = Choice(),  # noqa: B008 - frozen
    ) -> list[tuple[Reason, ...]]:
        """Return the reasons for some plays of one turn, the most helpful first.

        Effects that most other plays share are left out, unless not all plays were tried.
        """
        choice = choice.thinned(EARLIER_COMPARED)
        views, others = (
            [View(self._rules, before, player, end) for end in some] for some in (ends, choice.ends)
        )
        return self._reasons(views, others, choice, self._doing(views, choice))

    def _doing(self, views: Sequence[View], choice: Choice) -> PlayComparison:
        """Return the data that all comparisons of this turn need."""
        shots, hindered = self._shots(views, choice), self._hindered(views, choice)
        differ = _plays_differ(choice.worth.values())
        alone = cache(lambda one: _own_reasons(one, choice, gammon=differ))
        did = cache(lambda one: [*alone(one), *made(one), *come_home(one)])
        return PlayComparison(alone, did, shots, hindered)

    def _with_difference(
        self,
        found: tuple[Reason, ...],
        pair: tuple[View, View],
        others: Sequence[View],
        choice: Choice,
        doing: PlayComparison,
    ) -> tuple[Reason, ...]:
        """Return the best play's reasons, one of the first two being lacked by the other play."""
        best, rival = pair
        merits = [one for one in found if one.code not in NO_MERITS]
        more = [one for one in merits if not doing.does(rival, best, one)]
        if not more:
            beside = choice._replace(beside=rival.end)
            (other,) = self._reasons([best], others, beside, doing)
            more = [one for one in other if one.code not in NO_MERITS and one not in merits]
        more = (more or [*parting(pair, self._throws, doing.hindered)])[:1]
        return tuple(dict.fromkeys((*merits[:1], *more, *found)))

    def _reasons(
        self, views: Sequence[View], others: Sequence[View], choice: Choice, doing: PlayComparison
    ) -> list[tuple[Reason, ...]]:
        shots, alone, did = doing.shots, doing.alone, doing.did
        risks, rights = self._risks(views, choice, shots), self._rights(views, shots)
        found = []
        for view, risk in zip(views, risks, strict=True):
            rest = [other for other in others if other.end != view.end]
            done = [did(other) for other in rest]
            beside = [did(other) for other in rest if other.end == choice.beside]
            worth = [choice.worth[other.end] for other in rest if other.end in choice.worth]
            said = [weighed(one, done, worth) for one in _without_shared_zones(alone(view), beside)]
            said = [one for one in said if _is_said(one, choice, beside)]
            if view.end in shots and is_still_exposed(view, shots[view.end]):
                said = [one for one in said if one.reason.code != "escape"]
            said += [*_kept_rows(view, rest, choice), *risk, *denied(view, rest, choice, rights)]
            if not self._rules.game.track.opposed:
                said += jacquet_beside(view, rest, doing.hindered, choice.beside)
            elif not choice.beside and RiskComparison(rest, doing, choice.worth).is_cheaper(
                view, said
            ):
                said = [one for one in said if one.reason.code in PRICES]
            found.append(ordered(said))
        return found

    def _shots(self, views: Sequence[View], choice: Choice) -> Mapping[Position, Shots]:
        """Return the opponent's shots after each play, if pieces can be hit."""
        if self._rules.game.hitting is Hitting.NEVER or not self._rules.in_contact(views[0].before):
            return {}
        ends = [view.end for view in views] + list(choice.ends)
        ends = [end for end in dict.fromkeys(ends) if end not in choice.again]
        return self._throws.shots_where_needed(ends, views[0].player)

    def _rights(self, views: Sequence[View], shots: Mapping[Position, Shots]) -> Hindered:
        """Return the throws that win the opponent the right to hit, if he lacks it (Dutch)."""
        other, before = views[0].player.other, views[0].before
        if self._rules.game.hitting is not Hitting.ONCE_HOME:
            return {}
        if has_right_to_hit(self._rules.way(other), before.side(other)):
            return {}
        return {end: one.home for end, one in shots.items() if self._rules.in_contact(end)}

    def _hindered(self, views: Sequence[View], choice: Choice) -> Hindered:
        """Return the throws with which the opponent cannot use all dice, in games without hits."""
        ends = list(dict.fromkeys([view.end for view in views] + list(choice.ends)))
        ends.append(views[0].before)
        if self._rules.game.hitting is not Hitting.NEVER or len(ends) < 3:
            return {}
        if not any(view.contact for view in views):
            return {}
        return self._throws.hindered(ends, views[0].player)

    def _risks(
        self, views: Sequence[View], choice: Choice, shots: Mapping[Position, Shots]
    ) -> list[list[ScoredReason]]:
        """Return the risk reasons of each play, empty if the plays do not differ in risk."""
        throws = {end: shots[end].throws for end in choice.ends if end in shots}
        return [
            list(risk_reasons(view, shots[view.end], throws, choice)) if view.end in shots else []
            for view in views
        ]


def _plays_differ(worth: Collection[float]) -> bool:
    """Return whether the plays differ in value; True if the values are unknown."""
    return not worth or max(worth) - min(worth) > LEAST_LOST


def _own_reasons(view: View, choice: Choice, *, gammon: bool) -> list[Reason]:
    """Return the reasons for a play by itself. gammon -- whether a gammon may be in danger."""
    said = [Reason("again")] if view.end in choice.again else []
    return [
        *said,
        *_common(view, gammon=gammon),
        *(opposed if view.rules.game.track.opposed else jacquet)(view),
    ]


def _without_shared_zones(said: list[Reason], beside: Sequence[list[Reason]]) -> list[Reason]:
    """Return the reasons without zones on which the compared play does the same."""
    done = {(one.code, zone) for its in beside for one in its for zone in one.zones}
    left = [
        replace(one, zones=tuple(zone for zone in one.zones if (one.code, zone) not in done))
        for one in said
    ]
    return [one for one, whole in zip(left, said, strict=True) if one.zones or not whole.zones]


def _is_said(one: ScoredReason, choice: Choice, beside: Sequence[list[Reason]]) -> bool:
    """Return whether a reason distinguishes the play from most others or the compared one.

    In an ace-deuce only good plays are available for comparison.
    """
    if one.reason == Reason("gammon"):  # the only thing left to play for
        return True
    if any(not any(does_as_much(its, one.reason) for its in said) for said in beside):
        return True
    if not choice.whole:
        return one.reason.code != "again" or one.shared < 1
    return one.shared <= ENOUGH


def _kept_rows(view: View, rest: Sequence[View], choice: Choice) -> Iterator[ScoredReason]:
    """Yield a reason for a row that most plays shorten, or else for points that they give up."""
    jacquet = not view.rules.game.track.opposed
    if not rest or not view.contact or not (jacquet or can_be_hit(view)):
        return
    after = view.row[1]
    rows = [other.row_beside(view) for other in rest]
    asked = next((at for at, other in enumerate(rest) if other.end == choice.beside), None)
    stays = view.row[0] == view.kept == after >= (SHORTEST_BLOCK if jacquet else SHORTEST_PRIME)
    stays = stays and after >= view.longest_row
    stays = stays and not (asked is not None and rest[asked].longest_row >= after)
    kept_row = (
        list(relative_reason(Reason("keep", count=after), after, rows, asked)) if stays else []
    )
    if kept_row and not (jacquet and view.walled[1] < view.walled[0]):
        yield from kept_row
    elif not jacquet:
        yield from _kept_points(view, rest, choice)


def _kept_points(view: View, rest: Sequence[View], choice: Choice) -> Iterator[ScoredReason]:
    """Yield a reason for points that most other plays, or the compared play, give up.

    It does not apply to an exchange for a point that others keep.
    """
    held = [k for k in view.points if view.old[k] >= POINT]
    compared = [other for other in rest if other.end == choice.beside] or rest
    kept = [k for k in held if share(k in other.points for other in compared) < ENOUGH]
    given = view.points_given
    is_exchange = any(share(k in other.points for other in compared) > ENOUGH for k in given)
    if rest and kept and not is_exchange:
        shared = share({*kept} <= {*other.points} for other in rest)
        yield ScoredReason(Reason("guard", view.zones(kept)), shared, outdone=bool(given))


def denied(
    view: View, rest: Sequence[View], choice: Choice, rights: Hindered
) -> Iterator[ScoredReason]:
    """Yield a reason if most other plays let the opponent win the right to hit more easily."""
    throws = rights.get(view.end, MOST_DENIED + 1)
    if throws > MOST_DENIED or not rest or is_shut_out(view):
        return
    least = throws + (LEAST_APART if throws or choice.beside else 1)
    others = [rights.get(other.end, 0) for other in rest]
    shared = share(other < least for other in others)
    if rights.get(choice.beside, 0) >= least if choice.beside else shared < ENOUGH:
        fewer = any(other < throws for other in others)
        yield ScoredReason(Reason("deny", count=throws), shared, outdone=fewer)


def _common(view: View, *, gammon: bool) -> Iterator[Reason]:
    """Yield the reasons of every game. gammon -- whether a gammon may be in danger."""
    off = view.new[OFF_SLOT] - view.old[OFF_SLOT]
    if gammon and _saves_gammon(view):
        yield Reason("gammon", count=off)
        return
    if off:
        yield Reason("off", count=off)
    if not view.contact:
        yield from _race(view)
    if not view.contact or not view.rules.game.track.opposed:
        yield from come_home(view)


def _race(view: View) -> Iterator[Reason]:
    """Yield a reason if contact has just ended and the player is ahead."""
    own, other = (view.rules.pips(view.end, one) for one in (view.player, view.player.other))
    if other - own > A_THROW and view.rules.in_contact(view.before):
        yield Reason("race", count=other - own)


def come_home(view: View) -> list[Reason]:
    """Return the number of pieces that come home, even if it is no reason (see `made`)."""
    home = view.come_home()
    return [Reason("home", count=home)] if home > 0 else []


def _saves_gammon(view: View) -> bool:
    """Return whether all that is left is to bear off a piece in time to save a gammon."""
    if view.rules.game.kinds[1:2] != ("gammon",) or view.old[OFF_SLOT] or view.contact:
        return False
    own, other = (view.rules.pips(view.end, one) for one in (view.player, view.player.other))
    return own > 2 * other and _is_in_time(view, other)


def _is_in_time(view: View, other: int) -> bool:
    """Return whether the player can bear off a piece before the opponent finishes.

    The opponent throws first. The player is allowed one more throw than average.
    """
    standing = [number for number, pieces in enumerate(view.new) for _ in range(pieces)]
    needed = sum(max(number - HOME, 0) for number in standing) + min(*standing, HOME)
    left = PIECES_A_SIDE - view.new_other[OFF_SLOT]
    return needed <= A_THROW * max(-(-left // 2), -(-other // A_THROW))

"""Explains why a play is good or bad, by counting its effects on the board.

All counts are exact. For "leaves a piece open to 11 of 36 throws", each of the 36 throws is tried
by the rules.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple

from companion.hints.advice import NO_CLUE, NO_MERITS, PRICES, HintClue, HintReason
from companion.hints.comparison import LEAST_APART, PlayComparison, differences, risk_reasons
from companion.hints.game_reasons import (
    POINT,
    SHORTEST_PRIME,
    ThrowCounts,
    can_be_hit,
    is_shut_out,
    is_still_exposed,
    jacquet,
    jacquet_comparisons,
    made,
    opposed,
)
from companion.hints.pointers import ClueFinder
from companion.hints.throws import Shots, Throws
from companion.hints.views import SHORTEST_BLOCK, PlayView
from companion.hints.weighing import (
    MOST_SHARE,
    PlayChoice,
    ScoredReason,
    achieves_as_much,
    ordered,
    relative_reason,
    scored,
    share,
)
from companion.rules import Player, Position, Rules
from companion.rules.position import HOME, OFF_SLOT
from companion.rules.vocabulary import PIECES_A_SIDE

MOST_DENIED: Final = 18
"""A play is said to `deny` the right to hit if at most this many throws win it."""

AVERAGE_THROW: Final = 8
"""The average pips of a throw. The opponent throws next, so a lead counts only if it is larger."""

LEAST_GAMMON_LOSS: Final = 0.02
"""A gammon is at stake only if the best and worst play differ by more than this, in points."""

MOST_COMPARED: Final = 40
"""The maximum number of plays with which a play is compared, so that a hint is fast."""

MOST_COMPARED_FOR_CLUES: Final = 100
"""The maximum number of plays compared to find clues."""


class Explanations(NamedTuple):
    """The reasons for some plays, and clues to the first play.

    clue, leads -- as in `AdvisedPlay`.
    """

    reasons: list[tuple[HintReason, ...]]
    clue: HintClue = NO_CLUE
    leads: tuple[HintClue, ...] = ()


class Explainer:
    """Explains the plays of one game."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._throws = Throws(rules)

    def explain(
        self, before: Position, player: Player, ends: Sequence[Position], choice: PlayChoice
    ) -> Explanations:
        """Return the reasons for some plays of one turn, the most helpful first.

        If all plays were tried, effects that most other plays share are left out. If the values of
        the plays are known, the first play must be the best. The first play then gets clues, and a
        reason why it is better than the second-best or the compared play.
        """
        second = choice.second_to(ends[0])
        rival = second if second is not None and choice.needs_reason(ends[0], second) else None
        choice, wide = (
            choice.thinned(most, rival) for most in (MOST_COMPARED, MOST_COMPARED_FOR_CLUES)
        )
        view = {
            end: PlayView(self._rules, before, player, end)
            for end in dict.fromkeys((*ends, *choice.ends, *wide.ends))
        }
        views, others = ([view[end] for end in some] for some in (ends, choice.ends))
        comparison = self._comparison(views, others, choice)
        found = [self._reasons(each, choice, comparison) for each in views]
        if not choice.worth:
            return Explanations(found)
        if rival is not None:
            pair = view[ends[0]], view[rival]
            found[0] = self._with_difference(found[0], pair, choice, comparison)
        if second is not None:
            other = PlayView(self._rules, before, player, second)
            found[0] = tuple(
                one for one in found[0] if not comparison.exceeds(other, view[ends[0]], one)
            )
        rest = [view[end] for end in wide.ends if end != ends[0]]
        best = choice.worth[ends[0]]
        lost = [best - choice.worth[one.end] for one in rest]
        finder = ClueFinder(views[0], rest, lost, rival)
        first, leads = finder.with_clues(found[0], comparison)
        return Explanations([first, *found[1:]], finder.best_clue(), leads)

    def _comparison(
        self, views: Sequence[PlayView], others: Sequence[PlayView], choice: PlayChoice
    ) -> PlayComparison:
        """Return the comparison of some plays with the others of their turn."""
        ends = list(dict.fromkeys(view.end for view in (*views, *others)))
        shots, hindered = self._shots(views[0], ends, choice), self._hindered(views, ends)
        worth = choice.worth.values()
        is_at_stake = not worth or max(worth) - min(worth) > LEAST_GAMMON_LOSS
        own_reasons = cache(lambda one: _own_reasons(one, choice, gammon=is_at_stake))
        own_effects = cache(lambda one: [*own_reasons(one), *made(one), *come_home(one)])
        rights = self._rights(views[0], shots)
        return PlayComparison(others, own_reasons, own_effects, shots, hindered, rights)

    def _with_difference(
        self,
        found: tuple[HintReason, ...],
        pair: tuple[PlayView, PlayView],
        choice: PlayChoice,
        comparison: PlayComparison,
    ) -> tuple[HintReason, ...]:
        """Return the best play's reasons. One of the first two does not hold for the rival."""
        best, rival = pair
        merits = [one for one in found if one.code not in NO_MERITS]
        more = [one for one in merits if not comparison.achieves(rival, best, one)]
        if not more:
            compared = choice._replace(compared=rival.end)
            other = self._reasons(best, compared, comparison)
            more = [one for one in other if one.code not in NO_MERITS and one not in merits]
        more = (more or [*differences(pair, self._throws, comparison.hindered)])[:1]
        return tuple(dict.fromkeys((*merits[:1], *more, *found)))

    def _reasons(
        self, view: PlayView, choice: PlayChoice, comparison: PlayComparison
    ) -> tuple[HintReason, ...]:
        """Return the reasons for one play, the most helpful first."""
        shots, own_effects = comparison.shots, comparison.own_effects
        rest = [other for other in comparison.others if other.end != view.end]
        done = [own_effects(other) for other in rest]
        compared = [own_effects(other) for other in rest if other.end == choice.compared]
        worth = [choice.worth[other.end] for other in rest if other.end in choice.worth]
        own = _without_shared_zones(comparison.own_reasons(view), compared)
        said = [scored(one, done, worth) for one in own]
        said = [one for one in said if _is_distinctive(one, choice, compared)]
        if view.end in shots and is_still_exposed(view, shots[view.end]):
            said = [one for one in said if one.reason.code != "escape"]
        said += _kept_rows(view, rest, choice)
        if view.end in shots:
            throws = {end: shots[end].throws for end in choice.ends if end in shots}
            said += risk_reasons(view, shots[view.end], throws, choice)
        said += denied(view, rest, choice, comparison.rights)
        if not self._rules.game.track.opposed:
            said += jacquet_comparisons(view, rest, comparison.hindered, choice.compared)
        elif not choice.compared and comparison.has_poor_safer_plays(
            rest, view, said, choice.worth
        ):
            said = [one for one in said if one.reason.code in PRICES]
        return ordered(said)

    def _shots(
        self, view: PlayView, ends: Sequence[Position], choice: PlayChoice
    ) -> Mapping[Position, Shots]:
        """Return the opponent's shots after each play, if pieces can be hit."""
        if not self._rules.game.has_hits or not self._rules.in_contact(view.before):
            return {}
        ends = [end for end in ends if end not in choice.again]
        return self._throws.shots_where_needed(ends, view.player)

    def _rights(self, view: PlayView, shots: Mapping[Position, Shots]) -> ThrowCounts:
        """Return the throws that win the opponent the right to hit in Dutch, unless it is won."""
        if not self._rules.game.hits_once_home or can_be_hit(view):
            return {}
        return {end: one.home for end, one in shots.items() if self._rules.in_contact(end)}

    def _hindered(self, views: Sequence[PlayView], ends: Sequence[Position]) -> ThrowCounts:
        """Return the throws with which the opponent cannot use all dice, in games without hits."""
        if self._rules.game.has_hits or len(ends) < 2:
            return {}
        if not any(view.contact for view in views):
            return {}
        return self._throws.hindered([*ends, views[0].before], views[0].player)


def _own_reasons(view: PlayView, choice: PlayChoice, *, gammon: bool) -> list[HintReason]:
    """Return the reasons for a play that need no comparison with other plays.

    gammon -- whether the player may lose a gammon.
    """
    said = [HintReason("again")] if view.end in choice.again else []
    return [
        *said,
        *_common(view, gammon=gammon),
        *(opposed if view.rules.game.track.opposed else jacquet)(view),
    ]


def _without_shared_zones(
    said: list[HintReason], compared: Sequence[list[HintReason]]
) -> list[HintReason]:
    """Return the reasons without the zones that the compared play's reasons also name."""
    done = {(one.code, zone) for its in compared for one in its for zone in one.zones}
    left = [
        replace(one, zones=tuple(zone for zone in one.zones if (one.code, zone) not in done))
        for one in said
    ]
    return [one for one, whole in zip(left, said, strict=True) if one.zones or not whole.zones]


def _is_distinctive(
    one: ScoredReason, choice: PlayChoice, compared: Sequence[list[HintReason]]
) -> bool:
    """Return whether a reason distinguishes the play from most others or from the compared play.

    In an ace-deuce only good plays are available for comparison.
    """
    if one.reason == HintReason("gammon"):  # the player can no longer win the game
        return True
    if any(not any(achieves_as_much(its, one.reason) for its in said) for said in compared):
        return True
    if not choice.whole:
        return one.reason.code != "again" or one.shared < 1
    return one.shared <= MOST_SHARE


def _kept_rows(
    view: PlayView, rest: Sequence[PlayView], choice: PlayChoice
) -> Iterator[ScoredReason]:
    """Yield a reason for keeping a row that most plays shorten, or points that most give up."""
    jacquet = not view.rules.game.track.opposed
    if not rest or not view.contact or not (jacquet or can_be_hit(view)):
        return
    after = view.row[1]
    rows = [other.row_compared_with(view) for other in rest]
    asked = next((at for at, other in enumerate(rest) if other.end == choice.compared), None)
    stays = view.row[0] == view.kept == after >= (SHORTEST_BLOCK if jacquet else SHORTEST_PRIME)
    stays = stays and after >= view.longest_row
    stays = stays and not (asked is not None and rest[asked].longest_row >= after)
    kept_row = (
        list(relative_reason(HintReason("keep", count=after), after, rows, asked)) if stays else []
    )
    if kept_row and not (jacquet and view.points_in_rows[1] < view.points_in_rows[0]):
        yield from kept_row
    elif not jacquet:
        yield from _kept_points(view, rest, choice)


def _kept_points(
    view: PlayView, rest: Sequence[PlayView], choice: PlayChoice
) -> Iterator[ScoredReason]:
    """Yield a reason for keeping points that most other plays, or the compared play, give up.

    There is no such reason if the play gives up another point that most of these plays keep.
    """
    held = [k for k in view.points if view.old[k] >= POINT]
    peers = [other for other in rest if other.end == choice.compared] or rest
    kept = [k for k in held if share(k in other.points for other in peers) < MOST_SHARE]
    given = view.points_given
    is_exchange = any(share(k in other.points for other in peers) > MOST_SHARE for k in given)
    if rest and kept and not is_exchange:
        shared = share({*kept} <= {*other.points} for other in rest)
        yield ScoredReason(HintReason("guard", view.zones(kept)), shared, exceeded=bool(given))


def denied(
    view: PlayView, rest: Sequence[PlayView], choice: PlayChoice, rights: ThrowCounts
) -> Iterator[ScoredReason]:
    """Yield a reason if most other plays let the opponent win the right to hit more easily."""
    throws = rights.get(view.end, MOST_DENIED + 1)
    if throws > MOST_DENIED or not rest or is_shut_out(view):
        return
    least = throws + (LEAST_APART if throws or choice.compared else 1)
    others = [rights.get(other.end, 0) for other in rest]
    shared = share(other < least for other in others)
    if rights.get(choice.compared, 0) >= least if choice.compared else shared < MOST_SHARE:
        fewer = any(other < throws for other in others)
        yield ScoredReason(HintReason("deny", count=throws), shared, exceeded=fewer)


def _common(view: PlayView, *, gammon: bool) -> Iterator[HintReason]:
    """Yield the reasons that exist in every game. gammon -- whether a gammon may be lost."""
    off = view.new[OFF_SLOT] - view.old[OFF_SLOT]
    if gammon and _saves_gammon(view):
        yield HintReason("gammon", count=off)
        return
    if off:
        yield HintReason("off", count=off)
    if not view.contact:
        yield from _race(view)
    if not view.contact or not view.rules.game.track.opposed:
        yield from come_home(view)


def _race(view: PlayView) -> Iterator[HintReason]:
    """Yield a reason if contact has just ended and the player is ahead."""
    own, other = (view.rules.pips(view.end, one) for one in (view.player, view.player.other))
    if other - own > AVERAGE_THROW and view.rules.in_contact(view.before):
        yield HintReason("race", count=other - own)


def come_home(view: PlayView) -> list[HintReason]:
    """Return the reason that pieces come home, even if it is too weak to be used."""
    home = view.come_home()
    return [HintReason("home", count=home)] if home > 0 else []


def _saves_gammon(view: PlayView) -> bool:
    """Return whether the player's only aim can be to bear off a piece and so save a gammon."""
    if view.rules.game.kinds[1:2] != ("gammon",) or view.old[OFF_SLOT] or view.contact:
        return False
    own, other = (view.rules.pips(view.end, one) for one in (view.player, view.player.other))
    return own > 2 * other and _is_in_time(view, other)


def _is_in_time(view: PlayView, other: int) -> bool:
    """Return whether the player can bear off a piece before the opponent finishes.

    The player is allowed as many average throws as the opponent, although the opponent throws
    first.
    """
    standing = [number for number, pieces in enumerate(view.new) for _ in range(pieces)]
    needed = sum(max(number - HOME, 0) for number in standing) + min(*standing, HOME)
    left = PIECES_A_SIDE - view.new_other[OFF_SLOT]
    return needed <= AVERAGE_THROW * max(-(-left // 2), -(-other // AVERAGE_THROW))

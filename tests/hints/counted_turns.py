"""Counts in an independent way the reasons that distinguish a play from others of its turn."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from companion.hints.throws import Throws
from companion.rules import Position
from tests.hints.counting import Counted, Found, is_done, is_most

NO_SHOTS: Mapping[Position, int] = MappingProxyType({})


def all_counted(
    plays: list[Counted], compared: Counted | None = None, *, ranked: bool = False
) -> set[Found]:
    """Return the reasons for the first of some plays, compared with the others.

    compared -- the play among the others with which it is compared; ranked -- whether the values
    are known and the others are sorted by them, the best first.
    """
    play, *others = plays
    other = compared if compared is not play else None
    wanted = _done_by_few(play, others, other)
    if not play.rules.game.track.opposed:
        return _jacquet(play, others, other, wanted)
    if not play.contact(play.old):
        return wanted
    shots = [shot.throws for shot in Throws(play.rules).shots([o.end for o in plays], play.player)]
    left = shots[plays.index(other)] if other else 0
    if play.contact(play.new) and play.has_right(play.player.other, play.old):
        peers = [other] if other else others
        wanted |= _row_kept(play, peers, other) or play.guards(peers)
    price = play.risk(shots, left)
    if not play.is_free(shots[0]):
        wanted = {one for one in wanted if one[0] != "escape"}
    wanted |= _denies(play, others, other) if play.contact(play.new) else set()
    if {"race", "gammon", "shut"} & {code for code, _, _ in wanted} or ("deny", (), 0) in wanted:
        price -= {("safe", (), 0)}
    risked = [one for one, throws in zip(others, shots[1:], strict=True) if throws <= shots[0] - 4]
    dear = {code for code, _, _ in price} & {"open", "risky"}
    cheap = [one for one in risked if does_all(one, play, wanted)] if dear and not other else []
    hits = any(code == "hit" for code, _, _ in wanted)
    if cheap and not hits and not (ranked and any(one in cheap for one in others[:2])):
        return price
    has_wall = any(code == "prime" for code, _, _ in wanted)
    return {one for one in wanted if one[0] != "guard" or not has_wall} | price


def does_all(
    one: Counted, play: Counted, wanted: set[Found], shots: Mapping[Position, int] = NO_SHOTS
) -> bool:
    """Return whether a play has all reasons of another. shots -- the hitting throws after each."""
    me, does = play.player, one.reasons() | one.made()
    for code, zones, count in wanted:
        if code == "keep":
            done = one.row(one.new, by=play.new)[0] >= count
        elif code == "guard":
            done = all(one.new[zone].of(me) > 1 for zone in zones)
        elif code == "deny":
            done = not one.contact(one.new) or one.throws_home() <= count
        elif code in ("safe", "fewest"):
            done = shots.get(one.end, 0) <= count
        elif code in ("spread", "exit", "pass", "hinder", "hold", "saves"):
            done = _does_in_jacquet(one, code, zones, count)
        else:
            done = is_done((code, zones, count), does)
        if not done:
            return False
    return True


def _does_in_jacquet(one: Counted, code: str, zones: tuple[str, ...], count: int) -> bool:
    """Return whether a play has a reason of Jacquet that compares it with other plays."""
    if code == "spread":  # as spoken: the points are occupied, even if others are given up
        return all(one.new[zone].of(one.player) for zone in zones)
    if code == "exit":
        return one.bars_exit()
    if code == "pass":
        return one.passed() >= count
    if code == "hinder":
        return one.hindered(one.end) >= count
    return not one.given_up() if code == "hold" else one.most_lost(one.new) <= count


def _done_by_few(play: Counted, others: Sequence[Counted], compared: Counted | None) -> set[Found]:
    """Return the reasons of a play that most others, or the compared one, do not have."""
    did = [other.reasons() | other.made() for other in others]
    its = compared.reasons() | compared.made() if compared else set()
    wanted = set()
    for code, zones, count in play.reasons():
        too = {zone for done, points, _ in its for zone in points if done == code}
        left = code, tuple(zone for zone in zones if zone not in too), count
        is_common = is_most([is_done(left, by) for by in did])
        if zones and not left[1]:
            continue
        hopeless = (code, count) == ("gammon", 0)
        if hopeless or not is_common or (compared and not is_done(left, its)):
            wanted.add(left)
    return wanted


def _row_kept(
    play: Counted, others: Sequence[Counted], compared: Counted | None = None
) -> set[Found]:
    """Return the reason that a play keeps its longest row while most others shorten it.

    compared -- the play it is compared with, which must have no row as long
    """
    was, row, both = play.row(play.old, play.new)
    least = 3 if not play.rules.game.track.opposed else 4
    shorter = [other.row(other.new, by=play.new)[0] < row for other in others]
    if play.longest() > row or (compared and compared.longest() >= row):
        return set()
    return {("keep", (), row)} if was == row == both >= least and is_most(shorter) else set()


def _denies(play: Counted, others: Sequence[Counted], compared: Counted | None) -> set[Found]:
    """Return for Dutch the reason that few throws bring home the opponent's first piece."""
    rules, you = play.rules, play.player.other
    if rules.name != "dutch" or play.has_right(you, play.old) or play.shuts_out():
        return set()
    throws = play.throws_home()
    if throws > 18:
        return set()
    least = throws + 4 if throws else 1

    def is_worse(one: Counted) -> bool:
        return one.contact(one.new) and one.throws_home() >= least

    told = is_worse(compared) if compared else is_most([is_worse(other) for other in others])
    return {("deny", (), throws)} if told else set()


def _jacquet(
    play: Counted, others: Sequence[Counted], compared: Counted | None, wanted: set[Found]
) -> set[Found]:
    """Return for Jacquet `wanted` with the reasons that compare with the other plays."""
    peers = [compared] if compared else others
    wanted = wanted | _stakes(play, peers) | play.spreads(peers)
    if play.contact(play.new):
        if play.barred(play.new) >= play.barred(play.old):
            wanted |= _row_kept(play, peers, compared)
        hinders, apart = play.hindered(play.end), 4 if compared else 1
        less = [other.hindered(other.end) <= hinders - apart for other in peers]
        if hinders >= 4 and hinders > play.hindered(play.before) and is_most(less):
            wanted.add(("hinder", (), hinders))
    more = {code for code, _, _ in wanted} & {"keep", "spread"}
    left = [bool(other.given_up()) for other in peers]
    if play.barring() and not play.given_up() and not more and is_most(left):
        wanted.add(("hold", (), 0))
    return wanted


def _stakes(play: Counted, others: Sequence[Counted]) -> set[Found]:
    """Return the reasons of Jacquet that apply whether or not the sides still meet."""
    wanted: set[Found] = set()
    passed, most = play.passed(), play.most_lost(play.new)
    if passed >= 3 and is_most([other.passed() < passed for other in others]):
        wanted.add(("pass", (), passed))
    own, other = (play.pips(play.new, one) for one in (play.player, play.player.other))
    less = most < play.most_lost(play.old)
    if own > other and less and is_most([o.most_lost(o.new) > most for o in others]):
        wanted.add(("saves", (), most))
    if play.bars_exit() and is_most([not other.bars_exit() for other in others]):
        wanted.add(("exit", (), 0))
    return wanted

"""Counts what the opponent's next throws can do, by trying each of them with the rules."""

from collections.abc import Iterator

from companion.hints.moves import THROWS
from companion.rules import Placement, Player, Position, Rules
from companion.rules.vocabulary import POINTS


def replies(
    rules: Rules, end: Position, player: Player
) -> Iterator[tuple[int, int, list[Placement]]]:
    """Yield for each throw how many of 36 it stands for, its pips, and the boards it leads to."""
    for high, low in THROWS:
        if not (rules.game.ace_deuce and {high, low} == {1, 2}):
            ends = rules.ends(end, player.other, (high, low)).positions
            times, pips = (1, 4 * high) if high == low else (2, high + low)
            yield times, pips, [rules.placement(one) for one in ends]


def hitting(rules: Rules, end: Position, player: Player) -> tuple[int, int]:
    """Return the number of throws that hit a piece, and of points where one can be hit."""
    before, bar, throws, points = rules.placement(end), f"{player}B", 0, set[str]()
    for times, _, boards in replies(rules, end, player):
        hits = [one for one in boards if one[bar].of(player) > before[bar].of(player)]
        throws += times * bool(hits)
        standing = [zone for zone in POINTS if before[zone].of(player)]
        points |= {zone for zone in standing if any(not one[zone].of(player) for one in hits)}
    return throws, len(points)


def bringing_home(rules: Rules, end: Position, player: Player) -> int:
    """Return the number of throws with which the opponent brings a piece home."""
    home = [rules.zone(number, player.other) for number in range(1, 7)]
    return sum(
        times
        for times, _, boards in replies(rules, end, player)
        if any(any(one.along(home, player.other)) for one in boards)
    )


def hindering(rules: Rules, end: Position, player: Player) -> int:
    """Return the throws that the opponent cannot use in full; 0 if one of them bears off."""
    you, throws = player.other, 0
    pips, off = rules.pips(end, you), f"{you}O"
    for times, thrown, boards in replies(rules, end, player):
        if any(one[off].of(you) > rules.placement(end)[off].of(you) for one in boards):
            return 0
        used = max(pips - rules.pips(rules.position(one), you) for one in boards)
        throws += times * (used < thrown)
    return throws

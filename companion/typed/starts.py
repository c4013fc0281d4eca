"""A play typed as starting points: the one legal end they fit.

Source: docs/protocol.md, "The entries".
"""

from collections.abc import Iterator
from itertools import combinations

from companion.referee.turn_context import TurnContext
from companion.rules import Placement, Verdict
from companion.rules.position import BAR_SLOT, HAND_SLOT
from companion.rules.track import ENTRY
from companion.rules.vocabulary import POINTS
from companion.typed.entries import Stop, Walk
from companion.typed.pieces import CannotError, Made, carry_out, zone_of

_SIX = 6


def fitting(table: TurnContext, board: Placement, starts: tuple[Stop, ...]) -> Made:
    """The play of these starting points, one for each die still to be played.

    Raises `CannotError`: a place where nothing of the mover's stands, `no-start` where no legal
    end fits, `many-starts` where several do, `more-starts` where each die needs one of its own.
    """
    if len(starts) > len(dice_choices(table)[-1]):
        raise CannotError("no-start")
    numbers = sorted(_number(table, board, start) for start in starts)
    found: dict[Placement, Made] = {}
    for dice in _throws_left(table, len(starts)):
        for made in _plays(table, Made(board), tuple(numbers), dice):
            found.setdefault(made.board, made)
    ends = [made for made in found.values() if _is_legal(table, made)]
    if len(ends) == 1:
        return ends[0]
    if not ends and len(starts) < len(table.dice) and board == table.rules.placement(table.agreed):
        raise CannotError("more-starts")
    raise CannotError("many-starts" if ends else "no-start")


def _number(table: TurnContext, board: Placement, start: Stop) -> int:
    """The own number of a starting point; it may be empty until a piece of the line comes."""
    player, track = table.mover, table.rules.game.track
    zone = zone_of(board, start, player, table.rules)
    if zone not in track.zones[player] or not track.slot(zone, player):
        raise CannotError("no-start")
    return min(track.slot(zone, player), ENTRY)


def dice_choices(table: TurnContext) -> list[tuple[int, ...]]:
    """Every way to use the dice: two, four of a double, after 1 and 2 also any double."""
    first, second = table.dice
    if first == second:
        return [(first,) * 4]
    both = (first, second)
    if table.rules.game.ace_deuce and {*both} == {1, 2}:
        return [both, *((*both, *(die,) * 4) for die in range(1, _SIX + 1))]
    return [both]


def _throws_left(table: TurnContext, count: int) -> set[tuple[int, ...]]:
    """Every choice of so many of the dice, each sorted."""
    return {
        tuple(sorted(chosen))
        for dice in dice_choices(table)
        for chosen in combinations(dice, count)
    }


def _plays(
    table: TurnContext, made: Made, starts: tuple[int, ...], dice: tuple[int, ...]
) -> Iterator[Made]:
    """All plays of these dice, one from each of these starting points, in any order."""
    waiting = [(made, starts, dice)]
    known: set[tuple[Placement, tuple[int, ...], tuple[int, ...]]] = set()
    while waiting:
        made, starts, dice = waiting.pop()
        if not starts:
            yield made
            continue
        for start in dict.fromkeys(starts):
            for die in dict.fromkeys(dice):
                after = _step(table, made.board, start, die)
                rest = _without(starts, start), _without(dice, die)
                if after is None or (after.board, *rest) in known:
                    continue
                known.add((after.board, *rest))
                waiting.append((Made(after.board, made.moves + after.moves), *rest))


def _step(table: TurnContext, board: Placement, start: int, die: int) -> Made | None:
    """One piece moved by a die; None where it cannot go."""
    player, rules = table.mover, table.rules
    zones = rules.game.track.zones[player]
    source: Stop = start if start != ENTRY else _waiting(board, table)
    target = zones[max(start - die, 0)]
    if target in POINTS and board[target].of(player.other) >= rules.game.closing:
        return None
    try:
        return carry_out(board, (Walk((source, target)),), player, rules)
    except CannotError:
        return None


def _waiting(board: Placement, table: TurnContext) -> str:
    zones = table.rules.game.track.zones[table.mover]
    bar = zones[BAR_SLOT]
    return bar if board[bar].of(table.mover) else zones[HAND_SLOT]


def _without(numbers: tuple[int, ...], number: int) -> tuple[int, ...]:
    at = numbers.index(number)
    return numbers[:at] + numbers[at + 1 :]


def _is_legal(table: TurnContext, made: Made) -> bool:
    after = table.after_lines((*table.state.throw.lines, made.moves))
    return after.judge(after.seen).verdict is Verdict.LEGAL

"""Finds the simplest explanation of an illegal board.

A place that lost a piece and a place that gained one are paired into a moved piece, and the dice
are assigned to the moved pieces. The steps are then made without enforcing rules. The explanation
that breaks the fewest rules is chosen. The search is bounded. Source: docs/mistakes.md.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice, permutations
from operator import attrgetter
from typing import Final, NamedTuple

from companion.rules.named_moves import Legs, PieceMove, piece_moves
from companion.rules.observation import ObservedBoard
from companion.rules.position import HAND_SLOT, HOME, OFF_SLOT
from companion.rules.step_checker import (
    AttemptedStep,
    ExplainedBoard,
    Finding,
    entering,
    number,
    opponent_findings,
)
from companion.rules.steps import FULL_DOUBLE, PlayerRules, full_uses
from companion.rules.verdicts import Code, rank
from companion.rules.vocabulary import Dice

_PAIRED_FREELY: Final = 4
"""Every pairing is tried for up to this many moved pieces; for more, only the one in slot order."""

EXPLAINED: Final = 6
"""Dice are assigned to at most this many moved pieces, the number of steps in an ace-deuce."""

_MOST_TRIED: Final = 400
"""The maximum number of explanations tried. The worst board then takes a few milliseconds."""


def distance(move: PieceMove) -> int:
    """Return how many points a piece moved forward; 0 or less if it did not move forward."""
    return number(move.source) - number(move.target)


@dataclass(frozen=True, slots=True)
class Explanation:
    """A possible explanation: the moved pieces, the dice they used, and the rules they broke.

    If the moves are known, these two values count most:
    jumps -- the number of pieces that moved without dice;
    has_hits -- whether exactly the pieces hit by these moves are on the bar.
    """

    moves: tuple[PieceMove, ...]
    used: tuple[int, ...]
    findings: tuple[Finding, ...]
    jumps: int = 0
    has_hits: bool = True

    @property
    def cost(self) -> tuple[bool, int, int, int, int, list[int]]:
        """Sort key: hits, jumps, broken rules, number of breaches, distance, ranks of the rules.

        Distance comes before rank. For example, moves of 5 and 4 forward are simpler than moves of
        11 forward and 2 back to the same board.
        """
        ranks = sorted({rank(finding.code) for finding in self.findings})
        breaches = {(finding.code, finding.place) for finding in self.findings}
        travelled = sum(abs(distance(move)) for move in self.moves)
        return not self.has_hits, self.jumps, len(ranks), len(breaches), travelled, ranks

    @property
    def cost_of_reading(self) -> tuple[object, ...]:
        """Sort key for explanations of different readings: unused dice come before the ranks."""
        return *self.cost[:-1], -len(self.used), self.cost[-1]


Walk = tuple[tuple[AttemptedStep, ...], tuple[PieceMove, ...]]
"""The steps in the order in which they are made, and the moved pieces."""


class Pool(NamedTuple):
    """The unassigned dice: each die of `firsts` once, then the die `double` up to `left` times."""

    firsts: tuple[int, ...]
    double: int = 0
    left: int = 0


class PieceDice(NamedTuple):
    """The dice assigned to one piece, from the throw, then from a double. No dice mean a jump."""

    firsts: tuple[int, ...] = ()
    doubles: tuple[int, ...] = ()

    @property
    def dice(self) -> tuple[int, ...]:
        """All dice of this piece, in order."""
        return self.firsts + self.doubles


def simplest(
    rules: PlayerRules,
    before: ObservedBoard,
    dice: Dice,
    seen: ObservedBoard,
    legs: Legs | None = None,
) -> Explanation:
    """Return the explanation that breaks the fewest rules. Requires 15 pieces of the mover.

    legs -- the moves, if they are known. The opponent's pieces were then moved only by hits. The
    moves are explained twice: as one movement per piece, and leg by leg in order. Some hits can
    only be explained leg by leg: a hit on a stop that no die leads to, and a hit named only in a
    later move.
    """
    if legs is None:
        pairings = _pairings(before, seen)
    else:
        pairings = piece_moves(legs, before.mine, before.star)
    walks = (
        (steps, moves)
        for moves in pairings
        for dealt in _all_assignments(rules, dice, moves)
        for steps in _orders(rules, moves, dealt)
    )
    tried = [*islice(walks, _MOST_TRIED)]
    if legs:
        alone = _leg_by_leg(legs, before.star)
        dealt = islice(_all_assignments(rules, dice, alone), _MOST_TRIED)
        tried += ((tuple(chain.from_iterable(_made(alone, each))), alone) for each in dealt)
    explained = (_explained(rules, before, seen, walk, known=legs is not None) for walk in tried)
    return min(explained, key=attrgetter("cost"))


def _leg_by_leg(legs: Legs, star: int) -> tuple[PieceMove, ...]:
    """Return each leg as a separate move.

    star -- the travelling postillon's slot, 0 if there is none. A leg from this slot moves the
    postillon.
    """
    moves = []
    for source, target in legs:
        is_star = source == star > 0
        star = target if is_star else star
        moves.append(PieceMove(source, target, star=is_star))
    return tuple(moves)


def _all_assignments(
    rules: PlayerRules, dice: Dice, moves: tuple[PieceMove, ...]
) -> Iterator[tuple[PieceDice, ...]]:
    for use in full_uses(rules.game, dice):
        has_double = len(use) >= FULL_DOUBLE
        pool = Pool(use[:-FULL_DOUBLE], use[-1], FULL_DOUBLE) if has_double else Pool(use)
        yield from complete_assignments(moves, pool)


def _pairings(start: ObservedBoard, seen: ObservedBoard) -> Iterator[tuple[PieceMove, ...]]:
    """Yield every way to pair the places that lost pieces with the places that gained pieces."""
    before, after = list(start.mine), list(seen.mine)
    if not start.star:
        yield from _pawn_pairings(before, after)
        return
    before[start.star] -= 1
    for place in _star_places(before, after, seen.star):
        settled = list(after)
        settled[place] -= 1
        moved = () if place == start.star else (PieceMove(start.star, place, star=True),)
        for moves in _pawn_pairings(before, settled):
            yield (*moved, *moves)


def _star_places(before: list[int], after: list[int], star: int) -> list[int]:
    """Return the slots where the postillon may be now.

    This is the slot where it is seen (`star`), otherwise each slot at home that gained a piece.
    """
    if star:
        return [star]
    return [slot for slot in range(HOME + 1) if after[slot] > before[slot]]


def _pawn_pairings(before: list[int], after: list[int]) -> Iterator[tuple[PieceMove, ...]]:
    lost, gained = [], []
    for slot in range(HAND_SLOT, -1, -1):
        change = after[slot] - before[slot]
        lost += [slot] * -change
        gained += [slot] * change
    if len(lost) > _PAIRED_FREELY:
        yield tuple(map(PieceMove, lost, gained))
        return
    for targets in dict.fromkeys(permutations(gained)):
        yield tuple(map(PieceMove, lost, targets))


def complete_assignments(
    moves: tuple[PieceMove, ...], pool: Pool
) -> Iterator[tuple[PieceDice, ...]]:
    """Yield every way to assign dice to pieces. A double is assigned only after the whole throw."""
    if len(moves) > EXPLAINED:
        yield (PieceDice(),) * len(moves)
        return
    for dealt in _assignments(moves, pool):
        throw_used = sum(len(assigned.firsts) for assigned in dealt) == len(pool.firsts)
        doubled = any(assigned.doubles for assigned in dealt)
        if throw_used or not doubled:
            yield dealt


def _assignments(moves: tuple[PieceMove, ...], pool: Pool) -> Iterator[tuple[PieceDice, ...]]:
    if not moves:
        yield ()
        return
    for assigned, rest in (*_piece_dice(moves[0], pool), (PieceDice(), pool)):
        for others in _assignments(moves[1:], rest):
            yield (assigned, *others)


def _piece_dice(move: PieceMove, pool: Pool) -> Iterator[tuple[PieceDice, Pool]]:
    """Yield each choice of dice that moves a piece from source to target, with the dice left."""
    if distance(move) <= 0:
        return
    for size in range(len(pool.firsts) + 1):
        for firsts in permutations(pool.firsts, size):
            for doubles in range(pool.left + 1):
                assigned = PieceDice(firsts, (pool.double,) * doubles)
                if _carries(assigned.dice, move):
                    rest = tuple(die for die in pool.firsts if die not in firsts)
                    yield assigned, Pool(rest, pool.double, pool.left - doubles)


def _carries(dice: tuple[int, ...], move: PieceMove) -> bool:
    total = sum(dice)
    if move.target == OFF_SLOT and dice:
        return total >= distance(move) > total - dice[-1]
    return total == distance(move)


def _orders(
    rules: PlayerRules, moves: tuple[PieceMove, ...], dealt: tuple[PieceDice, ...]
) -> Iterator[tuple[AttemptedStep, ...]]:
    """Yield the orders of the steps to try: entering pieces first, then the farthest pieces.

    If each of two pieces uses one die of the throw, both orders are tried.
    """
    early: list[AttemptedStep] = []
    throw: list[AttemptedStep] = []
    double: list[AttemptedStep] = []
    late: list[AttemptedStep] = []
    for move, assigned, made in zip(moves, dealt, _made(moves, dealt), strict=True):
        if assigned.dice:
            throw += made[: len(assigned.firsts)]
            double += made[len(assigned.firsts) :]
        else:
            (early if move.star or move.source in entering(rules.game) else late).extend(made)
    double.sort(key=lambda step: (not step.star, -step.source))
    yield (*early, *throw, *double, *late)
    if rules.game.hits_once_home and double:
        # The first piece to come home gives its side the right to hit.
        homeward = sorted(double, key=lambda step: moves[step.move].target)
        yield (*early, *throw, *homeward, *late)
    if len(throw) == 2 and throw[0].move != throw[1].move:
        yield (*early, *reversed(throw), *double, *late)


def _made(moves: tuple[PieceMove, ...], dealt: tuple[PieceDice, ...]) -> list[list[AttemptedStep]]:
    """Return the steps of each piece."""
    pairs = enumerate(zip(moves, dealt, strict=True))
    return [_steps_of(move, assigned, index) for index, (move, assigned) in pairs]


def _steps_of(move: PieceMove, assigned: PieceDice, index: int) -> list[AttemptedStep]:
    """Return the steps of a piece: one per die, or one jump if it has no dice."""
    made = []
    dice, source = assigned.dice or (0,), move.source
    for place, die in enumerate(dice, start=1):
        last = place == len(dice)
        target = move.target if last else number(source) - die
        made.append(AttemptedStep(source, target, die, last=last, star=move.star, move=index))
        source = target
    return made


def _explained(
    rules: PlayerRules, before: ObservedBoard, seen: ObservedBoard, walk: Walk, *, known: bool
) -> Explanation:
    """Make the steps and collect the broken rules.

    known -- whether the moves are known, so only hits have changed the opponent's pieces
    """
    table, (steps, moves) = ExplainedBoard(rules, before, seen), walk
    for step in steps:
        if not step.die:
            wrong = Code.WRONG_DISTANCE if distance(moves[step.move]) > 0 else Code.BACKWARDS
            table.findings.append(Finding(wrong, step))
        table.make(step)
    used = tuple(step.die for step in steps if step.die)
    # A stop on a closed point is not reported if the move also ends on a closed point
    # (docs/mistakes.md).
    stops = [one for one in table.findings if one.code is Code.BLOCKED_STOP]
    closed = {one.place for one in table.findings if one.code is Code.OCCUPIED_POINT}
    idle = [finding for finding in stops if finding.place in closed]
    findings = tuple(finding for finding in table.findings if finding not in idle)
    if known:
        has_hits = tuple(table.theirs) == seen.theirs
        return Explanation(moves, used, findings, len(steps) - len(used), has_hits)
    return Explanation(moves, used, (*findings, *opponent_findings(table)))

"""The simplest explanation of a board that is no legal end and not on the way to one.

Lost and gained places are paired into moved pieces, the dice are dealt to them, and the steps are
walked with no rule enforced; of all these explanations the one that breaks the fewest rules counts.
The search is bounded. Source: docs/mistakes.md.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, permutations
from typing import Final, NamedTuple

from companion.rules.games import Hitting
from companion.rules.named_moves import Leg, PieceMove, piece_moves
from companion.rules.observation import ObservedBoard
from companion.rules.orders import ACE_DEUCE, FULL_DOUBLE
from companion.rules.position import HAND_SLOT, HOME, OFF_SLOT
from companion.rules.step_checker import (
    AttemptedStep,
    Before,
    Finding,
    Table,
    entering,
    number,
    opponent_findings,
)
from companion.rules.steps import PlayerRules
from companion.rules.verdicts import Code, rank

_PAIRED_FREELY: Final = 4
"""Up to so many moved pieces are paired in every way, more in the order they stand."""

_EXPLAINED: Final = 6
"""With more moved pieces than an ace-deuce has steps no dice are dealt."""

_MOST_TRIED: Final = 400
"""So many explanations are tried at most: the worst board then takes a few milliseconds."""


def distance(move: PieceMove) -> int:
    """How far a piece went forward, in points; not above 0: it did not."""
    return number(move.source) - number(move.target)


@dataclass(frozen=True, slots=True)
class Explanation:
    """One way to explain it: the moved pieces, the dice they used, the rules they broke.

    jumps -- how many pieces went where no dice lead; has_hits -- the pieces it hits are those on
    the bar.
    """

    moves: tuple[PieceMove, ...]
    used: tuple[int, ...]
    findings: tuple[Finding, ...]
    jumps: int = 0
    has_hits: bool = True

    @property
    def cost(self) -> tuple[int, int, int, list[int]]:
        """Fewest broken rules first, then fewest pieces that broke them, then the shortest way.

        The way counts before the table's order: who went 5 and 4 forward has not gone 11 forward
        and 2 back, though that would leave the same board.
        """
        ranks = sorted({rank(finding.code) for finding in self.findings})
        breaches = {
            (finding.code, finding.slots if finding.move is None else finding.move)
            for finding in self.findings
        }
        way = sum(abs(distance(move)) for move in self.moves)
        return len(ranks), len(breaches), way, ranks

    @property
    def cost_of_known(self) -> tuple[bool, int, tuple[int, int, int, list[int]]]:
        """The cost where the moves are known: the hits are right, and dice lead where they can."""
        return not self.has_hits, self.jumps, self.cost


class Pool(NamedTuple):
    """The dice not yet dealt: each of `firsts` once, then `double` so many times."""

    firsts: tuple[int, ...]
    double: int = 0
    left: int = 0


class Hand(NamedTuple):
    """The dice dealt to one piece, in order: of the throw, then of a double; none: a jump."""

    firsts: tuple[int, ...] = ()
    doubles: tuple[int, ...] = ()

    @property
    def dice(self) -> tuple[int, ...]:
        """All of them, in order."""
        return self.firsts + self.doubles


def simplest(
    way: PlayerRules,
    before: Before,
    dice: tuple[int, int],
    seen: ObservedBoard,
    legs: tuple[Leg, ...] | None = None,
) -> Explanation:
    """The explanation that breaks the fewest rules. The mover's 15 pieces must be on the board.

    legs -- what was moved, where that is known: the opponent's pieces are then moved by hits alone.
    """
    if legs is not None:
        return _simplest_of_known(way, before, dice, seen, legs)
    walks = (
        (steps, moves)
        for moves in _pairings(before, seen)
        for dealt in _every_deal(way, dice, moves)
        for steps in _orders(way, moves, dealt)
    )
    return min(
        (
            _explained(way, before, seen, steps, moves, known=False)
            for steps, moves in islice(walks, _MOST_TRIED)
        ),
        key=lambda each: each.cost,
    )


def _simplest_of_known(
    way: PlayerRules,
    before: Before,
    dice: tuple[int, int],
    seen: ObservedBoard,
    legs: tuple[Leg, ...],
) -> Explanation:
    """The simplest explanation of known moves: as whole pieces, or leg by leg in their order.

    A piece may have been hit on a stop that no die leads to, or that a later line names.
    """
    joined = (
        (steps, moves)
        for moves in piece_moves(legs, before.mine, before.star)
        for dealt in _every_deal(way, dice, moves)
        for steps in _orders(way, moves, dealt)
    )
    alone = _leg_by_leg(legs, before.star)
    in_order = ((_steps_of_all(alone, dealt), alone) for dealt in _every_deal(way, dice, alone))
    return min(
        (
            _explained(way, before, seen, steps, moves, known=True)
            for steps, moves in (*islice(joined, _MOST_TRIED), *islice(in_order, _MOST_TRIED))
        ),
        key=lambda each: each.cost_of_known,
    )


def _leg_by_leg(legs: tuple[Leg, ...], star: int) -> tuple[PieceMove, ...]:
    """Each leg as a move of its own; those of the travelling postillon follow it."""
    moves = []
    for source, target in legs:
        is_star = source == star > 0
        star = target if is_star else star
        moves.append(PieceMove(source, target, star=is_star))
    return tuple(moves)


def _every_deal(
    way: PlayerRules, dice: tuple[int, int], moves: tuple[PieceMove, ...]
) -> Iterator[tuple[Hand, ...]]:
    for pool in _pools(way, dice):
        yield from _deals(moves, pool)


def _pairings(start: Before, seen: ObservedBoard) -> Iterator[tuple[PieceMove, ...]]:
    """Every way to say which piece came to which place."""
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
    """Where the postillon may have come to: where it is seen, or any place gained at home."""
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


def _pools(way: PlayerRules, dice: tuple[int, int]) -> tuple[Pool, ...]:
    high, low = max(dice), min(dice)
    if high == low:
        return (Pool((), high, FULL_DOUBLE),)
    plain = Pool((high, low))
    if way.game.ace_deuce and (high, low) == ACE_DEUCE:
        return (plain, *(Pool((high, low), die, FULL_DOUBLE) for die in range(1, 7)))
    return (plain,)


def _deals(moves: tuple[PieceMove, ...], pool: Pool) -> Iterator[tuple[Hand, ...]]:
    """Every way to deal dice to the moved pieces; a double named before it is due is none."""
    if len(moves) > _EXPLAINED:
        yield (Hand(),) * len(moves)
        return
    for dealt in _dealt(moves, pool):
        throw_used = sum(len(hand.firsts) for hand in dealt) == len(pool.firsts)
        doubled = any(hand.doubles for hand in dealt)
        if throw_used or not doubled:
            yield dealt


def _dealt(moves: tuple[PieceMove, ...], pool: Pool) -> Iterator[tuple[Hand, ...]]:
    if not moves:
        yield ()
        return
    for hand, rest in _hands(moves[0], pool):
        for others in _dealt(moves[1:], rest):
            yield (hand, *others)
    for others in _dealt(moves[1:], pool):
        yield (Hand(), *others)


def _hands(move: PieceMove, pool: Pool) -> Iterator[tuple[Hand, Pool]]:
    """The dice that carry a piece from its source to its target, and what they leave."""
    if distance(move) <= 0:
        return
    for size in range(len(pool.firsts) + 1):
        for firsts in permutations(pool.firsts, size):
            for doubles in range(pool.left + 1):
                hand = Hand(firsts, (pool.double,) * doubles)
                if _carries(hand.dice, move):
                    rest = tuple(die for die in pool.firsts if die not in firsts)
                    yield hand, Pool(rest, pool.double, pool.left - doubles)


def _carries(dice: tuple[int, ...], move: PieceMove) -> bool:
    total = sum(dice)
    if move.target == OFF_SLOT and dice:
        return total >= distance(move) > total - dice[-1]
    return total == distance(move)


def _orders(
    way: PlayerRules, moves: tuple[PieceMove, ...], dealt: tuple[Hand, ...]
) -> Iterator[tuple[AttemptedStep, ...]]:
    """The orders of the steps worth trying: what must go first does, then from far to near.

    The steps by the two dice of a throw are tried both ways round.
    """
    early: list[AttemptedStep] = []
    throw: list[AttemptedStep] = []
    double: list[AttemptedStep] = []
    late: list[AttemptedStep] = []
    for index, (move, hand) in enumerate(zip(moves, dealt, strict=True)):
        made = _steps_of(move, hand, index)
        if hand.dice:
            throw += made[: len(hand.firsts)]
            double += made[len(hand.firsts) :]
        else:
            (early if move.star or move.source in entering(way.game) else late).extend(made)
    double.sort(key=lambda step: (not step.star, -step.source))
    yield (*early, *throw, *double, *late)
    if way.game.hitting is Hitting.ONCE_HOME and double:
        # The piece that comes home first gives the others the right to hit.
        homeward = sorted(double, key=lambda step: moves[step.move].target)
        yield (*early, *throw, *homeward, *late)
    if len(throw) == 2 and throw[0].move != throw[1].move:
        yield (*early, *reversed(throw), *double, *late)


def _steps_of_all(
    moves: tuple[PieceMove, ...], dealt: tuple[Hand, ...]
) -> tuple[AttemptedStep, ...]:
    """The steps in the order of the moves."""
    pairs = enumerate(zip(moves, dealt, strict=True))
    return tuple(step for index, (move, hand) in pairs for step in _steps_of(move, hand, index))


def _steps_of(move: PieceMove, hand: Hand, index: int) -> list[AttemptedStep]:
    """The piece's way, stop by stop; one jump where no dice explain it."""
    if not hand.dice:
        return [AttemptedStep(move.source, move.target, 0, last=True, star=move.star, move=index)]
    made = []
    source = move.source
    for place, die in enumerate(hand.dice, start=1):
        last = place == len(hand.dice)
        target = move.target if last else number(source) - die
        made.append(AttemptedStep(source, target, die, last=last, star=move.star, move=index))
        source = target
    return made


def _explained(  # noqa: PLR0913 - the turn, one way to tell it, and what is known of it
    way: PlayerRules,
    before: Before,
    seen: ObservedBoard,
    steps: tuple[AttemptedStep, ...],
    moves: tuple[PieceMove, ...],
    *,
    known: bool,
) -> Explanation:
    """Walk the steps and note every rule that is broken.

    known -- the moves are known, so nothing else was done to the opponent's pieces.
    """
    table = Table(
        way, list(before.mine), list(before.theirs), before.star, seen.theirs, before.running
    )
    findings: list[Finding] = []
    for step in steps:
        if not step.die:
            wrong = Code.WRONG_DISTANCE if distance(moves[step.move]) > 0 else Code.BACKWARDS
            findings.append(Finding(wrong, step))
        findings += table.make(step)
    used = tuple(step.die for step in steps if step.die)
    findings = _without_idle_stops(findings)
    if known:
        has_hits = tuple(table.theirs) == seen.theirs
        return Explanation(moves, used, tuple(findings), len(steps) - len(used), has_hits)
    return Explanation(
        moves, used, (*findings, *opponent_findings(table, before, seen, findings, steps))
    )


def _without_idle_stops(findings: list[Finding]) -> list[Finding]:
    """A stop is not spoken of where the landing point is closed as well (docs/mistakes.md)."""
    closed = {finding.move for finding in findings if finding.code is Code.OCCUPIED_POINT}
    return [
        finding
        for finding in findings
        if finding.code is not Code.BLOCKED_STOP or finding.move not in closed
    ]

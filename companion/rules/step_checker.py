"""Finds the rules broken by steps as they were made, and by changes to the opponent's pieces.

The generator in `steps` makes only legal steps on packed states. This module makes any step on
lists of piece counts and reports what is wrong with it. Source: docs/mistakes.md; for the
opponent's pieces, its `hit-not-on-bar`, `moved-opponent` and `two-colours`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from companion.rules.games import Game
from companion.rules.observation import ObservedBoard
from companion.rules.position import BAR_SLOT, HAND_SLOT, HOME, OFF_SLOT, pack
from companion.rules.steps import PlayerRules, has_right_to_hit
from companion.rules.verdicts import Code
from companion.rules.vocabulary import ENTRY, LAST_POINT


@dataclass(frozen=True, slots=True)
class AttemptedStep:
    """One step as it was made, in slots.

    die -- 0 if no die explains the step;
    last -- whether the piece stopped there; star -- whether it was the travelling postillon;
    move -- the index of the moved piece.
    """

    source: int
    target: int
    die: int
    last: bool
    star: bool
    move: int


class Finding(NamedTuple):
    """One broken rule and its place.

    made -- the step that broke it, or None;
    slots -- further places, in the numbers of the side concerned; pieces -- how many pieces;
    theirs -- whether these are the opponent's; star -- whether the opponent's postillon is missing.
    """

    code: str
    made: AttemptedStep | None = None
    slots: tuple[int, ...] = ()
    pieces: int = 1
    theirs: bool = False
    star: bool = False

    @property
    def place(self) -> int | tuple[int, ...]:
        """The index of the moved piece that broke the rule, otherwise the further places."""
        return self.made.move if self.made else self.slots


class ExplainedBoard:
    """Both sides during an explanation: counts by slot, each side in its own numbers.

    before, seen -- the board at the start and at the end of the turn;
    star -- where the mover's postillon travels, 0 once it is home;
    hits -- own numbers of the points where a piece was hit; landed -- slots where a piece stopped;
    findings -- the rules that the steps so far have broken.
    """

    def __init__(self, rules: PlayerRules, before: ObservedBoard, seen: ObservedBoard) -> None:
        self.rules, self.before, self.seen = rules, before, seen
        self.mine, self.theirs, self.star = list(before.mine), list(before.theirs), before.star
        self.hits: list[int] = []
        self.landed: set[int] = set()
        self.findings: list[Finding] = []

    def make(self, step: AttemptedStep) -> None:
        """Make a step and note the rules that it breaks."""
        found = [*self._out_of_turn(step), *self._landing(step)]
        self.findings += found
        self.mine[step.source] -= 1
        self.mine[step.target] += 1
        if step.star:
            self.star = step.target if step.target > HOME else 0
        if step.last:
            self.landed.add(step.target)
        if self._takes_up(step, found):
            self.theirs[self.rules.game.track.facing[step.target]] -= 1
            self.theirs[BAR_SLOT] += 1
            self.hits.append(step.target)

    def opposing(self, number: int) -> int:
        """Return the number of opposing pieces on a point, given by the mover's own number."""
        return self.theirs[self.rules.game.track.facing[number]]

    def _standing(self, slots: Iterable[int]) -> tuple[int, ...]:
        """Return the slot of each of the mover's pieces in these slots, one entry per piece."""
        return tuple(slot for slot in slots for _ in range(self.mine[slot]))

    def _out_of_turn(self, step: AttemptedStep) -> list[Finding]:
        found = []
        first = entering(self.rules.game)
        waiting = () if step.source in first else self._standing(first)
        if waiting:
            found.append(Finding(Code.BAR_FIRST, step, waiting, len(waiting)))
        runner = self.rules.game.runner
        running = runner.slot(pack(self.mine, self.star)) if runner else 0
        if runner and running and (step.source != running or step.star != bool(self.star)):
            found.append(Finding(runner.code, step, (running,)))
        return found

    def _landing(self, step: AttemptedStep) -> list[Finding]:
        if step.target == OFF_SLOT:
            return self._bearing_off(step)
        if step.target > LAST_POINT:
            return []
        there = self.opposing(step.target)
        closed = there >= self.rules.game.closing
        if not there or (not closed and has_right_to_hit(self.rules, pack(self.mine))):
            return []
        if not step.last and (closed or not self._is_gone(step.target)):
            return [Finding(Code.BLOCKED_STOP, step, (step.target,), there)]
        code = Code.OCCUPIED_POINT if closed else Code.HIT_FORBIDDEN
        return [Finding(code, step, (step.target,), there)]

    def _bearing_off(self, step: AttemptedStep) -> list[Finding]:
        found = []
        outside = self._standing(range(HAND_SLOT, HOME, -1))
        if outside:
            found.append(Finding(Code.NOT_ALL_HOME, step, outside, len(outside)))
        exit_number = self.rules.game.exit_number
        there = self.opposing(exit_number) if exit_number else 0
        if there:
            found.append(Finding(Code.EXIT_OCCUPIED, step, (exit_number,), there))
        farther = self._standing(range(HOME, step.source, -1))
        if not found and step.die > step.source and farther:
            found.append(Finding(Code.FARTHER_PIECE, step, farther, len(farther)))
        return found

    def _is_gone(self, point: int) -> bool:
        """Return whether a single opposing piece on a stop was hit there and is gone."""
        return not self.seen.theirs[self.rules.game.track.facing[point]]

    def _takes_up(self, step: AttemptedStep, found: list[Finding]) -> bool:
        """Return whether the step hits a single piece, even illegally; False on a closed stop."""
        if not OFF_SLOT < step.target <= LAST_POINT or self.rules.game.closing == 1:
            return False
        blocked = any(finding.code is Code.BLOCKED_STOP for finding in found)
        return self.opposing(step.target) == 1 and not blocked


def entering(game: Game) -> tuple[int, ...]:
    """Return the slots from which pieces must enter before any other piece moves (B2)."""
    return (BAR_SLOT, HAND_SLOT) if game.enter_first else ()


def number(slot: int) -> int:
    """Return the own number of a slot: 25 for both bar and hand."""
    return min(slot, ENTRY)


# --- the opponent's pieces ------------------------------------------------------------------------


def opponent_findings(table: ExplainedBoard) -> Iterator[Finding]:
    """Yield findings about opposing pieces: not on the bar, moved, missing, extra or mixed.

    table -- the board after the mover's steps
    """
    before, seen, facing = table.before, table.seen, table.rules.game.track.facing
    surplus = [shown - expected for shown, expected in zip(seen.theirs, table.theirs, strict=True)]
    hit_forbidden = (one for one in table.findings if one.code is Code.HIT_FORBIDDEN)
    forbidden = {finding.made.target for finding in hit_forbidden if finding.made}
    for point in table.hits:
        slot = facing[point]
        if point in forbidden and surplus[slot] > 0:
            surplus[slot] -= 1
            surplus[BAR_SLOT] += 1
        elif surplus[BAR_SLOT] < 0:
            _take_up(surplus, slot)
            yield Finding(Code.HIT_NOT_ON_BAR, None, (slot,), theirs=True)
    lost = () if seen.their_stars else before.their_stars
    moved = list(_moved(surplus))
    for finding in moved:
        missing = finding.code is Code.PIECE_MISSING and any(star in finding.slots for star in lost)
        yield finding._replace(star=missing or _is_star(finding, before, seen))
    is_told = any(star in finding.slots for finding in moved for star in before.their_stars)
    if seen.their_stars != before.their_stars and not is_told:
        stars = (*(before.their_stars or (0,)), *seen.their_stars)
        yield Finding(Code.MOVED_OPPONENT, None, stars, theirs=True)
    for number in range(1, LAST_POINT + 1):
        if seen.mine[number] and seen.theirs[facing[number]] and number not in table.landed:
            yield Finding(Code.TWO_COLOURS, None, (number,))


def _is_star(finding: Finding, before: ObservedBoard, seen: ObservedBoard) -> bool:
    """Return whether the moved piece is the opponent's travelling postillon (Jacquet).

    At home no postillon is seen.
    """
    left, came = finding.slots[:1], finding.slots[1:]
    is_moved = finding.code is Code.MOVED_OPPONENT
    return is_moved and left == before.their_stars and seen.their_stars in ((), came)


def _take_up(surplus: list[int], slot: int) -> None:
    """Remove a hit piece that is not on the bar from the place where it lies, if any."""
    surplus[BAR_SLOT] += 1
    elsewhere = (place for place, pieces in enumerate(surplus) if pieces > 0 and place != BAR_SLOT)
    lying = slot if surplus[slot] > 0 else next(elsewhere, None)
    if lying is not None:
        surplus[lying] -= 1


def _moved(surplus: list[int]) -> Iterator[Finding]:
    """Yield findings for pieces moved between two places, then for missing or extra pieces."""
    gone = list(_places(range(len(surplus)), [-pieces for pieces in surplus]))
    come = list(_places(range(len(surplus)), surplus))
    for source, target in zip(gone, come, strict=False):
        yield Finding(Code.MOVED_OPPONENT, None, (source, target), theirs=True)
    missing, extra = len(gone) - len(come), len(come) - len(gone)
    if missing > 0:
        yield Finding(Code.PIECE_MISSING, None, tuple(gone[len(come) :]), missing, theirs=True)
    if extra > 0:
        yield Finding(Code.PIECE_EXTRA, None, tuple(come[len(gone) :]), extra, theirs=True)


def _places(slots: Iterable[int], pieces: list[int]) -> Iterator[int]:
    return (slot for slot in slots for _ in range(pieces[slot]))

"""The report of a trial, as lines that can be compared with the reports of other boards.

The report is always in English. The upper bounds of the rates are those of Clopper and Pearson,
one-sided, with 95 % confidence.
"""

from collections.abc import Iterator
from math import ceil, comb, log
from typing import Final

from companion.board.trial import SLOT_TARGET, Course, Score, TrialVerdict
from companion.link.messages import SEQ_MODULUS, BoardState, Hello

DOUBT: Final = 0.05
"""The probability that a rate is above its upper bound."""
NEEDED: Final = ceil(log(DOUBT) / log(1 - SLOT_TARGET))
"""The number of placements without an error that proves the target."""


def chance(errors: int, trials: int, rate: float) -> float:
    """Return the probability of at most this many errors at an error rate."""
    return sum(comb(trials, k) * rate**k * (1 - rate) ** (trials - k) for k in range(errors + 1))


def upper_bound(errors: int, trials: int) -> float:
    """Return the highest error rate that is plausible with these errors."""
    if errors == trials:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        if chance(errors, trials, middle) > DOUBT:
            low = middle
        else:
            high = middle
    return high


class WireCount:
    """Counts events on the wire during a trial. Call the methods in the order of the events."""

    def __init__(self) -> None:
        self.states = self.lost = self.starts = self.breaks = 0
        self.firmware = self.board = ""
        self.faults: set[tuple[str, str]] = set()
        self._seq: int | None = None
        self._nonce = ""

    def hello(self, hello: Hello) -> bool:
        """Count a start of the board. Return whether the board restarted without a break."""
        self.firmware, self.board = hello.firmware, hello.board_id
        if hello.nonce == self._nonce:
            return False
        is_restart = self._seq is not None
        self.starts += 1
        self._nonce, self._seq = hello.nonce, None
        return is_restart

    def state(self, state: BoardState) -> None:
        """Count a state, and the states that were lost before it."""
        if self._seq is not None:
            self.lost += max((state.seq - self._seq) % SEQ_MODULUS - 1, 0)
        self._seq = state.seq
        self.states += 1
        self.faults.update(state.faults)

    def broken(self) -> bool:
        """Count a loss of the board, at most once before its next state.

        Return whether the loss was counted.
        """
        if self._seq is None:
            return False
        self.breaks += 1
        self._seq = None
        return True


def report(course: Course, wire: WireCount, malformed: int, day: str) -> str:
    """Return the report of a trial, finished or not.

    malformed -- the number of lines that could not be read; day -- the date
    """
    return "".join(f"{line}\n" for line in _lines(course, wire, malformed, day))


def _lines(course: Course, wire: WireCount, malformed: int, day: str) -> Iterator[str]:
    yield "Trial of a sensing board, version 1"
    yield f"date: {day}"
    yield f"board: {wire.board or 'unknown'}, firmware {wire.firmware or 'unknown'}"
    yield f"point: {course.point or 'none'}"
    yield f"course: {'complete' if course.is_done else 'stopped'}"
    for score in course.scores:
        yield _part(score)
    placements = [score for score in course.scores if score.part.high]
    done = sum(score.done for score in placements)
    yield from _together(done, sum(score.errors for score in placements))
    faults = ", ".join(" ".join(fault).strip() for fault in sorted(wire.faults))
    yield (
        f"wire: {wire.states} states, {wire.lost} lost, {malformed} unreadable lines, "
        f"{wire.starts} starts, {wire.breaks} breaks"
    )
    yield f"faults: {faults or 'none'}"
    is_passed = all(score.verdict is TrialVerdict.PASSED for score in course.scores)
    yield f"verdict: {'passed' if is_passed else 'not passed'}"


def _part(score: Score) -> str:
    return (
        f"{score.part.name}: {score.done} of {score.part.trials}, {score.misread} misread, "
        f"{score.missed} missed, {_rates(score.errors, score.done)}, "
        f"limit {score.part.limit}, {score.verdict}"
    )


def _rates(errors: int, trials: int) -> str:
    if not trials:
        return "no error rate"
    return f"errors {errors / trials:.2%}, upper bound {upper_bound(errors, trials):.2%}"


def _together(done: int, errors: int) -> Iterator[str]:
    """Yield the result of all placements together."""
    yield f"placements: {done}, {errors} with an error, {_rates(errors, done)}"
    yield (
        f"target: {SLOT_TARGET:.2%} of the readings of a piece. A trial cannot prove it: "
        f"that takes {NEEDED} placements without an error. "
        "It can only show boards that are far from it."
    )

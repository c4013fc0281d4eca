"""The first trial of a board: what counts as an error, the verdict of each part, and its report."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.board.trial import (
    MIN_LIFT_MS,
    PARTS,
    QUIET_MS,
    SLOT_TARGET,
    TOUCH_MS,
    Course,
    Cue,
    TrialVerdict,
)
from companion.board.trial_report import NEEDED, WireCount, chance, report, upper_bound
from companion.link.messages import MS_MODULUS, SEQ_MODULUS, BoardState, Hello, Seats
from tests.tables import compared, rewrite, text_files

IDLE = ((0,) * 7, (0,) * 7)


class Bench:
    """A maker at a board; `said` are the cues since it was last read."""

    def __init__(self, start: int = 0) -> None:
        self.course = Course()
        self.ms = start
        self._said: list[Cue] = []
        self.piles: dict[str, dict[str, int]] = {}
        self.dice = "----"

    @property
    def said(self) -> list[Cue]:
        said, self._said = self._said, []
        return said

    def line(self, ms: int) -> None:
        """Let time pass and send the state."""
        self.ms += ms
        zones = tuple((zone, tuple(pile.items())) for zone, pile in self.piles.items() if pile)
        v, n = Seats(self.dice[:2], 0), Seats(self.dice[2:], 0)
        state = BoardState(0, self.ms % MS_MODULUS, zones, v, n, keys=IDLE)
        self._said += self.course.feed(state)

    def show(self, letters: str = "", zone: str = "V1") -> None:
        """Change the pieces that the next lines show."""
        self.piles = {zone: {letter: letters.count(letter) for letter in dict.fromkeys(letters)}}

    def settle(self, letters: str = "", zone: str = "V1") -> None:
        """Show pieces until they count."""
        self.show(letters, zone)
        self.line(MIN_LIFT_MS)
        self.line(QUIET_MS)

    def lay(self, faces: str = "----") -> None:
        """Show dice until they count."""
        self.dice = faces
        self.line(MIN_LIFT_MS)
        self.line(QUIET_MS)

    def wrong(self) -> None:
        self._said += self.course.wrong()

    def interrupt(self) -> None:
        self._said += self.course.interrupted()

    def start(self) -> None:
        """Find the point and lift the piece."""
        self.settle("v")
        self.settle()

    def place(self, times: int) -> None:
        """Put one piece down and take it away."""
        for _ in range(times):
            self.settle("v")
            self.settle()

    def stack(self, times: int = 1) -> None:
        for _ in range(times):
            for high in range(1, 6):
                self.settle("v" * high)
            self.line(TOUCH_MS)
            self.settle()

    def throw(self, faces: str, times: int = 1) -> None:
        for _ in range(times):
            self.lay(faces)
            self.lay()

    def reach(self, part: str) -> None:
        """Do the parts before this one without an error."""
        self.start()
        for each in PARTS[: [part.name for part in PARTS].index(part)]:
            if each.high == 1:
                self.place(each.trials)
            else:
                self.stack(each.trials // 5)
        self.lay()
        assert self.said[-1].name == f"begin-{part}"


TAPES = Path(__file__).parent / "trials"
FRESH = dict.fromkeys((part.name for part in PARTS), f"0 0 0 {TrialVerdict.STOPPED}")
MOST_CUES = 6
"""The cues that a tape has of a line, the last ones."""


def answers(lines: list[str]) -> Iterator[str]:
    """Yield the lines of a tape, which name methods of `Bench`, with cues and changed scores."""
    bench, before = Bench(), FRESH
    for line in lines:
        if line.startswith("    "):
            continue
        yield line
        verb, *words = line.split() or [""]
        if verb == "bench":
            bench, before = Bench(*map(int, words)), FRESH
        elif verb not in ("", "=="):
            getattr(bench, verb)(*(int(word) if word.isdecimal() else word for word in words))
        for cue in bench.said[-MOST_CUES:]:
            yield f"    {cue.name} {cue.number} {cue.item}".rstrip()
        for score in bench.course.scores:
            counts = f"{score.done} {score.misread} {score.missed} {score.verdict}"
            if counts != before[score.part.name]:
                before = before | {score.part.name: counts}
                yield f"    [{score.part.name} {counts}]"


@pytest.mark.parametrize("name", text_files(TAPES))
def test_a_trial_is_led_and_counted(name: str) -> None:
    now, written = compared(TAPES / f"{name}.txt", answers)
    assert now == written


def test_a_good_board_keeps_the_limit_in_19_of_20_trials() -> None:
    for part in PARTS:
        assert chance(part.limit, part.trials, part.target) >= 0.95, part
        assert part.limit == 0 or chance(part.limit - 1, part.trials, part.target) < 0.95, part


def test_the_bound_is_that_of_clopper_and_pearson() -> None:
    assert upper_bound(0, 500) == pytest.approx(1 - 0.05 ** (1 / 500))
    assert upper_bound(3, 50) == pytest.approx(0.148, abs=0.001)
    assert upper_bound(4, 4) == 1.0
    assert chance(0, NEEDED, SLOT_TARGET) <= 0.05 < chance(0, NEEDED - 1, SLOT_TARGET)


def wire_state(seq: int, *faults: tuple[str, str]) -> BoardState:
    return BoardState(seq, 0, (), Seats("--", 0), Seats("--", 0), keys=IDLE, faults=faults)


def test_a_wire_counts_lost_states_starts_and_breaks() -> None:
    wire = WireCount()
    assert not wire.broken(), "it was never there"
    assert not wire.hello(Hello(1, "0.3", "b7", "n1", 28)), "the first start"
    for seq in (SEQ_MODULUS - 1, 2, 2):
        wire.state(wire_state(seq, ("V1", "short")))
    assert wire.lost == 2
    assert wire.broken()
    assert not wire.broken()
    assert not wire.hello(Hello(1, "0.3", "b7", "n1", 28))
    wire.state(wire_state(900))
    assert wire.hello(Hello(1, "0.3", "b7", "n2", 28))
    wire.state(wire_state(0))
    assert (wire.states, wire.lost, wire.starts, wire.breaks) == (5, 2, 2, 1)


def test_the_report_of_a_passed_trial() -> None:
    wire = WireCount()
    wire.hello(Hello(1, "0.3", "b7", "n1", 28))
    wire.state(wire_state(0, ("V1", "short"), ("more", "")))
    bench = Bench()
    bench.reach("drops")
    bench.throw("6---", 50)
    assert report(bench.course, wire, 2, "2026-12-24") == (
        "Trial of a sensing board, version 1\n"
        "date: 2026-12-24\n"
        "board: b7, firmware 0.3\n"
        "point: V1\n"
        "course: complete\n"
        "dry: 300 of 300, 0 misread, 0 missed, errors 0.00%, upper bound 0.99%, limit 1, passed\n"
        "greasy: 100 of 100, 0 misread, 0 missed, errors 0.00%, upper bound 2.95%, limit 0, "
        "passed\n"
        "stacks: 100 of 100, 0 misread, 0 missed, errors 0.00%, upper bound 2.95%, limit 1, "
        "passed\n"
        "drops: 50 of 50, 0 misread, 0 missed, errors 0.00%, upper bound 5.82%, limit 2, passed\n"
        "placements: 500, 0 with an error, errors 0.00%, upper bound 0.60%\n"
        "target: 0.03% of the readings of a piece. A trial cannot prove it: that takes 9985 "
        "placements without an error. It can only show boards that are far from it.\n"
        "wire: 1 states, 0 lost, 2 unreadable lines, 1 starts, 0 breaks\n"
        "faults: V1 short, more\n"
        "verdict: passed\n"
    )


def test_the_report_of_a_trial_that_was_stopped_at_once() -> None:
    lines = report(Course(), WireCount(), 0, "2026-12-24").splitlines()
    assert lines[2:5] == ["board: unknown, firmware unknown", "point: none", "course: stopped"]
    assert lines[5] == "dry: 0 of 300, 0 misread, 0 missed, no error rate, limit 1, not finished"
    assert lines[9] == "placements: 0, 0 with an error, no error rate"
    assert lines[-2:] == ["faults: none", "verdict: not passed"]


if __name__ == "__main__":
    rewrite(TAPES, answers)

"""The first trial of a board: what counts as an error, the verdict of each part, and its report."""

from collections.abc import Callable, Iterator
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
CLEAR = Cue("clear")


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

    def score(self, part: str) -> tuple[int, int, int, TrialVerdict]:
        for score in self.course.scores:
            if score.part.name == part:
                return score.done, score.misread, score.missed, score.verdict
        raise AssertionError(part)


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


def missed(bench: Bench) -> None:
    bench.wrong()


def wrong_count(bench: Bench) -> None:
    bench.settle("vv")
    bench.settle()


def wrong_colour(bench: Bench) -> None:
    bench.settle("v")
    bench.wrong()
    bench.settle()


def flickered(bench: Bench) -> None:
    bench.settle("v")
    bench.piles = {}
    bench.line(50)
    bench.piles = {"V1": {"v": 1}}
    bench.line(MIN_LIFT_MS - 1)
    bench.line(QUIET_MS)
    bench.settle()


def unknown(bench: Bench) -> None:
    bench.settle("?")
    bench.settle()


def elsewhere(bench: Bench) -> None:
    bench.settle("v", "V2")
    bench.settle()


def cocked(bench: Bench) -> None:
    bench.throw("c---")


def whole(times: dict[str, tuple[Callable[[Bench], None], int]]) -> Bench:
    """Do a whole trial; some first trials of a part have an error."""
    bench = Bench()
    bench.start()
    for part in PARTS:
        act, errors = times.get(part.name, (missed, 0))
        if not part.high:
            bench.lay()
        for _ in range(errors):
            act(bench)
        if part.high == 1:
            bench.place(part.trials - errors)
        elif part.high:
            bench.stack((part.trials - errors) // 5)
            for high in range(1, (part.trials - errors) % 5 + 1):
                bench.settle("v" * high)
            bench.line(TOUCH_MS)
            bench.settle()
        else:
            bench.throw("6---", part.trials - errors)
    assert bench.course.is_done
    return bench


def test_a_trial_without_errors_passes_each_part_and_ends() -> None:
    bench = whole({})
    assert [bench.score(part.name) for part in PARTS] == [
        (part.trials, 0, 0, TrialVerdict.PASSED) for part in PARTS
    ]
    assert sum(part.trials for part in PARTS if part.high) == 500
    begun = [cue for cue in bench.said if cue.name.startswith("begin")]
    assert begun == [Cue(f"begin-{part.name}", part.trials) for part in PARTS]
    bench.settle("v")
    bench.wrong()
    bench.interrupt()
    assert bench.said == []


@pytest.mark.parametrize(
    ("part", "act", "errors", "verdict"),
    [
        ("dry", missed, 1, TrialVerdict.PASSED),
        ("dry", missed, 2, TrialVerdict.MISSED),
        ("dry", wrong_count, 2, TrialVerdict.MISREAD),
        ("greasy", wrong_colour, 1, TrialVerdict.MISREAD),
        ("greasy", flickered, 1, TrialVerdict.MISREAD),
        ("greasy", missed, 1, TrialVerdict.MISSED),
        ("stacks", unknown, 1, TrialVerdict.PASSED),
        ("stacks", elsewhere, 2, TrialVerdict.MISREAD),
        ("stacks", missed, 2, TrialVerdict.MISSED),
        ("drops", cocked, 2, TrialVerdict.PASSED),
        ("drops", cocked, 3, TrialVerdict.DROPS),
        ("drops", missed, 3, TrialVerdict.DROPS),
    ],
)
def test_a_part_fails_when_it_has_more_errors_than_its_limit(
    part: str, act: Callable[[Bench], None], errors: int, verdict: TrialVerdict
) -> None:
    bench = whole({part: (act, errors)})
    done, misread, unread, found = bench.score(part)
    assert found == verdict
    assert (misread, unread) == ((0, errors) if act is missed else (errors, 0))
    assert done == next(each.trials for each in PARTS if each.name == part)


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
    assert report(whole({}).course, wire, 2, "2026-12-24") == (
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

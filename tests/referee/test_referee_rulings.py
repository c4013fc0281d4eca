"""Every ruling in every phase has an effect, or is refused without an effect."""

import itertools
from functools import cache

import pytest

from companion.referee import facts as f
from companion.referee.machine import TABLE
from companion.referee.rulings import KINDS, refusal_code
from companion.referee.state import Phase, State
from companion.rules import Match
from tests.referee.harness import N, TableTop, V, changed

MADE_FIVE = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
WRONG = "V1=2n V3=1v V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"

GOOD = {
    "position": f.Ruling("position", "Ann", "bumped", position=MADE_FIVE),
    "dice": f.Ruling("dice", "Ann", dice=(3, 6), player=V),
    "opening": f.Ruling("opening", "Ann", dice=(3, 6)),
    "award": f.Ruling("award", "Ann", "late", winner=N),
    "out-of-order": f.Ruling("out-of-order", "Ann", zone="V6"),
    "in-order": f.Ruling("in-order", "Ann", zone="N1"),
}


def in_phase(phase: Phase) -> TableTop:
    """A table in that phase, green to move; there is a decision that can be undone."""
    top, state = table_in(phase)
    top.referee.state = state
    return top


@cache
def table_in(phase: Phase) -> tuple[TableTop, State]:
    top = TableTop(length=5)
    if phase is Phase.SETUP:
        top.stand("V6=15v N6=15n")
        return top, top.referee.state
    top.begin()
    if phase is Phase.OPENING:
        return top, top.referee.state
    top.throw(V, "3-")
    top.throw(N, "1-")
    if phase is Phase.ERROR:
        top.stand(WRONG)
        top.lift()
    elif phase is not Phase.MOVING:
        top.set(phase=phase, dice=None, down=(), trays="", dice_lie=False, number=4)
        top.set(then=Phase.TO_THROW if phase is Phase.PAUSED else Phase.OPENING)
        if phase is Phase.OVER:
            top.set(match=Match(5, score=(5, 0), number=4), player=None)
    top.set(back=changed(top.referee, phase=Phase.DOUBLED, number=3))
    assert top.referee.state.phase is phase
    return top, top.referee.state


NO_THROW = {(Phase.OPENING, "undo-opening"), (Phase.TO_THROW, "undo-opening")}
"""Where these tables have no throw that could be taken back, though others have."""


@pytest.mark.parametrize(("phase", "what"), list(itertools.product(Phase, KINDS)))
def test_each_ruling_in_each_phase_acts_or_is_refused(phase: Phase, what: str) -> None:
    top = in_phase(phase)
    if what == "undo":
        top.set(back=changed(top.referee, phase=Phase.DOUBLED, player=V))
    if what == "in-order":
        top.set(dead=("N1",))
    before = top.referee.state
    ruling = GOOD.get(what, f.Ruling(what, "Ann"))
    facts = top.referee.take(ruling, top.ms)
    if (phase, what) in NO_THROW:
        assert facts == (f.RulingRefused(what, "Ann", "no-throw"),)
    elif (phase, (f.Ruling, what)) in TABLE:
        first = facts[0]
        assert isinstance(first, f.Ruling)
        assert (first.what, first.by, first.reason) == (what, "Ann", ruling.reason)
        assert top.referee.state != before or (phase, what) == (Phase.PAUSED, "adjourn")
    else:
        later = before.phase_of_game
        waits = later is not phase and (later, (f.Ruling, what)) in TABLE
        assert facts == (f.RulingRefused(what, "Ann", refusal_code(phase, what, waits=waits)),)
        assert top.referee.state == before


@pytest.mark.parametrize("phase", list(Phase))
def test_an_unknown_ruling_is_refused(phase: Phase) -> None:
    top = in_phase(phase)
    before = top.referee.state
    assert top.rule("coin") == (f.RulingRefused("coin", "Ann", "unknown"),)
    assert top.referee.state == before


# --- going on ------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["accept", "correct"])
def test_a_ruling_that_waits_for_the_end_of_a_pause_is_refused_for_the_pause(what: str) -> None:
    top = in_phase(Phase.ERROR)
    top.rule("pause")
    assert top.rule(what) == (f.RulingRefused(what, "Ann", "paused"),)

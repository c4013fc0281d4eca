"""Every ruling in every phase has an effect, or is refused without an effect."""

import itertools
from typing import Any

import pytest

from companion.link.messages import Key
from companion.records.encoding import decode, encode
from companion.referee import facts as f
from companion.referee.machine import TABLE
from companion.referee.referee import Referee
from companion.referee.rulings import KINDS, refusal_code
from companion.referee.state import Phase, State
from companion.referee.talk_facts import KeyAnswer
from companion.rules import Match
from tests.referee.harness import N, TableTop, V, changed, names

MADE_FIVE = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
WRONG = "V1=2n V3=1v V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
WON = "VO=15v N1=15n"

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
    top = TableTop(length=5)
    if phase is Phase.SETUP:
        top.stand("V6=15v N6=15n")
        return top
    top.begin()
    if phase is Phase.OPENING:
        return top
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
    return top


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


BAD: tuple[tuple[Phase, str, dict[str, Any], str], ...] = (
    (Phase.TO_THROW, "position", {"position": "V6=5v"}, "bad-position"),
    (Phase.TO_THROW, "position", {"position": "cat"}, "bad-position"),
    (Phase.TO_THROW, "position", {}, "bad-position"),
    (Phase.TO_THROW, "position", {"position": WON}, "game-won"),
    (Phase.TO_THROW, "dice", {}, "bad-dice"),
    (Phase.TO_THROW, "dice", {"dice": (0, 3)}, "bad-dice"),
    (Phase.TO_THROW, "dice", {"dice": (3, 7)}, "bad-dice"),
    (Phase.TO_THROW, "dice", {"dice": (3, 1), "player": N}, "not-his-turn"),
    (Phase.TO_THROW, "out-of-order", {"zone": "VH"}, "bad-zone"),
    (Phase.TO_THROW, "out-of-order", {}, "bad-zone"),
    (Phase.TO_THROW, "in-order", {"zone": "V6"}, "not-out"),
    (Phase.OPENING, "dice", {"dice": (3, 1)}, "whose-dice"),
    (Phase.OPENING, "opening", {}, "bad-dice"),
    (Phase.TO_THROW, "award", {}, "no-winner"),
    (Phase.TO_THROW, "award", {"winner": V, "kind": "quadruple"}, "bad-kind"),
    (Phase.TO_THROW, "award", {"winner": V, "points": 0}, "bad-points"),
)


@pytest.mark.parametrize(("phase", "what", "more", "why"), BAD)
def test_a_ruling_that_lacks_something_changes_nothing(
    phase: Phase, what: str, more: dict[str, Any], why: str
) -> None:
    top = in_phase(phase)
    before = top.referee.state
    assert top.rule(what, **more) == (f.RulingRefused(what, "Ann", why),)
    assert top.referee.state == before


# --- the position --------------------------------------------------------------------------------


def test_a_position_decided_again_goes_on_where_the_first_would_have() -> None:
    """While one is being put up, that is not what goes on afterwards."""
    top = in_phase(Phase.TO_THROW)
    for placed in (MADE_FIVE.replace("V5=2v", "V4=2v"), MADE_FIVE):
        top.rule("position", position=placed)
        state = top.referee.state
        assert (state.phase, state.then) == (Phase.SETUP, Phase.TO_THROW)
    assert names(top.stand(MADE_FIVE)) == ["Setup", "GameBegins", "TurnBegins"]
    assert top.referee.state.phase is Phase.TO_THROW


# --- the dice ------------------------------------------------------------------------------------


def test_only_the_movers_yes_ends_it() -> None:
    top = in_phase(Phase.TO_THROW)
    top.rule("dice", dice=(3, 1))
    assert top.press(N, Key.YES) == (KeyAnswer(N, "refused", "not-asked"),)
    assert names(top.press(V, Key.NO)) == ["Question"]
    assert not top.referee.state.throw.done


# --- results -------------------------------------------------------------------------------------


# --- errors --------------------------------------------------------------------------------------


def test_an_error_to_be_corrected_cannot_be_accepted() -> None:
    top = in_phase(Phase.ERROR)
    assert top.rule("correct") == (f.Ruling("correct", "Ann"),)
    assert top.throw(N, "64") == (f.RollVoid(N, "board", "error"),)
    assert top.press(N, Key.CUBE) == (KeyAnswer(N, "refused", "not-acceptable"),)
    assert names(top.stand(MADE_FIVE)) == ["ErrorClosed", "TurnBegins"]
    assert not top.referee.state.turn.must_correct


def test_an_error_is_accepted_by_decision() -> None:
    top = in_phase(Phase.ERROR)
    top.rule("correct")
    facts = top.rule("accept", reason="no matter")
    assert facts == (
        f.Ruling("accept", "Ann", "no matter"),
        f.ErrorClosed(V, "accepted", WRONG),
        f.TurnBegins(N, WRONG),
    )
    top.rule("undo")
    assert top.referee.state.phase is Phase.ERROR or top.referee.state.then is Phase.ERROR


# --- rest ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", [Phase.SETUP, Phase.OPENING, Phase.MOVING, Phase.ERROR])
def test_after_a_pause_all_is_as_it_was(phase: Phase) -> None:
    top = in_phase(phase)
    top.rule("pause")
    assert top.throw(N, "55") == (f.RollVoid(N, "early", "pause"),)
    top.rule("adjourn")
    top.seats = {V: "31", N: "--"} if phase is Phase.MOVING else {V: "--", N: "--"}
    assert top.rule("go-on")[0] == f.Ruling("go-on", "Ann")
    top.look()
    assert top.referee.state.phase is phase


# --- going on ------------------------------------------------------------------------------------


def test_dice_by_hand_survive_a_restart() -> None:
    top = in_phase(Phase.TO_THROW)
    top.rule("dice", dice=(3, 1))
    top.stand(MADE_FIVE)
    state: State = decode(State, encode(top.referee.state))
    top.referee = Referee(top.referee.rules, state.match, state)
    facts = top.look()
    assert names(facts) == [
        "Setup",
        "GameBegins",
        "TurnBegins",
        "Roll",
        "KeyAnswer",
        "VerdictGiven",
    ]
    assert facts[3:5] == (f.Roll(V, (3, 1)), KeyAnswer(V, "by-hand"))
    top.press(V, Key.YES)
    assert names(top.look()) == ["TurnEnds", "TurnBegins"]


def test_a_correction_by_decision_survives_a_restart() -> None:
    top = in_phase(Phase.ERROR)
    top.rule("correct")
    state: State = decode(State, encode(top.referee.state))
    top.referee = Referee(top.referee.rules, state.match, state)
    assert isinstance(top.look()[-1], f.ErrorOpen)
    assert top.throw(N, "64") == (f.RollVoid(N, "board", "error"),)


@pytest.mark.parametrize("what", ["accept", "correct"])
def test_a_ruling_that_waits_for_the_end_of_a_pause_is_refused_for_the_pause(what: str) -> None:
    top = in_phase(Phase.ERROR)
    top.rule("pause")
    assert top.rule(what) == (f.RulingRefused(what, "Ann", "paused"),)

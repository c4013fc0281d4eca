"""Every ruling in every phase has an effect, or is refused without an effect."""

import itertools
from typing import Any

import pytest

from companion.link.messages import Key
from companion.records.encoding import decode, encode
from companion.referee.board_facts import Setup
from companion.referee.facts import (
    CubeAction,
    ErrorClosed,
    ErrorOpen,
    GameBegins,
    GameEnds,
    MatchEnds,
    Opening,
    Roll,
    RollVoid,
    Ruling,
    RulingRefused,
    TurnBegins,
    TurnEnds,
    VerdictGiven,
)
from companion.referee.machine import TABLE
from companion.referee.referee import Referee
from companion.referee.rulings import KINDS, refusal_code
from companion.referee.state import Phase, State
from companion.referee.talk_facts import KeyAnswer
from companion.rules import Cube, Match, Verdict
from tests.referee.harness import STARTS, N, TableTop, V, changed, names

START = STARTS["backgammon"]
MADE_FIVE = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
WRONG = "V1=2n V3=1v V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
MISSING = MADE_FIVE.replace("V5=2v", "V5=1v")
WON = "VO=15v N1=15n"

GOOD = {
    "position": Ruling("position", "Ann", "bumped", position=MADE_FIVE),
    "dice": Ruling("dice", "Ann", dice=(3, 6), player=V),
    "opening": Ruling("opening", "Ann", dice=(3, 6)),
    "award": Ruling("award", "Ann", "late", winner=N),
    "out-of-order": Ruling("out-of-order", "Ann", zone="V6"),
    "in-order": Ruling("in-order", "Ann", zone="N1"),
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
    ruling = GOOD.get(what, Ruling(what, "Ann"))
    facts = top.referee.take(ruling, top.ms)
    if (phase, what) in NO_THROW:
        assert facts == (RulingRefused(what, "Ann", "no-throw"),)
    elif (phase, (Ruling, what)) in TABLE:
        first = facts[0]
        assert isinstance(first, Ruling)
        assert (first.what, first.by, first.reason) == (what, "Ann", ruling.reason)
        assert top.referee.state != before or (phase, what) == (Phase.PAUSED, "adjourn")
    else:
        assert facts == (RulingRefused(what, "Ann", refusal_code(phase, what)),)
        assert top.referee.state == before


@pytest.mark.parametrize("phase", list(Phase))
def test_an_unknown_ruling_is_refused(phase: Phase) -> None:
    top = in_phase(phase)
    before = top.referee.state
    assert top.rule("coin") == (RulingRefused("coin", "Ann", "unknown"),)
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
    assert top.rule(what, **more) == (RulingRefused(what, "Ann", why),)
    assert top.referee.state == before


def test_what_is_out_of_order_is_so_once() -> None:
    top = in_phase(Phase.MOVING)
    top.rule("out-of-order", zone="V6")
    assert top.rule("out-of-order", zone="V6") == (
        RulingRefused("out-of-order", "Ann", "out-already"),
    )


# --- the position --------------------------------------------------------------------------------


def test_a_position_is_compared_until_it_stands_and_the_player_goes_on() -> None:
    top = in_phase(Phase.TO_THROW)
    ruling, setup = top.rule("position", position=MADE_FIVE + "  ")
    assert ruling == Ruling("position", "Ann", position=MADE_FIVE)
    assert isinstance(setup, Setup)
    assert [each.zone for each in setup.differences] == ["V6", "V8", "V5"]
    facts = top.stand(MADE_FIVE)
    assert names(facts) == ["Setup", "GameBegins", "TurnBegins"]
    assert facts[2] == TurnBegins(V, MADE_FIVE)
    assert facts[1] == GameBegins("backgammon", (), 1, 5, (0, 0), resumed=True)


def test_a_position_may_tell_who_is_to_throw() -> None:
    top = in_phase(Phase.MOVING)
    top.rule("position", position=MADE_FIVE, player=N)
    top.lift()
    assert top.stand(MADE_FIVE)[2] == TurnBegins(N, MADE_FIVE)
    assert top.throw(N, "64") == (Roll(N, (6, 4)),)


def test_a_position_in_the_opening_is_where_the_game_begins() -> None:
    top = in_phase(Phase.OPENING)
    top.rule("position", position=MADE_FIVE)
    assert names(top.stand(MADE_FIVE)) == ["Setup", "GameBegins"]
    top.throw(V, "3-")
    assert names(top.throw(N, "1-")) == ["Opening", "TurnBegins", "Roll"]
    assert top.position == MADE_FIVE


def test_a_position_in_the_middle_of_a_turn_is_where_it_began() -> None:
    top = in_phase(Phase.MOVING)
    top.rule("position", position=MADE_FIVE)
    facts = top.stand(MADE_FIVE)
    assert facts[3] == Roll(V, (3, 1))
    top.stand(MADE_FIVE.replace("V5=2v V6=4v V8=2v", "V4=1v V5=2v V6=4v V7=1v"))
    ended = top.lift()[0]
    assert isinstance(ended, TurnEnds)
    assert ended.before == MADE_FIVE


def test_a_position_over_an_open_error_ends_the_wrong_turn_there() -> None:
    top = in_phase(Phase.ERROR)
    top.rule("position", position=MADE_FIVE)
    assert top.stand(MADE_FIVE)[2] == TurnBegins(N, MADE_FIVE)


def test_a_position_set_in_a_pause_waits_for_its_end() -> None:
    top = in_phase(Phase.PAUSED)
    assert names(top.rule("position", position=MADE_FIVE)) == ["Ruling"]
    assert top.referee.state.phase is Phase.PAUSED
    assert names(top.rule("go-on")) == ["Ruling", "Setup"]
    assert names(top.stand(MADE_FIVE)) == ["Setup", "GameBegins", "TurnBegins"]


def test_a_position_decided_again_goes_on_where_the_first_would_have() -> None:
    """While one is being put up, that is not what goes on afterwards."""
    top = in_phase(Phase.TO_THROW)
    for placed in (MADE_FIVE.replace("V5=2v", "V4=2v"), MADE_FIVE):
        top.rule("position", position=placed)
        state = top.referee.state
        assert (state.phase, state.then) == (Phase.SETUP, Phase.TO_THROW)
    assert names(top.stand(MADE_FIVE)) == ["Setup", "GameBegins", "TurnBegins"]
    assert top.referee.state.phase is Phase.TO_THROW


def test_a_position_that_stands_already_is_gone_on_with_at_once() -> None:
    top = in_phase(Phase.TO_THROW)
    top.stand(MADE_FIVE)
    facts = top.rule("position", position=MADE_FIVE)
    assert names(facts) == ["Ruling", "Setup", "GameBegins", "TurnBegins"]


def test_a_position_with_an_offered_double_leaves_it_offered() -> None:
    top = in_phase(Phase.DOUBLED)
    top.rule("position", position=MADE_FIVE)
    assert top.stand(MADE_FIVE)[3] == CubeAction(V, "offer", 2, None, still=True)


# --- the dice ------------------------------------------------------------------------------------


def test_dice_set_by_hand_are_the_throw_and_yes_ends_the_turn() -> None:
    top = in_phase(Phase.TO_THROW)
    facts = top.rule("dice", dice=(1, 3), reason="off the table")
    assert facts == (
        Ruling("dice", "Ann", "off the table", dice=(3, 1), player=V),
        Roll(V, (3, 1), by_hand=True),
        KeyAnswer(V, "by-hand"),
    )
    (verdict,) = top.stand(MADE_FIVE)
    assert isinstance(verdict, VerdictGiven)
    assert verdict.verdict is Verdict.LEGAL
    assert top.press(V, Key.YES) == ()
    assert names(top.look()) == ["TurnEnds", "TurnBegins"]
    assert not top.referee.state.throw.by_hand
    assert names(top.throw(N, "64")) == ["Roll"]
    assert top.press(N, Key.YES) == (KeyAnswer(N, "refused", "not-asked"),)


def test_the_board_is_judged_as_it_stands_once_still_after_yes() -> None:
    top = in_phase(Phase.TO_THROW)
    top.rule("dice", dice=(3, 1))
    top.stand(MADE_FIVE.replace("V5=2v", "V5=1v"))
    top.press(V, Key.YES)
    assert names(top.stand(MADE_FIVE)) == ["TurnEnds", "TurnBegins"]


def test_only_the_movers_yes_ends_it() -> None:
    top = in_phase(Phase.TO_THROW)
    top.rule("dice", dice=(3, 1))
    assert top.press(N, Key.YES) == (KeyAnswer(N, "refused", "not-asked"),)
    assert names(top.press(V, Key.NO)) == ["Question"]
    assert not top.referee.state.throw.done


def test_dice_that_lay_in_the_tray_may_be_lifted_instead() -> None:
    top = in_phase(Phase.TO_THROW)
    top.throw(V, "c4")
    top.rule("dice", dice=(3, 1))
    top.look()
    assert names(top.stand(MADE_FIVE)) == ["VerdictGiven"]
    assert top.seat(V, "c-") == ()
    assert names(top.lift()) == ["TurnEnds", "TurnBegins"]


def test_one_die_in_the_tray_ends_nothing() -> None:
    top = in_phase(Phase.TO_THROW)
    top.seat(V, "4-")
    top.rule("dice", dice=(3, 1))
    top.stand(MADE_FIVE)
    assert top.lift() == ()
    assert top.referee.state.phase is Phase.MOVING


def test_a_wrong_turn_with_dice_by_hand_opens_an_error() -> None:
    top = in_phase(Phase.TO_THROW)
    top.rule("dice", dice=(3, 1))
    top.stand(WRONG)
    top.press(V, Key.YES)
    assert names(top.look()) == ["TurnEnds", "ErrorOpen"]
    assert names(top.stand(MADE_FIVE)) == ["ErrorClosed", "TurnBegins"]


def test_the_dice_of_a_running_turn_are_changed() -> None:
    top = in_phase(Phase.MOVING)
    top.stand(WRONG)
    facts = top.rule("dice", dice=(4, 1))
    assert names(facts) == ["Ruling", "Roll", "KeyAnswer"]
    (verdict,) = top.look()
    assert isinstance(verdict, VerdictGiven)
    assert verdict.dice == (4, 1)
    assert top.seat(V, "3-") == ()
    assert names(top.lift()) == ["TurnEnds", "TurnBegins"]


def test_the_dice_of_a_wrong_turn_are_changed_and_it_goes_on() -> None:
    top = in_phase(Phase.ERROR)
    top.rule("correct")
    top.rule("dice", dice=(4, 1))
    assert names(top.look()) == ["VerdictGiven"]
    top.press(V, Key.YES)
    assert names(top.look()) == ["TurnEnds", "TurnBegins"]


def test_dice_in_the_opening_are_greens_and_blacks() -> None:
    top = in_phase(Phase.OPENING)
    facts = top.rule("opening", dice=(3, 6))
    assert facts[:2] == (Ruling("opening", "Ann", dice=(3, 6)), Opening(3, 6, N))
    assert names(facts[2:]) == ["TurnBegins", "Roll", "KeyAnswer"]
    assert facts[3] == Roll(N, (6, 3), opening=True, by_hand=True)


def test_equal_dice_in_the_opening_are_a_tie() -> None:
    top = in_phase(Phase.OPENING)
    assert top.rule("opening", dice=(4, 4))[1:] == (Opening(4, 4, None),)
    assert top.referee.state.phase is Phase.OPENING


def test_dice_in_the_opening_may_be_the_beginners_throw() -> None:
    top = in_phase(Phase.OPENING)
    facts = top.rule("dice", dice=(6, 3), player=N)
    assert names(facts) == ["Ruling", "TurnBegins", "Roll", "KeyAnswer"]
    assert top.referee.state.turn.player is N


def test_dice_by_hand_with_nothing_to_play_say_so() -> None:
    closed = "V1=2v V2=2v V3=2v V4=2v V5=2v V6=2v N12=3v NB=1n N7=14n"
    top = in_phase(Phase.TO_THROW)
    top.set(position=closed, player=N)
    top.stand(closed)
    facts = top.rule("dice", dice=(6, 4))
    assert names(facts) == ["Ruling", "Roll", "VerdictGiven"]
    assert facts[2].ends_by == "yes"  # type: ignore[union-attr]
    top.press(N, Key.YES)
    assert names(top.look()) == ["TurnEnds", "TurnBegins"]


def test_a_kept_throw_is_void_when_the_dice_before_it_are_changed() -> None:
    before = "V4=3v V6=2v VO=10v N8=2n N10=3n NO=10n"
    top = in_phase(Phase.TO_THROW)
    top.set(position=before)
    top.stand(before)
    top.throw(V, "64")
    top.throw(N, "31")
    assert RollVoid(N, "early", "kept") in top.rule("dice", dice=(5, 4))
    assert top.referee.state.throw.kept is None


def test_a_kept_throw_counts_when_yes_ends_the_turn() -> None:
    before = "V4=3v V6=2v VO=10v N8=2n N10=3n NO=10n"
    top = in_phase(Phase.TO_THROW)
    top.set(position=before)
    top.stand(before)
    top.rule("dice", dice=(6, 4))
    assert top.throw(N, "31") == (KeyAnswer(N, "kept"),)
    top.stand("V4=2v V6=1v VO=12v N8=2n N10=3n NO=10n")
    top.press(V, Key.YES)
    assert names(top.look()) == ["TurnEnds", "TurnBegins", "Roll"]


# --- results -------------------------------------------------------------------------------------


def test_an_awarded_game_counts_as_a_resigned_one() -> None:
    top = in_phase(Phase.MOVING)
    top.set(cube=Cube(2, V))
    top.stand(MADE_FIVE)
    facts = top.rule("award", winner=N, kind="gammon", reason="left")
    assert facts[:2] == (
        Ruling("award", "Ann", "left", winner=N, kind="gammon", points=4),
        GameEnds(N, "gammon", "ruling", 4, (0, 4)),
    )
    assert top.referee.state.phase is Phase.SETUP


def test_an_award_may_tell_its_points_and_end_the_match() -> None:
    top = in_phase(Phase.TO_THROW)
    facts = top.rule("award", winner=V, points=5)
    ended = GameEnds(V, "single", "ruling", 5, (5, 0), over=True)
    assert facts[1:] == (ended, MatchEnds(V, (5, 0)))
    assert top.referee.state.phase is Phase.OVER
    assert names(top.rule("undo"))[0] == "Ruling"
    assert top.referee.state.match.score == (0, 0)


def test_a_drop_by_a_bumped_key_is_undone() -> None:
    top = in_phase(Phase.TO_THROW)
    top.press(V, Key.CUBE, Key.YES)
    top.press(N, Key.NO)
    facts = top.rule("undo", reason="bumped")
    assert facts[0] == Ruling("undo", "Ann", "bumped", position=START)
    assert CubeAction(V, "offer", 2, None, still=True) in facts
    assert top.referee.state.match.score == (0, 0)


def test_a_take_by_a_bumped_key_is_undone() -> None:
    top = in_phase(Phase.TO_THROW)
    top.press(V, Key.CUBE, Key.YES)
    top.press(N, Key.YES)
    assert top.referee.state.game.cube == Cube(2, N)
    top.rule("undo")
    assert top.referee.state.game.cube == Cube()
    assert top.referee.state.phase is Phase.DOUBLED


# --- errors --------------------------------------------------------------------------------------


def test_an_error_to_be_corrected_cannot_be_accepted() -> None:
    top = in_phase(Phase.ERROR)
    assert top.rule("correct") == (Ruling("correct", "Ann"),)
    assert top.throw(N, "64") == (RollVoid(N, "board", "error"),)
    assert top.press(N, Key.CUBE) == (KeyAnswer(N, "refused", "not-acceptable"),)
    assert names(top.stand(MADE_FIVE)) == ["ErrorClosed", "TurnBegins"]
    assert not top.referee.state.turn.must_correct


def test_an_error_is_accepted_by_decision() -> None:
    top = in_phase(Phase.ERROR)
    top.rule("correct")
    facts = top.rule("accept", reason="no matter")
    assert facts == (
        Ruling("accept", "Ann", "no matter"),
        ErrorClosed(V, "accepted", WRONG),
        TurnBegins(N, WRONG),
    )
    top.rule("undo")
    assert top.referee.state.phase is Phase.ERROR or top.referee.state.then is Phase.ERROR


def test_a_board_with_a_piece_missing_is_not_accepted_by_decision_either() -> None:
    top = in_phase(Phase.MOVING)
    top.stand(MISSING)
    top.lift()
    before = top.referee.state
    assert top.rule("accept") == (RulingRefused("accept", "Ann", "not-acceptable"),)
    assert top.referee.state == before


# --- rest ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", [Phase.SETUP, Phase.OPENING, Phase.MOVING, Phase.ERROR])
def test_after_a_pause_all_is_as_it_was(phase: Phase) -> None:
    top = in_phase(phase)
    top.rule("pause")
    assert top.throw(N, "55") == (RollVoid(N, "early", "pause"),)
    top.rule("adjourn")
    top.seats = {V: "31", N: "--"} if phase is Phase.MOVING else {V: "--", N: "--"}
    assert top.rule("go-on")[0] == Ruling("go-on", "Ann")
    top.look()
    assert top.referee.state.phase is phase


# --- going on ------------------------------------------------------------------------------------


def test_a_turn_that_goes_on_without_its_dice_ends_with_yes() -> None:
    top = in_phase(Phase.MOVING)
    top.rule("position", position=MADE_FIVE)
    top.lift()
    facts = top.stand(MADE_FIVE)
    assert facts[3:] == (Roll(V, (3, 1)), KeyAnswer(V, "by-hand"))
    played = MADE_FIVE.replace("V5=2v V6=4v V8=2v", "V5=3v V6=4v V7=1v")
    assert names(top.stand(played)) == ["VerdictGiven"]
    top.press(V, Key.YES)
    assert names(top.look()) == ["TurnEnds", "TurnBegins"]


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
    assert facts[3:5] == (Roll(V, (3, 1)), KeyAnswer(V, "by-hand"))
    top.press(V, Key.YES)
    assert names(top.look()) == ["TurnEnds", "TurnBegins"]


def test_a_correction_by_decision_survives_a_restart() -> None:
    top = in_phase(Phase.ERROR)
    top.rule("correct")
    state: State = decode(State, encode(top.referee.state))
    top.referee = Referee(top.referee.rules, state.match, state)
    assert isinstance(top.look()[-1], ErrorOpen)
    assert top.throw(N, "64") == (RollVoid(N, "board", "error"),)

"""Help at the table: repairs, layouts, reasons, alternatives, undo and pause."""

from dataclasses import replace

import pytest

from companion.link.messages import Key
from companion.referee import contest, dialog
from companion.referee.board_facts import Repair, Setup
from companion.referee.facts import CubeAction, ErrorOpen, GameBegins, Roll, Ruling
from companion.referee.menu import entries
from companion.referee.outcomes import Outcome
from companion.referee.requests import GiveHint
from companion.referee.state import Phase, Topic
from companion.referee.talk_facts import Explained, KeyAnswer, Question
from companion.referee.turn_context import TurnContext
from companion.rules import Code, Player
from tests.menu_keys import to
from tests.referee.harness import STARTS, N, TableTop, V, names

START = STARTS["backgammon"]
RIGHT = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
WRONG = "V1=2n V3=1v V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
MIRRORED = "V12=2n V7=5v V5=3v V1=5n N12=5v N8=3n N6=5n N1=2v"
TURNED = "N1=2n N6=5v N8=3v N12=5n V1=5v V5=3n V7=5n V12=2v"
BOTH = "N12=2n N7=5v N5=3v N1=5n V12=5v V8=3n V6=5n V1=2v"


def menu(top: TableTop, player: Player, entry: str) -> tuple[object, ...]:
    """Choose an entry of the menu."""
    return top.press(player, *to(entry, top.referee.state), Key.YES)


def wrong_and_lifted() -> TableTop:
    """Green threw 3 and 1, played a five and lifted."""
    top = TableTop()
    top.begin("31")
    top.stand(WRONG)
    top.lift()
    return top


# --- set-up ------------------------------------------------------------------------------------


def test_a_wrong_board_comes_with_its_repair_and_again_on_request() -> None:
    top = TableTop()
    (setup,) = top.stand(START.replace("V6=5v", "V6=4v V7=1v"))
    assert isinstance(setup, Setup)
    assert setup.repairs == (Repair("v", 1, "V7", "V6"),)
    assert top.press(N, Key.BOARD) == (replace(setup, again=True),)
    assert names(top.press(N, Key.BOARD)) == ["KeyAnswer"]


@pytest.mark.parametrize(
    ("board", "layout"), [(MIRRORED, "mirrored"), (TURNED, "turned"), (BOTH, "mirrored turned")]
)
def test_another_layout_is_offered_and_played(board: str, layout: str) -> None:
    top = TableTop()
    assert top.stand(board) == (Question(None, "layout", layout),)
    facts = top.press(N, Key.YES)
    assert names(facts) == ["Setup", "GameBegins"]
    assert isinstance(facts[1], GameBegins)
    assert facts[1].layout == tuple(layout.split())


def test_an_open_question_is_put_again_after_what_was_asked_meanwhile() -> None:
    top = TableTop()
    top.stand(MIRRORED)
    assert top.press(N, Key.SCORE)[-1] == Question(None, "layout", "mirrored")
    assert names(top.press(N, Key.YES)) == ["Setup", "GameBegins"]


def test_a_kept_match_is_named_before_another_layout_is_offered() -> None:
    state = TableTop(length=5).referee.state
    again = TableTop(length=5, state=replace(state, match=state.match.after(V, 1)))
    assert names(again.stand(MIRRORED)) == ["GameKept", "Question"]


def test_on_a_board_turned_round_sides_and_keys_are_exchanged() -> None:
    top = TableTop()
    top.stand(TURNED)
    top.press(V, Key.YES)
    top.throw(N, "3-")
    facts = top.throw(V, "1-")
    # The clovers lie before what was black's side: their tray is the other one.
    assert facts[-1] == Roll(V, (3, 1), opening=True)
    top.stand("N1=2n N5=2v N6=4v N8=2v N12=5n V1=5v V5=3n V7=5n V12=2v")
    top.lift()
    assert top.position == RIGHT
    (answer,) = top.press(V, Key.SCORE)
    assert isinstance(answer, KeyAnswer)
    assert answer.player is N


def test_a_layout_declined_is_to_be_put_right() -> None:
    top = TableTop()
    top.stand(MIRRORED)
    (setup,) = top.press(V, Key.NO)
    assert isinstance(setup, Setup)
    assert not setup.ok


def test_a_layout_is_asked_once_and_forgotten_when_the_board_is_right() -> None:
    top = TableTop()
    top.stand(MIRRORED)
    top.stand("")
    assert names(top.stand(MIRRORED)) == []
    assert names(top.stand(START)) == ["Setup", "GameBegins"]
    assert top.referee.state.asked is None


def test_jacquet_is_turned_but_never_mirrored() -> None:
    top = TableTop("jacquet")
    assert top.stand("N12=14n1N V12=14v1V") == (Question(None, "layout", "turned"),)
    top.press(V, Key.YES)
    assert top.referee.state.phase is Phase.OPENING
    other = TableTop("jacquet")
    assert names(other.stand("N1=14v1V V1=14n1N")) == ["Setup"]


def test_the_layout_stays_for_the_next_game() -> None:
    top = TableTop()
    top.stand(MIRRORED)
    top.press(V, Key.YES)
    menu(top, V, "resign")
    top.press(V, Key.YES)
    assert names(top.press(N, Key.YES)) == ["Resign", "GameEnds", "Setup", "GameBegins"]


# --- errors and forced turns -------------------------------------------------------------------


def test_of_an_open_error_the_hint_key_tells_why_then_a_legal_play() -> None:
    top = wrong_and_lifted()
    (why,) = top.press(N, Key.HINT)
    assert isinstance(why, Explained)
    assert (why.player, why.topic, why.mover, why.dice) == (N, "why", V, (3, 1))
    assert [fault.code for fault in why.faults] == [Code.WRONG_DISTANCE]
    (other,) = top.press(N, Key.HINT)
    assert isinstance(other, Explained)
    assert other.topic == "alternative"
    rules = top.referee.rules
    assert rules.parse(other.end) in rules.ends(rules.start, V, (3, 1)).positions


def test_a_forced_play_is_told_on_request() -> None:
    top = TableTop("jacquet")
    top.begin("52")
    top.lift()
    top.throw(V, "63")
    (told,) = top.press(V, Key.HINT)
    assert isinstance(told, Explained)
    assert (told.topic, told.end) == ("forced", "V12=14n1N N3=1V N12=14v")


def test_of_an_illegal_play_the_hint_key_tells_why_then_a_legal_play() -> None:
    top = TableTop()
    top.begin("31")
    top.press(V, Key.HINT)
    top.stand(WRONG)
    told = [fact for _ in range(3) for fact in top.press(V, Key.HINT)]
    assert [fact.topic for fact in told if isinstance(fact, Explained)] == [
        "why",
        "alternative",
        "why",
    ]


def test_of_a_play_half_made_the_hint_key_first_tells_what_is_left() -> None:
    top = TableTop()
    top.begin("31")
    top.stand(STARTS["backgammon"].replace("V8=3v", "V5=1v V8=2v"))
    (left,) = top.press(V, Key.HINT)
    assert isinstance(left, Explained)
    assert [(fault.code, fault.dice) for fault in left.faults] == [(Code.DICE_UNUSED, (1,))]
    assert top.press(V, Key.HINT) == (GiveHint(V, 1),)
    assert top.press(V, Key.HINT) == (GiveHint(V, 2),)


def test_where_there_is_a_choice_or_nothing_the_hint_key_gives_none() -> None:
    top = TableTop()
    top.begin("31")
    assert top.press(V, Key.HINT) == (GiveHint(V, 1),)
    shut = "V12=3n N1=14v N7=2n N8=2n N9=2n N10=2n N11=2n N12=2n VB=1v"
    top.set(position=shut)
    top.stand(shut)
    assert top.press(N, Key.HINT) == (GiveHint(N, 1),)


# --- undo and pause ----------------------------------------------------------------------------


def test_an_acceptance_is_undone_when_both_agree() -> None:
    top = wrong_and_lifted()
    top.throw(N, "64")
    assert menu(top, N, "undo") == (Question(V, Topic.UNDO, ""),)
    facts = top.press(V, Key.YES)
    assert names(facts)[:2] == ["Ruling", "Setup"]
    assert isinstance(facts[0], Ruling)
    assert (facts[0].what, facts[0].position) == ("undo", START)
    assert names(facts)[-1] == "ErrorOpen"
    assert top.referee.state.phase is Phase.ERROR


def test_an_undo_refused_changes_nothing() -> None:
    top = wrong_and_lifted()
    top.throw(N, "64")
    menu(top, N, "undo")
    assert top.press(V, Key.NO) == (KeyAnswer(V, "cancelled", "undo"),)
    assert top.referee.state.phase is Phase.MOVING


def test_a_drop_by_a_bumped_key_is_undone() -> None:
    top = TableTop()
    top.begin("31")
    top.stand(RIGHT)
    top.lift()
    top.press(N, Key.CUBE, Key.YES)
    top.press(V, Key.NO)
    assert top.referee.state.match.score == (0, 1)
    menu(top, V, "undo")
    facts = top.press(N, Key.YES)
    assert facts[-1] == CubeAction(N, "offer", 2, None, still=True)
    assert top.referee.state.match.score == (0, 0)
    assert top.press(V, Key.YES) == (CubeAction(V, "take", 2, V),)


def test_after_the_next_legal_turn_nothing_is_left_to_undo() -> None:
    top = TableTop()
    top.begin("31")
    top.stand(RIGHT)
    top.lift()
    assert "undo" not in entries(top.referee.state)


def test_a_pause_rests_until_somebody_says_yes() -> None:
    top = TableTop()
    top.begin("31")
    (ruling,) = menu(top, V, "pause")
    assert ruling == Ruling("pause", by="V")
    assert top.stand(RIGHT) == ()
    assert top.press(N, Key.CUBE) == (KeyAnswer(N, "refused", "paused"),)
    facts = top.press(N, Key.YES)
    assert names(facts)[0] == "Setup"
    assert not facts[0].ok  # type: ignore[union-attr]
    facts = top.stand(START)
    assert names(facts) == ["Setup", "GameBegins", "TurnBegins", "Roll"]
    assert top.referee.state.phase is Phase.MOVING


def test_a_pause_survives_a_break() -> None:
    top = TableTop()
    top.begin("31")
    menu(top, V, "pause")
    again = TableTop(state=top.referee.state)
    again.seats = dict(top.seats)
    assert names(again.stand(START)) == ["Setup", "GameBegins", "TurnBegins", "Roll"]


def test_an_error_is_still_open_after_a_pause() -> None:
    top = wrong_and_lifted()
    menu(top, V, "pause")
    facts = top.press(N, Key.YES)
    assert isinstance(facts[-1], ErrorOpen)


def test_an_undo_without_anything_to_undo_changes_nothing() -> None:
    top = TableTop()
    table = TurnContext(top.referee.rules, top.referee.state, 0)
    assert contest.undo(table, Ruling("undo", by="players")) is Outcome.STAYS
    assert (table.state, table.facts) == (top.referee.state, [])
    dialog.offer_layout(table, ("turned",))
    asked = table.state.asked
    assert asked is not None
    dialog.cancel(table, asked)
    (state,) = {table.state}
    assert state.asked is None
    assert names(tuple(table.facts)) == ["Question"]


def test_a_correction_that_is_still_wrong_is_told_to_both() -> None:
    top = wrong_and_lifted()
    (told,) = top.stand(WRONG.replace("V3=1v", "V4=1v").replace("V8=2v", "V8=1v V9=1v"))
    assert isinstance(told, Explained)
    assert (told.player, told.topic) == (V, "still")
    assert told.faults
    assert top.look() == ()
    assert top.stand(START) == ()


def test_the_time_of_both_is_kept() -> None:
    top = TableTop()
    top.begin("31")
    top.ms += 60_000
    top.stand(RIGHT)
    top.lift()
    top.ms += 30_000
    top.throw(N, "64")
    facts = top.press(V, Key.SCORE, Key.SCORE, Key.SCORE)
    (answer,) = facts
    assert isinstance(answer, KeyAnswer)
    seconds, green, black, _ = answer.numbers
    assert 30 <= seconds <= 33
    assert 60 <= green <= 62
    assert black == seconds


def test_a_resignation_stays_open_until_it_is_answered() -> None:
    top = TableTop()
    top.begin("31")
    top.stand(RIGHT)
    top.lift()
    menu(top, V, "resign")
    top.press(V, Key.YES)
    assert top.press(V, Key.NO) == (KeyAnswer(V, "refused", "not-yours"),)
    top.throw(N, "64")
    assert "GameEnds" in names(top.press(N, Key.YES))


def test_an_error_lifted_before_it_was_judged_survives_a_break() -> None:
    top = TableTop()
    top.begin("31")
    top.board = WRONG
    top.lift()
    again = TableTop(state=top.referee.state)
    assert names(again.stand(WRONG))[-1] == "ErrorOpen"

"""Help at the table: repairs, layouts, reasons, alternatives, undo and pause."""

from dataclasses import replace

from companion.link.messages import Key
from companion.referee import dialog
from companion.referee.facts import RulingRefused
from companion.referee.menu import entries
from companion.referee.state import Asked, Phase, Topic
from companion.referee.turn_context import TurnContext
from companion.rules import Player
from tests.menu_keys import to
from tests.referee.harness import STARTS, N, TableTop, V, names

START = STARTS["backgammon"]
RIGHT = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
WRONG = "V1=2n V3=1v V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
MIRRORED = "V12=2n V7=5v V5=3v V1=5n N12=5v N8=3n N6=5n N1=2v"


def menu(top: TableTop, player: Player, entry: str) -> tuple[object, ...]:
    """Choose an entry of the menu."""
    return top.press(player, *to(entry, top.referee.state), Key.YES)


# --- set-up ------------------------------------------------------------------------------------


def test_a_kept_match_is_named_before_another_layout_is_offered() -> None:
    state = TableTop(length=5).referee.state
    again = TableTop(length=5, state=replace(state, match=state.match.after(V, 1)))
    assert names(again.stand(MIRRORED)) == ["GameKept", "Question"]


# --- errors and forced turns -------------------------------------------------------------------


# --- undo and pause ----------------------------------------------------------------------------


def test_after_the_next_legal_turn_nothing_is_left_to_undo() -> None:
    top = TableTop()
    top.begin("31")
    top.stand(RIGHT)
    top.lift()
    assert "undo" not in entries(top.referee.state)


def test_a_pause_survives_a_break() -> None:
    top = TableTop()
    top.begin("31")
    menu(top, V, "pause")
    again = TableTop(state=top.referee.state)
    again.seats = dict(top.seats)
    assert names(again.stand(START)) == ["GameKept", "SayAgain"]
    again.press(V, Key.YES)
    assert again.referee.state.phase is Phase.MOVING


def test_an_error_lifted_before_it_was_judged_survives_a_break() -> None:
    top = TableTop()
    top.begin("31")
    top.board = WRONG
    top.lift()
    again = TableTop(state=top.referee.state)
    assert names(again.stand(WRONG))[-1] == "ErrorOpen"


def test_an_undo_that_is_agreed_on_too_late_is_refused() -> None:
    top = TableTop()
    top.begin("31")
    top.set(asked=Asked(N, Topic.UNDO, "", 0))
    assert top.press(N, Key.YES) == (RulingRefused("undo", "players", "nothing-to-undo"),)


def test_a_question_to_both_is_cancelled_silently() -> None:
    top = TableTop()
    context = TurnContext(top.referee.rules, top.referee.state, 0)
    dialog.offer_layout(context, ("turned",))
    asked = context.state.asked
    assert asked is not None
    dialog.cancel(context, asked)
    (state,) = {context.state}
    assert state.asked is None
    assert names(tuple(context.facts)) == ["Question"]

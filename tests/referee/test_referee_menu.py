"""The menu: a piece lifted to be asked about, dice set by hand, the referee called."""

import pytest

from companion.link.messages import Key
from companion.referee import contest, dialog, transitions
from companion.referee.facts import Ruling
from companion.referee.inputs import Answer
from companion.referee.menu import MENU, entries, following
from companion.referee.state import Phase, Practice, Topic
from companion.referee.talk_facts import KeyAnswer, Question
from companion.referee.transitions import QUESTIONS, QuestionKind
from companion.referee.turn_context import TurnContext
from companion.speech import questions
from companion.speech.announcer import Announcer
from tests.menu_keys import to
from tests.referee.harness import N, TableTop, V


def moving() -> TableTop:
    top = TableTop()
    top.begin("31")
    return top


def throwing() -> TableTop:
    top = moving()
    top.set(phase=Phase.TO_THROW, dice=None, down=(), trays="", dice_lie=False, number=4)
    top.lift()
    return top


# --- what stands there -------------------------------------------------------------------------


# --- dice by hand ------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", [Phase.SETUP, Phase.DOUBLED, Phase.OVER])
def test_what_was_offered_and_can_no_longer_be_done_is_refused(phase: Phase) -> None:
    top = throwing()
    top.press(V, *to("dice", top.referee.state))
    top.set(phase=phase)
    assert top.press(V, Key.YES) == (KeyAnswer(V, "refused", "not-now"),)
    assert "dice" not in entries(top.referee.state)


# --- which entries there are -------------------------------------------------------------------

EVER = {"what-stands", "faster", "slower", "verbosity", "language", "out-of-order", "stop",
        "referee", "other-game", "places", "louder", "softer"}  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "more"),
    [
        ({"phase": Phase.SETUP, "then": Phase.OPENING}, set()),
        ({"phase": Phase.SETUP, "then": Phase.MOVING}, {"new-game"}),
        ({"phase": Phase.OPENING}, {"resign", "dice", "pause"}),
        ({"phase": Phase.TO_THROW}, {"resign", "dice", "pause", "new-game"}),
        ({"phase": Phase.MOVING}, {"resign", "dice", "pause", "new-game"}),
        ({"phase": Phase.ERROR}, {"resign", "dice", "pause", "new-game"}),
        ({"phase": Phase.DOUBLED}, {"resign", "pause", "new-game"}),
        ({"phase": Phase.PAUSED, "then": Phase.TO_THROW}, {"new-game"}),
        ({"phase": Phase.OVER}, {"new-game"}),
    ],
)
def test_only_what_can_be_done_now_is_offered(changes: dict[str, Phase], more: set[str]) -> None:
    top = throwing()
    top.set(**changes)
    assert set(entries(top.referee.state)) == EVER | more
    top.set(back=top.referee.state)
    assert set(entries(top.referee.state)) == EVER | more | {"undo"}
    top.set(practice=Practice(exercise="bear-off"), back=None)
    assert set(entries(top.referee.state)) == (EVER | more | {"progress"}) - {"resign"}


# --- the referee -------------------------------------------------------------------------------


def test_the_order_of_the_menu() -> None:
    order = (
        "what-stands faster slower verbosity language resign undo dice out-of-order pause referee "
        "new-game other-game"
    )
    assert [entry.name for entry in MENU if entry.name in order.split()] == order.split()


def test_every_topic_that_may_be_asked_is_answered() -> None:
    topics = {topic for name, topic in vars(Topic).items() if name.isupper()}
    assert topics == set(QUESTIONS)


def test_a_question_takes_one_record_and_its_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked, spoken, answered, repeated and kept open by what its record says."""
    monkeypatch.setitem(QUESTIONS, "coffee", QuestionKind(lambda *_: None))
    monkeypatch.setitem(questions.QUESTIONS, "coffee", lambda *_: "Coffee. Yes to agree.")

    @transitions.answers("coffee", is_repeated=True, asks_opponent=True, stays_open=True)
    def serve(context: TurnContext, answer: Answer) -> None:
        context.tell(Ruling("call", answer.player.value))

    top = throwing()
    context = TurnContext(top.referee.rules, top.referee.state, 0)
    dialog.ask_question(context, N, "coffee", "")
    question = Question(N, "coffee", "")
    assert context.facts == [question]
    said = Announcer("backgammon", "en").announce(question)[0]
    assert said.text == "Black, coffee. Yes to agree."
    top.set(asked=context.state.asked)
    assert top.press(N, Key.SCORE)[-1] == question
    assert contest.question_to_opponent(top.referee.state) is not None
    assert top.press(N, Key.YES) == (Ruling("call", "N"),)
    assert top.referee.state.asked is None


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize("resting", [None, Phase.SETUP, Phase.PAUSED])
def test_a_game_is_under_way_from_its_opening_to_its_end(
    phase: Phase, resting: Phase | None
) -> None:
    """While pieces are put right or the clock rests, what goes on afterwards counts."""
    top = TableTop()
    top.set(phase=resting or phase, then=phase)
    told = phase in {Phase.TO_THROW, Phase.MOVING, Phase.ERROR, Phase.DOUBLED}
    assert top.referee.state.is_under_way is told
    offered = "new-game" in entries(top.referee.state)
    assert offered is (told or (resting is None and phase is Phase.OVER))


def test_what_has_gone_out_of_the_menu_meanwhile_is_passed_by() -> None:
    top = throwing()
    top.press(V, *to("pause", top.referee.state))
    top.set(phase=Phase.OVER)
    assert top.press(V, Key.NO) == (Question(V, "menu", "stop"),)
    assert following(top.referee.state, "resign") == "out-of-order"


def test_after_a_match_another_match_comes_first() -> None:
    top = throwing()
    assert following(top.referee.state, MENU[-1].name) == MENU[0].name == "what-stands"
    top.set(phase=Phase.OVER)
    assert entries(top.referee.state)[:2] == ("new-game", "what-stands")
    assert following(top.referee.state, MENU[-1].name) == "new-game"


def test_the_menu_leads_round() -> None:
    top = throwing()
    known = entries(top.referee.state)
    for entry in known * 2:
        opened = entry == known[0]
        assert top.press(V, Key.NO) == (Question(V, "menu", entry, opened),)


def test_a_question_to_both_is_cancelled_silently() -> None:
    top = TableTop()
    context = TurnContext(top.referee.rules, top.referee.state, 0)
    dialog.ask_both(context, Topic.LAYOUT, "turned")
    assert context.state.asked is not None
    dialog.cancel(context, context.state.asked)
    (state,) = {context.state}
    assert state.asked is None
    assert [type(fact).__name__ for fact in context.facts] == ["Question"]

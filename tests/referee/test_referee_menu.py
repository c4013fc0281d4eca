"""The menu: a piece lifted to be asked about, dice set by hand, the referee called."""

import pytest

from companion.link.messages import Key
from companion.referee import contest, dialog, outcomes
from companion.referee.board_facts import Setup
from companion.referee.facts import Roll, RollVoid, Ruling
from companion.referee.inputs import Answer
from companion.referee.menu import MENU, entries, following
from companion.referee.outcomes import QUESTIONS, QuestionKind, Row
from companion.referee.requests import Output
from companion.referee.state import Phase, Practice, Topic
from companion.referee.talk_facts import KeyAnswer, Question
from companion.referee.turn_context import TurnContext
from companion.speech import questions
from companion.speech.announcer import Announcer
from tests.menu_keys import to
from tests.referee.harness import STARTS, N, TableTop, V, names

START = STARTS["backgammon"]
LIFTED = START.replace("V8=3v", "V8=2v")


def choose(top: TableTop, player: object, entry: str) -> tuple[Output, ...]:
    """Open the menu and choose an entry."""
    assert player in (V, N)
    side = V if player is V else N
    return top.press(side, *to(entry, top.referee.state), Key.YES)


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


def test_a_piece_too_many_that_is_lifted_to_be_asked_about_leaves_a_right_board() -> None:
    top = throwing()
    assert top.stand(START.replace("N7=5n", "N7=1v5n")) == ()
    choose(top, V, "what-stands")
    assert top.stand(START) == (KeyAnswer(V, "stands", "N7=1v5n"),)
    assert (top.referee.state.asked, top.referee.state.board.right) == (None, True)
    assert names(top.throw(V, "21")) == ["Roll"]


def test_left_alone_it_lapses_but_not_with_a_piece_in_the_hand() -> None:
    top = moving()
    choose(top, V, "what-stands")
    assert top.at(top.ms + 10_001) == (KeyAnswer(V, "cancelled", "lift"),)
    choose(top, V, "what-stands")
    top.stand(LIFTED)
    assert top.at(top.ms + 60_000) == ()
    assert top.stand(START) == ()


def test_a_void_throw_names_the_piece_in_the_hand_too() -> None:
    top = throwing()
    wrong = START.replace("N7=5n", "N7=4n N8=1n")
    top.stand(wrong)
    choose(top, V, "what-stands")
    top.stand(wrong.replace("V8=3v", "V8=2v"))
    void, setup = top.throw(V, "21")
    assert void == RollVoid(V, "board")
    assert isinstance(setup, Setup)
    assert {each.zone for each in setup.differences} == {"V8", "N7", "N8"}
    assert top.stand(START) == (Setup(ok=True),)


@pytest.mark.parametrize("presses", [("resign",), ("resign", Key.YES), ("faster",)])
def test_after_a_pause_yes_goes_on_and_answers_no_earlier_question(
    presses: tuple[str | Key, ...],
) -> None:
    top = moving()
    entry, *keys = presses
    top.press(V, *to(str(entry), top.referee.state), *([] if entry == "faster" else [Key.YES]))
    for key in keys:
        top.press(V, Key(key))
    asked = top.referee.state.asked
    top.rule("pause")
    assert asked is not None
    assert top.referee.state.asked is None
    player = N if keys else V
    assert names(top.press(player, Key.YES))[0] == "Setup"
    assert top.referee.state.phase is Phase.MOVING
    assert top.referee.state.match.score == (0, 0)


def test_the_opponents_pieces_may_be_asked_about_before_a_throw() -> None:
    top = throwing()
    choose(top, N, "what-stands")
    assert top.stand(START.replace("V1=2n", "V1=1n")) == (KeyAnswer(N, "stands", "V1=2n"),)
    assert top.throw(V, "31") == (Roll(V, (3, 1)),)


# --- dice by hand ------------------------------------------------------------------------------


def test_both_agree_on_dice_set_by_hand() -> None:
    top = throwing()
    assert choose(top, V, "dice") == (Question(V, "die", "1"),)
    assert top.press(V, Key.NO) == (Question(V, "die", "2"),)
    assert top.press(V, Key.NO, Key.YES) == (Question(V, "die", "31"),)
    assert top.press(V, Key.YES) == (Question(N, "dice", "31"),)
    facts = top.press(N, Key.YES)
    assert facts[0] == Ruling("dice", "players", dice=(3, 1), player=V)
    assert names(facts) == ["Ruling", "Roll", "KeyAnswer"]


def test_after_the_six_comes_the_one_again() -> None:
    top = throwing()
    choose(top, V, "dice")
    assert top.press(V, *[Key.NO] * 6) == (Question(V, "die", "1"),)


def test_the_opponent_may_refuse() -> None:
    top = throwing()
    choose(top, V, "dice")
    top.press(V, Key.YES, Key.YES)
    assert top.press(N, Key.NO) == (KeyAnswer(N, "cancelled", "dice"),)
    assert top.referee.state.phase is Phase.TO_THROW


def test_a_throw_in_between_takes_the_question_back() -> None:
    top = throwing()
    choose(top, V, "dice")
    top.press(V, Key.YES, Key.YES)
    assert names(top.throw(V, "64")) == ["Roll"]
    assert top.referee.state.asked is None


def test_the_doubler_has_the_menu_too_and_so_has_a_pause() -> None:
    top = throwing()
    top.press(V, Key.CUBE, Key.YES)
    assert top.press(V, Key.NO) == (Question(V, "menu", MENU[0].name, opened=True),)
    assert top.press(V, Key.SCORE)[0] == KeyAnswer(V, "cancelled", "menu")
    assert top.press(V, Key.YES) == (KeyAnswer(V, "refused", "not-yours"),)
    assert names(top.press(N, Key.YES)) == ["CubeAction"]
    top.rule("pause")
    assert choose(top, N, "referee") == (Ruling("call", "N"),)
    assert top.referee.state.phase is Phase.PAUSED


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


def test_what_has_gone_out_of_the_menu_meanwhile_is_passed_by() -> None:
    top = throwing()
    top.press(V, *to("pause", top.referee.state))
    top.set(phase=Phase.OVER)
    assert top.press(V, Key.NO) == (Question(V, "menu", "stop"),)
    assert following(top.referee.state, "resign") == "out-of-order"
    assert following(top.referee.state, MENU[-1].name) == MENU[0].name


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
    monkeypatch.setitem(QUESTIONS, "coffee", QuestionKind("coffee", Row(lambda *_: None)))
    monkeypatch.setitem(questions.QUESTIONS, "coffee", lambda *_: "A coffee?")

    @outcomes.answers("coffee", is_repeated=True, asks_opponent=True, stays_open=True)
    def serve(context: TurnContext, answer: Answer) -> None:
        context.tell(Ruling("call", answer.player.value))

    top = throwing()
    context = TurnContext(top.referee.rules, top.referee.state, 0)
    dialog.ask_question(context, N, "coffee", "")
    question = Question(N, "coffee", "")
    assert context.facts == [question]
    assert Announcer("backgammon", "en").announce(question)[0].text == "A coffee?"
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

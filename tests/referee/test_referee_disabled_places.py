"""Places out of order: the game continues, and their pieces are known from the play."""

import pytest

from companion.link.messages import Key
from companion.records.encoding import decode, encode
from companion.referee.disabled_places import name_in_layout, renamed
from companion.referee.facts import (
    ErrorClosed,
    ErrorOpen,
    Opening,
    Roll,
    RollVoid,
    Ruling,
    TurnBegins,
    TurnEnds,
    VerdictGiven,
)
from companion.referee.referee import Referee
from companion.referee.state import Phase, State
from companion.referee.talk_facts import KeyAnswer, Question
from companion.rules import Code, Verdict, parse_placement
from tests.menu_keys import to
from tests.referee.harness import STARTS, N, TableTop, V, names

START = STARTS["backgammon"]
BLIND = START.replace("V6=5v ", "")
MADE_FIVE = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"


def without(board: str, *zones: str) -> str:
    return " ".join(token for token in board.split() if token.partition("=")[0] not in zones)


def moving(
    *dead: str, dice: str = "31", game: str = "backgammon", position: str = START
) -> TableTop:
    """Green has thrown, these places are out of order and report nothing."""
    top = TableTop(game)
    top.board = position
    top.set(dead=dead, phase=Phase.TO_THROW, player=V, position=position, number=4)
    top.stand(without(position, *dead))
    top.throw(V, dice)
    assert top.referee.state.phase is Phase.MOVING
    return top


def verdict(top: TableTop, board: str) -> tuple[Verdict, list[str]]:
    (given,) = top.stand(board)
    assert isinstance(given, VerdictGiven)
    return given.verdict, [fault.code for fault in given.faults]


# --- reading -----------------------------------------------------------------------------------


def test_a_play_from_a_dead_point_is_legal_and_agreed() -> None:
    top = moving("V6")
    assert verdict(top, without(MADE_FIVE, "V6")) == (Verdict.LEGAL, [])
    ended, begins = top.lift()
    assert isinstance(ended, TurnEnds)
    assert ended.position == MADE_FIVE
    assert begins == TurnBegins(N, MADE_FIVE)
    assert names(top.throw(N, "64")) == ["Roll"]


def test_part_of_a_play_from_a_dead_point_is_incomplete() -> None:
    top = moving("V6")
    assert verdict(top, BLIND.replace("V8=3v", "V5=1v V8=2v")) == (
        Verdict.INCOMPLETE,
        [Code.DICE_UNUSED],
    )
    assert verdict(top, BLIND.replace("V8=3v", "V5=1v V8=3v"))[0] is Verdict.INCOMPLETE


def test_a_wrong_move_from_a_dead_point_is_named() -> None:
    top = moving("V6")
    assert verdict(top, BLIND.replace("V8=3v", "V4=1v V8=3v")) == (
        Verdict.ILLEGAL,
        [Code.WRONG_DISTANCE],
    )


def test_a_wrong_move_to_a_dead_point_is_named_at_the_end() -> None:
    top = moving("V6")
    assert verdict(top, BLIND.replace("V8=3v", "V8=2v"))[0] is Verdict.INCOMPLETE
    ended, opened = top.lift()
    assert isinstance(ended, TurnEnds)
    assert isinstance(opened, ErrorOpen)
    assert ended.position == START.replace("V6=5v V8=3v", "V6=6v V8=2v")
    assert opened.faults[0].code is Code.WRONG_DISTANCE
    assert opened.acceptable
    closed, begins, roll = top.throw(N, "64")
    assert closed == ErrorClosed(V, "accepted", ended.position)
    assert names((begins, roll)) == ["TurnBegins", "Roll"]


def test_an_error_is_corrected_by_way_of_a_dead_point() -> None:
    top = moving("V6")
    top.stand(BLIND.replace("V8=3v", "V8=2v"))
    top.lift()
    assert names(top.stand(without(MADE_FIVE, "V6"))) == ["ErrorClosed", "TurnBegins"]
    assert top.position == MADE_FIVE


def test_a_hit_on_a_dead_point_and_a_dead_bar() -> None:
    position = START.replace("V1=2n", "V1=1n V5=1n")
    top = moving("V5", position=position)
    hit = "NB=1n V1=1n V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
    assert verdict(top, hit) == (Verdict.LEGAL, [])
    top = moving("NB", position=position)
    assert verdict(top, "V5=2v " + without(hit, "NB")) == (Verdict.LEGAL, [])
    ended = top.lift()[0]
    assert isinstance(ended, TurnEnds)
    assert "NB=1n" in ended.position


def test_between_turns_what_was_agreed_stands_there() -> None:
    top = moving("V6")
    top.stand(without(MADE_FIVE, "V6"))
    top.lift()
    top.stand(without(MADE_FIVE, "V6").replace("V8=2v", "V8=1v"))
    assert names(top.throw(N, "64")) == ["RollVoid", "Setup"]


def test_in_order_again_it_is_believed_again() -> None:
    top = moving("V6")
    top.stand(without(MADE_FIVE, "V6"))
    top.lift()
    facts = top.rule("in-order", zone="V6")
    assert facts == (Ruling("in-order", "Ann", zone="V6"),)
    assert names(top.throw(N, "64")) == ["RollVoid", "Setup"]
    top.lift()
    top.stand(MADE_FIVE)
    assert names(top.throw(N, "64")) == ["Roll"]


def test_what_is_out_of_order_stays_so_in_the_next_game_and_after_a_restart() -> None:
    top = moving("V6")
    top.rule("out-of-order", zone="V-dice")
    top.rule("award", winner=V)
    assert top.referee.state.board.dead == ("V-dice", "V6")
    state: State = decode(State, encode(top.referee.state))
    assert state == top.referee.state


def test_a_restart_in_the_middle_of_a_play_by_way_of_a_dead_point() -> None:
    top = moving("V6")
    board = without(MADE_FIVE, "V6")
    top.stand(board)
    top.referee = Referee(top.referee.rules, top.referee.state.match, top.referee.state)
    assert names(top.look())[:3] == ["Setup", "GameBegins", "TurnBegins"]
    assert names(top.lift()) == ["TurnEnds", "TurnBegins"]


@pytest.mark.parametrize(
    ("dead", "after"),
    [(("V12",), ("N12",)), (("N12", "V-dice"), ("N-dice", "V12")), (("VO",), ("VO",))],
)
def test_a_turned_board_is_offered_and_its_dead_places_keep_their_place(
    dead: tuple[str, ...], after: tuple[str, ...]
) -> None:
    top = TableTop("jacquet")
    top.set(dead=dead)
    top.stand(without("V12=14v1V N12=14n1N", *dead))
    assert names(top.press(V, Key.YES))[:2] == ["Setup", "GameBegins"]
    assert top.referee.state.board.layout == ("turned",)
    assert top.referee.state.board.dead == after


def test_a_dead_point_of_a_mirrored_board() -> None:
    assert name_in_layout("V6", ("mirrored",)) == "V7"
    assert name_in_layout("V6", ("mirrored", "turned")) == "N7"
    assert renamed(("N7", "V-dice"), ("mirrored", "turned"), ()) == ("N-dice", "V6")


# --- Jacquet -----------------------------------------------------------------------------------

JACQUET = "V12=14n N9=1n N12=14v1V"


def test_the_postillon_leaves_a_dead_point() -> None:
    top = moving("N12", dice="64", game="jacquet", position=JACQUET)
    assert verdict(top, "V12=14n N9=1n N2=1V") == (Verdict.LEGAL, [])
    assert verdict(top, "V12=14n N9=1n N6=1V") == (Verdict.INCOMPLETE, [Code.DICE_UNUSED])
    assert verdict(top, "V12=14n N9=1n N7=1V")[1][0] is Code.WRONG_DISTANCE


def test_the_postillon_comes_to_a_dead_point() -> None:
    top = moving("N2", dice="64", game="jacquet", position=JACQUET)
    assert verdict(top, "V12=14n N9=1n N12=14v") == (Verdict.LEGAL, [])
    ended = top.lift()[0]
    assert isinstance(ended, TurnEnds)
    assert ended.position == "V12=14n N2=1V N9=1n N12=14v"


def test_the_postillon_on_a_dead_point_by_mistake() -> None:
    top = moving("N3", dice="64", game="jacquet", position=JACQUET)
    top.stand("V12=14n N9=1n N12=14v")
    ended = top.lift()[0]
    assert isinstance(ended, TurnEnds)
    assert ended.position == "V12=14n N3=1V N9=1n N12=14v"
    assert ended.faults[0].code is Code.WRONG_DISTANCE


def test_the_postillon_leaves_a_dead_point_for_home() -> None:
    position = "V12=14n V8=1V N9=1n N12=14v"
    top = moving("V8", dice="31", game="jacquet", position=position)
    assert verdict(top, "V12=14n V5=1v N9=1n N12=13v N11=1v")[0] is Verdict.LEGAL
    assert verdict(top, "V12=14n V5=1v N9=1n N12=14v")[0] is Verdict.INCOMPLETE


def test_black_by_way_of_dead_points() -> None:
    top = TableTop("jacquet")
    position = "V12=14n1N N9=1V N12=14v"
    top.set(dead=("V12",), phase=Phase.TO_THROW, player=N, position=position, number=4)
    top.stand("N9=1V N12=14v")
    top.throw(N, "64")
    assert verdict(top, "V6=1N N9=1V N12=14v") == (Verdict.INCOMPLETE, [Code.DICE_UNUSED])
    assert verdict(top, "V2=1N N9=1V N12=14v") == (Verdict.LEGAL, [])


# --- more than one end ---------------------------------------------------------------------------


def ambiguous() -> TableTop:
    """With 1 1 two pieces left the six point: both for the four, or for the five and the three."""
    top = moving("V3", "V4", "V5", dice="11")
    top.stand(START.replace("V6=5v", "V6=3v"))
    return top


def test_the_mover_is_asked_how_it_ends_where_it_cannot_be_known() -> None:
    top = ambiguous()
    first, second = "V3=0v V4=2v V5=0v", "V3=1v V4=0v V5=1v"
    assert top.lift() == (Question(V, "reading", first),)
    assert top.press(V, Key.NO) == (Question(V, "reading", second),)
    assert top.look() == ()
    assert top.press(V, Key.YES) == ()
    ended, begins = top.look()
    assert isinstance(ended, TurnEnds)
    assert ended.verdict is Verdict.LEGAL
    assert ended.position.startswith("V1=2n V3=1v V5=1v V6=3v")
    assert names((begins,)) == ["TurnBegins"]
    assert top.referee.state.throw.reading == ""


def test_an_early_throw_does_not_answer_for_him() -> None:
    top = ambiguous()
    (question,) = top.lift()
    assert names(top.throw(N, "64")) == ["RollVoid"]
    assert top.press(V, Key.YES) == ()
    assert isinstance(question, Question)
    assert names(top.look()) == ["TurnEnds", "TurnBegins"]


def test_in_games_with_hands_a_missing_piece_may_be_in_hand() -> None:
    top = moving("N7", dice="63", game="dutch", position="N10=2v VH=13v NH=15n")
    top.stand("N10=3v")
    ended = top.lift()[0]
    assert isinstance(ended, TurnEnds)
    assert ended.verdict is Verdict.LEGAL
    assert "N7=1v" in ended.position


def test_an_ace_deuce_with_a_dead_point_aside() -> None:
    top = moving("N7", dice="21", game="acey-deucey", position="VH=15v NH=15n")
    assert verdict(top, "N12=1v N11=1v N10=4v")[0] is Verdict.LEGAL
    assert names(top.lift()) == ["TurnEnds", "TurnBegins"]


@pytest.mark.parametrize(
    ("position", "dead", "ends"),
    [
        ("VH=15v NH=15n", "N10", "N10=4v N11=1v N12=1v VH=9v NH=15n"),
        ("VH=11v N8=4v NH=15n", "N7", "N7=4v N11=1v N12=1v VH=9v NH=15n"),
    ],
)
def test_the_double_of_an_ace_deuce_may_go_to_a_dead_point(
    position: str, dead: str, ends: str
) -> None:
    top = moving(dead, dice="21", game="acey-deucey", position=position)
    assert verdict(top, "N12=1v N11=1v")[0] is Verdict.LEGAL
    ended = top.lift()[0]
    assert isinstance(ended, TurnEnds)
    assert (ended.verdict, ended.position) == (Verdict.LEGAL, ends)


def test_on_a_board_nobody_has_touched_no_unseen_play_is_assumed() -> None:
    # All five pieces of this ace-deuce may enter on the dead point: that would show nothing.
    top = moving("N10", dice="21", game="acey-deucey", position="VH=15v NH=15n")
    assert top.stand("") == ()
    assert top.referee.state.turn.judged == parse_placement("")
    assert top.lift() == (Question(V, "reading", "N10=5v"),)
    assert top.press(V, Key.NO) == (Question(V, "reading", "N10=0v"),)
    top.press(V, Key.YES)
    ended = top.look()[0]
    assert isinstance(ended, TurnEnds)
    assert ended.verdict is Verdict.ILLEGAL


def test_an_unseen_play_is_told_by_the_mover() -> None:
    top = moving("N10", dice="21", game="acey-deucey", position="VH=15v NH=15n")
    top.stand("")
    top.lift()
    top.press(V, Key.YES)
    ended = top.look()[0]
    assert isinstance(ended, TurnEnds)
    assert (ended.verdict, ended.position) == (Verdict.LEGAL, "N10=5v VH=10v NH=15n")


# --- a wrong turn to one of two dead points ------------------------------------------------------


def wrong_end() -> TableTop:
    """With 3 1 green has taken a piece from the eight, five points on or four, who can see?"""
    top = moving("V2", "V3")
    top.stand(START.replace("V8=3v", "V8=2v"))
    return top


def test_the_mover_is_asked_where_the_piece_of_a_wrong_turn_stands() -> None:
    top = wrong_end()
    asked = ["V2=0v V3=1v", "V2=0v V3=0v", "V2=1v V3=0v"]
    assert top.lift() == (Question(V, "reading", "V2=1v V3=0v"),)
    for text in asked:
        assert top.press(V, Key.NO) == (Question(V, "reading", text),)


@pytest.mark.parametrize(
    ("noes", "stands"), [(0, "V1=2n V2=1v V6=5v V8=2v"), (1, "V1=2n V3=1v V6=5v V8=2v")]
)
def test_a_wrong_turn_to_one_of_two_dead_points_can_be_accepted(noes: int, stands: str) -> None:
    top = wrong_end()
    top.lift()
    top.press(V, *[Key.NO] * noes, Key.YES)
    opened = top.look()[1]
    assert isinstance(opened, ErrorOpen)
    assert (opened.faults[0].code, opened.acceptable) == (Code.WRONG_DISTANCE, True)
    assert names(top.throw(N, "64")) == ["ErrorClosed", "TurnBegins", "Roll"]
    assert top.position.startswith(stands)


def test_a_piece_that_stands_in_neither_dead_point_is_missing() -> None:
    top = wrong_end()
    top.lift()
    top.press(V, Key.NO, Key.NO, Key.YES)
    opened = top.look()[1]
    assert isinstance(opened, ErrorOpen)
    assert (opened.faults[0].code, opened.acceptable) == (Code.PIECE_MISSING, False)
    assert top.throw(N, "64") == (RollVoid(N, "board", "error"),)


def test_a_wrong_turn_to_a_dead_point_is_still_corrected() -> None:
    top = wrong_end()
    top.lift()
    top.press(V, Key.YES)
    top.look()
    assert names(top.stand(MADE_FIVE)) == ["ErrorClosed", "TurnBegins"]


def test_of_many_missing_pieces_nothing_is_guessed() -> None:
    top = moving("V2", "V3")
    top.stand(START.replace("V6=5v ", ""))
    opened = top.lift()[1]
    assert isinstance(opened, ErrorOpen)
    assert opened.faults[0].code is Code.PIECE_MISSING


def test_a_wrong_turn_to_a_dead_point_in_a_game_with_hands() -> None:
    top = moving("N5", dice="63", game="dutch", position="N10=2v VH=13v NH=15n")
    top.stand("N10=1v")
    opened = top.lift()[1]
    assert isinstance(opened, ErrorOpen)
    assert opened.faults[0].code is not Code.PIECE_MISSING
    assert opened.acceptable


def test_no_menu_comes_between_the_question_how_a_turn_ended() -> None:
    top = wrong_end()
    top.lift()
    assert top.press(N, Key.NO) == (KeyAnswer(N, "refused", "not-yours"),)
    assert top.throw(N, "64") == (RollVoid(N, "early", "by-hand"),)
    assert top.press(V, Key.YES) == ()
    assert names(top.look())[:2] == ["TurnEnds", "ErrorOpen"]


# --- dice ----------------------------------------------------------------------------------------


def test_a_side_without_seats_is_asked_for_its_dice() -> None:
    top = moving("V6")
    top.stand(without(MADE_FIVE, "V6"))
    top.rule("out-of-order", zone="N-dice")
    ended = top.lift()
    assert names(ended) == ["TurnEnds", "TurnBegins", "Question"]
    assert ended[2] == Question(N, "die", "1")
    assert top.throw(N, "64") == ()
    top.press(N, *[Key.NO] * 5, Key.YES, Key.NO, Key.NO, Key.NO)
    assert top.press(N, Key.YES) == (Question(V, "dice", "64"),)
    assert names(top.press(V, Key.YES)) == ["Ruling", "Roll", "KeyAnswer"]
    top.seat(N, "--")
    assert top.referee.state.phase is Phase.MOVING
    moved = without(MADE_FIVE, "V6").replace("V1=2n", "V1=1n V11=1n")
    assert verdict(top, moved)[0] is Verdict.LEGAL
    top.press(N, Key.YES)
    assert names(top.look()) == ["TurnEnds", "TurnBegins"]


def test_seats_declared_out_of_order_in_a_turn_end_it_not() -> None:
    top = moving()
    facts = top.rule("out-of-order", zone="V-dice")
    assert names(facts) == ["Ruling", "KeyAnswer"]
    assert facts[1] == KeyAnswer(V, "by-hand")
    (verdict,) = top.stand(MADE_FIVE)
    assert verdict.ends_by == "yes"  # type: ignore[union-attr]
    assert top.lift() == ()
    assert top.throw(N, "64") == (RollVoid(N, "early", "by-hand"),)
    top.press(V, Key.YES)
    assert names(top.look()) == ["TurnEnds", "TurnBegins"]


def test_dice_set_by_hand_that_lie_too_end_the_turn_either_way() -> None:
    top = moving()
    top.rule("dice", dice=(3, 1))
    top.look()
    (verdict,) = top.stand(MADE_FIVE)
    assert verdict.ends_by == "either"  # type: ignore[union-attr]
    assert names(top.rule("out-of-order", zone="V-dice")) == ["Ruling", "KeyAnswer"]
    assert top.referee.state.phase is Phase.MOVING


def test_he_is_asked_once_and_again_after_a_double() -> None:
    top = moving("V6")
    top.rule("out-of-order", zone="V-dice")
    top.set(phase=Phase.TO_THROW, dice=None, trays="", down=())
    assert Question(V, "die", "1") in top.look()
    assert top.press(V, Key.CUBE)[0] == KeyAnswer(V, "cancelled", "die")
    top.press(V, Key.YES)
    facts = top.press(N, Key.YES)
    assert names(facts) == ["CubeAction", "Question"]
    top.press(V, Key.SCORE)
    assert top.look() == ()


def test_the_opening_without_seats() -> None:
    top = TableTop()
    top.set(dead=("N-dice",))
    facts = top.begin()
    assert facts[-1] == Question(N, "opening-die", "1")
    top.press(N, Key.YES, Key.NO, Key.YES)
    facts = top.press(V, Key.YES)
    assert facts[1] == Opening(1, 2, N)
    assert facts[3] == Roll(N, (2, 1), opening=True, by_hand=True)


# --- the menu ------------------------------------------------------------------------------------


def test_what_no_longer_differs_is_not_lost_in_between() -> None:
    top = TableTop()
    top.stand(BLIND)
    top.press(V, *to("out-of-order", top.referee.state), Key.YES)
    top.set(position=BLIND.replace("V8=3v", "V8=8v"))
    assert top.press(V, Key.NO) == (Question(V, "out", "V8"),)

"""Places out of order: the game continues, and their pieces are known from the play."""

from companion.link.messages import Key
from companion.referee.disabled_places import name_in_layout, renamed
from companion.referee.facts import (
    TurnEnds,
    VerdictGiven,
)
from companion.referee.referee import Referee
from companion.referee.state import Phase
from companion.referee.talk_facts import Question
from companion.rules import Verdict, parse_placement
from tests.referee.harness import STARTS, TableTop, V, names

START = STARTS["backgammon"]
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


def test_a_restart_in_the_middle_of_a_play_by_way_of_a_dead_point() -> None:
    top = moving("V6")
    board = without(MADE_FIVE, "V6")
    top.stand(board)
    top.referee = Referee(top.referee.rules, top.referee.state.match, top.referee.state)
    assert names(top.look())[:3] == ["Setup", "GameBegins", "TurnBegins"]
    assert names(top.lift()) == ["TurnEnds", "TurnBegins"]


def test_a_dead_point_of_a_mirrored_board() -> None:
    assert name_in_layout("V6", ("mirrored",)) == "V7"
    assert name_in_layout("V6", ("mirrored", "turned")) == "N7"
    assert renamed(("N7", "V-dice"), ("mirrored", "turned"), ()) == ("N-dice", "V6")


# --- Jacquet -----------------------------------------------------------------------------------


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


# --- a wrong turn to one of two dead points ------------------------------------------------------


# --- dice ----------------------------------------------------------------------------------------


# --- the menu ------------------------------------------------------------------------------------

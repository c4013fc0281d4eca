"""A replayed match follows its file; if the file is incomplete, one sentence says so."""

import pytest

from companion.records.sheet import Entry, SheetGame, SheetTurn
from companion.referee.facts import CubeAction, Resign
from companion.referee.talk_facts import Question
from companion.rules import Player, find_game
from companion.sim.board import SimError
from companion.sim.plans import Action, ScriptPlanner

V, N = Player.V, Player.N
RULES = find_game("backgammon")
START = RULES.text(RULES.start)
END = "V1=2n V4=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"


def planner(*entries: Entry) -> ScriptPlanner:
    return ScriptPlanner((SheetGame(1, (0, 0), entries),))


def test_the_player_with_the_larger_die_begins() -> None:
    assert planner(SheetTurn(V, (4, 2), START, END)).opening() == (4, 2)
    assert planner(SheetTurn(N, (4, 2), START, END)).opening() == (2, 4)


def test_each_throw_is_played_as_in_the_file() -> None:
    plays = planner(SheetTurn(V, (4, 2), START, END), SheetTurn(N, (6, 5), END, END, "accepted"))
    assert plays.dice(V) == (4, 2)
    with pytest.raises(SimError, match=r"^The file has no throw of N here[.]"):
        plays.dice(N)
    assert plays.before_throw(V) == (V, Action.THROW)
    with pytest.raises(SimError, match=r"^The file has no throw of V here[.]"):
        plays.turn(RULES, RULES.start, V, (4, 1))
    plan = plays.turn(RULES, RULES.start, V, (4, 2))
    assert (plan.boards, plan.ends_wrong) == ((RULES.parse(END),), False)
    plan = plays.turn(RULES, RULES.parse(END), N, (6, 5))
    assert (plan.boards, plan.ends_wrong) == ((), True)
    assert plays.before_throw(V) == (V, Action.LEAVE)
    with pytest.raises(SimError, match=r"^The file has no throw of V here[.]"):
        plays.dice(V)
    with pytest.raises(SimError, match=r"^The file's game does not begin with a throw[.]"):
        plays.opening()


@pytest.mark.parametrize(("answer", "takes"), [("take", True), ("drop", False)])
def test_doubles_are_offered_and_answered_as_in_the_file(answer: str, *, takes: bool) -> None:
    plays = planner(CubeAction(N, "offer", 2, None), CubeAction(V, answer, 2, None))
    assert plays.before_throw(V) == (N, Action.DOUBLE)
    assert plays.takes(V) is takes
    with pytest.raises(SimError, match="does not say whether the double is taken"):
        plays.takes(V)


def test_an_unfinished_game_is_resigned_by_the_loser_in_the_file() -> None:
    plays = planner(SheetTurn(V, (6, 5), START, "", "open"), Resign(N, 2, "offer"))
    assert plays.before_throw(V) == (N, Action.RESIGN)
    assert not plays.answer(Question(N, "menu", item="double"))
    assert plays.answer(Question(N, "menu", item="resign"))
    assert not plays.answer(Question(N, "resign-value", item="1"))
    assert plays.answer(Question(N, "resign-value", item="2"))
    assert plays.answer(Question(V, "resign"))


def test_a_resignation_is_for_the_games_in_the_file() -> None:
    plays = planner(Resign(V, 3, "offer"))
    assert plays.before_throw(N) == (V, Action.RESIGN)
    assert [plays.answer(Question(V, "resign-value", item=one)) for one in "123"] == [
        False,
        False,
        True,
    ]

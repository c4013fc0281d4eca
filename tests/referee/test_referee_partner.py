"""The practice partner: its duties, and how its turn ends."""

import pytest

from companion.referee import inputs, state
from companion.referee.facts import Ruling
from companion.referee.partner import Due, due
from companion.referee.requests import Output
from companion.referee.state import OpeningDice, Phase, Practice, State
from companion.rules import Match, find_game
from tests.referee.harness import N, TableTop, V
from tests.tables import cases

FIVE = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=2n N7=4n N8=2n N12=2v"

MATCHES = {
    "ONE_AWAY": Match(5, score=(1, 4), crawford=True),
    "AFTER_CRAWFORD": Match(5, score=(1, 4), number=6, crawford=True, crawford_over=True),
}


def practice(game: str = "backgammon", *, drawn: bool = False) -> TableTop:
    """A table top at which the companion plays black."""
    return TableTop(game, practice=Practice(N, drawn))


def blacks_turn(*, drawn: bool = False, **changes: object) -> TableTop:
    """Black, the companion, is to throw from the start position."""
    top = practice(drawn=drawn)
    top.begin("31")
    top.set(phase=Phase.TO_THROW, player=N, dice=None, number=5, trays="", down=(), **changes)
    top.seat(V, "--")
    top.seats = {V: "--", N: "--"}
    top.look()
    return top


def act(top: TableTop, given: inputs.Act) -> tuple[Output, ...]:
    return top.referee.take(given, top.ms)


def what(now: State, game: str = "backgammon") -> str:
    duty = due(find_game(game), now)
    return duty.what if duty else ""


def test_of_two_people_nothing_is_due() -> None:
    top = TableTop()
    top.begin("31")
    assert due(top.referee.rules, top.referee.state) is None
    top.set(phase=Phase.TO_THROW, player=N, number=6)
    assert due(top.referee.rules, top.referee.state) is None


@pytest.mark.parametrize(
    ("changes", "drawn", "told"),
    cases("referee/due", **vars(state), N=N, V=V, FIVE=FIVE, **MATCHES),
)
def test_what_is_due(changes: dict[str, object], drawn: bool, told: str) -> None:  # noqa: FBT001
    top = blacks_turn(drawn=drawn, opening=OpeningDice())
    top.set(**changes)
    assert what(top.referee.state) == told


def test_one_duty_is_not_the_next() -> None:
    top = blacks_turn(drawn=True)
    first = due(top.referee.rules, top.referee.state)
    assert first == Due("cube", 1, 5, None, None)
    top.set(number=7)
    assert due(top.referee.rules, top.referee.state) != first


@pytest.mark.parametrize(
    ("game", "told"), [("dutch", "cube"), ("jacquet", "throw"), ("acey-deucey", "throw")]
)
def test_only_where_there_is_a_cube_it_may_double(game: str, told: str) -> None:
    top = practice(game, drawn=True)
    top.set(phase=Phase.TO_THROW, player=N, number=5)
    assert what(top.referee.state, game) == told


@pytest.mark.parametrize("what_is_ruled", ["dice", "undo-throw"])
def test_with_other_dice_it_names_another_play(what_is_ruled: str) -> None:
    top = blacks_turn(drawn=True)
    act(top, inputs.Draws((3, 1)))
    act(top, inputs.Names(FIVE))
    assert what(top.referee.state) == ""
    top.referee.take(Ruling(what_is_ruled, by="referee", dice=(6, 5)), top.ms)
    if what_is_ruled == "undo-throw":
        act(top, inputs.Draws((6, 5)))
    assert what(top.referee.state) == "play"
    assert not top.referee.state.throw.wanted

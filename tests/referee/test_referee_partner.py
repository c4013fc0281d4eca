"""The practice partner: its duties, and how its turn ends."""

import pytest

from companion.referee import inputs
from companion.referee.facts import Ruling
from companion.referee.partner import Due, due
from companion.referee.requests import Output
from companion.referee.state import Asked, OpeningDice, Phase, Practice, State, Topic
from companion.rules import Cube, Match, find_game
from tests.referee.harness import N, TableTop, V

FIVE = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=2n N7=4n N8=2n N12=2v"

ONE_AWAY = Match(5, score=(1, 4), crawford=True)
AFTER_CRAWFORD = Match(5, score=(1, 4), number=6, crawford=True, crawford_over=True)


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


def what(state: State, game: str = "backgammon") -> str:
    now = due(find_game(game), state)
    return now.what if now else ""


def test_of_two_people_nothing_is_due() -> None:
    top = TableTop()
    top.begin("31")
    assert due(top.referee.rules, top.referee.state) is None
    top.set(phase=Phase.TO_THROW, player=N, number=6)
    assert due(top.referee.rules, top.referee.state) is None


@pytest.mark.parametrize(
    ("changes", "drawn", "told"),
    [
        ({"phase": Phase.OPENING, "player": None}, True, "die"),
        ({"phase": Phase.OPENING, "player": None, "opening": OpeningDice(0, 4)}, True, ""),
        ({"phase": Phase.OPENING, "player": None}, False, ""),
        ({"phase": Phase.TO_THROW}, True, "cube"),
        ({"phase": Phase.TO_THROW}, False, "cube"),
        ({"phase": Phase.TO_THROW, "cube": Cube(2, N)}, False, "cube"),
        ({"phase": Phase.TO_THROW, "cube": Cube(2, V)}, True, "throw"),
        ({"phase": Phase.TO_THROW, "cube": Cube(2, V)}, False, ""),
        ({"phase": Phase.TO_THROW, "number": 1}, False, ""),
        ({"phase": Phase.TO_THROW, "match": ONE_AWAY}, True, "throw"),
        ({"phase": Phase.TO_THROW, "match": AFTER_CRAWFORD}, True, "cube"),
        ({"phase": Phase.TO_THROW, "one_die": N}, False, ""),
        ({"phase": Phase.TO_THROW, "player": V}, False, ""),
        ({"phase": Phase.TO_THROW, "asked": Asked(V, Topic.MENU, "faster", 0)}, False, ""),
        ({"phase": Phase.ERROR, "player": V, "dice": (3, 1)}, True, ""),
        ({"phase": Phase.TO_THROW, "player": V}, True, ""),
        ({"phase": Phase.TO_THROW, "asked": Asked(V, Topic.MENU, "faster", 0)}, True, ""),
        ({"phase": Phase.MOVING, "dice": (3, 1)}, False, "play"),
        ({"phase": Phase.MOVING, "dice": (3, 1), "wanted": FIVE}, False, ""),
        ({"phase": Phase.MOVING, "dice": (3, 1), "player": V}, False, ""),
        ({"phase": Phase.DOUBLED, "player": V}, False, "take"),
        ({"phase": Phase.DOUBLED}, False, ""),
        ({"phase": Phase.MOVING, "asked": Asked(N, Topic.RESIGN, "1", 0)}, False, "answer"),
        ({"phase": Phase.PAUSED}, True, ""),
    ],
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

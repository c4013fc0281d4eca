"""The seven keys: the cube, yes and no, the menu, resignations, and information."""

import pytest

from companion.link.messages import Key
from companion.referee.cube import may_double
from companion.referee.facts import (
    Resign,
)
from companion.referee.menu import entries
from companion.referee.state import Phase
from companion.referee.talk_facts import KeyAnswer, Question
from companion.rules import Cube, Player, find_game
from tests.menu_keys import to
from tests.referee.harness import N, TableTop, V

RIGHT = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"


def second_turn(length: int | None = None, options: tuple[str, ...] = ()) -> TableTop:
    """Green has played 3 and 1, black is to throw or to double."""
    top = TableTop(length=length, options=options)
    top.begin("31")
    top.stand(RIGHT)
    top.lift()
    return top


@pytest.fixture
def table() -> TableTop:
    """Black is to throw in an open-ended match."""
    return second_turn()


def test_a_double_not_confirmed_within_ten_seconds_lapses(table: TableTop) -> None:
    table.press(N, Key.CUBE)
    assert table.at(table.ms + 10_000) == ()
    assert table.at(table.ms + 10_001) == (KeyAnswer(N, "cancelled", "double-confirm"),)
    assert table.press(N, Key.YES) == (KeyAnswer(N, "refused", "not-asked"),)


def test_who_may_double_is_asked_to_confirm_it(table: TableTop) -> None:
    assert may_double(find_game("backgammon"), table.referee.state, N)
    assert table.press(N, Key.CUBE) == (Question(N, "double-confirm", "2"),)


def test_no_cube_in_the_crawford_game() -> None:
    top = second_turn(length=3)
    match = top.referee.state.match.after(V, 2)
    top.set(match=match)
    assert top.press(N, Key.CUBE) == (KeyAnswer(N, "refused", "cube-crawford"),)


def test_the_menu_leads_round(table: TableTop) -> None:
    known = entries(table.referee.state)
    for entry in known * 2:
        opened = entry == known[0]
        assert table.press(V, Key.NO) == (Question(V, "menu", entry, opened),)


@pytest.mark.parametrize("key", [Key.BOARD, Key.SCORE, Key.HINT, Key.CUBE])
def test_a_key_that_leaves_the_menu_has_no_other_effect(table: TableTop, key: Key) -> None:
    table.press(N, Key.NO)
    assert table.press(N, key) == (KeyAnswer(N, "cancelled", "menu"),)
    (answer,) = table.press(N, Key.SCORE)
    assert isinstance(answer, KeyAnswer)
    assert answer.topic == "score"


def test_who_asked_for_the_other_players_agreement_gets_no_menu_by_no(table: TableTop) -> None:
    table.press(N, *to("dice", table.referee.state), Key.YES)
    assert table.press(N, Key.YES, Key.YES) == (Question(V, "dice", "11"),)
    assert table.press(N, Key.NO) == (KeyAnswer(N, "refused", "not-yours"),)


def resign_menu(top: TableTop) -> tuple[object, ...]:
    """Black chooses `resign` in the menu."""
    return top.press(N, *to("resign", top.referee.state), Key.YES)


def started_again(top: TableTop) -> TableTop:
    """The companion, started again at the same board."""
    return TableTop(state=top.referee.state, board=top.board)


@pytest.mark.parametrize(
    ("entry", "asked"),
    [
        ("resign", (Resign(N, 1, "offer"), Question(V, "resign", "1"))),
        ("new-game", (Question(V, "new-game"),)),
    ],
)
def test_what_the_other_player_was_asked_is_asked_again_after_a_restart(
    table: TableTop, entry: str, asked: tuple[object, ...]
) -> None:
    table.press(N, *to(entry, table.referee.state), Key.YES)
    if entry == "resign":
        table.press(N, Key.YES)
    again = started_again(table)
    assert again.look()[-len(asked) :] == asked
    assert again.press(V, Key.NO)
    assert again.referee.state.asked is None


def test_a_menu_lapses_with_a_restart(table: TableTop) -> None:
    table.press(N, Key.NO)
    assert started_again(table).referee.state.asked is None


def test_a_match_that_is_over_is_so_after_a_restart() -> None:
    top = second_turn(length=1)
    resign_menu(top)
    top.press(N, Key.YES)
    top.press(V, Key.YES)
    assert started_again(top).referee.state.phase is Phase.OVER


def test_the_score_key_says_score_pips_and_turn(table: TableTop) -> None:
    assert table.press(V, Key.SCORE) == (KeyAnswer(V, "score", "", (0, 0, 1, 0)),)
    assert table.press(V, Key.SCORE) == (KeyAnswer(V, "pips", "", (163, 167)),)
    (turn,) = table.press(V, Key.SCORE)
    assert isinstance(turn, KeyAnswer)
    assert (turn.topic, turn.text) == ("turn", "N")
    table.set(cube=Cube(4, N), player=None)
    table.ms += 9_000
    assert table.press(V, Key.SCORE) == (KeyAnswer(V, "score", "N", (0, 0, 4, 0)),)
    table.press(V, Key.SCORE)
    (turn,) = table.press(V, Key.SCORE)
    assert isinstance(turn, KeyAnswer)
    assert turn.text == ""


@pytest.mark.parametrize(
    ("game", "options", "changes", "who", "code"),
    [
        ("backgammon", (), {}, V, "cube-not-your-turn"),
        ("backgammon", (), {"number": 1}, N, "cube-first-turn"),
        ("backgammon", (), {"cube": Cube(2, V)}, N, "cube-not-yours"),
        ("backgammon", ("no-cube",), {}, N, "cube-not-used"),
    ],
)
def test_a_double_is_refused_with_the_reason(
    game: str, options: tuple[str, ...], changes: dict[str, object], who: Player, code: str
) -> None:
    top = second_turn(options=options)
    assert game == top.game
    top.set(**changes)
    assert not may_double(find_game(game, options), top.referee.state, who)
    assert top.press(who, Key.CUBE) == (KeyAnswer(who, "refused", code),)

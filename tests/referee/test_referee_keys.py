"""The seven keys: the cube, yes and no, the menu, resignations, and information."""

from collections.abc import Callable

import pytest

from companion.link.messages import Key
from companion.referee.cube import may_double
from companion.referee.facts import (
    CubeAction,
    GameEnds,
    MatchEnds,
    Resign,
    Roll,
    RollVoid,
)
from companion.referee.menu import entries
from companion.referee.requests import ChangeSetting, GiveHint
from companion.referee.state import Phase
from companion.referee.talk_facts import KeyAnswer, Question
from companion.rules import Cube, Player, find_game
from tests.menu_keys import to
from tests.referee.harness import STARTS, N, TableTop, V, names

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


def offered(top: TableTop) -> TableTop:
    """Black has doubled."""
    top.press(N, Key.CUBE, Key.YES)
    return top


def test_a_double_is_confirmed_then_offered(table: TableTop) -> None:
    assert table.press(N, Key.CUBE) == (Question(N, "double-confirm", "2"),)
    assert table.press(N, Key.YES) == (CubeAction(N, "offer", 2, None),)
    assert table.referee.state.phase is Phase.DOUBLED


def test_taken_it_is_the_opponents(table: TableTop) -> None:
    offered(table)
    assert table.press(V, Key.YES) == (CubeAction(V, "take", 2, V),)
    assert table.throw(N, "64") == (Roll(N, (6, 4)),)
    assert table.referee.state.game.cube == Cube(2, V)


def test_dropped_it_ends_the_game_at_the_present_value(table: TableTop) -> None:
    offered(table)
    drop, ended = table.press(V, Key.NO)
    assert drop == CubeAction(V, "drop", 1, None)
    assert ended == GameEnds(N, "single", "drop", 1, (0, 1))


def test_the_doubler_does_not_answer_himself(table: TableTop) -> None:
    offered(table)
    assert table.press(N, Key.YES) == (KeyAnswer(N, "refused", "not-yours"),)


def test_nobody_throws_while_the_cube_is_offered(table: TableTop) -> None:
    offered(table)
    assert table.throw(N, "64") == (RollVoid(N, "early", "answer"),)


def test_no_takes_the_double_back_before_it_is_made(table: TableTop) -> None:
    table.press(N, Key.CUBE)
    assert table.press(N, Key.NO) == (KeyAnswer(N, "cancelled", "double-confirm"),)


def test_a_double_not_confirmed_within_ten_seconds_lapses(table: TableTop) -> None:
    table.press(N, Key.CUBE)
    assert table.at(table.ms + 10_000) == ()
    assert table.at(table.ms + 10_001) == (KeyAnswer(N, "cancelled", "double-confirm"),)
    assert table.press(N, Key.YES) == (KeyAnswer(N, "refused", "not-asked"),)


def test_the_opponents_menu_takes_an_unconfirmed_double_back_aloud(table: TableTop) -> None:
    table.press(N, Key.CUBE)
    facts = table.press(V, Key.NO)
    assert names(facts) == ["KeyAnswer", "Question"]
    assert facts[0] == KeyAnswer(N, "cancelled", "double-confirm")


def test_another_key_takes_the_double_back(table: TableTop) -> None:
    table.press(N, Key.CUBE)
    assert table.press(V, Key.SCORE)[0] == KeyAnswer(V, "score", "", (0, 0, 1, 0))
    facts = table.press(N, Key.SCORE)
    assert facts[0] == KeyAnswer(N, "cancelled", "double-confirm")


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


def test_who_may_double_is_asked_to_confirm_it(table: TableTop) -> None:
    assert may_double(find_game("backgammon"), table.referee.state, N)
    assert table.press(N, Key.CUBE) == (Question(N, "double-confirm", "2"),)


def test_no_cube_in_the_crawford_game() -> None:
    top = second_turn(length=3)
    match = top.referee.state.match.after(V, 2)
    top.set(match=match)
    assert top.press(N, Key.CUBE) == (KeyAnswer(N, "refused", "cube-crawford"),)


def test_while_pieces_move_the_cube_rests() -> None:
    top = TableTop()
    top.begin("31")
    assert top.press(V, Key.CUBE) == (KeyAnswer(V, "refused", "cube-not-your-turn"),)
    jacquet = TableTop("jacquet")
    jacquet.begin("52")
    assert jacquet.press(V, Key.CUBE) == (KeyAnswer(V, "refused", "cube-not-used"),)
    jacquet.throw(V, "63")
    assert jacquet.press(V, Key.CUBE) == (KeyAnswer(V, "refused", "cube-not-used"),)


def test_the_menu_leads_round(table: TableTop) -> None:
    known = entries(table.referee.state)
    for entry in known * 2:
        opened = entry == known[0]
        assert table.press(V, Key.NO) == (Question(V, "menu", entry, opened),)


def test_a_setting_is_chosen_and_the_menu_left(table: TableTop) -> None:
    table.press(V, *to("slower", table.referee.state))
    assert table.press(V, Key.YES) == (ChangeSetting(V, "slower"),)
    assert table.press(V, Key.YES) == (KeyAnswer(V, "refused", "not-asked"),)


def resign_menu(top: TableTop) -> tuple[object, ...]:
    """Black chooses `resign` in the menu."""
    return top.press(N, *to("resign", top.referee.state), Key.YES)


def test_a_resignation_names_its_value_and_is_accepted(table: TableTop) -> None:
    assert resign_menu(table) == (Question(N, "resign-value", "1"),)
    assert table.press(N, Key.NO) == (Question(N, "resign-value", "2"),)
    assert table.press(N, Key.YES) == (Resign(N, 2, "offer"), Question(V, "resign", "2"))
    accepted, ended = table.press(V, Key.YES)
    assert accepted == Resign(N, 2, "accept")
    assert ended == GameEnds(V, "gammon", "resign", 2, (2, 0))
    assert table.referee.state.phase is Phase.SETUP


def test_a_resignation_refused_changes_nothing_else(table: TableTop) -> None:
    resign_menu(table)
    table.press(N, Key.YES)
    assert table.press(V, Key.NO) == (Resign(N, 1, "refuse"),)
    assert table.throw(N, "64") == (Roll(N, (6, 4)),)


def test_after_the_highest_value_the_wish_is_taken_back(table: TableTop) -> None:
    resign_menu(table)
    assert table.press(N, Key.NO, Key.NO, Key.NO) == (KeyAnswer(N, "cancelled", "resign-value"),)


def test_a_resignation_may_end_the_match() -> None:
    top = second_turn(length=1)
    resign_menu(top)
    facts = top.press(N, Key.YES)
    facts = top.press(V, Key.YES)
    assert facts[-1] == MatchEnds(V, (1, 0))
    assert top.referee.state.phase is Phase.OVER


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


def test_jacquet_and_acey_deucey_resign_their_own_way() -> None:
    jacquet = TableTop("jacquet")
    jacquet.begin("52")
    resign_menu(jacquet)
    jacquet.press(N, Key.NO, Key.NO, Key.NO, Key.YES)
    assert jacquet.press(V, Key.YES)[1] == GameEnds(V, "quadruple", "resign", 4, (4, 0))
    acey = TableTop("acey-deucey")
    acey.begin("52")
    resign_menu(acey)
    acey.press(N, Key.YES)
    assert acey.press(V, Key.YES)[1] == GameEnds(V, "single", "resign", 15, (15, 0))


def test_the_board_key_says_one_thing_after_the_other(table: TableTop) -> None:
    topics = [table.press(V, Key.BOARD)[0] for _ in range(4)]
    assert [fact.topic for fact in topics if isinstance(fact, KeyAnswer)] == [
        "board-own",
        "board-other",
        "board-off",
        "board-own",
    ]
    assert topics[0] == KeyAnswer(V, "board-own", RIGHT)


def test_after_a_while_or_another_key_it_begins_again(table: TableTop) -> None:
    table.press(V, Key.BOARD)
    table.press(V, Key.SCORE)
    assert names(table.press(V, Key.BOARD)) == ["KeyAnswer"]
    table.ms += 9_000
    (fact,) = table.press(V, Key.BOARD)
    assert fact == KeyAnswer(V, "board-own", RIGHT)


WRONG = "V1=2n V3=1v V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"


def play_wrong(top: TableTop) -> None:
    top.stand(WRONG)


def open_error(top: TableTop) -> None:
    top.stand(WRONG)
    top.press(V, Key.BOARD)
    top.lift()


def play_and_lift(top: TableTop) -> None:
    top.stand(RIGHT)
    top.press(V, Key.BOARD)
    top.lift()


@pytest.mark.parametrize("happens", [play_wrong, open_error, play_and_lift])
def test_a_key_begins_again_in_each_new_situation(happens: Callable[[TableTop], None]) -> None:
    top = TableTop()
    top.begin("31")
    top.press(V, Key.BOARD)
    happens(top)
    (fact,) = top.press(V, Key.BOARD)
    assert isinstance(fact, KeyAnswer)
    assert fact.topic == "board-own"


def test_a_key_begins_again_with_a_throw(table: TableTop) -> None:
    table.press(N, Key.SCORE)
    table.throw(N, "31")
    assert table.press(N, Key.SCORE) == (KeyAnswer(N, "score", "", (0, 0, 1, 0)),)


def test_the_board_key_on_a_board_that_is_not_as_agreed(table: TableTop) -> None:
    table.stand(STARTS["backgammon"])
    (fact,) = table.press(V, Key.BOARD)
    assert fact == KeyAnswer(V, "board-own", STARTS["backgammon"])


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


def test_dice_on_the_table_are_part_of_the_answer() -> None:
    top = TableTop()
    top.begin("31")
    fact = top.press(V, Key.BOARD, Key.BOARD, Key.BOARD)[0]
    assert isinstance(fact, KeyAnswer)
    assert (fact.topic, fact.numbers) == ("board-off", (3, 1))


def test_there_are_no_hints_yet(table: TableTop) -> None:
    assert table.press(V, Key.HINT) == (GiveHint(V, 1),)


def test_in_jacquet_a_piece_on_the_starting_point_is_told_as_off() -> None:
    home = "V11=2n N6=13n V6=5v V5=5v V4=5v"
    top = TableTop("jacquet")
    top.begin("63")
    top.lift()
    top.rule("position", position=home, player=V)
    top.stand(home)
    top.throw(V, "65")
    top.stand("V11=2n V12=1v N6=13n V6=4v V5=5v V4=5v")
    (fact,) = top.press(V, Key.BOARD)
    assert isinstance(fact, KeyAnswer)
    assert fact.text == "V4=5v V5=5v V6=4v V11=2n N6=13n VO=1v"

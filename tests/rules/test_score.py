"""Results, pip counts, contact, the cube and the match."""

import pytest

from companion.rules import Cube, Match, MatchError, Player, Result, agree_match, find_game
from tests.tables import cases, table

V, N = Player.V, Player.N


@pytest.mark.parametrize(
    ("game", "position", "winner", "kind", "points"), cases("rules/results", N=N, V=V)
)
def test_each_won_game_has_its_result(
    game: str, position: str, winner: Player, kind: str, points: int
) -> None:
    rules = find_game(game)
    end = rules.parse(position)
    assert rules.winner(end) is winner
    assert rules.result(end, winner) == Result(winner, kind, points)


def test_nobody_has_won_yet() -> None:
    rules = find_game("backgammon")
    assert rules.winner(rules.start) is None


@pytest.mark.parametrize(
    ("game", "position", "v", "n"),
    [
        ("backgammon", "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v", 167, 167),
        ("backgammon", "VB=2v V1=1v VO=12v NB=1n NO=14n", 51, 25),
        ("dutch", "VH=15v NH=15n", 375, 375),
        ("jacquet", "V12=14n1N N12=14v1V", 360, 360),
        ("jacquet", "V1=1n N1=1v VO=14v NO=14n", 13, 13),
    ],
)
def test_each_position_has_its_pips(game: str, position: str, v: int, n: int) -> None:
    rules = find_game(game)
    where = rules.parse(position)
    assert (rules.pips(where, V), rules.pips(where, N)) == (v, n)


@pytest.mark.parametrize(("game", "position", "contact"), table("rules/contact"))
def test_each_position_has_contact_or_not(game: str, position: str, contact: bool) -> None:  # noqa: FBT001 - a table
    rules = find_game(game)
    assert rules.in_contact(rules.parse(position)) is contact


def test_the_cube_doubles_and_changes_its_owner() -> None:
    cube = Cube()
    assert cube.may_offer(V)
    assert cube.may_offer(N)
    taken = cube.taken_by(N)
    assert (taken.value, taken.owner) == (2, N)
    assert taken.may_offer(N)
    assert not taken.may_offer(V)
    assert cube.automatic().automatic() == Cube(4)
    assert Cube(2**80).taken_by(V).value == 2**81


@pytest.mark.parametrize("value", [0, -2, 3, 6])
def test_an_impossible_cube_is_refused(value: int) -> None:
    with pytest.raises(ValueError, match="power of two"):
        Cube(value)


def test_crawford_is_one_game() -> None:
    match = agree_match(find_game("backgammon"), 5)
    assert not match.crawford_now
    match = match.after(V, 4)
    assert match.crawford_now
    match = match.after(N, 2)
    assert not match.crawford_now
    assert (match.score, match.number, match.winner) == ((4, 2), 3, None)
    match = match.after(N, 3)
    assert match.winner is N
    with pytest.raises(MatchError, match="over"):
        match.after(V, 1)


def test_crawford_comes_though_the_other_reaches_it_in_its_game() -> None:
    match = agree_match(find_game("backgammon"), 3).after(V, 2).after(N, 2)
    assert match.score == (2, 2)
    assert not match.crawford_now


@pytest.mark.parametrize("options", [["no-crawford"], ["no-cube"]])
def test_without_crawford_no_game_is_the_crawford_game(options: list[str]) -> None:
    assert not agree_match(find_game("backgammon", options), 3).after(V, 2).crawford_now


def test_an_open_ended_match_has_no_winner() -> None:
    match = agree_match(find_game("jacquet"), None).after(V, 400)
    assert (match.winner, match.target, match.crawford_now) == (None, None, False)


def test_games_are_counted_with_count_games() -> None:
    rules = find_game("jacquet", ["count-games"])
    match = agree_match(rules, 5)
    assert match.target == 3
    match = match.after(V, 4).after(N, 1).after(V, 2)
    assert match.score == (2, 1)
    assert match.after(V, 1).winner is V
    assert agree_match(rules, None).after(V, 4).score == (1, 0)


@pytest.mark.parametrize(
    ("options", "length", "says"),
    [
        ([], 4, "odd number of points up to 99999, not 4"),
        ([], 0, "odd"),
        ([], -3, "up to 99999, not -3"),
        ([], 100_001, "up to 99999, not 100001"),
        (["count-games"], 7, "3 or 5 games, not 7"),
        (["count-games"], 4, "3 or 5 games, not 4"),
    ],
)
def test_an_impossible_match_is_refused(options: list[str], length: int, says: str) -> None:
    with pytest.raises(MatchError, match=says):
        agree_match(find_game("jacquet", options), length)


def test_an_imported_match_keeps_its_length() -> None:
    assert agree_match(find_game("backgammon"), 16, imported=True).length == 16


def test_an_imported_match_may_count_no_more_than_was_needed() -> None:
    match = Match(length=3, score=(2, 0), decider=1)
    assert match.after(N, 2).score == (2, 2)
    assert match.after(V, 4).score == (3, 0)
    assert match.after(V, 4).winner is V


def test_an_impossible_score_is_refused() -> None:
    with pytest.raises(MatchError, match="The score before game 1 is not -1 to 0"):
        Match(score=(-1, 0))
    with pytest.raises(MatchError, match="The score before game 0 is not 0 to 0"):
        Match(number=0)
    with pytest.raises(MatchError, match="one point or more, not 0"):
        Match().after(V, 0)

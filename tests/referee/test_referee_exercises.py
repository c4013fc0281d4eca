"""Exercises: only green plays, the aim ends them, and the figures are a perfect player's."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.link.messages import Key
from companion.referee import facts as f
from companion.referee.initial_state import (
    ExerciseError,
    exercise_names,
    exercise_of,
    game_with,
    is_reached,
)
from companion.referee.partner import due
from companion.referee.state import Practice
from companion.referee.turn_context import on_a_board
from companion.rules import find_game
from companion.rules.games import BY_NAME
from tests.menu_keys import to
from tests.referee.harness import N, TableTop, V, names

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "perfect_throws.py"


EXERCISES = {
    (game.name, name): each for game in BY_NAME.values() for name, each in game.exercises.items()
}


def exercise(game: str, name: str) -> TableTop:
    """A table top with an exercise set up."""
    rules = find_game(game)
    top = TableTop(game, practice=Practice(N, exercise=name))
    placement = rules.placement(rules.parse(exercise_of(game, name).position))
    top.board = on_a_board(BY_NAME[game], placement).text
    return top


def test_the_other_side_has_nothing_to_do_but_to_agree() -> None:
    top = exercise("backgammon", "bear-off")
    top.look()
    assert due(top.referee.rules, top.referee.state) is None
    top.press(V, *to("new-game", top.referee.state), Key.YES)
    task = due(top.referee.rules, top.referee.state)
    assert task is not None
    assert task.what == "answer"


def test_every_exercise_has_a_game() -> None:
    assert exercise_names() == ("bear-off", "postillon", "bouchage")
    assert game_with("bear-off") == "backgammon"
    assert game_with("bouchage") == "jacquet"
    with pytest.raises(ExerciseError, match="No game has an exercise 'sleep'"):
        game_with("sleep")


def test_another_name_or_game_has_none() -> None:
    with pytest.raises(ExerciseError, match="backgammon has no exercise 'postillon'; it has"):
        exercise_of("backgammon", "postillon")


@pytest.mark.parametrize(
    ("game", "name"),
    [
        pytest.param(*key, marks=[] if key[1] == "postillon" else pytest.mark.slow)
        for key, each in EXERCISES.items()
        if not each.simple
    ],
)
def test_what_a_perfect_player_needs_is_computed(game: str, name: str) -> None:
    run = [sys.executable, str(BENCHMARK), game, name]
    done = subprocess.run(run, capture_output=True, text=True, check=True, timeout=900)  # noqa: S603 - ours
    told = done.stdout
    assert round(float(told.split()[2]) * 100) == exercise_of(game, name).hundredths


@pytest.mark.parametrize("game", ["backgammon", "acey-deucey"])
def test_a_bear_off_is_counted_as_the_rules_play_it(game: str) -> None:
    start = ["--from", "V2=2v V4=1v V6=1v VO=11v N12=15n"]
    runs = [
        subprocess.run(  # noqa: S603 - ours
            [sys.executable, str(BENCHMARK), game, "bear-off", *more, *start],
            capture_output=True,
            text=True,
            check=True,
            timeout=100,
        )
        for more in ([], ["--rules"])
    ]
    counted, played = (float(run.stdout.split()[2]) for run in runs)
    assert counted == played > 2


def test_what_a_simple_player_needs_is_measured() -> None:
    benchmark = BENCHMARK.with_name("simple_throws.py")
    run = [sys.executable, str(benchmark), "100"]
    done = subprocess.run(run, capture_output=True, text=True, check=True, timeout=100)  # noqa: S603 - ours
    mean, _, half = done.stdout.split()[2:5]
    figure = exercise_of("jacquet", "bouchage").hundredths / 100
    assert abs(float(mean) - figure) < 2 * float(half)


@pytest.mark.parametrize(("game", "name"), EXERCISES)
def test_each_begins_with_green_to_throw_and_the_aim_before_him(game: str, name: str) -> None:
    facts = exercise(game, name).look()
    assert names(facts) == ["Setup", "GameBegins", "TurnBegins"]
    begins, turn = facts[1:]
    assert isinstance(begins, f.GameBegins)
    assert isinstance(turn, f.TurnBegins)
    assert (begins.exercise, begins.resumed, turn.player) == (name, False, V)
    rules = find_game(game)
    each = exercise_of(game, name)
    assert not is_reached(each, rules.parse(each.position))

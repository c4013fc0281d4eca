"""How networks learn: gradients, going on after a stop, and that it helps."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.cli import main
from companion.hints.evaluator import own_network
from companion.hints.learning import Learner, decay_at, gradients_of, rate_at
from companion.hints.network import fresh_weights
from companion.hints.plain import Plain
from companion.hints.tournament import Deep, Random, Static, Tournament
from companion.hints.train import TrainingError, picture
from companion.rules import find_game

TRAININGS = Path(__file__).parents[2] / "benchmarks" / "data" / "training"


def test_gradients_are_the_slopes_of_the_loss() -> None:
    chance = np.random.default_rng(1)
    weights = fresh_weights(7, (6, 5), 3, 2)
    wide: dict[str, Any] = {name: values.astype(np.float64) for name, values in weights.items()}
    seen: Any = chance.random((7, 20))
    targets: Any = chance.random((3, 20))
    found, _ = gradients_of(wide, seen, targets)
    for name, values in wide.items():
        place = tuple(chance.integers(0, size) for size in values.shape)
        kept, step = values[place], 1e-5
        losses = []
        for change in (step, -step):
            values[place] = kept + change
            losses.append(gradients_of(wide, seen, targets)[1])
        values[place] = kept
        slope = (losses[0] - losses[1]) / (2 * step)
        assert found[name][place] == pytest.approx(slope, rel=1e-3, abs=1e-6)


def test_rates_fall_as_games_go_by() -> None:
    for of in (rate_at, decay_at):
        values = [of(games) for games in (0, 1000, 10_000, 100_000)]
        assert values == sorted(values, reverse=True)
        assert 0 < values[-1] < values[0] < 1


@pytest.mark.slow
def test_the_same_seed_learns_the_same_and_a_stopped_training_goes_on(tmp_path: Path) -> None:
    def learn(learner: Learner, turns: int) -> Learner:
        for _ in range(turns):
            learner.turn()
        return learner

    first = learn(Learner("jacquet", 5, boards=32), 300)
    second = learn(Learner("jacquet", 5, boards=32), 300)
    assert first.games == second.games > 0
    for name, part in first.parts.items():
        assert all(
            np.array_equal(part.average[k], second.parts[name].average[k]) for k in part.average
        )
    first.save(tmp_path / "state.npz")
    again = Learner("jacquet", 9, boards=32)
    again.load(tmp_path / "state.npz")
    assert (again.games, again.turns) == (first.games, first.turns)
    assert learn(again, 200).games > first.games


@pytest.mark.slow
@pytest.mark.parametrize("game", ["backgammon", "jacquet", "dutch", "acey-deucey"])
def test_a_training_by_the_published_seed_begins_as_the_published_one(game: str) -> None:
    """On the same processor to the last figure; where sums are rounded otherwise, nearly so."""
    text = (TRAININGS / f"{game}.jsonl").read_text()
    published = next(line for line in map(json.loads, text.splitlines()) if line["games"] > 99)
    learner = Learner(game, 1)
    while learner.games < published["games"]:
        learner.turn()
    assert learner.loss == pytest.approx(published["loss"], rel=0.05)
    assert learner.length == pytest.approx(published["length"], rel=0.1)
    assert learner.turns == pytest.approx(published["turns"], rel=0.1)


@pytest.mark.slow
def test_a_minute_of_training_beats_random_play() -> None:
    rules = find_game("jacquet")
    learner = Learner("jacquet", 1, boards=64)
    while learner.games < 600:
        learner.turn()
    won, points = Tournament(rules, (Static(learner.network), Random(1)), 200, 1).play()
    assert won.mean - won.half > 60
    assert points.mean - points.half > 0


@pytest.mark.slow
@pytest.mark.parametrize("game", ["backgammon", "jacquet", "dutch", "acey-deucey"])
def test_the_shipped_networks_beat_random_play(game: str) -> None:
    rules = find_game(game)
    won, points = Tournament(rules, (Static(own_network(game)), Random(1)), 200, 1).play()
    assert won.mean > 80
    assert points.mean > 0


@pytest.mark.slow
@pytest.mark.parametrize("game", ["backgammon", "jacquet", "dutch", "acey-deucey"])
def test_the_hand_written_player_is_sensible(game: str) -> None:
    rules = find_game(game)
    won, _ = Tournament(rules, (Static(Plain(rules)), Random(2)), 60, 3).play()
    assert won.mean > 70


@pytest.mark.slow
def test_sides_are_swapped_and_equal_players_are_about_even() -> None:
    rules = find_game("jacquet")
    tournament = Tournament(rules, (Random(1), Random(2)), 300, 4)
    won, points = tournament.play()
    assert len(tournament.points) == 300
    assert abs(won.mean - 50) < 15
    assert abs(points.mean) < 0.6


@pytest.mark.slow
def test_a_player_that_searches_plays_legally_to_the_end() -> None:
    rules = find_game("acey-deucey")
    deep = Deep(rules, Plain(rules), most=2)
    tournament = Tournament(rules, (deep, Random(1)), 4, 1)
    tournament.play()
    assert len(tournament.points) == 4


def test_the_command_trains_logs_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["train", "--game", "backgammon", "--folder", str(tmp_path), "--minutes", "0.02"]
    assert main(command) == 0
    assert main(command) == 0
    told = capsys.readouterr()
    assert "The weights are in" in told.out
    assert "backgammon:" in told.err
    assert len((tmp_path / "backgammon.jsonl").read_text().splitlines()) == 2
    (tmp_path / "backgammon.state.npz").write_bytes(b"no state")
    assert main(command) == 2
    assert "Choose another folder" in capsys.readouterr().err
    assert main([*command[:-1], "0"]) == 2


def test_without_matplotlib_there_is_no_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    assert not picture(tmp_path / "log", tmp_path / "picture.png")
    assert issubclass(TrainingError, ValueError)

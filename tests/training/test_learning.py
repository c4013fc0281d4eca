"""How networks learn: gradients, going on after a stop, and that it helps."""

import json
import os
import shutil
import sys
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from benchmarks.tournament import Deep, Random, Static, Tournament
from companion.commands.main import main
from companion.hints.bearoff import Tabled
from companion.hints.evaluator import RulesOfThumb, own_network
from companion.hints.moves import THROWS
from companion.hints.network import Network, fresh_weights, read_network, write_network
from companion.hints.outcomes import outcomes_of
from companion.hints.rows import rows_of
from companion.hints.search import Search
from companion.rules import Player, find_game, game_names
from companion.speech.catalogue import Sentence
from companion.training.learning import (
    Adam,
    Labels,
    Learner,
    SelfPlay,
    SelfPlayGame,
    decay_at,
    gradients_of,
    rate_at,
    targets_of,
)
from companion.training.train import TrainingError, TrainingPlan, draw_picture, learner_of, train

TAUGHT = (20, 20, 0.6014, 1.655)
"""Steps with contact and in races, the running cross entropy and length of a game."""
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


def test_the_first_step_has_the_size_of_the_rate() -> None:
    weights = {"w0": np.zeros((1, 3), dtype=np.float32)}
    adam = Adam.fresh(weights)
    adam.step({"w0": np.array([[5.0, -0.01, 300.0]], dtype=np.float32)}, 0.25)
    assert adam.weights["w0"][0] == pytest.approx([-0.25, 0.25, -0.25], rel=1e-3)
    # The average of so few steps is mostly the last.
    assert adam.average["w0"][0] == pytest.approx(adam.weights["w0"][0] * 20 / 21, rel=1e-4)
    for _ in range(3):
        adam.step({"w0": np.array([[5.0, -0.01, 300.0]], dtype=np.float32)}, 0.25)
    assert adam.weights["w0"][0] == pytest.approx([-1.0, 1.0, -1.0], rel=1e-3)
    assert adam.steps == 4


@pytest.mark.parametrize("stays", [False, True])
def test_the_target_of_a_position_follows_from_later_ones(*, stays: bool) -> None:
    """By the next alone, by the end alone, or by both; seen by who moved, unless he goes on."""
    outcomes = outcomes_of(find_game("jacquet"))
    first, then, last = (np.full(len(outcomes.names), at, dtype=np.float32) for at in (0.2, 0.6, 1))
    rows = [rows_of(find_game("jacquet"), [find_game("jacquet").start], Player.V)] * 3
    game = SelfPlayGame(0, rows, [first, then, last], [stays] * 3)

    def turned(chances: Any) -> Any:
        return chances if stays else outcomes.swapped(chances)

    end = turned(turned(last))
    assert np.allclose(targets_of(outcomes, game, 0.0), [turned(then), turned(last)])
    assert np.allclose(targets_of(outcomes, game, 1.0), [end, turned(last)])
    mixed = turned(0.75 * then + 0.25 * turned(last))
    assert np.allclose(targets_of(outcomes, game, 0.25), [mixed, turned(last)])


def test_a_few_games_give_the_known_lessons(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight boards, three games: what is kept, how often it is learnt from, how wrong it was."""
    monkeypatch.setattr("companion.training.learning.BATCH", 32)
    learner = Learner("backgammon", 5, boards=8)
    while learner.games < 3:
        learner.turn()
    assert (learner.games, learner.turns) == (3, 167)
    assert learner.parts["contact"].steps == TAUGHT[0]
    assert learner.parts["race"].steps == TAUGHT[1]
    assert learner.loss == pytest.approx(TAUGHT[2], rel=0.02)
    assert learner.length == pytest.approx(TAUGHT[3], rel=0.02)


def test_a_stopped_training_continues_as_if_not_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the last bit, in the middle of games and with a replay buffer that has wrapped around."""
    monkeypatch.setattr("companion.training.learning.BATCH", 32)
    monkeypatch.setattr("companion.training.learning.STORE", 140)
    whole, stopped = (Learner("backgammon", 5, boards=3) for _ in range(2))
    while whole.turns <= 140:
        whole.turn()
        stopped.turn()
    stopped.save(tmp_path / "state.npz")
    resumed = Learner("backgammon", 9, boards=3)
    resumed.load(tmp_path / "state.npz")
    with np.load(tmp_path / "state.npz") as state:
        assert state["play.lengths"].any()
    while whole.games == stopped.games:
        whole.turn()
        resumed.turn()
    whole.save(tmp_path / "whole.npz")
    resumed.save(tmp_path / "resumed.npz")
    assert_same(tmp_path / "whole.npz", tmp_path / "resumed.npz")


def test_the_same_seed_writes_the_same_weights_even_if_stopped_between(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.training.learning.BATCH", 32)
    monkeypatch.setattr("companion.training.train.Learner", partial(Learner, boards=2))
    monkeypatch.setitem(sys.modules, "matplotlib", None)

    def weights(folder: str, seed: int, *games: int) -> bytes:
        for most in games:
            plan = TrainingPlan("backgammon", tmp_path / folder, seed, minutes=1e6, games=most)
            last = train(plan, lambda _: None)
        return last.read_bytes()

    once = weights("once", 3, 2)
    assert weights("stopped", 3, 1, 2) == once
    assert weights("other", 4, 1) != once


def assert_same(one: Path, other: Path) -> None:
    with np.load(one) as first, np.load(other) as second:
        assert set(first) == set(second)
        assert [key for key in first if not np.array_equal(first[key], second[key])] == []


def test_a_training_continues_the_count_of_games_of_its_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.training.train.Learner", partial(Learner, boards=1))
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    start = tmp_path / "dutch-700.npz"
    write_network(Learner("dutch", 8, boards=1).network, start)
    last = train(TrainingPlan("dutch", tmp_path / "on", 1, 1e6, 700, start), lambda _: None)
    assert last.name == start.name
    with np.load(start) as first, np.load(last) as second:
        assert all(np.array_equal(first[key], second[key]) for key in first)
    for name in ("dutch-some.npz", "jacquet-700.npz", "dutch-800.npz"):  # the last is not there
        plan = TrainingPlan("dutch", tmp_path / "no", 1, 1e6, 700, tmp_path / name)
        with pytest.raises(TrainingError, match="is no checkpoint of dutch"):
            train(plan, lambda _: None)


def test_the_chances_of_an_engine_are_learnt_if_there_is_one(tmp_path: Path) -> None:
    """The same games are played, for nothing has been learnt yet, and remembered otherwise."""
    judge = RulesOfThumb(find_game("jacquet"))
    taught = Learner("jacquet", 2, boards=2, labels=Labels(judge, 100))
    own = Learner("jacquet", 2, boards=2)
    while not own.games:
        own.turn()
        taught.turn()
    taught.save(tmp_path / "taught.npz")
    own.save(tmp_path / "own.npz")
    with np.load(tmp_path / "taught.npz") as one, np.load(tmp_path / "own.npz") as other:
        assert np.array_equal(one["buffer.rows"], other["buffer.rows"])
        assert np.array_equal(one["buffer.targets"], judge.chances(other["buffer.rows"]))
        assert not np.array_equal(one["buffer.targets"], other["buffer.targets"])


def test_a_network_learns_its_own_chances_one_throw_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The teacher is the network of the checkpoint, not the one that learns."""
    monkeypatch.setattr("companion.training.learning.BATCH", 32)
    monkeypatch.setattr("companion.training.train.Learner", partial(Learner, boards=2))
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    rules, start = find_game("dutch"), tmp_path / "dutch-700.npz"
    shutil.copy(TRAININGS / "dutch-11528.npz", start)
    train(TrainingPlan("dutch", tmp_path, 3, 1e6, 702, start, "own"), lambda _: None)
    with np.load(start) as stored:
        teacher = Tabled(rules, read_network(rules, stored))
    with np.load(tmp_path / "dutch.state.npz") as found:
        rows, targets = found["buffer.rows"], found["buffer.targets"]
    assert np.allclose(targets, Search(rules, teacher).chances_after(rows), atol=0.01)
    assert not np.allclose(targets, teacher.chances(rows), atol=0.05)


def test_with_labels_the_rate_falls_to_zero_at_the_last_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("companion.training.learning.BATCH", 32)
    network, labels = own_network("jacquet"), Labels(RulesOfThumb(find_game("jacquet")), 705)
    assert isinstance(network, Network)
    learner = Learner("jacquet", 2, boards=4, start=(network, 700), labels=labels)
    rates: dict[int, set[float]] = {}
    monkeypatch.setattr(
        Adam, "step", lambda _, __, rate: rates.setdefault(learner.games, set()).add(rate)
    )
    while learner.games < 706:
        learner.turn()
    for games, (rate,) in rates.items():
        assert rate == pytest.approx(5e-4 * max(705 - games, 0) / 5)
    assert len(rates) > 3


def test_only_the_first_throw_of_a_backgammon_game_is_no_double() -> None:
    """Neither are later throws of games that begin at random without them."""
    doubles = [number for number, (high, low) in enumerate(THROWS) if high == low]
    for game, first in (("backgammon", False), ("jacquet", True)):
        rules, chance = find_game(game), np.random.default_rng(1)
        play = SelfPlay(rules, Learner(game, 1, boards=1).network, 400, chance)
        assert np.isin(play.throws(), doubles).any() == first
        next(play.turn(0.5), None)
        wild = np.array([one.wild > 0 for one in play.games])
        assert np.isin(play.throws()[wild], doubles).any()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "start", "labels"), [("backgammon", 390_097, "gnubg-nn"), ("jacquet", 0, None)]
)
def test_a_training_by_the_published_seed_begins_as_the_published_one(
    game: str, start: int, labels: str | None
) -> None:
    """On the same processor to the last figure; where sums are rounded otherwise, nearly so."""
    if labels:
        pytest.importorskip("gnubg_nn", reason="gnubg-nn is not installed")
    text = (TRAININGS / f"{game}.jsonl").read_text()
    lines = map(json.loads, text.splitlines())
    published = next(line for line in lines if line["games"] > start + 99)
    file = TRAININGS / f"{game}-{start}.npz" if start else None
    learner = learner_of(TrainingPlan(game, TRAININGS, 1, 1e6, 402_000, file, labels))
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
    won, points = Tournament(rules, (Static(learner.network), Random(1)), 100, 1).play()
    assert won.mean - won.half > 60
    assert points.mean - points.half > 0


@pytest.mark.slow
@pytest.mark.parametrize("game", ["backgammon", "jacquet", "dutch", "acey-deucey"])
def test_the_shipped_networks_beat_random_play(game: str) -> None:
    rules = find_game(game)
    won, points = Tournament(rules, (Static(own_network(game)), Random(1)), 40, 1).play()
    assert won.mean > 80
    assert points.mean > 0


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_the_hand_written_player_is_sensible(game: str) -> None:
    rules = find_game(game)
    won, _ = Tournament(rules, (Static(RulesOfThumb(rules)), Random(2)), 60, 3).play()
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
    deep = Deep(rules, RulesOfThumb(rules), most=2)
    tournament = Tournament(rules, (deep, Random(1)), 4, 1)
    tournament.play()
    assert len(tournament.points) == 4


def test_the_command_trains_logs_and_continues(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["train", "--game", "backgammon", "--folder", str(tmp_path), "--minutes", "0.02"]
    assert main(command) == 0
    assert main(command) == 0
    told = capsys.readouterr()
    assert "The weights are in" in told.out
    assert "backgammon, games:" in told.err
    assert len((tmp_path / "backgammon.jsonl").read_text().splitlines()) == 2
    (tmp_path / "backgammon.state.npz").write_bytes(b"no state")
    assert main(command) == 2
    assert "Choose another folder" in capsys.readouterr().err
    assert main([*command[:-1], "0"]) == 2


class Drawn:
    """Stands for matplotlib, which plain tests do without: what is drawn is written as text."""

    def __init__(self) -> None:
        self.curves: list[tuple[list[int], list[float]]] = []

    def subplots(self, **_: object) -> tuple["Drawn", "Drawn"]:
        assert os.environ["MPLBACKEND"] == "Agg"  # no window is opened
        return self, self

    def plot(self, games: list[int], losses: list[float]) -> None:
        self.curves.append((games, losses))

    def savefig(self, target: Path, **_: object) -> None:
        target.write_text(json.dumps(self.curves))

    def set(self, **said: str) -> None:
        assert said["xlabel"] == "games of self-play"

    def nothing(self, *_: object, **__: object) -> None:
        pass

    grid = tight_layout = close = nothing


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    stands = Drawn()
    monkeypatch.setenv("MPLBACKEND", "")
    monkeypatch.setitem(sys.modules, "matplotlib", ModuleType("matplotlib"))
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", stands)
    return stands


def test_a_training_ends_with_a_picture_of_its_curve(
    tmp_path: Path, drawn: Drawn, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "backgammon.jsonl"
    log.write_text('{"games": 600, "loss": 0.61}\n{"games": 900, "loss": 0.58}\n')
    command = ["train", "--game", "backgammon", "--folder", str(tmp_path), "--minutes", "0.01"]
    assert main(command) == 0
    assert "The weights are in" in capsys.readouterr().out
    assert json.loads((tmp_path / "backgammon.png").read_text()) == [[[600, 900], [0.61, 0.58]]]
    assert len(drawn.curves) == 1


def test_the_curve_is_drawn_from_the_five_hundredth_game_on(tmp_path: Path, drawn: Drawn) -> None:
    """Before that the running mean is still on its way up from 0."""
    lines = [{"games": games, "loss": games / 1000} for games in (0, 499, 500, 700)]
    (tmp_path / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert draw_picture(tmp_path / "log.jsonl", tmp_path / "log.png")
    assert drawn.curves == [([500, 700], [0.5, 0.7])]


class Quick:
    """Stands for a learner: a hundred games a turn."""

    def __init__(self, game: str, _seed: int, **_: object) -> None:
        self.rules, self.network = find_game(game), None
        self.games = self.turns = 0
        self.loss, self.length = 0.61234, 55.55

    def turn(self) -> None:
        self.games += 100
        self.turns += 5000

    def save(self, path: Path) -> None:
        path.write_text(str(self.games))

    def load(self, path: Path) -> None:
        self.games = int(path.read_text())


@pytest.mark.parametrize(
    ("before", "kept"), [(0, [1000, 1400, 2000, 2800, 3000]), (1500, [2100, 3000])]
)
def test_weights_are_kept_ever_more_rarely_and_at_the_end(
    before: int, kept: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.training.train.Learner", Quick)
    monkeypatch.setattr(
        "companion.training.train.write_network", lambda _, path: path.write_text("weights")
    )
    monkeypatch.setattr("companion.training.train.REPORT_EVERY", 0.0)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    if before:
        (tmp_path / "jacquet.state.npz").write_text(str(before))
    told: list[Sentence] = []
    last = train(TrainingPlan("jacquet", tmp_path, 1, minutes=1e6, games=3000), told.append)
    found = {int(path.stem.removeprefix("jacquet-")) for path in tmp_path.glob("jacquet-*.npz")}
    assert found == {*kept}
    assert last == tmp_path / "jacquet-3000.npz"
    assert (tmp_path / "jacquet.state.npz").read_text() == "3000"
    turns = (3000 - before) // 100
    assert len(told) == turns + 1
    assert str(told[-1]) == (
        "[##############################], jacquet, games: 3000, turns a game: 56, "
        "cross entropy: 612 thousandths."
    )
    if not before:
        assert str(told[14]).startswith("[###############...............], jacquet, games: 1500, ")
    lines = [json.loads(line) for line in (tmp_path / "jacquet.jsonl").read_text().splitlines()]
    assert len(lines) == len(told)
    assert (lines[0]["games"], lines[0]["turns"]) == (before + 100, 5000)
    assert {(line["loss"], line["length"]) for line in lines} == {(0.6123, 55.5)}


def test_without_matplotlib_there_is_no_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert not draw_picture(tmp_path / "log", tmp_path / "picture.png")
    assert issubclass(TrainingError, ValueError)

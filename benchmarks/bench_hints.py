"""Measures the quality and speed of hints.

Run from the clone's root, one part at a time:

    python benchmarks/bench_hints.py decisions [--engine NAME|FILE.npz] [--throws 0|1|2]
    python benchmarks/bench_hints.py cubes [--engine NAME|FILE.npz]
    python benchmarks/bench_hints.py tournament --game jacquet --games 10000 --against random
    python benchmarks/bench_hints.py curve --game jacquet --folder training --games 1000
    python benchmarks/bench_hints.py time [--repeat 3]

`decisions` prints the loss per decision in thousandths of a point, for real decisions that GNU
Backgammon has judged 2-ply (`data/decisions.jsonl.gz`, made by `judge_decisions.py`). With
`--races` only the races among these decisions count. `race_decisions.py` makes a file of races
(`data/races.jsonl.gz`).

`cubes` prints the same for doubling and taking (`data/cubes.jsonl.gz`, made by `judge_cubes.py`).

`tournament` prints the share of games won and the points per game between two players, with 95 %
intervals. The players begin in turn. A player is `own` (static), `deep` (one further throw),
`random`, `plain` or `careful` (written by hand, `companion/hints/evaluator.py` and
`benchmarks/careful.py`), or a file of weights.

`curve` prints the strength of a training's checkpoints: in backgammon the loss per decision, in
other games the result against `plain`. It writes lines and a picture to `data/training`.

`time` prints the processor time for a complete advice. With `--repeat 3` it plays the same games
three times and takes the shortest time of each turn, because other work on the machine makes even
processor times longer.
"""

import argparse
import gzip
import json
import multiprocessing
import os
import random
import statistics
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

# One thread, as in the program, because waiting threads use the processor.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.careful import Careful
from benchmarks.tournament import Chooser, Deep, Random, Static, Tournament, estimate
from companion.hints.advice import Stake
from companion.hints.advisor import Advisor
from companion.hints.cube import CubeAdvisor, worth_at
from companion.hints.evaluator import RulesOfThumb, evaluator_of
from companion.hints.features import is_race
from companion.hints.network import read_network
from companion.hints.outcomes import Evaluator
from companion.hints.rows import Rows, rows_of
from companion.hints.search import Search
from companion.rules import Player, Position, Rules, find_game, game_names
from companion.rules.ids import read_ids, read_position_id

DATA = Path(__file__).parent / "data" / "decisions.jsonl.gz"
CUBES = DATA.with_name("cubes.jsonl.gz")

_CLOSE = 0.1
"""A cube action is close if the wrong one loses at most this, in points of the game."""


class Decision(NamedTuple):
    """A decision: the turn, its ends with the equities of the judge, the end played, the stake."""

    before: Position
    mover: Player
    dice: tuple[int, int]
    ends: list[Position]
    rows: Rows
    equities: NDArray[np.float64]
    played: int
    stake: Stake


def decisions(path: Path) -> Iterator[Decision]:
    """Yield the judged decisions."""
    with gzip.open(path, "rt") as lines:
        yield from map(decision_of, map(json.loads, lines))


def decision_of(one: dict[str, Any]) -> Decision:
    """Return the decision of a line."""
    rules = find_game("backgammon")
    board = read_ids(one["board"], one["match"])
    mover = Player(one["mover"])
    dice = one["dice"][0], one["dice"][1]
    ends = sorted(rules.ends(board.position, mover, dice).positions, key=rules.text)
    side = 0 if mover is Player.V else 1
    stake = Stake()
    if board.length:
        away = board.length - board.score[side]
        other = board.length - board.score[1 - side]
        late = not board.crawford and min(away, other) == 1
        stake = Stake(away, other, board.cube.value, board.crawford, late)
    equities = np.array(one["equities"])
    rows = rows_of(rules, ends, mover)
    return Decision(board.position, mover, dice, ends, rows, equities, one["played"], stake)


def network_of(rules: Rules, name: str) -> Evaluator:
    """Return the engine with this name, or the network in a file of weights."""
    if name.endswith(".npz"):
        with np.load(name) as stored:
            return read_network(rules, stored)
    return evaluator_of(rules, name)


def losses(
    path: Path, evaluator: Evaluator, *, throws: int, races: bool = False
) -> Iterator[tuple[float, float, float]]:
    """Yield, for each decision, the choice's loss, the players' loss, and the seconds taken."""
    rules = find_game("backgammon")
    for one in decisions(path):
        if races and not is_race(rules, one.rows).all():
            continue
        worth = worth_at(evaluator.outcomes, one.stake)
        other = worth_at(evaluator.outcomes, one.stake.turned)
        began = time.perf_counter()
        search = Search(rules, evaluator, worth, other)
        judged = search.best(one.rows, closer=throws > 1) if throws else search.static(one.rows)
        taken = time.perf_counter() - began
        best = one.equities.max()
        chosen = one.equities[int(np.argmax(judged.worth))]
        yield best - chosen, best - one.equities[one.played], taken


def loss_of(path: Path, engine: str, *, throws: int, races: bool) -> None:
    """Print the losses of an engine's choices."""
    evaluator = network_of(find_game("backgammon"), engine)
    lost, people, taken = np.array(list(losses(path, evaluator, throws=throws, races=races))).T
    name = f"{engine}{(', static', ' with one further throw', ' with two')[throws]}"
    for who, values in ((name, lost), ("the people who played", people)):
        loss = estimate(values * 1000)
        print(
            f"{who}: {loss.mean:.2f} +- {loss.half:.2f} thousandths a decision, n = {len(values)}"
        )
    middle, most = np.median(taken) * 1000, max(taken) * 1000
    print(f"time a decision: median {middle:.1f} ms, most {most:.0f} ms", flush=True)


def curve(game: str, folder: Path, games: int, seed: int) -> None:
    """Print a line for each checkpoint of a training, and draw a picture."""
    rules, points = find_game(game), []
    target = DATA.parent / "training" / f"{game}-strength.jsonl"
    files = {int(path.stem.rpartition("-")[2]): path for path in folder.glob(f"{game}-*.npz")}
    for trained in sorted(files):
        evaluator = network_of(rules, str(files[trained]))
        if game == "backgammon":
            lost = np.array([one[0] for one in losses(DATA, evaluator, throws=0)])
            found, count = estimate(lost * 1000), len(lost)
        else:
            players = Static(evaluator), Static(RulesOfThumb(rules))
            found, count = Tournament(rules, players, games, seed).play()[0], games
        points.append((trained, *found))
        line = {"games": trained, "of": count, "mean": found.mean, "half": found.half}
        print(game, line, flush=True)
        with target.open("w" if len(points) == 1 else "a") as out:
            out.write(json.dumps({key: round(value, 2) for key, value in line.items()}) + "\n")
    _draw(target.with_suffix(".png"), game, np.array(points).T)


def _draw(target: Path, game: str, points: NDArray[np.float64]) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    what = "thousandths of a point lost a decision" if game == "backgammon" else "% won from plain"
    figure, axes = plt.subplots(figsize=(7, 4))
    axes.errorbar(points[0], points[1], yerr=points[2], marker=".", capsize=3)
    axes.set(xlabel="games of self-play", ylabel=what, xscale="log", title=game)
    axes.grid(visible=True)
    figure.tight_layout()
    figure.savefig(target, dpi=100)
    plt.close(figure)


def cube_loss_of(path: Path, engine: str) -> None:
    """Print how often an engine's cube actions agree with gnubg, and their losses."""
    rules = find_game("backgammon")
    advisor = CubeAdvisor(rules, network_of(rules, engine))
    found: dict[str, list[tuple[bool, float]]] = {"doubling": [], "doubling, close": []}
    found |= {"taking": [], "taking, close": [], "doubling, people": []}
    with gzip.open(path, "rt") as lines:
        for line in lines:
            one = json.loads(line)
            mover = Player(one["mover"])
            position = read_position_id(one["board"], mover)
            away, other_away = one["away"]
            stake = Stake(away, other_away, one["cube"], after_crawford=one["late"])
            ours = advisor.advise(position, mover, stake, owned=one["owned"])
            judge = replace(ours, no_double=one["no_double"], double_take=one["double_take"])
            lost = judge.loss(doubled=ours.doubles)
            close = abs(min(judge.double_take, 1) - judge.no_double) < _CLOSE
            chosen = (ours.doubles == judge.doubles, lost)
            found["doubling"].append(chosen)
            if close:
                found["doubling, close"].append(chosen)
            people = one["offered"] == judge.doubles, judge.loss(doubled=one["offered"])
            found["doubling, people"].append(people)
            if judge.double_take > 0:  # otherwise nobody would drop
                answer = ours.takes == judge.takes, judge.loss(doubled=True, taken=ours.takes)
                found["taking"].append(answer)
                if abs(judge.double_take - 1) < _CLOSE:
                    found["taking, close"].append(answer)
    for name, values in found.items():
        same, cost = (np.array(column, dtype=np.float64) for column in zip(*values, strict=True))
        share, loss = estimate(same * 100), estimate(cost * 1000)
        print(
            f"{engine}, {name}: as gnubg in {share.mean:.1f} +- {share.half:.1f} %,"
            f" {loss.mean:.2f} +- {loss.half:.2f} thousandths lost, n = {len(values)}",
            flush=True,
        )


def player_of(rules: Rules, name: str, seed: int, most: int) -> Chooser:
    """Return the player with this name. `deep:FILE` searches the `most` best plays further."""
    if name == "random":
        return Random(seed)
    if name == "plain":
        return Static(RulesOfThumb(rules))
    if name == "careful":
        return Static(Careful(rules))
    if name.startswith("deep"):
        return Deep(rules, network_of(rules, name.partition(":")[2] or "own"), most)
    return Static(network_of(rules, name))


def tournament(game: str, names: tuple[str, str], games: int, seed: int, most: int) -> None:
    """Print the result of a tournament. most -- the plays that a searching player examines."""
    rules = find_game(game)
    first, second = (player_of(rules, name, seed + n, most) for n, name in enumerate(names))
    began = time.perf_counter()
    won, points = Tournament(rules, (first, second), games, seed).play()
    print(
        f"{game}: {names[0]} beats {names[1]} in {won.mean:.1f} +- {won.half:.1f} % of {games}"
        f" games, {points.mean:+.3f} +- {points.half:.3f} points a game"
        f" ({time.perf_counter() - began:.0f} s)",
        flush=True,
    )


def times(repeats: int) -> None:
    """Print the time for a hint without search, with one further throw and with two."""
    for game in game_names():
        for throws in range(3):
            runs = [_run_apart(game, throws) for _ in range(repeats)]
            taken = sorted(map(min, *runs)) if repeats > 1 else sorted(runs[0])
            print(
                f"{game}, {('static', 'one further throw', 'two')[throws]}: median"
                f" {statistics.median(taken) * 1000:.0f} ms,"
                f" 95 in 100 under {taken[len(taken) * 95 // 100] * 1000:.0f} ms,"
                f" most {taken[-1] * 1000:.0f} ms, n = {len(taken)}",
                flush=True,
            )


def _run_apart(game: str, throws: int) -> list[float]:
    """Return the times of `timed` from a new process, because gnubg-nn caches its evaluations."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as process:
        return process.submit(timed, game, throws).result()


def timed(game: str, throws: int) -> list[float]:
    """Return the processor seconds for each turn of games that the advisor plays against itself."""
    chance = random.Random(1)  # noqa: S311 - a seeded game
    rules = find_game(game)
    advisor = Advisor(rules, deep=throws > 0)
    position, player, taken = rules.start, Player.V, []
    for _ in range(150):
        dice = (chance.randint(1, 6), chance.randint(1, 6))
        began = time.process_time()
        advice = advisor.advise(position, player, dice, closer=throws > 1)
        taken.append(time.process_time() - began)
        position, player = advice.plays[0].end, player.other
        if rules.winner(position):
            position = rules.start
    return taken


def main() -> None:
    """Run one part."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=("decisions", "cubes", "tournament", "curve", "time"))
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--folder", type=Path, default=Path("training"))
    parser.add_argument("--engine", default="own")
    parser.add_argument("--throws", type=int, default=0, choices=range(3))
    parser.add_argument("--races", action="store_true")
    parser.add_argument("--game", default="jacquet")
    parser.add_argument("--player", default="own")
    parser.add_argument("--against", default="random")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--repeat", type=int, default=1, help="runs of `time`")
    parser.add_argument("--most", type=int, default=4, help="plays that are searched")
    args = parser.parse_args()
    if args.part == "decisions":
        loss_of(args.data, args.engine, throws=args.throws, races=args.races)
    elif args.part == "cubes":
        cube_loss_of(CUBES, args.engine)
    elif args.part == "tournament":
        tournament(args.game, (args.player, args.against), args.games, args.seed, args.most)
    elif args.part == "curve":
        curve(args.game, args.folder, args.games, args.seed)
    else:
        times(args.repeat)


if __name__ == "__main__":
    main()

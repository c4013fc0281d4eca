"""How fast whole turns are listed and judged, next to engines nobody here wrote.

Run from the repository's root: `python benchmarks/bench_rules.py`. All engines run in this one
process on the same 2,000 positions (uniform random play, dice as thrown); each figure is the best
of five rounds, conversions outside the clock. bgsage (C++) and gym-backgammon (pure Python, ends
not freed of repetitions) are used where they are installed; `pip install --no-deps
gym-backgammon` is enough. The counts of ends must agree with the files.
"""

import gc
import importlib.util
import json
import sys
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.rules import Placement, Player, Position, Rules, find_game
from companion.rules.position import count, state_of
from companion.rules.turn import end_states, walked_ends

DATA = Path(__file__).parent / "data"
ROUNDS = 5


class Turn(NamedTuple):
    """One turn to be played."""

    rules: Rules
    position: Position
    player: Player
    dice: tuple[int, int]


def turns_of(game: str) -> tuple[list[Turn], int]:
    """The turns of a file, and how many ends they have together."""
    rules = find_game(game)
    cases = [json.loads(line) for line in (DATA / f"{game}-2000.jsonl").read_text().splitlines()]
    turns = [
        Turn(rules, rules.parse(case["position"]), Player(case["turn"]), tuple(case["dice"]))
        for case in cases
    ]
    return turns, sum(case["count"] for case in cases)


def best(work: Callable[[], int]) -> tuple[float, int]:
    """The shortest of some rounds in seconds, and what the work counted."""
    shortest, counted = float("inf"), 0
    for _ in range(ROUNDS):
        begun = time.process_time()
        counted = work()
        shortest = min(shortest, time.process_time() - begun)
    return shortest, counted


def engines(turns: list[Turn]) -> Iterator[tuple[str, Callable[[], int]]]:
    """Our ways to list ends, the public one first."""
    ready = [(t.rules.way(t.player), state_of(t.position, t.player), t.dice) for t in turns]
    yield (
        "companion, frozen sets of positions",
        lambda: sum(len(t.rules.ends(t.position, t.player, t.dice).positions) for t in turns),
    )
    yield (
        "companion, packed states",
        lambda: sum(len(end_states(way, state, dice)[0]) for way, state, dice in ready),
    )
    yield (
        "companion, step by step",
        lambda: sum(len(walked_ends(way, state, *dice)) for way, state, dice in ready),
    )


def bgsage_engine(turns: list[Turn]) -> Callable[[], int] | None:
    """The C++ engine: boards of 26, own pieces positive, 25 the own bar, 0 the other's."""
    if importlib.util.find_spec("bgsage") is None:
        return None
    from bgsage import possible_moves

    boards = []
    for turn in turns:
        mine, theirs = turn.position.side(turn.player), turn.position.side(turn.player.other)
        board = [count(mine, k) - count(theirs, 25 - k) for k in range(1, 25)]
        boards.append(([count(theirs, 25), *board, count(mine, 25)], *turn.dice))
    return lambda: sum(len(possible_moves(*board)) for board in boards)


def gym_engine(turns: list[Turn]) -> Callable[[], int] | None:
    """The pure Python engine; its module is loaded alone, for its package wants a display."""
    package = importlib.util.find_spec("gym_backgammon")
    if package is None or package.origin is None:
        return None
    module = _load(Path(package.origin).parent / "envs" / "backgammon.py")
    games = [(_gym_game(module, turn), tuple(-die for die in turn.dice)) for turn in turns]
    return lambda: sum(len(game.get_valid_plays(module.WHITE, roll)) for game, roll in games)


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("gym_backgammon_engine", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _gym_game(module: ModuleType, turn: Turn) -> Any:  # noqa: ANN401 - the peer has no types
    game = module.Backgammon()
    mine, theirs = turn.position.side(turn.player), turn.position.side(turn.player.other)
    game.board = [
        (count(mine, k), module.WHITE)
        if count(mine, k)
        else (count(theirs, 25 - k), module.BLACK)
        if count(theirs, 25 - k)
        else (0, None)
        for k in range(1, 25)
    ]
    game.bar = [count(mine, 25), count(theirs, 25)]
    game.off = [count(mine, 0), count(theirs, 0)]
    game.players_positions = game.get_players_positions()
    return game


def listing(game: str) -> None:
    """Print positions a second for each engine, and how many times the first it is."""
    turns, expected = turns_of(game)
    print(f"{game}: {len(turns)} turns, {expected} ends")
    work = dict(engines(turns))
    if game == "backgammon":
        for name, engine in (("bgsage", bgsage_engine), ("gym-backgammon", gym_engine)):
            made = engine(turns)
            if made is None:
                print(f"  {name}: not installed")
            else:
                work[name] = made
    first = 0.0
    for name, run in work.items():
        seconds, counted = best(run)
        first = first or seconds
        note = "" if counted == expected or name == "gym-backgammon" else f"  COUNTED {counted}"
        print(f"  {name:38} {len(turns) / seconds:9.0f}/s  x{first / seconds:.2f}{note}")


def judging(game: str) -> None:
    """Print how long verdicts take: on a legal end, and on the same board with a pawn astray."""
    turns, _ = turns_of(game)
    times = []
    for turn in turns[::4]:
        end = min(turn.rules.ends(turn.position, turn.player, turn.dice).positions)
        legal = turn.rules.placement(end)
        for seen in (legal, _astray(legal, turn.player)):
            begun = time.process_time()
            turn.rules.judge(turn.position, turn.player, turn.dice, seen)
            times.append(1000 * (time.process_time() - begun))
    times.sort()
    middle, rare = times[len(times) // 2], times[len(times) * 99 // 100]
    print(f"  judge: median {middle:.2f} ms, 99 % {rare:.2f} ms, worst {times[-1]:.2f} ms")


def _astray(placement: Placement, player: Player) -> Placement:
    """The board with one own pawn put on the next point in zone order."""
    letter = "v" if player is Player.V else "n"
    points = [f"{side}{k}" for side in "VN" for k in range(1, 13)]
    for source, target in pairwise(points):
        pile, onto = placement[source], placement[target]
        if getattr(pile, letter):
            return placement.with_piles(
                {
                    source: pile._replace(**{letter: getattr(pile, letter) - 1}),
                    target: onto._replace(**{letter: getattr(onto, letter) + 1}),
                }
            )
    return placement


def main() -> None:
    """Print the tables."""
    gc.disable()
    for game in ("backgammon", "jacquet"):
        listing(game)
        judging(game)


if __name__ == "__main__":
    main()

"""Measures how fast turns are listed and judged, compared with other engines.

Run from the repository's root: `python benchmarks/bench_rules.py`. All engines run in this process
on the same 2,000 positions from uniform random play. Each figure is the best of nine rounds, and
the engines run in turn in each round. Conversions between formats are not timed. Nothing is cached
from one turn or round to the next, because the tables of Companion are constants made at import.

bgsage (C++) and gym-backgammon (pure Python, its ends have duplicates) are measured if they are
installed; `pip install --no-deps gym-backgammon` is enough. The number of ends must be the number
in the files.

Then the time for each kind of turn, for the parts of the computation, and for verdicts is printed.
"""

import gc
import gzip
import importlib.util
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.rules import Placement, Player, Position, Rules, fast, find_game, parse_placement
from companion.rules.position import BAR_SLOT, OUTSIDE, SIDE, count, state_of
from companion.rules.steps import PlayerRules
from companion.rules.turn import end_states, walked_ends

DATA = Path(__file__).parent / "data"
MUTATIONS = Path(__file__).parents[1] / "tests" / "data" / "mutations" / "mutations.jsonl.gz"
ROUNDS = 9


class Turn(NamedTuple):
    """A turn to play."""

    rules: Rules
    position: Position
    player: Player
    dice: tuple[int, int]


def turns_of(game: str) -> tuple[list[Turn], int]:
    """Return the turns of a file, and the total number of their ends."""
    rules = find_game(game)
    cases = [json.loads(line) for line in (DATA / f"{game}-2000.jsonl").read_text().splitlines()]
    turns = [
        Turn(rules, rules.parse(case["position"]), Player(case["turn"]), tuple(case["dice"]))
        for case in cases
    ]
    return turns, sum(case["count"] for case in cases)


def best(works: Mapping[str, Callable[[], int]]) -> dict[str, tuple[float, int]]:
    """Return, for each function, its shortest time in seconds and its count."""
    found = dict.fromkeys(works, (float("inf"), 0))
    for _ in range(ROUNDS):
        for name, work in works.items():
            begun = time.process_time()
            counted = work()
            found[name] = min(found[name], (time.process_time() - begun, counted))
    return found


def engines(turns: list[Turn]) -> Iterator[tuple[str, Callable[[], int]]]:
    """Yield Companion's functions that list ends, with the public function first."""
    ready = [(t.rules.for_player(t.player), state_of(t.position, t.player), t.dice) for t in turns]
    yield (
        "companion, ends",
        lambda: sum(len(t.rules.ends(t.position, t.player, t.dice).positions) for t in turns),
    )
    yield (
        "companion, every end unpacked too",
        lambda: sum(
            len(frozenset(t.rules.ends(t.position, t.player, t.dice).positions)) for t in turns
        ),
    )
    yield (
        "companion, packed states alone",
        lambda: sum(len(end_states(way, state, dice)[0]) for way, state, dice in ready),
    )
    yield (
        "companion, step by step",
        lambda: sum(len(walked_ends(way, state, *dice)) for way, state, dice in ready),
    )


def bgsage_engine(turns: list[Turn]) -> Callable[[], int] | None:
    """Return the C++ engine.

    Its boards have 26 numbers, with own pieces positive, own bar 25 and the opponent's bar 0.
    """
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
    """Return the pure Python engine, loaded as a module because its package needs a display."""
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
    """Print the positions per second of each engine, absolute and relative to the first."""
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
    for name, (seconds, counted) in best(work).items():
        first = first or seconds
        note = "" if counted == expected or name == "gym-backgammon" else f"  COUNTED {counted}"
        print(f"  {name:38} {len(turns) / seconds:9.0f}/s  x{first / seconds:.2f}{note}")


def kinds(game: str) -> None:
    """Print the time for each kind of turn, and for the common parts."""
    turns, _ = turns_of(game)
    groups: dict[str, list[tuple[PlayerRules, int, tuple[int, int]]]] = {}
    for turn in turns:
        way, state = turn.rules.for_player(turn.player), state_of(turn.position, turn.player)
        double = turn.dice[0] == turn.dice[1]
        if fast.opposing_points(way, state) is None:
            kind = "step by step"
        elif state >> 4 * BAR_SLOT & 15:
            kind = "on the bar"
        else:
            kind = "free" if state & SIDE & OUTSIDE else "bearing off"
        groups.setdefault(f"{kind}, {'double' if double else 'two dice'}", []).append(
            (way, state, turn.dice)
        )
    works = {kind: partial(_listed, group) for kind, group in groups.items()}
    every = [one for group in groups.values() for one in group]
    works["part: the opposing (points closed, blots)"] = partial(_opposing, every)
    for kind, (seconds, counted) in best(works).items():
        number = len(groups.get(kind, every))
        print(
            f"  {kind:40} {number:5} turns  {1e6 * seconds / number:6.1f} us each"
            f"  {1000 * seconds:6.2f} ms  {counted} ends"
        )


def _listed(group: list[tuple[PlayerRules, int, tuple[int, int]]]) -> int:
    return sum(len(end_states(way, state, dice)[0]) for way, state, dice in group)


def _opposing(group: list[tuple[PlayerRules, int, tuple[int, int]]]) -> int:
    return sum(fast.opposing_points(way, state) is None for way, state, _ in group)


def timed(turn: Turn, seen: Placement) -> float:
    """Return the time for a verdict, in milliseconds."""
    begun = time.process_time()
    turn.rules.judge(turn.position, turn.player, turn.dice, seen)
    return 1000 * (time.process_time() - begun)


def judging(game: str) -> None:
    """Print the time for verdicts on legal ends, and on ends with a misplaced pawn."""
    turns, _ = turns_of(game)
    times = []
    for turn in turns:
        legal = turn.rules.placement(min(turn.rules.ends(*turn[1:]).positions))
        times += [timed(turn, legal), timed(turn, _astray(legal, turn.player))]
    tell(f"{game}-2000, legal and astray", times)


def judging_mutations() -> None:
    """Print the time for verdicts on turns with wrong boards."""
    times = []
    for line in gzip.decompress(MUTATIONS.read_bytes()).splitlines():
        case = json.loads(line)
        rules = find_game(case["game"], case["options"])
        turn = Turn(rules, rules.parse(case["position"]), Player(case["turn"]), tuple(case["dice"]))
        times.append(timed(turn, parse_placement(case["end"])))
    tell("the spoilt turns", times)


def tell(what: str, times: list[float]) -> None:
    """Print the distribution of some times."""
    times.sort()
    middle, rare = times[len(times) // 2], times[len(times) * 99 // 100]
    print(
        f"judge, {what}: {len(times)} boards, median {middle:.2f} ms, 99 % {rare:.2f} ms, "
        f"worst {times[-1]:.2f} ms"
    )


def _astray(placement: Placement, player: Player) -> Placement:
    """Return the board with an own pawn moved to the next point in zone order."""
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
        kinds(game)
        judging(game)
    judging_mutations()


if __name__ == "__main__":
    main()

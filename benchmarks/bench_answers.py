"""Measures the commands `legal` and `judge`: `python benchmarks/bench_answers.py`.

An answer is complete when `companion legal --jsonl` or `judge --jsonl` has read, answered and
written a request. Every request is a different turn. The time of a run without requests is
subtracted. All figures are processor time. Each is the best of several rounds, and the programs
run in turn in each round, so that other work on the machine affects all of them.

`legal` is compared with the rules alone and, if it is installed, with bgsage (C++), which lists the
ends of the same 2,000 positions without writing them. `judge` is compared with `judge` of the
rules. The turns of Dutch and Acey-Deucey are from random games. Some of these turns are ace-deuces
with thousands of ends.
"""

import gc
import gzip
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.bench_rules import DATA, MUTATIONS, Turn, bgsage_engine
from companion.rules import Player, find_game, parse_placement
from tests.rules.boards import games_of_chance

ROUNDS = 7

Request = dict[str, Any]
Measure = Callable[[], float]


class Rate(NamedTuple):
    """Answers per second, and the answers per second of a peer to the same questions."""

    what: str
    a_second: float
    beside: str
    other: float

    @property
    def ratio(self) -> float:
        """The speed relative to the peer."""
        return self.a_second / self.other

    def __str__(self) -> str:
        return (
            f"{self.what}: {self.a_second:,.0f} a second; {self.beside}: {self.other:,.0f}; "
            f"ratio {self.ratio:.2f}"
        )


def recorded(game: str) -> list[Request]:
    """Return the requests of a bench file."""
    return [json.loads(line) for line in (DATA / f"{game}-2000.jsonl").read_text().splitlines()]


def by_chance(game: str, wanted: int) -> list[Request]:
    """Return requests from seeded random games."""
    rules, lots = find_game(game), random.Random(game)  # noqa: S311 - seeded games
    return [
        {
            "game": game,
            "position": rules.text(position),
            "turn": player,
            "dice": [lots.randint(1, 6), lots.randint(1, 6)],
        }
        for position, player in games_of_chance(rules, game, wanted)
    ]


def with_legal_ends(requests: list[Request]) -> list[Request]:
    """Return the requests for `judge`, each with the first legal end as the board."""
    turns = map(turn_of, requests)
    return [
        {**request, "end": turn.rules.end_texts(*turn[1:]).texts[0]}
        for request, turn in zip(requests, turns, strict=True)
    ]


def spoilt() -> list[Request]:
    """Return the turns with wrong boards of all games."""
    return [json.loads(line) for line in gzip.decompress(MUTATIONS.read_bytes()).splitlines()]


def turn_of(request: Request) -> Turn:
    """Convert a request to a turn of the rules."""
    rules = find_game(request["game"], request.get("options", []))
    first, second = request["dice"]
    return Turn(rules, rules.parse(request["position"]), Player(request["turn"]), (first, second))


def whole(verb: str, requests: list[Request], folder: Path) -> Measure:
    """Return a function that measures a run of the command on some requests."""
    path = folder / f"{time.monotonic_ns()}.jsonl"
    path.write_text("".join(f"{json.dumps(request)}\n" for request in requests))

    def run() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with path.open("rb") as lines:
            subprocess.run(
                [sys.executable, "-m", "companion", verb, "--jsonl"],
                stdin=lines,
                stdout=subprocess.DEVNULL,
                check=True,
            )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return run


def here(work: Callable[[], object]) -> Measure:
    """Return a function that measures some work in this process."""

    def run() -> float:
        begun = time.process_time()
        work()
        return time.process_time() - begun

    return run


def least(measures: list[Measure]) -> list[float]:
    """Return the shortest time of each function, measured in alternating rounds."""
    rounds = [[measure() for measure in measures] for _ in range(ROUNDS)]
    return [min(times) for times in zip(*rounds, strict=True)]


def legal_rates(name: str, requests: list[Request], folder: Path) -> Iterator[Rate]:
    """Compare `legal` with the rules alone and, in backgammon, with bgsage."""
    turns = [turn_of(request) for request in requests]
    peers: dict[str, Callable[[], object]] = {
        "the rules alone": lambda: [len(turn.rules.ends(*turn[1:]).positions) for turn in turns]
    }
    sage = bgsage_engine(turns) if name == "backgammon" else None
    if sage:
        peers["bgsage"] = sage
    measures = [whole("legal", requests, folder), whole("legal", [], folder)]
    answered, empty, *others = least([*measures, *map(here, peers.values())])
    for peer, other in zip(peers, others, strict=True):
        speed = len(turns) / (answered - empty)
        yield Rate(f"legal, {name}", speed, peer, len(turns) / other)


def judge_rate(name: str, requests: list[Request], folder: Path) -> Rate:
    """Compare `judge` with the `judge` of the rules."""
    turns = [(turn_of(request), parse_placement(request["end"])) for request in requests]
    judge = here(lambda: [turn.rules.judge(*turn[1:], end) for turn, end in turns])
    measures = [whole("judge", requests, folder), whole("judge", [], folder), judge]
    answered, empty, other = least(measures)
    speed = len(turns) / (answered - empty)
    return Rate(f"judge, {name}", speed, "the rules alone", len(turns) / other)


def rates() -> Iterator[Rate]:
    """Yield all measurements."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for game in ("backgammon", "jacquet"):
            yield from legal_rates(game, recorded(game), folder)
        yield from legal_rates("dutch", by_chance("dutch", 2000), folder)
        yield from legal_rates("acey-deucey", by_chance("acey-deucey", 200), folder)
        for game in ("backgammon", "jacquet"):
            legal = with_legal_ends(recorded(game))
            yield judge_rate(f"legal ends of {game}", legal, folder)
        yield judge_rate("the spoilt turns", spoilt(), folder)


def main() -> None:
    """Print all measurements."""
    gc.disable()
    for rate in rates():
        print(rate, flush=True)
    if bgsage_engine([]) is None:
        print("bgsage is not installed: pip install bgsage")


if __name__ == "__main__":
    main()

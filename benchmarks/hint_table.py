"""Compares the losses of the hints with the losses of gnubg 0-ply, for `docs/hints.md`.

`OPENBLAS_NUM_THREADS=1 python benchmarks/hint_table.py [--most 1500] [--seed 1] [--data FILE]`

The decisions are drawn with the seed from decisions in real matches that GNU Backgammon has judged
2-ply (`data/decisions.jsonl.gz`, made by `judge_decisions.py`). These decisions were not used for
any training or choice. All players get the same decisions. For the hints, the complete advice is
timed: listing, evaluating and explaining the plays. `gnubg-nn 0-ply` chooses among all ends by the
chances of gnubg-nn. `gnubg 0-ply` is Debian's gnubg, which chooses from its own list of moves, with
cube and score. Each line has the loss per decision in thousandths of a point, the difference from
gnubg 0-ply for the same decisions, both with half of the 95 % interval, and the median and the 95th
percentile of the processor time of one advice. With `--data benchmarks/data/sage.jsonl.gz` bgsage
is the judge instead, and `gnubg 2-ply` is the play that GNU Backgammon judged best.
"""

import argparse
import gzip
import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.bench_hints import DATA, Decision, decision_of
from benchmarks.engines_alone import chosen_by_gnubg
from benchmarks.tournament import estimate
from companion.hints.advisor import Advisor
from companion.hints.cube import worth_at
from companion.hints.engines import GnubgNetworks
from companion.hints.rows import rows_of
from companion.rules import Position, find_game

RULES = find_game("backgammon")

Choice = Callable[[Decision], Position]
Values = NDArray[np.float64]


def advised(engine: str, *, deep: bool, closer: bool) -> Choice:
    """Return the choice of the hints."""
    advisor = Advisor(RULES, engine, deep=deep)

    def choose(one: Decision) -> Position:
        advice = advisor.advise(one.before, one.mover, one.dice, one.stake, closer=closer)
        return advice.plays[0].end

    return choose


def networks_alone() -> Choice:
    """Return the choice by gnubg-nn's chances, without the table for races."""
    networks = GnubgNetworks(RULES)

    def choose(one: Decision) -> Position:
        chances = networks.chances(rows_of(RULES, one.ends, one.mover))
        return one.ends[int(np.argmax(worth_at(networks.outcomes, one.stake)(chances)))]

    return choose


def measured(choose: Choice, taken: list[Decision]) -> tuple[Values, Values]:
    """Return the losses in thousandths of a point, and the processor milliseconds."""
    lost, spent = [], []
    for one in taken:
        began = time.process_time()
        end = choose(one)
        spent.append(1000 * (time.process_time() - began))
        lost.append(1000 * (one.equities.max() - one.equities[one.ends.index(end)]))
    return np.array(lost), np.array(spent)


def gnubg_alone(lines: list[dict[str, Any]], taken: list[Decision]) -> Values:
    """Return the losses of Debian's gnubg 0-ply in thousandths of a point."""
    lost = []
    for one, end in zip(taken, chosen_by_gnubg(lines), strict=True):
        if end is None:
            raise SystemExit(f"gnubg moved as nobody may: {one}")
        lost.append(1000 * (one.equities.max() - one.equities[one.ends.index(end)]))
    return np.array(lost)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data", type=Path, default=DATA)
    args = parser.parse_args()
    with gzip.open(args.data, "rt") as stored:
        every = [json.loads(line) for line in stored]
    chance = random.Random(args.seed)  # noqa: S311 - repeatable
    lines = chance.sample(every, min(args.most, len(every)))
    taken = list(map(decision_of, lines))
    gnubg = gnubg_alone(lines, taken)
    print(f"{len(taken)} decisions | lost | more than gnubg 0-ply | ms, median | 95 in 100")
    _print("gnubg 0-ply", gnubg, gnubg, None)
    chosen = {"the people who played": [one.played for one in taken]}
    if "gnubg" in lines[0]:
        chosen["gnubg 2-ply"] = [one["gnubg"] for one in lines]
    for name, ends in chosen.items():
        lost = [
            1000 * (one.equities.max() - one.equities[end])
            for one, end in zip(taken, ends, strict=True)
        ]
        _print(name, np.array(lost), gnubg, None)
    _print("gnubg-nn 0-ply", *_beside(measured(networks_alone(), taken), gnubg))
    for engine in ("own", "gnubg-nn"):
        for name, deep, closer in (
            ("static", False, False),
            ("one throw, the first answer", True, False),
            ("second throw, the second answer", True, True),
        ):
            found = measured(advised(engine, deep=deep, closer=closer), taken)
            _print(f"{engine}, {name}", *_beside(found, gnubg))


def _beside(found: tuple[Values, Values], gnubg: Values) -> tuple[Values, Values, Values]:
    lost, spent = found
    return lost, gnubg, spent


def _print(name: str, lost: Values, gnubg: Values, spent: Values | None) -> None:
    loss, more = estimate(lost), estimate(lost - gnubg)
    line = f"{name} | {loss.mean:.2f} ± {loss.half:.2f} | {more.mean:+.2f} ± {more.half:.2f}"
    if spent is not None:
        line += f" | {np.median(spent):.1f} | {np.quantile(spent, 0.95):.0f}"
    print(line, flush=True)


if __name__ == "__main__":
    main()

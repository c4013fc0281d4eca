"""Judges races of self-play with GNU Backgammon, as data independent of any training choice.

`python benchmarks/race_decisions.py OUT.jsonl.gz`

The present network plays 260 games for money with the cube in the middle. From each game at most
two turns are drawn at random among the race turns with more than one end. These turns are judged
and written as in `judge_decisions.py`, which takes gnubg about a minute. No player made these
decisions, so `played` is always the first end. `bench_hints.py decisions --races --data
OUT.jsonl.gz` reads the file.

A different network plays different games. `data/races.jsonl.gz` was made when the table of races
still contained the chances of all gammons.
"""

import argparse
import gzip
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.judge_decisions import RULES, judged, line_of
from companion.hints.evaluator import own_network
from companion.hints.features import is_race
from companion.hints.moves import Mover, best_of, unranked
from companion.hints.rows import positions_of, rows_of, swapped
from companion.rules import Cube, Player, Position, ids

GAMES = 260
FROM_A_GAME = 2
PAIRS = [(high, low) for high in range(1, 7) for low in range(1, 7)]
Turn = tuple[int, Position, tuple[int, int]]


def turns(chance: random.Random) -> Iterator[Turn]:
    """Yield race turns: the game's number, the position before (green's turn), the throw."""
    evaluator, mover = own_network(RULES.name), Mover(RULES)
    rows = np.repeat(rows_of(RULES, [RULES.start], Player.V), GAMES, axis=0)
    games = np.arange(GAMES)
    while len(rows):
        throws = np.array([chance.randrange(len(PAIRS)) for _ in rows])
        race, ends, numbers = is_race(RULES, rows), [], []
        for throw in np.unique(throws):
            which = np.flatnonzero(throws == throw)
            dice = PAIRS[throw]
            reached = mover.ends(rows[which], dice, unranked)
            many = np.bincount(reached.turn, minlength=len(which))
            for index in np.flatnonzero(race[which] & (many > 1)):
                at = which[index]
                yield int(games[at]), positions_of(rows[at : at + 1], Player.V)[0], dice
            worth = evaluator.outcomes.equity(evaluator.chances(reached.rows))
            ends.append(reached.rows[best_of(reached.turn, worth)])
            numbers.append(games[which])
        after, games = np.concatenate(ends), np.concatenate(numbers)
        on = after[:, 0, 0] < 15
        rows, games = swapped(after[on]), games[on]


def decisions() -> list[dict[str, Any]]:
    """Return the decisions to judge."""
    chance = random.Random(77)  # noqa: S311 - a seeded choice
    every = list(turns(chance))
    chance.shuffle(every)
    taken: list[dict[str, Any]] = []
    seen: Counter[int] = Counter()
    for game, before, dice in every:
        seen[game] += 1
        if seen[game] <= FROM_A_GAME:
            board = ids.Snapshot(
                before, Player.V, dice, Cube(), length=None, score=(0, 0), crawford=False
            )
            taken.append(
                {
                    "board": ids.position_id(before, Player.V),
                    "match": ids.match_id(board),
                    "mover": "V",
                    "dice": list(dice),
                    "before": RULES.text(before),
                    "played": min(map(RULES.text, RULES.ends(before, Player.V, dice).positions)),
                }
            )
    return taken


def main() -> None:
    """Play the games, judge the decisions and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    out = parser.parse_args().out
    taken = decisions()
    lines = [
        line_of(*pair)
        for pair in zip(taken, judged(taken, out.with_suffix(".partial")), strict=True)
    ]
    good = [line for line in lines if line]
    with gzip.open(out, "wt") as stream:
        stream.writelines(json.dumps(line) + "\n" for line in good)
    print(f"{len(taken)} decisions, {len(good)} judged whole")


if __name__ == "__main__":
    main()

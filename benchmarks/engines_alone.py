"""Measures the losses of gnubg and bgsage without Companion's back ends.

`python benchmarks/engines_alone.py gnubg|bgsage [--most 2218]` uses the decisions of
`data/decisions.jsonl.gz`. Each engine chooses from its own list of moves: gnubg 0-ply with cube and
score, bgsage 1-ply for a game that counts once. Compare the result with `bench_hints.py decisions
--engine …`, where the same engines only judge the ends that Companion lists.
"""

import argparse
import gzip
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.judge_decisions import DATA, GNUBG, INSIDE, RULES, board_of, row_of
from benchmarks.tournament import estimate
from companion.hints.rows import positions_of, rows_of
from companion.records import mat, mat_replay
from companion.rules import Player, Position
from companion.rules.ids import read_ids


def chosen_by_gnubg(taken: list[dict[str, Any]]) -> Iterator[Position | None]:
    """Yield the end of gnubg's best play in each decision."""
    with tempfile.TemporaryDirectory() as folder:
        given, out, code = (Path(folder) / name for name in ("given", "out", "inside.py"))
        given.write_text("".join(json.dumps(one) + "\n" for one in taken))
        inside = INSIDE.replace("evaluation plies 2", "evaluation plies 0")
        code.write_text(inside.format(given=str(given), out=str(out)))
        subprocess.run(  # the engine reads only files of this script
            [GNUBG, "-t", "-q", "-r", "-p", str(code)], check=True, capture_output=True, cwd=folder
        )
        for one, line in zip(taken, out.read_text().splitlines(), strict=True):
            before = read_ids(one["board"], one["match"]).position
            moves = mat._moves(json.loads(line)[0][0])  # noqa: SLF001 - the module has no public reader
            yield mat_replay.moved(before, Player(one["mover"]), moves)


def chosen_by_bgsage(taken: list[dict[str, Any]]) -> Iterator[Position | None]:
    """Yield the end of bgsage's best play in each decision.

    Here bgsage judges every end by the networks for the game plans of the position before the move.
    When Companion's back end asks for an end alone, bgsage uses the networks for the game plans of
    this end.
    """
    from bgsage import BgBotAnalyzer

    analyzer = BgBotAnalyzer(eval_level="1ply", cubeful=False, parallel_threads=1)
    for one in taken:
        mover = Player(one["mover"])
        (row,) = rows_of(RULES, [read_ids(one["board"], one["match"]).position], mover).astype(
            np.int64
        )
        high, low = one["dice"]
        best = analyzer.checker_play(board_of(row), high, low, jacoby=False).moves[0]
        yield positions_of(row_of(list(best.board))[None], mover)[0]


def main() -> None:
    """Print the losses of an engine."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("engine", choices=("gnubg", "bgsage"))
    parser.add_argument("--most", type=int, default=100_000)
    args = parser.parse_args()
    with gzip.open(DATA, "rt") as lines:
        taken = [json.loads(line) for line in islice(lines, args.most)]
    choose = chosen_by_gnubg if args.engine == "gnubg" else chosen_by_bgsage
    lost = []
    for one, end in zip(taken, choose(taken), strict=True):
        before, mover = read_ids(one["board"], one["match"]).position, Player(one["mover"])
        dice = (one["dice"][0], one["dice"][1])
        ends = sorted(RULES.ends(before, mover, dice).positions, key=RULES.text)
        if end is None:
            raise SystemExit(f"{args.engine} moved as nobody may: {one}")
        lost.append(max(one["equities"]) - one["equities"][ends.index(end)])
    loss = estimate(np.array(lost) * 1000)
    print(f"{args.engine} alone: {loss.mean:.2f} +- {loss.half:.2f}, n = {len(lost)}")


if __name__ == "__main__":
    main()

"""Judges the plays of real matches with GNU Backgammon or bgsage.

`python benchmarks/judge_decisions.py OUT.jsonl.gz [--judge bgsage] [--most 1500]`

Takes from the matches in `tests/data/corpus` every turn with more than one end, with its score and
cube. Every end is judged 2-ply without a filter; cube and match score count. Each line of the
result is one decision: `board` and `match` (GNU's IDs), `dice`, `mover`, `equities` and `played`.
The equities are normalised to a game of one point. Their order is the order of the ends' canonical
texts. `played` is the index of the end that was played.

The script needs gnubg (Debian's package) and takes about half an hour on one core. Results are also
stored in OUT.jsonl.partial, so that an interrupted run can be continued.

With `--judge bgsage`, bgsage judges decisions that gnubg has judged (`data/decisions.jsonl.gz`),
drawn with a seed: every end 3-ply, with cube and score. bgsage counts plies from 1, so this is as
deep as gnubg's 2-ply. It takes about a second per decision. Each line also has `gnubg`, the index
of the best end by gnubg.

In `bench_hints.py`, the loss of a choice is the difference between its equity and the best equity.
"""

import argparse
import gzip
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.hints.rows import Rows, positions_of, rows_of
from companion.records import mat, mat_replay, sheet
from companion.referee.facts import CubeAction
from companion.rules import Cube, Player, find_game, ids

CORPUS = Path(__file__).parents[1] / "tests" / "data" / "corpus"
DATA = Path(__file__).parent / "data" / "decisions.jsonl.gz"
GNUBG = "/usr/games/gnubg"
RULES = find_game("backgammon")

INSIDE = """
import json, sys
import gnubg
for line in ("automatic roll off", "automatic game off", "display off", "automatic bearoff off",
             "evaluation chequer evaluation plies 2", "evaluation chequer evaluation cubeful on",
             "evaluation chequer evaluation prune on",
             "evaluation movefilter 2 0 0 255 100", "evaluation movefilter 2 1 -1",
             "player 0 human", "player 1 human", "threads 1"):
    gnubg.command("set " + line)
with open({given!r}) as given, open({out!r}, "a") as out:
    for line in given:
        decision = json.loads(line)
        gnubg.command("set gnubgid " + decision["board"] + ":" + decision["match"])
        found = gnubg.hint(4096)["hint"]
        answer = [[one["move"], round(one["equity"], 5)] for one in found]
        out.write(json.dumps(answer) + "\\n")
        out.flush()
"""


def decisions(most: int) -> Iterator[dict[str, Any]]:
    """Yield the decisions of the corpus, with files in order of their names."""
    taken = 0
    for path in sorted(CORPUS.glob("*.mat")):
        match = mat.load(path)
        games = mat_replay.from_mat(match).games
        for game in games:
            cube = Cube()
            for step in game.entries:
                if isinstance(step, CubeAction) and step.action == "take":
                    cube = Cube(step.value, step.player)
                if not isinstance(step, sheet.SheetTurn) or step.fate != "legal":
                    continue
                before = RULES.parse(step.before)
                ends = RULES.ends(before, step.player, step.dice).positions
                if len(ends) < 2:
                    continue
                board = ids.Snapshot(
                    before,
                    step.player,
                    step.dice,
                    cube,
                    length=match.length or None,
                    score=game.score,
                    crawford=game.crawford,
                )
                yield {
                    "board": ids.position_id(before, step.player),
                    "match": ids.match_id(board),
                    "mover": step.player.value,
                    "dice": list(step.dice),
                    "before": step.before,
                    "played": step.end,
                }
                taken += 1
                if taken == most:
                    return


def judged(taken: list[dict[str, Any]], kept: Path) -> Iterator[list[Any]]:
    """Yield GNU Backgammon's answer to each decision. kept -- the file of earlier answers."""
    done = len(kept.read_text().splitlines()) if kept.exists() else 0
    with tempfile.TemporaryDirectory() as folder:
        given, code = Path(folder) / "given", Path(folder) / "inside.py"
        given.write_text("".join(json.dumps(one) + "\n" for one in taken[done:]))
        code.write_text(INSIDE.format(given=str(given), out=str(kept.absolute())))
        subprocess.run(  # the engine, on files made here
            [GNUBG, "-t", "-q", "-r", "-p", str(code)], check=True, capture_output=True, cwd=folder
        )
    yield from map(json.loads, kept.read_text().splitlines())


def line_of(one: dict[str, Any], answer: list[Any]) -> dict[str, Any] | None:
    """Return a decision with the equities of its ends, None if an end was not judged."""
    player, dice = Player(one["mover"]), (one["dice"][0], one["dice"][1])
    before = RULES.parse(one["before"])
    order = sorted(map(RULES.text, RULES.ends(before, player, dice).positions))
    worth: dict[str, float] = {}
    for move, equity in answer:
        after = mat_replay.moved(before, player, mat._moves(move))  # noqa: SLF001 - its reader
        if after is not None:
            worth[RULES.text(after)] = equity
    if set(worth) != set(order) or one["played"] not in worth:
        return None
    return {
        "board": one["board"],
        "match": one["match"],
        "mover": one["mover"],
        "dice": one["dice"],
        "played": order.index(one["played"]),
        "equities": [round(worth[text], 4) for text in order],
    }


def judged_by_sage(taken: list[dict[str, Any]], kept: Path) -> list[dict[str, Any]]:
    """Return gnubg's decisions with bgsage's equities. kept -- the file of earlier answers."""
    from bgsage import BgBotAnalyzer

    analyzer = BgBotAnalyzer(eval_level="3ply", cubeful=True, parallel_threads=1)
    done = len(kept.read_text().splitlines()) if kept.exists() else 0
    with kept.open("a") as out:
        for one in taken[done:]:
            best = int(np.argmax(one["equities"]))
            line = one | {"equities": _by_sage(analyzer, one), "gnubg": best}
            out.write(json.dumps(line) + "\n")
            out.flush()
    return list(map(json.loads, kept.read_text().splitlines()[: len(taken)]))


def _by_sage(analyzer: Any, one: dict[str, Any]) -> list[float]:  # noqa: ANN401 - it has no types
    """Return bgsage's equities of a decision's ends."""
    board, mover = ids.read_ids(one["board"], one["match"]), Player(one["mover"])
    away = [board.length - score if board.length else 0 for score in board.score]
    own, other = away if mover is Player.V else away[::-1]
    owners = {None: "centered", mover: "player", mover.other: "opponent"}
    (row,) = rows_of(RULES, [board.position], mover).astype(np.int64)
    high, low = one["dice"]
    found = analyzer.checker_play(
        board_of(row),
        high,
        low,
        cube_value=board.cube.value,
        cube_owner=owners[board.cube.owner],
        away1=own,
        away2=other,
        is_crawford=board.crawford,
        jacoby=False,
    ).moves
    ends = positions_of(np.stack([row_of(list(move.board)) for move in found]), mover)
    worth = {RULES.text(end): move.equity for end, move in zip(ends, found, strict=True)}
    order = sorted(map(RULES.text, RULES.ends(board.position, mover, (high, low)).positions))
    return [round(worth[text], 4) for text in order]


def board_of(row: NDArray[np.int64]) -> list[int]:
    """Convert a row to bgsage's board, with the opponent's pieces negative."""
    own, other = row[0, :26], row[1, :26]
    points = [int(own[k]) - int(other[25 - k]) for k in range(1, 25)]
    return [int(other[25]), *points, int(own[25])]


def row_of(board: list[int]) -> Rows:
    """Convert bgsage's board to a row."""
    row = np.zeros((2, 32), dtype=np.uint8)
    for number in range(1, 25):
        row[0, number], row[1, 25 - number] = max(board[number], 0), max(-board[number], 0)
    row[0, 25], row[1, 25] = board[25], board[0]
    row[:, 0] = 15 - row[:, 1:26].sum(axis=1)
    return row


def main() -> None:
    """Judge the decisions and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--judge", choices=("gnubg", "bgsage"), default="gnubg")
    parser.add_argument("--most", type=int, default=100_000)
    args = parser.parse_args()
    kept = args.out.with_suffix(".partial")
    if args.judge == "bgsage":
        with gzip.open(DATA, "rt") as stored:
            every = list(map(json.loads, stored))
        chance = random.Random(1)  # noqa: S311 - repeatable
        taken = chance.sample(every, min(args.most, len(every)))
        good = judged_by_sage(taken, kept)
    else:
        taken = list(decisions(args.most))
        lines = [line_of(*pair) for pair in zip(taken, judged(taken, kept), strict=True)]
        good = [line for line in lines if line]
    with gzip.open(args.out, "wt") as out:
        out.writelines(json.dumps(line) + "\n" for line in good)
    print(f"{len(taken)} decisions, {len(good)} judged whole")


if __name__ == "__main__":
    main()

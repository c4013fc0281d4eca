"""Judges the plays of real matches with GNU Backgammon.

`python benchmarks/judge_decisions.py OUT.jsonl.gz`

Takes from the matches in `tests/data/corpus` every turn with more than one end, with its score and
cube. Every end is judged 2-ply without a filter; cube and match score count. Each line of the
result is one decision: `board` and `match` (GNU's IDs), `dice`, `mover`, `equities` and `played`.
The equities are normalised to a game of one point. Their order is the order of the ends' canonical
texts. `played` is the index of the end that was played.

The script needs gnubg (Debian's package) and takes about half an hour on one core. Results are also
stored in OUT.jsonl.partial, so that an interrupted run can be continued.

In `bench_hints.py`, the loss of a choice is the difference between its equity and the best equity.
"""

import argparse
import gzip
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.records import mat, mat_replay, sheet
from companion.referee.facts import CubeAction
from companion.rules import Cube, Player, find_game, ids

CORPUS = Path(__file__).parents[1] / "tests" / "data" / "corpus"
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


def main() -> None:
    """Judge all decisions and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--most", type=int, default=100_000)
    args = parser.parse_args()
    taken = list(decisions(args.most))
    kept = args.out.with_suffix(".partial")
    lines = [line_of(*pair) for pair in zip(taken, judged(taken, kept), strict=True)]
    good = [line for line in lines if line]
    with gzip.open(args.out, "wt") as out:
        out.writelines(json.dumps(line) + "\n" for line in good)
    print(f"{len(taken)} decisions, {len(good)} judged whole")


if __name__ == "__main__":
    main()

"""Judges possible doubles in real matches with GNU Backgammon.

`python benchmarks/judge_cubes.py OUT.jsonl.gz [--every 4]`

Takes from the matches in `tests/data/corpus` every double that was offered, and one in `--every` of
the turns in which a double was possible. Each line of the result is one of these moments:

- `board` (GNU's position ID), `mover`, `cube`;
- `owned`: whether the mover owns the cube;
- `away`: the points that each player needs, the mover's first, or 0 and 0 in an open-ended match;
- `late`: whether the Crawford game has been played;
- `offered`: whether the double was offered;
- `no_double` and `double_take`: the 2-ply equities with the cube, in units of the points that a
drop gives.

The script needs gnubg and takes a minute on one core.
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
import json
import gnubg
gnubg.command("set jacoby off")
gnubg.command("set threads 1")
context = dict(cubeful=1, plies=2, deterministic=1, prune=1, noise=0.0)
with open({given!r}) as given, open({out!r}, "w") as out:
    for line in given:
        one = json.loads(line)
        away, other = one["away"]
        length = max(away, other)
        score = (length - other, length - away) if length else (0, 0)
        owner = 1 if one["owned"] else -1
        cube = gnubg.cubeinfo(one["cube"], owner, 1, length, score, 0, 0)
        board = gnubg.positionfromid(one["board"])
        _, no_double, take, *_ = gnubg.cfevaluate(board, cube, context)
        out.write(json.dumps([round(no_double, 4), round(take, 4)]) + "\\n")
"""


def moments(every: int) -> Iterator[dict[str, Any]]:
    """Yield the moments when a double could be useful, with files in order of their names."""
    seen = 0
    for path in sorted(CORPUS.glob("*.mat")):
        match = mat.load(path)
        games = mat_replay.from_mat(match).games
        near = [max(game.score) == (match.length or 0) - 1 for game in games]
        for number, game in enumerate(games):
            if near[number] and not any(near[:number]):
                continue
            for one in _of_game(game, match.length or 0, late=any(near[:number])):
                seen += not one["offered"]
                if one["offered"] or seen % every == 0:
                    yield one


def _of_game(game: sheet.SheetGame, length: int, *, late: bool) -> Iterator[dict[str, Any]]:
    cube, stands = Cube(), None
    for step, following in zip(game.entries, [*game.entries[1:], None], strict=True):
        if isinstance(step, CubeAction) and step.action == "take":
            cube = Cube(step.value, step.player)
        if isinstance(step, sheet.SheetTurn) and step.fate == "legal":
            stands = step
        if stands is None or isinstance(step, CubeAction):
            continue
        mover = stands.player.other
        offered = isinstance(following, CubeAction) and following.action == "offer"
        side = list(Player).index(mover)
        away = [length - game.score[side], length - game.score[1 - side]] if length else [0, 0]
        position = RULES.parse(stands.end)
        if not cube.may_offer(mover) or RULES.winner(position) or 0 < away[0] <= cube.value:
            continue
        yield {
            "board": ids.position_id(position, mover),
            "mover": mover.value,
            "cube": cube.value,
            "owned": cube.owner is mover,
            "away": away,
            "late": late,
            "offered": offered,
        }


def judged(taken: list[dict[str, Any]]) -> Iterator[list[float]]:
    """Yield GNU Backgammon's equities for each moment."""
    with tempfile.TemporaryDirectory() as folder:
        given, out, code = (Path(folder) / name for name in ("given", "out", "inside.py"))
        given.write_text("".join(json.dumps(one) + "\n" for one in taken))
        code.write_text(INSIDE.format(given=str(given), out=str(out)))
        subprocess.run(  # the engine, on files made here
            [GNUBG, "-t", "-q", "-r", "-p", str(code)], check=True, capture_output=True, cwd=folder
        )
        yield from map(json.loads, out.read_text().splitlines())


def main() -> None:
    """Judge all moments and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--every", type=int, default=4)
    args = parser.parse_args()
    taken = list(moments(args.every))
    with gzip.open(args.out, "wt") as out:
        for one, (no_double, take) in zip(taken, judged(taken), strict=True):
            out.write(json.dumps(one | {"no_double": no_double, "double_take": take}) + "\n")
    print(f"{len(taken)} moments, {sum(one['offered'] for one in taken)} doubles offered")


if __name__ == "__main__":
    main()

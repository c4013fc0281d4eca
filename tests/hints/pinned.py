"""Pins the inputs of the networks on some positions, and rewrites them on request.

The networks of the package were trained on exactly these inputs. If an input is computed in another
way or has another index, they evaluate wrongly without an error. So run `python -m
tests.hints.pinned` only if all networks are trained again. The positions come from random games;
those in which most inputs differ are chosen.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from companion.hints.features import features
from companion.hints.rows import rows_of
from companion.rules import Player, Position, Rules, find_game
from tests.hints.positions import random_turns

FOLDER = Path(__file__).parents[1] / "data" / "features"
GAMES = ("backgammon", "jacquet", "dutch", "acey-deucey")
POSITIONS = 24
DIGITS = 4


def inputs(rules: Rules, position: Position, player: Player, *, again: bool) -> list[float]:
    """Return the inputs of a network, rounded."""
    found = features(rules, rows_of(rules, [position], player, [again]))[:, 0]
    return [round(float(value), DIGITS) + 0.0 for value in found]


def pinned(game: str) -> list[dict[str, Any]]:
    """Return the positions in a game's file, with their inputs."""
    lines = (FOLDER / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _many(game: str) -> Iterator[dict[str, Any]]:
    plain = find_game(game)
    for number, (rules, position, player, _) in enumerate(
        random_turns(plain, 20, 15, ace_deuce=False)
    ):
        again = bool(plain.game.ace_deuce) and number % 3 == 0
        yield {
            "position": rules.text(position),
            "player": str(player),
            "options": sorted(rules.options - plain.options),
            "again": again,
            "inputs": inputs(rules, position, player, again=again),
        }


def _chosen(many: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Choose positions in which as many inputs as possible vary."""
    seen: list[set[float]] = [set() for _ in many[0]["inputs"]]
    chosen: list[dict[str, Any]] = []

    def news(one: dict[str, Any]) -> int:
        fresh = [value not in known for value, known in zip(one["inputs"], seen, strict=True)]
        return sum(
            1 if len(known) > 1 else 100 for known, new in zip(seen, fresh, strict=True) if new
        )

    for _ in range(POSITIONS):
        best = max(many, key=news)
        for known, value in zip(seen, best["inputs"], strict=True):
            known.add(value)
        chosen.append(best)
    return chosen


def main() -> None:
    """Write the files of all games."""
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES:
        chosen = _chosen(list(_many(game)))
        values = np.array([one["inputs"] for one in chosen])
        constant = int((values == values[0]).all(axis=0).sum())
        print(f"{game}: {values.shape[1]} inputs, {constant} of them the same in all")
        text = "".join(json.dumps(one, separators=(",", ":")) + "\n" for one in chosen)
        (FOLDER / f"{game}.jsonl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

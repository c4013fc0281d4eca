"""Verdict and first fault of 29 boards, in the order of docs/mistakes.md."""

import json
from pathlib import Path

import pytest

from companion.rules import Player, find_game, parse_placement

VECTORS = Path(__file__).parents[1] / "data" / "vectors"
FAULTS = [json.loads(line) for line in (VECTORS / "faults.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("case", FAULTS, ids=lambda case: case["name"])
def test_verdict_and_first_fault(case: dict[str, object]) -> None:
    options = case["options"]
    assert isinstance(options, list)
    rules = find_game(str(case["game"]), options)
    dice = case["dice"]
    assert isinstance(dice, list)
    judgement = rules.judge(
        rules.parse(str(case["position"])),
        Player(str(case["turn"])),
        (dice[0], dice[1]),
        parse_placement(str(case["end"])),
    )
    first = judgement.faults[0].code if judgement.faults else None
    assert (judgement.verdict, first) == (case["verdict"], case["fault"])

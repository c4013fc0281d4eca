"""Some thousand turns spoilt on purpose by an independent engine: verdict and first fault."""

import gzip
import json
from pathlib import Path

import pytest

from companion.rules import Player, find_game, parse_placement

FILE = Path(__file__).parents[1] / "data" / "mutations" / "mutations.jsonl.gz"
CASES = [json.loads(line) for line in gzip.decompress(FILE.read_bytes()).splitlines()]
KINDS = sorted({(case["verdict"], case["fault"] or "") for case in CASES})


@pytest.mark.parametrize(("verdict", "fault"), KINDS)
def test_the_first_fault_is_what_was_broken(verdict: str, fault: str) -> None:
    cases = [case for case in CASES if (case["verdict"], case["fault"] or "") == (verdict, fault)]
    for case in cases:
        rules = find_game(case["game"], case["options"])
        first_die, second_die = case["dice"]
        judgement = rules.judge(
            rules.parse(case["position"]),
            Player(case["turn"]),
            (first_die, second_die),
            parse_placement(case["end"]),
        )
        named = judgement.faults[0].code if judgement.faults else ""
        assert (judgement.verdict, named) == (verdict, fault), case

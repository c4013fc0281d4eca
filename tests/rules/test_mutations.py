"""6,508 turns spoilt on purpose by an independent engine: verdict and first fault.

Each was made by breaking one rule, and kept only where the first fault is certain. In one `fault`
is the code to be named first (null where the turn is legal), and `name` says how it was made.
"""

import gzip
import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from companion.rules import Code, Player, find_game, parse_placement

FILE = Path(__file__).parents[1] / "data" / "mutations" / "mutations.jsonl.gz"
Case = dict[str, Any]


def spoilt_turns() -> list[Case]:
    return [json.loads(line) for line in gzip.decompress(FILE.read_bytes()).splitlines()]


KINDS: dict[tuple[str, str], list[Case]] = defaultdict(list)
for turn in spoilt_turns():
    KINDS[turn["verdict"], turn["fault"] or ""].append(turn)


def told(case: Case) -> tuple[str, str]:
    """The judge's verdict and first fault."""
    rules, (first, second) = find_game(case["game"], case["options"]), case["dice"]
    seen, start = parse_placement(case["end"]), rules.parse(case["position"])
    judgement = rules.judge(start, Player(case["turn"]), (first, second), seen)
    return judgement.verdict, judgement.faults[0].code if judgement.faults else ""


def test_every_code_but_two_colours_has_a_spoilt_turn() -> None:
    """Where both colours stand on a point a piece came there, and that is named first."""
    assert {code for _, code in KINDS} == {*Code, ""} - {Code.TWO_COLOURS}
    assert min(map(len, KINDS.values())) >= 100


@pytest.mark.parametrize(
    "most", [pytest.param(25, id="few"), pytest.param(None, id="all", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("kind", sorted(KINDS), ids=" ".join)
def test_the_first_fault_is_the_broken_rule(kind: tuple[str, str], most: int | None) -> None:
    for case in KINDS[kind][:most]:
        assert told(case) == kind, case

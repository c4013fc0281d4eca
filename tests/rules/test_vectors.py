"""The ends of 1,280 turns, as an engine nobody here wrote lists them."""

import json
from pathlib import Path

import pytest

from companion.rules import Player, find_game

VECTORS = Path(__file__).parents[1] / "data" / "vectors"
PLAYS = [json.loads(line) for line in (VECTORS / "plays.jsonl").read_text().splitlines()]
BLOCK = 160


def test_the_vectors_are_all_there() -> None:
    assert len(PLAYS) == 1280


@pytest.mark.parametrize("first", range(0, 1280, BLOCK))
def test_ends_agree(first: int) -> None:
    for case in PLAYS[first : first + BLOCK]:
        rules = find_game(case["game"], case["options"])
        start = rules.parse(case["position"])
        assert rules.text(start) == case["position"]
        first_die, second_die = case["dice"]
        ends = rules.ends(start, Player(case["turn"]), (first_die, second_die))
        assert sorted(map(rules.text, ends.positions)) == case["ends"], case
        assert sorted(map(rules.text, ends.again)) == case.get("again", []), case
        assert ends.nothing_to_play == (case["ends"] == [case["position"]])

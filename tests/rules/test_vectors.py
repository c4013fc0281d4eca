"""The ends of 1,280 turns, as listed by another project's engine."""

import pytest

from tests.vectors import vectors

PLAYS = vectors("plays.jsonl")
BLOCK = 160


def test_the_vectors_are_all_there() -> None:
    assert len(PLAYS) == 1280


@pytest.mark.parametrize("first", range(0, 1280, BLOCK))
def test_ends_are_those_of_the_other_engine(first: int) -> None:
    for rules, start, player, dice, case in PLAYS[first : first + BLOCK]:
        assert rules.text(start) == case["position"]
        ends = rules.ends(start, player, dice)
        assert sorted(map(rules.text, ends.positions)) == case["ends"], case
        assert sorted(map(rules.text, ends.again)) == case.get("again", []), case
        assert ends.nothing_to_play == (case["ends"] == [case["position"]])

"""The plain engine against the vectors and the documents; the spoilt turns against the engine."""

from functools import lru_cache
from typing import Any

import pytest

from tests.rules import reference as ref
from tests.rules.test_mutations import spoilt_turns
from tests.vectors import lines


@lru_cache(maxsize=1)  # the spoilt turns of one throw follow each other
def turn(
    game: str, options: tuple[str, ...], position: str, player: str, dice: tuple[int, int]
) -> ref.Turn:
    rules = ref.make_rules(game, list(options))
    return ref.turn_of(rules, ref.read(rules, position), player, dice)


def turn_of(case: dict[str, Any]) -> ref.Turn:
    """The legal ends of a case, and the boards between."""
    first, second = case["dice"]
    return turn(
        case["game"], tuple(case["options"]), case["position"], case["turn"], (first, second)
    )


def sampled(every: int) -> pytest.MarkDecorator:
    """A plain run tries a sample."""
    whole = pytest.param(1, id="all", marks=pytest.mark.slow)
    return pytest.mark.parametrize("every", [pytest.param(every, id="sample"), whole])


@sampled(8)
def test_ends_of_the_vectors(every: int) -> None:
    for case in lines("plays.jsonl")[::every]:
        found = turn_of(case)
        assert sorted(found.ends) == case["ends"], case
        assert sorted(found.again) == case.get("again", []), case


def test_verdicts_of_the_vectors() -> None:
    for case in lines("faults.jsonl"):
        found = turn_of(case)
        assert (case["end"] in found.ends) == (case["verdict"] == "legal"), case
        if case["verdict"] == "illegal":
            assert case["end"] not in found.way, case


@sampled(60)
def test_spoilt_turns_agree(every: int) -> None:
    for case in spoilt_turns()[::every]:
        assert allows(turn_of(case), case), case


def allows(found: ref.Turn, case: dict[str, Any]) -> bool:
    """Whether the plain engine agrees with the verdict of a case."""
    if case["verdict"] == "legal":
        return case["end"] in found.ends
    if case["fault"] == "dice-unused" and case["verdict"] == "incomplete":
        return case["end"] in found.way - found.ends
    return case["end"] not in found.way | found.ends

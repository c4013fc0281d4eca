"""The plain engine against the vectors and the documents; the spoilt turns against the engine."""

from typing import Any

import pytest

from tests.rules import reference as ref
from tests.rules.test_mutations import spoilt_turns
from tests.vectors import lines


def turn(case: dict[str, Any]) -> ref.Turn:
    rules = ref.make_rules(case["game"], case["options"])
    first, second = case["dice"]
    return ref.turn_of(rules, ref.read(rules, case["position"]), case["turn"], (first, second))


def ends_agree(cases: list[dict[str, Any]]) -> None:
    for case in cases:
        first, second = case["dice"]
        found, again = ref.legal_ends(
            case["game"], case["options"], case["position"], case["turn"], (first, second)
        )
        assert found == case["ends"], case
        assert again == case.get("again", []), case


def test_ends_of_a_sample_of_the_vectors() -> None:
    ends_agree(lines("plays.jsonl")[::8])


@pytest.mark.slow
def test_ends_of_the_vectors() -> None:
    cases = lines("plays.jsonl")
    assert len(cases) == 1280
    ends_agree(cases)


def test_verdicts_of_the_vectors() -> None:
    for case in lines("faults.jsonl"):
        found = turn(case)
        assert (case["end"] in found.ends) == (case["verdict"] == "legal"), case
        if case["verdict"] == "illegal":
            assert case["end"] not in found.way, case


# --- the spoilt turns ---------------------------------------------------------------------------


def agrees(case: dict[str, Any]) -> bool:
    """Whether the plain engine's own verdict allows the one written."""
    found = turn(case)
    if case["verdict"] == "legal":
        return case["end"] in found.ends
    if case["fault"] == "dice-unused" and case["verdict"] == "incomplete":
        return case["end"] in found.way - found.ends
    return case["end"] not in found.way | found.ends


def test_a_sample_of_the_spoilt_turns_agrees() -> None:
    for case in spoilt_turns()[::60]:
        assert agrees(case), case


@pytest.mark.slow
def test_all_spoilt_turns_agree() -> None:
    for case in spoilt_turns():
        assert agrees(case), case

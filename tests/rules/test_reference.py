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


def ends(game: str, position: str, dice: tuple[int, int], *options: str) -> list[str]:
    return ref.legal_ends(game, list(options), position, "V", dice)[0]


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


# An opposing run of six before green's postillon stands since an accepted error (J4); green's own
# five from the start stand as well (J5). Six of green's before black's postillon is the new play.
STANDING_RUN = "V1=1N N1=1n N2=1n N3=1n N4=1n N5=1n N6=9n N8=1v N9=1v N10=1v N11=1v N12=10v1V"


def test_standing_breach_binds_nobody() -> None:
    assert ends("jacquet", STANDING_RUN, (6, 5)) == [
        "V1=1N N1=1n N2=1n N3=1n N4=1n N5=1n N6=9n N7=1V N8=1v N9=1v N10=1v N11=1v N12=10v"
    ]


def test_standing_breach_of_one_kind_leaves_the_others() -> None:
    only_start_run = "V1=1N N1=1n N6=13n N8=1v N9=1v N10=1v N11=1v N12=10v1V"
    assert ends("jacquet", only_start_run, (6, 5)) == [only_start_run]


def test_dutch_bar_and_hand_in_any_order() -> None:
    assert ends("dutch", "VB=1v VH=14v NH=15n", (6, 3)) == [
        "N7=1v N10=1v VB=1v VH=12v NH=15n",
        "N7=1v N10=1v VH=13v NH=15n",
    ]


def test_dutch_right_to_hit_is_won_and_used_in_one_turn() -> None:
    won_now = "V7=1v N10=1n N12=14v NH=14n"
    assert "V6=1v N10=1v N12=13v NB=1n NH=14n" in ends("dutch", won_now, (2, 1))
    position = "N10=1n N12=15v NH=14n"
    assert not [text for text in ends("dutch", position, (2, 5)) if "NB" in text]
    assert [text for text in ends("dutch", position, (2, 5), "may-hit-V") if "NB" in text]


def test_ace_deuce_lapses_with_the_last_piece() -> None:
    assert ref.legal_ends("acey-deucey", [], "V1=1v V2=1v VO=13v NH=15n", "V", (2, 1)) == (
        ["VO=15v NH=15n"],
        [],
    )


def test_ace_deuce_with_a_double_that_cannot_be_moved() -> None:
    position = "N3=2n N4=2n N5=2n N6=2n N12=15v NO=7n"
    found, again = ref.legal_ends("acey-deucey", [], position, "V", (1, 2))
    middle = "N3=2n N4=2n N5=2n N6=2n N10=1v N11=1v N12=13v NO=7n"
    assert middle in found
    assert middle not in again


def test_ace_deuce_double_goes_as_far_as_it_can_from_each_middle() -> None:
    # From N11 double six goes four steps; from N9 none, for N3 is closed: both are legal.
    position = "V4=1v N3=2n N12=1v VO=13v NO=13n"
    found, again = ref.legal_ends("acey-deucey", [], position, "V", (1, 2))
    assert "V4=1v N3=2n N9=1v VO=13v NO=13n" in found
    assert again
    assert "V4=1v N3=2n N9=1v VO=13v NO=13n" not in again


def test_two_dice_must_be_used_though_one_bears_off_the_last() -> None:
    # 5 at once or 1 and 5: the same end; but on the way 1 alone is not enough.
    position = "V5=1v VO=14v NO=14n N7=1n"
    assert ends("backgammon", position, (5, 1)) == ["N7=1n VO=15v NO=14n"]


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

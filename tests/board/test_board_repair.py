"""The steps that correct a wrong board carry as few pieces as possible."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.board.repair import RepairStep, repairs
from companion.rules.vocabulary import ZONES, Pile, Placement, parse_placement


@pytest.mark.parametrize(
    ("want", "have", "steps"),
    [
        ("V5=2v", "V5=2v", ()),
        ("V5=2v", "V5=1v V8=1v", (RepairStep("v", 1, "V8", "V5"),)),
        ("V5=2n", "V5=1v V8=1n", (
            RepairStep("n", 1, "V8", "V5"),
            RepairStep("v", 1, "V5", ""),
            RepairStep("n", 1, "", "V5"),
        )),
        ("N12=14v1V", "N12=14v V12=1V", (RepairStep("V", 1, "V12", "N12"),)),
        ("V1=2v", "V1=2v2?", (RepairStep("unknown", 2, "V1", ""),)),
        # The nearer of two pieces is carried, and the nearer way is named first.
        ("V5=1v N1=1n", "V6=1v V9=1v N9=1n", (
            RepairStep("v", 1, "V6", "V5"),
            RepairStep("n", 1, "N9", "N1"),
            RepairStep("v", 1, "V9", ""),
        )),
        ("V5=1v", "VB=1v", (RepairStep("v", 1, "VB", "V5"),)),
        ("VO=3v", "V2=2v", (RepairStep("v", 2, "V2", "VO"), RepairStep("v", 1, "", "VO"))),
        ("VH=1v", "", (RepairStep("v", 1, "", "VH"),)),
    ],
)  # fmt: skip
def test_steps(want: str, have: str, steps: tuple[RepairStep, ...]) -> None:
    found = repairs(parse_placement(want), parse_placement(have))
    assert sorted(found, key=str) == sorted(steps, key=str)


def test_moves_come_before_extras_and_extras_before_what_is_missing() -> None:
    want, have = parse_placement("V5=1v N12=1n"), parse_placement("V7=1v V1=1?")
    assert repairs(want, have) == (
        RepairStep("v", 1, "V7", "V5"),
        RepairStep("unknown", 1, "V1", ""),
        RepairStep("n", 1, "", "N12"),
    )


PLACEMENTS = st.builds(
    lambda chosen: Placement(tuple(chosen.get(zone, Pile()) for zone in ZONES)),
    st.dictionaries(
        st.sampled_from(ZONES),
        st.builds(Pile, v=st.integers(0, 5), n=st.integers(0, 5)),
        max_size=8,
    ),
)


@given(PLACEMENTS, PLACEMENTS)
def test_done_one_after_the_other_they_make_the_wanted_board(
    want: Placement, have: Placement
) -> None:
    board = have
    for step in repairs(want, have):
        if step.source:
            board = changed(board, step.source, step.kind, -step.count)
        if step.target:
            board = changed(board, step.target, step.kind, step.count)
    assert board == want


def changed(board: Placement, zone: str, kind: str, count: int) -> Placement:
    pile = board[zone]
    return board.with_piles({zone: pile._replace(**{kind: getattr(pile, kind) + count})})

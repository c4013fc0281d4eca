"""The steps that correct a wrong board carry as few pieces as possible."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.board.repair import Repair, repairs
from companion.rules.vocabulary import ZONES, Pile, Placement, parse_placement
from tests.tables import cases


@pytest.mark.parametrize(
    ("want", "have", "steps"),
    cases("board/repair-steps", Repair=Repair),
)  # fmt: skip
def test_steps(want: str, have: str, steps: tuple[Repair, ...]) -> None:
    found = repairs(parse_placement(want), parse_placement(have))
    assert sorted(found, key=str) == sorted(steps, key=str)


def test_moves_come_before_extras_and_extras_before_what_is_missing() -> None:
    want, have = parse_placement("V5=1v N12=1n"), parse_placement("V7=1v V1=1?")
    assert repairs(want, have) == (
        Repair("v", 1, "V7", "V5"),
        Repair("unknown", 1, "V1", ""),
        Repair("n", 1, "", "N12"),
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
def test_all_steps_together_lead_to_the_wanted_board(want: Placement, have: Placement) -> None:
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

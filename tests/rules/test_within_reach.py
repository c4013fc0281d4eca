"""What the remaining dice can reach: the bound that limits a search among plays."""

import pytest

from companion.rules.position import BAR_SLOT, HAND_SLOT, OFF_SLOT, pack
from companion.rules.steps import within_reach
from tests.tables import cases

Side = dict[int, int]


@pytest.mark.parametrize(
    ("stands", "seen", "dice", "reached"),
    cases("rules/within-reach", BAR=BAR_SLOT, HAND=HAND_SLOT, OFF=OFF_SLOT),
)
def test_positions_within_reach_are_recognised(
    stands: Side, seen: Side, dice: tuple[int, ...], *, reached: bool
) -> None:
    assert within_reach(pack(slots(stands)), tuple(slots(seen)), dice) is reached


@pytest.mark.parametrize(
    ("stands", "seen", "reached"),
    [
        ({6: 2}, {3: 2}, True),
        ({6: 1}, {4: 1}, False),  # two pips, by threes
        ({6: 2}, {4: 1}, True),  # how far the one in the air has come is not known
        ({2: 1}, {OFF_SLOT: 1}, True),  # a piece is borne off with a larger die
    ],
)
def test_a_double_moves_only_by_multiples_of_its_number(
    stands: Side, seen: Side, *, reached: bool
) -> None:
    assert within_reach(pack(slots(stands)), tuple(slots(seen)), (3,) * 4, 3) is reached


def slots(side: Side) -> list[int]:
    return [side.get(slot, 0) for slot in range(HAND_SLOT + 1)]

"""What the remaining dice can reach: the bound that limits a search among plays."""

import pytest

from companion.rules.position import BAR_SLOT, HAND_SLOT, OFF_SLOT, pack
from companion.rules.progress import within_reach

Side = dict[int, int]


@pytest.mark.parametrize(
    ("stands", "seen", "dice", "reached"),
    [
        ({6: 2}, {5: 1, 3: 1}, (3, 1), True),
        ({6: 2}, {5: 1, 3: 1}, (2, 1), False),  # four pips
        ({6: 2}, {5: 1, 3: 1}, (6,), False),  # two pieces have to land
        ({8: 1, 6: 2}, {5: 1, 3: 1}, (6,), False),  # with a third in the air too
        ({6: 2}, {5: 2}, (6,), False),
        ({6: 2}, {5: 1}, (1,), True),  # the other is in the air
        ({6: 1}, {6: 1}, (), True),
        ({6: 1}, {7: 1}, (1,), False),  # backwards
        ({6: 1}, {6: 2}, (1,), False),
        ({6: 1}, {OFF_SLOT: 1}, (6,), True),
        ({6: 2}, {OFF_SLOT: 2}, (6,), False),
        ({6: 1, 3: 1}, {OFF_SLOT: 1, 2: 1}, (6,), False),
        ({BAR_SLOT: 1}, {22: 1}, (3,), True),
        ({BAR_SLOT: 1}, {22: 1}, (2,), False),
        ({}, {BAR_SLOT: 1}, (6, 6), False),
        ({HAND_SLOT: 2}, {HAND_SLOT: 1, 20: 1}, (5,), True),
        ({HAND_SLOT: 2}, {HAND_SLOT: 1, 20: 1}, (4,), False),
        ({6: 1}, {HAND_SLOT: 1}, (6,), False),
    ],
)
def test_what_dice_can_bring_about(
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
def test_a_double_goes_by_its_number_alone(stands: Side, seen: Side, *, reached: bool) -> None:
    assert within_reach(pack(slots(stands)), tuple(slots(seen)), (3,) * 4, 3) is reached


def slots(side: Side) -> list[int]:
    return [side.get(slot, 0) for slot in range(HAND_SLOT + 1)]

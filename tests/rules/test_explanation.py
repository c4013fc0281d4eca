"""How an illegal play is described: dice are assigned to the moved pieces if these are few."""

import pytest

from companion.rules.explanation import EXPLAINED, PieceDice, Pool, complete_assignments
from companion.rules.named_moves import PieceMove


def moves(count: int) -> tuple[PieceMove, ...]:
    return tuple(PieceMove(at + 10, at + 5) for at in range(count))


def test_with_many_moved_pieces_no_dice_are_assigned() -> None:
    pool = Pool((6, 5))
    many = moves(EXPLAINED + 1)
    assert list(complete_assignments(many, pool)) == [(PieceDice(),) * len(many)]
    assert len(list(complete_assignments(moves(EXPLAINED), pool))) > 1


@pytest.mark.parametrize("count", [0, 1, 2])
def test_each_die_is_assigned_once_or_not_at_all(count: int) -> None:
    deals = list(complete_assignments(moves(count), Pool((6, 5))))
    assert (PieceDice(),) * count in deals
    assert len(set(deals)) == len(deals)
    for dealt in deals:
        firsts = [die for hand in dealt for die in hand.firsts]
        assert sorted(firsts) == sorted(set(firsts))
        assert {*firsts} <= {6, 5}

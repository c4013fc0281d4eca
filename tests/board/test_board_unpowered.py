"""Dice placed while the board had no power are distinguished from those that were there before."""

import pytest

from companion.board.watch import Unpowered
from companion.link.messages import BoardState, Seats
from companion.rules.vocabulary import Player
from tests.tables import table

V, N = Player.V, Player.N


def line(v: str, n: str = "--") -> BoardState:
    keys = ((0,) * 7, (0,) * 7)
    return BoardState(0, 0, (), Seats(v, 0), Seats(n, 0), keys)


@pytest.mark.parametrize(("before", "after", "uncounted"), table("board/unpowered"))
def test_dice_placed_without_power_are_uncounted(before: str, after: str, uncounted: bool) -> None:  # noqa: FBT001
    unpowered = Unpowered()
    assert unpowered.uncounted_sides(line(before), frozenset()) == frozenset()
    unpowered.boot(line(before))
    # A board that has just started reads no die yet.
    assert unpowered.uncounted_sides(line("~~", "~~"), frozenset()) == frozenset()
    found = frozenset({V} if uncounted else ())
    assert unpowered.uncounted_sides(line(after), frozenset()) == found
    assert unpowered.uncounted_sides(line(after), frozenset()) == found
    unpowered.forget()
    assert unpowered.uncounted_sides(line(after), frozenset()) == frozenset()


def test_a_side_stays_uncounted_until_its_dice_are_lifted_or_thrown() -> None:
    unpowered = Unpowered()
    unpowered.boot(line("--", "--"))
    assert unpowered.uncounted_sides(line("63", "52"), frozenset()) == {V, N}
    assert unpowered.uncounted_sides(line("63", "--"), frozenset()) == {V}
    assert unpowered.uncounted_sides(line("63", "41"), frozenset()) == {V}
    assert unpowered.uncounted_sides(line("11", "41"), frozenset({V})) == frozenset()


def test_after_several_restarts_the_state_before_the_first_counts() -> None:
    unpowered = Unpowered()
    unpowered.boot(line("63", "--"))
    unpowered.boot(line("~~", "~~"))
    assert unpowered.uncounted_sides(line("63", "52"), frozenset()) == {N}


def test_without_an_earlier_state_no_side_is_uncounted() -> None:
    unpowered = Unpowered()
    unpowered.boot(None)
    assert unpowered.uncounted_sides(line("63", "52"), frozenset()) == frozenset()

"""A die that is only touched is not a throw; lifting both dice is."""

import pytest

from companion.board.watch import Touches
from companion.link.messages import BoardState, Seats
from companion.rules.vocabulary import Player

V, N = Player.V, Player.N


def line(v: str, n: str = "--") -> BoardState:
    keys = ((0,) * 7, (0,) * 7)
    return BoardState(0, 0, (), Seats(v, 0), Seats(n, 0), keys)


@pytest.mark.parametrize(
    ("faces", "who"),
    [
        (("63", "-3", "63"), {V}),
        (("63", "~3", "53"), {V}),
        (("c3", "~3", "53"), {V}),
        (("63", "6-", "6~", "61"), {V}),
        # Both were away, or nobody saw what happened.
        (("63", "--", "63"), set()),
        (("63", "~~", "52"), set()),
        (("63", "-3", "--", "6~", "63"), set()),
        (("63", "52"), set()),
        (("--", "6-", "63"), set()),
        (("6-", "6~", "63"), set()),
    ],
)
def test_touch_or_throw(faces: tuple[str, ...], who: set[Player]) -> None:
    touches = Touches()
    found = [touches.feed(line(each)) for each in faces]
    assert found[-1] == who
    assert not any(found[:-1])


@pytest.mark.parametrize(
    ("kept", "faces", "is_old"),
    [
        ("6-", ("6~", "63"), True),
        ("-6", ("36",), True),
        ("6-", ("~-", "63"), False),
        ("6-", ("--", "~~", "63"), False),
        ("6-", ("--", "6~", "63"), False),
        ("63", ("6-", "63"), False),
        ("--", ("6-", "63"), False),
    ],
)
def test_a_die_thrown_next_to_an_old_one(kept: str, faces: tuple[str, ...], is_old: bool) -> None:  # noqa: FBT001
    touches = Touches()
    touches.feed(line(kept))
    touches.keep(line(kept))
    for each in faces:
        touches.feed(line(each))
    assert touches.has_old_die(V) == is_old
    assert not touches.has_old_die(N)
    touches.reset()
    assert not touches.has_old_die(V)


def test_each_side_is_reported_separately_and_once() -> None:
    touches = Touches()
    for each in (("63", "21"), ("-3", "-1"), ("63", "--")):
        last = touches.feed(line(*each))
    assert last == {V}
    assert touches.feed(line("63", "21")) == frozenset()


def test_after_lost_lines_no_touch_is_reported() -> None:
    touches = Touches()
    touches.feed(line("63"))
    touches.feed(line("-3"))
    touches.reset()
    assert touches.feed(line("63")) == frozenset()

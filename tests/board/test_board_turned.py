"""A board turned round: places change sides, pieces keep their kinds."""

from companion.board.observation import turned, turned_zone
from companion.link.messages import BoardState, Seats

STATE = BoardState(
    seq=1,
    ms=2,
    zones=(("V6", (("v", 5),)), ("N12", (("n", 1),)), ("VB", (("v", 1),))),
    v=Seats("63", 4),
    n=Seats("--", 2),
    keys=((1,) * 7, (2,) * 7),
)


def test_points_trays_and_keys_change_sides() -> None:
    other = turned(STATE)
    assert other.zones == (("N6", (("v", 5),)), ("V12", (("n", 1),)), ("VB", (("v", 1),)))
    assert (other.v, other.n) == (STATE.n, STATE.v)
    assert other.keys == ((2,) * 7, (1,) * 7)
    assert (other.seq, other.ms) == (1, 2)


def test_turning_twice_changes_nothing() -> None:
    assert turned(turned(STATE)) == STATE
    assert turned_zone("NO") == "NO"

"""The counters of throws and keys, where any of the lines may be lost."""

from hypothesis import given
from hypothesis import strategies as st

from companion.board.observation import Pressed
from companion.board.watch import CounterEvent, Counters, Thrown
from companion.link.messages import BoardState, Key, Seats
from companion.rules.vocabulary import Player

NONE = (0,) * 7


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.booleans()), max_size=40),
    st.integers(0, 65535),
    st.integers(0, 255),
)
def test_lost_lines_lose_nothing(
    moves: list[tuple[int, int, bool]], throws: int, presses: int
) -> None:
    counters = Counters()
    events: list[CounterEvent] = []
    for more_throws, more_presses, arrives in [(0, 0, True), *moves, (0, 0, True)]:
        throws = (throws + more_throws) % 65536
        presses = (presses + more_presses) % 256
        if arrives:
            keys = (presses, *NONE[1:]), NONE
            state = BoardState(0, 0, (), Seats("63", throws), Seats("63", 0), keys)
            events += counters.feed(state)
    thrown = sum(event.times for event in events if isinstance(event, Thrown))
    assert thrown == sum(move[0] for move in moves)
    assert events.count(Pressed(Player.V, Key.REPEAT)) == sum(move[1] for move in moves)

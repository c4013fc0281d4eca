from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.board.observation import Stars, read, star_owners
from companion.board.watch import Settler
from companion.link.codec import FrameReader, parse
from companion.link.messages import BoardState, Key
from companion.rules import find_game, game_names
from companion.rules.games import BY_NAME
from companion.rules.vocabulary import Pile, Placement, Player, parse_placement
from companion.sim.board import VirtualBoard
from companion.sim.hands import BoardHands, Layout, Lift, moves, perform
from tests.tables import table

V, N = Player.V, Player.N
Result = TypeVar("Result")


class Table:
    """A board, and the hands at it, in a hurry."""

    def __init__(self, layout: Layout, pause_ms: int = 150) -> None:
        self.board = VirtualBoard()
        self.hands = BoardHands(self.act, self.board.advance, layout, pause_ms=pause_ms)
        self.layout = layout

    def act(self, do: Callable[[VirtualBoard], Result]) -> Result:
        return do(self.board)

    def shows(self, wanted: Placement) -> str:
        seen = read(self.board.zones, Stars(), self.layout.game, mirrored=self.layout.mirrored)
        rules = find_game(self.layout.game.name)
        if not rules.game.in_hand:
            return seen.text
        return rules.readings(rules.position(wanted), Player.V, seen)[0].text

    def settled(self) -> list[BoardState]:
        settler = Settler()
        lines = FrameReader().feed(b"".join(self.board.outgoing()))
        found = [parse(line) for line in lines]
        return [one for one in found if isinstance(one, BoardState) and settler.feed(one)]


def start(game: str) -> Placement:
    rules = find_game(game, [])
    return rules.placement(rules.start)


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("mirrored", [False, True])
def test_a_start_is_set_up_and_read_again(game: str, *, mirrored: bool) -> None:
    table = Table(Layout(BY_NAME[game], mirrored=mirrored))
    table.hands.set_up(start(game))
    assert table.shows(start(game)) == start(game).text
    assert len(table.settled()) == 1


def test_the_stars_are_the_postillons_of_jacquet() -> None:
    table = Table(Layout(BY_NAME["jacquet"]))
    table.hands.set_up(start("jacquet"))
    zones = dict(table.board.zones)
    assert dict(zones["N12"]) == {"v": 14, "V": 1}
    assert dict(zones["V12"]) == {"n": 14, "N": 1}
    assert star_owners(table.board.zones, start("jacquet"), BY_NAME["jacquet"]) == Stars()


def acts(before: str, after: str, game: str) -> list[str]:
    """What hands do at a board with this placement, or with these single pieces."""
    board = VirtualBoard()
    if "=" in before:
        for act in moves((), parse_placement(before), Layout(BY_NAME[game])):
            perform(board, act)
    for piece in () if "=" in before else before.split():
        board.put(piece[:-1], piece[-1])
    found = moves(board.zones, parse_placement(after), Layout(BY_NAME[game]))
    return [f"{'-' if isinstance(act, Lift) else '+'}{act.zone}{act.letter}" for act in found]


@pytest.mark.parametrize(("before", "after", "game", "expected"), table("sim/hand-moves"))
def test_hands_move_only_the_differences(before: str, after: str, game: str, expected: str) -> None:
    assert acts(before, after, game) == expected.split()


pieces = st.lists(
    st.sampled_from([*(f"V{k}" for k in range(1, 13)), "N1", "N12", "VB", "VO"]),
    min_size=15,
    max_size=15,
)


@given(
    first=pieces,
    second=pieces,
    mirrored=st.booleans(),
    game=st.sampled_from(["backgammon", "dutch"]),
)
def test_from_any_board_hands_reach_any_other(
    first: list[str], second: list[str], game: str, *, mirrored: bool
) -> None:
    table = Table(Layout(BY_NAME[game], mirrored=mirrored))
    before, after = (
        parse_placement("N5=15n").with_piles(
            {zone: Pile(v=zones.count(zone)) for zone in set(zones)}
        )
        for zones in (first, second)
    )
    table.hands.set_up(before)
    assert table.shows(before) == before.text
    table.hands.move(before, after)
    assert table.shows(after) == after.text


def test_hands_correct_a_board_that_differs() -> None:
    table = Table(Layout(BY_NAME["backgammon"]))
    table.hands.set_up(start("backgammon"))
    table.board.lift("V6", "v")
    table.board.put("V2", "v")
    after = parse_placement("V1=2n V6=4v V8=3v V12=5n N1=6v N5=3n N7=5n N12=2v")
    table.hands.move(start("backgammon"), after)
    assert table.shows(after) == after.text


def test_without_a_difference_nothing_is_touched() -> None:
    table = Table(Layout(BY_NAME["backgammon"]))
    table.board.put("V6", "v")
    table.hands.move(start("backgammon"), start("backgammon"))
    assert table.board.clock == 0


def test_quick_hands_settle_only_at_the_end_and_slow_ones_in_between() -> None:
    for pause, count in ((150, 1), (600, 4)):
        table = Table(Layout(BY_NAME["backgammon"]), pause_ms=pause)
        table.hands.set_up(start("backgammon"))
        table.settled()
        after = parse_placement("V1=2n V6=6v V8=1v V12=5n N1=5v N5=3n N7=5n N12=2v V5=1v")
        table.hands.move(start("backgammon"), after)
        assert len(table.settled()) == count


def test_hands_throw_and_lift_dice_and_press_keys() -> None:
    table = Table(Layout(BY_NAME["backgammon"]))
    table.hands.throw(V, 6, 3)
    assert table.board.faces(V) == "63"
    table.hands.throw(N, "c", None)
    assert table.board.faces(N) == "c-"
    table.hands.lift(V)
    table.hands.lift(N)
    then = table.board.clock
    table.hands.lift(N)
    assert table.board.clock == then
    assert [state.v.faces for state in table.settled()] == ["63", "63", "--", "--"]
    assert table.board.faces(N) == "--"
    table.hands.press(N, Key.SCORE)
    (line,) = FrameReader().feed(b"".join(table.board.outgoing()))
    state = parse(line)
    assert isinstance(state, BoardState)
    assert state.keys == ((0,) * 7, (0, 0, 1, 0, 0, 0, 0))

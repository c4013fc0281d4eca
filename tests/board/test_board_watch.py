"""A board's lines, one after the other: presses, throws, stands and faults, across losses."""

from companion.board.counters import Pressed, Thrown
from companion.board.health import LASTS_MS
from companion.board.watch import Stand, Watch
from companion.link.messages import BoardState, Key, Seats
from companion.rules.vocabulary import Player

V, N = Player.V, Player.N
NOBODY: frozenset[Player] = frozenset()
GREEN = frozenset({V})
SHORT = ("V7", "short")


class Board:
    """Says lines to a watch; `settle` says one twice and gives the stand."""

    def __init__(self) -> None:
        self.watch = Watch()
        self.ms = 0
        self.faults: tuple[tuple[str, str], ...] = ()

    def line(self, v: str, throws: int = 0, presses: int = 0, *, ms: int = 100) -> BoardState:
        self.ms += ms
        keys = (presses, *(0,) * 6), (0,) * 7
        seats = Seats(v[0], v[1], throws), Seats("-", "-", 0)
        return BoardState(0, self.ms, (), *seats, keys, self.faults)

    def settle(self, v: str, throws: int = 0) -> Stand | None:
        for ms in (100, 300):
            line = self.line(v, throws, ms=ms)
            self.watch.line(line)
            stand = self.watch.stand(line)
        return stand


def test_a_throw_and_a_press_then_the_stand_that_shows_the_throw_once() -> None:
    board = Board()
    board.settle("--")
    assert board.watch.line(board.line("63", 1, 1)) == [Thrown(V), Pressed(V, Key.REPEAT)]
    stand = board.settle("63", 1)
    assert stand is not None
    assert (stand.thrown, stand.beside, stand.uncounted) == (GREEN, NOBODY, NOBODY)
    board.watch.look_again()
    again = board.settle("63", 1)
    assert again is not None
    assert again.thrown == NOBODY


def test_a_touch_is_no_throw_and_dice_that_move_are_told_of_later() -> None:
    board = Board()
    board.settle("63", 1)
    board.settle("-3", 1)
    touched, moving, lies = board.settle("63", 2), board.settle("~~", 3), board.settle("52", 3)
    assert touched is not None
    assert moving is not None
    assert lies is not None
    assert (touched.thrown, moving.thrown, lies.thrown) == (NOBODY, NOBODY, GREEN)


def test_a_die_that_lay_alone_while_nobody_moved_is_an_old_one() -> None:
    board = Board()
    old = board.settle("6-", 1)
    assert old is not None
    board.watch.at_rest(old)
    beside = board.settle("63", 2)
    assert beside is not None
    assert (beside.thrown, beside.beside) == (GREEN, GREEN)


def test_what_lies_after_a_restart_was_not_counted_until_that_was_told() -> None:
    board = Board()
    assert not board.watch.boot("a")
    board.settle("--", 7)
    board.watch.lost()
    assert board.watch.boot("b")
    stand = board.settle("63")
    assert stand is not None
    assert (stand.thrown, stand.uncounted) == (NOBODY, GREEN)
    board.watch.at_rest(stand)
    board.watch.look_again()
    told = board.settle("63")
    assert told is not None
    assert told.uncounted == NOBODY


def test_another_game_knows_no_throw_of_the_last_but_the_faults_that_were_told() -> None:
    board = Board()
    board.faults = (SHORT,)
    board.watch.troubles(board.line("--"))
    assert board.watch.troubles(board.line("--", ms=LASTS_MS)).lasting == (SHORT,)
    board.watch.line(board.line("--"))
    board.watch.line(board.line("63", 1))
    board.watch.begin()
    assert board.watch.line(board.line("52", 9)) == []
    stand = board.settle("52", 9)
    assert stand is not None
    assert (stand.thrown, stand.uncounted) == (NOBODY, NOBODY)
    assert board.watch.troubles(board.line("52", 9, ms=LASTS_MS)).lasting == ()


def test_after_a_loss_the_next_line_is_looked_at_afresh() -> None:
    board = Board()
    board.settle("--")
    same, anew, then = (board.line("--", ms=50) for _ in range(3))
    board.watch.stand(same)
    assert not board.watch.began(same)
    board.watch.lost()
    board.watch.stand(anew)
    assert board.watch.began(anew)
    board.watch.stand(then)
    assert not board.watch.began(then)

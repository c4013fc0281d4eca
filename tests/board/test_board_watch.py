"""The lines of a board in order: presses, throws, settled boards and faults, with lost lines."""

from companion.board.health import LASTS_MS
from companion.board.observation import Pressed, SettledBoard
from companion.board.watch import Watch
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
        seats = Seats(v, throws), Seats("--", 0)
        return BoardState(0, self.ms, (), *seats, keys, self.faults)

    def settle(self, v: str, throws: int = 0) -> SettledBoard | None:
        for ms in (100, 300):
            board = self.watch.observe(self.line(v, throws, ms=ms)).board
        return board


def test_a_board_is_changing_until_the_line_after_it_settled() -> None:
    board = Board()
    told = [board.watch.observe(board.line("--", ms=ms)).is_changing for ms in (100, 100, 300, 100)]
    assert told == [True, True, True, False]
    assert board.watch.observe(board.line("63", 1)).is_changing


def test_a_settled_board_shows_a_throw_once() -> None:
    board = Board()
    board.settle("--")
    assert board.watch.observe(board.line("63", 1, 1)).keys == (Pressed(V, Key.REPEAT),)
    stand = board.settle("63", 1)
    assert stand is not None
    assert (stand.thrown, stand.with_old_die, stand.uncounted) == (GREEN, NOBODY, NOBODY)
    board.watch.look_again()
    again = board.settle("63", 1)
    assert again is not None
    assert again.thrown == NOBODY


def test_a_touch_is_no_throw_and_moving_dice_are_reported_later() -> None:
    board = Board()
    board.settle("63", 1)
    board.settle("-3", 1)
    touched, moving, lies = board.settle("63", 2), board.settle("~~", 3), board.settle("52", 3)
    assert touched is not None
    assert moving is not None
    assert lies is not None
    assert (touched.thrown, moving.thrown, lies.thrown) == (NOBODY, NOBODY, GREEN)


def test_a_single_die_that_lay_between_turns_is_an_old_die() -> None:
    board = Board()
    old = board.settle("6-", 1)
    assert old is not None
    board.watch.at_rest(old)
    second = board.settle("63", 2)
    assert second is not None
    assert (second.thrown, second.with_old_die) == (GREEN, GREEN)


def test_dice_found_after_a_restart_are_uncounted_until_reported() -> None:
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


def test_another_game_keeps_the_reported_faults_but_no_throws() -> None:
    board = Board()
    board.faults = (SHORT,)
    board.watch.observe(board.line("--"))
    assert board.watch.observe(board.line("--", ms=LASTS_MS)).faults.lasting == (SHORT,)
    board.watch.observe(board.line("63", 1))
    board.watch.begin()
    board.watch.observe(board.line("52", 9))
    stand = board.settle("52", 9)
    assert stand is not None
    assert (stand.thrown, stand.uncounted) == (NOBODY, NOBODY)
    assert board.watch.observe(board.line("52", 9, ms=LASTS_MS)).faults.lasting == ()


def test_a_line_has_news_if_something_happened_or_a_position_began() -> None:
    board = Board()
    news = []
    for seats, presses in (("--", 0), ("--", 0), ("--", 1), ("--", 1), ("6-", 1), ("6-", 1)):
        board.watch.observe(board.line(seats, 0, presses))
        news.append(board.watch.has_news)
    assert news == [True, False, True, True, True, False]  # the fourth line settles


def test_after_a_loss_the_next_board_settles_again() -> None:
    board = Board()
    board.settle("--")
    news = []
    for lost in (False, True, False):
        if lost:
            board.watch.lost()
        board.watch.observe(board.line("--", ms=50))
        news.append(board.watch.has_news)
    assert news == [False, True, False]


def test_look_again_measures_the_settling_time_from_the_given_line() -> None:
    board = Board()
    board.settle("--")
    pressed = board.line("--", 0, 1)
    board.watch.observe(pressed)
    board.watch.look_again(pressed)
    assert board.watch.observe(board.line("--", 0, 1, ms=250)).board is not None

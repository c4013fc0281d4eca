"""The clock: whose time runs, what stops it, what is announced, and how breaks count."""

import pytest

from companion.link.messages import MS_MODULUS, Key
from companion.referee.facts import GameBegins, Ruling, TimeLeft
from companion.referee.referee import Referee
from companion.referee.state import Phase
from companion.referee.talk_facts import KeyAnswer
from tests.referee.harness import N, TableTop, V

RIGHT = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"


def at_table(minutes: int = 0) -> TableTop:
    """Green begins with 3 and 1; the board says something every second."""
    top = TableTop(minutes=minutes)
    top.begin("31")
    top.at(top.ms)
    return top


def sit(top: TableTop, seconds: int) -> list[TimeLeft]:
    told = []
    for _ in range(seconds):
        top.ms += 1000
        told += [fact for fact in top.at(top.ms) if isinstance(fact, TimeLeft)]
    return told


def figures(top: TableTop) -> tuple[int, ...]:
    (answer,) = top.press(V, Key.SCORE, Key.SCORE, Key.SCORE)
    assert isinstance(answer, KeyAnswer)
    top.set(last_key=None)
    return answer.numbers


def test_time_runs_for_the_mover_until_his_dice_are_up() -> None:
    top = at_table()
    sit(top, 100)
    top.stand(RIGHT)
    top.at(top.ms)
    top.lift()
    sit(top, 50)
    running, green, black, limit = figures(top)
    assert (running, green, black, limit) == (51, 100, 51, 0)


def test_the_time_before_a_ruling_counts_for_the_player_on_turn() -> None:
    top = at_table()
    green, black = top.referee.state.clock.used
    top.referee.take(Ruling("pause", by="keyboard"), top.ms + 30_000)
    assert top.referee.state.clock.used == (green + 30_000, black)


def test_an_open_error_costs_nobody_time_and_an_offered_cube_costs_who_has_to_answer() -> None:
    top = at_table()
    top.lift()
    assert top.referee.state.phase is Phase.ERROR
    before = top.referee.state.clock.used
    sit(top, 30)
    assert top.referee.state.clock.used == before
    top.set(phase=Phase.DOUBLED)
    sit(top, 30)
    assert top.referee.state.clock.used == (before[0], before[1] + 30_000)


def test_a_pause_a_lost_board_and_a_restart_cost_nobody_time() -> None:
    top = at_table(20)
    sit(top, 10)
    used = top.referee.state.clock.used
    top.set(phase=Phase.PAUSED)
    sit(top, 500)
    top.set(phase=Phase.MOVING)
    top.referee.lost()
    top.ms += 400_000
    top.at(top.ms)
    assert top.referee.state.clock.used == used
    state = top.referee.state
    top.referee = Referee(top.referee.rules, state.match, state)
    top.ms = 500
    top.at(top.ms)
    assert (top.referee.state.clock.used, top.referee.state.evening.limit) == (used, 20 * 60_000)


def test_a_board_clock_that_begins_anew_or_goes_round_tells_the_truth() -> None:
    top = at_table()
    used = top.referee.state.clock.used[0]
    top.set(ticked=MS_MODULUS - 400)
    top.at(600)
    assert top.referee.state.clock.used[0] == used + 1000
    top.at(200)
    assert top.referee.state.clock.used[0] == used + 1000


def test_both_are_told_when_time_runs_out() -> None:
    top = at_table(20)
    told = sit(top, 20 * 60 + 100)
    assert told == [TimeLeft(V, 600), TimeLeft(V, 300), TimeLeft(V, 60), TimeLeft(V, 0)]
    assert top.referee.state.phase is Phase.MOVING
    assert figures(top)[3] == 20 * 60


@pytest.mark.parametrize(("minutes", "marks"), [(5, [60, 0]), (10, [300, 60, 0]), (0, [])])
def test_what_is_left_at_the_start_is_no_news(minutes: int, marks: list[int]) -> None:
    assert [fact.seconds for fact in sit(at_table(minutes), 700)] == marks


def test_each_game_has_its_own_time() -> None:
    top = TableTop(minutes=20)
    begins = top.begin()[-1]
    assert isinstance(begins, GameBegins)
    assert begins.clock == 20
    top.set(phase=Phase.TO_THROW, player=N)
    sit(top, 100)
    top.press(V, *[Key.NO] * 6, Key.YES, Key.YES)
    top.press(N, Key.YES)
    assert (top.referee.state.clock.used, top.referee.state.evening.limit) == ((0, 0), 20 * 60_000)

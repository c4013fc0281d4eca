"""A match of several games: set-up, results, breaks, and options that change the stake."""

import pytest

from companion.board.observation import Observation
from companion.link.messages import Key
from companion.referee import facts as f
from companion.referee.board_facts import Setup
from companion.referee.machine import reopen
from companion.referee.referee import Referee
from companion.referee.state import State
from companion.rules import agree_match, find_game, game_names
from tests.referee.harness import N, TableTop, names


def test_a_right_won_in_dutch_is_no_option_of_a_game_that_goes_on() -> None:
    top = TableTop("dutch")
    top.begin("61")
    top.set(rights=("may-hit-V",))
    top.referee.state = reopen(top.referee.state)
    begins = [each for each in top.look() if isinstance(each, f.GameBegins)]
    assert [(each.resumed, each.options) for each in begins] == [(True, ())]


# --- Jacquet on a real board -------------------------------------------------------------------


@pytest.mark.parametrize("game", game_names())
def test_a_state_starts_with_the_start_position(game: str) -> None:
    rules = find_game(game)
    referee = Referee(rules, agree_match(rules, None))
    assert isinstance(referee.state, State)
    assert referee.state.game.position == rules.start


def test_a_set_up_left_alone_is_named_five_times_ever_later() -> None:
    top = TableTop()
    top.stand("V6=15v N6=15n")
    told = [now for now in range(0, 3_600_000, 1000) if top.at(top.ms + now)]
    assert told == [15_000, 44_000, 101_000, 214_000, 439_000]
    (setup,) = top.press(N, Key.BOARD)
    assert isinstance(setup, Setup)
    assert not setup.empty
    top.stand("V6=14v V7=1v N6=15n")
    assert top.referee.state.setup.reminded == 0


def test_nobody_is_reminded_while_hands_move_the_pieces() -> None:
    top = TableTop()
    top.stand("V6=15v N6=15n")
    assert top.referee.settled(Observation(top.ms + 20_000, is_changing=True)) == ()
    assert names(top.at(top.ms + 20_300)) == ["Setup"]

"""A board that senses pieces but no dice: dice are typed, all else is as at a sensing board."""

from pathlib import Path

import pytest

from companion.link.messages import Closed, Line
from companion.records.journal import Journal
from companion.referee.facts import RulingRefused, TurnEnds
from companion.referee.state import Phase
from companion.referee.talk_facts import Question
from companion.rules import Player, Verdict
from companion.settings import Settings
from tests.every_game import every_game
from tests.flow import test_golden
from tests.flow.sitting import Sitting
from tests.referee.harness import TableTop
from tests.typed.seat import Seat
from tests.typed.typed_sitting import TypedSitting

V, N = Player.V, Player.N


def opened(lang: str = "en") -> Seat:
    """A game of backgammon that green begins with 3 and 1."""
    seat = Seat(Settings("", "backgammon", type_dice=True, lang=lang))
    seat.throw(V, 3)
    seat.throw(N, 1)
    assert seat.table.state.phase is Phase.MOVING
    return seat


def test_the_scene_with_typed_dice_is_answered_as_written() -> None:
    """Only the tests here measure the branches of `companion.typed`."""
    test_golden.test_every_scene_is_spoken_as_written("typed-dice", "en")


def test_enter_right_after_the_last_piece_judges_that_piece() -> None:
    """The line waits until the board has settled."""
    seat = opened()
    for zone in ("V8", "V6"):
        seat.sitting.board.lift(zone, "v")
        seat.sitting.board.put("V5", "v")
    seat.sitting.pump()
    seat.sitting.type("")
    assert [f.verdict for f in seat.facts if isinstance(f, TurnEnds)] == [Verdict.LEGAL]


def test_while_the_board_is_away_no_turn_ends() -> None:
    seat = opened()
    seat.sitting.board.lift("V8", "v")
    seat.sitting.board.put("V5", "v")
    seat.sitting.pump()
    table = seat.sitting.evening.table
    table.take(Line(""))  # waits for the pieces
    heard = len(seat.sitting.ear.said)
    table.take(Closed("The port is gone.", "gone"))
    seat.sitting.board.outgoing()
    for line in ("", "64", "/"):
        table.take(Line(line))
    said = [each.text for each in seat.sitting.ear.said[heard:]]
    assert said.count("The board is not connected.") == 4
    assert not any(isinstance(fact, TurnEnds) for fact in seat.facts)
    seat.sitting.plug()
    seat.sitting.wait(2000)
    assert seat.table.dice == (3, 1)


@pytest.mark.parametrize("game", every_game())
def test_after_a_restart_the_throw_stands(game: str, tmp_path: Path) -> None:
    settings = Settings(str(tmp_path), game, type_dice=True)
    with Journal.open(tmp_path) as journal:
        journal.begin_match(settings.saved())
        seat = Seat(settings, journal)
        seat.throw(V, 6)
        seat.throw(N, 5)
        if seat.table.state.phase is Phase.TO_THROW:
            seat.throw(seat.table.mover, 6, 5)
        assert seat.table.state.phase is Phase.MOVING
        dice = seat.table.dice
    with Journal.open(tmp_path) as journal:
        assert journal.unfinished is not None
        again = Sitting(settings, seat.sitting.board, journal.unfinished.state, journal=journal)
        again.wait(1500)
        state = again.evening.table.referee.state
    assert (state.phase, state.throw.dice) == (Phase.MOVING, dice)


def test_a_tray_without_sensors_is_not_declared_out_of_order() -> None:
    seat = opened()
    seat.sitting.type(":out of order green dice")
    assert isinstance(seat.facts[-1], RulingRefused)
    seat.sitting.type(":out of order V6")
    assert seat.table.state.board.dead == ("V6",)


def test_nobody_is_asked_for_dice_that_are_typed() -> None:
    top = TableTop()
    top.begin("31")
    top.rule("out-of-order", zone="V-dice")
    top.rule("undo-opening")
    sitting = TypedSitting(Settings("", "backgammon", lang="en"), top.referee.state)
    assert sitting.state.board.dead
    assert not [fact for fact in sitting.facts if isinstance(fact, Question)]

"""A board that senses pieces but no dice: dice are typed, all else is as at a sensing board."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.events import to_event
from companion.link.messages import Closed, Line
from companion.records.journal import Journal
from companion.referee.facts import GameEnds, RulingRefused, TurnEnds
from companion.referee.state import Phase
from companion.referee.talk_facts import Question
from companion.rules import Player, Verdict
from companion.settings import Settings
from tests.budget import seeds
from tests.every_game import every_game
from tests.flow import test_golden
from tests.flow.sitting import Sitting
from tests.referee.harness import TableTop
from tests.typed.seat import Seat
from tests.typed.typed_sitting import TypedSitting

V, N = Player.V, Player.N


class Both:
    """The same evening at a board with dice sensors and at one without."""

    def __init__(self, game: str, seed: int) -> None:
        self.chance = random.Random(seed)
        self.seats = [Seat(Settings("", game, type_dice=types)) for types in (True, False)]

    def dice(self) -> tuple[int, int]:
        return self.chance.randint(1, 6), self.chance.randint(1, 6)

    def play(self, steps: int) -> None:
        for _ in range(steps):
            phase = self.seats[0].table.state.phase
            if phase is Phase.OVER:
                return
            if phase is Phase.SETUP:
                self.each(Seat.set_up)
            else:
                {Phase.OPENING: self.open, Phase.TO_THROW: self.throw, Phase.MOVING: self.move}.get(
                    phase, self.answer_error
                )()
            self.compare()

    def each(self, do: Callable[[Seat], None]) -> None:
        for seat in self.seats:
            do(seat)

    def open(self) -> None:
        v, n = self.dice()
        self.each(lambda seat: seat.throw(V, v))
        self.each(lambda seat: seat.throw(N, n))
        if self.seats[0].table.state.phase is not Phase.MOVING:
            self.each(Seat.lift)

    def throw(self) -> None:
        dice, player = self.dice(), self.seats[0].table.mover
        self.each(lambda seat: seat.throw(player, *dice))

    def move(self) -> None:
        self.make(0.7)
        self.each(Seat.lift)

    def make(self, right: float) -> None:
        """Make a legal play, or with the rest of the chance stop at another turn's end."""
        table, rules = self.seats[0].table, self.seats[0].rules
        dice = table.dice if self.chance.random() < right else self.dice()
        ends = sorted(table.rules.ends(table.agreed, table.mover, dice).positions)
        end = rules.placement(self.chance.choice(ends))
        if end == rules.placement(table.agreed) and dice != table.dice:
            return self.make(1)
        return self.each(lambda seat: seat.move(end))

    def answer_error(self) -> None:
        if self.chance.random() < 0.5:
            dice, player = self.dice(), self.seats[0].table.mover.other
            if all(seat.table.acceptable(seat.table.judge_ended()) for seat in self.seats):
                return self.each(lambda seat: seat.throw(player, *dice))
        return self.make(1)

    def compare(self) -> None:
        typed, thrown = (
            [
                event
                for fact in seat.facts
                if (event := to_event(fact, 0.0)) is not None
                and event["event"] not in ("link", "setup", "say")
            ]
            for seat in self.seats
        )
        assert typed == thrown


@pytest.mark.parametrize("game", every_game())
def test_an_evening_with_typed_dice_is_that_with_thrown_dice(game: str) -> None:
    Both(game, 3).play(12)


@pytest.mark.slow
@pytest.mark.parametrize("game", every_game())
def test_many_evenings_with_typed_dice(game: str) -> None:
    """Guards that at a board that senses only pieces everything but the dice stays as it is."""
    for seed in seeds(4):
        Both(game, seed).play(60)


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


@pytest.mark.slow
def test_a_game_is_won_by_typed_dice() -> None:
    """Guards that the last turn, the score and the next set-up are those of a sensing board."""
    both = Both("backgammon", 1)
    both.play(400)
    assert any(isinstance(fact, GameEnds) for fact in both.seats[0].facts)


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

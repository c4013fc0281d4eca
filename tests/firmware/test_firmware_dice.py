"""Dice over simulated Hall sensors: faces, cocked dice, throws."""

import random
from collections import Counter
from typing import Any

import pytest

from companion.link.messages import BoardState, Face
from tests.firmware.boards import RIG, WORLD, Board, firmware

dice = firmware("dice")
POLL_MS = 20


class Seats:
    """The firmware's dice on simulated sensors, without the rest of the board."""

    def __init__(self, seed: int) -> None:
        self.world = WORLD.World(seed=seed)
        rig = RIG.Rig(self.world)
        self.dice: Any = rig.board.dice
        self.settle()

    def settle(self, most: int = 180) -> None:
        """Poll until nothing moves."""
        for _ in range(most):
            self.world.clock.us += POLL_MS * 1000
            self.dice.poll()
            if Face.MOVING not in [seat.shows for seat in self.dice.seats]:
                return
        raise AssertionError("A die never came to rest.")

    def throw(self, faces: list[str], tilt: float | None = None) -> list[str]:
        """Throw all four dice at once and return what the seats show."""
        for seat in range(4):
            self.world.sensors[seat].clear()
        for _ in range(10):
            self.world.clock.us += POLL_MS * 1000
            self.dice.poll()
        self.settle()
        for seat, face in enumerate(faces):
            self.world.throw(seat, face, 40, tilt)
        for _ in range(3):
            self.world.clock.us += POLL_MS * 1000
            self.dice.poll()
        self.settle()
        return [seat.shows for seat in self.dice.seats]


FLAT = (0, 3)
TILTED = (12, 45)
"""Degrees by which a die leans."""


def throws(rounds: int, seed: int, leaning: tuple[int, int]) -> Counter[str]:
    """Four throws a round. Every 100 rounds a board with other dice, sensors and stray fields."""
    chance = random.Random(seed)
    found: Counter[str] = Counter()
    for number in range(rounds):
        if number % 100 == 0:
            seats = Seats(seed + number)
        faces = [str(chance.randint(1, 6)) for _ in range(4)]
        for face, shown in zip(faces, seats.throw(faces, chance.uniform(*leaning)), strict=True):
            found[shown if shown in "c-" else "right" if shown == face else "wrong"] += 1
    return found


def test_flat_dice_are_always_read_correctly() -> None:
    found = throws(120, 1, FLAT)
    assert found["wrong"] == 0
    assert found["right"] > 0.99 * found.total()


def test_tilted_dice_are_cocked() -> None:
    found = throws(50, 2, TILTED)
    assert found["c"] >= 0.99 * found.total()


@pytest.mark.slow
def test_thousands_of_flat_throws_and_no_wrong_face(capsys: pytest.CaptureFixture[str]) -> None:
    found = throws(8_000, 1000, FLAT)
    with capsys.disabled():
        print(f"\nflat: {dict(found)}")
    assert found["wrong"] == 0
    assert found["right"] > 0.99 * found.total()


@pytest.mark.slow
def test_tilted_dice_are_cocked_in_99_of_100(capsys: pytest.CaptureFixture[str]) -> None:
    found = throws(5_000, 500_000, TILTED)
    with capsys.disabled():
        print(f"\ntilted 12 to 45 degrees: {dict(found)}")
    assert found["c"] >= 0.99 * found.total()


def dice_of(states: list[BoardState]) -> list[str]:
    """What the seats of V show, and the throws, without repetitions."""
    shown = [f"{state.v.faces}{state.v.throws}" for state in states]
    return [text for index, text in enumerate(shown) if index == 0 or shown[index - 1] != text]


def test_two_dice_thrown_together_are_one_throw() -> None:
    board = Board(seed=3)
    board.run(2000)
    board.world.throw(0, "6")
    board.world.throw(1, "3")
    shown = dice_of(board.states(2800))
    assert shown[0] == "~~0"
    assert shown[-1] == "631"


def test_a_jammed_die_is_shaken_into_its_seat_and_never_called_cocked() -> None:
    board = Board(seed=3)
    board.run(2000)
    board.world.jam(0, "6")
    board.world.throw(1, "3")
    shown = dice_of(board.states(3000))
    assert shown in (["~-0", "~~0", "631"], ["~~0", "631"])
    assert [len(shakes) for shakes in board.world.shakes] == [1, 0]
    assert 1180 <= board.world.shakes[0][0] <= 1260


def test_a_die_that_stays_cocked_is_shaken_once_and_then_reported() -> None:
    board = Board(seed=3)
    board.run(2000)
    board.world.throw(2, "c")
    states = board.states(6000)
    assert (states[-1].n.faces, states[-1].n.throws) == ("c-", 1)
    assert len(board.world.shakes[1]) == 1
    assert board.world.shaking_since == [None, None]


def test_a_second_die_that_comes_late_is_shaken_too_and_both_are_one_throw() -> None:
    board = Board(seed=3)
    board.run(2000)
    board.world.throw(0, "6")
    board.run(700)
    board.world.jam(1, "3")
    assert dice_of(board.states(4000))[-1] == "631"
    assert len(board.world.shakes[0]) == 2


def test_a_lifted_die_and_a_die_at_power_on_are_not_shaken() -> None:
    board = Board(seed=4)
    board.world.throw(2, "5")
    board.rig.boot()
    board.run(3000)
    board.world.sensors[2].clear()
    board.run(3000)
    assert board.world.shakes == [[], []]


def test_pieces_are_found_as_soon_while_a_tray_shakes() -> None:
    board = Board(seed=3)
    board.run(2000)
    board.world.throw(0, "6")
    board.run(300)
    assert board.world.shaking_since[0] is not None
    board.put_all("V1=1v")
    assert board.last(800).zones == board.zones
    assert board.world.shaking_since[0] is not None


def test_lifted_dice_are_gone_and_no_throw_is_counted() -> None:
    board = Board(seed=3)
    board.run(2000)
    board.world.throw(0, "6")
    board.world.throw(1, "3")
    board.run(2800)
    for seat in (0, 1):
        board.world.sensors[seat].clear()
    assert dice_of(board.states(1000))[-1] == "--1"


def test_a_die_lying_at_power_on_was_not_thrown() -> None:
    board = Board(seed=4)
    board.world.throw(2, "5")
    board.rig.boot()
    state = board.last(3000)
    assert (state.n.faces, state.n.throws) == ("5-", 0)


@pytest.mark.parametrize("seed", [28, 31, 37])
def test_a_flat_die_lying_at_power_on_is_not_cocked_whatever_its_seats_stray_field(
    seed: int,
) -> None:
    board = Board(seed=seed)
    for face in "123456":
        board.world.throw(2, face)
        board.rig.boot()
        assert board.last(2500).n.faces == face + "-"


def test_a_die_turned_in_its_seat_moves_and_is_read_again() -> None:
    board = Board(seed=5)
    board.run(2000)
    board.world.throw(3, "2")
    board.run(2500)
    board.world.throw(3, "4")
    states = board.states(1500)
    assert any(state.n.faces[1] == Face.MOVING for state in states)
    assert (states[-1].n.faces, states[-1].n.throws) == ("-4", 2)


def test_any_die_is_read_in_any_seat() -> None:
    board = Board(seed=6)
    board.run(2000)
    for seat in range(4):
        die = board.world.dice[3 - seat]
        for face in "1356":
            board.world.sensors[seat].land(die, face, 1.0, 100)
            state = board.last(2500)
            assert (state.v.faces + state.n.faces)[seat] == face
        board.world.sensors[seat].clear()
        board.run(500)


def test_a_silent_sensor_is_named_and_keeps_its_last_reading() -> None:
    board = Board(seed=7)
    board.world.throw(0, "6")
    board.run(3000)
    board.world.sensors[0].dead = True
    state = board.last()
    assert state.faults == (("die1", "silent"),)
    assert state.v.faces[0] == "6"
    board.world.sensors[0].dead = False
    assert board.last(2500).faults == ()


@pytest.mark.parametrize("clocks", [1, 5, 9])
def test_a_bus_that_a_sensor_holds_low_is_freed_without_unplugging(clocks: int) -> None:
    """A sensor cut off in the middle of a byte holds the data line until it has sent the rest."""
    board = Board(seed=7)
    board.world.throw(0, "6")
    board.run(3000)
    board.world.held_clocks[0] = clocks
    state = board.last(3000)
    assert board.world.held_clocks[0] == 0
    assert state.faults == ()
    assert state.v.faces[0] == "6"
    board.world.sensors[0].clear()
    board.run(1500)
    board.world.throw(0, "2")
    assert board.last(3000).v.faces[0] == "2"


def test_a_bus_that_stays_low_is_named_and_the_board_continues() -> None:
    board = Board(seed=7)
    board.run(2000)
    board.world.held_clocks[1] = 10**9
    board.put_all("V1=1v")
    state = board.last(3000)
    assert state.faults == (("die3", "silent"), ("die4", "silent"))
    assert state.zones == board.zones


def test_before_the_first_sample_no_sensor_is_called_silent() -> None:
    board = Board(seed=6)
    board.world.sensors[1].dead = True
    board.rig.boot()
    assert board.rig.board.dice.faults() == []
    assert ("die2", "silent") in board.last(1000).faults


def test_a_sensor_that_lost_its_power_is_set_up_again() -> None:
    board = Board(seed=8)
    board.run(2000)
    board.world.sensors[1].lose_power()
    board.run(600)
    board.world.throw(1, "2")
    assert board.last(2800).v.faces == "-2"


def test_learning_a_pose_that_looks_like_another_face_is_refused() -> None:
    board = Board(seed=9)
    board.world.throw(0, "6")
    board.run(3000)
    (answer,) = [m for m in board.ask("FACE", "1", "5") if not isinstance(m, BoardState)]
    assert str(answer) == "BoardAnswer(id=1, ok=False, detail='looks like face 6')"


def test_a_die_is_enrolled_face_by_face() -> None:
    board = Board(seed=10, enrolled=False)
    board.run(2000)
    for face in "123456":
        board.world.throw(1, face, tilt=0.5)
        board.run(2500)
        answers = [m for m in board.ask("FACE", "2", face) if not isinstance(m, BoardState)]
        assert [str(a) for a in answers] == [f"BoardAnswer(id={face}, ok=True, detail='')"]
    for face in "361524":
        board.world.throw(1, face)
        assert board.last().v.faces[1] == face


def test_a_weak_magnet_is_named() -> None:
    board = Board(seed=11, enrolled=False)
    parts = firmware("dice_parts")
    board.world.dice[0] = parts.Die(board.world.chance, parts.MOMENT * 0.5)
    board.run(1500)
    for face in "123456":
        board.world.throw(0, face, tilt=0.0)
        board.run(1200)
        board.ask("FACE", "1", face)
    assert ("die1", "weak") in board.last().faults


@pytest.mark.parametrize("seed", range(8))
def test_an_empty_seat_is_empty_from_power_on_whatever_stray_field_it_has(seed: int) -> None:
    board = Board(seed=seed)
    for sensor in board.world.sensors:
        sensor.stray = [0.14 * board.world.chance.between(-1, 1), -0.14, 0.14]
        sensor.static = None
    board.rig.boot()
    state = board.last(3000)
    assert state.v.faces + state.n.faces == "----"

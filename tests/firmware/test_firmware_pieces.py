"""Pieces on simulated 1-Wire lines are read correctly and quickly, and none is reported wrongly."""

import random
from collections.abc import Iterator
from statistics import median, quantiles
from typing import Any

import pytest

from companion.link.messages import ZONES
from tests.firmware.boards import START, Board, firmware

search = firmware("romsearch")
LATE_US = 2_000_000  # when all 32 pieces move at once


class Witness:
    """Remembers where every piece was; no report may place it where it has not just been."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._left: dict[tuple[bytes, str], int] = {}

    def move(self, piece: Any, zone: str | None) -> None:
        world = self._board.world
        if piece.zone is not None:
            self._left[(piece.rom, piece.zone)] = world.clock.us
            world.stacks[piece.zone].remove(piece)
            piece.zone = None
        if zone is not None:
            world.place(piece, zone)

    def check(self) -> None:
        """Compare what is reported now with where the pieces are or have just been."""
        now = self._board.world.clock.us
        real = {piece.rom: piece.zone for piece in self._board.world.pieces}
        for rom, zone in self._board.rig.board.scanner.at.items():
            if real.get(rom) != zone.name:
                left = self._left.get((rom, zone.name))
                assert left is not None, f"{rom.hex()} was never on {zone.name}"
                assert now - left < LATE_US, f"{rom.hex()} left {zone.name} long ago"


def random_states(board: Board, count: int, chance: random.Random) -> Iterator[None]:
    """Bring the board into one random state after the other, by hands that move many pieces."""
    witness = Witness(board)
    for _ in range(count):
        favourites = chance.sample(ZONES, chance.randint(1, len(ZONES)))
        for piece in chance.sample(board.world.pieces, chance.randint(1, 32)):
            witness.move(piece, chance.choice([*favourites, None]))
            if chance.random() < 0.2:
                board.rig.advance(chance.randint(1, 120))
                witness.check()
        for _ in range(80):
            board.rig.advance(25)
            witness.check()
        yield


def read_back(count: int, seed: int, slot_errors: float, exact: int = 1) -> None:
    chance = random.Random(seed)
    board = Board(seed=seed, slot_errors=slot_errors)
    board.run(1500)
    for _ in random_states(board, count, chance):
        states = board.states(1000)
        assert board.zones in [state.zones for state in states[-exact:]]
        assert "?" not in str([state.zones for state in states])


def test_random_boards_are_read_exactly_without_invented_pieces() -> None:
    read_back(12, seed=5, slot_errors=1e-4)


@pytest.mark.slow
def test_hundreds_of_random_boards_are_read_exactly() -> None:
    read_back(300, seed=6, slot_errors=1e-4)


@pytest.mark.slow
def test_a_line_with_ten_times_the_errors_invents_no_piece() -> None:
    read_back(100, seed=7, slot_errors=1e-3, exact=5)


def latencies(count: int, seed: int, slot_errors: float) -> list[int]:
    """Milliseconds from one piece's lift or put to the line that shows it, on a full board."""
    chance = random.Random(seed)
    board = Board(seed=seed, slot_errors=slot_errors)
    board.put_all(START["backgammon"])
    board.run(4000)
    witness = Witness(board)
    found = []
    for _ in range(count):
        piece = chance.choice([p for p in board.world.pieces if p.zone or p.letter in "vn"])
        board.run(chance.randint(0, 400))
        witness.move(piece, None if piece.zone else chance.choice(ZONES))
        changed = board.world.clock.us
        while all(state.zones != board.zones for state in board.states(5)):
            assert board.world.clock.us - changed < 5_000_000
        found.append((board.world.clock.us - changed) // 1000)
        board.run(600)
    return found


def test_a_change_is_sent_soon() -> None:
    times = latencies(25, seed=8, slot_errors=0.0)
    assert median(times) < 300
    assert max(times) < 900


@pytest.mark.slow
def test_bus_time_from_a_change_to_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    clean = latencies(300, seed=9, slot_errors=0.0)
    noisy = latencies(300, seed=10, slot_errors=1e-4)
    with capsys.disabled():
        for name, times in (("no slot errors", clean), ("slot errors 1e-4", noisy)):
            share = quantiles(times, n=100)[98]
            print(f"\n{name}: median {median(times)}, 99 % {share:.0f}, worst {max(times)} ms")
    assert median(clean) < 300
    assert max(clean) < 900
    assert quantiles(noisy, n=100)[98] < 900


def test_a_whole_pass_over_thirty_pieces_takes_less_than_a_third_of_a_second() -> None:
    board = Board(seed=2)
    board.put_all(START["backgammon"])
    board.run(3000)
    before, since = board.rig.board.scanner.passes, board.world.clock.us
    board.run(6000)
    passes = board.rig.board.scanner.passes - before
    assert (board.world.clock.us - since) / passes < 333_000


@pytest.mark.parametrize("pile", ["V3=15v", "V3=1V", "NO=15n1N VO=15v1V"])
def test_a_stack_is_counted_whatever_its_height(pile: str) -> None:
    board = Board(seed=3)
    board.put_all(pile)
    assert board.last(5000).zones == board.zones


def test_a_piece_moved_quickly_is_not_in_two_places() -> None:
    board = Board(seed=4)
    board.put_all(START["backgammon"])
    board.run(4000)
    for source, target in (("V8", "V7"), ("V7", "N3"), ("N3", "VO")):
        board.world.lift(source, "v")
        board.world.put(target, "v")
        for state in board.states(1000):
            assert sum(count for _, pile in state.zones for _, count in pile) <= 30
        assert board.last().zones == board.zones


def test_a_short_is_named_and_its_pieces_are_not_forgotten() -> None:
    board = Board(seed=5)
    board.put_all("V7=3v N7=2n")
    board.run(3000)
    board.world.shorts.add("V7")
    state = board.last()
    assert state.faults == (("V7", "short"),)
    assert state.zones == board.zones
    board.world.shorts.clear()
    assert board.last().faults == ()


def test_a_short_on_an_empty_zone_invents_no_piece() -> None:
    board = Board(seed=5)
    board.world.shorts.add("N2")
    assert board.last(3000).zones == ()


def test_a_loose_contact_flickers_and_is_named() -> None:
    board = Board(seed=6)
    board.put_all("N3=1n")
    board.run(2000)
    piece = board.world.stacks["N3"][0]
    for _ in range(6):
        piece.zone = None
        board.world.stacks["N3"].remove(piece)
        board.run(180)
        board.world.place(piece, "N3")
        board.run(300)
    assert ("N3", "flicker") in board.last().faults
    assert board.last(13_000).faults == ()


def test_two_pieces_with_one_chip_number_are_named_once_they_stand_apart() -> None:
    """On one point they answer as one chip, bit for bit, so nothing can tell them apart there."""
    board = Board(seed=7)
    board.put_all("V1=1v")
    onewire = firmware("onewire_parts")
    twin = onewire.Piece(board.world.stacks["V1"][0].rom, "v")
    board.world.place(twin, "V1")
    assert board.last(3000).zones == (("V1", (("v", 1),)),)
    board.world.stacks["V1"].remove(twin)
    board.world.place(twin, "V4")
    state = board.last(4000)
    assert [what for _, what in state.faults] == ["twice"]
    assert sum(count for _, pile in state.zones for _, count in pile) == 1


def test_a_zone_with_garbled_answers_is_named() -> None:
    board = Board(seed=8)
    onewire = firmware("onewire_parts")
    damaged = bytearray(onewire.make_rom(77))
    damaged[7] ^= 1
    board.world.place(onewire.Piece(bytes(damaged), "v"), "N9")
    state = board.last(5000)
    assert state.zones == ()
    assert state.faults == (("N9", "unread"),)


def test_an_unknown_chip_is_an_unknown_piece() -> None:
    board = Board(seed=9)
    onewire = firmware("onewire_parts")
    board.put_all("V4=2v")
    board.world.place(onewire.Piece(onewire.make_rom(0x998877), "v"), "V4")
    assert board.last(3000).zones == (("V4", (("v", 2), ("?", 1))),)


@pytest.mark.parametrize("errors", [1e-4, 1e-3])
def test_a_directed_check_never_finds_a_chip_that_is_not_there(errors: float) -> None:
    board = Board(seed=11, slot_errors=errors, enrolled=False)
    board.put_all("V1=15v")
    board.world.channel = 0
    line = board.rig.board.hal.lines[0]
    absent = [piece.rom for piece in board.world.pieces if piece.zone is None]
    here = [piece.rom for piece in board.world.stacks["V1"]]
    board.world.clock.us += 100_000
    answers = [search.check(line, rom, 64, b"\xff" * 8) for rom in absent * 20]
    assert answers == [search.ABSENT] * len(answers)
    missed = sum(search.check(line, rom, 64, b"\xff" * 8) == search.ABSENT for rom in here * 20)
    assert missed <= 300 * 260 * errors


def test_eight_zeros_are_no_chip_though_their_crc_is_right() -> None:
    assert search.crc8(bytes(8)) == 0
    assert not search.is_rom(bytes(8))


def test_the_crc_is_that_of_the_data_sheet() -> None:
    # The example of Maxim's application note 27.
    assert search.crc8(bytes.fromhex("021cb801000000")) == 0xA2
    assert search.is_rom(bytes.fromhex("021cb801000000a2"))


def test_old_moves_do_not_make_a_piece_seem_to_be_in_two_places() -> None:
    """The clock goes round in twelve days, so that what is six days old seems to lie ahead."""
    board = Board(seed=12)
    piece = board.world.put("V1", "v")
    board.run(2000)
    witness = Witness(board)
    for number in range(2, 7):
        witness.move(piece, f"V{number}")
        board.run(4000)
    board.world.clock.us += 7 * 24 * 3600 * 1_000_000
    board.world.fed_us = board.world.clock.us
    board.rig.ran_until = board.world.clock.us
    board.run(3000)
    witness.move(piece, "V7")
    state = board.last(1500)
    assert state.zones == board.zones
    assert state.faults == ()

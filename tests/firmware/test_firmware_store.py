"""The enrolled pieces and faces survive power cuts."""

import json
from contextlib import suppress
from typing import Any

import pytest

from companion.link.messages import BoardAnswer, Hello
from tests.firmware.boards import Board, firmware
from tests.tables import table

CUT: Any = __import__("world").PowerCut


def answers(board: Board, *words: str) -> list[BoardAnswer]:
    return [said for said in board.ask(*words) if isinstance(said, BoardAnswer)]


def learned(board: Board) -> tuple[Any, ...]:
    store = board.rig.board.store
    return dict(store.pieces), json.dumps(store.faces, sort_keys=True)


def test_pieces_enrolled_one_by_one_are_known_after_power_off() -> None:
    board = Board(enrolled=False, seed=1)
    board.run(1500)
    for letter, zone in (("v", "V1"), ("n", "N2"), ("V", "VB")):
        board.world.put(zone, letter)
        assert "?" in str(board.last(1500).zones)
        assert answers(board, "ENROL", zone, letter)[0].ok
    assert board.last().zones == board.zones
    board.rig.boot()
    assert board.last(3000).zones == board.zones


def test_a_power_cut_at_any_byte_leaves_the_old_or_the_new_data() -> None:
    board = Board(seed=2, enrolled=False)
    board.put_all("V1=1v")
    board.run(2500)
    board.ask("ENROL", "V1", "v")
    board.put_all("V2=1n")
    board.run(2500)
    files, before = dict(board.world.files), learned(board)
    board.ask("ENROL", "V2", "n")
    after = learned(board)
    assert before != after
    length = max(len(content) for content in board.world.files.values())
    kept = set()
    for cut in range(length + 2):
        board.world.files = dict(files)
        board.rig.boot()
        board.run(2500 if cut == 0 else 0)
        board.world.cut_after = cut
        store = board.rig.board.store
        store.pieces[next(iter(after[0].keys() - before[0].keys()))] = "n"
        with suppress(CUT):
            store.save()
        board.world.cut_after = None
        board.rig.boot()
        assert not board.rig.board.store.damaged
        now = learned(board)
        assert now in (before, after)
        kept.add(now == after)
    assert kept == {False, True}


def test_a_damaged_file_is_skipped_and_two_are_a_fault() -> None:
    board = Board(seed=3)
    board.put_all("V1=1v")
    board.run(2500)
    board.ask("ENROL", "V1", "n")
    board.ask("ENROL", "V1", "v")
    for name in board.world.files:
        content = bytearray(board.world.files[name])
        content[40] ^= 0x40
        board.world.files[name] = bytes(content)
        board.rig.boot()
    assert ("flash", "damaged") in board.last(3000).faults
    assert answers(board, "TEST", "flash")[0].detail == "flash:damaged"
    assert board.last().zones == (("V1", (("?", 1),)),)


@pytest.mark.parametrize("content", [b"", b"\x00" * 40, b"D202EF8D {}", b"00000000 1 {}"])
def test_the_board_starts_with_any_files_in_flash(content: bytes) -> None:
    board = Board(seed=4, enrolled=False)
    board.world.files = {"learned0.txt": content, "learned1.txt": content[::-1]}
    board.rig.boot()
    assert ("flash", "damaged") in board.last(3000).faults
    board.put_all("V1=1v")
    board.run(1500)
    assert answers(board, "ENROL", "V1", "v")[0].ok
    assert board.last().faults == ()


CHIP = bytes(firmware("onewire_parts").make_rom(0xA1B2C3)).hex()
STRANGE = dict(table("firmware/strange-stores"))


def sealed(content: object) -> bytes:
    """A store file with the right seal, whatever is in it."""
    return bytes(firmware("twofiles").sealed("7 " + json.dumps(content)))


@pytest.mark.parametrize("content", STRANGE.values(), ids=list(STRANGE))
def test_a_valid_file_with_other_content_is_ignored(content: object) -> None:
    board = Board(seed=4, enrolled=False)
    board.world.files = {"learned0.txt": sealed(content)}
    board.rig.boot()
    board.put_all("V1=1v")
    board.world.throw(0, "3")
    said = board.run(4000)
    assert any(isinstance(message, Hello) for message in said)
    assert ("flash", "damaged") in board.last().faults
    assert answers(board, "ENROL", "V1", "v")[0].ok
    assert board.last().faults == ()


def test_a_store_file_that_is_far_too_long_is_not_read_whole() -> None:
    board = Board(seed=4, enrolled=False)
    content = {"pieces": {}, "faces": {}, "more": "x" * 100_000}
    board.world.files = {"learned0.txt": sealed(content)}
    board.rig.boot()
    assert len(board.rig.board.hal.load("learned0.txt")) < 20_000
    assert ("flash", "damaged") in board.last(3000).faults


def test_full_tables_fit_in_the_file_that_is_read() -> None:
    store, onewire = firmware("store"), firmware("onewire_parts")
    board = Board(seed=4, enrolled=False)
    board.rig.board.store.pieces = {
        onewire.make_rom(0xABC000 + number): "v" for number in range(store.TABLE_LIMIT)
    }
    vector = [-32768, -32768, -32768]
    board.rig.board.store.faces = {seat: dict.fromkeys(range(1, 7), vector) for seat in range(1, 5)}
    assert board.rig.board.store.save()
    assert max(map(len, board.world.files.values())) * 2 < firmware("twofiles").FILE_LIMIT
    board.rig.boot()
    assert len(board.rig.board.store.pieces) == store.TABLE_LIMIT


def test_during_a_game_no_piece_is_enrolled_as_another_kind() -> None:
    board = Board(seed=5)
    board.put_all("V1=2n V6=5v")
    board.run(2500)
    refusal = "known as n: take all other pieces off first"
    assert [answer.detail for answer in answers(board, "ENROL", "V1", "v")] == [
        "needs one new piece in that zone"
    ]
    board.world.lift("V1", "n")
    board.run(1500)
    assert [answer.detail for answer in answers(board, "ENROL", "V1", "v")] == [refusal]
    assert board.last().zones == board.zones
    board.world.put("V2", "n")
    stranger = firmware("onewire_parts").Piece(bytes.fromhex(CHIP), "v")
    board.world.place(stranger, "V3")
    board.run(1500)
    assert answers(board, "ENROL", "V3", "v")[0].ok, "a spare piece may join a game"


def test_enrolling_again_is_allowed_and_corrects_a_mistake() -> None:
    board = Board(seed=5, enrolled=False)
    board.put_all("V1=1v")
    board.run(2500)
    for letter in ("n", "n", "v", "v"):
        assert answers(board, "ENROL", "V1", letter)[0].ok
    assert board.last().zones == (("V1", (("v", 1),)),)
    board.put_all("V1=1n")
    board.run(1500)
    assert answers(board, "ENROL", "V1", "n")[0].ok
    assert answers(board, "ENROL", "V1", "n")[0].ok, "a second try of what was done"
    assert answers(board, "ENROL", "V1", "v") == [
        BoardAnswer(board.commands, ok=False, detail="needs one new piece in that zone")
    ]
    assert board.last().zones == board.zones


def test_the_table_has_room_for_twice_the_pieces_and_then_refuses() -> None:
    board = Board(seed=6)
    onewire: Any = __import__("onewire_parts")
    for number in range(33):
        piece = onewire.Piece(onewire.make_rom(0xABC000 + number), "v")
        board.world.place(piece, "V1")
        board.run(900)
        answer = answers(board, "ENROL", "V1", "v")[0]
        assert answer.ok == (number < 32)
        board.world.stacks["V1"].clear()
    assert answer.detail == "table full"


def test_if_flash_cannot_be_written_enrolling_is_refused() -> None:
    board = Board(seed=7, enrolled=False)
    board.put_all("V1=1v")
    board.world.throw(0, "3")
    board.run(3000)

    def full(_name: str, _data: bytes) -> None:
        raise OSError(28)

    board.rig.board.hal.save = full
    assert answers(board, "ENROL", "V1", "v")[0].detail == "flash does not take it"
    assert answers(board, "FACE", "1", "3")[0].detail == "flash does not take it"
    state = board.last()
    assert state.zones == (("V1", (("?", 1),)),)
    assert state.v.faces[0] == "c"
    assert answers(board, "TEST", "flash")[0].detail == "flash:broken"

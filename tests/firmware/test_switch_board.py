"""The switch board: presses instead of sensors, in real MicroPython."""

import re
import runpy
import sys
from collections.abc import Iterator

import pytest

from companion.link.codec import FrameReader, body, encode, parse
from companion.link.messages import BoardAnswer, BoardState, Command, Key
from companion.rules import Player
from companion.sim.board import VirtualBoard
from hardware import circuit
from tests.firmware.boards import FIRMWARE, START, firmware
from tests.firmware.evenings import evening, stand, stand_of
from tests.firmware.micropython import Process, needs_micropython
from tests.firmware.switched import (
    DICE,
    LONG_MS,
    PER_SIDE,
    SHORT_MS,
    SWITCHES,
    SwitchedBoard,
    program,
    switch_of,
)

pytestmark = [
    needs_micropython,
    pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX"),
]
V, N = Player.V, Player.N
SETTLED_MS = 700
LIFTED, PUT, HAND, REFUSED = [1200], [800, 1200], [400], [200]


@pytest.fixture(scope="module")
def process() -> Iterator[Process]:
    with Process(folder=None, enrolled=False, files=program(), switches=1) as made:
        yield made


@pytest.fixture
def board(process: Process) -> SwitchedBoard:
    return SwitchedBoard(process)


def last(board: SwitchedBoard) -> BoardState:
    """The last state after a moment of rest."""
    board.advance(SETTLED_MS)
    return board.states[-1]


def zones(board: SwitchedBoard) -> str:
    """The pieces that it says."""
    return " ".join(
        f"{zone}=" + "".join(f"{count}{letter}" for letter, count in pile)
        for zone, pile in last(board).zones
    )


def press(board: SwitchedBoard, *places: str) -> None:
    """Press switches of zones; a star after the name is a long press."""
    for place in places:
        is_long = place.endswith("*")
        board.press_switch(switch_of(place.rstrip("*")), LONG_MS if is_long else SHORT_MS)


def ask(board: SwitchedBoard, verb: str, *words: str) -> BoardAnswer:
    """Send a command; the answer."""
    board.outgoing()
    board.receive(encode(body(Command(7, verb, words))))
    board.advance(300)
    said = map(parse, FrameReader().feed(b"".join(board.outgoing())))
    return next(each for each in said if isinstance(each, BoardAnswer))


@pytest.mark.parametrize("game", ["jacquet", "backgammon", "dutch", "acey-deucey"])
def test_the_board_has_the_start_of_each_game(board: SwitchedBoard, game: str) -> None:
    board.choose("empty")
    board.choose(game)
    assert stand_of(last(board).zones, game) == stand(START.get(game, ""), game)


def test_a_move_is_two_presses_and_each_is_confirmed(board: SwitchedBoard) -> None:
    board.choose("backgammon")
    board.tones()
    press(board, "V6")
    assert board.tones() == LIFTED
    assert "V6=4v" in zones(board)
    press(board, "V3")
    assert board.tones() == PUT
    assert "V3=1v" in zones(board)


def test_a_press_on_an_empty_zone_is_refused(board: SwitchedBoard) -> None:
    board.choose("backgammon")
    before = zones(board)
    board.tones()
    press(board, "V2", "VB", "N11*")
    assert board.tones() == REFUSED * 3
    assert zones(board) == before


def test_on_a_zone_with_two_colours_the_hit_piece_is_lifted_first(board: SwitchedBoard) -> None:
    board.choose("backgammon")
    press(board, "N12", "N8", "N7", "N8")
    assert "N8=1v1n" in zones(board)
    press(board, "N8", "VB")
    assert "N8=1n" in zones(board)
    assert "VB=1v" in zones(board)


def test_a_long_press_takes_the_hitting_piece_back(board: SwitchedBoard) -> None:
    board.choose("backgammon")
    before = zones(board)
    press(board, "N12", "N8", "N7", "N8", "N8*", "N7", "N8", "N12")
    assert zones(board) == before


def test_the_star_is_lifted_first_and_a_long_press_lifts_a_pawn(board: SwitchedBoard) -> None:
    board.choose("jacquet")
    press(board, "N12", "N3", "V12*", "V7")
    assert zones(board) == "V7=1n V12=13n1N N3=1V N12=14v"


def test_the_bar_stands_for_the_hand_too(board: SwitchedBoard) -> None:
    board.choose("dutch")
    press(board, "VB", "N12", "N12", "VB", "VB", "N11")  # from the hand, onto the bar, from there
    assert zones(board) == "N11=1v"
    board.tones()
    press(board, "N11", "VB*")
    assert board.tones() == LIFTED + HAND
    assert zones(board) == ""
    press(board, *["VB*", "N11"] * 15, "VB*")
    assert board.tones()[-1:] == REFUSED
    assert zones(board) == "N11=15v"


def test_a_piece_put_back_has_its_old_place(board: SwitchedBoard) -> None:
    board.choose("backgammon")
    press(board, "N12", "N8", "N7", "N8", "N8", "N8", "N8", "VB")
    assert "VB=1v" in zones(board)
    assert "N8=1n" in zones(board)
    board.choose("dutch")
    press(board, "VB", "VB")
    assert zones(board) == ""


def test_a_piece_lies_on_the_bar_of_its_owner(board: SwitchedBoard) -> None:
    board.choose("backgammon")
    press(board, "N12", "NB")
    assert "VB=1v" in zones(board)


def test_the_last_of_three_kinds_can_be_lifted(board: SwitchedBoard) -> None:
    board.choose("jacquet")
    press(board, "N12*", "V12", "V12*", "N12")
    assert zones(board) == "V12=14n1N N12=14v1V"


def test_a_position_of_jacquet_is_set_up_from_an_empty_board(board: SwitchedBoard) -> None:
    board.choose("jacquet")
    board.choose("empty")
    press(board, "VB", "N12", "VB", "N11", "NB", "V12")
    assert zones(board) == "V12=1N N11=1v N12=1V"


def test_a_press_counts_even_if_another_begins_before_it_ends(board: SwitchedBoard) -> None:
    board.choose("backgammon")
    press(board, "V6")
    board.close_switch(switch_of("V5"), 200)
    board.advance(90)
    board.press_switch(DICE)
    assert "V5=1v" in zones(board)
    board.press(V, Key.SCORE)
    board.close_switch(14, 80)
    board.advance(200)
    assert last(board).v.faces == "31"
    board.close_switch(DICE, 200)
    board.advance(90)
    board.press_switch(DICE + PER_SIDE)
    assert last(board).v.faces == "--"
    board.close_switch(DICE, 200)
    board.advance(90)
    board.press(V, Key.CUBE)
    board.press(V, Key.CUBE)
    assert last(board).v.faces == "55"
    assert last(board).keys[0] == (0,) * 7


def test_the_two_dice_keys_in_turn_pick_up_no_dice(board: SwitchedBoard) -> None:
    board.choose("backgammon")
    board.throw(V, "6", "5")
    board.close_switch(DICE, 2000)
    board.advance(900)
    board.close_switch(DICE + PER_SIDE, 1100)
    board.advance(1300)
    board.press(V, Key.NO)
    assert last(board).v.faces == "65"


def test_two_fingers_may_overlap(board: SwitchedBoard) -> None:
    board.choose("backgammon")
    for zone in ("V6", "V2"):
        board.close_switch(switch_of(zone), 200)
        board.advance(90)
    assert "V2=1v" in zones(board)


def test_dice_are_entered_by_the_dice_key_and_two_faces(board: SwitchedBoard) -> None:
    board.choose("backgammon")
    board.throw(N, "6", "1")
    state = last(board)
    assert (state.n.faces, state.n.throws, state.v.faces) == ("61", 1, "--")
    board.lift_dice(N)
    assert last(board).n.faces == "--"
    board.throw(N, "2", "2")
    assert last(board).n.throws == 2
    assert last(board).keys == ((0,) * 7, (0,) * 7)


def test_the_dice_key_ends_a_throw_of_one_die(board: SwitchedBoard) -> None:
    board.throw(V, "5")
    assert (last(board).v.faces, last(board).v.throws) == ("5-", 1)


def test_no_or_a_long_wait_cancels_a_throw(board: SwitchedBoard) -> None:
    for waits in (False, True):
        board.press_switch(DICE)
        board.press(V, Key.SCORE)
        board.tones()
        if waits:
            board.advance(16_000)
        else:
            board.press(V, Key.NO)
        assert board.tones() == REFUSED
        assert last(board).v.throws == 0
        assert last(board).keys[0] == (0,) * 7
    board.press(V, Key.SCORE)
    assert last(board).keys[0] == (0, 0, 1, 0, 0, 0, 0)


def test_a_key_counts_when_it_goes_down(board: SwitchedBoard) -> None:
    board.close_switch(14, 5000)
    board.advance(100)
    assert board.states[-1].keys[0][0] == 1


def test_an_unfinished_choice_of_a_game_changes_nothing(board: SwitchedBoard) -> None:
    board.choose("backgammon")
    before = zones(board)
    for side in range(2):
        board.close_switch(DICE + PER_SIDE * side, LONG_MS)
    board.advance(LONG_MS + 100)
    press(board, "V6")
    board.advance(16_000)
    assert board.tones()[-1:] == REFUSED
    assert zones(board) == before
    press(board, "V6", "V5")
    assert "V5=1v" in zones(board)


def test_pieces_and_dice_survive_a_power_cut(board: SwitchedBoard) -> None:
    board.choose("backgammon")
    board.throw(V, "3", "1")
    press(board, "V8", "V5", "V6")
    before = last(board)
    board.plug(power=False)
    board.advance(1000)
    board.plug(power=True)
    board.advance(2500)
    after = last(board)
    assert (after.zones, after.v.faces) == (before.zones, before.v.faces)
    press(board, "V5")
    assert "V5=2v" in zones(board)


@pytest.mark.parametrize("cut", [0, 1, 60, 1000])
def test_a_power_cut_while_saving_leaves_the_previous_board(board: SwitchedBoard, cut: int) -> None:
    """`test_firmware_store.py` cuts at every byte of the two files, which both boards write."""
    board.choose("backgammon")
    board.cut_power_after(cut)
    press(board, "V6")
    board.advance(2500)
    assert ("V6=4v" in zones(board)) == (cut == 1000)
    assert last(board).faults == ()


def test_a_damaged_state_is_named_and_the_game_is_chosen_again(process: Process) -> None:
    board = SwitchedBoard(process, {"state0.txt": b"0BADC0DE 1 []"})
    assert ("flash", "damaged") in last(board).faults
    press(board, "V6")
    assert ("flash", "damaged") in last(board).faults
    board.choose("backgammon")
    assert last(board).faults == ()


@pytest.mark.parametrize(
    "state",
    [
        '["empty", {}, "", {"12": 1, "34": 2}]',
        '["empty", {}, "", ["12", ["3", "4"]]]',
        '["empty", {}, "", ["-5", "--"]]',
        '["empty", {"VB": "vvvvvvvvvvvvvvv"}, "v", ["--", "--"]]',
    ],
    ids=["dice-by-name", "dice-in-a-list", "second-die-alone", "sixteen-pieces"],
)
def test_a_whole_file_with_another_state_is_damaged(process: Process, state: str) -> None:
    file = firmware("twofiles").sealed("7 " + state)
    board = SwitchedBoard(process, {"state0.txt": file})
    assert ("flash", "damaged") in last(board).faults
    board.choose("backgammon")
    assert last(board).faults == ()


def test_a_switch_that_is_stuck_is_named(board: SwitchedBoard) -> None:
    board.close_switch(switch_of("N12"), 30_000)
    board.close_switch(DICE, 30_000)
    board.advance(25_000)
    assert set(last(board).faults) == {("N12", "stuck"), ("V.dice", "stuck")}
    assert not ask(board, "TEST", "zones").ok
    assert ask(board, "TEST", "flash").ok
    board.advance(10_000)
    assert last(board).faults == ()


def test_a_switch_held_for_a_while_is_not_called_stuck(board: SwitchedBoard) -> None:
    board.advance(30_000)
    board.press(V, Key.HINT)
    board.advance(1000)
    assert all(state.faults == () for state in board.states)


def test_the_board_executes_commands(board: SwitchedBoard) -> None:
    board.choose("backgammon")
    assert ask(board, "TEST", "all").detail == "28 zones 30 pieces"
    assert ask(board, "SNAP").ok
    assert ask(board, "RATE", "5").ok
    assert not ask(board, "ENROL", "V1", "v").ok


def test_the_trial_of_the_guide_reaches_every_place(board: SwitchedBoard) -> None:
    board.choose("empty")
    for side, letter in (("V", "v"), ("N", "n")):
        places = [f"{side}{place}" for place in (*range(1, 13), "O")]
        for place in places:
            press(board, f"{side}B*", place)
        assert {f"{place}=1{letter}" for place in places} <= {*zones(board).split()}
        press(board, f"{side}1", f"{side}B")
        assert f"{side}B=1{letter}" in zones(board)


# --- the guide -----------------------------------------------------------------------------------

GUIDE = (FIRMWARE.parent / "hardware" / "switch-board.md").read_text(encoding="utf-8")


def test_the_guide_copies_the_whole_program_and_main_last() -> None:
    copied = re.findall(r"(\w+\.py)\b", "\n".join(re.findall(r"mpremote cp (.*) :", GUIDE)))
    assert sorted(copied) == sorted(program())
    assert copied[-1] == "main.py"


def test_the_guide_wires_the_pins_of_the_program() -> None:
    text = (SWITCHES / "switch_hal.py").read_text(encoding="utf-8")
    rows = [10, 11, 12, 13, 14, 15]
    assert re.search(r"ROW_PINS = (.*?)  #", text)[1] == str(tuple(rows))  # type: ignore[index]
    wires = GUIDE[GUIDE.index("## The wires") : GUIDE.index("## The program")]
    assert sorted(map(int, set(re.findall(r"GP(\d+)", wires)))) == list(range(2, 17))
    numbers = {name: number for number, name, _ in circuit.PICO.pins}
    text = flat(wires)
    for first, last in ((2, 5), (6, 9), (10, 13)):
        *most, end = [numbers[f"GP{pin}"] for pin in range(first, last + 1)]
        assert f"GP{first} to GP{last} are pins {', '.join(map(str, most))} and {end}" in text
    assert f"GP15 are pins {numbers['GP14']} and {numbers['GP15']}, and GP16 is pin" in text
    assert f"GP16 is pin {numbers['GP16']}." in text
    layout = runpy.run_path(str(SWITCHES / "layout.py"))
    row_of = {layout["name_of"](switch): rows[switch // 8] for switch in range(layout["COUNT"])}
    assert {row_of[zone] for zone in ("V1", "V8")} == {10}
    assert {row_of[name] for name in ("N9", "NB", "NO", "N.repeat", "N.board")} == {14}
    assert {row_of[name] for name in ("V.score", "V.no", "V.dice")} == {12}


def test_the_guides_prices_have_the_stated_sum() -> None:
    lines = re.findall(r"^- \d+ .*?([\d.]+) euros\.$", GUIDE, re.MULTILINE)
    assert len(lines) == 8
    total = sum(round(100 * float(each)) for each in lines)
    assert f"Together: {total / 100:.2f} euros." in GUIDE
    assert total < 2500


def test_the_guide_numbers_the_games_as_the_program() -> None:
    games = runpy.run_path(str(SWITCHES / "piles.py"))["GAMES"]
    assert games == ("jacquet", "backgammon", "dutch", "acey-deucey", "empty")
    assert "1 Jacquet, 2 backgammon, 3 Dutch backgammon, 4 Acey Deucey, 5 an empty board" in flat(
        GUIDE
    )


def flat(text: str) -> str:
    """The text in one line."""
    return " ".join(text.split())


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seed"), [("jacquet", 169), ("dutch", 9), ("acey-deucey", 5)])
def test_a_whole_game_is_refereed_as_at_the_virtual_board(
    game: str, seed: int, board: SwitchedBoard
) -> None:
    """To its end, with two wrong turns. `test_firmware_unplug.py` plays backgammon.

    Seeds of short games.
    """
    expected = evening(game, seed, VirtualBoard())
    played = evening(game, seed, board, set_out=SwitchedBoard.set_out)
    assert played.story == expected.story
    assert played.story[-1]["event"] == "game_ends"

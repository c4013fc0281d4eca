"""The switch board: presses instead of sensors, in real MicroPython.

After a change on purpose, `python -m tests.firmware.test_switch_board` writes the tapes again.
"""

import re
import runpy
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

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
    KEYS,
    LONG_MS,
    PER_SIDE,
    SHORT_MS,
    SWITCHES,
    SwitchedBoard,
    program,
    switch_of,
)
from tests.tables import compared, rewrite, text_files

pytestmark = [
    needs_micropython,
    pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX"),
]
V, N = Player.V, Player.N
SETTLED_MS = 700


@pytest.fixture(scope="module")
def process() -> Iterator[Process]:
    with Process(folder=None, enrolled=False, files=program(), switches=1) as made:
        yield made


@pytest.fixture
def board(process: Process) -> SwitchedBoard:
    return SwitchedBoard(process)


def last(board: SwitchedBoard, ms: int = SETTLED_MS) -> BoardState:
    """The last state after a moment of rest."""
    board.advance(ms)
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


FOLDER = Path(__file__).parent / "switch_tapes"
PLAYERS = {"green": V, "black": N}


def do(board: SwitchedBoard, verb: str, *words: str) -> None:
    """Do what a line of a tape says."""
    if verb == "choose":
        board.choose(words[0])
    elif verb == "press":
        press(board, *words)
    elif verb == "hold":
        side, _, key = words[0].partition(".")
        own = {"dice": DICE}.get(key, KEYS) if key else switch_of(side)
        board.close_switch(own + PER_SIDE * (bool(key) and side == "N"), int(words[1]))
    elif verb == "dice":
        board.press_switch(DICE + PER_SIDE * (words[0] == "black"))
    elif verb == "key":
        board.press(PLAYERS[words[0]], Key(words[1]))
    elif verb == "throw":
        board.throw(PLAYERS[words[0]], *words[1])
    elif verb == "lift":
        board.lift_dice(PLAYERS[words[0]])
    elif verb == "power":
        board.plug(power=words[0] == "on")
    else:
        board.advance(int(words[0]))


def shown(state: BoardState) -> dict[str, str]:
    """What a state says, by name."""
    sides = zip(("green", "black"), (state.v, state.n), state.keys, strict=True)
    said = {zone: "".join(f"{count}{each}" for each, count in pile) for zone, pile in state.zones}
    for name, seats, keys in sides:
        said |= {f"{name} dice": f"{seats.faces} {seats.throws}", f"{name} keys": str(keys)}
    return said | {"faults": " ".join(map(":".join, state.faults))}


def answers(process: Process, lines: list[str]) -> Iterator[str]:
    """Yield the lines of a tape, with the tones in hertz and what changes in the next state."""
    board = SwitchedBoard(process)
    before: dict[str, str] = {}
    for line in lines:
        if line.startswith("    "):
            continue
        yield line
        if line == "board":
            board, before = SwitchedBoard(process), {}
        elif line and not line.startswith("=="):
            do(board, *line.removeprefix(".").split())
        if not line or line.startswith((".", "==")):
            continue
        tones = board.tones()
        if tones:
            yield f"    tones {' '.join(map(str, tones))}"
        now = shown(last(board, 300))
        changed = [key for key in {**before, **now} if before.get(key) != now.get(key)]
        if before and changed:
            yield f"    {', '.join(f'{key} {now.get(key) or chr(45)}' for key in changed)}"
        before = now


@pytest.mark.parametrize("name", text_files(FOLDER))
def test_presses_move_pieces_and_dice(process: Process, name: str) -> None:
    """Each line is an act; one with a dot in front is followed by the next without a rest."""
    now, written = compared(FOLDER / f"{name}.txt", partial(answers, process))
    assert now == written


def test_a_key_counts_when_it_goes_down(board: SwitchedBoard) -> None:
    board.close_switch(KEYS, 5000)
    board.advance(100)
    assert board.states[-1].keys[0][0] == 1


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


def test_the_board_executes_commands(board: SwitchedBoard) -> None:
    board.choose("backgammon")
    assert ask(board, "TEST", "all").detail == "28 zones 30 pieces"
    assert ask(board, "SNAP").ok
    assert ask(board, "RATE", "5").ok
    assert not ask(board, "ENROL", "V1", "v").ok
    board.close_switch(switch_of("N12"), 30_000)
    board.advance(25_000)
    assert not ask(board, "TEST", "zones").ok
    assert ask(board, "TEST", "flash").ok


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


if __name__ == "__main__":
    with Process(folder=None, enrolled=False, files=program(), switches=1) as made:
        rewrite(FOLDER, partial(answers, made))

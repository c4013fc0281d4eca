"""`companion play` from outside: bytes in over TCP, events out, as docs/protocol.md has them."""

import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.commands.replay import Replay
from companion.settings import Settings
from tests.flow.wire_board import Companion, WireBoard

START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
MADE_FIVE = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
WRONG = "V1=2n V3=1v V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"


@pytest.fixture
def board() -> Iterator[WireBoard]:
    """A board that waits for its companion."""
    wire = WireBoard()
    yield wire
    wire.close()


@pytest.fixture
def started(board: WireBoard, tmp_path: Path) -> Iterator[Companion]:
    """A companion at that board, the game set up and green to move with 3 and 1."""
    companion = Companion(board, tmp_path, "--journal", str(tmp_path / "evening.journal"))
    begin(board, companion)
    yield companion
    companion.end()


def begin(board: WireBoard, companion: Companion) -> None:
    """Set up, throw the opening: green begins with 3 and 1."""
    board.wait_peer()
    board.stand(START)
    companion.expect("link", "link", "setup", "game_begins")
    board.throw(0, "3-")
    board.throw(1, "1-")
    companion.expect("opening", "turn_begins", "roll")


def test_the_order_and_the_fields_of_an_evening(board: WireBoard, tmp_path: Path) -> None:
    companion = Companion(board, tmp_path, "--match", "3")
    board.wait_peer()
    board.stand("V1=2n V6=4v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v")
    searching, connected, wrong = companion.expect("link", "link", "setup")
    assert searching["state"] == "searching"
    assert (connected["state"], connected["board"]) == ("connected", "test-board")
    assert connected["port"] == board.url
    assert wrong["ok"] is False
    assert wrong["differences"] == [{"zone": "V6", "want": "5v", "have": "4v"}]
    board.stand(START)
    right, game = companion.expect("setup", "game_begins")
    assert (right["ok"], right["differences"]) == (True, [])
    assert {k: v for k, v in game.items() if k != "t"} == {
        "event": "game_begins",
        "game": "backgammon",
        "options": [],
        "number": 1,
        "match_to": 3,
        "score": {"V": 0, "N": 0},
    }
    board.throw(0, "3-")
    board.throw(1, "3-")
    (tie,) = companion.expect("opening")
    assert (tie["dice"], tie["starter"]) == ({"V": 3, "N": 3}, None)
    board.throw(0, "3-")
    board.throw(1, "1-")
    opening, turn, roll = companion.expect("opening", "turn_begins", "roll")
    assert (opening["dice"], opening["starter"]) == ({"V": 3, "N": 1}, "V")
    assert (turn["player"], turn["position"]) == ("V", START)
    assert (roll["player"], roll["dice"]) == ("V", [3, 1])
    board.stand(MADE_FIVE)
    (verdict,) = companion.expect("verdict")
    assert (verdict["verdict"], verdict["faults"]) == ("legal", [])
    assert verdict["position"] == MADE_FIVE
    board.lift()
    ended, following = companion.expect("turn_ends", "turn_begins")
    assert (ended["verdict"], ended["position"]) == ("legal", MADE_FIVE)
    assert following["player"] == "N"
    code, words = companion.end()
    assert code == 0
    assert "\n8 to 5. 6 to 5.\n" in words


def test_a_wrong_move_is_named_before_the_lift_and_corrected_after(
    board: WireBoard, started: Companion
) -> None:
    board.stand(WRONG)
    (verdict,) = started.expect("verdict")
    assert (verdict["verdict"], verdict["faults"]) == ("illegal", ["wrong-distance"])
    board.lift()
    ended, opened = started.expect("turn_ends", "error_open")
    assert ended["verdict"] == "illegal"
    assert (opened["player"], opened["faults"]) == ("V", ["wrong-distance"])
    board.stand(MADE_FIVE)
    closed, turn = started.expect("error_closed", "turn_begins")
    assert (closed["how"], closed["position"]) == ("corrected", MADE_FIVE)
    assert turn["player"] == "N"


def test_a_wrong_move_is_accepted_by_throwing(board: WireBoard, started: Companion) -> None:
    board.stand(WRONG)
    board.lift()
    started.expect("verdict", "turn_ends", "error_open")
    board.throw(1, "64")
    closed, turn, roll = started.expect("error_closed", "turn_begins", "roll")
    assert (closed["how"], closed["position"]) == ("accepted", WRONG)
    assert turn["position"] == WRONG
    assert (roll["player"], roll["dice"]) == ("N", [6, 4])


def test_cube_and_resignation_by_keys(board: WireBoard, started: Companion) -> None:
    board.stand(MADE_FIVE)
    board.lift()
    started.expect("verdict", "turn_ends", "turn_begins")
    board.press(1, 4)
    board.press(1, 5)
    (offer,) = started.expect("cube")
    assert (offer["player"], offer["action"]) == ("N", "offer")
    assert (offer["value"], offer["owner"]) == (2, None)
    board.press(0, 5)
    (take,) = started.expect("cube")
    assert (take["action"], take["value"], take["owner"]) == ("take", 2, "V")
    for _ in range(6):
        board.press(1, 6)
    board.press(1, 5)
    board.press(1, 5)
    (resign,) = started.expect("resign")
    assert (resign["player"], resign["value"], resign["action"]) == ("N", 1, "offer")
    board.press(0, 5)
    accepted, ended = started.expect("resign", "game_ends")
    assert accepted["action"] == "accept"
    assert (ended["winner"], ended["kind"], ended["by"]) == ("V", "single", "resign")
    assert (ended["points"], ended["score"]) == (2, {"V": 2, "N": 0})


def test_a_touched_die_of_a_void_throw_is_no_throw(board: WireBoard, started: Companion) -> None:
    board.stand(MADE_FIVE)
    board.lift()
    started.expect("verdict", "turn_ends", "turn_begins")
    board.throw(1, "6c")
    assert started.expect("roll_void")[0]["reason"] == "cocked"
    board.dice[1] = "6~"
    board.say(100)
    board.throw(1, "65")
    started.expect_nothing()
    board.lift()
    board.throw(1, "64")
    (roll,) = started.expect("roll")
    assert roll["dice"] == [6, 4]


def test_every_say_has_its_fields(started: Companion) -> None:
    said = [event for event in started.all() if event["event"] == "say"]
    assert said
    for event in said:
        assert set(event) == {"t", "event", "text", "lang", "priority", "to", "interrupts"}
        assert event["priority"] in {"alert", "result", "answer", "hint"}
        assert event["to"] in {"all", "V", "N"}
        assert isinstance(event["interrupts"], bool)


@pytest.mark.parametrize("moment", ["before the throw", "moving", "error", "doubled"])
def test_kill_and_start_again_at_the_exact_state(
    board: WireBoard, tmp_path: Path, moment: str
) -> None:
    journal = str(tmp_path / "evening.journal")
    first = Companion(board, tmp_path, "--journal", journal, "--match", "5")
    begin(board, first)
    expected = {"player": "V", "position": START}
    if moment in ("moving", "error"):
        board.stand(WRONG)
        first.expect("verdict")
    if moment == "error":
        board.lift()
        first.expect("turn_ends", "error_open")
    if moment in ("before the throw", "doubled"):
        board.stand(MADE_FIVE)
        board.lift()
        first.expect("verdict", "turn_ends", "turn_begins")
        expected = {"player": "N", "position": MADE_FIVE}
    if moment == "doubled":
        board.press(1, 4)
        board.press(1, 5)
        first.expect("cube")
    first.kill()
    board.hang_up()
    second = Companion(board, tmp_path, "--journal", journal, "--match", "5")
    board.wait_peer()
    board.settle()
    _, _, setup, game, turn = second.expect("link", "link", "setup", "game_begins", "turn_begins")
    assert setup["ok"] is True
    assert (game["number"], game["match_to"], game["score"]) == (1, 5, {"V": 0, "N": 0})
    assert {"player": turn["player"], "position": turn["position"]} == expected
    if moment == "moving":
        roll, verdict = second.expect("roll", "verdict")
        assert (roll["dice"], verdict["verdict"]) == ([3, 1], "illegal")
        board.stand(MADE_FIVE)
        board.lift()
        second.expect("verdict", "turn_ends", "turn_begins")
    if moment == "error":
        second.expect("roll", "error_open")
        board.throw(1, "64")
        second.expect("error_closed", "turn_begins", "roll")
    if moment == "doubled":
        (offer,) = second.expect("cube")
        assert (offer["action"], offer["value"]) == ("offer", 2)
        board.press(0, 6)
        drop, ended = second.expect("cube", "game_ends")
        assert (drop["action"], ended["by"]) == ("drop", "drop")
    if moment == "before the throw":
        board.throw(1, "64")
        second.expect("roll")
    assert second.end()[0] == 0


def test_the_plug_is_pulled_and_put_in_again(board: WireBoard, started: Companion) -> None:
    board.hang_up()
    (lost,) = started.expect("link")
    assert lost["state"] == "lost"
    board.wait_peer()
    board.stand(MADE_FIVE)
    again, verdict = started.expect("link", "verdict")
    assert again["state"] == "connected"
    assert verdict["verdict"] == "legal"
    board.lift()
    started.expect("turn_ends", "turn_begins")


def test_a_silent_board_is_lost_after_three_seconds(board: WireBoard, started: Companion) -> None:
    (lost,) = started.expect("link")
    assert lost["state"] == "lost"
    board.stand(MADE_FIVE)
    assert started.expect("link", "verdict")[0]["state"] == "connected"


def test_noise_cut_lines_and_strangers_change_nothing(board: WireBoard, started: Companion) -> None:
    good = board.state().encode()
    board.raw(b"\x00\xff$S,1,2" * 50)
    board.raw(b"$" + good + b"*00000000\n")
    board.raw(b"$X,unknown*" + b"0" * 700 + b"\n")
    board.raw(b"$S,\xff\xfe,*,$$$***\r\n\r\n")
    started.expect_nothing()
    board.stand(MADE_FIVE)
    (verdict,) = started.expect("verdict")
    assert verdict["verdict"] == "legal"


def test_a_board_of_another_version_is_refused_by_name(board: WireBoard, tmp_path: Path) -> None:
    board.hello = lambda: "H,9,0.1,new-board,n1,28"  # type: ignore[method-assign]
    companion = Companion(board, tmp_path)
    board.wait_peer()
    _, refused = companion.expect("link", "link")
    assert refused["state"] == "searching"
    assert "new-board" in refused["reason"]
    assert "version 9" in refused["reason"]
    companion.end()


def test_a_board_that_never_says_hello_is_played_with(board: WireBoard, tmp_path: Path) -> None:
    board.answers_hello = False
    board.hello = lambda: "L,info,no hello here"  # type: ignore[method-assign]
    companion = Companion(board, tmp_path)
    board.wait_peer()
    companion.expect("link")
    until = 40
    while len(companion.events()) < 4 and until:
        board.stand(START)
        until -= 1
        time.sleep(0.1)
    companion.expect("link", "setup", "game_begins")
    companion.end()


def test_interrupted_at_the_keyboard(board: WireBoard, started: Companion) -> None:
    code, words = started.end(signal.SIGINT)
    assert code == 130
    assert "Traceback" not in words
    assert board.url


# --- a referee at the keyboard -----------------------------------------------------------------


def test_a_ruling_typed_at_the_keyboard(board: WireBoard, tmp_path: Path) -> None:
    journal = str(tmp_path / "evening.journal")
    companion = Companion(board, tmp_path, "--journal", journal, keyboard=True)
    begin(board, companion)
    companion.type("dice 4 2 as Ann because the camera was wrong")
    ruling, roll = companion.expect("ruling", "roll")
    assert {k: v for k, v in ruling.items() if k != "t"} == {
        "event": "ruling",
        "what": "dice",
        "by": "Ann",
        "dice": [4, 2],
        "player": "V",
        "reason": "the camera was wrong",
    }
    assert roll["dice"] == [4, 2]
    companion.type("help")
    companion.type("dice 7 7")
    companion.type("accept")
    companion.type("x" * 5000)
    board.stand("V1=2n V4=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v")
    assert companion.expect("verdict")[0]["verdict"] == "legal"
    board.press(0, 5)
    board.say(300)
    ended, _ = companion.expect("turn_ends", "turn_begins")
    assert ended["verdict"] == "legal"
    companion.type("adjourn")
    assert companion.expect("ruling")[0]["what"] == "adjourn"
    code, written = companion.end()
    assert code == 0
    assert "award green [gammon]" in written
    assert "dice needs two dice" in written
    assert "no error is open" in written
    assert "A ruling has at most 1000 characters" in written
    board.hang_up()
    again = Companion(board, tmp_path, "--journal", journal)
    board.wait_peer()
    board.settle()
    again.expect("link", "link", "setup", "game_begins")
    assert again.expect("turn_begins")[0]["player"] == "N"
    again.end()
    outcome = Replay(words=False).play(journal, Settings(""))
    assert outcome.fine, outcome


def test_dice_by_hand_survive_a_power_cut(board: WireBoard, tmp_path: Path) -> None:
    journal = str(tmp_path / "evening.journal")
    companion = Companion(board, tmp_path, "--journal", journal, keyboard=True)
    begin(board, companion)
    companion.type("out-of-order V6")
    companion.type("dice 4 2")
    companion.expect("ruling", "ruling", "roll")
    companion.kill()
    board.hang_up()
    again = Companion(board, tmp_path, "--journal", journal)
    board.wait_peer()
    board.settle()
    again.expect("link", "link", "setup", "game_begins", "turn_begins")
    assert again.expect("roll")[0]["dice"] == [4, 2]
    board.stand("V1=2n V4=2v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v")
    again.expect("verdict")
    board.press(0, 5)
    board.say(300)
    assert again.expect("turn_ends")[0]["verdict"] == "legal"
    again.end()

"""`companion play` from outside: bytes in over TCP, events out, as docs/protocol.md has them."""

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


def test_the_events_of_an_evening_have_their_order_and_fields(
    board: WireBoard, tmp_path: Path
) -> None:
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


def test_every_say_has_its_fields(started: Companion) -> None:
    said = [event for event in started.all() if event["event"] == "say"]
    assert said
    for event in said:
        assert set(event) == {"t", "event", "text", "lang", "priority", "to", "interrupts"}
        assert event["priority"] in {"alert", "result", "answer", "hint"}
        assert event["to"] in {"all", "V", "N"}
        assert isinstance(event["interrupts"], bool)


def test_an_open_error_survives_a_kill(board: WireBoard, tmp_path: Path) -> None:
    journal = str(tmp_path / "evening.journal")
    first = Companion(board, tmp_path, "--journal", journal, "--match", "5")
    begin(board, first)
    board.stand(WRONG)
    board.lift()
    first.expect("verdict", "turn_ends", "error_open")
    first.kill()
    board.hang_up()
    second = Companion(board, tmp_path, "--journal", journal, "--match", "5")
    board.wait_peer()
    board.settle()
    _, _, setup, game, turn = second.expect("link", "link", "setup", "game_begins", "turn_begins")
    assert setup["ok"] is True
    assert (game["number"], game["match_to"], game["score"]) == (1, 5, {"V": 0, "N": 0})
    assert (turn["player"], turn["position"]) == ("V", START)
    second.expect("roll", "error_open")
    board.throw(1, "64")
    second.expect("error_closed", "turn_begins", "roll")
    assert second.end()[0] == 0


# --- a referee at the keyboard -----------------------------------------------------------------


def test_a_ruling_is_typed_at_the_keyboard(board: WireBoard, tmp_path: Path) -> None:
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

"""Situations that used to wait in silence are announced, also a hello of another version."""

from collections.abc import Callable, Iterator

import pytest

from companion.link.codec import encode
from companion.link.messages import Arrived, Opened
from companion.referee.facts import Ruling
from companion.settings import Settings
from tests.flow.sitting import Sitting
from tests.flow.stage import Stage

START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
FIVE = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
HELLO = "H,1,0.1,wire,n1,28"
FAULT = "Board fault. V 6. Loose contact. Clean the piece and the seat with alcohol."
UNREADABLE = "The board's signals make no sense. Switch it off and on again."
BOUND_S = 15


class Wire:
    """A board whose lines the test writes itself; its clock is also the host's."""

    def __init__(self) -> None:
        self.sitting = Sitting(Settings("memory", "backgammon", lang="en"), plugged=False)
        self.board = START
        self.dice = "--/--:0.0"
        self.seq = 0
        self.sitting.evening.table.take(Opened("memory"))
        self.hello()

    def hello(self, text: str = HELLO) -> list[str]:
        """Say a hello."""
        return self.say(text)

    def say(self, body: str) -> list[str]:
        """Say a good line; the words that follow."""
        evening, said = self.sitting.evening, self.sitting.ear.said
        before = len(said)
        evening.table.take(Arrived(encode(body)))
        evening.table.tick()
        return [each.text for each in said[before:]]

    def state(self, ms: int = 100, *, board: str = "", dice: str = "") -> str:
        """The next state line, so much later."""
        self.sitting.board.clock += ms
        self.seq += 1
        zones = (board or self.board).replace("=", ":").replace(" ", ";")
        keys = "0.0.0.0.0.0.0/0.0.0.0.0.0.0"
        return f"S,{self.seq},{self.sitting.board.clock},{zones},{dice or self.dice},{keys},"

    def settle(self, dice: str = "", board: str = "") -> list[str]:
        """Let something lie and stand."""
        self.dice, self.board = dice or self.dice, board or self.board
        return [*self.say(self.state()), *self.say(self.state(300))]

    def asked(self) -> list[str]:
        """The commands that the companion has sent."""
        sent = self.sitting.source.outgoing().decode()
        return [line.split(",")[2].split("*")[0] for line in sent.splitlines()]

    def throw_for_green(self) -> None:
        """Green begins with 3 and 1."""
        self.settle()
        self.settle("3-/--:1.0")
        assert self.settle("3-/1-:1.1")


def until_told(wire: Wire, lines: Iterator[str]) -> tuple[list[str], int]:
    """The first words that follow, and after how many milliseconds of the board's clock."""
    began = wire.sitting.board.clock
    for line in lines:
        words = wire.say(line)
        if words:
            return words, wire.sitting.board.clock - began
    return [], wire.sitting.board.clock - began


def flickering_point(wire: Wire) -> Iterator[str]:
    for number in range(600):
        yield wire.state(board=START.replace("V6=5v", "V6=4v") if number % 2 else START)


def flickering_die(wire: Wire) -> Iterator[str]:
    for number in range(600):
        yield wire.state(dice="~-/1-:1.1" if number % 2 else "3-/1-:1.1")


def malformed(wire: Wire) -> Iterator[str]:
    for _ in range(600):
        yield wire.state().replace("0.0.0.0.0.0.0/", "256.0.0.0.0.0.0/")


def log_lines(wire: Wire) -> Iterator[str]:
    for _ in range(600):
        wire.state()
        yield "L,info,all is well"


@pytest.mark.parametrize(
    ("lines", "told", "found"),
    [
        (flickering_point, FAULT, []),
        (flickering_die, FAULT.replace("V 6", "Green's first die"), []),
        (malformed, UNREADABLE, ["Board connected."]),
        (log_lines, UNREADABLE, ["Board connected."]),
    ],
)
def test_a_board_without_readable_lines_is_announced_in_time(
    lines: Callable[[Wire], Iterator[str]], told: str, found: list[str]
) -> None:
    wire = Wire()
    wire.throw_for_green()
    words, ms = until_told(wire, lines(wire))
    assert words == [told]
    assert ms <= BOUND_S * 1000
    again, _ = until_told(wire, lines(wire))
    assert again == []
    assert wire.settle(dice="3-/1-:1.1") == found
    assert wire.settle(board=FIVE) == ["Legal. Pick up the dice to end your turn."]


RESTLESS = (
    "Board fault. V 6. Its reading keeps changing, so nothing can be judged. Clean it, or mark"
    " it out of order in the menu."
)


@pytest.mark.parametrize(("faults", "held"), [("", 1), ("V6:flicker", 2), ("V6:unread", 1)])
def test_a_throw_with_an_old_flickering_point_is_answered(faults: str, held: int) -> None:
    wire = Wire()
    wire.settle()
    told: list[tuple[int, str]] = []
    for number in range(1200):
        board = START.replace("V6=5v", "V6=4v") if number // held % 2 else START
        dice = "--/--:0.0" if number < 900 else "3-/--:1.0"
        words = wire.say(wire.state(board=board, dice=dice) + faults)
        told += [(number, each) for each in words]
    assert RESTLESS in [each for number, each in told if 900 <= number <= 900 + BOUND_S * 10]


def test_a_flickering_point_out_of_order_does_not_stop_the_game() -> None:
    wire = Wire()
    wire.throw_for_green()
    wire.sitting.evening.table.decide(Ruling("out-of-order", "Ann", zone="V6"))
    words = []
    for dice in ("3-/1-:1.1", "--/--:1.1"):
        for number in range(10):
            board = FIVE.replace("V6=4v", "V6=5v") if number % 2 else FIVE
            words += wire.say(wire.state(board=board, dice=dice))
    assert words[0] == "Legal. Pick up the dice to end your turn."
    assert words[1] == "8 to 5. 6 to 5."


def test_a_board_with_a_stopped_clock_is_announced_until_it_runs() -> None:
    wire = Wire()
    wire.throw_for_green()
    told: list[tuple[int, str]] = []
    since = wire.sitting.board.clock
    for number in range(600):
        body = wire.state(dice="31/--:2.1" if number > 300 else "").split(",")
        body[2] = str(since)
        told += [(number, each) for each in wire.say(",".join(body))]
    ((number, words),) = told
    assert number <= BOUND_S * 10
    assert words == (
        "Board clock stopped, nothing can be judged. Switch the board off and on again."
    )
    again = [text for _ in range(15) for text in wire.say(wire.state())]
    assert again == ["Board connected.", "Green, 3, 1."]
    assert wire.settle(board=FIVE) == ["Legal. Pick up the dice to end your turn."]


@pytest.mark.parametrize(
    "hello",
    [
        "H,1,0.1,another,n1,28",
        HELLO,
        "H,2,9.9,wire,n1,28",  # once: `tests/link/tapes/connection.txt` has what is asked then
        "H,1,0.1,wire,n1,many",
        "H,1,,,,",
        "H,0,0.1,wire,n1,28",
        "H,2",
        "A,77,ok",
        "A,77,err,snap",
        "A,0,ok",
    ],
)
def test_an_unknown_line_does_not_stop_a_game(hello: str) -> None:
    wire = Wire()
    wire.throw_for_green()
    assert [text for text in wire.say(hello) if text != "Board connected."] == []
    wire.say(HELLO)
    assert wire.settle(board=FIVE) == ["Legal. Pick up the dice to end your turn."]


@pytest.mark.parametrize("zones", [0, 26, 30])
def test_another_number_of_zones_is_announced_once_and_accepted(zones: int) -> None:
    wire = Wire()
    wire.throw_for_green()
    told = (
        "Board connected. Wrong number of places, some pieces may be missed."
        " Update the board or the program."
    )
    assert wire.hello(f"H,1,0.1,wire,n1,{zones}") == [told]
    again = wire.hello(f"H,1,0.1,wire,n1,{zones}")
    assert told not in again
    assert wire.settle(board=FIVE) == ["Legal. Pick up the dice to end your turn."]


def test_a_board_of_another_version_is_announced_until_it_has_changed() -> None:
    wire = Wire()
    wire.throw_for_green()
    for _ in range(2):
        words = wire.hello("H,2,9.9,wire,n1,28")
    assert words == ["Wrong board version. Update the board or the program."]
    wire.asked()
    for _ in range(60):
        assert wire.say(wire.state()) == []
    assert wire.asked()[0] == "HELLO"
    assert wire.hello() == ["Board connected."]
    assert wire.settle(board=FIVE) == ["Legal. Pick up the dice to end your turn."]


# --- what stands there ---------------------------------------------------------------------------


def test_the_lines_of_an_empty_board_name_no_pieces() -> None:
    stage = Stage("en")
    stage.go_on_from(START)
    stage.stand("", "")
    own, _ = stage.sitting.evening.table.board_lines(None)[:2]
    assert "5" not in own[0]

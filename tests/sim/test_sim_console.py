"""The lines that control `companion simulate`: each is executed and answered."""

from collections.abc import Iterator

import pytest

from companion.rules import Player, find_game
from companion.sim.board import VirtualBoard
from companion.sim.console import LONGEST_WAIT, Console
from companion.sim.hands import BoardHands, Layout
from companion.sim.server import BoardServer
from companion.sim.wires import SocketWire
from companion.speech.catalogue import Catalogue


class Table:
    """A board that stands as the game begins, and somebody to type."""

    def __init__(self, server: BoardServer) -> None:
        rules = find_game("backgammon")
        self.server = server
        self.hands = BoardHands(
            server.act, lambda ms: server.act(lambda board: board.advance(ms)), Layout(rules.game)
        )
        self.console = Console(rules, server, self.hands, Catalogue("en"))

    def told(self, *lines: str) -> list[str]:
        answers: list[str] = []
        assert not self.console.run(lines, answers.append)
        return answers

    def stands(self, zone: str) -> str:
        """The letters of the pieces on a zone."""
        piles: dict[str, str] = self.server.act(
            lambda board: {
                name: "".join(letter * count for letter, count in pile)
                for name, pile in board.zones
            }
        )
        return piles.get(zone, "")

    @property
    def clock(self) -> int:
        return self.server.act(lambda board: board.clock)


@pytest.fixture(name="table")
def a_table() -> Iterator[Table]:
    with BoardServer(VirtualBoard(), [SocketWire()], realtime=False) as server:
        yield Table(server)


def test_pieces_are_set_up_moved_lifted_and_put(table: Table) -> None:
    assert table.told("start") == ["ok"]
    assert [table.stands(zone) for zone in ("V6", "V8", "V1")] == ["vvvvv", "vvv", "nn"]
    assert table.told("move V6 V5", "lift V8", "put V4 v") == ["ok", "ok", "ok"]
    assert [table.stands(zone) for zone in ("V4", "V5", "V6", "V8")] == ["v", "v", "vvvv", "vv"]
    assert table.told("setup V1=15v V12=15n") == ["ok"]
    assert [table.stands(zone) for zone in ("V1", "V12", "V6")] == ["v" * 15, "n" * 15, ""]


def test_dice_are_thrown_one_or_two_and_lifted(table: Table) -> None:
    def faces() -> tuple[str, ...]:
        return table.server.act(lambda board: (board.faces(Player.V), board.faces(Player.N)))

    none = faces()
    assert table.told("throw V 63") == ["ok"]
    assert faces() == ("63", none[1])
    assert table.told("dice V") == ["ok"]
    assert faces() == none
    assert table.told("throw N 5") == ["ok"]
    assert faces() == (none[0], "5-")


def test_the_clock_goes_on_by_as_much_as_is_waited(table: Table) -> None:
    before = table.clock
    assert table.told("wait 1500") == ["ok"]
    assert table.clock == before + 1500
    assert table.told(f"wait {LONGEST_WAIT}") == ["ok"]
    refused = f"wait takes milliseconds up to {LONGEST_WAIT}."
    wrong = (f"wait {LONGEST_WAIT + 1}", "wait soon", "wait -1", "wait \u0663")
    assert table.told(*wrong) == [refused] * 4


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("fly V1", "Unknown: fly. There are "),
        ("lift V2", "Nothing lies on V2."),
        ("move V6", "move does not take 1 words"),
        ("setup V99=1v", "V99"),
        ("press V nonsense", "'nonsense'"),
        ("throw X 63", "'X'"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(table: Table, line: str, answer: str) -> None:
    (told,) = table.told(line)
    assert answer in told
    assert "\n" not in told


def test_empty_lines_are_passed_over_and_quit_ends(table: Table) -> None:
    answers: list[str] = []
    assert table.console.run(["", "   ", "press V repeat", "quit now", "start"], answers.append)
    assert answers == ["ok"]

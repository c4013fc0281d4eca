"""The lines that control `companion simulate`: each is carried out and answered."""

from pathlib import Path

import pytest

from companion.rules import find_game
from companion.sim.board import VirtualBoard
from companion.sim.console import LONGEST_WAIT, Console
from companion.sim.hands import BoardHands, Layout
from companion.sim.server import BoardServer
from companion.speech.catalogue import Catalogue

HELP = Catalogue("en").say("command.sim-help")
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"


class Typist:
    """Types at a board with a game set up."""

    def __init__(self, game: str = "backgammon") -> None:
        rules = find_game(game)
        self.board = VirtualBoard()
        server = BoardServer(self.board, [])
        hands = BoardHands(
            server.act, lambda ms: server.act(lambda b: b.advance(ms)), Layout(rules.game)
        )
        hands.set_up(rules.placement(rules.start))
        self.console = Console(rules, server, hands, Catalogue("en"))

    def __call__(self, *lines: str) -> str:
        """Type lines. Return the last answer."""
        answers: list[str] = []
        assert not self.console.run(lines, answers.append)
        return answers[-1]


def test_a_board_is_shown_as_positions_are_written() -> None:
    typist = Typist()
    assert typist("show") == f"{START}, dice V --, dice N --"
    assert typist("move V8 V5", "throw V 63", "wait 500", "show") == (
        "V1=2n V5=1v V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v, dice V 63, dice N --"
    )
    assert typist("dice V", "throw N 5", "show").endswith("dice V --, dice N 5-")
    assert typist("lift V8", "put V4 v", "show").startswith("V1=2n V4=1v V5=1v V6=5v V8=1v ")
    assert typist("setup V1=15v V12=15n", "show").startswith("V1=15v V12=15n,")
    assert typist("start", "show").startswith(START)
    assert Typist("jacquet")("show").startswith("V12=14n1N N12=14v1V,")


@pytest.mark.parametrize("line", ["move V6 V66", "move V6", "move V66 V6", "move V6 V5 x"])
def test_no_piece_is_lost_by_an_invalid_move(line: str) -> None:
    typist = Typist()
    assert typist(line) != "ok"
    assert typist("show").startswith(START)


def test_on_a_mixed_pile_the_colour_must_be_chosen() -> None:
    typist = Typist()
    typist("setup V6=2v V5=1n1v")
    assert typist("move V5 V4") == "On V5 lie v, n: say which, after the places."
    assert typist("lift V5") == "On V5 lie v, n: say which, after the places."
    assert typist("move V5 V4 n") == "ok"
    assert typist("show").startswith("V4=1n V5=1v V6=2v,")
    assert typist("lift V5 v", "show").startswith("V4=1n V6=2v,")


def test_a_hint_can_be_played_as_it_is_printed() -> None:
    dutch = Typist("dutch")
    assert dutch("move VH N11", "move NH V8", "show").startswith("V8=1n N11=1v,")
    assert dutch("move N11 VH", "show").startswith("V8=1n,")
    jacquet = Typist("jacquet")
    jacquet("setup V10=1v")
    assert jacquet("move V10 VO", "show").startswith("V12=1V,")


def test_every_verb_is_in_the_help_and_in_the_documents() -> None:
    typist = Typist()
    assert typist("help") == HELP.rpartition("\n")[2]
    refused = typist("fly V1")
    verbs = refused.removeprefix("Unknown: fly. There are ").rstrip(".").split(", ")
    assert {"show", "help", "quit", "setup", "unplug"} <= set(verbs)
    guide = (Path(__file__).parents[2] / "docs" / "simulator.md").read_text(encoding="utf-8")
    for verb in verbs:
        assert f"{verb} " in HELP or f"{verb}," in HELP
        assert f"`{verb}" in guide


def test_waiting_advances_the_clock() -> None:
    typist = Typist()
    before = typist.board.clock
    assert typist("wait 1500") == "ok"
    assert typist.board.clock == before + 1500
    assert typist(f"wait {LONGEST_WAIT}") == "ok"
    for wrong in (str(LONGEST_WAIT + 1), "soon", "-1", "\u0663"):
        assert typist(f"wait {wrong}") == f"wait takes milliseconds up to {LONGEST_WAIT}."


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("throw X 63", "There is no side 'X'; V is green, N is black."),
        ("press V foo", "There is no key 'foo'; there are repeat, board, score"),
        ("lift", "lift does not take 0 words; help shows its form."),
        ("lift V2", "Nothing lies on V2."),
        ("put V77 v", "There is no place 'V77'; nothing was moved."),
        ("put V6 x", "'x' is not a piece; there are v, V, n, N."),
        ("setup V99=1v", "'V99=1v'"),
    ],
)
def test_an_impossible_action_is_one_sentence(line: str, told: str) -> None:
    answer = Typist()(line)
    assert answer.startswith(told)
    assert "\n" not in answer


def test_empty_lines_are_ignored_and_quit_ends() -> None:
    typist, answers = Typist(), list[str]()
    assert typist.console.run(["", "   ", "press V repeat", "quit now", "start"], answers.append)
    assert answers == ["ok"]

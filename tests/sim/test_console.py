"""The lines that control a simulated board."""

from collections.abc import Callable

import pytest

from companion.rules import find_game
from companion.rules.games import BY_NAME
from companion.sim.board import VirtualBoard
from companion.sim.console import Console
from companion.sim.hands import BoardHands, Layout
from companion.sim.server import BoardServer
from companion.speech.catalogue import Catalogue
from tests.test_docs import ROOT

HELP = Catalogue("en").say("command.sim-help")
Obey = Callable[..., str]
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"


def console(game: str = "backgammon") -> Obey:
    """A board with a game set up; lines go in, the last answer comes out."""
    rules = find_game(game)
    server = BoardServer(VirtualBoard(), [])
    hands = BoardHands(
        server.act, lambda ms: server.act(lambda b: b.advance(ms)), Layout(BY_NAME[game])
    )
    hands.set_up(rules.placement(rules.start))
    told = Console(rules, server, hands, Catalogue("en"))

    def obey(*lines: str) -> str:
        answers: list[str] = []
        told.run(lines, answers.append)
        return answers[-1]

    return obey


def test_a_board_is_shown_as_positions_are_written() -> None:
    obey = console()
    assert obey("show") == f"{START}, dice V --, dice N --"
    assert obey("move V8 V5", "throw V 63", "wait 500", "show") == (
        "V1=2n V5=1v V6=5v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v, dice V 63, dice N --"
    )
    assert console("jacquet")("show").startswith("V12=14n1N N12=14v1V,")


@pytest.mark.parametrize("line", ["move V6 V66", "move V6", "move V66 V6", "move V6 V5 x"])
def test_no_piece_is_lost_by_a_slip(line: str) -> None:
    obey = console()
    assert obey(line) != "ok"
    assert obey("show").startswith(START)


def test_where_both_colours_lie_one_is_chosen() -> None:
    obey = console()
    obey("setup V6=2v V5=1n1v")
    assert obey("move V5 V4") == "On V5 lie v, n: say which, after the places."
    assert obey("lift V5") == "On V5 lie v, n: say which, after the places."
    assert obey("move V5 V4 n") == "ok"
    assert obey("show").startswith("V4=1n V5=1v V6=2v,")
    assert obey("lift V5 v", "show").startswith("V4=1n V6=2v,")


def test_a_hint_can_be_played_as_it_is_printed() -> None:
    dutch = console("dutch")
    assert dutch("move VH N11", "move NH V8", "show").startswith("V8=1n N11=1v,")
    assert dutch("move N11 VH", "show").startswith("V8=1n,")
    jacquet = console("jacquet")
    jacquet("setup V10=1v")
    assert jacquet("move V10 VO", "show").startswith("V12=1V,")


def test_every_verb_is_in_the_help_and_in_the_documents() -> None:
    obey = console()
    assert obey("help") == HELP.rpartition("\n")[2]
    refused = obey("fly")
    verbs = refused.removeprefix("Unknown: fly. There are ").rstrip(".").split(", ")
    assert {"show", "help", "quit", "setup", "unplug"} <= set(verbs)
    guide = (ROOT / "docs" / "simulator.md").read_text(encoding="utf-8")
    for verb in verbs:
        assert f"{verb} " in HELP or f"{verb}," in HELP
        assert f"`{verb}" in guide


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("throw X 63", "There is no side 'X'; V is green, N is black."),
        ("press V foo", "There is no key 'foo'; there are repeat, board, score"),
        ("lift", "lift does not take 0 words; help tells how it is written."),
        ("lift V2", "Nothing lies on V2."),
        ("put V77 v", "There is no place 'V77'; nothing was moved."),
        ("put V6 x", "'x' is no piece; there are v, V, n, N."),
        ("wait long", "wait takes milliseconds up to"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(line: str, told: str) -> None:
    assert console()(line).startswith(told)

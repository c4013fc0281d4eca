"""The lines that control `companion simulate`, with their answers: `console/*.txt`.

`game …` begins with a board on which that game is set up. After a change on purpose
`python -m tests.sim.test_sim_console` writes the answers again.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from companion.rules import find_game
from companion.sim.board import VirtualBoard
from companion.sim.console import LONGEST_WAIT, Console
from companion.sim.hands import BoardHands, Layout
from companion.sim.server import BoardServer
from companion.speech.catalogue import Catalogue
from tests.tables import compared, rewrite, text_files

FOLDER: Final = Path(__file__).parent / "console"
HELP: Final = Catalogue("en").say("command.sim-help")


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

    def __call__(self, line: str) -> list[str]:
        """Type a line. Return its answers."""
        answers: list[str] = []
        assert not self.console.run([line], answers.append)
        return answers


def answered(lines: list[str]) -> Iterator[str]:
    """Yield the typed lines with their answers."""
    typist = Typist()
    for line in lines:
        if line.startswith("    "):
            continue
        yield line
        if line.startswith("game "):
            typist = Typist(line.removeprefix("game "))
        elif line and not line.startswith("=="):
            yield from (f"    {each}" for each in typist(line))


@pytest.mark.parametrize("name", text_files(FOLDER))
def test_each_line_is_carried_out_and_answered(name: str) -> None:
    now, written = compared(FOLDER / f"{name}.txt", answered)
    assert now == written


def test_every_verb_is_in_the_help_and_in_the_documents() -> None:
    typist = Typist()
    assert typist("help") == HELP.splitlines()
    (refused,) = typist("fly V1")
    verbs = refused.removeprefix("Unknown: fly. There are ").rstrip(".").split(", ")
    assert {"show", "help", "quit", "setup", "unplug"} <= set(verbs)
    guide = (Path(__file__).parents[2] / "docs" / "simulator.md").read_text(encoding="utf-8")
    for verb in verbs:
        assert f"{verb} " in HELP or f"{verb}," in HELP
        assert f"`{verb}" in guide


def test_waiting_advances_the_clock() -> None:
    typist = Typist()
    before = typist.board.clock
    typist(f"wait {LONGEST_WAIT}")
    assert typist.board.clock == before + LONGEST_WAIT


def test_empty_lines_are_ignored_and_quit_ends() -> None:
    typist, answers = Typist(), list[str]()
    assert typist.console.run(["", "   ", "press V repeat", "quit now", "start"], answers.append)
    assert answers == ["ok"]


if __name__ == "__main__":
    rewrite(FOLDER, answered)

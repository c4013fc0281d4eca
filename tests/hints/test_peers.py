"""Other engines behind our protocol, played by stand-ins: what they are asked, what is made of it.

What the engines themselves say is compared in `test_engines`, where they are installed.
"""

import stat
import sys
import tempfile
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.hints import engines
from companion.hints.advice import EngineError
from companion.hints.engines import Gnubg, Sage
from companion.hints.rows import rows_of, swapped
from companion.rules import Player, find_game

RULES = find_game("backgammon")
BAR = "V1=2n V6=5v V8=3v V12=5n N1=4v VB=1v N5=3n N7=4n NB=1n N12=2v"
OVER = "N1=2n N6=13n VO=15v"

STANDS = """#!{python}
import socket, sys
answers = {answers!r}
word, path = sys.stdin.readline().split()
assert word == "external" and sys.argv[1:] == ["-t", "-q", "-r"]
if answers:
    server = socket.socket(socket.AF_UNIX)
    server.bind(path)
    server.listen()
    table, _ = server.accept()
    for answer in answers:
        question = table.recv(4096).decode()
        with open({asked!r}, "a") as file:
            file.write(question)
        table.sendall(answer.encode())
    table.close()
"""


@pytest.fixture(name="stand_in")
def a_stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A program in gnubg's place that gives these answers; where it writes what it was asked."""

    def make(*answers: str) -> Path:
        program, asked = tmp_path / "gnubg", tmp_path / "asked"
        program.write_text(STANDS.format(python=sys.executable, answers=answers, asked=str(asked)))
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setattr(engines, "PLACES", ("no-such-gnubg", str(program)))
        return asked

    return make


def test_gnubg_evaluates_the_thrower_and_its_answer_is_swapped(stand_in: Any) -> None:
    asked = stand_in("0.7 0.2 0.1 0.15 0.05 0.5\n")
    engine = Gnubg(RULES, plies=2)
    try:
        rows = rows_of(RULES, [RULES.parse(BAR), RULES.parse(OVER)], Player.V)
        found = engine.chances(rows)
    finally:
        engine.close()
    # Won, by two, by three, lost by two, by three: what the thrower wins, who has moved loses.
    assert found[0] == pytest.approx([0.3, 0.15, 0.05, 0.2, 0.1])
    assert found[1].tolist() == [1, 1, 0, 0, 0]  # nobody is asked about a game that is over
    board = "-1:-2:0:0:0:0:4:0:3:0:0:0:-4:5:0:0:0:-3:0:-5:0:0:0:0:2:1"
    line = asked.read_text()
    assert line.startswith("evaluation fibsboard board:own:other:0:0:0:")
    assert line.endswith(" plies 2 cubeless prune noise 0\n")
    said = line.split(":")
    assert ":".join(said[6:32]) == board
    assert said[-8:-1] == ["0", "0", "1", "1", "2", "0", "0"]


@pytest.mark.parametrize("answer", ["nonsense\n", "0.1 0.2\n", ""])
def test_gnubg_that_stops_answering_is_one_sentence(
    answer: str, stand_in: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(answer)
    short = tempfile.mkdtemp()  # a socket's path is short
    monkeypatch.setattr("tempfile.tempdir", short)
    engine = Gnubg(RULES)
    with pytest.raises(EngineError, match=r"^gnubg stopped answering[.] Hints go on without it"):
        engine.chances(rows_of(RULES, [RULES.start], Player.V))
    engine.close()
    Path(short).rmdir()  # which needs it empty


def test_gnubg_that_does_not_start_is_one_sentence(stand_in: Any) -> None:
    stand_in()
    with pytest.raises(EngineError, match=r"^gnubg did not start"):
        Gnubg(RULES)


def test_bgsage_evaluates_the_player_who_has_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []

    def evaluate(boards: list[dict[str, Any]], *how: str, **more: object) -> list[Any]:
        asked.extend(boards)
        assert (how, more) == (("1ply",), {"n_threads": 1, "jacoby": False})
        probs = SimpleNamespace(
            win=0.6, gammon_win=0.3, backgammon_win=0.1, gammon_loss=0.2, backgammon_loss=0.05
        )
        return [SimpleNamespace(probs=probs) for _ in boards]

    library = ModuleType("bgsage")
    monkeypatch.setattr(library, "batch_post_move_evaluate", evaluate, raising=False)
    monkeypatch.setitem(sys.modules, "bgsage", library)
    rows = rows_of(RULES, [RULES.parse(BAR)], Player.V)
    assert Sage(RULES).chances(rows)[0] == pytest.approx([0.6, 0.3, 0.1, 0.2, 0.05])
    assert Sage(RULES).chances(swapped(rows)).shape == (1, 5)
    own, other = (one["board"] for one in asked)
    assert own[0] == own[25] == 1
    assert other[0] == other[25] == 1
    assert own[1:25] == [-piece for piece in other[24:0:-1]]
    assert own[6:9] == [5, 0, 3]
    assert {one["cube_owner"] for one in asked} == {"centered"}
    assert np.sum(own[1:25]) == 0


def test_without_bgsage_a_sentence_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "bgsage", None)
    with pytest.raises(EngineError, match=r"[.]venv/bin/pip install '[.]\[bgsage\]'"):
        Sage(RULES)

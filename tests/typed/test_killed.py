"""kill -9 at any moment of a typed evening: the same place, the same dice, the moves made so far.

Each line is typed to the program itself; it is killed somewhere between two lines, or with one on
its way, and started again by the same command.
"""

import json
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from companion.rules import Player, find_game
from tests.every_game import every_game

pytestmark = pytest.mark.slow

KILLS = 6
PATIENCE = 20.0


class Program:
    """The program at a typed table, and what it has told."""

    def __init__(self, folder: Path, game: str) -> None:
        self._events = folder / "events.jsonl"
        self._command = [
            *(sys.executable, "-m", "companion", "play", "--board", "typed", "--game", game),
            *("--voice", "print", "--journal", str(folder / "evening.db")),
            *("--events", str(self._events), "--lang", "en"),
        ]
        self.start()

    def start(self) -> None:
        self._events.unlink(missing_ok=True)
        self._process = subprocess.Popen(  # noqa: S603 - our own
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.wait_for("game_begins")

    def type(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    @property
    def told(self) -> list[dict[str, Any]]:
        if not self._events.exists():
            return []
        whole = self._events.read_text("utf-8").rpartition("\n")[0]
        return [json.loads(line) for line in whole.splitlines()]

    def wait_for(self, name: str, count: int = 1) -> None:
        until = time.monotonic() + PATIENCE
        while sum(each["event"] == name for each in self.told) < count:
            assert time.monotonic() < until, (name, self.told[-3:])
            time.sleep(0.01)

    def settle(self) -> None:
        """Wait until nothing more is told: what was typed has been taken."""
        before = -1
        while before != (now := len(self.told)):
            before = now
            time.sleep(0.08)

    def kill(self) -> None:
        self._process.kill()
        _, said = self._process.communicate()
        assert "Traceback" not in said, said


def place(told: list[dict[str, Any]]) -> tuple[object, ...]:
    """Where an evening stands, by its events: whose turn, from which position, dice, board."""
    player = position = dice = shown = None
    error = False
    for event in told:
        match event["event"]:
            case "turn_begins":
                player, position = event["player"], event["position"]
                dice, shown, error = None, position, False
            case "roll":
                dice = tuple(event["dice"])
            case "verdict" | "turn_ends":
                shown = event["position"]
            case "error_open":
                error = True
            case "error_closed":
                error = False
            case "game_ends":
                player = position = dice = shown = None
    # While an error is open no event tells the board.
    return player, position, dice, None if error else shown, error


def _line(game: str, told: list[dict[str, Any]], chance: random.Random) -> str:
    player, position, dice, shown, error = place(told)
    thrown = f"{chance.randint(1, 6)}{chance.randint(1, 6)}"
    if dice is None or not isinstance(position, str):
        return thrown
    if not error and shown != position:
        return chance.choice(["", thrown])
    if error and chance.random() < 0.5:
        return thrown
    if chance.random() < 0.15:
        return "24/23"
    rules = find_game(game)
    mover = Player(str(player))
    assert isinstance(dice, tuple)
    ends = sorted(rules.ends(rules.parse(position), mover, dice).positions)
    plays = rules.plays(rules.parse(position), mover, dice, chance.choice(ends))
    return " ".join(plays[0].moves) if plays and plays[0].moves else thrown


@pytest.mark.parametrize("game", every_game())
def test_killed_at_any_moment(game: str, tmp_path: Path) -> None:
    chance = random.Random(11)
    program = Program(tmp_path, game)
    try:
        _play_and_kill(program, game, chance)
    finally:
        program.kill()


def _play_and_kill(program: Program, game: str, chance: random.Random) -> None:
    for _ in range(KILLS):
        for _ in range(chance.randint(1, 5)):
            program.type(_line(game, program.told, chance))
            program.settle()
        before = place(program.told)
        if chance.random() < 0.3:
            program.type("?")  # it is killed with a line on its way that changes nothing
        program.kill()
        program.start()
        program.settle()
        after = place(program.told)
        if before[0] is not None:
            assert after == before

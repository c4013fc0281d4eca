"""Evenings killed at random moments: every announced fact is in the journal exactly once."""

import json
import os
import random
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from companion.events import to_event
from companion.records.read import check, check_file, files, observations
from tests.budget import seeds
from tests.program import DEVNULL, PIPE, Program

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such kill")
LINES = ("/", "/", "", "", "31", "64", "8/5", "13/7", "24/18", "8 6", "undo", "score", "--", "++")


def killed(command: tuple[str, ...], typed: str, seconds: float) -> None:
    """Run a command and kill it so long after it has said something."""
    process = Program(*command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)
    assert process.stdout is not None
    assert process.stdin is not None
    process.stdout.readline()
    process.stdin.write(typed)
    process.stdin.flush()
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    process.communicate()


def announced(events: Path) -> list[dict[str, Any]]:
    """The facts that were announced, in order, but for their times."""
    text = events.read_text(encoding="utf-8") if events.exists() else ""
    told = [json.loads(line) for line in text.splitlines()[: text.count("\n")]]
    return [but_for_time(event) for event in told if event["event"] != "say"]


def stored(folder: Path) -> list[dict[str, Any]]:
    """The facts of a journal as events, in order."""
    events = (
        to_event(fact, seen.t)
        for path in files(folder)
        for seen in observations(path)
        for fact in seen.facts
    )
    told = (json.loads(json.dumps(event)) for event in events if event is not None)
    return [but_for_time(event) for event in told]


def but_for_time(event: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in event.items() if name != "t"}


def is_sound(folder: Path) -> bool:
    return all(not check_file(path).problems for path in files(folder)) and check(folder)[1]


def typed_evenings(folder: Path, kills: int, seed: int) -> None:
    """One evening, killed and started again and again."""
    folder.mkdir()
    chance, known = random.Random(seed), 0
    for number in range(kills):
        events = folder / f"{number}.events"
        command = ("play", "--board", "typed", "--game", "backgammon", "--voice", "print")
        options = ("--journal", str(folder / "journal"), "--events", str(events))
        typed = "".join(f"{chance.choice(LINES)}\n" for _ in range(40))
        killed((*command, *options), typed, chance.random() * 0.6)
        told, there = announced(events), stored(folder / "journal")
        assert is_sound(folder / "journal")
        assert there[known : known + len(told)] == told
        known = len(there)
    assert known > 3 * kills


def sensed_evenings(folder: Path, kills: int, seed: int) -> None:
    """Evenings at a simulated board on a real line, each killed once."""
    folder.mkdir()
    chance = random.Random(seed)
    facts = 0
    for number in range(kills):
        journal, events = folder / f"{number}", folder / f"{number}.events"
        options = ("--seed", str(number + 1), "--journal", str(journal), "--events", str(events))
        killed(("demo", "--fast", "--voice", "print", *options), "", chance.random() * 2)
        told, there = announced(events), stored(journal)
        assert is_sound(journal)
        assert there[: len(told)] == told
        facts += len(told)
    assert facts > 3 * kills


def test_a_few_kills_lose_and_repeat_no_fact(tmp_path: Path) -> None:
    typed_evenings(tmp_path / "typed", 2, 1)
    sensed_evenings(tmp_path / "sensed", 1, 2)


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_many_kills_lose_and_repeat_no_fact(tmp_path: Path) -> None:
    """Guards that what was announced is in the journal, whenever the power goes."""
    for seed in seeds(5):
        typed_evenings(tmp_path / f"typed{seed}", 5, seed)
        sensed_evenings(tmp_path / f"sensed{seed}", 5, seed)

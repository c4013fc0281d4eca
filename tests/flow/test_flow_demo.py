"""`companion demo`: whole evenings on the real wire, with mistakes, real matches, bad cables."""

import itertools
import json
import random
import threading
import time
from pathlib import Path
from typing import Any, cast

import pytest

from companion.commands.demo import Demo
from companion.rules import game_names
from companion.settings import Settings
from companion.sim.server import BoardServer
from companion.sim.wires import any_wire
from companion.speech.speaker import Speaker
from tests.budget import seeds
from tests.sim.bad_cable import BadCable

CORPUS = Path(__file__).parent.parent / "data" / "corpus"
Event = dict[str, Any]


def run(
    folder: Path, game: str = "backgammon", mat: str | None = None, turns: int | None = None
) -> list[Event]:
    """Play a demonstration as fast as can be and return its events."""
    path = folder / "events.jsonl"
    settings = Settings("", game, voice="print", events=str(path))
    assert Demo(settings, 1, mat, turns, fast=True).run()
    lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("game", game_names())
def test_each_game_shows_the_three_kinds_of_mistakes(tmp_path: Path, game: str) -> None:
    events = [event for event in run(tmp_path, game, turns=12) if event["event"] != "say"]
    kinds = [event["event"] for event in events]
    illegal = next(i for i, event in enumerate(events) if event.get("verdict") == "illegal")
    # Named before the dice were lifted, and put right before too.
    assert kinds[illegal] == "verdict"
    assert (kinds[illegal + 1], events[illegal + 1]["verdict"]) == ("verdict", "legal")
    assert (kinds[illegal + 2], events[illegal + 2]["verdict"]) == ("turn_ends", "legal")
    fates = [event["how"] for event in events if event["event"] == "error_closed"]
    assert fates == ["corrected", "accepted"]
    assert kinds[-1] == "game_ends"


def test_the_players_wait_until_the_companion_has_finished_speaking() -> None:
    asked: list[float] = []

    class Speaks:
        def wait_idle(self, seconds: float) -> bool:
            asked.append(seconds)
            return len(asked) == 3

    demo = Demo(Settings("", voice="print"), 1, None, fast=False)
    demo.wait_for_silence(cast("Speaker", Speaks()))
    assert len(asked) == 3


MATCHES = sorted(CORPUS.glob("*.mat"))
SHORTEST = CORPUS / "match7985936.mat"
QUICK = CORPUS / "match8936802.mat"


def test_a_real_match_is_refereed(tmp_path: Path) -> None:
    referee(tmp_path, QUICK)


@pytest.mark.slow
def test_more_real_matches_are_refereed(tmp_path: Path) -> None:
    """Guards the way from bytes to verdicts with plays that people made."""
    others = [path for path in MATCHES if path != QUICK]
    for seed in itertools.islice(seeds(8), len(others)):
        folder = tmp_path / str(seed)
        folder.mkdir()
        referee(folder, others[seed % len(others)])


def referee(folder: Path, path: Path) -> None:
    """Every turn of the file is legal; `Demo.run` has compared the score with the file's."""
    events = run(folder, mat=str(path))
    ended = [event for event in events if event["event"] == "turn_ends"]
    assert ended
    assert {event["verdict"] for event in ended} == {"legal"}


@pytest.mark.slow
def test_a_bad_cable_changes_no_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "good").mkdir()
    (tmp_path / "bad").mkdir()
    good = verdicts(run(tmp_path / "good", mat=str(SHORTEST)))
    monkeypatch.setattr(
        "companion.commands.demo.any_wire",
        lambda: BadCable(any_wire(), lost=0.03, damaged=0.05, noise=0.2, seed=7),
    )
    bad = verdicts(run(tmp_path / "bad", mat=str(SHORTEST)))
    assert bad == good


def test_a_pulled_plug_changes_no_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "good").mkdir()
    (tmp_path / "bad").mkdir()
    good = verdicts(run(tmp_path / "good", turns=8))
    start, close = BoardServer.start, BoardServer.close
    pullers: list[threading.Thread] = []

    def with_a_loose_plug(self: BoardServer) -> None:
        start(self)
        pullers.append(
            threading.Thread(target=pull, args=(self, tmp_path / "bad" / "events.jsonl"))
        )
        pullers[-1].start()

    def when_nobody_pulls(self: BoardServer) -> None:
        pullers.pop().join()
        close(self)

    monkeypatch.setattr(BoardServer, "start", with_a_loose_plug)
    monkeypatch.setattr(BoardServer, "close", when_nobody_pulls)
    events = run(tmp_path / "bad", turns=8)
    assert verdicts(events) == good
    states = [event["state"] for event in events if event["event"] == "link"]
    assert "lost" in states
    assert states[-1] == "connected"


def pull(server: BoardServer, events: Path) -> None:
    """Pull the plug in three turns, at a moment of chance, and put it in again."""
    chance = random.Random(5)
    for turn in (2, 4, 6):
        while not events.exists() or events.read_text().count('"turn_ends"') < turn:
            time.sleep(0.001)
        time.sleep(chance.uniform(0, 0.02))
        server.unplug()
        time.sleep(chance.uniform(0.05, 0.2))
        server.replug()


def verdicts(events: list[Event]) -> list[tuple[str, str, str]]:
    """What was decided at the end of each turn."""
    return [
        (event["player"], event["verdict"], event["position"])
        for event in events
        if event["event"] == "turn_ends"
    ]

"""Random walks through whole evenings: what must hold is said in `walk`."""

import os
from pathlib import Path

import pytest

from companion.rules import game_names
from companion.settings import OpponentSettings, Settings
from tests.flow.walk import walk

PRACTICE = (OpponentSettings("N", 3, "drawn"), OpponentSettings("N", 3, "table"))
EVENINGS = [
    *[(game, OpponentSettings()) for game in game_names()],
    *[(game, against) for game in ("backgammon", "jacquet", "acey-deucey") for against in PRACTICE],
]


def evening(game: str, against: OpponentSettings) -> Settings:
    mode = "practice" if against.partner else "club"
    return Settings("memory", game, lang="en", mode=mode, against=against)


@pytest.mark.parametrize(("game", "against"), EVENINGS)
def test_a_short_walk_finds_neither_silence_nor_contradiction(
    game: str, against: OpponentSettings, tmp_path: Path
) -> None:
    done = walk(evening(game, against), 11, 300, tmp_path / "evening.journal")
    assert done["press"] == 300
    assert done["restarts"]
    assert done["waits"]
    assert sum(times for what, times in done.items() if what.startswith("comply")) >= 5


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(int(os.environ.get("WALKS", "1"))))
@pytest.mark.parametrize(("game", "against"), EVENINGS)
def test_a_walk_of_five_thousand_presses(
    game: str, against: OpponentSettings, seed: int, tmp_path: Path
) -> None:
    """With `WALKS=4` twenty thousand keys in each kind of evening, an hour of one core."""
    done = walk(evening(game, against), seed, 5_000, tmp_path / "evening.journal")
    assert done["press"] == 5_000

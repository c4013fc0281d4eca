"""Random walks through whole evenings; `walk` defines what must hold."""

from pathlib import Path

import pytest

from companion.rules import game_names
from companion.settings import OpponentSettings, Settings
from tests.budget import seeds
from tests.flow.walk import walk

PRACTICE = (OpponentSettings("N", 3, "drawn"), OpponentSettings("N", 3, "table"))
EVENINGS = [
    *[(game, OpponentSettings()) for game in game_names()],
    *[(game, against) for game in ("backgammon", "jacquet", "acey-deucey") for against in PRACTICE],
]


def evening(game: str, against: OpponentSettings) -> Settings:
    mode = "practice" if against.partner else "club"
    return Settings("memory", game, lang="en", mode=mode, against=against)


@pytest.mark.parametrize(("game", "against"), EVENINGS[:6])
def test_a_short_walk_finds_no_contradiction(
    game: str, against: OpponentSettings, tmp_path: Path
) -> None:
    done = walk(evening(game, against), 11, 60, tmp_path / "evening.journal")
    assert done["press"] == 60
    assert done["restarts"]
    assert sum(times for what, times in done.items() if what.startswith("comply")) >= 3


@pytest.mark.slow
@pytest.mark.parametrize(("game", "against"), EVENINGS)
def test_long_walks(game: str, against: OpponentSettings, tmp_path: Path) -> None:
    """Guards against contradictions after any series of keys."""
    for seed in seeds(3):
        done = walk(evening(game, against), seed, 200, tmp_path / f"{seed}.journal")
        assert done["press"] == 200

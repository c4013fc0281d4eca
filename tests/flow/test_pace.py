"""Pace and loudness by the keys of the board: how far one step goes, and where it ends."""

import pytest

from companion.link.messages import Key
from companion.referee.menu import MENU
from companion.rules import Player
from companion.speech.voices.base import FASTEST, SLOWEST
from tests.flow.stage import Stage


def choose(stage: Stage, entry: str) -> tuple[int, float]:
    stage.press(Player.V, *[Key.NO] * (MENU.index(entry) + 1), Key.YES)
    return stage.sitting.ear.rate, stage.sitting.ear.volume


@pytest.mark.parametrize(
    ("entries", "rate", "volume"),
    [
        (["faster"], 216, 1.0),
        (["slower"], 150, 1.0),
        (["faster"] * 9, FASTEST, 1.0),
        (["slower"] * 9, SLOWEST, 1.0),
        (["softer"], 180, 0.8),
        (["softer"] * 9, 180, 0.2),
        (["softer", "softer", "louder"], 180, 0.8),
        (["softer", "louder", "louder"], 180, 1.0),
    ],
)
def test_the_menu_changes_the_voice(entries: list[str], rate: int, volume: float) -> None:
    stage = Stage("en")
    pace = [choose(stage, entry) for entry in entries]
    assert pace[-1] == (rate, volume)

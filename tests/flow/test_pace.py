"""Rate and volume changed by the board's keys: the size of a step, and the limits."""

import pytest

from companion.link.messages import Key
from companion.rules import Player
from companion.speech.voices.base import FASTEST, SLOWEST
from tests.flow.stage import Stage
from tests.menu_keys import to


def choose(stage: Stage, entry: str, player: Player = Player.V) -> tuple[int, float]:
    stage.press(player, *to(entry, stage.sitting.evening.table.referee.state), Key.YES)
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

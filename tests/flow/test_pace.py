"""Rate and volume changed by the board's keys: the size of a step, and the limits."""

import pytest

from companion.link.messages import Key
from companion.rules import Player
from companion.settings import OpponentSettings
from companion.speech.voices.base import FASTEST, SLOWEST
from tests.flow.stage import Stage
from tests.menu_keys import to
from tests.tables import table

START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"


def choose(stage: Stage, entry: str, player: Player = Player.V) -> tuple[int, float]:
    stage.press(player, *to(entry, stage.sitting.evening.table.referee.state), Key.YES)
    return stage.sitting.ear.rate, stage.sitting.ear.volume


def told(stage: Stage, *entries: str, player: Player = Player.V) -> list[str]:
    """What is said of each setting that is chosen."""
    said = []
    for entry in entries:
        choose(stage, entry, player)
        said.append(stage.sitting.ear.said[-1].text)
    return said


@pytest.mark.parametrize(
    ("lang", "said"),
    table("flow/pace"),
)
def test_each_setting_says_what_it_is_now(lang: str, said: tuple[str, ...]) -> None:
    heard = told(Stage(lang), "faster", "slower", "louder", "softer", "language")
    assert tuple(heard) == said


def test_at_the_end_of_the_pace_it_says_so() -> None:
    assert told(Stage("en"), *["faster"] * 7)[-1] == "No faster than 450 words a minute."
    assert told(Stage("en"), *["slower"] * 7)[-1] == "No slower than 80 words a minute."
    assert told(Stage("en"), *["softer"] * 7)[-1] == "No quieter than 20 percent."


def test_how_much_is_said_is_told_and_whether_the_opponent_has_it_otherwise() -> None:
    stage = Stage("en")
    stays = " Your opponent wants fuller announcements, so those you share stay as they are."
    assert told(stage, *["verbosity"] * 3) == [
        "Full. Everything.",
        "Brief. As little as possible." + stays,
        "Normal. What is needed.",
    ]
    told(stage, "language", player=Player.N)
    assert told(stage, "verbosity", "verbosity")[-1] == "Brief. As little as possible."


def test_against_the_companion_only_the_persons_settings_count() -> None:
    stage = Stage("en", mode="practice", against=OpponentSettings("V", dice="table"))
    stage.stand(START, "All pieces are set up.")
    assert told(stage, "verbosity", "verbosity", player=Player.N)[-1] == (
        "Brief. As little as possible."
    )
    told(stage, "language", player=Player.N)
    before = len(stage.sitting.ear.said)
    stage.throw(Player.V, "2-")
    stage.throw(Player.N, "2-")
    said = stage.sitting.ear.said[before:]
    assert {each.lang for each in said} == {"fr"}
    assert {each.to for each in said} == {"all"}


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

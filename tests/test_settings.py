"""What an evening is set to: read once, refused in one sentence, kept with the match."""

import json
from dataclasses import replace

import pytest

from companion.options import SettingsError, minutes, own_settings, system_language
from companion.settings import OpponentSettings, Settings
from tests.tables import table


@pytest.mark.parametrize(("text", "told"), [("1", 1), ("20", 20), ("600", 600)])
def test_the_minutes_of_the_clock(text: str, told: int) -> None:
    assert minutes(text) == told


@pytest.mark.parametrize("text", ["0", "601", "-5", "1.5", "", "ten", "\u0663", "99999999999999"])
def test_an_invalid_clock_is_refused(text: str) -> None:
    with pytest.raises(SettingsError, match="is not a number of minutes from 1 to 600"):
        minutes(text)


def test_braille_is_uncontracted_by_default() -> None:
    """What a country's readers all know."""
    assert not Settings("").contracted


def test_a_players_own_settings() -> None:
    assert own_settings("lang=fr") == (("lang", "fr"),)
    assert own_settings("verbosity=brief, lang=en") == (("verbosity", "brief"), ("lang", "en"))


@pytest.mark.parametrize("text", ["", "lang", "lang=xx", "voice=print", "lang=fr,,", "=fr"])
def test_an_invalid_player_setting_is_refused_with_the_valid_ones(text: str) -> None:
    with pytest.raises(SettingsError, match=r"of a player. Known settings: lang=en\|fr"):
        own_settings(text)


@pytest.mark.parametrize(("told", "lang"), table("commands/system-languages"))
def test_the_systems_language_is_used_if_it_has_a_catalogue(
    told: dict[str, str], lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in told.items():
        monkeypatch.setenv(name, value)
    assert system_language() == lang


RECORDED = Settings(
    "x",
    "jacquet",
    ("count-games",),
    match_to=5,
    clock=20,
    for_v=(("lang", "fr"),),
    against=OpponentSettings("N", 3, "drawn"),
    mode="practice",
    players=("Anne", "Bruno"),
    table="T1",
)


def test_a_recorded_evenings_settings_are_read_back() -> None:
    again = Settings.from_json(RECORDED.as_json())
    assert again.saved() == RECORDED.saved()
    assert (again.for_v, again.voice) == ((("lang", "fr"),), "print")


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "7", '{"options": 3}', '{"options": [], "nonsense": 1}', "not json"]
)
def test_invalid_settings_of_an_evening_are_refused(text: str) -> None:
    with pytest.raises(SettingsError, match="are not the settings of an evening"):
        Settings.from_json(text)


def test_a_saved_match_is_not_resumed_with_other_players() -> None:
    saved = json.loads(json.dumps(RECORDED.saved()))
    going = Settings("y").with_game_of(saved)
    assert (going.players, going.table) == (("Anne", "Bruno"), "T1")
    others = Settings("y", journal="a.journal", players=("Carl", "Dora"))
    with pytest.raises(SettingsError, match="unfinished match of Anne and Bruno"):
        others.with_game_of(saved).check_saved(saved)
    # Who plays, and where, is no part of what the command line asked to be played.
    asked = others.by_command()
    assert replace(asked, players=("", "")).is_same_command({"asked": asked.asked})


def test_a_saved_match_goes_on_as_it_was_begun() -> None:
    saved = json.loads(json.dumps(RECORDED.saved()))
    now = Settings("y", "backgammon", lang="en").with_game_of(saved)
    assert (now.port, now.lang) == ("y", "en")
    assert (now.game, now.options, now.match_to, now.clock) == ("jacquet", ("count-games",), 5, 20)
    assert (now.against, now.mode) == (OpponentSettings("N", 3, "drawn"), "practice")
    with pytest.raises(SettingsError, match="is practice with the companion"):
        Settings("y", "backgammon", mode="tournament").with_game_of(saved)
    with pytest.raises(SettingsError, match="does not say which game"):
        Settings("y", "backgammon").with_game_of({"game": 3})


@pytest.mark.parametrize("against", table("commands/unknown-opponents"))
def test_an_unknown_opponent_counts_as_none(against: object) -> None:
    now = Settings("y", "backgammon").with_game_of({**RECORDED.saved(), "against": against})
    assert now.against == OpponentSettings()


@pytest.mark.parametrize(
    "now",
    [
        Settings("x", "jacquet", ("count-games",), match_to=7),
        Settings("x", "backgammon", match_to=5),
        Settings("x", "jacquet", match_to=5),
    ],
)
def test_an_unfinished_match_is_not_gone_on_with_by_other_settings(now: Settings) -> None:
    saved = json.loads(json.dumps(Settings("x", "jacquet", ("count-games",), match_to=5).saved()))
    with pytest.raises(SettingsError, match=r"jacquet, count-games\. Match length 5"):
        now.check_saved(saved)


def test_an_unfinished_match_is_not_resumed_with_another_opponent_or_exercise() -> None:
    plain = Settings("x", "jacquet", ("count-games",), match_to=5)
    with pytest.raises(SettingsError, match=r"unfinished match, .* Practice against"):
        plain.check_saved(RECORDED.saved())
    with pytest.raises(SettingsError, match=r"count-games\. Match length 5\. Resume"):
        RECORDED.check_saved(plain.saved())
    alone = Settings(
        "x", "jacquet", against=OpponentSettings(exercise="postillon"), mode="practice"
    )
    with pytest.raises(SettingsError, match="unfinished exercise, jacquet, postillon"):
        plain.check_saved(alone.saved())
    with pytest.raises(SettingsError, match="unfinished match, jacquet"):
        alone.check_saved(plain.saved())
    plain.check_saved(plain.saved())
    RECORDED.check_saved(RECORDED.saved())

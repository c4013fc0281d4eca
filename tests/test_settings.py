"""What an evening is set to: read once, refused in one sentence, kept with the match."""

import json

import pytest

from companion.settings import (
    OpponentSettings,
    Settings,
    SettingsError,
    minutes,
    own_settings,
    system_language,
)


@pytest.mark.parametrize(("text", "told"), [("1", 1), ("20", 20), ("600", 600)])
def test_the_minutes_of_the_clock(text: str, told: int) -> None:
    assert minutes(text) == told


@pytest.mark.parametrize("text", ["0", "601", "-5", "1.5", "", "ten", "\u0663", "99999999999999"])
def test_what_is_no_time_for_a_clock(text: str) -> None:
    with pytest.raises(SettingsError, match="is no number of minutes from 1 to 600"):
        minutes(text)


def test_braille_is_uncontracted_where_nothing_is_asked_for() -> None:
    """What a country's readers all know."""
    assert not Settings("").contracted


def test_a_players_own_settings() -> None:
    assert own_settings("lang=fr") == (("lang", "fr"),)
    assert own_settings("verbosity=brief, lang=en") == (("verbosity", "brief"), ("lang", "en"))


@pytest.mark.parametrize("text", ["", "lang", "lang=xx", "voice=print", "lang=fr,,", "=fr"])
def test_what_is_no_setting_of_a_player_is_named_with_what_there_is(text: str) -> None:
    with pytest.raises(SettingsError, match=r"is no setting of a player. There are: lang=en\|fr"):
        own_settings(text)


@pytest.mark.parametrize(
    ("told", "lang"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "French_Canada.1252"}, "fr"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LC_ALL": "fr_FR", "LC_MESSAGES": "en_US", "LANG": "en_US"}, "fr"),
        ({"LC_ALL": "", "LC_MESSAGES": "fr_FR", "LANG": "en_US"}, "fr"),
        ({"LC_ALL": "en_US", "LANG": "fr_FR"}, "en"),
    ],
)
def test_the_systems_language_counts_where_there_are_words_for_it(
    told: dict[str, str], lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
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
)


def test_a_recorded_evenings_settings_are_read_back() -> None:
    again = Settings.from_json(RECORDED.as_json())
    assert (again.game, again.options, again.match_to) == ("jacquet", ("count-games",), 5)
    assert (again.clock, again.for_v, again.against, again.mode) == (
        20,
        (("lang", "fr"),),
        OpponentSettings("N", 3, "drawn"),
        "practice",
    )
    assert again.voice == "print"


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "7", '{"options": 3}', '{"options": [], "nonsense": 1}', "not json"]
)
def test_what_are_no_settings_of_an_evening(text: str) -> None:
    with pytest.raises(SettingsError, match="are not the settings of an evening"):
        Settings.from_json(text)


def test_a_saved_match_goes_on_as_it_was_begun() -> None:
    saved = json.loads(json.dumps(RECORDED.saved()))
    now = Settings("y", "backgammon", lang="en").going_on(saved)
    assert (now.port, now.lang) == ("y", "en")
    assert (now.game, now.options, now.match_to, now.clock) == (
        "jacquet",
        ("count-games",),
        5,
        20,
    )
    assert (now.against, now.mode) == (OpponentSettings("N", 3, "drawn"), "practice")
    with pytest.raises(SettingsError, match="there is no such thing in a tournament"):
        Settings("y", "backgammon", mode="tournament").going_on(saved)
    with pytest.raises(SettingsError, match="does not tell its game"):
        Settings("y", "backgammon").going_on({"game": 3})


@pytest.mark.parametrize(
    "against",
    [
        {"partner": "X"},
        {"strength": 99},
        {"exercise": "juggling"},
        {"dice": "loaded"},
        {"better": "worst"},
        {"nonsense": 1},
        "N",
    ],
)
def test_who_is_not_known_to_play_against_is_nobody(against: object) -> None:
    now = Settings("y", "backgammon").going_on({**RECORDED.saved(), "against": against})
    assert now.against == OpponentSettings()


@pytest.mark.parametrize(
    ("now", "told"),
    [
        (Settings("x", "jacquet", ("count-games",), match_to=7), "with --match 5, not --match 7"),
        (Settings("x", "backgammon", match_to=5), "with --game jacquet, not --game backgammon"),
        (Settings("x", "jacquet", match_to=5), "with --option count-games, not no --option"),
    ],
)
def test_an_unfinished_match_is_not_gone_on_with_by_other_settings(
    now: Settings, told: str
) -> None:
    saved = json.loads(json.dumps(Settings("x", "jacquet", ("count-games",), match_to=5).saved()))
    with pytest.raises(SettingsError, match=told):
        now.check_saved(saved)


def test_nor_against_somebody_else_or_instead_of_an_exercise() -> None:
    plain = Settings("x", "jacquet", ("count-games",), match_to=5)
    with pytest.raises(SettingsError, match="in which the companion plays for N"):
        plain.check_saved(RECORDED.saved())
    with pytest.raises(SettingsError, match="in which the companion plays for nobody"):
        RECORDED.check_saved(plain.saved())
    alone = Settings(
        "x", "jacquet", against=OpponentSettings(exercise="postillon"), mode="practice"
    )
    with pytest.raises(SettingsError, match="holds the exercise postillon, unfinished"):
        plain.check_saved(alone.saved())
    with pytest.raises(SettingsError, match="holds a game, unfinished"):
        alone.check_saved(plain.saved())
    plain.check_saved(plain.saved())
    RECORDED.check_saved(RECORDED.saved())

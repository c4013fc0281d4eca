"""What is asked at a typed table, and what its answers say."""

from pathlib import Path

import pytest

from companion.link.messages import Keyed
from companion.records.journal import Journal
from companion.referee.choosing import Chooser
from companion.session.loop import Stop
from companion.settings import Settings
from tests.typed.typed_sitting import TypedSitting


def table(*lines: str, game: str = "backgammon", mode: str = "club") -> TypedSitting:
    """An evening in which these lines were typed."""
    sitting = TypedSitting(Settings("typed", game=game, mode=mode, lang="en"))
    sitting.type(*lines)
    return sitting


# --- words ---------------------------------------------------------------------------------------

TO_THROW = ("63", "24/15", "")
ERROR = ("63", "24/20", "", "")


@pytest.mark.parametrize("word", ["turn", "Whose turn", "trait", "\u00e0 qui", "A QUI"])
def test_whose_turn_it_is_can_be_asked_by_a_word(word: str) -> None:
    sitting = table(*TO_THROW)
    sitting.now += 3.0
    sitting.table.tick()
    assert sitting.type(word) == "Black, your turn."
    third = sitting.type("...", "...", "...")
    assert third.endswith("Your turn has lasted 3 seconds.")
    sitting.now += 60.0
    sitting.table.tick()
    assert sitting.type(word) == "Black, your turn. Your turn has lasted one minute."


@pytest.mark.parametrize("word", ["dice", "d\u00e9s", "des"])
@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ((), "No dice."),
        (("6",), "Green, 6. Black, your die."),
        (("63",), "6 and 3. Unfinished, a 6 and a 3 still to play."),
        (("63", "24/18"), "6 and 3. Unfinished, a 3 still to play."),
        (("63", "24/15"), "6 and 3. Nothing left to play."),
        (("63", "24/20"), "6 and 3. Wrong distance, 4 pips from 24 to 20."),
        (TO_THROW, "No dice. Black, your turn."),
        (ERROR, "6 and 3. Wrong distance, 4 pips from 24 to 20."),
        (("63", "24/18", ":pause"), "6 and 3. Unfinished, a 3 still to play."),
    ],
)
def test_the_dice_and_what_is_left_to_play_can_be_asked_by_a_word(
    word: str, lines: tuple[str, ...], told: str
) -> None:
    assert table(*lines).type(word) == told


def test_words_wait_until_a_game_is_chosen() -> None:
    choosing = Chooser.instead_of("backgammon")
    sitting = TypedSitting(Settings("", "backgammon", lang="en"), chooser=choosing)
    for word in ("turn", "dice", "pause"):
        assert sitting.type(word) == "Yes or no first, to choose the game."


@pytest.mark.parametrize("line", ["pause", ":pause"])
@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "Refused, already paused. Yes to go on."),
        ("fr", "Refusé, déjà en pause. Oui pour reprendre."),
    ],
)
def test_a_pause_during_a_pause_says_how_to_go_on(line: str, lang: str, told: str) -> None:
    sitting = TypedSitting(Settings("typed", lang=lang))
    assert sitting.type("63", "pause", line).endswith(told)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("63",), "Goodbye. The game is saved."),
        # After a finished game, while no other one has begun.
        ((":award green",), "Goodbye."),
    ],
)
def test_a_game_is_called_saved_while_another_is_chosen_only_if_it_goes_on(
    lines: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    with Journal.open(tmp_path) as journal:
        settings = Settings("typed", lang="en")
        journal.begin_match(settings.saved())
        sitting = TypedSitting(settings, journal=journal)
        sitting.type(*lines)
        while "different game" not in sitting.type("+"):
            pass
        sitting.type("++", "++")
        assert sitting.table.chooser is not None
        sitting.type("quit")
        sitting.evening.end(Stop(farewell=True))
    assert sitting.ear.said[-1].text == told


# --- what was said -------------------------------------------------------------------------------


def test_repeat_goes_back_over_the_news_and_not_over_reminders() -> None:
    sitting = table("63", "24/18 13/10", "")
    for _ in range(60):
        sitting.now += 1.0
        sitting.table.tick()
    assert sitting.ear.said[-1].text == "Black, your turn."
    news = [sitting.type(".") for _ in range(3)]
    assert news[0].startswith("Legal.")
    assert news[1:] == ["24 to 18. 13 to 10.", "Green begins with 6 and 3."]


def test_repeat_does_not_say_the_keys_that_were_named() -> None:
    sitting = table("63", "24/18 13/10", "", "42")
    sitting.ear.names_keys = True  # type: ignore[attr-defined]
    sitting.table.take(Keyed("."))
    assert sitting.ear.said[-1].text == "Dot."
    assert sitting.type(".") == "Black, 4, 2."


# --- dice that cannot be played ------------------------------------------------------------------

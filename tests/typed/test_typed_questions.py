"""What is asked at a typed table, and what its answers say."""

import pytest

from companion.link.messages import Keyed
from companion.referee.choosing import Chooser
from companion.referee.state import Phase
from companion.settings import Settings
from tests.typed.test_typed_table import again
from tests.typed.typed_sitting import TypedSitting


def table(*lines: str, game: str = "backgammon", mode: str = "club") -> TypedSitting:
    """An evening in which these lines were typed."""
    sitting = TypedSitting(Settings("typed", game=game, mode=mode, lang="en"))
    sitting.type(*lines)
    return sitting


def test_the_board_key_begins_with_what_is_in_hand_and_on_the_bar() -> None:
    dutch = table("63", game="dutch")
    assert dutch.type("..") == "15 pieces in hand. No pieces on the points."
    assert dutch.type("..").startswith("Your opponent's pieces. 15 pieces in hand.")
    hit = table("63", "24/18 13/10", "", "61", "13/7* 8/7", "")
    assert hit.type("..").startswith("One piece on the bar. Your home. 5 pieces on 6.")
    assert hit.type("..").startswith("Your opponent's pieces. Your home. 2 pieces on 1.")
    assert hit.type("..") == "You have none off. Your opponent has none off. No dice."


def test_a_key_begins_again_with_each_turn() -> None:
    sitting = table("63", "24/18 13/10")
    sitting.type("..", "...", "...")
    assert sitting.type("", "...").endswith(
        "Score, you 0, your opponent 0. Cube at 1, in the middle."
    )


@pytest.mark.parametrize(
    ("mode", "told"),
    [
        ("club", "Wrong distance, 4 pips from 24 to 20. The dice show 6 and 3."),
        ("practice", "Wrong distance, 4 pips from 24 to 20. The dice show 6 and 3."),
        ("tournament", "No hints in this mode."),
    ],
)
def test_the_hint_key_explains_a_play_that_is_not_legal(mode: str, told: str) -> None:
    sitting = table("63", "24/20", mode=mode)
    assert sitting.type("*") == told


def test_the_hint_key_explains_an_error_after_the_turn_in_a_tournament_too() -> None:
    sitting = table("63", "24/20", "", mode="tournament")
    assert sitting.type("*").startswith("Wrong distance")


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


def test_in_a_tournament_the_dice_alone_are_told_before_the_turn_ends() -> None:
    sitting = table("63", "24/20", mode="tournament")
    assert sitting.type("dice") == "6 and 3."
    sitting.type("")
    assert sitting.type("dice") == "6 and 3. Wrong distance, 4 pips from 24 to 20."


def test_a_pause_can_be_asked_for_by_a_word() -> None:
    sitting = table("63", "24/18")
    by_menu = table("63", "24/18", "+")
    while "Pause" not in by_menu.ear.said[-1].text:
        by_menu.type("+")
    assert sitting.type("pause") == by_menu.type("++")
    assert sitting.state.phase is Phase.PAUSED
    assert "Unfinished, a 3" in sitting.type("++", "dice")


def test_words_wait_until_a_game_is_chosen() -> None:
    choosing = Chooser.instead_of("backgammon")
    sitting = TypedSitting(Settings("", "backgammon", lang="en"), chooser=choosing)
    for word in ("turn", "dice", "pause"):
        assert sitting.type(word) == "Yes or no first, to choose the game."


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


def test_the_throw_is_repeated_until_something_is_played() -> None:
    sitting = table("63", "24/18 13/10", "", "42")
    assert sitting.type(".") == "Black, 4, 2."
    sitting.type("8/4 6/4")
    assert sitting.type(".").startswith("Legal.")
    assert [sitting.type(".") for _ in range(2)] == ["8 to 4. 6 to 4.", "Black, 4, 2."]


def test_repeat_does_not_say_the_keys_that_were_named() -> None:
    sitting = table("63", "24/18 13/10", "", "42")
    sitting.ear.names_keys = True  # type: ignore[attr-defined]
    sitting.table.take(Keyed("."))
    assert sitting.ear.said[-1].text == "Dot."
    assert sitting.type(".") == "Black, 4, 2."


# --- dice that cannot be played ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "dice", "play", "told"),
    [
        ("V1=14v N12=1v N5=2n N6=13n", "61", "24/23", "Legal. The 6 cannot be played."),
        ("V1=14v N12=1v N3=15n", "33", "24/21/18", "Legal. No further 3 can be played."),
        ("V1=14v N12=1v N3=15n", "32", "24/21/19", "Legal."),
        ("V2=1v VO=14v N6=15n", "61", "2/off", "Legal."),
    ],
)
def test_a_die_that_cannot_be_played_is_named(
    position: str, dice: str, play: str, told: str
) -> None:
    sitting = table("63", f":position {position} turn green", dice)
    assert sitting.type(play).endswith(told)


def test_after_a_restart_the_hint_key_tells_what_is_left_to_play() -> None:
    sitting = again(table("63", "24/18", mode="practice"))
    assert sitting.type("*") == "Unfinished, a 3 still to play."

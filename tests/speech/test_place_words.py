"""Where players sit and where their things lie; what is known of an evening is not told twice."""

import pytest

from companion.board.repair import Repair
from companion.referee.board_facts import Difference, Setup
from companion.referee.facts import Fact, GameBegins, Ruling, TurnBegins
from companion.referee.talk_facts import Choice, Choosing, Chosen, KeyAnswer, Question
from companion.rules import Player
from companion.speech.announcer import Announcer

V, N = Player.V, Player.N
WELCOME = Choosing("game", Choice(), "welcome")
WRONG = Setup(
    ok=False,
    differences=(Difference("V8", "3v", "2v"),),
    repairs=(Repair("v", 1, "", "V8"),),
)
RIGHT = Setup(ok=True)
BEGINS = GameBegins("backgammon", (), 1, None, (0, 0))
GOES_ON = GameBegins("backgammon", (), 1, None, (0, 0), resumed=True)


def told(announcer: Announcer, *facts: Fact) -> str:
    """What is said of the last of some facts."""
    said = [announcer.announce(fact) for fact in facts][-1]
    return " ".join(each.text for each in said)


RIGHT_HAND = "points 1 to 12, from right to left."
LEFT_HAND = "points 1 to 12, from left to right."


@pytest.mark.parametrize(
    ("speaking", "layout", "player", "side", "felt"),
    [
        ("backgammon own", (), V, RIGHT_HAND, "Your point 1 is ribbed."),
        ("backgammon own", (), N, LEFT_HAND, "Your point 1 is smooth."),
        ("backgammon own", ("mirrored",), V, LEFT_HAND, "Your point 1 is smooth."),
        ("backgammon own", ("mirrored",), N, RIGHT_HAND, "Your point 1 is ribbed."),
        ("backgammon own", ("turned",), V, RIGHT_HAND, "Your point 1 is ribbed."),
        ("backgammon own", ("mirrored", "turned"), N, RIGHT_HAND, "Your point 1 is ribbed."),
        ("backgammon names", (), V, "points V 1 to V 12, from right to left.", "such as V 1"),
        ("jacquet own", (), N, "points N 1 to N 12, from right to left.", "such as V 1"),
    ],
)
def test_a_player_is_told_where_his_things_lie(
    speaking: str, layout: tuple[str, ...], player: Player, side: str, felt: str
) -> None:
    game, notation = speaking.split()
    announcer = Announcer(game, "en", notation=notation, layout=layout)
    (said,) = announcer.announce(KeyAnswer(player, "places"))
    assert said.to == player.value
    assert f"In front of you, {side}" in said.text
    assert felt in said.text
    assert ("V 1" in said.text or "N 1" in said.text) is not ("point 1" in said.text)


def test_only_newcomers_are_told_unasked_where_things_lie_and_once() -> None:
    announcer = Announcer("backgammon", "en")
    first = told(announcer, WELCOME, WRONG)
    assert (
        "Green has the clovers and, in front, green's points 1 to 12 from right to left." in first
    )
    assert (
        "Black has the squares and, in front, black's points 1 to 12 from left to right." in first
    )
    assert "clovers" not in told(announcer, WRONG)
    begins = told(announcer, BEGINS)
    assert "clovers" not in begins
    assert told(announcer, BEGINS).endswith("backgammon. Throw one die each.")
    for verbosity, facts in (("normal", ()), ("brief", (WELCOME,))):
        announcer = Announcer("backgammon", "en", verbosity)
        assert "clovers" not in told(announcer, *facts, WRONG)
        assert "point 1" not in told(announcer, BEGINS)


def test_where_no_set_up_is_needed_newcomers_hear_it_when_the_game_begins() -> None:
    begins = GameBegins("dutch", (), 1, None, (0, 0))
    said = told(Announcer("dutch", "en"), WELCOME, RIGHT, begins)
    assert "Green has the clovers" in said


def test_a_game_that_went_on_is_not_told_anew() -> None:
    announcer = Announcer("backgammon", "en")
    assert told(announcer, GOES_ON) == "Backgammon resumed."
    for pause in (Ruling("pause", "V"), Ruling("go-on", "Ann"), Ruling("undo", "players")):
        assert told(announcer, pause, RIGHT) == ""
        assert told(announcer, GOES_ON) == ""
        assert told(announcer, pause, WRONG, RIGHT) == "Board ready."
        assert told(announcer, GOES_ON) == ""
    assert told(announcer, Ruling("position", "Ann"), RIGHT) == "Board ready."
    assert told(announcer, GOES_ON) == ""
    assert told(announcer, KeyAnswer(V, "cancelled", "choosing"), RIGHT) == ""
    another = told(announcer, Chosen(Choice()), Ruling("pause", "V"), BEGINS)
    assert another == "New game of backgammon. Throw one die each."
    brief = Announcer("backgammon", "en", "brief")
    assert told(brief, GOES_ON, Ruling("pause", "V"), RIGHT) == ""
    assert told(brief, TurnBegins(V, "")) == "Green, your turn."


def test_each_player_is_told_once_that_this_is_the_menu() -> None:
    announcer = Announcer("backgammon", "en")
    how = "Menu. Press no for the next, yes to choose, any other key to leave. Faster?"
    opened = [Question(player, "menu", "faster", opened=True) for player in (V, N, V)]
    assert [told(announcer, each) for each in opened] == [how, how, "Menu. Faster?"]
    assert told(announcer, Question(V, "menu", "faster")) == "Faster?"
    assert told(Announcer("backgammon", "en", "brief"), opened[0]) == "Faster?"

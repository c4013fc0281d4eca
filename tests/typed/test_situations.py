"""Lines at a typed table in every situation: the companion's turn, a choice of game, a pause."""

import pytest

from companion.referee.choosing import Chooser
from companion.referee.facts import GameBegins, Roll, TurnEnds
from companion.referee.inputs import Draws, Names, Offers, ThrewOne
from companion.referee.state import Phase
from companion.referee.talk_facts import Choice
from companion.rules import Player, Verdict
from companion.settings import OpponentSettings, Settings
from tests.typed.test_typed_table import again, last, phase, table, verdict
from tests.typed.typed_sitting import TypedSitting

V, N = Player.V, Player.N
AGAINST_BLACK = OpponentSettings("N", dice="drawn")


def practice(*lines: str) -> TypedSitting:
    """A game against the companion, which has drawn a 1 in the opening."""
    sitting = table("backgammon", mode="practice", against=AGAINST_BLACK)
    sitting.table.act(ThrewOne(N, 1))
    sitting.type(*lines)
    return sitting


def companions_turn() -> TypedSitting:
    """It is to throw: the play before was made."""
    sitting = practice("3", "8/5 6/5", "/")
    assert (phase(sitting), sitting.state.turn.player) == (Phase.TO_THROW, N)
    return sitting


# --- against the companion -----------------------------------------------------------------------


def test_its_play_stands_by_itself_and_its_turn_ends_by_itself() -> None:
    sitting = companions_turn()
    assert "my own dice" in sitting.type("63")
    assert "my own dice" in sitting.type("/")
    sitting.table.act(Draws((6, 5)))
    for line in ("24/18", "", "undo", "52", "/"):
        assert sitting.type(line).endswith("My turn."), line
    assert sitting.type("?") == "My turn, one moment."
    ends = sitting.table.referee.rules.ends(sitting.state.game.position, N, (6, 5)).positions
    end = sitting.table.referee.rules.text(min(ends))
    sitting.table.act(Names(end))
    sitting.table.tick()
    assert last(sitting, TurnEnds).position == end
    assert (phase(sitting), sitting.state.turn.player) == (Phase.TO_THROW, V)
    assert "My turn" not in sitting.type("52")


def test_dice_typed_for_its_turn_change_nothing() -> None:
    sitting = practice("3", "8/5 6/5")
    assert sitting.type("63") == "Your turn, nothing to throw. Enter ends it."
    assert phase(sitting) is Phase.MOVING
    assert verdict(sitting) is Verdict.LEGAL


def test_its_opening_die_stays_when_ones_own_is_taken_back() -> None:
    sitting = practice("3", "undo")
    assert sitting.state.game.opening == (0, 1)
    sitting.type("roll")
    assert sitting.state.game.opening[1] in (0, 1)


def test_its_turn_without_a_play_ends_by_itself() -> None:
    closed = ":position V1=2v V2=2v V3=2v V4=2v V5=2v V6=2v V7=3v NB=1n N12=14n turn black"
    sitting = practice("3", closed)
    sitting.table.act(Draws((6, 1)))
    sitting.table.act(Names(sitting.position))
    sitting.table.tick()
    assert (phase(sitting), sitting.state.turn.player) == (Phase.TO_THROW, V)


def test_killed_in_its_turn_it_goes_on() -> None:
    sitting = companions_turn()
    sitting.table.act(Draws((6, 5)))
    other = again(sitting)
    assert last(other, Roll).dice == (6, 5)
    assert phase(other) is Phase.MOVING


def test_its_double_is_answered() -> None:
    sitting = companions_turn()
    sitting.table.act(Offers())
    assert phase(sitting) is Phase.DOUBLED
    assert sitting.type("?") == "Plus plus takes, minus minus drops."
    sitting.type("++")
    assert sitting.state.game.cube.value == 2


# --- before, between and after -------------------------------------------------------------------


def test_while_a_game_is_chosen_only_keys_count() -> None:
    settings = Settings("", "backgammon")
    sitting = TypedSitting(settings, chooser=Chooser(None, Choice()))
    sitting.now += 5
    sitting.table.tick()
    assert sitting.type("63") == "Yes or no first, to choose the game."
    assert sitting.type("?").endswith("minus minus is no. Star for an explanation.")
    sitting.type("++", "++", "++")
    assert last(sitting, GameBegins).game == "backgammon"
    sitting.type("63")
    assert last(sitting, Roll).dice == (6, 3)


def test_help_against_the_companion() -> None:
    sitting = practice()
    assert sitting.type("?") == "Type your die, or slash to have me throw it."
    sitting.type("3", "8/3", "", "")
    assert phase(sitting) is Phase.ERROR
    assert sitting.type("?") == "Type a legal play."


@pytest.mark.parametrize(
    ("lines", "side", "told"),
    [
        ((), "N", "Type green's die, then black's, or slash to have me throw them."),
        (("63",), "V", "Type where from"),
        (("63",), "N", "Your opponent's turn. Plus opens the menu."),
        (("63", "24/18 13/10", ""), "V", "Your opponent's turn."),
        (("63", "24/18 13/10", ""), "N", "Type the two dice"),
        (("63", "24/18", "", ""), "N", "Black, type your dice to accept, or minus minus"),
        (("63", "24/18", "", "", "no"), "N", "Your opponent's turn."),
        (("63", "24/18 13/10", "", "double", "yes"), "N", "Your opponent must answer first."),
        (("63", "24/18 13/10", "", "double", "yes"), "V", "Plus plus takes"),
        (("63", "pause"), "N", "Plus plus goes on."),
        (("63", "+"), "V", "Plus for the next, plus plus to choose, Enter to leave."),
        (("63", "+"), "N", "Your opponent's turn."),
        (("63", "quit"), "N", "Your opponent's turn."),
    ],
)
def test_help_for_one_player_says_what_that_player_may_type(
    lines: tuple[str, ...], side: str, told: str
) -> None:
    sitting = table("backgammon", *lines, lang="en")
    assert sitting.type("?", side=side).startswith(told)


def test_help_while_the_other_player_is_asked() -> None:
    sitting = table("backgammon", "63", lang="en")
    sitting.board.connect("keypads", "VN")
    sitting.type("quit", side="V")
    assert sitting.type("?", side="V") == "Your opponent must answer first."
    assert sitting.type("?", side="N") == "Plus plus is yes, minus minus is no."


# --- dice ----------------------------------------------------------------------------------------


# --- places --------------------------------------------------------------------------------------

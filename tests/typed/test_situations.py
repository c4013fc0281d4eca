"""Lines at a typed table in every situation: the companion's turn, a choice of game, a pause."""

import pytest

from companion.referee.choosing import Chooser
from companion.referee.facts import GameBegins, Roll, TurnEnds, VerdictGiven
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


def test_in_a_pause_only_keys_count() -> None:
    sitting = table("backgammon", "31", ":pause")
    assert sitting.type("8/5") == "Paused. Yes to go on."
    assert sitting.type("?") == "Plus plus goes on."
    sitting.type("yes", "8/5 6/5")
    assert verdict(sitting) is Verdict.LEGAL


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ((), "Type green's die, then black's, or slash to have me throw them."),
        (("31", "8/5 6/5", ""), "Type the two dice, or slash to have me throw them."),
        (("31", "8/5 6/5"), "Press Enter to end your turn"),
        (("31",), "Type where from, slash, where to"),
        (("31", "8/3", "", ""), "Type a legal play, or your opponent's dice to accept."),
        (("31", "8/1", "", ""), "Type a legal play."),
        (("31", "+"), "Plus plus is yes, minus minus is no."),
        (("31", ":award green 3 points"), "Type green's die"),
    ],
)
def test_help_tells_what_may_be_typed_now(lines: tuple[str, ...], told: str) -> None:
    assert told in table("backgammon", *lines).type("?")


def test_help_tells_how_a_piece_comes_in_and_how_points_are_numbered() -> None:
    assert table("dutch", "61").type("?").startswith("To enter type 25, slash, where to")
    hit = table("backgammon", "31", ":position V1=2n V6=14v NB=1n N7=12n VB=1v turn green", "63")
    assert hit.type("?").startswith("To enter type 25")


@pytest.mark.parametrize(
    ("game", "mode", "told"),
    [
        ("jacquet", "club", "such as V 8 slash V 5. Minus takes back. Dot and a point"),
        ("jacquet", "tournament", "such as V 8 slash V 5. Enter ends"),
        ("dutch", "club", "such as bar slash N 10. Otherwise"),
    ],
)
def test_help_calls_points_as_everything_else_does(game: str, mode: str, told: str) -> None:
    named = TypedSitting(Settings("typed", game, mode=mode, notation="names"))
    named.type("3", "1", "42")
    assert told in named.type("?")
    assert "own numbers" not in named.type("?")


def test_help_in_a_tournament_is_the_same_with_a_piece_to_enter() -> None:
    sitting = table("dutch", "61", mode="tournament")
    before = sitting.type("?")
    sitting.type("25/19 25/24")
    assert verdict(sitting) is Verdict.LEGAL
    assert sitting.type("?") == before


@pytest.mark.parametrize("line", ["24", "8"])
def test_one_start_for_two_dice_asks_for_the_other(line: str) -> None:
    sitting = table("backgammon", "61")
    assert sitting.type(line) == "Type where from and where to."


def test_help_in_a_tournament_gives_no_verdict_before_the_end() -> None:
    """Before the lift nobody is told whether a play is legal."""
    sitting = table("backgammon", "31", "8/5 6/5", mode="tournament")
    legal = sitting.type("?")
    sitting.type("-", "8/3")
    assert sitting.type("?") == legal
    assert legal.startswith("Type where from")


def test_help_against_the_companion() -> None:
    sitting = practice()
    assert sitting.type("?") == "Type your die, or slash to have me throw it."
    sitting.type("3", "8/3", "", "")
    assert phase(sitting) is Phase.ERROR
    assert sitting.type("?") == "Type a legal play."


@pytest.mark.parametrize("game", ["dutch", "acey-deucey"])
def test_what_is_in_hand_is_told(game: str) -> None:
    sitting = table(game)
    for line in (".hand", ".bar", ".25", ".VH"):
        assert sitting.type(line) == "Green's hand, 15 pieces.", line


def test_corrections_stand_after_a_restart() -> None:
    """Killed while an error is open: what was typed to correct it counts still."""
    sitting = table("backgammon", "65", "13/8 6/2", "", "", "13/7")
    assert phase(sitting) is Phase.ERROR
    later = again(sitting)
    assert later.type(".V7") == "Point 7, one green piece."
    assert later.type("13/8") == "13 to 8. Corrected. Black, your turn."


def test_a_wrong_board_stands_after_a_restart() -> None:
    sitting = table("backgammon", "65", "13/8 6/2", "", "")
    shown, listed = sitting.type(".V6"), sitting.type("..", "..")
    later = again(sitting)
    assert (later.type(".V6"), later.type("..", "..")) == (shown, listed)


EARLY = "position V12=1v V11=1v V6=13v N6=15n turn green"


def test_what_is_borne_off_is_off_for_every_question() -> None:
    """In Jacquet borne-off pieces stand on the starting point; nobody hears of that."""
    home = ":position V11=2n N6=13n V6=5v V5=5v V4=5v turn green"
    sitting = table("jacquet", home, "65", "V6/off V5/off")
    for _ in range(2):
        assert sitting.type(".V12") == "Point V 12, empty."
        assert sitting.type(".VO") == "Green, 2 pieces off."
        told = sitting.type("..", "..", "..")
        assert "V 12" not in told
        assert "2 pieces off" in told
        sitting.type("")


@pytest.mark.parametrize(
    ("dice", "line"), [("61", "V12/off"), ("66", "V12/V6 V6/off"), ("61", "V12/V6 V6/off")]
)
def test_typed_off_is_off_though_it_is_too_early(dice: str, line: str) -> None:
    sitting = table("jacquet", f":{EARLY}", dice)
    assert "Too early to bear off" in sitting.type(line)
    assert sitting.type(".off") == "Green, one piece off."
    assert sitting.type(".V12") == "Point V 12, empty."


def test_a_hit_on_the_way_asks_for_the_stops() -> None:
    blots = ":position V1=2n V6=5v V8=3v V12=4n N1=5v N5=3n N7=4n N10=1n N8=1n N12=2v turn green"
    sitting = table("backgammon", blots, "42")
    assert sitting.type("24/18") == "A hit on the way. Type each stop."
    assert sitting.state.board.right
    assert sitting.type("24/22/18").startswith("24 to 18. Hit on 22. Legal.")


def test_of_an_error_the_mover_asks_in_his_own_numbers() -> None:
    sitting = table("backgammon", "65", "24/18", "", "")
    assert sitting.type("9/3") == "You have nothing on 9."
    assert sitting.type(".8") == "Point 8, 3 green pieces."
    assert "3 pieces on 8" in sitting.type("..")


def test_another_match_is_begun_by_the_menu_alone() -> None:
    sitting = table("backgammon", ":award green", match_to=1)
    sitting.now = 9.0
    sitting.table.tick()
    assert phase(sitting) is Phase.OVER
    while "Another match?" not in sitting.type("+"):
        pass
    begun = sitting.type("++")
    assert begun.startswith("Another match. New game of backgammon.")


def test_in_jacquet_there_is_no_bar() -> None:
    assert "bar" not in table("jacquet").type("..", "..", "..").lower()


def test_help_after_a_match() -> None:
    sitting = table("backgammon", "31", ":award green 3 points", match_to=3)
    assert "Plus opens the menu" in sitting.type("?")


# --- dice ----------------------------------------------------------------------------------------


def test_one_die_is_no_throw() -> None:
    assert table("backgammon", "31", "8/5 6/5").type("6") == "Two dice, please."


def test_more_dice_than_are_missing_in_the_opening() -> None:
    assert table("backgammon", "6").type("63") == "One die, please."


def test_dice_that_a_referee_sets_lie_there() -> None:
    sitting = table("backgammon", "31", "8/5 6/5", "", ":dice 6 5")
    sitting.type("24/13", "")
    assert last(sitting, TurnEnds).verdict is Verdict.LEGAL
    assert again(sitting).state.phase is Phase.TO_THROW


def test_the_same_dice_set_once_more_still_lie_there() -> None:
    sitting = table("backgammon", "31", ":dice 3 1", "8/5 6/5", "")
    assert last(sitting, TurnEnds).verdict is Verdict.LEGAL


def test_no_throw_counts_while_a_correction_is_due() -> None:
    sitting = table("backgammon", "31", "8/3", "", "", ":correct", "44")
    assert phase(sitting) is Phase.ERROR
    sitting.type("8/5 6/5", "65")
    assert sitting.state.throw.dice == (6, 5)


def test_with_any_die_up_ending_a_turn_nothing_changes() -> None:
    sitting = table("backgammon", "31", "8/5 6/5", "42", options=("end-on-any-die",))
    assert last(sitting, Roll) == Roll(N, (4, 2))


# --- places --------------------------------------------------------------------------------------


def test_on_a_mirrored_board_zones_are_named_as_they_lie() -> None:
    sitting = table("backgammon", "31", "N6/N5", options=("mirrored",))
    assert sitting.state.board.right  # nothing of green's stands there
    sitting.type("N1/N4", "N1/N2")
    assert last(sitting, VerdictGiven).verdict is Verdict.LEGAL
    assert "8" in sitting.type(".8")


def test_starting_points_alone_from_the_hand_and_the_bar() -> None:
    sitting = table("acey-deucey", "43", "bar bar")
    assert verdict(sitting) is Verdict.LEGAL
    start = "position V6=14v VB=1v N7=15n turn green"
    barred = table("backgammon", "31", f":{start}", "31", "bar")
    assert barred.type("bar 6") != ""


def test_an_ace_deuce_names_its_double_by_its_starts() -> None:
    sitting = table("acey-deucey", "43", "bar bar", "21", "bar bar bar bar bar bar")
    assert sitting.state.board.right  # which double it is the starting points do not tell
    sitting.type("bar/24 bar/23 bar/20(4)")
    assert verdict(sitting) is Verdict.LEGAL


def test_no_start_from_nowhere() -> None:
    sitting = table("backgammon", "31")
    assert sitting.type("VO 8") == "No legal play from there."
    assert sitting.type("NB 8") == "No legal play from there."
    assert sitting.type("8 8 8") == "No legal play from there."
    assert sitting.type("20 8") == "No legal play from there."
    assert sitting.type("8/5/off/3") == "A piece that is off stays off."
    assert sitting.type("8/VH") == "You can't move there."


def test_a_piece_that_was_borne_off_too_early_is_off_once_that_is_accepted() -> None:
    start = "position V11=1n N12=1v V1=14v N1=14n turn green"
    sitting = table("jacquet", "63", f":{start}", "65", "1/off", "", "")
    assert phase(sitting) is Phase.ERROR
    sitting.type("63")
    assert sitting.position.endswith("VO=1v")

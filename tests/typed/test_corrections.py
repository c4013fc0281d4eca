"""An open error at a typed table: what it answers, what accepts it, what a break keeps."""

import pytest

from companion.referee.facts import ErrorClosed, ErrorOpen, GameEnds, RollVoid
from companion.referee.inputs import ThrewOne
from companion.referee.state import Phase
from companion.rules import Code, Player, find_game, parse_placement
from companion.settings import OpponentSettings
from tests.typed.test_typed_table import again, last, phase, table
from tests.typed.typed_sitting import TypedSitting

LEFT = "Unfinished, a 6 and a 3 still to play."
WRONG = ("63", "8/3", "", "")
DEMANDED = (*WRONG, "no")
UNFINISHED = ("63", "24/18", "", "")


def no_void(sitting: TypedSitting) -> bool:
    return not any(isinstance(fact, RollVoid) for fact in sitting.facts)


@pytest.mark.parametrize("line", ["52", "/", "roll", ""])
def test_once_demanded_dice_and_keys_are_answered_with_what_is_left(line: str) -> None:
    sitting = table("backgammon", *DEMANDED)
    assert sitting.type(line) == LEFT
    assert phase(sitting) is Phase.ERROR
    assert no_void(sitting)


def test_once_demanded_a_double_is_refused_with_what_is_left() -> None:
    sitting = table("backgammon", *DEMANDED)
    assert sitting.type("**").endswith(LEFT)
    assert sitting.state.asked is None


@pytest.mark.parametrize("line", ["", "-"])
def test_before_it_is_demanded_the_opponent_is_told_of_the_choice(line: str) -> None:
    sitting = table("backgammon", *WRONG)
    said = "Black, type your dice to accept, or minus minus to have it corrected."
    assert sitting.type(line) == said
    assert sitting.type(".3") == "Point 3, one green piece."


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("24/20", "Not played. Wrong distance, 4 pips from 24 to 20."),
        ("9/3", "You have nothing on 9."),
        ("24/18 24/21 24/22", "You have nothing left on 24."),
        ("8/bar", "You can't move there."),
    ],
)
def test_a_line_that_does_not_correct_is_answered_with_why_and_what_is_left(
    line: str, told: str
) -> None:
    sitting = table("backgammon", *DEMANDED)
    assert sitting.type(line) == f"{told} {LEFT}"
    assert sitting.type("..") == table("backgammon", "63").type("..")


def test_lines_of_a_correction_are_taken_back_one_by_one() -> None:
    sitting = table("backgammon", *UNFINISHED)
    assert "The moves so far stand." in sitting.type("no")
    start = f"Back to the start of the turn. {LEFT}"
    assert sitting.type("undo") == start
    assert sitting.type("undo") == f"Nothing to take back. {LEFT}"
    sitting.type("8/5")
    assert sitting.type("-") == start
    assert "Corrected." in sitting.type("24/15")


def test_a_wrong_correction_demands_too() -> None:
    sitting = table("backgammon", *WRONG)
    told = sitting.type("24/20")
    assert told.startswith("Back to the start of the turn.")
    assert "Not played." in told
    assert sitting.state.turn.must_correct


def test_a_line_that_hands_cannot_make_demands_nothing() -> None:
    sitting = table("backgammon", *WRONG)
    said = "You have nothing on 9. A correction starts again from before this turn."
    assert sitting.type("9/3") == said
    assert not sitting.state.turn.must_correct
    assert "Accepted." in sitting.type("52")


def test_a_ruling_accepts_what_was_played_after_the_demand() -> None:
    sitting = table("backgammon", *DEMANDED, "24/18")
    assert "8 to 3." in sitting.type(":accept")
    assert last(sitting, ErrorClosed).position == sitting.position
    assert sitting.type(".V3") == "Point 22, one green piece."


def test_the_companion_as_opponent_has_every_error_corrected() -> None:
    against = OpponentSettings("N", dice="drawn")
    sitting = table("backgammon", mode="practice", against=against)
    sitting.table.act(ThrewOne(Player.N, 3))
    told = sitting.type("6", "8/3", "", "")
    assert told.endswith(f"Green must correct. Back to the start of the turn. {LEFT}")


def test_where_nothing_could_be_played_a_demand_corrects_by_itself() -> None:
    closed = ":position V1=2v N12=13v N6=2n N7=2n N8=2n N9=2n N10=2n N11=5n turn green"
    sitting = table("backgammon", "63", closed, "65", "1/off", "", "")
    assert "Corrected." in sitting.type("no")
    assert sitting.state.turn.player is Player.N


def test_an_accepted_wrong_turn_may_win_the_game_and_its_throw_is_none() -> None:
    sitting = table("backgammon", "63", ":position V1=1v V6=1v VO=13v N12=15n turn green", "31")
    sitting.type("1/off 6/off", "", "")
    assert last(sitting, ErrorOpen).faults
    sitting.type("52")
    assert last(sitting, GameEnds).winner is Player.V
    assert phase(sitting) is Phase.OPENING


def test_a_hit_where_no_die_leads_is_the_fault_of_its_move() -> None:
    rules = find_game("backgammon")
    before = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=2n N7=5n N8=1n N12=2v"
    end = "V1=2n V6=5v V8=3v V12=5n N1=5v N3=1v N5=2n N7=5n NB=1n N12=1v"
    moves = ("N12/N8*/N3",)
    told = rules.judge(
        rules.parse(before), Player.V, (6, 3), parse_placement(end), over=True, moves=moves
    )
    assert {fault.code for fault in told.faults} == {Code.WRONG_DISTANCE}


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        (DEMANDED, [LEFT]),
        ((*DEMANDED, "24/18"), ["Unfinished, a 3 still to play."]),
        ((*UNFINISHED, "no"), []),
        (WRONG, []),
    ],
)
def test_a_restart_tells_what_is_left_where_the_error_does_not(
    lines: tuple[str, ...], left: list[str]
) -> None:
    sitting = table("backgammon", *lines)
    other = again(sitting)
    assert last(other, ErrorOpen).faults == last(sitting, ErrorOpen).faults
    said = [each.text for each in other.ear.said]
    assert [text for text in said if text.startswith("Unfinished")] == left
    assert other.type("..") == sitting.type("..")
    assert other.type("-") == sitting.type("-")


def test_a_pause_keeps_the_correction() -> None:
    sitting = table("backgammon", *DEMANDED, "24/18", ":pause", "yes")
    assert phase(sitting) is Phase.ERROR
    assert sitting.type(".18") == "Point 18, one green piece."
    assert "Corrected." in sitting.type("13/10")


@pytest.mark.parametrize("moves", [("V8/V3/V2",), ("V8/V3", "V3/V2")])
def test_a_forbidden_hit_is_named_although_the_piece_moves_on(moves: tuple[str, ...]) -> None:
    rules = find_game("dutch")
    before, end = "V8=1v N12=14v V3=1n N2=14n", "V2=1v N12=14v NB=1n N2=14n"
    told = rules.judge(
        rules.parse(before), Player.V, (5, 1), parse_placement(end), over=True, moves=moves
    )
    assert [fault.code for fault in told.faults] == [Code.HIT_FORBIDDEN]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("31", "8/5 8/5 8/7"), "Wrong distance, 3 pips from 8 to 5. The 3 is already played."),
        (("63", "8/3"), "Wrong distance, 5 pips from 8 to 3."),
    ],
)
def test_a_distance_that_is_a_die_is_wrong_as_the_die_is_played(
    lines: tuple[str, ...], told: str
) -> None:
    assert table("backgammon").type(*lines).endswith(told)


def test_undo_of_an_acceptance_returns_to_the_demand() -> None:
    sitting = table("backgammon", *DEMANDED, ":accept")
    assert sitting.type(":undo").endswith(f"Green must correct. {LEFT}")
    assert sitting.state.turn.must_correct


def test_an_accepting_ruling_tells_the_play_and_whose_turn_it_is() -> None:
    said = table("backgammon", *DEMANDED).type(":accept")
    assert said.startswith("Referee's decision. Accepted. 8 to 3. Black, your turn.")


def test_dice_set_by_a_ruling_are_judged_with_the_moves() -> None:
    sitting = table("backgammon", "63", "8/5", "24/18")
    said = sitting.type(":dice 5 2")
    assert said == "Green, 5, 2, entered. Wrong distance, 3 pips from 8 to 5."


def test_a_second_demand_tells_only_what_is_left() -> None:
    assert table("backgammon", *DEMANDED).type(":correct") == LEFT


def test_figures_with_a_dash_are_dice_in_a_tournament() -> None:
    sitting = table("backgammon", "63", "8/5", mode="tournament")
    for _ in range(2):
        assert sitting.type("6-3") == "End the turn first, with Enter."
        sitting.type("24/18")


def test_a_point_is_answered_in_a_pause() -> None:
    assert table("backgammon", "63", ":pause").type(".8") == "Point 8, 3 green pieces."

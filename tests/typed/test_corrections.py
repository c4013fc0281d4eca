"""An open error at a typed table: what it answers, what accepts it, what a break keeps."""

import pytest

from companion.referee.inputs import ThrewOne
from companion.rules import Code, Player, find_game, parse_placement
from companion.settings import OpponentSettings
from tests.typed.test_typed_table import table

LEFT = "Unfinished, a 6 and a 3 still to play."


def test_the_companion_as_opponent_has_every_error_corrected() -> None:
    against = OpponentSettings("N", dice="drawn")
    sitting = table("backgammon", mode="practice", against=against)
    sitting.table.act(ThrewOne(Player.N, 3))
    told = sitting.type("6", "8/3", "", "")
    assert told.endswith(f"Green must correct. Back to the start of the turn. {LEFT}")


def test_a_hit_where_no_die_leads_is_the_fault_of_its_move() -> None:
    rules = find_game("backgammon")
    before = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=2n N7=5n N8=1n N12=2v"
    end = "V1=2n V6=5v V8=3v V12=5n N1=5v N3=1v N5=2n N7=5n NB=1n N12=1v"
    moves = ("N12/N8*/N3",)
    told = rules.judge(
        rules.parse(before), Player.V, (6, 3), parse_placement(end), over=True, moves=moves
    )
    assert {fault.code for fault in told.faults} == {Code.WRONG_DISTANCE}


@pytest.mark.parametrize("moves", [("V8/V3/V2",), ("V8/V3", "V3/V2")])
def test_a_forbidden_hit_is_named_although_the_piece_moves_on(moves: tuple[str, ...]) -> None:
    rules = find_game("dutch")
    before, end = "V8=1v N12=14v V3=1n N2=14n", "V2=1v N12=14v NB=1n N2=14n"
    told = rules.judge(
        rules.parse(before), Player.V, (5, 1), parse_placement(end), over=True, moves=moves
    )
    assert [fault.code for fault in told.faults] == [Code.HIT_FORBIDDEN]

"""Verdicts on boards as they are met at the table: half-way, in the air, and wrong."""

import pytest

from companion.rules import (
    Code,
    Fault,
    Player,
    PositionError,
    Verdict,
    find_game,
    game_names,
    parse_placement,
)
from tests.vectors import Vector, vectors

START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
V, N = Player.V, Player.N
BOARDS = {vector.name: vector for vector in vectors("boards.jsonl")}


@pytest.mark.parametrize("vector", BOARDS.values(), ids=lambda vector: vector.name)
def test_each_board_has_its_verdict(vector: Vector) -> None:
    judgement = vector.judged()
    assert judgement.verdict == vector.fields["verdict"]
    assert [fault.code for fault in judgement.faults] == vector.fields["faults"]
    assert not judgement.again or judgement.verdict is not Verdict.ILLEGAL


@pytest.mark.parametrize("vector", vectors("faults.jsonl"), ids=lambda vector: vector.name)
def test_verdict_and_first_fault_in_the_order_of_the_page_of_mistakes(vector: Vector) -> None:
    judgement = vector.judged()
    first = judgement.faults[0].code if judgement.faults else None
    assert (judgement.verdict, first) == (vector.fields["verdict"], vector.fields["fault"])


def fault_of(name: str) -> Fault:
    return BOARDS[name].judged().faults[0]


def test_a_blot_taken_up_early_has_been_moved_once_the_dice_are_up() -> None:
    rules = find_game("backgammon")
    position = rules.parse("V1=14n V5=1n V6=14v V8=1v")
    for seen, code in (
        ("NB=1n V1=14n V6=14v V8=1v", "moved-opponent"),
        ("V1=14n V6=14v V8=1v", ""),
    ):
        board = parse_placement(seen)
        lying = rules.judge(position, Player.V, (3, 1), board)
        lifted = rules.judge(position, Player.V, (3, 1), board, over=True)
        assert lying.verdict == "incomplete"
        assert lifted.verdict == "illegal"
        assert lifted.faults[0].code == (code or "piece-missing")


def test_a_moved_postillon_of_the_opponent_counts_as_one_piece() -> None:
    jacquet = find_game("jacquet")
    before, after = "V12=14n1N N12=14v1V", "V12=14n N2=1N N12=14v1V"
    judgement = jacquet.judge(jacquet.parse(before), Player.V, (6, 5), parse_placement(after))
    fault = judgement.faults[0]
    told = fault.code, fault.count, fault.source, fault.target, fault.postillon
    assert told == ("moved-opponent", 1, "V12", "N2", True)
    pawn = parse_placement("V12=13n1N N2=1n N12=14v1V")
    fault = jacquet.judge(jacquet.parse(before), Player.V, (6, 5), pawn).faults[0]
    assert (fault.code, fault.target, fault.postillon) == ("moved-opponent", "N2", False)


def test_both_colours_on_a_point_cannot_be_played_on() -> None:
    """What an accepted error leaves must be a position (C6); the referee asks `parse`."""
    rules = find_game("backgammon")
    seen = "V1=2n V5=1v V6=4v V8=3v V12=5n N1=5v N5=3n N7=1v5n N12=1v"
    judgement = rules.judge(rules.start, Player.V, (5, 1), parse_placement(seen))
    with pytest.raises(PositionError, match="both colours"):
        rules.parse(judgement.reading)


def test_faults_carry_what_a_sentence_needs() -> None:
    jacquet = find_game("jacquet")
    position = jacquet.parse("V12=12n N8=1n N6=1n N3=1n N12=14v V1=1v")
    seen = parse_placement("V1=1v V12=12n N2=1v N3=1n N6=1n N8=1n N12=13v")
    stop = jacquet.judge(position, V, (6, 4), seen).faults[0]
    assert (stop.source, stop.target, stop.pips) == ("N12", "N2", 10)
    assert set(stop.zones) == {"N6", "N8"}
    landing = fault_of("a piece lands on a point held by two")
    assert (landing.source, landing.target, landing.dice) == ("N12", "N7", (5,))
    left = fault_of("the hit piece not yet on the bar, the hitter gone on")
    assert (left.player, left.source, left.target) == (Player.N, "V5", "NB")
    hand = fault_of("the hand first")
    assert (hand.count, hand.zones) == (11, ("VH",))
    opposing = fault_of("an opposing piece put on one's own point")
    assert (opposing.player, opposing.source, opposing.target) == (Player.N, "V1", "V6")
    run = BOARDS["Jacquet: six before the postillon, and the distance wrong"].judged().faults[1]
    assert (run.zones[0], run.zones[-1], run.count) == ("V9", "V3", 7)
    assert run.document == "000 Bouchages"
    five = fault_of("five pieces moved with a double")
    assert (five.source, five.target, five.pips, five.count) == ("V6", "V5", 1, 1)
    assert five.dice == (1, 1)


@pytest.mark.parametrize(
    ("seen", "player", "lost"),
    [
        ("V12=14n1N N12=14v", V, True),
        ("V12=14n1N N12=13v", V, True),
        ("V12=14n1N N12=11v", V, True),
        ("V12=14n1N N12=13v1V", V, False),
        ("V12=14n1N N12=15v", V, True),
        ("V12=14n N12=14v1V", N, True),
        ("V12=13n1N N12=14v1V", N, False),
    ],
)
def test_a_missing_postillon_is_reported(seen: str, player: Player, *, lost: bool) -> None:
    rules = find_game("jacquet")
    fault = rules.judge(rules.start, V, (4, 2), parse_placement(seen)).faults[0]
    assert (fault.code, fault.player, fault.postillon) == (Code.PIECE_MISSING, player, lost)


def test_once_the_postillon_is_home_it_is_not_missing() -> None:
    rules = find_game("jacquet")
    before = rules.parse("V12=15n V8=1V N12=14v")
    fault = rules.judge(before, V, (4, 2), parse_placement("V12=15n V4=1v N12=13v")).faults[0]
    assert (fault.code, fault.postillon) == (Code.PIECE_MISSING, False)


@pytest.mark.parametrize(
    ("seen", "missing"),
    [
        ("V6=5?", [10]),
        ("V6=5? V8=3v", [7]),
        ("V1=2n V6=5v V8=2v2? V12=2n N1=5v N5=3n N7=5n N12=2v", []),
    ],
)
def test_a_piece_that_may_be_an_unknown_one_is_not_missing(seen: str, missing: list[int]) -> None:
    rules = find_game("backgammon")
    judged = rules.judge(rules.parse(START), V, (3, 1), parse_placement(seen))
    counts = [fault.count for fault in judged.faults if fault.code == Code.PIECE_MISSING]
    assert counts == missing


def test_unused_dice_are_named() -> None:
    half = fault_of("Jacquet: the postillon half-way")
    assert half.dice == (3,)
    start = fault_of("back at the start")
    assert set(start.dice) == {3, 1}


@pytest.mark.parametrize(
    ("seen", "verdict", "reading"),
    [
        ("V12=5v V1=4v V2=4v V3=1v V4=1v V7=3n N1=12n", "legal", "VO=5v"),
        ("VO=1v V12=4v V1=4v V2=4v V3=1v V4=1v V7=3n N1=12n", "legal", "VO=5v"),
        ("V12=4v V1=4v V2=4v V3=1v V4=2v V7=3n N1=12n", "incomplete", "VO=4v"),
        ("V12=3v V1=4v V2=3v V3=1v V4=2v V5=2v V7=3n N1=12n", "illegal", "VO=3v"),
    ],
)
def test_pieces_on_the_exit_point_are_read_as_off(seen: str, verdict: str, reading: str) -> None:
    rules = find_game("jacquet")
    position = rules.parse("V1=4v V2=3v V3=1v V4=2v V5=1v V7=3n VO=4v N1=12n")
    judgement = rules.judge(position, Player.V, (6, 3), parse_placement(seen))
    assert judgement.verdict == verdict
    assert reading in judgement.reading


def test_travelling_pieces_and_pieces_off_share_the_exit_point() -> None:
    rules = find_game("jacquet")
    position = rules.parse("V12=1v V3=10v VO=4v N1=15n")
    readings = rules.readings(position, Player.V, parse_placement("V12=5v V3=10v N1=15n"))
    assert [reading["VO"].v for reading in readings] == [4, 5]
    assert [reading["V12"].v for reading in readings] == [1, 0]
    seen = parse_placement("V12=4v V10=1v V3=10v N1=15n")
    judgement = rules.judge(position, Player.V, (2, 1), seen)
    assert (judgement.verdict, judgement.faults[0].dice) == ("incomplete", (1,))
    assert judgement.reading == "V3=10v V10=1v N1=15n VO=4v"


def test_the_number_of_the_opponents_pieces_off_is_known() -> None:
    rules = find_game("jacquet")
    position = rules.parse("V3=15v N12=1n N1=10n NO=4n")
    (reading,) = rules.readings(position, Player.V, parse_placement("V3=15v N12=5n N1=10n"))
    assert (reading["NO"].n, reading["N12"].n) == (4, 1)
    (fewer,) = rules.readings(position, Player.V, parse_placement("V3=15v N12=3n N1=10n"))
    assert (fewer["NO"].n, fewer["N12"].n) == (3, 0)


def test_other_games_are_read_as_they_are_seen() -> None:
    rules = find_game("backgammon")
    seen = parse_placement(START)
    assert rules.readings(rules.start, Player.V, seen) == (seen,)


def test_stars_at_home_and_outside_jacquet_are_pawns() -> None:
    jacquet = find_game("jacquet")
    position = jacquet.parse("V12=15n V7=1V N12=14v")
    seen = parse_placement("V12=15n V6=1V N6=1v N12=13v")
    assert jacquet.judge(position, Player.V, (6, 1), seen).verdict == "legal"
    backgammon = find_game("backgammon")
    star = parse_placement("V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=2n1N N7=5n N12=1v1V")
    assert backgammon.judge(backgammon.start, Player.V, (3, 1), star).verdict == "legal"


def test_an_ace_deuce_played_out_earns_a_throw() -> None:
    rules = find_game("acey-deucey")
    seen = parse_placement("N7=4v N11=1v N12=1v")
    judgement = rules.judge(rules.start, Player.V, (1, 2), seen)
    assert (judgement.verdict, judgement.again) == ("legal", True)
    last = rules.parse("V1=3v VO=12v NH=15n")
    judgement = rules.judge(last, Player.V, (1, 2), parse_placement("VO=15v"))
    assert (judgement.verdict, judgement.again) == ("legal", False)


@pytest.mark.parametrize(
    ("position", "moves", "expected"),
    [
        # A double 6 that is cut short by a closed point.
        ("N12=1v V1=1v VO=13v V3=2n V5=13n", "N12/N11 N11/N9 N9/N3 N3/V9", ("legal", False)),
        ("N12=1v V1=1v VO=13v V3=2n V5=13n", "N12/N9 N9/N3 N3/V9", ("legal", False)),
        # The same end by a double 3, and by moves that name no double.
        ("N12=1v V1=1v VO=13v V3=2n V5=13n", "N12/N11/N9/N6/N3/V12/V9", ("legal", True)),
        ("N12=1v V1=1v VO=13v V3=2n V5=13n", "N12/V9", ("legal", True)),
        # The double 6 could go on, so the end counts as a double 3.
        ("N12=2v V12=1v VO=12v NH=15n", "N12/N11 N12/N10 N11/N5 N10/N4", ("legal", True)),
        ("N12=1v V1=1v VO=13v V3=2n V5=13n", "N12/N11 N11/N9 N9/N3", ("incomplete", False)),
    ],
)
def test_typed_steps_name_the_double_of_an_ace_deuce(
    position: str, moves: str, expected: tuple[str, bool]
) -> None:
    rules = find_game("acey-deucey")
    start, legs = rules.parse(position), tuple(moves.split())
    seen = rules.after_moves(start, Player.V, legs)
    judgement = rules.judge(start, Player.V, (2, 1), seen, over=True, moves=legs)
    assert (judgement.verdict, judgement.again) == expected
    if judgement.faults:
        assert judgement.faults[0].dice == (6,)


@pytest.mark.parametrize("seen", ["", "V1=999v", "V12=999v999n999?", "VO=15v VB=15n NH=999?"])
@pytest.mark.parametrize("game", game_names())
def test_any_board_gets_a_verdict(game: str, seen: str) -> None:
    rules = find_game(game)
    judgement = rules.judge(rules.start, Player.N, (2, 1), parse_placement(seen))
    assert judgement.faults


def test_pieces_borne_off_onto_a_held_exit_of_a_real_board_are_named_so() -> None:
    rules = find_game("jacquet")
    before = rules.parse("V12=2n N4=13n V5=3v V4=4v V3=3v V2=3v V1=2v")
    seen = parse_placement("V12=2n2v N4=13n V5=2v V4=3v V3=3v V2=3v V1=2v")
    judgement = rules.judge(before, Player.V, (5, 4), seen)
    assert judgement.verdict is Verdict.ILLEGAL
    assert judgement.faults[0].code is Code.EXIT_OCCUPIED


def test_a_missing_piece_that_was_borne_off_is_no_postillon() -> None:
    rules = find_game("backgammon")
    before = rules.parse("V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=4n N12=2v NO=1n")
    seen = parse_placement("V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=4n N12=2v")
    (fault,) = rules.judge(before, Player.V, (3, 1), seen, over=True).faults
    assert (fault.code, fault.source, fault.postillon) == (Code.PIECE_MISSING, "NO", False)


HIT_ON_THE_WAY = (
    "V1=2n V6=5v V8=3v V12=5n N1=5v N5=2n N7=5n N8=1n N12=2v",
    "V1=2n V6=5v V8=3v V12=5n N1=5v N3=1v N5=2n N7=5n NB=1n N12=1v",
)
NO_HIT_YET = "V8=1v N12=14v V3=1n N2=14n", "V2=1v N12=14v NB=1n N2=14n"


@pytest.mark.parametrize(
    ("game", "boards", "dice", "moves", "code"),
    [
        ("backgammon", HIT_ON_THE_WAY, (6, 3), "N12/N8*/N3", Code.WRONG_DISTANCE),
        ("dutch", NO_HIT_YET, (5, 1), "V8/V3/V2", Code.HIT_FORBIDDEN),
        ("dutch", NO_HIT_YET, (5, 1), "V8/V3 V3/V2", Code.HIT_FORBIDDEN),
    ],
)
def test_typed_moves_that_hit_on_the_way_have_one_fault(
    game: str, boards: tuple[str, str], dice: tuple[int, int], moves: str, code: Code
) -> None:
    """Where no die leads it is the distance; a hit before its time is named though it moves on."""
    rules, typed = find_game(game), tuple(moves.split())
    before, end = rules.parse(boards[0]), parse_placement(boards[1])
    judgement = rules.judge(before, V, dice, end, over=True, moves=typed)
    assert {fault.code for fault in judgement.faults} == {code}


@pytest.mark.parametrize(
    ("seen", "codes", "reading"),
    [
        ("V5=6v V6=6v V8=1v V12=2v N6=15n", ["not-all-home"], "VO=2v"),
        ("V5=7v V6=6v V8=1v V12=1v N6=15n", ["not-all-home"], "VO=1v"),
        ("V5=6v V6=7v V8=1v V12=1v N6=15n", ["not-all-home"], "VO=1v"),
        ("V5=7v V6=7v V12=1v N6=15n", ["backwards"], "V12=1v"),
    ],
)
def test_pieces_put_on_the_exit_point_with_the_dice_are_borne_off(
    seen: str, codes: list[str], reading: str
) -> None:
    jacquet = find_game("jacquet")
    before = jacquet.parse("V5=7v V6=7v V8=1v N6=15n")
    judgement = jacquet.judge(before, V, (6, 5), parse_placement(seen), over=True)
    assert [fault.code for fault in judgement.faults] == codes
    assert reading in judgement.reading.split()

"""Verdicts on boards as they are met at the table: half-way, in the air, and wrong."""

from dataclasses import fields

import pytest

from companion.rules import (
    Fault,
    Player,
    PositionError,
    find_game,
    game_names,
    parse_placement,
)
from tests.vectors import Vector, vectors

START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"


def detail(value: object) -> object:
    """A field of a fault as it stands in the file."""
    return list(value) if isinstance(value, tuple) else value


def details(fault: Fault) -> dict[str, object]:
    """What a fault says besides its code, without what it says by default."""
    found = {each.name: (getattr(fault, each.name), each.default) for each in fields(fault)[1:]}
    return {name: detail(value) for name, (value, usual) in found.items() if value != usual}


@pytest.mark.parametrize("vector", vectors("boards.jsonl"), ids=lambda vector: vector.name)
def test_each_board_has_its_verdict(vector: Vector) -> None:
    given = vector.fields
    moves = tuple(given["moves"].split()) if "moves" in given else None
    turn = vector.position, vector.player, vector.dice, vector.seen
    judgement = vector.rules.judge(*turn, over=given.get("over", False), moves=moves)
    assert judgement.verdict == given["verdict"]
    assert [fault.code for fault in judgement.faults] == given["faults"]
    assert [details(fault) for fault in judgement.faults] == given.get("details", [])
    assert (judgement.reading, judgement.again) == (given["reading"], given.get("again", False))


@pytest.mark.parametrize("vector", vectors("faults.jsonl"), ids=lambda vector: vector.name)
def test_verdict_and_first_fault_in_the_order_of_the_page_of_mistakes(vector: Vector) -> None:
    judgement = vector.judged()
    first = judgement.faults[0].code if judgement.faults else None
    assert (judgement.verdict, first) == (vector.fields["verdict"], vector.fields["fault"])


def test_both_colours_on_a_point_cannot_be_played_on() -> None:
    """What an accepted error leaves must be a position (C6); the referee asks `parse`."""
    rules = find_game("backgammon")
    seen = "V1=2n V5=1v V6=4v V8=3v V12=5n N1=5v N5=3n N7=1v5n N12=1v"
    judgement = rules.judge(rules.start, Player.V, (5, 1), parse_placement(seen))
    with pytest.raises(PositionError, match="both colours"):
        rules.parse(judgement.reading)


def test_travelling_pieces_and_pieces_off_share_the_exit_point() -> None:
    rules = find_game("jacquet")
    position = rules.parse("V12=1v V3=10v VO=4v N1=15n")
    readings = rules.readings(position, Player.V, parse_placement("V12=5v V3=10v N1=15n"))
    assert [reading["VO"].v for reading in readings] == [4, 5]
    assert [reading["V12"].v for reading in readings] == [1, 0]


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


@pytest.mark.parametrize("seen", ["", "V1=999v", "V12=999v999n999?", "VO=15v VB=15n NH=999?"])
@pytest.mark.parametrize("game", game_names())
def test_any_board_gets_a_verdict(game: str, seen: str) -> None:
    rules = find_game(game)
    judgement = rules.judge(rules.start, Player.N, (2, 1), parse_placement(seen))
    assert judgement.faults

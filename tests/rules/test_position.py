"""Position texts: forgiving to read, canonical to write, refused with token and reason."""

import re

import pytest

from companion.rules import (
    Pile,
    Placement,
    Player,
    PositionError,
    Rules,
    find_game,
    game_names,
    parse_placement,
)
from companion.rules.vocabulary import EMPTY, ZONES

STARTS = {
    "jacquet": "V12=14n1N N12=14v1V",
    "backgammon": "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v",
    "dutch": "VH=15v NH=15n",
    "acey-deucey": "VH=15v NH=15n",
}


@pytest.mark.parametrize("game", STARTS)
def test_each_game_has_its_start(game: str) -> None:
    rules = find_game(game)
    assert rules.text(rules.start) == STARTS[game]
    assert rules.parse(STARTS[game]) == rules.start


@pytest.mark.parametrize("game", game_names())
def test_a_start_is_written_canonically(game: str) -> None:
    rules = find_game(game)
    assert rules.text(rules.start) == rules.game.start


@pytest.mark.parametrize(
    ("game", "given", "canonical"),
    [
        ("jacquet", "  N12=1V14v   V12=1N14n ", "V12=14n1N N12=14v1V"),
        ("jacquet", "V12=15n N12=14v V3=1V", "V3=1v V12=15n N12=14v"),
        ("jacquet", "V12=15n N12=14v VO=1V", "V12=15n N12=14v VO=1v"),
        ("jacquet", "V12=14n N2=1N N12=15v", "V12=14n N2=1n N12=15v"),
        ("jacquet", "V12=14n V2=1N N12=15v", "V2=1N V12=14n N12=15v"),
        ("backgammon", "VB=1n1v V6=14v V1=14n", "V1=14n V6=14v VB=1v NB=1n"),
        ("backgammon", "V6=7v7v1V V1=15n", "V1=15n V6=15v"),
        ("dutch", "NH=15v VH=15n", "VH=15v NH=15n"),
        ("backgammon", "NO=15v VO=15n", "VO=15v NO=15n"),
    ],
)
def test_texts_are_read_leniently(game: str, given: str, canonical: str) -> None:
    rules = find_game(game)
    assert rules.text(rules.parse(given)) == canonical


@pytest.mark.parametrize(
    ("game", "given", "names"),
    [
        ("backgammon", "V6=15x V1=15n", "V6=15x"),
        ("backgammon", "V13=15v V1=15n", "V13=15v"),
        ("backgammon", "V6=15v V6=1v V1=15n", "V6 is named twice"),
        ("backgammon", "V6=14v V1=15n", "V: 14 pieces"),
        ("backgammon", "V6=15v V1=16n", "N: 16 pieces"),
        ("backgammon", "V6=15v1? V1=15n", "V6=15v1?: a piece is unknown"),
        ("backgammon", "V6=15v1n V1=14n", "V6=15v1n: one point holds both colours"),
        ("jacquet", "V12=15n N12=13v1V N5=1V", "N5=1V N12=13v1V: V has more than one"),
        ("jacquet", "V12=13n2N N12=15v", "V12=13n2N: N has more than one"),
        ("backgammon", "", "V: 0 pieces"),
    ],
)
def test_a_bad_text_is_refused_with_token_and_reason(game: str, given: str, names: str) -> None:
    with pytest.raises(PositionError, match=re.escape(names)):
        find_game(game).parse(given)


def test_a_long_wrong_token_is_cut_short() -> None:
    with pytest.raises(PositionError) as error:
        parse_placement("V6=" + "x" * 1000)
    assert len(str(error.value)) < 120


def test_pieces_in_the_opponents_bar_are_moved_to_their_own() -> None:
    rules = find_game("backgammon")
    assert rules.text(rules.parse("V1=13n V6=14v VB=2n NB=1v")) == "V1=13n V6=14v VB=1v NB=2n"


def test_placements_and_positions_are_converted_both_ways() -> None:
    rules = find_game("jacquet")
    text = "V1=2n V2=1N V3=3v V12=9n N1=3n N8=1V N12=5v VO=6v"
    placement = rules.placement(rules.parse(text))
    assert placement.text == text
    assert rules.position(placement) == rules.parse(text)
    assert placement.count(Player.V) == placement.count(Player.N) == 15
    assert placement["N8"] == Pile(V=1)


def test_an_unknown_piece_is_counted() -> None:
    seen = parse_placement("V6=2v1? NB=3?")
    assert seen.unknown == 4
    assert seen.text == "V6=2v1? NB=3?"
    assert Placement((EMPTY,) * len(ZONES)).text == ""


OWN_NUMBERS = [
    ("jacquet", Player.V, "N12", 24),
    ("jacquet", Player.V, "V1", 1),
    ("jacquet", Player.N, "V12", 24),
    ("jacquet", Player.N, "N1", 1),
    ("jacquet", Player.N, "V1", 13),
    ("backgammon", Player.V, "N12", 24),
    ("backgammon", Player.N, "V1", 24),
    ("backgammon", Player.N, "V12", 13),
    ("backgammon", Player.N, "N1", 12),
    ("backgammon", Player.N, "N12", 1),
    ("backgammon", Player.V, "VB", 25),
    ("dutch", Player.N, "NH", 25),
    ("acey-deucey", Player.V, "VO", 0),
]


@pytest.mark.parametrize(("game", "player", "zone", "number"), OWN_NUMBERS)
def test_each_zone_has_its_own_numbers(game: str, player: Player, zone: str, number: int) -> None:
    rules = find_game(game)
    assert rules.own_number(zone, player) == number
    assert rules.zone(number, player) == zone


@pytest.mark.parametrize(
    "rules", [find_game(game) for game in game_names()], ids=lambda rules: rules.name
)
def test_each_point_faces_its_opposite(rules: Rules) -> None:
    facing = rules.game.track.facing
    for number in range(1, 25):
        zone = rules.zone(number, Player.V)
        assert rules.zone(facing[number], Player.N) == zone
        assert facing[facing[number]] == number

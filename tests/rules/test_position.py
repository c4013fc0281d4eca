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
from companion.rules.texts import texts_of
from companion.rules.vocabulary import EMPTY, ZONES
from tests.tables import table

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


@pytest.mark.parametrize(("game", "given", "canonical"), table("rules/lenient-texts"))
def test_texts_are_read_leniently(game: str, given: str, canonical: str) -> None:
    rules = find_game(game)
    assert rules.text(rules.parse(given)) == canonical


@pytest.mark.parametrize(("game", "given", "names"), table("rules/bad-texts"))
def test_a_bad_text_is_refused_with_token_and_reason(game: str, given: str, names: str) -> None:
    rules = find_game(game)
    assert texts_of(rules.game).read(given) is None
    with pytest.raises(PositionError, match=re.escape(names)):
        rules.parse(given)


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


@pytest.mark.parametrize(("game", "player", "zone", "number"), table("rules/own-numbers"))
def test_each_zone_has_its_own_numbers(game: str, player: str, zone: str, number: int) -> None:
    rules, side = find_game(game), Player(player)
    assert rules.own_number(zone, side) == number
    assert rules.zone(number, side) == zone


@pytest.mark.parametrize(
    "rules", [find_game(game) for game in game_names()], ids=lambda rules: rules.name
)
def test_each_point_faces_its_opposite(rules: Rules) -> None:
    facing = rules.game.track.facing
    for number in range(1, 25):
        zone = rules.zone(number, Player.V)
        assert rules.zone(facing[number], Player.N) == zone
        assert facing[facing[number]] == number

"""Each doubt that docs/rules.md decides, with a turn: a legal end and an illegal one."""

import pytest

from companion.rules import Player, find_game
from tests.rules import reference as ref
from tests.vectors import Vector, vectors


@pytest.mark.parametrize("doubt", vectors("doubts.jsonl"), ids=lambda doubt: doubt.name)
def test_each_decision_has_a_legal_and_an_illegal_end(doubt: Vector) -> None:
    """Among the ends is one, another is missing, or there is no other end; by both engines."""
    rules, position, player, dice = doubt.rules, doubt.position, doubt.player, doubt.dice
    found = rules.ends(position, player, dice)
    plain = ref.legal_ends(
        rules.name, sorted(rules.options), rules.text(position), player.value, dice
    )
    assert (found.positions, found.again) == tuple({*map(rules.parse, each)} for each in plain)
    ends = found.positions
    assert rules.nothing_to_play(position, player, dice) == (ends == {position})
    assert rules.parse(doubt.fields["among"]) in ends
    if missing := doubt.fields["missing"]:
        assert rules.parse(missing) not in ends
    assert not doubt.fields["only"] or len(ends) == 1


def test_an_ace_deuce_that_ends_the_game_earns_nothing() -> None:
    rules = find_game("acey-deucey")
    ends = rules.ends(rules.parse("V1=3v VO=12v NH=15n"), Player.V, (1, 2))
    assert set(map(rules.text, ends.positions)) == {"VO=15v NH=15n"}
    assert not ends.again


def test_an_ace_deuce_played_out_throws_again() -> None:
    rules = find_game("acey-deucey")
    ends = rules.ends(rules.start, Player.V, (2, 1))
    played_out = rules.parse("N7=4v N12=1v N11=1v VH=9v NH=15n")
    cut_short = rules.parse("N7=1v N11=1v N12=1v VH=12v NH=15n")
    assert played_out in ends.again
    assert cut_short not in ends.positions


def test_an_ace_deuce_not_played_names_no_double() -> None:
    rules = find_game("acey-deucey")
    position = rules.parse("N12=1v VH=14v V7=2n N11=5n N10=5n N9=3n")
    ends = rules.ends(position, Player.V, (2, 1))
    assert set(map(rules.text, ends.positions)) == {"V7=2n N9=3n N10=5n N11=5n N12=2v VH=13v"}
    assert not ends.again

"""Features, outcomes and networks: what is certain about them."""

from pathlib import Path

import numpy as np
import pytest

from companion.hints.evaluator import RulesOfThumb, own_network
from companion.hints.features import features, is_race, width
from companion.hints.network import fresh_network, read_network, write_network
from companion.hints.outcomes import outcomes_of
from companion.hints.rows import Rows, rows_of, swapped
from companion.hints.throws import Throws
from companion.rules import Player, Rules, find_game
from companion.rules.position import BAR_SLOT, counts
from tests.hints.positions import random_turns

GAMES = ("backgammon", "jacquet", "dutch", "acey-deucey")


def seen(rules: Rules, seed: int = 1) -> Rows:
    rows = [
        rows_of(now, [position], player)
        for now, position, player, _ in random_turns(rules, 1, seed, ace_deuce=False)
    ]
    return np.concatenate(rows)


@pytest.mark.parametrize("game", GAMES)
def test_features_are_finite_and_small(game: str) -> None:
    rules = find_game(game)
    found = features(rules, seen(rules))
    assert found.shape[0] == width(rules)
    assert np.isfinite(found).all()
    assert np.abs(found).max() < 12


@pytest.mark.parametrize("game", GAMES)
def test_a_race_is_where_the_rules_see_no_contact(game: str) -> None:
    rules = find_game(game)
    turns = list(random_turns(rules, 2, 4, ace_deuce=False))
    rows = np.concatenate([rows_of(now, [position], player) for now, position, player, _ in turns])
    wanted = [not rules.in_contact(position) for _, position, _, _ in turns]
    assert any(wanted)
    assert is_race(rules, rows).tolist() == wanted


def test_the_shots_among_the_features_are_nearly_those_of_the_rules() -> None:
    """They leave out that a throw may force other steps (C2), no more."""
    rules = find_game("backgammon")
    at = width(rules) - 2 * 31  # the hand-made features of each side are 31, the shots first
    throws, differences = Throws(rules), []
    for _, position, player, _ in random_turns(rules, 1, 8):
        if not any(counts(position.side(one))[BAR_SLOT] for one in Player):
            found = features(rules, rows_of(rules, [position], player))[at, 0]
            (counted,) = throws.shots([position], player)
            differences.append(abs(float(found) * 36 - counted.throws))
    assert len(differences) > 20
    assert np.mean(np.array(differences) < 1e-3) > 0.9
    assert max(differences) <= 6


@pytest.mark.parametrize("game", GAMES)
def test_chances_are_chances_and_equities_lie_within_bounds(game: str) -> None:
    rules = find_game(game)
    network = own_network(game)
    chances = network.chances(seen(rules))
    assert ((chances >= 0) & (chances <= 1)).all()
    most = {"jacquet": 4, "acey-deucey": 15}.get(game, 3)
    assert np.abs(network.outcomes.equity(chances)).max() <= most
    if game != "acey-deucey":
        half = chances.shape[1] // 2
        for first, whole in ((1, chances[:, 0]), (half + 1, 1 - chances[:, 0])):
            rows = np.column_stack([whole, chances[:, first : first + half]])
            assert (np.diff(rows, axis=1) <= 1e-6).all()


@pytest.mark.parametrize("game", GAMES)
def test_the_other_player_sees_the_same_chances_turned_round(game: str) -> None:
    outcomes = outcomes_of(find_game(game))
    chances = own_network(game).chances(seen(find_game(game)))
    turned = outcomes.swapped(chances)
    assert np.allclose(outcomes.swapped(turned), chances, atol=1e-6)
    assert np.allclose(outcomes.equity(turned), -outcomes.equity(chances), atol=1e-5)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_is_over_is_worth_what_the_rules_say(game: str) -> None:
    rules = find_game(game)
    outcomes = outcomes_of(rules)
    for seed in range(6):
        *_, (now, position, player, dice) = random_turns(rules, 1, seed, ace_deuce=False)
        end = next(e for e in now.ends(position, player, dice).positions if rules.winner(e))
        points = rules.result(end, player).points
        rows = rows_of(rules, [end], player)
        blank = np.zeros((1, len(outcomes.names)), dtype=np.float32)
        assert outcomes.equity(outcomes.correct(blank.copy(), rows))[0] == points
        assert outcomes.equity(outcomes.correct(blank.copy(), swapped(rows)))[0] == -points


def test_weights_are_read_back_and_small(tmp_path: Path) -> None:
    rules = find_game("jacquet")
    network = fresh_network(rules, width(rules), 3)
    write_network(network, tmp_path / "w.npz")
    with np.load(tmp_path / "w.npz") as stored:
        again = read_network(rules, stored)
    rows = seen(rules)
    assert np.allclose(network.chances(rows), again.chances(rows), atol=2e-3)
    assert (tmp_path / "w.npz").stat().st_size < 150_000


def test_green_and_black_are_judged_alike() -> None:
    rules = find_game("backgammon")
    green = rules.parse("V6=5v V8=3v V12=5v N12=2v N1=5n N5=3n V1=2n NO=5n")
    black = rules.parse("N7=5n N5=3n N1=5n V1=2n V12=5v V8=3v N12=2v VO=5v")
    network = own_network("backgammon")
    own = network.chances(rows_of(rules, [green], Player.V))
    other = network.chances(rows_of(rules, [black], Player.N))
    assert np.allclose(own, other, atol=1e-6)


def test_a_networks_equity_is_that_of_its_chances() -> None:
    rules = find_game("backgammon")
    network = fresh_network(rules, width(rules), 3)
    rows = seen(rules)
    assert np.allclose(network.equity(rows), network.outcomes.equity(network.chances(rows)))


def test_a_game_without_a_network_is_judged_by_rules_of_thumb(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("companion.hints.evaluator.files", lambda _: tmp_path)
    own_network.cache_clear()
    try:
        plain = own_network("jacquet")
        assert isinstance(plain, RulesOfThumb)
        chances = plain.chances(seen(plain.outcomes.rules))
        assert chances.dtype == np.float32  # as every network's
    finally:
        own_network.cache_clear()

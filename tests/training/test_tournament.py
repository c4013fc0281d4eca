"""Players against each other: small tournaments whose every point is known."""

import numpy as np
import pytest

from benchmarks.tournament import Deep, Random, Static, Tournament, estimate
from companion.hints.evaluator import RulesOfThumb
from companion.hints.moves import THROWS
from companion.hints.rows import rows_of
from companion.rules import Player, find_game
from tests.hints.pinned import GAMES, pinned
from tests.tables import table

SEEDED = {
    "backgammon": [3.0, 2.0, 1.0, 1.0, -3.0, 1.0],
    "jacquet": [3.0, -2.0, 2.0, 1.0, 1.0, -1.0],
    "dutch": [2.0, 2.0, -2.0, 2.0, -2.0, 2.0],
    "acey-deucey": [-15.0, 15.0, 3.0, 1.0, -5.0, -15.0],
}
"""What six games by one seed bring the first of two players who play at random."""


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seeds_play_the_same_games(game: str) -> None:
    """So a published result can be had again."""
    tournament = Tournament(find_game(game), (Random(1), Random(2)), 6, 4)
    won, points = tournament.play()
    assert tournament.points == SEEDED[game]
    assert won.mean == pytest.approx(100 * sum(one > 0 for one in SEEDED[game]) / 6)
    assert points.mean == pytest.approx(sum(SEEDED[game]) / 6)


def test_every_game_begun_is_counted_once_however_few_boards_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("benchmarks.tournament.BOARDS", 3)
    tournament = Tournament(find_game("backgammon"), (Random(1), Random(2)), 8, 4)
    tournament.play()
    assert len(tournament.points) == 8


def test_players_begin_in_turn_and_a_game_of_the_family_by_two_different_dice() -> None:
    tournament = Tournament(find_game("backgammon"), (Random(1), Random(2)), 400, 1)
    assert tournament.turn.tolist() == [0, 1] * 200
    throws = tournament.throws(np.arange(400))
    doubles = [number for number, (high, low) in enumerate(THROWS) if high == low]
    assert not np.isin(throws, doubles).any()
    # By a seed the same ones, those that were thrown again too: results can be had again.
    counted = [27, 33, 28, 38, 19, 34, 24, 27, 21, 31, 16, 28, 29, 14, 31]
    assert [count for count in np.bincount(throws).tolist() if count] == counted
    assert np.isin(tournament.throws(np.arange(400)), doubles).any()
    jacquet = Tournament(find_game("jacquet"), (Random(1), Random(2)), 400, 1)
    assert np.isin(jacquet.throws(np.arange(400)), doubles).any()


def test_a_player_that_looks_ahead_beats_a_random_one() -> None:
    rules = find_game("jacquet")
    deep = Tournament(rules, (Deep(rules, RulesOfThumb(rules), most=2), Random(1)), 4, 2)
    assert deep.play()[0].mean > 50
    static = Tournament(rules, (Random(3), Static(RulesOfThumb(rules))), 8, 1)
    won, points = static.play()
    assert won.mean < 20
    assert points.mean < -1


def test_an_estimate_is_a_mean_and_half_its_interval() -> None:
    found = estimate(np.array([1.0, 3.0, 1.0, 3.0]))
    assert found.mean == 2
    assert found.half == pytest.approx(1.96 * np.sqrt(4 / 3) / 2)


WORTH = dict(table("training/worth-of-positions"))  # fmt: skip
"""What the positions in which most inputs of the networks differ seem worth to it, in pips."""


@pytest.mark.parametrize("game", GAMES)
def test_the_hand_written_player_is_unchanged(game: str) -> None:
    """The strengths in docs/hints.md are against this player and no other."""
    found = []
    for case in pinned(game):
        rules = find_game(game, case["options"])
        position, player = rules.parse(case["position"]), Player(case["player"])
        rows = rows_of(rules, [position], player, [case["again"]])
        plain = RulesOfThumb(rules)
        found.append(float(plain.worth(rows)[0]))
        chances = plain.chances(rows)[0]
        if rules.winner(position) is None:
            assert chances[0] == pytest.approx(1 / (1 + np.exp(-found[-1] / 100)), abs=1e-5)
    assert found == pytest.approx(WORTH[game], abs=0.01)

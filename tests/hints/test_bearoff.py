"""The table of races: made anew, held against endings solved by the rules alone, and used."""

import random
import tracemalloc
from typing import Any

import numpy as np
import pytest

from benchmarks.bearoff_table import Turns, make, positions, solve_throws, solve_two_sided
from companion.hints import bearoff
from companion.hints.advisor import Advisor
from companion.hints.bearoff import SCALE, SMALL, WHOLE, Tabled, numbers_of, table
from companion.hints.evaluator import own_network
from companion.hints.features import Floats
from companion.hints.moves import THROWS
from companion.hints.outcomes import outcomes_of
from companion.hints.rows import Rows, rows_of
from companion.hints.search import Search
from companion.rules import Player, Position, find_game, game_names
from companion.rules.position import HOME, OFF_SLOT, counts
from tests.hints.endings import Endings, side_of

RULES = find_game("backgammon")


def chances(text: str) -> Floats:
    """Green's, who has just moved."""
    rows = rows_of(RULES, [RULES.parse(text)], Player.V)
    found: Floats = own_network("backgammon").chances(rows)[0]
    return found


def test_positions_are_numbered_in_the_order_in_which_they_are_made() -> None:
    rows = positions(15)
    assert numbers_of(rows[:, 0]).tolist() == list(range(54_264))
    left = rows[:, 0, 1 : HOME + 1].sum(axis=1)
    assert (left[:SMALL].max(), left[SMALL:].min()) == (6, 7)
    assert (left[:WHOLE].max(), left[WHOLE:].min()) == (14, 15)


def test_the_table_is_what_its_program_makes() -> None:
    """Of up to four pieces, and three against three, to the last unit."""
    few = Turns(4)
    throws = np.floor(solve_throws(few)[:, 1:] * SCALE + 0.5)
    stored = table().throws[: len(throws)]
    assert np.array_equal(throws[:, : stored.shape[1]], stored)
    won = np.floor(solve_two_sided(Turns(3)) * SCALE + 0.5)
    assert np.array_equal(won, table().two_sided[: len(won), : len(won)])


@pytest.mark.slow
def test_the_whole_table_is_what_its_program_makes() -> None:
    made, stored = make(), table()
    assert np.array_equal(made.throws, stored.throws)
    assert np.array_equal(made.first, stored.first)
    assert np.array_equal(made.two_sided, stored.two_sided)


def test_a_full_home_takes_as_many_throws_as_a_perfect_player_needs() -> None:
    """What `benchmarks/perfect_throws.py` has computed another way."""
    exercise = RULES.game.exercises["bear-off"]
    row = rows_of(RULES, [RULES.parse(exercise.position)], Player.V)[0]
    stored = table().throws[numbers_of(row[:1])[0]] / SCALE
    mean = (stored * np.arange(1, len(stored) + 1)).sum()
    assert mean * 100 == pytest.approx(exercise.hundredths, abs=1)


def test_endings_of_up_to_three_pieces_up_to_the_9_point_are_played_as_solved_exactly() -> None:
    endings = Endings(RULES, 3, 9)
    lost = endings.losses(Search(RULES, own_network("backgammon")), 50, 1)
    assert lost.mean() <= 0.3
    assert lost.max() < 20


@pytest.mark.slow
@pytest.mark.parametrize(("most", "farthest", "loss"), [(7, HOME, 0.01), (4, 9, 0.3), (3, 12, 0.4)])
def test_larger_endings_are_played_nearly_as_solved_exactly(
    most: int, farthest: int, loss: float
) -> None:
    """The farther outside pieces stand, the more is estimated."""
    endings = Endings(RULES, most, farthest)
    lost = endings.losses(Search(RULES, own_network("backgammon")), 1500, 2)
    print(
        f"{most} pieces on {farthest} points: {lost.mean():.3f} thousandths, most {lost.max():.1f}"
    )
    assert lost.mean() <= loss
    assert lost.max() < 150


def test_at_home_the_chances_of_few_pieces_are_exact() -> None:
    endings = Endings(RULES, 3, HOME)
    network, chance = own_network("backgammon"), random.Random(3)
    pairs = [(chance.randrange(1, 84), chance.randrange(1, 84)) for _ in range(100)]
    ends = [Position(endings.sides[own], endings.sides[other]) for own, other in pairs]
    found = network.chances(rows_of(RULES, ends, Player.V))[:, 0]
    exact = [1 - endings.won[other, own] for own, other in pairs]
    assert found == pytest.approx(exact, abs=2 / SCALE)


@pytest.mark.parametrize("black", ["N7=1n N10=1n NO=13n", "N12=1n NO=14n", "N7=8n NO=7n"])
def test_with_6_and_5_left_a_3_and_2_bears_off_the_piece_on_5(black: str) -> None:
    """6/3/1 leaves 5 and 1, which 23 throws of 36 bear off; a piece on 6 goes with 27."""
    before = RULES.parse(f"V5=1v V6=1v VO=13v {black}")
    best = Advisor(RULES).advise(before, Player.V, (3, 2)).plays[0].end
    assert best == RULES.parse(f"V6=1v VO=14v {black}")


def test_gammons_are_as_likely_as_throws_that_bear_nothing_off() -> None:
    """Who has two pieces on 1 is done with his next throw: so the other has one throw more.

    He plays to bear one off, fewest throws on average; his home is any of fifteen pieces.
    """
    chance = random.Random(4)
    for _ in range(10):
        other = side_of(tuple(chance.choices(range(3, 7), k=15)))
        end = Position(side_of((1, 1)), other)
        saved = sum(
            1 if high == low else 2
            for high, low in THROWS
            if any(
                counts(one.n)[OFF_SLOT] for one in RULES.ends(end, Player.N, (high, low)).positions
            )
        )
        found = own_network("backgammon").chances(rows_of(RULES, [end], Player.V))[0]
        assert found[[0, 1]] == pytest.approx([1, 1 - saved / 36], abs=1e-4)
        turned = own_network("backgammon").chances(rows_of(RULES, [end], Player.N))[0]
        assert turned[[0, 3]] == pytest.approx([0, 1], abs=1e-4)


def test_a_piece_off_excludes_gammons_and_all_home_excludes_triples() -> None:
    assert chances("V1=2v VO=13v N7=14n NO=1n")[1:].tolist() == [0, 0, 0, 0]
    assert chances("V1=2v VO=13v N7=15n")[2] == 0


def test_with_pieces_outside_the_network_estimates_gammons() -> None:
    text = "V1=4v VO=11v V6=1n V5=1n N7=13n"
    network = own_network("backgammon")
    assert isinstance(network, Tabled)
    said = network.evaluator.chances(rows_of(RULES, [RULES.parse(text)], Player.V))[0]
    assert said[1] > said[2] > 0
    assert chances(text)[1:3].tolist() == said[1:3].tolist()
    turned = network.chances(rows_of(RULES, [RULES.parse(text)], Player.N))[0]
    assert turned[3] == pytest.approx(
        network.evaluator.chances(rows_of(RULES, [RULES.parse(text)], Player.N))[0, 3]
    )
    assert turned[3] > turned[4] > 0


def test_many_races_are_judged_in_little_memory() -> None:
    """40,000 at once; judged together, their features alone would take more."""
    sides = np.random.default_rng(1).multinomial(15, [1 / 12] * 12, size=(40_000, 2))
    rows = np.zeros((40_000, 2, 32), dtype=np.uint8)
    rows[:, :, 1:13] = sides
    judge = own_network("backgammon")
    judge.chances(rows[:10])
    tracemalloc.start()
    try:
        judge.chances(rows)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 30_000_000


def test_in_a_race_one_pip_less_is_never_worse() -> None:
    texts = [f"V6=12v V{point}=3v N7=13n N2=2n" for point in (12, 11, 10, 9, 8, 7)]
    won = [float(chances(text)[0]) for text in texts]
    assert won == sorted(won)
    assert 0.05 < won[0] < won[-1] < 0.95


@pytest.mark.parametrize("game", game_names())
def test_the_table_is_used_only_for_games_for_which_it_is_valid(game: str) -> None:
    """Acey-Deucey's 1 and 2 earn a further throw, Jacquet bears off another way (B4, J8)."""
    assert isinstance(own_network(game), Tabled) == (game in {"backgammon", "dutch"})


def test_the_table_is_read_when_a_race_is_first_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> None:
        raise AssertionError

    monkeypatch.setattr(bearoff, "table", refused)
    network = own_network("backgammon")
    contact = rows_of(RULES, [RULES.start], Player.V)
    assert network.chances(contact).shape == (1, 5)
    race = rows_of(RULES, [RULES.parse("V1=15v N7=15n")], Player.V)
    with pytest.raises(AssertionError):
        network.chances(race)


class Hoarder:
    """In place of a table: believes that who keeps most pieces wins most."""

    outcomes = outcomes_of(RULES)

    def chances(self, rows: Rows) -> Floats:
        found = np.zeros((len(rows), len(self.outcomes.names)), dtype=np.float32)
        found[:, 0] = 0.9 - 0.05 * rows[:, 0, OFF_SLOT] + 0.001 * rows[:, 0, HOME]
        return self.outcomes.correct(found, rows)


def test_in_a_race_the_plays_that_bear_off_most_are_always_searched() -> None:
    search: Any = Search(RULES, own_network("backgammon"))
    search.evaluator = Hoarder()
    before = RULES.parse("V1=2v V2=3v V3=2v V4=2v V5=2v V6=2v VO=2v N2=3n N7=12n")
    ends = sorted(RULES.ends(before, Player.V, (2, 2)).positions)
    rows = rows_of(RULES, ends, Player.V)
    assert len(ends) > 20
    static, judged = search.static(rows), search.best(rows)
    off = rows[:, 0, OFF_SLOT]
    most = np.flatnonzero(off == off.max())
    looked_at = np.flatnonzero(judged.chances[:, 0] != static.chances[:, 0])
    assert len(set(looked_at) & set(most)) == min(len(most), 2)
    assert static.worth[most].max() < np.sort(static.worth)[-8]

"""One further throw, the match score, and what both make of a play."""

import itertools

import numpy as np
import pytest

from companion.hints.advice import Stake
from companion.hints.advisor import Advisor
from companion.hints.evaluator import own_network
from companion.hints.features import Floats
from companion.hints.match_score import match_chance, worth_at
from companion.hints.outcomes import outcomes_of
from companion.hints.rows import AGAIN, Rows, rows_of
from companion.hints.search import Search, Width
from companion.rules import Player, find_game

BACKGAMMON = find_game("backgammon")
OUTCOMES = outcomes_of(BACKGAMMON)


class Gloomy:
    """Believes that whoever has just moved loses, unless the game is over."""

    outcomes = OUTCOMES

    def chances(self, rows: Rows) -> Floats:
        blank = np.zeros((len(rows), len(self.outcomes.names)), dtype=np.float32)
        return self.outcomes.correct(blank, rows)


def chance_to_win(text: str) -> float:
    """Green's, who has just moved, one further throw looked at."""
    rows = rows_of(BACKGAMMON, [BACKGAMMON.parse(text)], Player.V)
    return float(Search(BACKGAMMON, Gloomy()).deep(rows)[0, 0])


@pytest.mark.parametrize(
    ("black", "throws"),
    [("N12=1n NO=14n", 36), ("N9=2n NO=13n", 11), ("N7=1n N12=1n NO=13n", 15), ("N7=2n NO=13n", 4)],
)
def test_a_last_throw_is_counted_exactly(black: str, throws: int) -> None:
    """Black bears off his last pieces with so many throws of 36; else green does for sure."""
    assert chance_to_win(f"V1=1v VO=14v {black}") == pytest.approx(1 - throws / 36, abs=1e-5)


def test_a_game_that_is_over_is_not_searched() -> None:
    assert chance_to_win("VO=15v N9=2n NO=13n") == 1


def test_whoever_throws_again_is_the_one_who_plays() -> None:
    rules = find_game("acey-deucey")
    search = Search(rules, own_network("acey-deucey"))
    end = rules.parse("V1=1v VO=14v N12=1n NO=14n")
    again, other = rows_of(rules, [end, end], Player.V, [True, False])
    assert again[0, AGAIN]
    sure, lost = search.deep(np.stack([again, other]))
    assert outcomes_of(rules).equity(sure) == pytest.approx(1)
    assert outcomes_of(rules).equity(lost) == pytest.approx(-1)


def test_plays_that_were_not_searched_stay_behind_those_that_were() -> None:
    search = Search(BACKGAMMON, own_network("backgammon"))
    ends = sorted(BACKGAMMON.ends(BACKGAMMON.start, Player.V, (6, 4)).positions)
    rows = rows_of(BACKGAMMON, ends, Player.V)
    static, deep = search.static(rows), search.best(rows, Width(3, 9.0))
    assert deep.deep
    best = np.argsort(-static.worth)[:3]
    assert set(np.argsort(-deep.worth)[:3]) == set(best)


SCORES = [
    Stake(away, other, cube)
    for away, other, cube in itertools.product((2, 3, 5, 9), (2, 4, 7), (1, 2))
]


@pytest.mark.parametrize("stake", [*SCORES, Stake(1, 4, 1, crawford=True), Stake(1, 1)])
def test_to_win_is_one_and_to_lose_is_minus_one(stake: Stake) -> None:
    worth = worth_at(OUTCOMES, stake)
    won = np.array([[1, 0, 0, 0, 0], [0, 0, 0, 0, 0]], dtype=np.float32)
    assert worth(won).tolist() == pytest.approx([1, -1], abs=1e-5)
    turned = worth_at(OUTCOMES, stake.turned)
    chances = np.array([[0.6, 0.2, 0.01, 0.1, 0.0]], dtype=np.float32)
    assert turned(OUTCOMES.swapped(chances))[0] == pytest.approx(-worth(chances)[0], abs=1e-5)


def test_a_gammon_is_worth_nothing_to_him_who_needs_one_point() -> None:
    worth = worth_at(OUTCOMES, Stake(1, 5, crawford=True))
    plain = np.array([[0.7, 0.0, 0.0, 0.1, 0.0]], dtype=np.float32)
    gammons = np.array([[0.7, 0.5, 0.2, 0.1, 0.0]], dtype=np.float32)
    assert worth(gammons)[0] == pytest.approx(worth(plain)[0], abs=1e-6)


def test_chances_in_a_match_add_up_and_grow_with_the_lead() -> None:
    for away, other in itertools.product(range(1, 16), repeat=2):
        assert match_chance(away, other) + match_chance(other, away) == pytest.approx(1)
        assert match_chance(away, other + 1) >= match_chance(away, other) - 1e-9
        assert match_chance(away + 1, other) <= match_chance(away, other) + 1e-9
    assert match_chance(0, 3) == 1
    assert match_chance(3, 0) == 0


def test_known_scores() -> None:
    """The tables in use (Woolsey, Kazaross) agree on these to two points in a hundred."""
    assert match_chance(1, 2) == pytest.approx(0.70, abs=0.02)
    assert match_chance(1, 3) == pytest.approx(0.75, abs=0.02)
    assert match_chance(2, 3) == pytest.approx(0.60, abs=0.02)
    assert match_chance(3, 5) == pytest.approx(0.66, abs=0.03)


def test_other_games_know_no_match_score() -> None:
    outcomes = outcomes_of(find_game("jacquet"))
    chances = np.array([[0.5, 0.2, 0.1, 0.0, 0.1, 0.0, 0.0]], dtype=np.float32)
    assert worth_at(outcomes, Stake(3, 5))(chances)[0] == outcomes.equity(chances)[0]


@pytest.mark.parametrize(
    ("game", "player", "dice", "position"),
    [
        (  # the four plays lose 0, 1, 11 and 37 hundredths
            "backgammon",
            Player.V,
            (5, 3),
            (
                "V2=1n V4=2v V6=5v V7=1n V8=2v V10=1v V12=3n N1=3v N5=2n N7=3n N8=3n N9=2n N12=1v "
                "VB=1v"
            ),
        ),
        (  # two of 19 plays are good
            "jacquet",
            Player.N,
            (6, 6),
            (
                "V1=1n V2=1v V4=2n V5=1v V6=1v V7=1n V8=3n V9=1v V10=1n V12=3n N1=1v N2=1v N3=1v "
                "N4=1n N5=1n N6=1v N7=1n N8=3v N9=1v N10=1n N11=1v N12=2v"
            ),
        ),
    ],
)
def test_that_two_plays_are_alike_says_nothing_of_the_rest(
    game: str, player: Player, dice: tuple[int, int], position: str
) -> None:
    rules = find_game(game)
    advice = Advisor(rules).advise(rules.parse(position), player, dice)
    assert advice.plays[0].equity - advice.plays[1].equity < 0.02
    assert advice.middle > 0.1


def test_where_most_plays_are_alike_the_middle_one_loses_little() -> None:
    rules = find_game("dutch")
    before = "V1=3n V2=1n V3=1n V4=2n V6=7n N7=1v N8=1v N9=2v N10=3v N11=2v N12=3v VH=3v NH=1n"
    advice = Advisor(rules).advise(rules.parse(before), Player.V, (3, 3), most=2)
    assert 0 < advice.middle <= 0.02

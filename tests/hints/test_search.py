"""How one further throw and the match score change the value of a play."""

import itertools
import tracemalloc

import numpy as np
import pytest

from companion.hints.advice import Stake
from companion.hints.advisor import Advisor
from companion.hints.cube import match_chance, worth_at
from companion.hints.evaluator import own_network
from companion.hints.features import Floats
from companion.hints.moves import THROWS
from companion.hints.outcomes import outcomes_of
from companion.hints.rows import AGAIN, Rows, rows_of
from companion.hints.search import Search, Width
from companion.rules import Player, Position, find_game
from tests.hints.positions import random_turns
from tests.tables import cases

BACKGAMMON = find_game("backgammon")
OUTCOMES = outcomes_of(BACKGAMMON)


class Gloomy:
    """Rates every position as lost for the player who just moved, unless the game is over."""

    outcomes = OUTCOMES

    def chances(self, rows: Rows) -> Floats:
        blank = np.zeros((len(rows), len(self.outcomes.names)), dtype=np.float32)
        return self.outcomes.correct(blank, rows)


def chance_to_win(text: str) -> float:
    """Green's, who has just moved, one further throw looked at."""
    rows = rows_of(BACKGAMMON, [BACKGAMMON.parse(text)], Player.V)
    return float(Search(BACKGAMMON, Gloomy()).chances_after(rows)[0, 0])


@pytest.mark.parametrize(
    ("black", "throws"),
    [("N12=1n NO=14n", 36), ("N9=2n NO=13n", 11), ("N7=1n N12=1n NO=13n", 15), ("N7=2n NO=13n", 4)],
)
def test_a_last_throw_is_counted_exactly(black: str, throws: int) -> None:
    """Black bears off his last pieces with so many throws of 36; else green does for sure."""
    assert chance_to_win(f"V1=1v VO=14v {black}") == pytest.approx(1 - throws / 36, abs=1e-5)


def test_a_game_that_is_over_is_not_searched() -> None:
    assert chance_to_win("VO=15v N9=2n NO=13n") == 1


def test_after_a_further_throw_the_same_player_plays() -> None:
    rules = find_game("acey-deucey")
    search = Search(rules, own_network("acey-deucey"))
    end = rules.parse("V1=1v VO=14v N12=1n NO=14n")
    again, other = rows_of(rules, [end, end], Player.V, [True, False])
    assert again[0, AGAIN]
    sure, lost = search.chances_after(np.stack([again, other]))
    assert outcomes_of(rules).equity(sure) == pytest.approx(1)
    assert outcomes_of(rules).equity(lost) == pytest.approx(-1)


def test_plays_that_were_not_searched_stay_behind_those_that_were() -> None:
    search = Search(BACKGAMMON, own_network("backgammon"))
    ends = sorted(BACKGAMMON.ends(BACKGAMMON.start, Player.V, (6, 4)).positions)
    rows = rows_of(BACKGAMMON, ends, Player.V)
    static, deep = search.static(rows), search.best(rows, Width(3, 9.0))
    assert deep.is_searched
    best = np.argsort(-static.worth)[:3]
    assert set(np.argsort(-deep.worth)[:3]) == set(best)


def a_turn(game: str) -> Rows:
    """The ends of a turn early in a random game that leaves two dozen plays or more."""
    for rules, position, player, dice in random_turns(find_game(game), 1, seed=1):
        ends = sorted(rules.ends(position, player, dice).positions)
        if len(ends) > 24:
            return rows_of(rules, ends, player)
    raise AssertionError(game)


@pytest.mark.parametrize(
    "game",
    ["backgammon", *(pytest.param(game, marks=pytest.mark.slow) for game in ("jacquet", "dutch"))],
)
def test_a_closer_look_is_the_mean_of_one_throw_and_two_for_the_closest(game: str) -> None:
    rows, search = a_turn(game), Search(find_game(game), own_network(game))
    once, closer = search.best(rows), search.best(rows, closer=True)
    order = np.argsort(-once.worth)
    changed = np.flatnonzero((once.chances != closer.chances).any(axis=1))
    assert 2 <= len(changed) <= 4
    assert set(changed) == set(order[: len(changed)])
    mean = (search.chances_after(rows[changed]) + search.chances_after(rows[changed], 2)) / 2
    assert closer.chances[changed] == pytest.approx(mean, abs=1e-6)
    assert closer.worth[order[len(changed) :]].max() < closer.worth[changed].min()


def test_a_requested_play_is_searched_as_deeply() -> None:
    rows, search = a_turn("backgammon"), Search(BACKGAMMON, own_network("backgammon"))
    worst = int(np.argmin(search.static(rows).worth))
    closer = search.best(rows, also=worst, closer=True)
    mean = (search.chances_after(rows[[worst]]) + search.chances_after(rows[[worst]], 2)) / 2
    assert closer.chances[[worst]] == pytest.approx(mean, abs=1e-6)
    assert int(np.argmin(closer.worth)) == worst


def test_acey_deucey_and_other_engines_have_no_second_throw() -> None:
    rules = find_game("acey-deucey")
    end = rules.parse("V1=1v V2=1v V6=4v V8=9v N12=1n N6=14n")
    other = rules.parse("V1=2v V6=4v V8=9v N12=1n N6=14n")
    for search in (Search(rules, own_network("acey-deucey")), Search(BACKGAMMON, Gloomy())):
        assert not search.looks_closer
    search, rows = Search(rules, own_network("acey-deucey")), rows_of(rules, [end, other], Player.V)
    assert (search.best(rows, closer=True).chances == search.best(rows).chances).all()


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


def test_a_gammon_is_worth_nothing_to_a_player_who_needs_one_point() -> None:
    worth = worth_at(OUTCOMES, Stake(1, 5, crawford=True))
    plain = np.array([[0.7, 0.0, 0.0, 0.1, 0.0]], dtype=np.float32)
    gammons = np.array([[0.7, 0.5, 0.2, 0.1, 0.0]], dtype=np.float32)
    assert worth(gammons)[0] == pytest.approx(worth(plain)[0], abs=1e-6)


def test_chances_in_a_match_add_up_and_grow_with_the_lead() -> None:
    for away, other in itertools.product(range(1, 41), repeat=2):
        assert match_chance(away, other) + match_chance(other, away) == pytest.approx(1)
        assert match_chance(away, other + 1) >= match_chance(away, other) - 1e-9
        assert match_chance(away + 1, other) <= match_chance(away, other) + 1e-9
    assert match_chance(0, 3) == 1
    assert match_chance(3, 0) == 0


def test_other_games_ignore_the_match_score() -> None:
    outcomes = outcomes_of(find_game("jacquet"))
    chances = np.array([[0.5, 0.2, 0.1, 0.0, 0.1, 0.0, 0.0]], dtype=np.float32)
    assert worth_at(outcomes, Stake(3, 5))(chances)[0] == outcomes.equity(chances)[0]


@pytest.mark.parametrize(
    ("game", "player", "dice", "position"), cases("hints/plays-alike", Player=Player)
)
def test_the_middle_play_may_lose_much_if_two_plays_are_equal(
    game: str, player: Player, dice: tuple[int, int], position: str
) -> None:
    rules = find_game(game)
    advice = Advisor(rules, "own").advise(rules.parse(position), player, dice)
    assert advice.plays[0].equity - advice.plays[1].equity < 0.02
    assert advice.middle > 0.1


def test_if_most_plays_are_equal_the_middle_one_loses_little() -> None:
    rules = find_game("dutch").with_options({"may-hit-V", "may-hit-N"})
    before = "V1=1v V4=1v V5=1v V6=1v V7=5v V8=1v V12=1v N1=1v N3=2v N7=1v N12=8n NO=7n"
    advice = Advisor(rules).advise(rules.parse(before), Player.V, (6, 4), most=2)
    assert 0 < advice.middle <= 0.02


def test_of_equal_plays_the_one_that_bears_off_most_is_first() -> None:
    """Green wins whatever he plays; and of one piece borne off, the fewer pips are left."""
    before = BACKGAMMON.parse("V1=1v V3=1v V5=1v VO=12v N1=14n NO=1n")
    advice = Advisor(BACKGAMMON).advise(before, Player.V, (3, 1))
    ends = [play.end for play in advice.plays]
    assert set(ends) == BACKGAMMON.ends(before, Player.V, (3, 1)).positions
    assert [play.equity for play in advice.plays] == [1.0] * len(ends)
    off = [BACKGAMMON.placement(end)["VO"].of(Player.V) for end in ends]
    left = [BACKGAMMON.pips(end, Player.V) for end in ends]
    assert (off[0], min(off)) == (14, 12)
    assert list(zip(off, left, strict=True)) == sorted(
        zip(off, left, strict=True), key=lambda one: (-one[0], one[1])
    )
    assert (advice.middle, advice.worst) == (0, 0)


@pytest.mark.parametrize(
    ("game", "player", "dice", "position"), cases("hints/worthless-plays", Player=Player)
)
def test_no_play_is_better_than_the_first(
    game: str, player: Player, dice: tuple[int, int], position: str
) -> None:
    """Else a turn would be judged to have lost less than nothing."""
    rules = find_game(game)
    best, *others = Advisor(rules, deep=False).advise(rules.parse(position), player, dice).plays
    assert all(round((best.equity - play.equity) * 1000) >= 0 for play in others)


RACE = "V1=1v V2=1v V4=1v V6=1v VO=11v N7=1n N10=1n N12=1n NO=12n"


def test_a_race_is_searched_by_two_throws() -> None:
    """Held against the rules' own ends, each throw of black and then of green tried."""
    evaluator, before = own_network("backgammon"), BACKGAMMON.parse(RACE)
    ends = sorted(BACKGAMMON.ends(before, Player.V, (2, 1)).positions)
    rows = rows_of(BACKGAMMON, ends, Player.V)
    static = np.argsort(-Search(BACKGAMMON, evaluator).static(rows).worth)
    assert len(ends) > 5
    judged = Search(BACKGAMMON, evaluator).best(rows, also=int(static[-1]))
    expected = _played_out(ends[static[-1]], Player.N, throws=2)
    assert judged.worth[static[-1]] == pytest.approx(expected, abs=1e-4)


def _worth(end: Position, player: Player) -> float:
    """What the network makes of a position for who has just moved."""
    evaluator = own_network("backgammon")
    found = evaluator.chances(rows_of(BACKGAMMON, [end], player))
    return float(evaluator.outcomes.equity(found)[0])


def _played_out(end: Position, player: Player, *, throws: int) -> float:
    """What an end is worth to who made it, the other to throw."""
    if BACKGAMMON.winner(end) or not throws:
        return _worth(end, player.other)
    total = 0.0
    for high, low in THROWS:
        ends = sorted(BACKGAMMON.ends(end, player, (high, low)).positions)
        best = max(ends, key=lambda one: _worth(one, player))
        left = _played_out(best, player.other, throws=throws - 1)
        total -= left * (1 if high == low else 2) / 36
    return total


@pytest.mark.slow
def test_a_second_throw_needs_little_memory() -> None:
    """Guards small computers: a double with 270 ends, after which 150,000 positions are judged."""
    pieces = "V1=8v V2=4v V3=1n V5=2n V6=1n V12=2n N3=1n N5=1n N6=3n N7=3n N8=3v N9=1n"
    advisor = Advisor(BACKGAMMON)
    tracemalloc.start()
    try:
        advisor.advise(BACKGAMMON.parse(pieces), Player.N, (2, 2), closer=True)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 40_000_000

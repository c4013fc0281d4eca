"""The cube: known cases, counted here from tables of the literature and from single throws."""

import numpy as np
import pytest

from companion.hints.advice import CubeAdvice, Stake
from companion.hints.advisor import Advisor
from companion.hints.cube import EFFICIENCY, CubeAdvisor, Cubeful, CubeSide, match_chance
from companion.hints.evaluator import own_network
from companion.hints.features import Floats
from companion.hints.outcomes import outcomes_of
from companion.rules import Player, find_game
from companion.rules.ids import read_position_id

V, N = Player.V, Player.N
RULES = find_game("backgammon")
ADVISOR = Advisor(RULES)

LAST_THROWS = {"V4=1v V1=1v": 29, "V6=1v": 27, "V3=1v V2=1v": 25, "V5=1v V1=1v": 23, "V6=2v": 4}
"""Green's last pieces, and how many of 36 throws bear them off; black needs one throw more."""

WOOLSEY = {
    (1, 2): 70, (1, 3): 75, (1, 4): 83, (1, 5): 85, (2, 2): 50, (2, 3): 60, (2, 4): 68,
    (2, 5): 75, (3, 3): 50, (3, 4): 59, (3, 5): 66, (4, 4): 50, (4, 5): 58, (5, 5): 50,
}  # fmt: skip
"""Per cent of matches won by who needs the first number of points (Woolsey and Heinrich); where he
needs one, the Crawford game is next."""


def last_throw(pieces: str, stake: Stake = Stake(), *, owned: bool = False) -> CubeAdvice:  # noqa: B008
    off = 15 - sum(int(token[token.index("=") + 1 : -1]) for token in pieces.split())
    position = RULES.parse(f"{pieces} VO={off}v N12=1n NO=14n")
    return ADVISOR.cube.advise(position, V, stake, owned=owned)


@pytest.mark.parametrize(("pieces", "throws"), LAST_THROWS.items())
@pytest.mark.parametrize("owned", [False, True])
def test_before_the_last_throw_for_money_a_quarter_is_enough_to_take(
    pieces: str, throws: int, *, owned: bool
) -> None:
    found = last_throw(pieces, owned=owned)
    assert found.no_double == pytest.approx(2 * throws / 36 - 1, abs=2e-3)
    assert found.double_take == pytest.approx(2 * (2 * throws / 36 - 1), abs=4e-3)
    assert found.chance == pytest.approx(throws / 36, abs=1e-3)
    assert found.doubles == (throws > 18)
    if throws != 27:  # which is 25 %: to take and to drop are worth the same
        assert found.takes == (throws < 27)


def test_the_table_of_chances_is_near_that_of_the_literature() -> None:
    for (away, other), per_cent in WOOLSEY.items():
        assert match_chance(away, other) == pytest.approx(per_cent / 100, abs=0.025)


@pytest.mark.parametrize("board", ["Nu+AATCY24kTAA", "4PPIAUjQtwcAMQ"])
def test_a_leader_two_points_away_drops_a_double_that_gnubg_drops(board: str) -> None:
    """From real matches. By GNU Backgammon 2-ply they are worth 1.29 and 1.14 after a take."""
    network = CubeAdvisor(RULES, own_network("backgammon"))
    assert not network.advise(read_position_id(board, V), V, Stake(6, 2)).takes


def woolsey(away: int, other: int) -> float:
    if away <= 0 or other <= 0:
        return float(away <= 0)
    return WOOLSEY[away, other] / 100 if away <= other else 1 - WOOLSEY[other, away] / 100


@pytest.mark.parametrize("away", [2, 3, 4, 5])
@pytest.mark.parametrize("other", [2, 3, 4, 5])
@pytest.mark.parametrize("cube", [1, 2])
def test_before_the_last_throw_of_a_match_the_score_decides(
    away: int, other: int, cube: int
) -> None:
    """Who takes wins or loses twice the cube; who drops loses the cube."""
    if away <= cube:
        return  # nobody doubles there
    for pieces, throws in LAST_THROWS.items():
        lost = throws / 36
        take = lost * woolsey(other, away - 2 * cube)
        take += (1 - lost) * woolsey(other - 2 * cube, away)
        drop = woolsey(other, away - cube)
        if abs(take - drop) > 0.04:
            found = last_throw(pieces, Stake(away, other, cube))
            assert found.takes == (take > drop), (pieces, take, drop)


def even(chance: float, stake: Stake = Stake(), gammons: float = 0.0) -> Cubeful:  # noqa: B008
    chances: Floats = np.array(
        [[chance, gammons * chance, 0, gammons * (1 - chance), 0]], dtype=np.float32
    )
    turned = outcomes_of(RULES).swapped(chances)
    return Cubeful(CubeSide(chances, stake), CubeSide(turned, stake.turned))


def test_a_live_cube_for_money_is_taken_from_a_fifth_on() -> None:
    """Janowski: 20 % live, 25 % dead, and with gammons (L - 1/2) / (W + L + 1/2)."""
    assert even(0.5).take_point(2)[0] == pytest.approx(0.2, abs=1e-4)
    assert even(0.5).cash_point(1)[0] == pytest.approx(0.8, abs=1e-4)
    assert even(0.5, gammons=0.25).take_point(2)[0] == pytest.approx(0.75 / 3, abs=1e-4)
    between = 0.5 / (2 + 0.5 * EFFICIENCY)  # where the owner of a cube at 2 wins -1 on average
    assert even(between).worth(2, 1)[0] == pytest.approx(-1, abs=1e-4)


@pytest.mark.parametrize("owner", [-1, 0, 1])
@pytest.mark.parametrize(
    "stake", [Stake(), Stake(5, 3), Stake(3, 7, 2), Stake(2, 1, after_crawford=True)]
)
def test_values_of_both_sides_are_opposite(owner: int, stake: Stake) -> None:
    total = 1 if stake.away else 0
    for chance in (0.0, 0.1, 0.35, 0.5, 0.77, 0.9, 1.0):
        case = even(chance, stake, 0.2)
        mine, other = case.worth(stake.cube, owner), case.turned.worth(stake.cube, -owner)
        assert mine[0] + other[0] == pytest.approx(total, abs=1e-4)


@pytest.mark.parametrize("owner", [-1, 0, 1])
def test_a_better_position_or_an_owned_cube_is_never_worth_less(owner: int) -> None:
    for stake in (Stake(), Stake(4, 6), Stake(7, 2, 2)):
        worth = [even(chance / 20, stake, 0.1).worth(stake.cube, owner)[0] for chance in range(21)]
        assert worth == sorted(worth)
        own, middle, other = (even(0.6, stake).worth(stake.cube, who)[0] for who in (1, 0, -1))
        assert own >= middle >= other


def test_the_score_decides_between_doubling_and_playing_for_a_gammon() -> None:
    for away, takes in ((2, False), (3, True)):  # the leader's one free drop at an even number
        behind = ADVISOR.cube.advise(RULES.start, V, Stake(away, 1, 1, after_crawford=True))
        assert behind.doubles
        assert behind.takes == takes
    early = ADVISOR.cube.advise(RULES.start, V)
    assert not early.doubles
    assert early.takes
    closed = RULES.parse("V6=3v V5=3v V4=3v V3=2v V2=2v V1=2v V12=8n NB=3n N5=4n")
    rich = ADVISOR.cube.advise(closed, V)
    assert not rich.takes
    assert not rich.doubles
    assert rich.loss(doubled=False) == 0
    assert rich.loss(doubled=True) == pytest.approx(rich.no_double - 1)
    assert rich.loss(doubled=True, taken=False) == 0
    assert rich.loss(doubled=True, taken=True) == pytest.approx(rich.double_take - 1)


def test_dutch_has_a_cube_too() -> None:
    rules = find_game("dutch")
    assert not Advisor(rules).cube.advise(rules.start, N).doubles

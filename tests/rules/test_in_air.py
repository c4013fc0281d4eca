"""Pieces in the air are no broken rule, wherever on the way to a legal end they are lifted.

The boards on the way come from the reference engine, which nobody drew from the program's own.
"""

import random
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from companion.rules import Placement, Player, Position, Rules, Verdict, find_game, parse_placement
from companion.rules.vocabulary import BAR, HAND, ZONES, Pile
from tests.rules import reference as ref
from tests.rules.boards import EVERY_RULES, games_of_chance

TURNS = 8
BOARDS_A_TURN = 4


class Turn(NamedTuple):
    """What is played."""

    rules: Rules
    position: Position
    player: Player
    dice: tuple[int, int]

    def way(self) -> list[str]:
        """The boards on the way to a legal end, and the ends."""
        rules = ref.make_rules(self.rules.name, sorted(self.rules.options))
        board = ref.read(rules, self.rules.text(self.position))
        turn = ref.turn_of(rules, board, self.player.value, self.dice)
        return sorted(turn.way | turn.ends)


def without(board: Placement, player: Player, zones: list[str]) -> Placement:
    """The board without one of a player's pieces in each of these zones."""
    for zone in zones:
        v, star_v, n, star_n, unknown = board[zone]
        if player is Player.V:
            pile = Pile(v - 1, star_v, n, star_n, unknown) if v else Pile(0, 0, n, star_n, unknown)
        else:
            pile = Pile(v, star_v, n - 1, star_n, unknown) if n else Pile(v, star_v, 0, 0, unknown)
        board = board.with_piles({zone: pile})
    return board


def as_told(rules: Rules, board: Placement) -> Iterator[Placement]:
    """The board as a text tells it: hands as they are, hands as what is not seen, no hands."""
    yield board
    if rules.game.in_hand:
        v, n = (15 - board.count(player) + board[HAND[player]].of(player) for player in Player)
        yield board.with_piles({HAND[Player.V]: Pile(v=v), HAND[Player.N]: Pile(n=n)})
        yield board.with_piles({HAND[Player.V]: Pile(), HAND[Player.N]: Pile()})


def lifted(rng: random.Random, turn: Turn, board: Placement) -> Iterator[Placement]:
    """Boards with one or two of the mover's pieces in the air, and perhaps one that was hit."""
    own = [zone for zone in ZONES for _ in range(board[zone].of(turn.player))]
    other = turn.player.other
    bar = BAR[other]
    hit = board[bar].of(other) > turn.rules.placement(turn.position)[bar].of(other)
    for pieces in (1, 2):
        for astray in {False, hit}:
            seen = without(board, turn.player, rng.sample(own, pieces))
            yield without(seen, other, [bar] if astray else [])


@pytest.mark.parametrize(
    "rules", EVERY_RULES, ids=lambda rules: f"{rules.name} {sorted(rules.options)}"
)
def test_no_board_on_the_way_is_illegal_for_pieces_in_the_air(rules: Rules) -> None:
    rng = random.Random(f"in the air {rules.name}")
    for position, player in games_of_chance(rules, f"in the air {rules.name}", TURNS):
        dice = rng.randint(1, 6), rng.randint(1, 6)
        if rules.game.ace_deuce and sorted(dice) == [1, 2]:
            continue
        none_is_illegal(rng, Turn(rules, position, player, dice), BOARDS_A_TURN)


FEW_LEFT = ["N12=1v VH=2v VO=12v N6=1n NH=14n", "V3=1v VB=1v VH=1v VO=12v V5=1n NH=14n"]
"""An ace-deuce has too many boards on the way to work them out from a full board."""


@pytest.mark.parametrize("text", FEW_LEFT)
def test_no_board_on_the_way_of_an_ace_deuce_is_illegal_for_pieces_in_the_air(text: str) -> None:
    rng, rules = random.Random(f"in the air {text}"), find_game("acey-deucey")
    none_is_illegal(rng, Turn(rules, rules.parse(text), Player.V, (1, 2)), 15)


def none_is_illegal(rng: random.Random, turn: Turn, boards: int) -> None:
    way = turn.way()
    for text in rng.sample(way, min(len(way), boards)):
        for board in lifted(rng, turn, parse_placement(text)):
            for seen in as_told(turn.rules, board):
                judgement = turn.rules.judge(turn.position, turn.player, turn.dice, seen)
                assert judgement.verdict is not Verdict.ILLEGAL, (turn, text, seen.text)


@pytest.mark.parametrize("hand", ["VH=9v NH=15n", "VH=10v NH=15n", ""])
def test_a_piece_lifted_after_another_has_entered_is_in_the_air(hand: str) -> None:
    rules = find_game("acey-deucey")
    before = rules.parse("N11=4v N10=1v VH=10v NH=15n")
    seen = parse_placement(f"N9=1v N10=1v N11=3v {hand}")
    judgement = rules.judge(before, Player.V, (4, 3), seen)
    assert (judgement.verdict, [fault.code for fault in judgement.faults]) == (
        "incomplete",
        ["piece-missing"],
    )
    assert judgement.reading.endswith("VH=9v NH=15n")


def test_an_opposing_piece_that_no_step_of_an_ace_deuce_hits_may_not_be_lifted() -> None:
    rules = find_game("acey-deucey")
    before = rules.parse("V8=15v N12=1n NH=14n")
    seen = parse_placement("V6=1v V8=14v NH=14n")
    judgement = rules.judge(before, Player.V, (2, 1), seen)
    assert judgement.verdict is Verdict.ILLEGAL
    assert judgement.faults[0].code == "piece-missing"

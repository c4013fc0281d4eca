"""Slow hands: a piece in the air breaks no rule, from the bytes of the wire to the words."""

import itertools
import random

import pytest

from companion.link.messages import LETTERS
from companion.referee.facts import TurnEnds, VerdictGiven
from companion.referee.turn_context import on_a_board
from companion.rules import Placement, Player, Position, Rules, Verdict, find_game, game_names
from companion.rules.games import BY_NAME
from companion.rules.position import position_of, state_of
from companion.rules.steps import end_filter, has_allowed_end, required, steps
from companion.rules.vocabulary import ZONES
from companion.sim.hands import Lift, Put
from tests.flow.clumsy import ClumsyAct
from tests.flow.stage import SETTLED, Stage
from tests.rules.boards import games_of_chance

TURNS = 10


def a_way(
    rng: random.Random, rules: Rules, position: Position, player: Player, dice: tuple[int, int]
) -> list[Position]:
    """The positions of one legal play, step by step."""
    way, state = rules.for_player(player), state_of(position, player)
    allowed = end_filter(way, state)
    orders = required(way, state, dice, allowed)
    left = rng.choice([order for order in orders if has_allowed_end(way, state, order, allowed)])
    stops = [state]
    for made, die in enumerate(left, start=1):
        after = [step.state for step in steps(way, stops[-1], die)]
        stops.append(
            rng.choice([one for one in after if has_allowed_end(way, one, left[made:], allowed)])
        )
    return [position_of(stop, player) for stop in stops]


def by_letter(board: Placement) -> dict[tuple[str, str], int]:
    """How many pieces of each letter stand in each zone."""
    return {
        (zone, letter): count
        for zone in ZONES
        for letter, count in zip(LETTERS, board[zone], strict=True)
        if count
    }


def slowly(
    rng: random.Random, before: Placement, after: Placement, mover: Player
) -> list[ClumsyAct]:
    """One step as slow hands make it; then one of the pieces is lifted and put back."""
    have, want = by_letter(before), by_letter(after)
    acts: list[ClumsyAct] = []
    for key in sorted(have):
        acts += [Lift(*key), SETTLED] * (have[key] - want.get(key, 0))
    for key in sorted(want, reverse=True):
        acts += [Put(*key), SETTLED] * (want[key] - have.get(key, 0))
    own = sorted(key for key in want if key[1].upper() == mover.value)
    felt = rng.choice(own) if own else None
    return [*acts, Lift(*felt), SETTLED, Put(*felt), SETTLED] if felt else acts


@pytest.mark.parametrize("game", game_names())
def test_slow_hands_cause_no_fault(game: str) -> None:
    rng, rules = random.Random(f"slow {game}"), find_game(game)
    for position, player in games_of_chance(rules, f"slow {game}", TURNS):
        stage = Stage("en", game)
        stage.go_on_from(rules.text(position), player=player)
        dice = rng.choice([(4, 3), (6, 5), (5, 5), (3, 1), (6, 2)])
        stage.throw(player, f"{dice[0]}{dice[1]}")
        stops = a_way(rng, rules, position, player, dice)
        boards = [on_a_board(BY_NAME[game], rules.placement(stop)) for stop in stops]
        for before, after in itertools.pairwise(boards):
            stage.sitting.perform(*slowly(rng, before, after, player))
        given = [t.fact for t in stage.sitting.told if isinstance(t.fact, VerdictGiven)]
        assert [one for one in given if one.verdict is Verdict.ILLEGAL] == [], stage.sitting.script
        stage.sitting.take()
        stage.lift(player)
        ended = stage.sitting.take()[0].fact
        assert isinstance(ended, TurnEnds)
        assert ended.verdict is Verdict.LEGAL

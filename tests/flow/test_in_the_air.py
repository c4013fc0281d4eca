"""Slow hands: a piece in the air breaks no rule, from the bytes of the wire to the words."""

import itertools
import random

import pytest

from companion.link.messages import LETTERS
from companion.referee.facts import ErrorOpen, TurnBegins, TurnEnds, VerdictGiven
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

V, N = Player.V, Player.N
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


ENTERING = "N11=4v N10=1v V3=2n VH=10v NH=13n"


def entering() -> Stage:
    """Acey-Deucey: green has ten pieces in hand and has thrown 4 and 3."""
    stage = Stage("en", "acey-deucey")
    stage.go_on_from(ENTERING)
    stage.throw(V, "43")
    stage.sitting.take()
    stage.lines.clear()
    return stage


def test_one_piece_has_entered_and_another_is_in_the_hand() -> None:
    stage = entering()
    stage.stand("N11=4v N10=1v N9=1v V3=2n", "One enters with the 4.")
    stage.stand("N11=3v N10=1v N9=1v V3=2n", "One is lifted from N11.")
    stage.stand("N11=3v N10=1v N9=1v N8=1v V3=2n", "It goes 3 on.")
    given = [t.fact for t in stage.sitting.take() if isinstance(t.fact, VerdictGiven)]
    assert [(one.verdict, [fault.code for fault in one.faults]) for one in given] == [
        ("incomplete", ["dice-unused"]),
        ("incomplete", ["piece-missing"]),
        ("legal", []),
    ]
    assert stage.lines[:4] == [
        "# One enters with the 4.",
        "(silence)",
        "# One is lifted from N11.",
        "(silence)",
    ]


def test_after_the_dice_are_lifted_an_unseen_piece_is_in_hand() -> None:
    """Green has put one from N11 on N9, 2 pips; it might have been a 4 from the hand till now."""
    stage = entering()
    stage.stand("N11=3v N10=1v N9=1v V3=2n", "One goes 2 on.")
    (given,) = (t.fact for t in stage.sitting.take() if isinstance(t.fact, VerdictGiven))
    assert given.verdict is Verdict.INCOMPLETE
    stage.lift(V)
    ended, opened = (told.fact for told in stage.sitting.take())
    assert isinstance(ended, TurnEnds)
    assert [fault.code for fault in ended.faults] == ["wrong-distance"]
    assert opened == ErrorOpen(V, ended.faults, acceptable=True)
    stage.throw(N, "65")
    closed, begins = (told.fact for told in stage.sitting.take()[:2])
    assert begins == TurnBegins(N, "V3=2n N9=1v N10=1v N11=3v VH=10v NH=13n"), closed

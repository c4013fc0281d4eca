"""In every phase each kind of input is accepted, or refused without an effect."""

import dataclasses
import itertools
import typing
from functools import cache

import pytest

from companion.link.messages import Key
from companion.referee import inputs
from companion.referee.disabled_places import name_in_layout, renamed
from companion.referee.facts import Ruling, RulingRefused
from companion.referee.inputs import Input
from companion.referee.machine import TABLE, kind_of, take
from companion.referee.state import Phase
from companion.referee.talk_facts import KeyAnswer, Question
from companion.referee.turn_context import TurnContext
from companion.rules import parse_placement
from tests.referee.harness import STARTS, N, TableTop, V

SEEN = parse_placement(STARTS["backgammon"])
EXAMPLES: tuple[Input, ...] = (
    inputs.Stands(SEEN, dice_lie=True),
    inputs.Threw(N, (6, 4), SEEN, right=True),
    inputs.ThrewOne(N, 6),
    inputs.Cocked(N),
    inputs.OneDieGone(N),
    inputs.Uncounted(N, both=True),
    inputs.DiceUp(SEEN),
    inputs.DieTurned(3, 4),
    inputs.DiceBack(),
    inputs.NoDice(),
    inputs.Doubles(N),
    inputs.Says(N, yes=True),
    inputs.Says(N, yes=False),
    inputs.Asks(N, Key.SCORE, 1),
    inputs.Draws((4, 2)),
    inputs.Offers(),
    inputs.Names(STARTS["backgammon"]),
    inputs.ThrewOpening(4, 2),
    inputs.TypedLines((("V8/V5",),)),
    inputs.Cancels(N),
    inputs.CorrectionStarts(),
    inputs.Chooses(N, "resign"),
    Ruling("pause", "Ann"),
)


@cache
def table_in(phase: Phase) -> TableTop:
    """A table in that phase, with all that the phase needs."""
    top = TableTop()
    top.begin("31")
    dice = (3, 1) if phase in (Phase.MOVING, Phase.ERROR) else None
    player = V if phase not in (Phase.SETUP, Phase.OPENING, Phase.OVER) else None
    top.set(phase=phase, dice=dice, player=player, trays="V" if dice else "")
    return top


def test_the_examples_cover_every_kind_of_input() -> None:
    assert {type(each) for each in EXAMPLES} == set(typing.get_args(Input))


@pytest.mark.parametrize(("phase", "given"), list(itertools.product(Phase, EXAMPLES)))
def test_each_pair_moves_or_refuses(phase: Phase, given: Input) -> None:
    top = table_in(phase)
    table = TurnContext(top.referee.rules, top.referee.state, top.ms)
    before = table.state
    moved = take(table, given)
    assert moved == ((phase, kind_of(given)) in TABLE)
    if not moved:
        menu = any(isinstance(fact, Question) for fact in table.facts)
        assert dataclasses.replace(table.state, asked=before.asked) == before
        assert all(isinstance(fact, KeyAnswer | Question | RulingRefused) for fact in table.facts)
        assert menu == (table.state.asked is not None)


def test_every_phase_is_left_by_something() -> None:
    assert {phase for phase, _ in TABLE} == set(Phase)


def test_a_dead_point_of_a_mirrored_board() -> None:
    assert name_in_layout("V6", ("mirrored",)) == "V7"
    assert name_in_layout("V6", ("mirrored", "turned")) == "N7"
    assert renamed(("N7", "V-dice"), ("mirrored", "turned"), ()) == ("N-dice", "V6")

"""Pushed piles: deep feet stand a reading hand, shallow feet do not."""

from dataclasses import replace
from pathlib import Path

import pytest

from hardware import parameters as p
from hardware import sensing_ways

pytestmark = pytest.mark.hardware
PAGE = (Path(__file__).parents[2] / "hardware" / "physics.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("pieces", [1, p.STACK])
def test_a_pile_with_deep_feet_stands_and_comes_back(pieces: int) -> None:
    from hardware.physics import piles

    assert piles.PUSH == sensing_ways.LEAST_PUSH
    found = piles.line("Deep feet", piles.DEEP, pieces, piles.FRICTION, piles.PUSH)
    assert "comes back" in found
    assert found in PAGE


def test_a_pile_stands_the_push_that_the_comparison_states() -> None:
    from hardware.physics import piles

    assert piles.pushed(piles.DEEP, p.STACK, piles.FRICTION, sensing_ways.DEEP_PUSH).stands


def test_a_pile_of_the_first_trial_stands_although_its_fingers_push() -> None:
    from hardware.physics import piles

    found = piles.pushed(piles.TRIAL, p.STACK, piles.FRICTION)
    assert found.stands
    assert found.moved > piles.pushed(piles.DEEP, p.STACK, piles.FRICTION).moved
    strong = replace(piles.TRIAL, springs=1.0)
    assert piles.pushed(strong, p.STACK, piles.FRICTION).left > 2 * found.left


def test_a_badly_printed_pile_stands_and_a_still_looser_one_does_not() -> None:
    from hardware.physics import piles

    assert piles.pushed(piles.LOOSE, p.STACK, piles.FRICTION).stands
    assert not piles.pushed(piles.LOOSER, p.STACK, piles.FRICTION).stands


def test_shallow_feet_fall() -> None:
    from hardware.physics import piles

    assert not piles.pushed(piles.SHALLOW, p.STACK, piles.FRICTION).stands
    # Statics: what tips a pile about the edge of the lowest foot. Below that it stands.
    joint = sensing_ways.radio_tags().joint
    assert piles.pushed(piles.SHALLOW, p.STACK, piles.FRICTION, 0.6 * joint.push()).stands


def test_half_the_step_gives_the_same() -> None:
    from hardware.physics import piles

    usual = piles.pushed(piles.DEEP, 2, piles.FRICTION)
    finer = piles.pushed(piles.DEEP, 2, piles.FRICTION, step=piles.STEP / 2)
    assert finer.stands
    assert finer.moved == pytest.approx(usual.moved, rel=0.15)

"""The page that compares ways to sense the pieces follows from its models and their sources."""

from dataclasses import replace
from math import log, pi

import pytest

from hardware import contacts, parts_list, parts_radio, work_time
from hardware import parameters as p
from hardware import sensing_ways as ways
from hardware.physics import hall, magnets, tags


def test_the_page_is_up_to_date() -> None:
    again = "run: python -m hardware.contacts"
    assert contacts.PAGE.read_text(encoding="utf-8") == contacts.page(), again


def test_only_radio_tags_keep_every_limit() -> None:
    kept = {way.name: way.missed() for way in ways.ways()}
    assert [name for name, missed in kept.items() if not missed] == [ways.radio_tags().name]
    assert kept[ways.bronze().name] == ["force", "errors", "piles", "joints", "hours"]
    assert ways.radio_tags().grams is None


def test_each_limit_can_be_missed() -> None:
    good = ways.radio_tags()
    assert replace(good, grams=49.0).missed() == ["force"]
    assert replace(good, grams=50.0).missed() == []
    assert replace(good, errors=3e-4).missed() == ["errors"]
    assert replace(good, errors=None).missed() == ["errors"]
    assert replace(good, stands=0.59).missed() == ["piles"]
    assert replace(good, work=ways.bronze().work).missed() == ["joints", "hours"]


def test_the_chosen_way_is_the_board_of_the_guide() -> None:
    both = (*parts_list.lines(), *parts_radio.lines())
    board = ways.radio_tags()
    assert board.euros == pytest.approx(sum(line.quantity * line.euros_each for line in both))
    assert board.work == work_time.sensing_board()
    assert board.hours < ways.MOST_HOURS


def test_the_magnets_hold_against_the_strongest_pins_and_the_next_smaller_do_not() -> None:
    strongest = ways.PINS * ways.PIN_GRAMS * (1 + ways.PIN_SPREAD) * ways.GRAM
    assert ways.pins().joint.hold() > strongest
    assert magnets.Joint(8.0, 2.0, 0.0).hold() < strongest
    assert magnets.Joint(6.0, 3.0, 0.0).hold() < strongest


def test_a_pile_tips_at_its_lowest_joint() -> None:
    joint = magnets.Joint(5.0, 2.0, 0.0)
    bottom = (joint.hold() + 5 * magnets.weight()) * p.BOSS_DIAMETER / 2 / (5 * p.STACK_PITCH)
    assert joint.push() == pytest.approx(bottom)
    assert joint.push(1) > 2 * joint.push()


def test_far_away_an_antenna_is_a_dipole() -> None:
    away = 2000.0
    area = tags.ANTENNA[0] * tags.ANTENNA[1]
    dipole = area / (2 * pi * away**3) * 1000
    assert tags.antenna_field(0.0, 0.0, away) == pytest.approx(dipole, rel=0.01)
    assert tags.antenna_field(away, 0.0, 0.0001) == pytest.approx(-dipole / 2, rel=0.01)


def test_far_apart_two_tags_are_dipoles() -> None:
    radius, away = 8.0, 400.0
    own = log(8 * radius / (tags.COIL_BREADTH / 2)) - 2
    dipoles = pi * radius**3 / (2 * away**3 * own)
    assert tags.coupling(radius, 0.0, away) == pytest.approx(dipoles, rel=0.01)
    assert tags.coupling(radius, away, 0.0) == pytest.approx(-dipoles / 2, rel=0.01)


def test_tags_that_hardly_resonate_need_the_field_of_the_standard() -> None:
    tally = tags.tally(replace(ways.IN_TUNE, quality=0.01), 200, 1)
    lowest = tags.LEAST_FIELD / tags.antenna_field(0.0, p.SEAT_PITCH, tags.DEPTH)
    assert tally.currents[0] == pytest.approx(lowest, rel=0.01)
    top = tags.DEPTH + (p.STACK - 1) * p.STACK_PITCH
    highest = tags.LEAST_FIELD / tags.antenna_field(0.0, p.SEAT_PITCH, top)
    assert tally.currents[1] == pytest.approx(highest, rel=0.01)


def test_tags_in_tune_detune_each_other_and_seem_to_be_elsewhere() -> None:
    tally = tags.tally(ways.IN_TUNE, 600, 5)
    assert tally.misplaced > 5
    assert tags.tally(ways.TAG, 600, 5).misplaced == 0


def test_a_magnet_changes_a_tag_little_and_a_smaller_magnet_less() -> None:
    radius = ways.TAG.radius
    assert tags.magnet_shift(radius) < ways.TAG.spread
    assert tags.magnet_quality(radius) > 10 * ways.TAG.quality
    assert tags.magnet_shift(radius / 2) > tags.magnet_shift(radius)
    assert tags.magnet_quality(radius / 2) < tags.magnet_quality(radius)


def test_only_badly_tuned_tags_are_read_wrongly() -> None:
    wrong = {change for change, tag in ways.VARIED.items() if ways.tag_tally(tag).errors}
    assert wrong == {"a spread of 5 %"}


def test_one_tag_answers_in_one_slot() -> None:
    alone = tags.REQUEST + 15 * tags.EMPTY + tags.ANSWER
    assert tags.inventory_seconds(1) == pytest.approx(1e-6 * alone)
    assert tags.inventory_seconds(0) == pytest.approx(1e-6 * (tags.REQUEST + 16 * tags.EMPTY))


def test_equal_magnets_would_be_counted_without_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("STRENGTH", "PLAY", "WARMTH", "NOISE", "DRIFT"):
        monkeypatch.setattr(hall, name, 0.0)
    assert hall.wrong_counts(p.STACK_PITCH, p.STACK, 10, 1) == 0


def test_lower_piles_are_counted_better() -> None:
    wrong = [hall.wrong_counts(ways.THIN, high, 4000, 1) for high in (3, 4, 5)]
    assert wrong == sorted(wrong)
    assert wrong[0] == 0

"""The figures of `hardware/physics.md` are as computed."""

import re
from math import pi
from pathlib import Path

import pytest

from hardware import circuit as wiring
from hardware import firmware_facts, parts_radio, sensor_board
from hardware import parameters as p
from hardware.physics import dice, figures, magnets, onewire, wedge
from tests.hardware.firmware import simulated

PAGE = (Path(__file__).parents[2] / "hardware" / "physics.md").read_text(encoding="utf-8")
STATED = {
    name: (float(value), unit)
    for name, value, unit in re.findall(r"^- `([\w.-]+)`: (-?[\d.]+) ([^.]+)\.", PAGE, re.MULTILINE)
}
EXACT = {figure.name: figure for figure in figures.exact()}
CHANCE = {figure.name: figure for figure in figures.by_chance(figures.QUICK)}
MANY = {figure.name: figure for figure in figures.by_chance(figures.MANY)}


def test_the_page_states_every_figure_and_no_other() -> None:
    assert set(STATED) == set(EXACT) | set(CHANCE)


@pytest.mark.parametrize("name", EXACT)
def test_figure_is_as_stated(name: str) -> None:
    assert EXACT[name].unit == STATED[name][1]
    assert EXACT[name].compute() == pytest.approx(STATED[name][0], abs=EXACT[name].error)


@pytest.mark.parametrize("name", CHANCE)
def test_rate_is_as_stated(name: str) -> None:
    assert CHANCE[name].compute() == pytest.approx(STATED[name][0], abs=CHANCE[name].error)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in MANY if name.endswith("-cocked")])
def test_rate_of_many_throws_is_as_stated(name: str) -> None:
    assert MANY[name].compute() == pytest.approx(STATED[name][0], abs=0.3)


@pytest.mark.slow
def test_no_wrong_face_among_many_throws() -> None:
    assert figures.wrong_faces(figures.MANY) == 0


def test_a_few_throws_are_read_correctly_and_the_simulation_can_fail() -> None:
    assert figures.wrong_faces(figures.QUICK // 5) == 0
    table = dice.Table(3)
    table.faces = dice.judge().Faces({1: {1: (0.0, 0.0, 2500.0)}})
    assert {table.throw(0.0)[1] for _ in range(60)} <= {"1", "c"}


def test_a_die_jams_across_the_corner_only_by_friction() -> None:
    assert not any(wedge.jams(turn, 0.01) for turn in range(10, 40))
    for friction in (0.1, 0.2, 0.3):
        least, most = wedge.jam_range(friction)
        assert least + most == 90  # the tray is the same seen in a mirror
        assert not wedge.jams(least - 1, friction)
    assert wedge.jam_range(0.3) == pytest.approx(figures.JAMMED, abs=0.5)


def test_stricter_limits_leave_those_of_the_firmware_as_they_were() -> None:
    firmware = dice.judge()
    before = firmware.ACCEPTED, firmware.CLEARER
    few = dice.jam_rates(40, figures.JAMMED, 3, (0.01, 0.9))
    assert few.cocked == 1
    assert before == (firmware.ACCEPTED, firmware.CLEARER)


def test_a_weaker_magnet_in_the_die_is_worse() -> None:
    weak = magnets.moment(2, 2, p.DIE_REMANENCE)
    throws = figures.QUICK
    worse = dice.rates(throws, figures.FLAT, figures.SEED, moment=weak).cocked
    assert worse > 1.5 * dice.rates(throws, figures.FLAT, figures.SEED).cocked
    small = magnets.moment(3, 3, p.DIE_REMANENCE)
    assert dice.Table(1, moment=small).faces.weak() == [1, 2]
    assert dice.Table(1).faces.weak() == []


def test_the_simulated_die_has_the_magnet_of_the_model() -> None:
    strength = magnets.moment(p.DIE_MAGNET, p.DIE_MAGNET, p.DIE_REMANENCE)
    assert strength == pytest.approx(simulated().MOMENT, rel=0.01)


def test_far_apart_two_magnets_are_two_dipoles() -> None:
    away = 60.0
    moment = 1.19 / magnets.MU0 * pi * 0.0025**2 * 0.002
    dipoles = 3 * magnets.MU0 * moment**2 / (2 * pi * ((away + 2) / 1000) ** 4)
    assert magnets.pair_force(away, 5, 2, 1.19) == pytest.approx(dipoles, rel=0.02)


def test_touching_poles_pull_with_the_field_energy() -> None:
    # Two long magnets in touch: B^2 A / (2 mu0).
    area = pi * 0.0025**2
    assert magnets.pole_force(0.0, 0.0025, 1.19) == pytest.approx(
        1.19**2 * area / (2 * magnets.MU0), rel=0.03
    )


def test_force_is_what_charges_spread_over_the_poles_give() -> None:
    """The same force by summing over rings and angles, without Bessel's functions."""
    gap, radius, count = 0.0032, 0.0025, 24
    radii = [(n + 0.5) * radius / count for n in range(count)]
    angles = [(n + 0.5) * 2 * pi / 48 for n in range(48)]
    from math import cos

    total = 0.0
    for distance, sign in ((gap, 1), (gap + 0.002, -2), (gap + 0.004, 1)):
        for one in radii:
            for other in radii:
                for angle in angles:
                    square = one**2 + other**2 - 2 * one * other * cos(angle) + distance**2
                    total += sign * one * other * distance / square**1.5
    patch = (radius / count) ** 2 * 2 * pi * (2 * pi / 48)
    force = 1.19**2 / (4 * pi * magnets.MU0) * total * patch
    assert magnets.pair_force(3.2, 5, 2, 1.19) == pytest.approx(force, rel=0.01)


def test_every_piece_is_pressed_down_and_an_upside_down_one_is_not_held() -> None:
    assert p.HOLD_POLE_UP in {"N", "S"}
    assert figures.least_press() > 0.1
    assert magnets.hold_force() > 1.5 * magnets.fingers_force()
    assert magnets.upside_down_force() < 0


def test_a_rise_is_in_time_with_room_to_spare() -> None:
    assert onewire.rise_time(p.STACK) < 0.7 * onewire.SAMPLE_AFTER_RELEASE
    assert onewire.low_at_controller() < onewire.CONTROLLER_LOW
    # At the edge of the tolerances in the parts list.
    most = onewire.rise_time(p.STACK, 1.2 * wiring.LINE_PULL_UP)
    assert most < onewire.SAMPLE_AFTER_RELEASE


def test_the_bus_of_the_sensors_rises_in_time_with_every_pull_up_that_is_permitted() -> None:
    name = f"resistor {sensor_board.PULL_UP} ohm"
    line = next(line for line in parts_radio.sensors() if line.part == name)
    most = float(re.findall(r"to (\d+) ohm", line.may_be_replaced_by)[0])
    allowed = {100_000: 1000e-9, 400_000: 300e-9}[firmware_facts.I2C_HZ]  # UM10204, table 11
    assert onewire.sensor_rise_time(1.05 * most) < allowed


def test_piles_disturb_a_die_less_than_the_firmwares_tests_assume() -> None:
    assert magnets.stray_field() < 0.15  # the stray field of the simulated sensors

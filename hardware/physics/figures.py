"""Computes every figure in `hardware/physics.md`."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from hardware import parameters as p
from hardware import sensor_board
from hardware.physics import dice, magnets, onewire, wedge

QUICK = 1500  # throws for one rate in a plain test; the figures of the page come from MANY throws
MANY = 30_000
SEED = 11
FLAT, TIPPED, GREY, COCKED, STANDING = (0.0, 2.0), (2.0, 5.0), (5.0, 8.0), (8.0, 12.0), (12.0, 30.0)

JAMMED = (29.0, 61.0)  # turns in degrees that a friction of 0.3 holds, see wedge.py
STRICTER = (0.2, 0.3)  # as a limit and as a margin between two faces, in shares of the field
SLANTED = 10.0  # degrees of fall, away from the first wall's normal


@dataclass(frozen=True)
class Figure:
    """A stated value: name, unit, computation, and tolerance."""

    name: str
    unit: str
    compute: Callable[[], float]
    error: float


def exact() -> list[Figure]:
    """Return the figures that are computed without simulation. The page rounds these."""
    weak_hold = partial(magnets.hold_force, p.MAGNET_GAP + 0.2, 1.17)
    stiff = partial(magnets.finger_force, p.FINGER_FREE - p.FINGER_GAP, 0.11)
    return [
        Figure("hold", "N", magnets.hold_force, 0.005),
        Figure("hold-5x1", "N", lambda: magnets.pair_force(p.MAGNET_GAP, 5, 1, 1.19), 0.005),
        Figure("hold-least", "N", weak_hold, 0.005),
        Figure("upside-down", "N", magnets.upside_down_force, 0.005),
        Figure("fingers", "N", magnets.fingers_force, 0.005),
        Figure("fingers-stiff", "N", lambda: p.FINGERS * stiff(), 0.005),
        Figure("weight", "N", magnets.weight, 0.005),
        Figure("lift", "N", lift_force, 0.005),
        Figure("press-least", "N", least_press, 0.005),
        Figure("stray", "mT", magnets.stray_field, 0.005),
        Figure("die-moment", "A m2", die_moment, 0.0005),
        Figure("die-field", "mT", die_field, 0.05),
        Figure("jam-from-0.1", "degrees", lambda: wedge.jam_range(0.1)[0], 0.1),
        Figure("jam-from-0.3", "degrees", lambda: wedge.jam_range(0.3)[0], 0.1),
        Figure("jam-to-0.3", "degrees", lambda: wedge.jam_range(0.3)[1], 0.1),
        Figure("jam-from-slanted", "degrees", lambda: wedge.jam_range(0.3, SLANTED)[0], 0.1),
        Figure("jam-to-slanted", "degrees", lambda: wedge.jam_range(0.3, SLANTED)[1], 0.1),
        Figure("rise-5", "us", lambda: 1e6 * onewire.rise_time(p.STACK), 0.05),
        Figure("low", "V", onewire.low_at_controller, 0.005),
        Figure("short-circuit", "mA", lambda: 1e3 * onewire.shorted_current(), 0.05),
        Figure("skin", "V", onewire.skin_level, 0.005),
        Figure(
            "sensor-rise", "ns", lambda: 1e9 * onewire.sensor_rise_time(sensor_board.PULL_UP), 5.0
        ),
        Figure("sensor-rise-at-10k", "ns", lambda: 1e9 * onewire.sensor_rise_time(10_000), 5.0),
    ]


def sensors_rise(pull_up: float) -> float:
    """Return the rise time of the sensors' bus in nanoseconds."""
    return 1e9 * onewire.sensor_rise_time(pull_up)


def lift_force() -> float:
    """Return the force to take one piece off."""
    return magnets.hold_force() + magnets.weight() - magnets.fingers_force()


def least_press() -> float:
    """Return the least force that presses a piece down, with the worst gap, magnets and springs."""
    hold = magnets.hold_force(p.MAGNET_GAP + 0.2, 1.17)
    return hold + magnets.weight(p.PIECE_MASS[0]) - p.FINGERS * magnets.finger_force(strip=0.11)


def die_moment() -> float:
    """Return the moment of a die's magnet, in ampere square metres."""
    return 1e-5 * magnets.moment(p.DIE_MAGNET, p.DIE_MAGNET, p.DIE_REMANENCE)


def die_field() -> float:
    """Return a die's field at its sensor with the magnet upright."""
    distance = p.DIE / 2 + p.SENSOR_DEPTH
    return magnets.axis_field(distance, p.DIE_MAGNET, p.DIE_MAGNET, p.DIE_REMANENCE)


def by_chance(throws: int) -> list[Figure]:
    """Return the simulated figures. Their tolerances are three standard deviations."""
    pile = partial(magnets.wrong_joint_rate, p.STACK, seed=SEED)
    jammed = partial(dice.jam_rates, throws, JAMMED, SEED)
    flat = partial(dice.rates, throws, FLAT, SEED)
    return [
        Figure("wrong-joint", "%", lambda: 100 * pile(magnets.Spread()), 0.3),
        Figure("wrong-joint-at-0.1", "%", lambda: 100 * pile(magnets.Spread(gap=0.1)), 0.6),
        _rate("flat-cocked", FLAT, throws, 0.6),
        _rate("tipped-cocked", TIPPED, throws, 1.2),
        _rate("grey-cocked", GREY, throws, 3.2),
        _rate("cocked-cocked", COCKED, throws, 2.8),
        _rate("standing-cocked", STANDING, throws, 0.6),
        Figure("jam-cocked", "%", lambda: 100 * jammed().cocked, 3.8),
        Figure("jam-wrong", "%", lambda: 100 * jammed().wrong, 3.3),
        Figure("jam-wrong-strict", "%", lambda: 100 * jammed(limits=STRICTER).wrong, 2.4),
        Figure("flat-strict-cocked", "%", lambda: 100 * flat(limits=STRICTER).cocked, 2.2),
    ]


def _rate(name: str, tilt: tuple[float, float], throws: int, error: float) -> Figure:
    return Figure(name, "%", lambda: 100 * dice.rates(throws, tilt, SEED).cocked, error)


def wrong_faces(throws: int) -> float:
    """Return the share of wrong faces among throws of every tilt, in per cent."""
    bands = (FLAT, TIPPED, GREY, COCKED, STANDING)
    return 100 * max(dice.rates(throws, tilt, SEED).wrong for tilt in bands)

"""Computes rise times and levels of the trial's 1-Wire bus, and of the bus of dice sensors.

Units are ohms, farads, seconds and volts. Values of chips are from memory of their data sheets.
"""

from math import log

from hardware import circuit as wiring

SUPPLY = 3.3
HIGH = 2.2  # the least high level of a DS2401
CONTROLLER_LOW = 0.8  # the greatest low level of an RP2040
DEVICE_PICOFARAD = 100e-12  # capacitance of each piece
WIRING_FARAD = 150e-12  # seats and wires
DEVICE_ON = 100.0  # from 0.4 V at 4 mA
SAMPLE_AFTER_RELEASE = 9e-6  # from the release of the bus until MicroPython 1.22 reads it
# Farad of the sensors' bus: a cable of 1.3 metres, two sensors and the controller.
SENSORS_FARAD = 200e-12


def rise_time(pieces: int, pull_up: float = wiring.LINE_PULL_UP) -> float:
    """Return the time from the end of a low level until the pieces see the bus as high.

    The level rises exponentially from 0.4 V, where a device holds it, towards the supply.
    """
    tau = (pull_up + wiring.SERIES) * (WIRING_FARAD + pieces * DEVICE_PICOFARAD)
    return tau * log((SUPPLY - 0.4) / (SUPPLY - HIGH))


def low_at_controller() -> float:
    """Return the level at the controller while a device holds the bus low."""
    below = DEVICE_ON + wiring.SERIES
    return SUPPLY * below / (below + wiring.LINE_PULL_UP)


def shorted_current() -> float:
    """Return the current through the pull-up while a bus is shorted to ground, in amperes."""
    return SUPPLY / (wiring.LINE_PULL_UP + wiring.SERIES)


def skin_level(skin: float = 10_000.0) -> float:
    """Return the level of a bus with a damp finger across its contacts, which is still high."""
    return SUPPLY * skin / (skin + wiring.LINE_PULL_UP + wiring.SERIES)


def sensor_rise_time(pull_up: float, farad: float = SENSORS_FARAD) -> float:
    """Return the rise time of the sensors' bus from 30 % to 70 %; 100 kHz allows 1000 ns.

    pull_up -- the resistor on each of the two sensor boards
    """
    return pull_up / 2 * farad * log(0.7 / 0.3)

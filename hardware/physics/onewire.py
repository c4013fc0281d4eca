"""Computes rise times and levels of 1-Wire buses behind a multiplexer.

Units are ohms, farads, seconds and volts. Values of chips are from memory of their data sheets.
"""

from math import exp, log

from hardware import circuit as wiring
from hardware import firmware_facts

SUPPLY = 3.3
HIGH = 2.2  # the least high level of a DS2401
LIVES_ON = 2.8  # the least supply of a DS2401
CONTROLLER_LOW = 0.8  # the greatest low level of an RP2040
DEVICE_PICOFARAD = 100e-12  # capacitance of each piece
WIRING_FARAD = 150e-12  # seats, wires, multiplexer, suppressor
HC_ON_RESISTANCE = 240.0  # of a CD74HC4067 at 3.3 V, as on ready modules
HC_SERIES = 47.0  # ohm, instead of 100, beside such a module
DEVICE_ON = 100.0  # from 0.4 V at 4 mA
PARASITE_FARAD = 800e-12  # supplies a chip while the bus is low
SAMPLE_AFTER_RELEASE = 9e-6  # from the release of the bus until MicroPython 1.22 reads it


def parallel(*resistances: float) -> float:
    """Return the resistance of parallel resistors."""
    return 1 / sum(1 / resistance for resistance in resistances)


def bus_farad(pieces: int) -> float:
    """Return the capacitance of a bus with a number of pieces."""
    return WIRING_FARAD + pieces * DEVICE_PICOFARAD


def rise_time(pieces: int, pull_up: float = wiring.LINE_PULL_UP) -> float:
    """Return the time from the end of a low level until the pieces see the bus as high.

    The pull-up charges the bus through multiplexer and series resistor; the keep-alive helps. The
    level rises exponentially from 0.4 V, where a device holds it, towards the supply.
    """
    way = pull_up + wiring.ON_RESISTANCE + wiring.SERIES
    tau = parallel(way, wiring.KEEP_ALIVE) * bus_farad(pieces)
    return tau * log((SUPPLY - 0.4) / (SUPPLY - HIGH))


def low_at_controller(
    pull_up: float = wiring.LINE_PULL_UP,
    on: float = wiring.ON_RESISTANCE,
    series: float = wiring.SERIES,
) -> float:
    """Return the level at the controller while a device holds the bus low."""
    below = parallel(DEVICE_ON, wiring.KEEP_ALIVE) + series + on
    return SUPPLY * below / (below + pull_up)


def shorted_current() -> float:
    """Return the current through the pull-up while a bus is shorted to ground, in amperes."""
    return SUPPLY / (wiring.LINE_PULL_UP + wiring.SERIES)


def skin_level(skin: float = 10_000.0) -> float:
    """Return the level of a bus with a damp finger across its contacts, which is still high."""
    up = parallel(wiring.LINE_PULL_UP + wiring.SERIES + wiring.ON_RESISTANCE, wiring.KEEP_ALIVE)
    return SUPPLY * skin / (skin + up)


def charging_constant(pieces: int) -> float:
    """Return the time constant with which a selected line charges an unpowered stack."""
    way = wiring.LINE_PULL_UP + wiring.SERIES
    return way * (PARASITE_FARAD * pieces + bus_farad(pieces))


def charge_left(pieces: int) -> float:
    """Return the uncharged share (0 to 1) of an unpowered stack after the settling time."""
    return exp(-firmware_facts.SETTLE_US * 1e-6 / charging_constant(pieces))


def charge_time(pieces: int) -> float:
    """Return the time until an unpowered stack reaches the level that its chips need."""
    return charging_constant(pieces) * log(SUPPLY / (SUPPLY - LIVES_ON))


def keep_alive_level(pieces: int, leak: float = 5e-6) -> float:
    """Return the level of a stack whose channel is not selected.

    Each chip draws a leakage current.
    """
    return max(0.0, SUPPLY - pieces * leak * wiring.KEEP_ALIVE)


def sensor_rise_time(pull_up: float, farad: float = 90e-12) -> float:
    """Return the rise time of the sensors' bus from 30 % to 70 %; 100 kHz allows 1000 ns."""
    return pull_up * farad * log(0.7 / 0.3)

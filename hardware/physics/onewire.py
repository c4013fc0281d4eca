"""1-Wire behind a multiplexer: how fast a bus rises, how low a low is.

Ohms, farads, seconds, volts. Values of chips are from memory of their data sheets.
"""

from math import exp, log

from hardware import circuit as wiring
from hardware import firmware_facts

SUPPLY = 3.3
HIGH = 2.2  # a DS2401 takes this for high
LIVES_ON = 2.8  # and wants so much to live on
CONTROLLER_LOW = 0.8  # an RP2040 takes this for low
DEVICE_PICOFARAD = 100e-12  # each piece
WIRING_FARAD = 150e-12  # seats, wires, multiplexer, suppressor
HC_ON_RESISTANCE = 240.0  # of a CD74HC4067 at 3.3 V, as on ready modules
HC_SERIES = 47.0  # ohm, instead of 100, beside such a module
DEVICE_ON = 100.0  # 0.4 V at 4 mA
PARASITE_FARAD = 800e-12  # what each chip lives on while the bus is low
SAMPLE_AFTER_RELEASE = 9e-6  # MicroPython 1.22 reads so long after letting go


def parallel(*resistances: float) -> float:
    """Resistors side by side."""
    return 1 / sum(1 / resistance for resistance in resistances)


def bus_farad(pieces: int) -> float:
    """The capacitance of a bus with so many pieces."""
    return WIRING_FARAD + pieces * DEVICE_PICOFARAD


def rise_time(pieces: int, pull_up: float = wiring.LINE_PULL_UP) -> float:
    """From the end of a low until the pieces take the bus for high.

    The pull-up charges the bus through multiplexer and series resistor; the keep-alive helps. From
    0.4 V, where a device holds it, exponentially towards the supply.
    """
    way = pull_up + wiring.ON_RESISTANCE + wiring.SERIES
    tau = parallel(way, wiring.KEEP_ALIVE) * bus_farad(pieces)
    return tau * log((SUPPLY - 0.4) / (SUPPLY - HIGH))


def low_at_controller(
    pull_up: float = wiring.LINE_PULL_UP,
    on: float = wiring.ON_RESISTANCE,
    series: float = wiring.SERIES,
) -> float:
    """What the controller sees while a device holds the bus low."""
    below = parallel(DEVICE_ON, wiring.KEEP_ALIVE) + series + on
    return SUPPLY * below / (below + pull_up)


def shorted_current() -> float:
    """What flows while a bus is shorted to ground: by the pull-up alone, amperes."""
    return SUPPLY / (wiring.LINE_PULL_UP + wiring.SERIES)


def skin_level(skin: float = 10_000.0) -> float:
    """The bus with a damp finger across its contacts; still high."""
    up = parallel(wiring.LINE_PULL_UP + wiring.SERIES + wiring.ON_RESISTANCE, wiring.KEEP_ALIVE)
    return SUPPLY * skin / (skin + up)


def charging_constant(pieces: int) -> float:
    """The time constant with which a selected line charges an unpowered stack."""
    way = wiring.LINE_PULL_UP + wiring.SERIES
    return way * (PARASITE_FARAD * pieces + bus_farad(pieces))


def charge_left(pieces: int) -> float:
    """How far an unpowered stack is from being charged when the firmware begins to talk: 0 to 1."""
    return exp(-firmware_facts.SETTLE_US * 1e-6 / charging_constant(pieces))


def charge_time(pieces: int) -> float:
    """How long an unpowered stack takes to reach the level that its chips need."""
    return charging_constant(pieces) * log(SUPPLY / (SUPPLY - LIVES_ON))


def keep_alive_level(pieces: int, leak: float = 5e-6) -> float:
    """What a stack is kept at while its channel is not selected; each chip draws a little."""
    return max(0.0, SUPPLY - pieces * leak * wiring.KEEP_ALIVE)


def sensor_rise_time(pull_up: float, farad: float = 90e-12) -> float:
    """From 30 % to 70 % of the supply on the sensors' bus; 100 kHz allows 1000 ns."""
    return pull_up * farad * log(0.7 / 0.3)

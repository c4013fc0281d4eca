"""Accesses the hardware of the sensing board. Only this file and `controller.py` use pins.

The hardware is two multiplexers with their 1-Wire lines, two I2C controllers and fourteen keys.
This needs MicroPython 1.22 or newer, because older versions sample 1-Wire slots too early.
"""

import time

import _onewire
import machine
from controller import Controller

SELECT_PINS = (2, 3, 4, 5)  # GP2 is the lowest bit of the channel; both multiplexers share them
LINE_PINS = (6, 7)  # the multiplexer of V's zones, then that of N's zones
I2C_PINS = ((16, 17), (14, 15))  # SDA and SCL of controllers 0 (V's seats) and 1 (N's seats)
MOTOR_PINS = (0, 1)  # the transistors for the motors of V's and of N's dice trays
KEY_PINS = (8, 9, 10, 11, 12, 13, 18, 19, 20, 21, 22, 26, 27, 28)  # V's seven keys, then N's

SETTLE_US = 1000  # time after a change of channel until the chips' capacitors are charged again
I2C_TIMEOUT_US = 5000
I2C_HZ = 100_000  # the pull-ups raise the bus in 0.4 to 0.8 us; 400 kHz allows 0.3 us
BUS_CLOCK_US = 5  # half a clock of 100 kHz, which every sensor supports
LONGEST_BYTE = 9  # after at most so many clocks, a sensor interrupted in a byte lets go of the line


class Line:
    """The 1-Wire line of one multiplexer."""

    def __init__(self, number: int) -> None:
        self._pin = machine.Pin(number, machine.Pin.OPEN_DRAIN, machine.Pin.PULL_UP)

    def is_high(self) -> bool:
        """Return whether the idle line is high; a low level is a short circuit."""
        return bool(self._pin.value())

    def reset(self) -> bool:
        """Send a reset pulse. Return whether a chip answered."""
        return bool(_onewire.reset(self._pin))

    def read(self) -> int:
        """Read one slot."""
        return _onewire.readbit(self._pin)

    def write(self, bit: int) -> None:
        """Write one slot."""
        _onewire.writebit(self._pin, bit)

    def write_byte(self, value: int) -> None:
        """Write eight slots, the lowest bit first."""
        _onewire.writebyte(self._pin, value)


def _bus(number: int) -> machine.I2C:
    """Return an I2C controller on its pins."""
    data, clock = (machine.Pin(pin) for pin in I2C_PINS[number])
    return machine.I2C(number, sda=data, scl=clock, freq=I2C_HZ, timeout=I2C_TIMEOUT_US)


class DiceAndKeys(Controller):
    """The dice sensors, motors and keys of one board, ready for use."""

    def __init__(self) -> None:
        super().__init__()
        pin = machine.Pin
        self._motors = [pin(number, pin.OUT, value=0) for number in MOTOR_PINS]
        self._keys = [pin(number, pin.IN, pin.PULL_UP) for number in KEY_PINS]
        self._buses = [_bus(number) for number in range(len(I2C_PINS))]

    # Dice.

    def i2c_read(self, bus: int, address: int, register: int, count: int) -> bytes:
        """Read registers of a sensor. Raise OSError if it does not answer."""
        return self._buses[bus].readfrom_mem(address, register, count)

    def i2c_write(self, bus: int, address: int, register: int, data: bytes) -> None:
        """Write registers of a sensor. Raise OSError if it does not answer."""
        self._buses[bus].writeto_mem(address, register, data)

    def i2c_clear(self, bus: int) -> None:
        """Free a bus whose data line is held low by a sensor that was interrupted within a byte.

        At most nine clocks complete the byte, and a stop ends the transfer (UM10204, section
        3.1.16). If the data line is free, nothing is done.
        """
        pin = machine.Pin
        data, clock = I2C_PINS[bus]
        if pin(data).value():
            return
        sda = pin(data, pin.OPEN_DRAIN, pin.PULL_UP, value=1)
        scl = pin(clock, pin.OPEN_DRAIN, pin.PULL_UP, value=1)
        for _ in range(LONGEST_BYTE):
            self._drive(scl, 0)
            self._drive(scl, 1)
            if sda.value():
                break
        for line, level in ((scl, 0), (sda, 0), (scl, 1), (sda, 1)):
            self._drive(line, level)
        self._buses[bus] = _bus(bus)

    def _drive(self, line, level: int) -> None:
        line.value(level)
        time.sleep_us(BUS_CLOCK_US)

    def shake(self, side: int, on: bool) -> None:
        """Switch the motors below a side's dice trays on or off."""
        self._motors[side].value(1 if on else 0)

    # Keys.

    def keys(self) -> int:
        """Return the keys that are down, not debounced. V's first key is the lowest bit."""
        down = 0
        for bit, pin in enumerate(self._keys):
            if not pin.value():
                down |= 1 << bit
        return down


class Hal(DiceAndKeys):
    """All parts of one board with 1-Wire chips, ready for use."""

    def __init__(self) -> None:
        super().__init__()
        pin = machine.Pin
        self._selects = [pin(number, pin.OUT, value=0) for number in SELECT_PINS]
        self.lines = (Line(LINE_PINS[0]), Line(LINE_PINS[1]))

    def select(self, channel: int) -> None:
        """Connect both lines to this channel of their multiplexers, and wait until they settle."""
        for bit, pin in enumerate(self._selects):
            pin.value(channel >> bit & 1)
        time.sleep_us(SETTLE_US)

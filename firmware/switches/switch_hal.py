"""Accesses the hardware of the switch board. Only this file and `controller.py` use pins.

The 44 switches are a matrix of six rows and eight columns with a diode at each switch, so that any
number of switches may be pressed at once. A piezo disc gives the tones.
"""

import time

import machine
from controller import Controller

ROW_PINS = (10, 11, 12, 13, 14, 15)  # the first three rows are V's side, the other three N's side
COLUMN_PINS = (2, 3, 4, 5, 6, 7, 8, 9)
TONE_PIN = 16

SETTLE_US = 50  # time after a row goes low until the columns have their new levels
REST_US = 5000  # time between two steps, which saves power
HALF = 32768  # the duty cycle of a tone, of 65536


class SwitchHal(Controller):
    """All parts of a switch board, ready for use."""

    def __init__(self) -> None:
        super().__init__()
        pin = machine.Pin
        self._rows = [pin(number, pin.OPEN_DRAIN, value=1) for number in ROW_PINS]
        self._columns = [pin(number, pin.IN, pin.PULL_UP) for number in COLUMN_PINS]
        self._tone = machine.PWM(pin(TONE_PIN))

    def switches(self) -> int:
        """Return the closed switches, not debounced. The first switch is the lowest bit."""
        closed = 0
        bit = 1
        for row in self._rows:
            row.value(0)
            time.sleep_us(SETTLE_US)
            for column in self._columns:
                if not column.value():
                    closed |= bit
                bit <<= 1
            row.value(1)
        return closed

    def rest(self) -> None:
        """Wait for a short time."""
        time.sleep_us(REST_US)

    def tone(self, hertz: int) -> None:
        """Sound a tone from now on; 0 is silence."""
        if hertz:
            self._tone.freq(hertz)
        self._tone.duty_u16(HALF if hertz else 0)

"""Accesses the hardware of the board with radio tags: the reader, and the antenna switch.

A chain of five shift registers drives the switch. Bits 0 to 27 choose an antenna, in the order of
the zones, and bits 28 to 34 choose a current, from the lowest. A low bit selects. If bit 35 is low,
the reader is reset.
"""

import time

import machine
from hal import DiceAndKeys
from names import ZONES

CLOCK_PIN, TO_PIN, FROM_PIN = 2, 3, 4  # the SPI that the reader and the shift registers share
READER_PIN, BUSY_PIN = 5, 6  # the reader is chosen while low; it is busy while high
LATCH_PIN = 7  # a rising edge passes the shifted bits to the outputs

STEPS = 7  # the number of currents, each 1.8 times the previous one: hardware/contacts.md
RESET_BIT = len(ZONES) + STEPS
CHAIN_BYTES = 5
SPI_HZ = 4_000_000  # the reader supports 7 MHz
POWER_US = 1000  # time until a tag that has just got power can receive: ISO/IEC 15693-3
BUSY_US = 20_000
POLL_US = 20
REST_US = 5000
RESET_US = 100


class RadioHal(DiceAndKeys):
    """All parts of one board with radio tags, ready for use."""

    def __init__(self) -> None:
        super().__init__()
        pin = machine.Pin
        self._reader = pin(READER_PIN, pin.OUT, value=1)
        self._busy = pin(BUSY_PIN, pin.IN)
        self._latch = pin(LATCH_PIN, pin.OUT, value=0)
        self._spi = machine.SPI(
            0, baudrate=SPI_HZ, sck=pin(CLOCK_PIN), mosi=pin(TO_PIN), miso=pin(FROM_PIN)
        )
        self._chosen = (-1, -1)

    def choose(self, antenna: int, step: int) -> None:
        """Connect an antenna with one of the currents, and wait until the tags have power."""
        if self._chosen != (antenna, step):
            self._shift(~(1 << antenna | 1 << len(ZONES) + step))
            self._chosen = (antenna, step)
            time.sleep_us(POWER_US)

    def reset_reader(self) -> None:
        """Reset the reader, with no antenna connected."""
        self._shift(~(1 << RESET_BIT))
        time.sleep_us(RESET_US)
        self._shift(~0)
        self._chosen = (-1, -1)

    def rest(self) -> None:
        """Wait for a short time."""
        time.sleep_us(REST_US)

    def exchange(self, data: bytes, count: int = 0) -> bytes:
        """Send a command to the reader, and read its answer. Raise OSError if it does not react."""
        self._frame(data, None)
        answer = bytearray(count)
        if count:
            self._frame(b"", answer)
        return bytes(answer)

    def _frame(self, data: bytes, answer: bytearray | None) -> None:
        self._reader.value(0)
        if answer is None:
            self._spi.write(data)
        else:
            self._spi.readinto(answer, 0xFF)
        try:
            self._wait(1)
        finally:
            self._reader.value(1)
        self._wait(0)

    def _wait(self, level: int) -> None:
        for _ in range(BUSY_US // POLL_US):
            if self._busy.value() == level:
                return
            time.sleep_us(POLL_US)
        raise OSError("the reader does not react")

    def _shift(self, bits: int) -> None:
        """Shift all bits into the chain, the last one first, and pass them to the outputs."""
        whole = bits & (1 << 8 * CHAIN_BYTES) - 1
        self._spi.write(whole.to_bytes(CHAIN_BYTES, "big"))
        self._latch.value(1)
        self._latch.value(0)

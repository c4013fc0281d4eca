"""Drives the reader PN5180 of NXP for tags of ISO/IEC 15693.

The names are from its data sheet. The numbers are from memory and from open programs.
"""

import time

WRITE_REGISTER, OR_MASK, AND_MASK, READ_REGISTER = 0x00, 0x01, 0x02, 0x04
READ_EEPROM, SEND_DATA, READ_DATA = 0x07, 0x09, 0x0A
LOAD_RF_CONFIG, RF_ON = 0x11, 0x16
PRODUCT_VERSION = 0x10
SYSTEM_CONFIG, IRQ_STATUS, IRQ_CLEAR = 0x00, 0x02, 0x03
RX_STATUS, TX_CONFIG = 0x13, 0x18

RX_IRQ, TX_IRQ, TX_RFON_IRQ, RX_SOF_DET_IRQ = 1 << 0, 1 << 1, 1 << 9, 1 << 14
ALL_IRQ = 0xFFFFF
IDLE, TRANSCEIVE = 0xFFFFFFF8, 0x3
END_ONLY = 0xFFFFFB3F  # for TX_CONFIG: the next transmission is only an end of frame
LENGTH, BAD = 0x1FF, 0x7 << 16  # parts of RX_STATUS; BAD: wrong CRC, wrong frame or collision
TX_26, RX_26 = 0x0D, 0x8D  # ISO/IEC 15693 at 26 kilobits a second

RESET_US = 5000
SENT_US = 12_000  # the longest request lasts 6 ms
FIRST_US = 450  # a tag begins to answer 0.32 ms after a request
WHOLE_US = 6000  # an answer lasts 4.3 ms
POLL_US = 100
NOBODY = b""


class Pn5180:
    """The reader. Every method raises OSError if it does not answer."""

    def __init__(self, hal) -> None:
        self.hal = hal
        self._tx_config = 0

    def start(self) -> None:
        """Reset the reader, and switch the field on."""
        self.hal.reset_reader()
        time.sleep_us(RESET_US)
        version = self.hal.exchange(bytes((READ_EEPROM, PRODUCT_VERSION, 2)), 2)
        if version in (b"\x00\x00", b"\xff\xff"):
            raise OSError("no PN5180")
        self.hal.exchange(bytes((LOAD_RF_CONFIG, TX_26, RX_26)))
        self._tx_config = self._read(TX_CONFIG)
        self.hal.exchange(bytes((RF_ON, 0)))
        if not self._wait(TX_RFON_IRQ, SENT_US):
            raise OSError("no field")

    def ask(self, request: bytes) -> bytes | None:
        """Send a request.

        Return the only answer, `NOBODY`, or None if the answer was not understood.
        """
        self._write(WRITE_REGISTER, TX_CONFIG, self._tx_config)
        return self._send(request)

    def next_slot(self) -> bytes | None:
        """Begin the next slot of an inventory. Return the same values as `ask`."""
        self._write(AND_MASK, TX_CONFIG, END_ONLY)
        return self._send(b"")

    def _send(self, data: bytes) -> bytes | None:
        self._write(WRITE_REGISTER, IRQ_CLEAR, ALL_IRQ)
        self._write(AND_MASK, SYSTEM_CONFIG, IDLE)
        self._write(OR_MASK, SYSTEM_CONFIG, TRANSCEIVE)
        self.hal.exchange(bytes((SEND_DATA, 0)) + data)
        if not self._wait(TX_IRQ, SENT_US):
            raise OSError("nothing sent")
        time.sleep_us(FIRST_US)
        if not self._read(IRQ_STATUS) & (RX_SOF_DET_IRQ | RX_IRQ):
            return NOBODY
        if not self._wait(RX_IRQ, WHOLE_US):
            return None
        status = self._read(RX_STATUS)
        if status & BAD or not status & LENGTH:
            return None
        return self.hal.exchange(bytes((READ_DATA, 0)), status & LENGTH)

    def _wait(self, flag: int, us: int) -> bool:
        """Wait until a flag is set. Return whether it came in time."""
        for _ in range(us // POLL_US):
            if self._read(IRQ_STATUS) & flag:
                return True
            time.sleep_us(POLL_US)
        return False

    def _write(self, how: int, register: int, value: int) -> None:
        self.hal.exchange(bytes((how, register)) + value.to_bytes(4, "little"))

    def _read(self, register: int) -> int:
        return int.from_bytes(self.hal.exchange(bytes((READ_REGISTER, register)), 4), "little")

"""Accesses the hardware that every board has: clock, lamp, USB, flash and watchdog of a Pico.

It needs MicroPython 1.22 or newer.
"""

import os
import select
import sys
import time

import machine
import micropython

LAMP_PIN = 25

WATCHDOG_MS = 8000
READ_LIMIT = 256
FILE_LIMIT = 16384  # bytes; more than this program writes, and few enough for the memory
LAST_WORDS_MS = 500
USB_MS = 100  # to let the host read the last line


class Controller:
    """A Raspberry Pi Pico, ready for use."""

    def __init__(self) -> None:
        self._lamp = machine.Pin(LAMP_PIN, machine.Pin.OUT, value=0)
        self._input = sys.stdin.buffer
        self._output = sys.stdout.buffer
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)
        self._watchdog: machine.WDT | None = None

    # The clock. Milliseconds count modulo 2**30, as in the messages to the companion.

    def ms(self) -> int:
        """Return the clock in milliseconds."""
        return time.ticks_ms()  # type: ignore - the stubs hide that it is an int

    def since(self, then: int) -> int:
        """Return the milliseconds since `then`."""
        return time.ticks_diff(time.ticks_ms(), then)  # type: ignore - as above

    def lamp(self, on: bool) -> None:
        """Switch the lamp on or off."""
        self._lamp.value(1 if on else 0)

    # USB. A host that does not read must not block the board, so no write may wait.

    def take_over_usb(self) -> None:
        """Treat Ctrl-C from the host as an ordinary byte."""
        micropython.kbd_intr(-1)

    def read(self) -> bytes:
        """Return at most `READ_LIMIT` bytes from the host, b"" if there are none."""
        got = bytearray()
        # Read single bytes, because older versions block when they are asked for more.
        while len(got) < READ_LIMIT and self._readable.poll(0):
            byte = self._input.read(1)
            if not byte:
                break
            got += byte
        return bytes(got)

    def write(self, data: bytes) -> int:
        """Write as much as possible without waiting. Return the number of bytes."""
        done = 0
        # Write single bytes, because "writable" guarantees room for one only.
        while done < len(data) and self._writable.poll(0):
            self._output.write(data[done : done + 1])
            done += 1
        return done

    def write_last(self, data: bytes) -> None:
        """Write the last line before a restart, and wait until the host has read it."""
        began = self.ms()
        while data and self.since(began) < LAST_WORDS_MS:
            data = data[self.write(data) :]
        time.sleep_us(1000 * USB_MS)

    # Flash.

    def load(self, name: str) -> bytes | None:
        """Return the first `FILE_LIMIT` bytes of a file, or None if it does not exist."""
        try:
            with open(name, "rb") as file:
                return file.read(FILE_LIMIT)
        except OSError:
            return None

    def save(self, name: str, data: bytes) -> None:
        """Write a file. Raise OSError if flash is full or broken."""
        with open(name, "wb") as file:
            file.write(data)

    def remove(self, name: str) -> None:
        """Remove a file. Raise OSError if it does not exist."""
        os.remove(name)

    # The controller itself.

    def board_id(self) -> str:
        """Return the serial number of this controller."""
        return "".join("%02x" % byte for byte in machine.unique_id())

    def nonce(self) -> str:
        """Return a random text."""
        return "".join("%02x" % byte for byte in os.urandom(4))

    def start_watchdog(self) -> None:
        """Start the watchdog, which resets a program that hangs for eight seconds."""
        self._watchdog = machine.WDT(timeout=WATCHDOG_MS)

    def alive(self) -> None:
        """Reset the watchdog's timer."""
        if self._watchdog is not None:
            self._watchdog.feed()

    def restart(self) -> None:
        """Reset the controller."""
        machine.reset()

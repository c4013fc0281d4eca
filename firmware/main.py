"""Runs the board at power on, unless both `repeat` keys are held down for a programmer."""

from board import Board
from commands import STAY
from hal import Hal
from names import KEYS
from wire import clean, encode

BOTH_REPEAT_KEYS = 1 | 1 << len(KEYS)


def wanted_by_programmer(hal) -> bool:
    """Return whether the prompt was requested, by `REBOOT,repl` (once) or with the keys."""
    if hal.load(STAY) is not None:
        hal.remove(STAY)
        return True
    return hal.keys() & BOTH_REPEAT_KEYS == BOTH_REPEAT_KEYS


def main() -> None:
    """Run the board until the power is cut."""
    hal = Hal()
    if wanted_by_programmer(hal):
        return
    hal.take_over_usb()
    hal.start_watchdog()
    try:
        board = Board(hal)
        while True:
            board.step()
    except Exception as error:  # after any error a restart is better than silence
        told = clean(type(error).__name__ + " " + str(error))[:100]
        hal.write_last(encode("L,error," + told))
        hal.restart()


if __name__ == "__main__":
    main()

"""Runs at power on. Both `repeat` keys held down then leave the board to a programmer."""

from board import Board
from commands import STAY
from hal import Hal
from names import KEYS
from wire import clean, encode

BOTH_REPEAT_KEYS = 1 | 1 << len(KEYS)


def wanted_by_programmer(hal) -> bool:
    """Tell whether somebody asked for the prompt, once (`REBOOT,repl`) or with the keys."""
    if hal.load(STAY) is not None:
        hal.remove(STAY)
        return True
    return hal.keys() & BOTH_REPEAT_KEYS == BOTH_REPEAT_KEYS


def main() -> None:
    """Be a board until the power goes."""
    hal = Hal()
    if wanted_by_programmer(hal):
        return
    hal.take_over_usb()
    hal.start_watchdog()
    try:
        board = Board(hal)
        while True:
            board.step()
    except Exception as error:  # whatever it is, a fresh start is better than silence
        told = clean(type(error).__name__ + " " + str(error))[:100]
        hal.write_last(encode("L,error," + told))
        hal.restart()


if __name__ == "__main__":
    main()

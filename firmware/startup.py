"""Starts a board at power on, unless a programmer wants the prompt."""

from commands import STAY
from wire import clean, encode


def wanted_by_programmer(hal, both_repeat_keys: bool) -> bool:
    """Return whether the prompt was requested, by `REBOOT,repl` (once) or with the keys."""
    if hal.load(STAY) is not None:
        hal.remove(STAY)
        return True
    return both_repeat_keys


def run(hal, make_board) -> None:
    """Run a board until the power is cut."""
    hal.take_over_usb()
    hal.start_watchdog()
    try:
        board = make_board(hal)
        while True:
            board.step()
    except Exception as error:  # after any error a restart is better than silence
        told = clean(type(error).__name__ + " " + str(error))[:100]
        hal.write_last(encode("L,error," + told))
        hal.restart()

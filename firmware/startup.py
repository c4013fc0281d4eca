"""Starts a board at power on, unless a programmer wants the prompt."""

from commands import STAY
from wire import clean, encode


def start(hal, make_board, both_repeat_keys: bool) -> None:
    """Run a board, unless a programmer wants the prompt.

    The prompt is requested by both `repeat` keys, or once by `REBOOT,repl`.
    """
    if hal.load(STAY) is not None:
        hal.remove(STAY)
    elif not both_repeat_keys:
        run(hal, make_board)


def run(hal, make_board) -> None:
    """Run a board until the power is cut."""
    hal.take_over_usb()
    hal.start_watchdog()
    try:
        board = make_board(hal)
        while True:
            board.step()
    except Exception as error:  # after any error, a restart is better than a silent board
        told = clean(type(error).__name__ + " " + str(error))[:100]
        hal.write_last(encode("L,error," + told))
        hal.restart()

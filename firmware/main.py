"""Runs the board at power on, unless both `repeat` keys are held down for a programmer."""

from board import Board
from hal import Hal
from names import KEYS
from startup import run, wanted_by_programmer

BOTH_REPEAT_KEYS = 1 | 1 << len(KEYS)


def main() -> None:
    """Run the board until the power is cut."""
    hal = Hal()
    if not wanted_by_programmer(hal, hal.keys() & BOTH_REPEAT_KEYS == BOTH_REPEAT_KEYS):
        run(hal, Board)


if __name__ == "__main__":
    main()

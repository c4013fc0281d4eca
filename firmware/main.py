"""Runs the board at power on, unless both `repeat` keys are held down for a programmer."""

from board import Board
from hal import Hal
from names import KEYS
from startup import start

BOTH_REPEAT_KEYS = 1 | 1 << len(KEYS)


def main() -> None:
    """Run the board until the power is cut."""
    hal = Hal()
    start(hal, Board, hal.keys() & BOTH_REPEAT_KEYS == BOTH_REPEAT_KEYS)


if __name__ == "__main__":
    main()

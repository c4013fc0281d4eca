"""Runs the board of the first trial at power on, unless its `repeat` key is held down."""

from board import Board
from startup import start
from trial_hal import TrialHal as Hal

REPEAT_KEY = 1


def main() -> None:
    """Run the board until the power is cut."""
    hal = Hal()
    start(hal, Board, bool(hal.keys() & REPEAT_KEY))


if __name__ == "__main__":
    main()

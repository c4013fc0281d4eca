"""Runs the board with radio tags at power on, unless both `repeat` keys are held down."""

from board import Board as SensingBoard
from names import KEYS
from radio_hal import RadioHal as Hal
from startup import start
from tag_scanner import TagScanner

BOTH_REPEAT_KEYS = 1 | 1 << len(KEYS)


def Board(hal) -> SensingBoard:  # noqa: N802 - the name is that of a class on the other boards
    """Return a board whose pieces have tags."""
    return SensingBoard(hal, TagScanner)


def main() -> None:
    """Run the board until the power is cut."""
    hal = Hal()
    start(hal, Board, hal.keys() & BOTH_REPEAT_KEYS == BOTH_REPEAT_KEYS)


if __name__ == "__main__":
    main()

"""Runs the switch board at power on, unless both `repeat` keys are held for a programmer."""

from layout import PER_SIDE, ZONES_PER_SIDE
from startup import start
from switch_board import SwitchBoard as Board
from switch_hal import SwitchHal as Hal

BOTH_REPEAT_KEYS = 1 << ZONES_PER_SIDE | 1 << ZONES_PER_SIDE + PER_SIDE


def main() -> None:
    """Run the board until the power is cut."""
    hal = Hal()
    start(hal, Board, hal.switches() & BOTH_REPEAT_KEYS == BOTH_REPEAT_KEYS)


if __name__ == "__main__":
    main()

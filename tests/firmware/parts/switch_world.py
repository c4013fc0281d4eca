"""Simulates the matrix of switches of a switch board, below its `switch_hal.py`."""

from world import KEY_CHATTER_US, Pin, World

ROW_PINS = (10, 11, 12, 13, 14, 15)
COLUMN_PINS = (2, 3, 4, 5, 6, 7, 8, 9)


class SwitchWorld(World):
    """The parts of a switch board, and the fingers that press its switches."""

    def __init__(self, seed: int = 1, start_ms: int = 0) -> None:
        super().__init__(seed=seed, start_ms=start_ms)
        self.low_rows: set[int] = set()
        self.switch_times: dict[int, tuple[int, int]] = {}

    def press_switch(self, number: int, ms: int) -> None:
        """Close a switch for so many milliseconds."""
        now = self.clock.us - KEY_CHATTER_US
        self.switch_times = {at: times for at, times in self.switch_times.items() if times[1] > now}
        self.switch_times[number] = (self.clock.us, self.clock.us + 1000 * ms)

    def pin(self, number: int, value: int) -> Pin:
        """Return one of the controller's pins."""
        if number in ROW_PINS:
            return Row(self, number, value)
        return Column(self, number, value) if number in COLUMN_PINS else super().pin(number, value)

    def is_closed(self, number: int) -> bool:
        """Return whether the contact of a switch is closed now; it chatters at both ends."""
        times = self.switch_times.get(number)
        now = self.clock.us
        if times is None or now < times[0] or now >= times[1] + KEY_CHATTER_US:
            return False
        chatters = now < times[0] + KEY_CHATTER_US or now >= times[1]
        return not chatters or self.chance.below(2) == 1


class Row(Pin):
    """A row of the matrix, driven low to read its switches."""

    def __init__(self, world: World, number: int, value: int) -> None:
        super().__init__(world, number, value)
        self._row = ROW_PINS.index(number)

    def value(self, level: int | None = None) -> int:
        """Set the level."""
        world = self._world
        world.clock.us += 3
        if level:
            world.low_rows.discard(self._row)  # type: ignore[attr-defined]
        else:
            world.low_rows.add(self._row)  # type: ignore[attr-defined]
        return level or 0


class Column(Pin):
    """A column of the matrix with its pull-up."""

    def __init__(self, world: World, number: int, value: int) -> None:
        super().__init__(world, number, value)
        self._column = COLUMN_PINS.index(number)

    def value(self, _level: int | None = None) -> int:
        """Read the level: low while a switch of a low row is closed."""
        world = self._world
        world.clock.us += 3
        for row in world.low_rows:  # type: ignore[attr-defined]
            number = 8 * row + self._column
            if number in world.switch_times and world.is_closed(number):  # type: ignore[attr-defined]
                return 0
        return 1

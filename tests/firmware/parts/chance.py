"""Repeatable chance for the simulated parts, in CPython and in MicroPython."""

import random


class Chance:
    """A seeded source. MicroPython has only one source, which all instances share."""

    def __init__(self, seed: int) -> None:
        maker = getattr(random, "Random", None)
        self._source = random if maker is None else maker(seed)
        self._source.seed(seed)

    def uniform(self) -> float:
        """Return a random number from 0 to 1."""
        return self._source.random()

    def between(self, low: float, high: float) -> float:
        """Return a random number from low to high."""
        return low + (high - low) * self._source.random()

    def below(self, limit: int) -> int:
        """Return a random integer from 0 to limit - 1."""
        return int(self._source.random() * limit)

    def normal(self) -> float:
        """Return about a normal number of mean 0 and deviation 1: a sum of twelve uniform ones."""
        number = self._source.random
        total = -6.0
        for _ in range(12):
            total += number()
        return total

    def gap(self, rate: float) -> int:
        """Return the number of trials before the next event of this probability."""
        if rate <= 0:
            return 1 << 28
        count = 0
        while count < 1 << 20 and self._source.random() >= rate * 64:
            count += 64
        return count + self.below(64)

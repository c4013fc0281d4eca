"""Measures the average throws of a simple strategy for the bouchage, as a figure to beat.

`python benchmarks/simple_throws.py 4000` plays this number of exercises from a seed, and prints the
average and half of its 95 % interval. The strategy does not look ahead. After each play it finds
the row of six points in which the fewest points are missing. It chooses the play with the fewest
missing points in this row, and among equal plays the play that needs the fewest pips to fill the
row.

The average with perfect play is not computed. Fifteen pieces on more than twenty points have more
than a thousand million positions, and because every throw must be played, few positions can be
excluded.
"""

import random
import sys
from functools import cache

import numpy as np

from companion.referee.initial_state import MOVER, exercise_of, is_reached
from companion.rules import Position, find_game

RULES = find_game("jacquet")
EXERCISE = exercise_of("jacquet", "bouchage")
PATH = RULES.game.track.zones[MOVER]


def rows() -> list[tuple[int, ...]]:
    """Return all rows of six points without black pieces.

    The first six points also need the pawn of J5.
    """
    start = RULES.placement(RULES.parse(EXERCISE.position))
    found = []
    for first in range(24, 5, -1):
        row = tuple(range(first, first - 6, -1))
        if not any(start[PATH[number]].of(MOVER.other) for number in row):
            found.append((*row, 1) if first == 24 else row)
    return found


ROWS = rows()


@cache
def lacks(position: Position) -> tuple[int, int]:
    """Return the number of points missing in the nearest row, and the pips to fill them."""
    placement = RULES.placement(position)
    have = [placement[zone].of(MOVER) for zone in PATH[:25]]
    return min(_lacks(row, list(have)) for row in ROWS)


def _lacks(row: tuple[int, ...], left: list[int]) -> tuple[int, int]:
    points = pips = 0
    for number in row:
        source = next((each for each in range(number, 25) if left[each]), 0)
        if not source:
            return len(row), 1000
        left[source] -= 1
        points += source != number
        pips += source - number
    return points, pips


def throws(chance: random.Random) -> int:
    """Play the exercise once. Return the number of throws."""
    position, count = RULES.parse(EXERCISE.position), 0
    while not is_reached(EXERCISE, position):
        dice = chance.randint(1, 6), chance.randint(1, 6)
        ends = RULES.ends(position, MOVER, (max(dice), min(dice)))
        position = min(sorted(ends.positions), key=lacks)
        count += 1
    return count


def main(games: int) -> None:
    """Print the average of a number of exercises."""
    chance = random.Random(1)  # noqa: S311 - repeatable
    taken = np.array([throws(chance) for _ in range(games)])
    half = 1.96 * taken.std(ddof=1) / np.sqrt(games)
    print(f"jacquet bouchage: {taken.mean():.2f} ± {half:.2f} throws, {games} exercises")


if __name__ == "__main__":
    main(int(sys.argv[1]))

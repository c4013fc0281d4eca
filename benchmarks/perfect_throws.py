"""How many throws the exercises take on average when every play is the best: exact, no sampling.

`python benchmarks/perfect_throws.py jacquet postillon` prints the figure that stands in
`companion/referee/exercises.py`. Only green moves: a position is worth one throw, and the average
over the 36 throws of the best that can be reached; a throw that moves nothing comes again.
The bear-off of fifteen pieces takes some minutes.
"""

import sys

from companion.referee.exercises import Exercise, exercise_of
from companion.rules import Player, Position, Rules, find_game

THROWS = {
    (high, low): (1 if high == low else 2) / 36
    for high in range(1, 7)
    for low in range(1, high + 1)
}


class Perfect:
    """The average number of throws from each position, worked out once."""

    def __init__(self, rules: Rules, exercise: Exercise) -> None:
        self.rules = rules
        self.exercise = exercise
        self.known: dict[Position, float] = {}

    def average(self, position: Position) -> float:
        """Throws from here to the aim."""
        if self.exercise.is_reached(self.rules, position):
            return 0.0
        if position not in self.known:
            gone, stuck = 1.0, 0.0
            for dice, chance in THROWS.items():
                ends = self.rules.ends(position, Player.V, dice)
                if ends.nothing_to_play:
                    stuck += chance
                else:
                    gone += chance * min(map(self.average, ends.positions))
            self.known[position] = gone / (1 - stuck)
        return self.known[position]


def main(game: str, name: str) -> None:
    """Print the average of one exercise."""
    rules, exercise = find_game(game), exercise_of(game, name)
    sys.setrecursionlimit(10_000)
    perfect = Perfect(rules, exercise)
    average = perfect.average(rules.parse(exercise.position))
    print(f"{game} {name}: {average:.4f} throws, {len(perfect.known)} positions")


if __name__ == "__main__":
    main(*sys.argv[1:3])

"""Computes exactly how many throws the exercises take on average with perfect play.

`python benchmarks/perfect_throws.py jacquet postillon` prints the figure that is written in
`companion/rules/games`. Only green moves. The value of a position is one throw plus the average,
over the 36 throws, of the best value that can be reached. A throw without a move does not change
the position, so the player throws again.

The plays come from the rules. A bear-off is computed separately and faster: with all pieces at home
every die can be played while a piece is left, so only the points and the dice matter. In
Acey-Deucey the double after 1 and 2 can be chosen and played step by step. With `--rules` the rules
also compute a bear-off, for comparison. For fifteen pieces this takes minutes, and much longer
after 1 and 2. `--from "V1=2v V3=1v VO=12v N12=15n"` begins with another position.
"""

import argparse
import sys
from collections.abc import Iterator
from functools import cache

from companion.referee.initial_state import exercise_of, is_reached
from companion.rules import Player, Position, Rules, find_game
from companion.rules.games import Exercise

THROWS = {
    (high, low): (1 if high == low else 2) / 36
    for high in range(1, 7)
    for low in range(1, high + 1)
}

Home = tuple[int, ...]
"""The number of pieces on each of the points 1 to 6."""


class Perfect:
    """The average number of throws from each position, cached."""

    def __init__(self, rules: Rules, exercise: Exercise) -> None:
        self.rules = rules
        self.exercise = exercise
        self.known: dict[Position, float] = {}

    def average(self, position: Position) -> float:
        """Return the average number of throws to the aim."""
        if is_reached(self.exercise, position):
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


class BearOff:
    """The average number of throws to bear off. ace_deuce -- whether any double follows 1 and 2."""

    def __init__(self, *, ace_deuce: bool) -> None:
        self.ace_deuce = ace_deuce
        self.average = cache(self._average)
        self._best = cache(self._best_of)

    def _average(self, home: Home) -> float:
        """Return the average number of throws until all pieces are off."""
        if not any(home):
            return 0.0
        return 1 + sum(chance * self._thrown(home, *dice) for dice, chance in THROWS.items())

    def _thrown(self, home: Home, high: int, low: int) -> float:
        if high == low:
            return self._best(home, high, 4)
        orders = (high, low), (low, high)
        ends = {end for one, two in orders for on in steps(home, one) for end in steps(on, two)}
        if self.ace_deuce and (high, low) == (2, 1):
            return min(self._best(end, die, 4) for end in ends for die in range(1, 7))
        return min(map(self.average, ends))

    def _best_of(self, home: Home, die: int, times: int) -> float:
        """Return the least average with this die still to be played `times` times."""
        if not times or not any(home):
            return self.average(home)
        return min(self._best(end, die, times - 1) for end in steps(home, die))


def steps(home: Home, die: int) -> Iterator[Home]:
    """Yield every end of one die. With no pieces left nothing changes."""
    farthest = max((point for point, count in enumerate(home, 1) if count), default=0)
    if not farthest:
        yield home
    for point, count in enumerate(home, 1):
        if count and (point >= die or point == farthest < die):
            left = list(home)
            left[point - 1] -= 1
            if point > die:
                left[point - die - 1] += 1
            yield tuple(left)


def home_of(rules: Rules, position: Position) -> Home:
    """Return green's pieces at home. All pieces must be at home or off."""
    placement = rules.placement(position)
    path = rules.game.track.zones[Player.V]
    return tuple(placement[zone].of(Player.V) for zone in path[1:7])


def main() -> None:
    """Print the average of one exercise."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("exercise")
    parser.add_argument("--rules", action="store_true")
    parser.add_argument("--from", dest="start", default="")
    args = parser.parse_args()
    rules, exercise = find_game(args.game), exercise_of(args.game, args.exercise)
    start = rules.parse(args.start or exercise.position)
    sys.setrecursionlimit(20_000)
    if args.exercise == "bear-off" and not args.rules:
        counted = BearOff(ace_deuce=rules.game.ace_deuce)
        average = counted.average(home_of(rules, start))
        known = counted.average.cache_info().currsize
    else:
        perfect = Perfect(rules, exercise)
        average, known = perfect.average(start), len(perfect.known)
    print(f"{args.game} {args.exercise}: {average:.4f} throws, {known} positions")


if __name__ == "__main__":
    main()

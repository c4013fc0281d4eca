"""Plays whole evenings of simulated players, and returns their facts."""

import functools

from companion.commands.demo import Demo
from companion.referee.facts import Fact
from companion.settings import Settings
from companion.sim.plans import MISTAKES, RandomPlanner


class Overheard(Demo):
    """A demonstration that stores its facts.

    mistakes -- how often the players make each kind of mistake; longest -- see `RandomPlanner`.
    """

    def __init__(self, game: str, seed: int, mistakes: int, longest: int | None) -> None:
        super().__init__(Settings("", game, voice="print"), seed, fast=True)
        self._planner = RandomPlanner(seed, longest=longest, mistakes=MISTAKES * mistakes)
        self.facts: list[Fact] = []

    def listen(self, fact: Fact) -> None:
        self.facts.append(fact)
        super().listen(fact)


@functools.cache
def played(game: str, seed: int, mistakes: int = 1, longest: int | None = None) -> tuple[Fact, ...]:
    """Return the facts of an evening of one game, which is resigned after `longest` turns."""
    demo = Overheard(game, seed, mistakes, longest)
    if not demo.run():
        raise RuntimeError(f"The game of {game} with seed {seed} did not end as it should.")
    return tuple(demo.facts)

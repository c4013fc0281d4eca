"""Yields positions of random games, for tests that compare two computations."""

import random
from collections.abc import Iterator, Sequence

from companion.hints.advice import HintReason
from companion.hints.reasons import Explainer
from companion.hints.weighing import PlayChoice
from companion.rules import Player, Position, Rules


def reasons_of(
    rules: Rules,
    before: Position,
    player: Player,
    ends: Sequence[Position],
    choice: PlayChoice = PlayChoice(),  # noqa: B008 - frozen
) -> list[tuple[HintReason, ...]]:
    """Return the reasons for some plays of one turn."""
    return Explainer(rules).explain(before, player, ends, choice).reasons


def random_turns(
    rules: Rules, games: int, seed: int, *, ace_deuce: bool = True
) -> Iterator[tuple[Rules, Position, Player, tuple[int, int]]]:
    """Yield turns of random games: rules with the rights won so far, position, player, dice."""
    chance = random.Random(seed)
    for _ in range(games):
        position, player, won = rules.start, Player.V, frozenset[str]()
        while rules.winner(position) is None:
            dice = (chance.randint(1, 6), chance.randint(1, 6))
            if rules.game.ace_deuce and set(dice) == {1, 2} and not ace_deuce:
                dice = (3, 1)
            now = rules.with_options(won)
            yield now, position, player, dice
            position = chance.choice(sorted(now.ends(position, player, dice).positions))
            if rules.name == "dutch" and any(position.side(player) >> 4 * k & 15 for k in range(7)):
                won |= {f"may-hit-{player}"}
            player = player.other

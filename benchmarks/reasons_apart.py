"""Measures which reasons distinguish the best play of a turn, and how many plays have none.

Run from the clone's root:

    python benchmarks/reasons_apart.py --game jacquet --turns 2000

The network plays against itself without looking ahead. In each turn with a choice all plays are
explained. For each code of a reason three numbers are printed: in how many turns only some plays
have the reason, how often the best play of these turns has it, and how often the plays of these
turns have it on average. If the best plays do not have a reason more often than the others, the
reason does not show which play is best.
"""

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.hints.advice import AdvisedPlay
from companion.hints.advisor import Advisor
from companion.hints.weighing import ORDER
from companion.rules import Player, find_game, game_names

_ALL = 100_000
_HOME = 7


def turns(game: str, number: int, seed: int) -> Iterator[tuple[AdvisedPlay, ...]]:
    """Yield the plays of `number` turns with a choice, best first."""
    plain, chance = find_game(game), random.Random(seed)  # noqa: S311 - a seeded game
    position, player, rights = plain.start, Player.V, frozenset[str]()
    advisors: dict[frozenset[str], Advisor] = {}
    while number:
        dice = (chance.randint(1, 6), chance.randint(1, 6))
        if rights not in advisors:
            advisors[rights] = Advisor(plain.with_options(rights), deep=False)
        plays = advisors[rights].advise(position, player, dice, most=_ALL).plays
        if len(plays) > 1:
            number -= 1
            yield plays
        position = plays[0].end
        if game == "dutch" and any(position.side(player) >> 4 * k & 15 for k in range(_HOME)):
            rights |= {f"may-hit-{player}"}
        player = player.other
        if plain.winner(position):
            position, rights = plain.start, frozenset()


def main() -> None:
    """Play the games and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=game_names(), default="jacquet")
    parser.add_argument("--turns", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    without, with_it = 0, dict.fromkeys(ORDER, 0)
    differs: dict[str, list[float]] = defaultdict(list)
    for plays in turns(args.game, args.turns, args.seed):
        codes = [{reason.code for reason in play.reasons} for play in plays]
        without += not codes[0]
        for code in ORDER:
            share = sum(code in one for one in codes) / len(codes)
            if 0 < share < 1:
                differs[code].append(share)
                with_it[code] += code in codes[0]
    print(f"{args.game}: {without} of {args.turns} best plays have no reason")
    for code, shares in sorted(differs.items()):
        best, all_plays = with_it[code] / len(shares), sum(shares) / len(shares)
        print(f"{code}: differs in {len(shares)}, best {best:.0%}, all {all_plays:.0%}")


if __name__ == "__main__":
    main()

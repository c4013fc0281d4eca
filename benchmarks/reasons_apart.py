"""Which reasons set the best play of a turn apart, and how many best plays have none.

Run from the clone's root:

    python benchmarks/reasons_apart.py --game jacquet --turns 2000
    python benchmarks/reasons_apart.py --game jacquet --turns 600 --seed 9 --unparted

The network plays with itself, judging positions as they stand; all plays of each turn with a choice
are explained. Of each code it prints in how many turns some plays have it and others do not, how
often the best play of these has it, and how often a play of them has it on the average: a reason
that the best plays do not have more often tells nothing about which play is best.

`--unparted`: with one further throw, how many best plays have no reason but a price, or none, where
the second loses more than 20 thousandths.
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
from companion.hints.weighing import NO_MERITS, ORDER
from companion.rules import Player, find_game, game_names

_ALL = 100_000
_APART = 0.02
_HOME = 7


def turns(
    game: str, number: int, seed: int, *, most: int = _ALL, deep: bool = False
) -> Iterator[tuple[AdvisedPlay, ...]]:
    """The plays, the best first, of so many turns that leave a choice."""
    plain, chance = find_game(game), random.Random(seed)  # noqa: S311 - a seeded game
    position, player, rights = plain.start, Player.V, frozenset[str]()
    advisors: dict[frozenset[str], Advisor] = {}
    while number:
        dice = (chance.randint(1, 6), chance.randint(1, 6))
        if rights not in advisors:
            advisors[rights] = Advisor(plain.with_options(rights), deep=deep)
        plays = advisors[rights].advise(position, player, dice, most=most).plays
        if len(plays) > 1:
            number -= 1
            yield plays
        position = plays[0].end
        if game == "dutch" and any(position.side(player) >> 4 * k & 15 for k in range(_HOME)):
            rights |= {f"may-hit-{player}"}
        player = player.other
        if plain.winner(position):
            position, rights = plain.start, frozenset()


def unparted(game: str, number: int, seed: int) -> None:
    """Print how many best plays have nothing that parts them from the second."""
    apart = bare = 0
    for best, second, *_ in turns(game, number, seed, most=5, deep=True):
        if best.equity - second.equity > _APART:
            apart += 1
            bare += all(reason.code in NO_MERITS for reason in best.reasons)
    print(f"{game}: {bare} of {number} best plays have no reason or a price alone ({apart} apart)")


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=game_names(), default="jacquet")
    parser.add_argument("--turns", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--unparted", action="store_true")
    args = parser.parse_args()
    if args.unparted:
        unparted(args.game, args.turns, args.seed)
        return
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

"""Measures which reasons distinguish the best play of a turn, and how many plays lack one.

Run from the clone's root:

    python benchmarks/reasons_apart.py --game jacquet --turns 2000
    python benchmarks/reasons_apart.py --game jacquet --turns 600 --seed 9 --unparted

The network plays against itself without looking ahead. In each turn with a choice all plays are
explained. For each code of a reason three numbers are printed: in how many turns only some plays
have the reason, how often the best play of these turns has it, and how often the plays of these
turns have it on average. If the best plays do not have a reason more often than the others, the
reason does not show which play is best.

`--unparted` looks one throw ahead. For turns in which the second-best play loses more than 20
thousandths, the script prints two numbers: in how many of these turns the second-best play has all
spoken reasons of the best, and in how many it also makes the moves that are named. For all turns
the script prints how often "more" or "fewer" is untrue compared with the board before the move.
The counts of "more" and "fewer" use the code of the tests, which is independent of the program.
"""

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.hints.advice import NO_MERITS, PRICES, AdvisedPlay, HintClue, HintReason
from companion.hints.advisor import Advisor
from companion.hints.comparison import COMPARATIVE_CODES
from companion.hints.reasons import Explainer
from companion.hints.weighing import ORDER, PlayChoice
from companion.rules import Player, Position, Rules, find_game, game_names
from companion.rules.vocabulary import ZONES
from tests.hints.test_parting import apart

_ALL = 100_000
_APART = 0.02
_HOME = 7


class Turn(NamedTuple):
    """A turn with its plays, best first."""

    rules: Rules
    before: Position
    player: Player
    plays: tuple[AdvisedPlay, ...]


def turns(
    game: str, number: int, seed: int, *, most: int = _ALL, deep: bool = False
) -> Iterator[Turn]:
    """Yield `number` turns with a choice."""
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
            yield Turn(plain.with_options(rights), position, player, plays)
        position = plays[0].end
        if game == "dutch" and any(position.side(player) >> 4 * k & 15 for k in range(_HOME)):
            rights |= {f"may-hit-{player}"}
        player = player.other
        if plain.winner(position):
            position, rights = plain.start, frozenset()


def unparted(game: str, number: int, seed: int) -> None:
    """Print how many best plays have no reason that the second-best play lacks."""
    clear = shared = bare = compared = untrue = 0
    for turn in turns(game, number, seed, most=5, deep=True):
        best, second, *_ = turn.plays
        priced = any(one.code in PRICES for one in best.reasons)
        spoken = _merits(best.reasons, 3 - priced - bool(best.leads))
        differences = [one for one in spoken if one.code in COMPARATIVE_CODES]
        compared += len(differences)
        for one in differences:
            untrue += apart(one.code, turn.rules, best.end, turn.before, turn.player) <= 0
        if best.equity - second.equity > _APART:
            clear += 1
            if not _lacks(second.end, turn, spoken):
                shared += 1
                bare += all(_goes(second.end, turn, lead) for lead in best.leads)
    print(f"{game}: {shared} of {clear} clear best plays have no reason that the second lacks,")
    print(f"{bare} of them no point either; {untrue} of {compared} more or fewer are untrue")


def _merits(reasons: Sequence[HintReason], most: int) -> list[HintReason]:
    """Return the spoken reasons without prices. "fewest" is always spoken."""
    merits = [one for one in reasons if one.code not in NO_MERITS]
    few = [one for one in merits[most:] if one.code == "fewest"]
    return [*merits[: most - len(few)], *few]


def _lacks(rival: Position, turn: Turn, spoken: list[HintReason]) -> bool:
    """Return whether the second-best play lacks a spoken reason of the best."""
    best = turn.plays[0].end
    choice = PlayChoice([best, rival], compared=rival)
    (found,) = Explainer(turn.rules).explain(turn.before, turn.player, [best], choice).reasons
    lacking = {one.code for one in found}
    return any(
        apart(one.code, turn.rules, best, rival, turn.player) > 0
        if one.code in COMPARATIVE_CODES
        else one.code in lacking
        for one in spoken
    )


def _goes(end: Position, turn: Turn, clue: HintClue) -> bool:
    """Return whether a play moves at least as many pieces from or to the point of a clue."""
    was, now = (turn.rules.placement(one) for one in (turn.before, end))
    if clue.way == "only":
        moved = (was[zone].of(turn.player) - now[zone].of(turn.player) for zone in ZONES)
        return sum(max(count, 0) for count in moved) <= clue.count
    more = now[clue.zone].of(turn.player) - was[clue.zone].of(turn.player)
    return (more if clue.way == "to" else -more) >= clue.count


def main() -> None:
    """Play the games and print the table."""
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
    for _, _, _, plays in turns(args.game, args.turns, args.seed):
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

"""Measures the opponent's loss per decision at each strength.

`python benchmarks/bench_opponent.py backgammon 200`: so many positions from games that the network
plays against itself with the choices of strength 2, each with one throw. What a strength loses on
average is computed from how likely it is to choose each play; plays are judged with one further
throw looked at, by the same network, so the figures say how the strengths differ, not how strong
the network is. Printed are thousandths of a point and half of the 95 % interval.

`python benchmarks/bench_opponent.py cubes`: at the moments of real matches at which a player could
double (`data/cubes.jsonl.gz`, made by `judge_cubes.py`), how often each strength does, and what its
choice loses by GNU Backgammon's figures.
"""

import gzip
import json
import random
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from companion.hints.advice import Advice, Stake
from companion.hints.advisor import Advisor
from companion.practice.opponent import MOST, WILD, likely, offers
from companion.rules import Player, Rules, find_game
from companion.rules.ids import read_position_id

CUBES = Path(__file__).parent / "data" / "cubes.jsonl.gz"


def decisions(rules: Rules, wanted: int, advisor: Advisor) -> list[tuple[Advice, Advice]]:
    """Return static and deeper advice on turns with a choice."""
    chance, deep = random.Random(1), Advisor(rules)  # noqa: S311 - repeatable
    found: list[tuple[Advice, Advice]] = []
    position, player = rules.start, Player.V
    while len(found) < wanted:
        dice = chance.randint(1, 6), chance.randint(1, 6)
        advice = advisor.advise(position, player, dice, most=MOST)
        if len(advice.plays) > 1 and chance.random() < 0.3:
            found.append((advice, deep.advise(position, player, dice, most=10_000)))
        weights = likely([play.equity for play in advice.plays], WILD[2])
        played = chance.choices(advice.plays, weights)[0]
        position = played.end
        if all(reason.code != "again" for reason in played.reasons):
            player = player.other
        if rules.winner(position) is not None:
            position = rules.start
    return found


def lost(strength: int, static: Advice, deep: Advice) -> float:
    """Return the mean loss of a strength in one decision, in thousandths of a point."""
    worth = {play.end: play.equity for play in deep.plays}
    best = deep.plays[0].equity
    if strength == max(WILD):
        return 0.0
    weights = likely([play.equity for play in static.plays], WILD[strength])
    pairs = zip(static.plays, weights, strict=True)
    loss = sum(weight * (best - worth[play.end]) for play, weight in pairs)
    return 1000 * loss / sum(weights)


def doubles() -> None:
    """Print how often each strength doubles, and the losses of its choices."""
    advisor = Advisor(find_game("backgammon"), deep=False)
    offered: dict[int, list[bool]] = {strength: [] for strength in WILD}
    losses: dict[int, list[float]] = {strength: [] for strength in WILD}
    with gzip.open(CUBES, "rt") as lines:
        for one in map(json.loads, lines):
            mover = Player(one["mover"])
            away, other_away = one["away"]
            stake = Stake(away, other_away, one["cube"], after_crawford=one["late"])
            position = read_position_id(one["board"], mover)
            advice = advisor.advise_cube(position, mover, stake, owned=one["owned"])
            judge = replace(advice, no_double=one["no_double"], double_take=one["double_take"])
            for strength in WILD:
                doubled = offers(strength, stake, advice)
                offered[strength].append(doubled)
                losses[strength].append(1000 * judge.loss(doubled=doubled))
    for strength, values in losses.items():
        half = 1.96 * np.std(values, ddof=1) / np.sqrt(len(values))
        print(
            f"strength {strength}: doubles {sum(offered[strength])} of {len(values)},"
            f" loses {np.mean(values):.1f} ± {half:.1f}"
        )


def main(game: str, wanted: int) -> None:
    """Print the loss of each strength, and the time for a choice."""
    rules = find_game(game)
    advisor = Advisor(rules, deep=False)
    found = decisions(rules, wanted, advisor)
    for strength in WILD:
        losses = np.array([lost(strength, *each) for each in found])
        half = 1.96 * losses.std(ddof=1) / np.sqrt(len(losses))
        print(f"{game} strength {strength}: {losses.mean():.0f} ± {half:.0f}")
    begun = time.perf_counter()
    for _ in range(20):
        advisor.advise(rules.start, Player.V, (6, 1), most=MOST)
    print(f"a choice among {MOST}: {(time.perf_counter() - begun) / 20 * 1000:.0f} ms")


if __name__ == "__main__":
    if sys.argv[1] == "cubes":
        doubles()
    else:
        main(sys.argv[1], int(sys.argv[2]))

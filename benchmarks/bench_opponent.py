"""Measures the opponent's loss per decision at each strength.

`python benchmarks/bench_opponent.py backgammon 600 [own]` uses 600 decisions of real matches, drawn
with a seed from those that GNU Backgammon has judged 2-ply (`data/decisions.jsonl.gz`). The last
argument is the engine, by default `auto`.

`python benchmarks/bench_opponent.py jacquet 300`, or another game, uses 300 positions with one
throw each. The positions are from games that the network plays against itself at strength 2. The
judge is the network with a search of two throws (in Acey-Deucey of one), as strength 5 plays. So
the figures show how the strengths differ, not how strong the network is.

The average loss of a strength is computed from its chance of choosing each play. The script prints
the loss in thousandths of a point, half of its 95 % interval, and the number of turns in 100 that
lose more than a tenth of a point.

`python benchmarks/bench_opponent.py cubes` uses the moments in real matches when a player could
double (`data/cubes.jsonl.gz`, made by `judge_cubes.py`). It prints how often each strength doubles,
and how much its choice loses according to GNU Backgammon.
"""

import gzip
import json
import random
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from operator import mul
from pathlib import Path
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.bench_hints import DATA, decisions
from companion.hints.advice import Advice, Stake
from companion.hints.advisor import Advisor
from companion.practice.opponent import DEEP, MOST, WILD, likely, offers, weights_of
from companion.rules import Player, Position, Rules, find_game
from companion.rules.ids import read_position_id

_MUCH = 0.1
CUBES = Path(__file__).parent / "data" / "cubes.jsonl.gz"


class Evaluation(NamedTuple):
    """The plays of a turn without search, the choice of strength 5, and the judge's losses."""

    static: Advice
    chosen: Position
    losses: Mapping[Position, float]


def real(wanted: int, engine: str) -> Iterator[Evaluation]:
    """Yield decisions of real matches, with the losses by GNU Backgammon 2-ply."""
    rules = find_game("backgammon")
    advisor, deep = Advisor(rules, engine, deep=False), Advisor(rules, engine)
    every = list(decisions(DATA))
    for one in random.Random(1).sample(every, min(wanted, len(every))):  # noqa: S311 - repeatable
        turn = one.before, one.mover, one.dice, one.stake
        losses = dict(zip(one.ends, one.equities.max() - one.equities, strict=True))
        chosen = deep.advise(*turn, most=1, closer=True).plays[0].end
        yield Evaluation(advisor.advise(*turn, most=MOST), chosen, losses)


def played(rules: Rules, wanted: int) -> Iterator[Evaluation]:
    """Yield turns of the network's games against itself, with losses by its deepest search."""
    chance, deep = random.Random(1), Advisor(rules)  # noqa: S311 - repeatable
    advisor = Advisor(rules, deep=False)
    position, player = rules.start, Player.V
    while wanted:
        dice = chance.randint(1, 6), chance.randint(1, 6)
        advice = advisor.advise(position, player, dice, most=MOST)
        if len(advice.plays) > 1 and chance.random() < 0.3:
            wanted -= 1
            judge = deep.advise(position, player, dice, most=10_000, closer=True).plays
            losses = {play.end: judge[0].equity - play.equity for play in judge}
            yield Evaluation(advice, judge[0].end, losses)
        weights = likely([play.equity for play in advice.plays], WILD[2])
        chosen = chance.choices(advice.plays, weights)[0]
        position = chosen.end
        if all(reason.code != "again" for reason in chosen.reasons):
            player = player.other
        if rules.winner(position) is not None:
            position = rules.start


def lost(strength: int, turn: Evaluation) -> tuple[float, float]:
    """Return the average loss in thousandths of a point, and the chance of a large loss in %."""
    if strength == DEEP:
        loss = turn.losses[turn.chosen]
        return 1000 * loss, 100.0 * (loss > _MUCH)
    weights = weights_of(strength, [play.equity for play in turn.static.plays])
    losses = [turn.losses[play.end] for play in turn.static.plays]
    loss = sum(map(mul, weights, losses)) / sum(weights)
    much = sum(weight for weight, loss in zip(weights, losses, strict=True) if loss > _MUCH)
    return 1000 * loss, 100 * much / sum(weights)


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
            advice = advisor.cube.advise(position, mover, stake, owned=one["owned"])
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


def main(game: str, wanted: int, engine: str = "auto") -> None:
    """Print the loss of each strength, and the time for a choice."""
    rules = find_game(game)
    advisor = Advisor(rules, engine, deep=False)
    found = list(real(wanted, engine) if game == "backgammon" else played(rules, wanted))
    for strength in WILD:
        losses, much = np.array([lost(strength, each) for each in found]).T
        half = 1.96 * losses.std(ddof=1) / np.sqrt(len(losses))
        print(
            f"{game} strength {strength}: {losses.mean():.1f} ± {half:.1f},"
            f" more than a tenth in {much.mean():.1f} of 100 turns"
        )
    begun = time.perf_counter()
    for _ in range(20):
        advisor.advise(rules.start, Player.V, (6, 1), most=MOST)
    print(f"a choice among {MOST}: {(time.perf_counter() - begun) / 20 * 1000:.0f} ms")


if __name__ == "__main__":
    if sys.argv[1] == "cubes":
        doubles()
    else:
        main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])

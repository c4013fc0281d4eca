"""Boards for tests: any that the rules accept, and those of seeded random games."""

import random
from collections.abc import Iterator

from hypothesis import strategies as st

from companion.rules import Player, Position, Rules, find_game
from companion.rules.vocabulary import POINTS

DICE = st.tuples(st.integers(1, 6), st.integers(1, 6))
PLAYERS = st.sampled_from(list(Player))
EVERY_RULES = [
    find_game("backgammon"),
    find_game("dutch"),
    find_game("dutch", ["may-hit-V", "may-hit-N"]),
    find_game("acey-deucey"),
    find_game("jacquet"),
    find_game("jacquet", ["double-bouchage"]),
    find_game("jacquet", ["no-full-prime"]),
]
RULES = st.sampled_from(EVERY_RULES)


@st.composite
def positions(draw: st.DrawFn, rules: Rules) -> Position:
    """Draw a position of 15 pieces a side: crowded or spread, with bars, hands and postillons."""
    places = draw(st.permutations(POINTS))
    cut = draw(st.integers(3, 21))
    tokens = []
    for player, points in ((Player.V, places[:cut]), (Player.N, places[cut:])):
        tokens += draw(_side(rules, player, points[: draw(st.integers(1, 12))]))
    return rules.parse(" ".join(tokens))


@st.composite
def _side(draw: st.DrawFn, rules: Rules, player: Player, points: list[str]) -> list[str]:
    zones = [*points, f"{player}O"]
    if rules.name != "jacquet":
        zones.append(f"{player}B")
    if rules.game.in_hand:
        zones.append(f"{player}H")
    weights = draw(st.lists(st.integers(0, 6), min_size=len(zones), max_size=len(zones)))
    weights[0] += 1
    counts = {
        zone: 15 * weight // sum(weights) for zone, weight in zip(zones, weights, strict=True)
    }
    counts[zones[0]] += 15 - sum(counts.values())
    letter = player.lower()
    tokens = {zone: f"{zone}={count}{letter}" for zone, count in counts.items() if count}
    travels = [zone for zone in tokens if zone in POINTS and rules.own_number(zone, player) > 6]
    if rules.name == "jacquet" and travels and draw(st.booleans()):
        zone = draw(st.sampled_from(travels))
        tokens[zone] = f"{zone}={counts[zone] - 1}{letter}1{player}".replace(f"=0{letter}", "=")
    return list(tokens.values())


def games_of_chance(rules: Rules, seed: str, wanted: int) -> Iterator[tuple[Position, Player]]:
    """Yield positions from games in which every play is random."""
    rng = random.Random(seed)
    made = 0
    while made < wanted:
        position, player = rules.start, rng.choice(list(Player))
        while rules.winner(position) is None and made < wanted:
            if rng.random() < 0.2:
                yield position, player
                made += 1
            dice = rng.randint(1, 6), rng.randint(1, 6)
            if rules.name == "acey-deucey" and sorted(dice) == [1, 2]:
                dice = (3, 4)
            position = rng.choice(sorted(rules.ends(position, player, dice).positions))
            player = player.other
